//===- InstructionTable.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families of instructions, by the first word of their mnemonics. A family is a file here: it
// has a function that reads a statement, and the handlers that execute what was read.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_INSTRUCTIONTABLE_H
#define NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_INSTRUCTIONTABLE_H

#include "Emulator/Program/InstructionReader.h"
#include "TensorCoreModel/PTXInstruction.h"

namespace llvm::tensorcore::emulator {

/// Reads the statement that the reader is at: its modifiers and operands.
using FamilyReader = Error (*)(InstructionReader &R);

struct InstructionFamily {
  StringLiteral Opcode; ///< "mma", "ld"; with modifiers "cp.async.bulk"
  FamilyReader Read;
};

/// How a row's statement becomes an instruction. Its operands are read already.
struct RowReader {
  PTXInstruction Row;
  FamilyReader Read;
};

/// The same for all rows whose words that are always there are these.
struct MnemonicReader {
  StringLiteral Mnemonic;
  FamilyReader Read;
};

/// The reader of a row; null if the emulator does not execute it.
FamilyReader findRowReader(PTXInstruction Row);

// A file each.
ArrayRef<RowReader> getControlRows();
ArrayRef<RowReader> getMoveRows();
ArrayRef<MnemonicReader> getMemoryRows();
ArrayRef<RowReader> getIntegerRows();
ArrayRef<RowReader> getCarryRows();
ArrayRef<RowReader> getMultiply24Rows();
ArrayRef<RowReader> getBarrierRows();
ArrayRef<InstructionFamily> getMMAInstructions();
ArrayRef<InstructionFamily> getWMMAInstructions();
ArrayRef<InstructionFamily> getMatrixMoveInstructions();
ArrayRef<InstructionFamily> getWGMMAInstructions();
ArrayRef<InstructionFamily> getTensorMemoryInstructions();
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

/// The family whose name is the opcode with the most of its first modifiers, which the family does
/// not see; null if there is none.
struct FoundFamily {
  const InstructionFamily *Family = nullptr;
  size_t NumModifiers = 0;
};
FoundFamily findInstructionFamily(const ptx::Statement &S);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_INSTRUCTIONTABLE_H
