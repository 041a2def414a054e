//===- InstructionTable.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All families of instructions, by opcode.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/InstructionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct FamilyTable {
  FamilyTable();
  StringMap<const InstructionFamily *> Families;
  StringSet<> WithModifiers; ///< opcodes of which some families have longer names
};
} // namespace

FamilyTable::FamilyTable() {
  for (ArrayRef<InstructionFamily> File :
       {getMMAInstructions(), getWMMAInstructions(), getMatrixMoveInstructions(),
        getWGMMAInstructions(), getTensorMemoryInstructions()})
    for (const InstructionFamily &F : File) {
      Families[F.Opcode] = &F;
      if (F.Opcode.contains('.'))
        WithModifiers.insert(F.Opcode.split('.').first);
    }
}

FoundFamily emulator::findInstructionFamily(const ptx::Statement &S) {
  static const FamilyTable Table;
  FoundFamily Result;
  Result.Family = Table.Families.lookup(S.Name);
  if (!Table.WithModifiers.contains(S.Name))
    return Result;
  std::string Name = S.Name.str();
  for (size_t Index = 0; Index != S.Modifiers.size(); ++Index) {
    Name += S.Modifiers[Index];
    if (const InstructionFamily *F = Table.Families.lookup(Name))
      Result = {F, Index + 1};
  }
  return Result;
}

FamilyReader emulator::findRowReader(PTXInstruction Row) {
  static const std::vector<FamilyReader> Readers = [] {
    std::vector<FamilyReader> All(getPTXInstructions().size());
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
