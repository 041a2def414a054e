//===- FloatSigns.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that only look at the bits of floating-point numbers, or change their signs: abs,
// neg, copysign, testp.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/Arithmetic.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// The fields of a format with codes of type T.
template <class T> struct FloatBits {
  T Sign, Exponent;
};
/// Returns the bits of an element of a type, also of a packed one.
FloatBits<uint64_t> getBits(const Type &T) {
  if (T.Width == 64)
    return {0x8000000000000000, 0x7ff0000000000000};
  if (T.Width == 32)
    return {0x80000000, 0x7f800000};
  return {0x8000, uint64_t(T.Is == Type::BFloat ? 0x7f80 : 0x7c00)};
}

struct SignDetails {
  FloatBits<uint64_t> Bits;
  bool Flushes, IsAbsolute;
};

/// E is an element, D the register.
template <class E, class D> Step executeSign(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<SignDetails>();
  constexpr unsigned Count = WarpSize * sizeof(D) / sizeof(E);
  const E *X = G.lanes<E>(I.Operands[0]);
  const E Sign = E(Of.Bits.Sign), Exponent = E(Of.Bits.Exponent);
  const E Kept = Of.IsAbsolute ? E(~Sign) : E(~E(0)), Flipped = Of.IsAbsolute ? E(0) : Sign;
  E Elements[Count];
  for (unsigned Element = 0; Element != Count; ++Element) {
    const E Value = E((X[Element] & Kept) ^ Flipped);
    Elements[Element] = Of.Flushes && !(Value & Exponent) ? E(Value & Sign) : Value;
  }
  D Values[WarpSize];
  std::memcpy(Values, Elements, sizeof(Values));
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <class T> struct CopySign {
  static constexpr T Sign = T(1) << (8 * sizeof(T) - 1);
  static T apply(T A, T B) { return (A & Sign) | (B & ~Sign); }
};

using words::Property;

template <class T> Step executeTest(const Instruction &I, ThreadGroup &G) {
  const Property What = I.details<Property>();
  const FloatBits<uint64_t> Bits = getBits(I.On);
  const T *X = G.lanes<T>(I.Operands[0]);
  LaneMask Result = 0;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const T Magnitude = X[Lane] & ~T(Bits.Sign), Exponent = X[Lane] & T(Bits.Exponent);
    const bool IsFinite = Exponent != T(Bits.Exponent), IsInfinite = Magnitude == T(Bits.Exponent);
    const bool Holds = What == Property::Finite       ? IsFinite
                       : What == Property::Infinite   ? IsInfinite
                       : What == Property::Number     ? IsFinite || IsInfinite
                       : What == Property::Notanumber ? !IsFinite && !IsInfinite
                       : What == Property::Normal     ? IsFinite && Exponent
                                                      : !Exponent && Magnitude;
    Result |= LaneMask(Holds) << Lane;
  }
  G.setPredicate(I.Results[0], Result);
  return Step::Next;
}

} // namespace

template <bool IsAbsolute> static Error readSign(InstructionReader &R) {
  const Type &T = R.Result.On = R.type();
  R.setDetails(SignDetails{getBits(T), R.get<words::Ftz>() == words::Ftz::Ftz, IsAbsolute});
  R.Result.Execute = T.Width == 64   ? executeSign<uint64_t, uint64_t>
                     : T.Width == 32 ? executeSign<uint32_t, uint32_t>
                     : T.Count == 2  ? executeSign<uint16_t, uint32_t>
                                     : executeSign<uint16_t, uint16_t>;
  return Error::success();
}

static Error readCopySign(InstructionReader &R) {
  R.Result.Execute = R.type().Width == 32 ? executeBinary<CopySign<uint32_t>, uint32_t, uint32_t>
                                          : executeBinary<CopySign<uint64_t>, uint64_t, uint64_t>;
  return Error::success();
}

static Error readTest(InstructionReader &R) {
  R.Result.On = R.type();
  R.setDetails(R.get<Property>());
  R.Result.Execute = R.type().Width == 32 ? executeTest<uint32_t> : executeTest<uint64_t>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getSignRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ABS_F32, readSign<true>},  {PTX_ABS_F64, readSign<true>}, {PTX_NEG_F32, readSign<false>},
      {PTX_NEG_F64, readSign<false>}, {PTX_COPYSIGN, readCopySign},  {PTX_TESTP, readTest},
  };
  return Rows;
}
