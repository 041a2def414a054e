//===- InstructionTable.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the tables of all families.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

StatementReader emulator::findRowReader(PTXInstruction Row) {
  static const std::vector<StatementReader> Readers = [] {
    std::vector<StatementReader> All(getPTXInstructions().size());
    for (ArrayRef<RowReader> File : {
             getIntegerRows(),        getCarryRows(),
             getMultiply24Rows(),     getBitRows(),
             getByteRows(),           getComparisonRows(),
             getChoiceRows(),         getVideoRows(),
             getFloatRows(),          getSignRows(),
             getConversionRows(),     getNarrowConversionRows(),
             getFenceRows(),          getTextureRows(),
             getCallRows(),           getRegisterBudgetRows(),
             getHintRows(),           getStackRows(),
             getAddressRows(),        getMoveRows(),
             getControlRows(),        getWarpRows(),
             getShuffleRows(),        getBarrierRows(),
             getClusterBarrierRows(), getClusterRows(),
             getMBarrierRows(),       getMBarrierWaitRows(),
             getAsyncCopyRows(),      getAsyncStoreRows(),
             getBulkCopyRows(),       getBulkHintRows(),
             getTensorCopyRows(),     getTensorMapRows(),
             getSparseRows(),
         })
      for (const RowReader &R : File)
        All[R.Row] = R.Read;
    for (ArrayRef<MnemonicReader> File : {
             getMemoryRows(),
             getAtomicRows(),
         })
      for (const MnemonicReader &R : File)
        for (const auto &[Row, Info] : enumerate(getPTXInstructions()))
          if (Info.Mnemonic == R.Mnemonic)
            All[Row] = R.Read;
    return All;
  }();
  return Readers[Row];
}
