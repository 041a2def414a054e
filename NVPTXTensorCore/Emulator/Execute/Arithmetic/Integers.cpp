//===- Integers.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic: sums, products, quotients, minima and maxima.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

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
// Rows
//===----------------------------------------------------------------------===//

template <template <class> class Choose> static Error readIntegers(InstructionReader &R) {
  R.Result.On = R.type();
  R.Result.Execute = chooseForInteger<Choose>(R.type());
  return Error::success();
}

template <template <class> class Op> static Error readPacked(InstructionReader &R) {
  R.Result.On = R.type();
  R.Result.Execute = R.type().isSigned() ? executePacked<Op<int16_t>, int16_t>
                                         : executePacked<Op<uint16_t>, uint16_t>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getIntegerRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ADD, readIntegers<Binary<Add>::Of>},
      {PTX_ADD_PACKED, readPacked<Add>},
      {PTX_ADD_SAT, readAs<executeBinary<AddSaturating, int32_t, int32_t>>},
      {PTX_SUB, readIntegers<Binary<Subtract>::Of>},
      {PTX_SUB_SAT, readAs<executeBinary<SubtractSaturating, int32_t, int32_t>>},
      {PTX_MUL_LO, readIntegers<Binary<MultiplyLow>::Of>},
      {PTX_MUL_HI, readIntegers<Binary<MultiplyHigh>::Of>},
      {PTX_MUL_WIDE, readIntegers<WideProduct>},
      {PTX_MAD_LO, readIntegers<Ternary<MultiplyAddLow>::Of>},
      {PTX_MAD_HI, readIntegers<Ternary<MultiplyAddHigh>::Of>},
      {PTX_MAD_HI_SAT, readAs<executeTernary<MultiplyAddHighSaturating, int32_t, int32_t>>},
      {PTX_MAD_WIDE, readIntegers<WideProductSum>},
      {PTX_SAD, readIntegers<Ternary<SumOfDifference>::Of>},
      {PTX_DIV, readIntegers<Binary<Divide>::Of>},
      {PTX_REM, readIntegers<Binary<Remainder>::Of>},
      {PTX_ABS, readIntegers<Unary<Absolute>::Of>},
      {PTX_NEG, readIntegers<Unary<Negate>::Of>},
      {PTX_MIN, readIntegers<Binary<Min>::Of>},
      {PTX_MIN_PACKED, readPacked<Min>},
      {PTX_MIN_RELU, readIntegers<Binary<MinRelu>::Of>},
      {PTX_MIN_RELU_PACKED, readPacked<MinRelu>},
      {PTX_MAX, readIntegers<Binary<Max>::Of>},
      {PTX_MAX_PACKED, readPacked<Max>},
      {PTX_MAX_RELU, readIntegers<Binary<MaxRelu>::Of>},
      {PTX_MAX_RELU_PACKED, readPacked<MaxRelu>},
  };
  return Rows;
}
