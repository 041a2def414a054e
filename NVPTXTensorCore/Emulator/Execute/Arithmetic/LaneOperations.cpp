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

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Error emulator::readSlots(InstructionReader &R, const ptx::Operand &Results,
                          ArrayRef<Type> ResultTypes, ArrayRef<ptx::Operand> Operands,
                          ArrayRef<Type> Types) {
  SmallVector<Slot, 4> Written, Read;
  const ArrayRef<ptx::Operand> Parts = Results.elements();
  if (Parts.size() > ResultTypes.size())
    return R.fail("expected " + Twine(ResultTypes.size()) + " results, not " + Twine(Parts.size()));
  for (const auto &[Index, T] : enumerate(ResultTypes)) {
    static const ptx::Operand Nobody = [] {
      ptx::Operand O;
      O.Is = ptx::Operand::Kind::Name;
      O.Text = "_";
      return O;
    }();
    Expected<Slot> S = R.write(Index < Parts.size() ? Parts[Index] : Nobody, T);
    if (!S)
      return S.takeError();
    Written.push_back(*S);
  }
  for (const auto &[Index, T] : enumerate(Types)) {
    Expected<Slot> S = R.read(Operands[Index], T);
    if (!S)
      return S.takeError();
    Read.push_back(*S);
  }
  R.setResults(Written);
  R.setOperands(Read);
  return Error::success();
}
