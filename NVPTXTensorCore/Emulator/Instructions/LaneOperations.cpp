//===- LaneOperations.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of what does the same in each lane.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Error emulator::readLaneOperands(InstructionReader &R, Type Result, ArrayRef<Type> Operands) {
  if (Error E = R.expectOperands(Operands.size() + 1))
    return E;
  Expected<Slot> D = R.write(R.operand(0), Result);
  if (!D)
    return D.takeError();
  SmallVector<Slot, 4> Slots;
  for (const auto &[Index, T] : enumerate(Operands)) {
    Expected<Slot> S = R.read(R.operand(Index + 1), T);
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  R.setResults(*D);
  R.setOperands(Slots);
  return Error::success();
}
