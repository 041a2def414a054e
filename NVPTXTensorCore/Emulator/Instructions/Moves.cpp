//===- Moves.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves, and addresses as values.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
template <class T> struct Copy {
  static T apply(T A) { return A; }
};
} // namespace

static Step movePredicate(const Instruction &I, ThreadGroup &G) {
  G.setPredicate(I.Results[0], G.getPredicate(I.Operands[0]));
  return Step::Next;
}

static Handler chooseMove(unsigned Bits) {
  switch (Bits) {
  case 1:
    return movePredicate;
  case 8:
    return executeUnary<Copy<uint8_t>, uint8_t, uint8_t>;
  case 16:
    return executeUnary<Copy<uint16_t>, uint16_t, uint16_t>;
  case 32:
    return executeUnary<Copy<uint32_t>, uint32_t, uint32_t>;
  case 64:
    return executeUnary<Copy<uint64_t>, uint64_t, uint64_t>;
  default:
    return executeUnary<Copy<unsigned __int128>, unsigned __int128, unsigned __int128>;
  }
}

static Step moveAddress(const Instruction &I, ThreadGroup &G) {
  G.forEachLane(
      [&](unsigned Lane) { G.set(I.Results[0], Lane, G.getAddress(I.Addresses[0], Lane)); });
  return Step::Next;
}

/// The place of a variable, or of a variable and an offset.
static Error readMoveOfAddress(InstructionReader &R, Type T) {
  Expected<Slot> D = R.write(R.operand(0), T);
  if (!D)
    return D.takeError();
  Expected<Address> A = R.readAddress(R.operand(1));
  if (!A)
    return A.takeError();
  R.setResults(*D);
  R.setAddresses(*A);
  R.Result.Execute = moveAddress;
  return Error::success();
}

static Error readMove(InstructionReader &R) {
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Error E = R.expectOperands(2))
    return E;
  Expected<Slot> S = R.read(R.operand(1), *T);
  if (!S) {
    consumeError(S.takeError());
    return readMoveOfAddress(R, *T);
  }
  Expected<Slot> D = R.write(R.operand(0), *T);
  if (!D)
    return D.takeError();
  R.setResults(*D);
  R.setOperands(*S);
  R.Result.Execute = chooseMove(T->getBits());
  return Error::success();
}

ArrayRef<InstructionFamily> emulator::getMoveInstructions() {
  static constexpr InstructionFamily Families[] = {{"mov", readMove}};
  return Families;
}
