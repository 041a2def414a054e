//===- Carry.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums with carry: add.cc, addc, sub.cc, subc, mad.cc, madc. CC.CF, the carry of each thread, is a
// predicate of the frame that has no name.
//
// PTX ISA calls what sub.cc writes a borrow, and says that subc subtracts it. That does not tell
// which of the two values stands for a borrow; code that nvcc makes (the division of 128-bit
// integers reads it with addc) relies on the hardware's: a - b is a + ~b + 1, and CC.CF is its
// carry.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Arithmetic.h"
#include "Emulator/Program/FunctionReader.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct CarryDetails {
  bool Multiplies, Subtracts, IsHigh;
  bool Reads, Writes; ///< CC.CF
  Slot Carry;
};
} // namespace

/// The low or high half of a product, as instructions of 32 or 64 bits make it.
template <class T> static T multiply(T A, T B, bool IsSigned, bool IsHigh) {
  using S = std::make_signed_t<T>;
  if (!IsHigh)
    return A * B;
  if (IsSigned)
    return T((__int128(S(A)) * S(B)) >> (8 * sizeof(T)));
  return T((static_cast<unsigned __int128>(A) * B) >> (8 * sizeof(T)));
}

/// a + b + carry, or a + ~b + carry; a product is the first summand.
template <class T> static Step executeCarrying(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<CarryDetails>();
  const T *X = G.lanes<T>(I.Operands[0]), *Y = G.lanes<T>(I.Operands[1]);
  const T *Z = Of.Multiplies ? G.lanes<T>(I.Operands[2]) : nullptr;
  const LaneMask In = Of.Reads ? G.getPredicate(Of.Carry) : Of.Subtracts ? AllLanes : 0;
  const T Flipped = Of.Subtracts ? T(~T(0)) : T(0);
  LaneMask Out = 0;
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const T A = Z ? multiply<T>(X[Lane], Y[Lane], I.On.isSigned(), Of.IsHigh) : X[Lane];
    const T B = (Z ? Z[Lane] : Y[Lane]) ^ Flipped, Carry = In >> Lane & 1;
    const auto Sum = static_cast<unsigned __int128>(A) + B + Carry;
    Values[Lane] = T(Sum);
    Out |= LaneMask(Sum >> (8 * sizeof(T)) & 1) << Lane;
  }
  G.set(I.Results[0], Values);
  if (Of.Writes)
    G.setPredicate(Of.Carry, Out);
  return Step::Next;
}

Error emulator::readCarrying(InstructionReader &R) {
  const StringRef Name = R.Source.Name;
  CarryDetails Of;
  Of.Multiplies = Name.starts_with("mad");
  Of.Subtracts = Name.starts_with("sub");
  Of.Reads = Name.ends_with("c");
  const StringRef Part = Of.Multiplies ? R.takeOneOf({".lo", ".hi"}) : StringRef(".lo");
  Of.IsHigh = Part == ".hi";
  Of.Writes = R.take(".cc");
  Of.Carry = R.getFunction().getCarry();
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Part.empty() || !T->isInteger() || T->Count != 1 || (T->Width != 32 && T->Width != 64))
    return R.fail("expected '.lo' or '.hi' of a product, and a type of 32 or 64 bits");
  R.Result.On = *T;
  R.Result.Execute = T->Width == 32 ? executeCarrying<uint32_t> : executeCarrying<uint64_t>;
  R.setDetails(Of);
  return Of.Multiplies ? readLaneOperands(R, *T, {*T, *T, *T}) : readLaneOperands(R, *T, {*T, *T});
}
