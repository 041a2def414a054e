//===- Choices.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What chooses by predicates and signs: selp, slct.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// A predicate, or `!p`.
static Expected<Slot> readPredicate(InstructionReader &R, const ptx::Operand &O, bool &IsNegated) {
  IsNegated = O.is(ptx::Operand::Kind::Expression) && O.Text == "!" && O.Parts.size() == 1;
  return R.read(IsNegated ? O.Parts[0] : O, getBitsType(1));
}

template <class T> static Step select(const Instruction &I, ThreadGroup &G) {
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  const LaneMask P = G.getPredicate(I.Operands[2]);
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = P >> Lane & 1 ? A[Lane] : B[Lane];
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Error readSelect(InstructionReader &R) {
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Error E = R.expectOperands(4))
    return E;
  bool IsNegated;
  Expected<Slot> P = readPredicate(R, R.operand(3), IsNegated);
  if (!P)
    return P.takeError();
  switch (T->getBits()) {
  case 16:
    R.Result.Execute = select<uint16_t>;
    break;
  case 32:
    R.Result.Execute = select<uint32_t>;
    break;
  case 64:
    R.Result.Execute = select<uint64_t>;
    break;
  default:
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  }
  if (Error E = readSlots(R, R.operand(0), *T, ArrayRef(R.Source.Operands).drop_front(), {*T, *T}))
    return E;
  SmallVector<Slot, 3> Slots = {R.Result.Operands[0], R.Result.Operands[1], *P};
  if (IsNegated)
    std::swap(Slots[0], Slots[1]);
  R.setOperands(Slots);
  return Error::success();
}

/// d = c >= 0 ? a : b
template <class T, class C> static Step selectBySign(const Instruction &I, ThreadGroup &G) {
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  const C *By = G.lanes<C>(I.Operands[2]);
  const bool Flushes = I.details<bool>();
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const bool IsTiny = std::is_floating_point_v<C> && Flushes && std::abs(By[Lane]) < C(0x1p-126f);
    Values[Lane] = By[Lane] >= 0 || IsTiny ? A[Lane] : B[Lane];
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Error readSelectBySign(InstructionReader &R) {
  const bool Flushes = R.takeAnywhere(".ftz");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  Expected<Type> C = R.expectType();
  if (!C)
    return C.takeError();
  if (!C->is("s32") && !C->is("f32"))
    return R.fail("expected '.s32' or '.f32', not '." + C->Name + "'");
  auto Choose = [&](auto Of) -> Handler {
    using V = decltype(Of);
    return C->is("s32") ? selectBySign<V, int32_t> : selectBySign<V, float>;
  };
  if (T->getBits() != 16 && T->getBits() != 32 && T->getBits() != 64)
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  R.setDetails(Flushes);
  R.Result.Execute = T->getBits() == 16   ? Choose(uint16_t())
                     : T->getBits() == 32 ? Choose(uint32_t())
                                          : Choose(uint64_t());
  return readLaneOperands(R, *T, {*T, *T, *C});
}

ArrayRef<InstructionFamily> emulator::getChoiceInstructions() {
  static constexpr InstructionFamily Families[] = {{"selp", readSelect},
                                                   {"slct", readSelectBySign}};
  return Families;
}
