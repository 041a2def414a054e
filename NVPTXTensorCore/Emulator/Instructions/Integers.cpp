//===- Integers.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic: sums, products, quotients, minima and maxima. Opcodes that floating-point
// numbers have, too, are handed on from here.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

bool emulator::operatesOnFloats(const InstructionReader &R) {
  for (StringRef M : llvm::reverse(R.Source.Modifiers))
    if (const std::optional<Type> T = parseType(M))
      return isFloat(*T) || T->Is == Type::Narrow;
  return false;
}

//===----------------------------------------------------------------------===//
// What is computed
//===----------------------------------------------------------------------===//

namespace {

/// Wide enough that products of unsigned 16-bit numbers do not overflow an int.
template <class T> using Unsigned = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
template <class T> constexpr T Lowest = std::numeric_limits<T>::min();
template <class T> constexpr T Highest = std::numeric_limits<T>::max();

template <class T> struct Add {
  static T apply(T A, T B) { return T(Unsigned<T>(A) + Unsigned<T>(B)); }
};
template <class T> struct Subtract {
  static T apply(T A, T B) { return T(Unsigned<T>(A) - Unsigned<T>(B)); }
};
template <class T> struct MultiplyLow {
  static T apply(T A, T B) { return T(Unsigned<T>(A) * Unsigned<T>(B)); }
};
template <class T> struct Min {
  static T apply(T A, T B) { return A < B ? A : B; }
};
template <class T> struct Max {
  static T apply(T A, T B) { return A > B ? A : B; }
};
template <class T> struct MinRelu {
  static T apply(T A, T B) { return Max<T>::apply(Min<T>::apply(A, B), 0); }
};
template <class T> struct MaxRelu {
  static T apply(T A, T B) { return Max<T>::apply(Max<T>::apply(A, B), 0); }
};
/// Division by zero has no defined result; this is what the hardware's sequence makes of it.
template <class T> struct Divide {
  static T apply(T A, T B) {
    if (B == 0)
      return T(-1);
    return std::is_signed_v<T> && B == T(-1) ? Subtract<T>::apply(0, A) : T(A / B);
  }
};
template <class T> struct Remainder {
  static T apply(T A, T B) {
    if (B == 0)
      return A;
    return std::is_signed_v<T> && B == T(-1) ? T(0) : T(A % B);
  }
};
template <class T> struct Negate {
  static T apply(T A) { return Subtract<T>::apply(0, A); }
};
template <class T> struct Absolute {
  static T apply(T A) { return A < 0 ? Negate<T>::apply(A) : A; }
};
template <class T> struct SumOfDifference { // sad: c + |a - b|
  static T apply(T A, T B, T C) {
    const T Difference = A < B ? Subtract<T>::apply(B, A) : Subtract<T>::apply(A, B);
    return Add<T>::apply(C, Difference);
  }
};

template <class T> struct Doubled;
template <> struct Doubled<int8_t> {
  using Type = int16_t;
};
template <> struct Doubled<uint8_t> {
  using Type = uint16_t;
};
template <> struct Doubled<int16_t> {
  using Type = int32_t;
};
template <> struct Doubled<uint16_t> {
  using Type = uint32_t;
};
template <> struct Doubled<int32_t> {
  using Type = int64_t;
};
template <> struct Doubled<uint32_t> {
  using Type = uint64_t;
};
template <> struct Doubled<int64_t> {
  using Type = __int128;
};
template <> struct Doubled<uint64_t> {
  using Type = unsigned __int128;
};
template <class T> using Wide = typename Doubled<T>::Type;

template <class T> struct MultiplyWide {
  static Wide<T> apply(T A, T B) { return Wide<T>(A) * B; }
};
template <class T> struct MultiplyHigh {
  static T apply(T A, T B) { return T((Wide<T>(A) * B) >> (8 * sizeof(T))); }
};
template <class T> struct MultiplyAddLow {
  static T apply(T A, T B, T C) { return Add<T>::apply(MultiplyLow<T>::apply(A, B), C); }
};
template <class T> struct MultiplyAddHigh {
  static T apply(T A, T B, T C) { return Add<T>::apply(MultiplyHigh<T>::apply(A, B), C); }
};
template <class T> struct MultiplyAddWide {
  static Wide<T> apply(T A, T B, Wide<T> C) {
    return Add<Wide<T>>::apply(MultiplyWide<T>::apply(A, B), C);
  }
};

// .s32 with .sat

int32_t saturate(int64_t A) {
  return int32_t(std::clamp<int64_t>(A, Lowest<int32_t>, Highest<int32_t>));
}
struct AddSaturating {
  static int32_t apply(int32_t A, int32_t B) { return saturate(int64_t(A) + B); }
};
struct SubtractSaturating {
  static int32_t apply(int32_t A, int32_t B) { return saturate(int64_t(A) - B); }
};
struct MultiplyAddHighSaturating {
  static int32_t apply(int32_t A, int32_t B, int32_t C) {
    return saturate(int64_t(MultiplyHigh<int32_t>::apply(A, B)) + C);
  }
};

//===----------------------------------------------------------------------===//
// Handlers by type
//===----------------------------------------------------------------------===//

template <template <class> class Op> struct Unary {
  template <class T> struct Of {
    static Handler get() { return executeUnary<Op<T>, T, T>; }
  };
};
template <template <class> class Op> struct Binary {
  template <class T> struct Of {
    static Handler get() { return executeBinary<Op<T>, T, T>; }
  };
};
template <template <class> class Op> struct Ternary {
  template <class T> struct Of {
    static Handler get() { return executeTernary<Op<T>, T, T>; }
  };
};
template <class T> struct WideProduct {
  static Handler get() {
    if constexpr (sizeof(T) < 8)
      return executeBinary<MultiplyWide<T>, Wide<T>, T>;
    return nullptr;
  }
};
template <class T> struct WideProductSum {
  static Handler get() {
    if constexpr (sizeof(T) < 8)
      return executeTernary<MultiplyAddWide<T>, Wide<T>, T>;
    return nullptr;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// The type that the instruction operates on, which must be one of integers.
static Expected<Type> expectInteger(InstructionReader &R, bool MayBePacked = false) {
  Expected<Type> T = R.expectType();
  const bool IsPacked = T && T->Count > 1;
  if (T && (!T->isInteger() || T->Width > 64 || (IsPacked && !MayBePacked) ||
            (IsPacked && T->getBits() != 32)))
    return R.fail("the emulator does not know the type '." + T->Name + "' here");
  if (T)
    R.Result.On = *T;
  return T;
}

template <template <class> class Op> static Handler choosePacked(const Type &T) {
  if (T.Count == 2 && T.Width == 16)
    return T.isSigned() ? executePacked<Op<int16_t>, int16_t>
                        : executePacked<Op<uint16_t>, uint16_t>;
  return T.isSigned() ? executePacked<Op<int8_t>, int8_t> : executePacked<Op<uint8_t>, uint8_t>;
}

/// `d, a, b`, of packed types, too.
template <template <class> class Op, bool MayBePacked = true>
static Error readBinary(InstructionReader &R) {
  Expected<Type> T = expectInteger(R, MayBePacked);
  if (!T)
    return T.takeError();
  R.Result.Execute =
      T->Count > 1 ? choosePacked<Op>(*T) : chooseForInteger<Binary<Op>::template Of>(*T);
  return readLaneOperands(R, *T, {*T, *T});
}

template <template <class> class Op, class Saturating>
static Error readAddition(InstructionReader &R) {
  if (!R.take(".sat"))
    return readBinary<Op>(R);
  Expected<Type> T = expectInteger(R);
  if (!T)
    return T.takeError();
  if (!T->is("s32"))
    return R.fail("expected '.s32' after '.sat'");
  R.Result.Execute = executeBinary<Saturating, int32_t, int32_t>;
  return readLaneOperands(R, *T, {*T, *T});
}

template <template <class> class Op, template <class> class Relu>
static Error readExtremum(InstructionReader &R) {
  return R.takeAnywhere(".relu") ? readBinary<Relu>(R) : readBinary<Op>(R);
}

template <template <class> class Op> static Error readUnary(InstructionReader &R) {
  Expected<Type> T = expectInteger(R);
  if (!T)
    return T.takeError();
  R.Result.Execute = chooseForInteger<Unary<Op>::template Of>(*T);
  return readLaneOperands(R, *T, {*T});
}

static Error readSumOfDifferences(InstructionReader &R) {
  Expected<Type> T = expectInteger(R);
  if (!T)
    return T.takeError();
  R.Result.Execute = chooseForInteger<Ternary<SumOfDifference>::Of>(*T);
  return readLaneOperands(R, *T, {*T, *T, *T});
}

static Error readProduct(InstructionReader &R) {
  const StringRef Part = R.takeOneOf({".lo", ".hi", ".wide"});
  Expected<Type> T = expectInteger(R);
  if (!T)
    return T.takeError();
  if (Part == ".wide" && T->Width == 64)
    return R.fail("'.wide' is of types with 16 and 32 bits");
  Type D = *T;
  if (Part == ".wide") {
    D = getBitsType(2 * T->Width);
    R.Result.Execute = chooseForInteger<WideProduct>(*T);
  } else if (Part == ".hi") {
    R.Result.Execute = chooseForInteger<Binary<MultiplyHigh>::Of>(*T);
  } else if (Part == ".lo") {
    R.Result.Execute = chooseForInteger<Binary<MultiplyLow>::Of>(*T);
  } else {
    return R.fail("expected '.lo', '.hi' or '.wide'");
  }
  return readLaneOperands(R, D, {*T, *T});
}

static Error readProductSum(InstructionReader &R) {
  const StringRef Part = R.takeOneOf({".lo", ".hi", ".wide"});
  const bool Saturates = Part == ".hi" && R.take(".sat");
  Expected<Type> T = expectInteger(R);
  if (!T)
    return T.takeError();
  Type D = *T;
  if (Saturates)
    R.Result.Execute = executeTernary<MultiplyAddHighSaturating, int32_t, int32_t>;
  else if (Part == ".hi")
    R.Result.Execute = chooseForInteger<Ternary<MultiplyAddHigh>::Of>(*T);
  else if (Part == ".lo")
    R.Result.Execute = chooseForInteger<Ternary<MultiplyAddLow>::Of>(*T);
  else if (Part == ".wide" && T->Width < 64)
    D = getBitsType(2 * T->Width), R.Result.Execute = chooseForInteger<WideProductSum>(*T);
  else
    return R.fail("expected '.lo', '.hi' or '.wide'");
  if (Saturates && !T->is("s32"))
    return R.fail("expected '.s32' after '.sat'");
  return readLaneOperands(R, D, {*T, *T, D});
}

/// What floating-point numbers have, too.
template <FamilyReader OfFloats, FamilyReader OfIntegers>
static Error readEither(InstructionReader &R) {
  return operatesOnFloats(R) ? OfFloats(R) : OfIntegers(R);
}

/// add, sub, mad with .cc are in Carry.cpp.
template <FamilyReader OfFloats, FamilyReader OfIntegers>
static Error readWithCarry(InstructionReader &R) {
  if (is_contained(R.Source.Modifiers, ".cc"))
    return readCarrying(R);
  return readEither<OfFloats, OfIntegers>(R);
}

ArrayRef<InstructionFamily> emulator::getIntegerInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"add", readWithCarry<readFloatAdd, readAddition<Add, AddSaturating>>},
      {"sub", readWithCarry<readFloatSubtract, readAddition<Subtract, SubtractSaturating>>},
      {"mul", readEither<readFloatMultiply, readProduct>},
      {"mad", readWithCarry<readFloatMultiplyAdd, readProductSum>},
      {"sad", readSumOfDifferences},
      {"div", readEither<readFloatDivide, readBinary<Divide, false>>},
      {"rem", readBinary<Remainder, false>},
      {"abs", readEither<readFloatAbsolute, readUnary<Absolute>>},
      {"neg", readEither<readFloatNegate, readUnary<Negate>>},
      {"min", readEither<readFloatMin, readExtremum<Min, MinRelu>>},
      {"max", readEither<readFloatMax, readExtremum<Max, MaxRelu>>},
      {"addc", readCarrying},
      {"subc", readCarrying},
      {"madc", readCarrying},
  };
  return Families;
}
