//===- Reduction.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on an element: sums are rounded to nearest even (PTX ISA, "cp.reduce.async.bulk").
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Reduction.h"
#include "Emulator/Machine/HalfNumbers.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Op = AtomicOperation;

bool emulator::canReduce(AtomicOperation Operation, Type T) {
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
  case Op::Exch:
  case Op::Cas:
    break;
  }
  return false;
}

template <class W> static W combineFloats(Op Is, W Old, W B) {
  if (Is == Op::Add)
    return Old + B;
  if (Old != Old || B != B)
    return Old == Old ? Old : B;
  const bool IsLess = Old < B || (Old == B && std::signbit(Old));
  return IsLess == (Is == Op::Min) ? Old : B;
}

uint64_t emulator::combine(Op Is, const Type &T, bool Flushes, uint64_t Old, uint64_t B) {
  if (Is == Op::Exch)
    return B;
  if (T.isFloat(64))
    return llvm::bit_cast<uint64_t>(
        combineFloats(Is, llvm::bit_cast<double>(Old), llvm::bit_cast<double>(B)));
  if (T.isFloat(32)) {
    const float X = llvm::bit_cast<float>(uint32_t(Old)), Y = llvm::bit_cast<float>(uint32_t(B));
    const float Result =
        Flushes ? flush(combineFloats(Is, flush(X), flush(Y))) : combineFloats(Is, X, Y);
    return Result == Result ? llvm::bit_cast<uint32_t>(Result) : SingleNaN;
  }
  if (T.Is == Type::Float)
    return encodeHalf(combineFloats(Is, decodeHalf(uint16_t(Old)), decodeHalf(uint16_t(B))));
  if (T.Is == Type::BFloat)
    return encodeBFloat(combineFloats(Is, decodeBFloat(uint16_t(Old)), decodeBFloat(uint16_t(B))));
  if (T.Width == 64)
    return T.isSigned() ? uint64_t(combineIntegers(Is, int64_t(Old), int64_t(B)))
                        : combineIntegers(Is, Old, B);
  return T.isSigned() ? uint32_t(combineIntegers(Is, int32_t(Old), int32_t(B)))
                      : combineIntegers(Is, uint32_t(Old), uint32_t(B));
}
