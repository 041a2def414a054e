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

#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "Emulator/Program/FunctionReader.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct CarryDetails {
  bool Multiplies, Subtracts, IsHigh;
  bool Reads, Writes = false; ///< CC.CF
  Slot Carry = {};
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

template <bool Subtracts, bool Reads, bool Multiplies = false, bool IsHigh = false>
static Error readCarrying(InstructionReader &R) {
  CarryDetails Of = {Multiplies, Subtracts, IsHigh, Reads};
  Of.Writes = !Reads || R.get<words::CarryOut>() == words::CarryOut::Cc;
  Of.Carry = R.getFunction().getCarry();
  R.Result.On = R.type();
  R.Result.Execute = R.type().Width == 32 ? executeCarrying<uint32_t> : executeCarrying<uint64_t>;
  R.setDetails(Of);
  return Error::success();
}

ArrayRef<RowReader> emulator::getCarryRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ADD_CC, readCarrying<false, false>},
      {PTX_ADDC, readCarrying<false, true>},
      {PTX_SUB_CC, readCarrying<true, false>},
      {PTX_SUBC, readCarrying<true, true>},
      {PTX_MAD_LO_CC, readCarrying<false, false, true, false>},
      {PTX_MAD_HI_CC, readCarrying<false, false, true, true>},
      {PTX_MADC_LO, readCarrying<false, true, true, false>},
      {PTX_MADC_HI, readCarrying<false, true, true, true>},
  };
  return Rows;
}
