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
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

const InstructionFamily *emulator::findInstructionFamily(StringRef Opcode) {
  static const StringMap<const InstructionFamily *> Families = [] {
    StringMap<const InstructionFamily *> Result;
    for (ArrayRef<InstructionFamily> File :
         {getControlInstructions(), getMoveInstructions(), getMemoryInstructions(),
          getIntegerInstructions(), getBarrierInstructions(), getBitInstructions(),
          getByteInstructions(), getFloatInstructions(), getSignInstructions(),
          getComparisonInstructions(), getConversionInstructions(), getAddressInstructions(),
          getWarpInstructions(), getShuffleInstructions(), getCallInstructions(),
          getAtomicInstructions(), getFenceInstructions(), getHintInstructions()})
      for (const InstructionFamily &F : File)
        Result[F.Opcode] = &F;
    return Result;
  }();
  return Families.lookup(Opcode);
}
