//===- Reduction.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of an element. PTX ISA, "cp.reduce.async.bulk": sums are rounded to nearest even, and
// those of f32 flush subnormal numbers to zeros with their sign.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Reduction.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Op = ReductionOperation;

bool emulator::canReduce(ReductionOperation Operation, Type T) {
  const bool IsWide = T.Count == 1 && (T.Width == 32 || T.Width == 64);
  const bool IsHalf = T.Count == 1 && T.Width == 16;
  const bool IsFloat = T.Is == Type::Float || T.Is == Type::BFloat;
  switch (Operation) {
  case Op::Add:
    return IsFloat ? IsWide || IsHalf : IsWide && T.isInteger() && T.Is != Type::Bits;
  case Op::Min:
  case Op::Max:
    return IsFloat ? IsHalf : IsWide && T.isInteger() && T.Is != Type::Bits;
  case Op::Inc:
  case Op::Dec:
    return T.Is == Type::Unsigned && T.Width == 32 && T.Count == 1;
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return IsWide && T.isInteger();
  }
  return false;
}

template <class To, class From> static To bitCast(From Value) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To Result;
  std::memcpy(&Result, &Value, sizeof(To));
  return Result;
}

/// Of integers, signed or not.
template <class T> static T apply(T A, T B, Op Operation) {
  switch (Operation) {
  case Op::Add:
    return T(std::make_unsigned_t<T>(A) + std::make_unsigned_t<T>(B));
  case Op::Min:
    return std::min(A, B);
  case Op::Max:
    return std::max(A, B);
  case Op::Inc:
    return A >= B ? 0 : A + 1;
  case Op::Dec:
    return A == 0 || A > B ? B : A - 1;
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  }
  return A;
}

static float flush(float Value) {
  return std::fpclassify(Value) == FP_SUBNORMAL ? std::copysign(0.0f, Value) : Value;
}

static uint16_t applyHalf(uint16_t A, uint16_t B, Op Operation, const fltSemantics &Format) {
  APFloat X(Format, APInt(16, A)), Y(Format, APInt(16, B));
  if (Operation == Op::Add)
    X.add(Y, APFloat::rmNearestTiesToEven);
  else
    X = Operation == Op::Min ? minnum(X, Y) : maxnum(X, Y);
  constexpr uint16_t NaN = 0x7FFF; // what PTX has
  return X.isNaN() ? NaN : uint16_t(X.bitcastToAPInt().getZExtValue());
}

static uint64_t compute(uint64_t A, uint64_t B, Op Operation, Type T) {
  if (T.Width == 16)
    return applyHalf(uint16_t(A), uint16_t(B), Operation,
                     T.Is == Type::BFloat ? APFloat::BFloat() : APFloat::IEEEhalf());
  if (T.Is == Type::Float && T.Width == 32)
    return bitCast<uint32_t>(
        flush(flush(bitCast<float>(uint32_t(A))) + flush(bitCast<float>(uint32_t(B)))));
  if (T.Is == Type::Float)
    return bitCast<uint64_t>(bitCast<double>(A) + bitCast<double>(B));
  if (T.Width == 32)
    return T.isSigned() ? uint32_t(apply(int32_t(A), int32_t(B), Operation))
                        : apply(uint32_t(A), uint32_t(B), Operation);
  return T.isSigned() ? uint64_t(apply(int64_t(A), int64_t(B), Operation)) : apply(A, B, Operation);
}

template <class Word> static void exchange(uint8_t *Memory, uint64_t Value, Op Operation, Type T) {
  auto *Place = reinterpret_cast<Word *>(Memory);
  Word Before = __atomic_load_n(Place, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(Place, &Before, Word(compute(Before, Value, Operation, T)),
                                      true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

void emulator::reduce(uint8_t *Memory, uint64_t Value, ReductionOperation Operation, Type T) {
  switch (T.Width) {
  case 16:
    return exchange<uint16_t>(Memory, Value, Operation, T);
  case 32:
    return exchange<uint32_t>(Memory, Value, Operation, T);
  default:
    return exchange<uint64_t>(Memory, Value, Operation, T);
  }
}
