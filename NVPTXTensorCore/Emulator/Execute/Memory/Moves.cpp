//===- Moves.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mov: registers, constants, vectors as one register and back, addresses, and the special registers
// that change while a warp runs. Clocks count what the cluster has executed, so that a seed has one
// run.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"
#include "Emulator/Program/SpecialRegisters.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Kind = ptx::Operand::Kind;

namespace {
template <class D, class A> struct Copy {
  static D apply(A Value) { return D(Value); }
};
} // namespace

static Step movePredicate(const Instruction &I, ThreadGroup &G) {
  G.setPredicate(I.Results[0], G.getPredicate(I.Operands[0]));
  return Step::Next;
}

template <class T> static constexpr Handler Move = executeUnary<Copy<T, T>, T, T>;

static Handler chooseMove(unsigned Bits) {
  switch (Bits) {
  case 1:
    return movePredicate;
  case 8:
    return Move<uint8_t>;
  case 16:
    return Move<uint16_t>;
  case 32:
    return Move<uint32_t>;
  case 64:
    return Move<uint64_t>;
  default:
    return Move<uint128_t>;
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static Step moveAddress(const Instruction &I, ThreadGroup &G) {
  G.forEachLane(
      [&](unsigned Lane) { G.set(I.Results[0], Lane, G.getAddress(I.Addresses[0], Lane)); });
  return Step::Next;
}

/// The location of a variable, or of a variable and an offset.
static Error readMoveOfAddress(InstructionReader &R) {
  Expected<Address> A = R.readAddress(R.operand(1));
  if (!A)
    return A.takeError();
  R.setAddresses(*A);
  R.Result.Execute = moveAddress;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Elements of type E, of which a register of type W has as many as there are.
template <class W, class E> static Step packVector(const Instruction &I, ThreadGroup &G) {
  W Values[WarpSize] = {};
  unsigned Shift = 0;
  for (Slot S : I.Operands) {
    const E *From = G.lanes<E>(S);
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Values[Lane] |= W(W(From[Lane]) << Shift);
    Shift += 8 * sizeof(E);
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <class W, class E> static Step unpackVector(const Instruction &I, ThreadGroup &G) {
  W From[WarpSize]; // which may be one of the results
  std::memcpy(From, G.lanes<W>(I.Operands[0]), sizeof(From));
  unsigned Shift = 0;
  for (Slot S : I.Results) {
    E Values[WarpSize];
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Values[Lane] = E(From[Lane] >> Shift);
    G.set(S, Values);
    Shift += 8 * sizeof(E);
  }
  return Step::Next;
}

template <class W> static Handler chooseVector(unsigned ElementBits, bool Packs) {
  if (ElementBits == 8)
    return Packs ? packVector<W, uint8_t> : unpackVector<W, uint8_t>;
  if (ElementBits == 16)
    return Packs ? packVector<W, uint16_t> : unpackVector<W, uint16_t>;
  if (ElementBits == 32)
    return Packs ? packVector<W, uint32_t> : unpackVector<W, uint32_t>;
  return Packs ? packVector<W, uint64_t> : unpackVector<W, uint64_t>;
}

static Error readMoveOfVector(InstructionReader &R, Type T) {
  const bool Packs = R.operand(1).is(Kind::Vector);
  const size_t Count = R.operand(Packs ? 1 : 0).elements().size();
  if (T.Is != Type::Bits)
    return R.fail("a vector is the parts of a register of type '.b" + Twine(T.getBits()) + "'");
  if ((Count != 2 && Count != 4) || T.getBits() / Count < 8)
    return R.fail("a vector of " + Twine(Count) + " elements");
  const unsigned ElementBits = T.getBits() / unsigned(Count);
  SmallVector<Slot, 4> Results, Operands;
  const Type Element = getBitsType(ElementBits);
  if (Error E = R.writeAll(R.operand(0), Packs ? T : Element, Results))
    return E;
  if (Error E = R.readAll(R.operand(1), Packs ? Element : T, Operands))
    return E;
  R.setResults(Results);
  R.setOperands(Operands);
  R.Result.Execute = T.getBits() == 128  ? chooseVector<uint128_t>(ElementBits, Packs)
                     : T.getBits() == 64 ? chooseVector<uint64_t>(ElementBits, Packs)
                     : T.getBits() == 32 ? chooseVector<uint32_t>(ElementBits, Packs)
                                         : chooseVector<uint16_t>(ElementBits, Packs);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

/// Counts clocks as if instructions of warps followed each other as fast as dependent ones do.
static Step moveClock(const Instruction &I, ThreadGroup &G) {
  constexpr unsigned ClocksOfInstruction = 4;
  const uint64_t Now = G.getCluster().Progress * ClocksOfInstruction;
  const uint64_t Value = I.Details ? Now >> 32 : Now;
  G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, Value); });
  return Step::Next;
}

static Error readMoveOfClock(InstructionReader &R, Type T, const SpecialRegister &Clock) {
  if (T.getBits() != Clock.Value)
    return R.fail("'" + R.operand(1).Text + "' has " + Twine(Clock.Value) + " bits, not " +
                  Twine(T.getBits()));
  if (Clock.Is == SpecialRegister::UpperClock)
    R.setDetails(true);
  R.Result.Execute = moveClock;
  return Error::success();
}

/// A special register of 32 bits as one of 16 or 64.
static Error readMoveOfOtherWidth(InstructionReader &R, Type T) {
  Expected<Slot> Narrow = R.read(R.operand(1), getBitsType(32));
  if (!Narrow)
    return Narrow.takeError();
  R.setOperands(*Narrow);
  R.Result.Execute = T.getBits() == 16 ? executeUnary<Copy<uint16_t, uint32_t>, uint16_t, uint32_t>
                                       : executeUnary<Copy<uint64_t, uint32_t>, uint64_t, uint32_t>;
  return Error::success();
}

static Error readMoveOfSpecial(InstructionReader &R, Type T, const SpecialRegister &From) {
  if (From.isClock())
    return readMoveOfClock(R, T, From);
  R.Result.Execute = chooseMove(T.getBits());
  if (From.isFixed()) {
    R.getFunction().getResult().ReadsReservedShared |= From.Is == SpecialRegister::OfReserved;
    R.setOperands(R.getConstant(From.Value, T.getBits()));
    return Error::success();
  }
  if (T.getBits() == 16 || T.getBits() == 64)
    return readMoveOfOtherWidth(R, T);
  Expected<Slot> S = R.read(R.operand(1), T);
  if (!S)
    return S.takeError();
  R.setOperands(*S);
  return Error::success();
}

/// mov.v2, mov.v4: each element is moved. Sources may be results of others.
static Step moveElements(const Instruction &I, ThreadGroup &G) {
  uint64_t Values[4][WarpSize];
  for (const auto &[Number, S] : enumerate(I.Operands))
    G.forEachLane(
        [&, At = Number, From = S](unsigned Lane) { Values[At][Lane] = G.get(From, Lane); });
  for (const auto &[Number, S] : enumerate(I.Results))
    G.forEachLane([&, At = Number, To = S](unsigned Lane) { G.set(To, Lane, Values[At][Lane]); });
  return Step::Next;
}

static Error readMove(InstructionReader &R) {
  const Type T = R.type();
  const ptx::Operand &From = R.operand(1);
  if (From.is(Kind::Vector) || R.operand(0).is(Kind::Vector))
    return readMoveOfVector(R, T);
  Expected<Slot> D = R.write(R.operand(0), T);
  if (!D)
    return D.takeError();
  R.setResults(*D);
  const std::optional<SpecialRegister> Special = findSpecialRegister(From);
  if (Special && !R.getFunction().findRegister(From.Text))
    return readMoveOfSpecial(R, T, *Special);
  R.Result.Execute = chooseMove(T.getBits());
  Expected<Slot> S = R.read(From, T);
  if (S) {
    R.setOperands(*S);
    return Error::success();
  }
  if (T.Is == Type::Float || T.Is == Type::BFloat)
    return S.takeError();
  if (Error E = readMoveOfAddress(R)) {
    consumeError(std::move(E));
    return S.takeError();
  }
  consumeError(S.takeError());
  return Error::success();
}

ArrayRef<RowReader> emulator::getMoveRows() {
  static constexpr RowReader Rows[] = {
      {PTX_MOV, readMove},
      {PTX_MOV_V2, readAs<moveElements>},
      {PTX_MOV_V4, readAs<moveElements>},
  };
  return Rows;
}
