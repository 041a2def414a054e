//===- Multiply24.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of the lower 24 bits: mul24, mad24. The lower half has bits 0 to 31 of the product, the
// upper one bits 16 to 47.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include <limits>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

template <class T> T take24(T A) { return T(uint32_t(A) << 8) >> 8; }
template <class T> struct Multiply24Low {
  static T apply(T A, T B) { return T(int64_t(take24(A)) * take24(B)); }
};
template <class T> struct Multiply24High {
  static T apply(T A, T B) { return T((int64_t(take24(A)) * take24(B)) >> 16); }
};
template <class T> struct MultiplyAdd24Low {
  static T apply(T A, T B, T C) { return T(uint32_t(Multiply24Low<T>::apply(A, B)) + uint32_t(C)); }
};
template <class T> struct MultiplyAdd24High {
  static T apply(T A, T B, T C) {
    return T(uint32_t(Multiply24High<T>::apply(A, B)) + uint32_t(C));
  }
};
struct MultiplyAdd24HighSaturating {
  static int32_t apply(int32_t A, int32_t B, int32_t C) {
    constexpr int64_t Lowest = std::numeric_limits<int32_t>::min();
    constexpr int64_t Highest = std::numeric_limits<int32_t>::max();
    return int32_t(std::clamp(int64_t(Multiply24High<int32_t>::apply(A, B)) + C, Lowest, Highest));
  }
};

} // namespace

template <template <class> class Op> static Error readProduct(InstructionReader &R) {
  R.Result.Execute = R.type().isSigned() ? executeBinary<Op<int32_t>, int32_t, int32_t>
                                         : executeBinary<Op<uint32_t>, uint32_t, uint32_t>;
  return Error::success();
}
template <template <class> class Op> static Error readProductSum(InstructionReader &R) {
  R.Result.Execute = R.type().isSigned() ? executeTernary<Op<int32_t>, int32_t, int32_t>
                                         : executeTernary<Op<uint32_t>, uint32_t, uint32_t>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getMultiply24Rows() {
  static constexpr RowReader Rows[] = {
      {PTX_MUL24_LO, readProduct<Multiply24Low>},
      {PTX_MUL24_HI, readProduct<Multiply24High>},
      {PTX_MAD24_LO, readProductSum<MultiplyAdd24Low>},
      {PTX_MAD24_HI, readProductSum<MultiplyAdd24High>},
      {PTX_MAD24_HI_SAT, readAs<executeTernary<MultiplyAdd24HighSaturating, int32_t, int32_t>>},
  };
  return Rows;
}
