//===- InstructionTable.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leads from the rows of the model to what executes them. A family of instructions is a file here:
// it has a table of its rows, with the functions that choose a handler for a statement, and the
// handlers.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_INSTRUCTIONTABLE_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_INSTRUCTIONTABLE_H

#include "Emulator/Program/InstructionReader.h"
#include "TensorCoreModel/PTXInstruction.h"

namespace llvm::tensorcore::emulator {

/// Describes how a row's statement becomes an instruction. Its operands are read already.
struct RowReader {
  PTXInstruction Row;
  StatementReader Read;
};

/// The same for all rows whose words that are always there are these.
struct MnemonicReader {
  StringLiteral Mnemonic;
  StatementReader Read;
};

/// The reader of a row; null if the emulator does not execute it.
StatementReader findRowReader(PTXInstruction Row);

// A file each.
ArrayRef<RowReader> getControlRows();
ArrayRef<RowReader> getMoveRows();
ArrayRef<MnemonicReader> getMemoryRows();
ArrayRef<RowReader> getIntegerRows();
ArrayRef<RowReader> getCarryRows();
ArrayRef<RowReader> getMultiply24Rows();
ArrayRef<RowReader> getBarrierRows();
ArrayRef<RowReader> getBitRows();
ArrayRef<RowReader> getByteRows();
ArrayRef<RowReader> getFloatRows();
ArrayRef<RowReader> getSignRows();
ArrayRef<RowReader> getComparisonRows();
ArrayRef<RowReader> getChoiceRows();
ArrayRef<RowReader> getConversionRows();
ArrayRef<RowReader> getNarrowConversionRows();
ArrayRef<RowReader> getAddressRows();
ArrayRef<RowReader> getCallRows();
ArrayRef<RowReader> getTextureRows();
ArrayRef<RowReader> getStackRows();
ArrayRef<MnemonicReader> getAtomicRows();
ArrayRef<RowReader> getFenceRows();
ArrayRef<RowReader> getHintRows();
ArrayRef<RowReader> getRegisterBudgetRows();
ArrayRef<RowReader> getVideoRows();
ArrayRef<RowReader> getAsyncCopyRows();
ArrayRef<RowReader> getAsyncStoreRows();
ArrayRef<RowReader> getBulkCopyRows();
ArrayRef<RowReader> getBulkHintRows();
ArrayRef<RowReader> getClusterBarrierRows();
ArrayRef<RowReader> getClusterRows();
ArrayRef<RowReader> getTensorCopyRows();
ArrayRef<RowReader> getTensorMapRows();
ArrayRef<RowReader> getMBarrierRows();
ArrayRef<RowReader> getMBarrierWaitRows();
ArrayRef<RowReader> getWarpRows();
ArrayRef<RowReader> getShuffleRows();
ArrayRef<RowReader> getSparseRows();

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_INSTRUCTIONTABLE_H
