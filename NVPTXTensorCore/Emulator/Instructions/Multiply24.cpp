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

#include "Emulator/Instructions/LaneOperations.h"
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

static Error read24(InstructionReader &R, bool Adds) {
  const StringRef Part = R.takeOneOf({".lo", ".hi"});
  const bool Saturates = Adds && Part == ".hi" && R.take(".sat");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Part.empty() || (!T->is("s32") && !T->is("u32")) || (Saturates && !T->is("s32")))
    return R.fail("expected '.lo' or '.hi', and '.s32' or '.u32'");
  const bool IsHigh = Part == ".hi";
  auto Choose = [&](auto Of) -> Handler {
    using V = decltype(Of);
    if (!Adds)
      return IsHigh ? executeBinary<Multiply24High<V>, V, V>
                    : executeBinary<Multiply24Low<V>, V, V>;
    return IsHigh ? executeTernary<MultiplyAdd24High<V>, V, V>
                  : executeTernary<MultiplyAdd24Low<V>, V, V>;
  };
  R.Result.Execute = Saturates       ? executeTernary<MultiplyAdd24HighSaturating, int32_t, int32_t>
                     : T->isSigned() ? Choose(int32_t())
                                     : Choose(uint32_t());
  return Adds ? readLaneOperands(R, *T, {*T, *T, *T}) : readLaneOperands(R, *T, {*T, *T});
}
static Error readMultiply24(InstructionReader &R) { return read24(R, false); }
static Error readMultiplyAdd24(InstructionReader &R) { return read24(R, true); }

ArrayRef<InstructionFamily> emulator::getMultiply24Instructions() {
  static constexpr InstructionFamily Families[] = {{"mul24", readMultiply24},
                                                   {"mad24", readMultiplyAdd24}};
  return Families;
}
