//===- MatrixStatements.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From statements to variants and slots.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/MatrixStatements.h"
#include "Numbers/Multiplication.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Expected<FoundForm> emulator::readForm(InstructionReader &R) {
  Expected<FoundForm> Found = parseInstruction(R.Source);
  if (!Found)
    return R.fail(toString(Found.takeError()));
  if (Error E = checkMeaning(Found->Form.Descriptor))
    return R.fail(toString(std::move(E)));
  while (!R.peek().empty())
    R.take(R.peek());
  return Found;
}

Expected<FoundForm> emulator::readWarpForm(InstructionReader &R) {
  Expected<FoundForm> Found = readForm(R);
  R.Result.Needs = Convergence::Warp;
  // The threads come together, but only barriers are said to order memory.
  R.Result.OrdersMemory = false;
  return Found;
}

bool emulator::isWholeWarp(const Instruction &I, ThreadGroup &G) {
  if (G.getActive() == AllLanes)
    return true;
  G.fault(I, Check::Divergence, G.getActive(),
          "'" + I.Source->getMnemonic() + "' is executed by " + Twine(popcount(G.getActive())) +
              " threads; expected a whole warp of 32");
  return false;
}

Error emulator::readFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                             SmallVectorImpl<Slot> &Slots) {
  return R.readAll(O, getBitsType(Bits), Slots);
}

Error emulator::writeFragment(InstructionReader &R, const ptx::Operand &O, unsigned Bits,
                              SmallVectorImpl<Slot> &Slots) {
  return R.writeAll(O, getBitsType(Bits), Slots);
}

Space emulator::getSpace(const FoundForm &Found) {
  const auto In = Found.Form.Descriptor.get<mma::Space>();
  return In == mma::Space::Global   ? Space::Global
         : In == mma::Space::Shared ? Space::SharedCTA
                                    : Space::Generic;
}

unsigned emulator::getRegisterBits(MMAType Type) {
  return std::max<unsigned>(32, lookupMMAType(Type)->Width);
}
