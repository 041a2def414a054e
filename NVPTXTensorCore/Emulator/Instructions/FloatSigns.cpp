//===- FloatSigns.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What only looks at the bits of floating-point numbers, or changes their signs: abs, neg,
// copysign, testp.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Arithmetic.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// The fields of a format with codes of type T.
template <class T> struct FloatBits {
  T Sign, Exponent;
};
/// Of elements of a type; of packed types those of one element.
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

enum class Property { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

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
                       : What == Property::NotANumber ? !IsFinite && !IsInfinite
                       : What == Property::Normal     ? IsFinite && Exponent
                                                      : !Exponent && Magnitude;
    Result |= LaneMask(Holds) << Lane;
  }
  G.setPredicate(I.Results[0], Result);
  return Step::Next;
}

} // namespace

static Error readSign(InstructionReader &R, bool IsAbsolute) {
  const bool Flushes = R.takeAnywhere(".ftz");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (!isFloat(*T) || T->getBits() > 64)
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  R.setDetails(SignDetails{getBits(*T), Flushes, IsAbsolute});
  R.Result.On = *T;
  if (T->Width == 64)
    R.Result.Execute = executeSign<uint64_t, uint64_t>;
  else if (T->Width == 32)
    R.Result.Execute =
        T->Count == 2 ? executeSign<uint32_t, uint64_t> : executeSign<uint32_t, uint32_t>;
  else
    R.Result.Execute =
        T->Count == 2 ? executeSign<uint16_t, uint32_t> : executeSign<uint16_t, uint16_t>;
  return readLaneOperands(R, *T, {*T});
}
Error emulator::readFloatAbsolute(InstructionReader &R) { return readSign(R, true); }
Error emulator::readFloatNegate(InstructionReader &R) { return readSign(R, false); }

static Expected<Type> expectSingleOrDouble(InstructionReader &R) {
  Expected<Type> T = R.expectType();
  if (T && !T->is("f32") && !T->is("f64"))
    return R.fail("expected '.f32' or '.f64', not '." + T->Name + "'");
  if (T)
    R.Result.On = *T;
  return T;
}

static Error readCopySign(InstructionReader &R) {
  Expected<Type> T = expectSingleOrDouble(R);
  if (!T)
    return T.takeError();
  R.Result.Execute = T->Width == 32 ? executeBinary<CopySign<uint32_t>, uint32_t, uint32_t>
                                    : executeBinary<CopySign<uint64_t>, uint64_t, uint64_t>;
  return readLaneOperands(R, *T, {*T, *T});
}

static Error readTest(InstructionReader &R) {
  const auto What = StringSwitch<std::optional<Property>>(R.peek())
                        .Case(".finite", Property::Finite)
                        .Case(".infinite", Property::Infinite)
                        .Case(".number", Property::Number)
                        .Case(".notanumber", Property::NotANumber)
                        .Case(".normal", Property::Normal)
                        .Case(".subnormal", Property::Subnormal)
                        .Default(std::nullopt);
  if (!What)
    return R.fail("the emulator does not know '" + R.peek() + "' here");
  R.take(R.peek());
  Expected<Type> T = expectSingleOrDouble(R);
  if (!T)
    return T.takeError();
  R.setDetails(*What);
  R.Result.Execute = T->Width == 32 ? executeTest<uint32_t> : executeTest<uint64_t>;
  return readLaneOperands(R, getBitsType(1), {*T});
}

ArrayRef<InstructionFamily> emulator::getSignInstructions() {
  static constexpr InstructionFamily Families[] = {{"copysign", readCopySign}, {"testp", readTest}};
  return Families;
}
