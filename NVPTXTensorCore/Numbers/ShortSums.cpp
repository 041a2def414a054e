//===- ShortSums.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of numbers that are cut off.
//
//===----------------------------------------------------------------------===//

#include "Numbers/ShortSums.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::hasShortSums(const Multiplication &Mul) {
  constexpr unsigned Width = 8, ResultWidth = 32;
  return Mul.isFloat() && Mul.A.getWidth() == Width && Mul.D.getWidth() == ResultWidth;
}

/// Cuts off what is below a power of two.
static double cutOff(double Value, int Exponent) {
  return std::ldexp(std::trunc(std::ldexp(Value, -Exponent)), Exponent);
}

double tensorcore::addShort(double C, ArrayRef<std::pair<double, double>> Factors) {
  bool HasAny = C != 0;
  int Largest = HasAny ? std::ilogb(C) : 0;
  double Plain = C;
  for (const auto &[A, B] : Factors) {
    Plain += A * B;
    if (A == 0 || B == 0)
      continue;
    // The exponent of a product before it is normalized.
    const int Exponent = std::ilogb(A) + std::ilogb(B);
    Largest = HasAny ? std::max(Largest, Exponent) : Exponent;
    HasAny = true;
  }
  if (!HasAny || !std::isfinite(Plain))
    return Plain;
  double Sum = cutOff(C, Largest - ShortFractionBits);
  for (const auto &[A, B] : Factors)
    Sum += cutOff(A * B, Largest - ShortFractionBits);
  return Sum == 0 ? 0 : cutOff(Sum, std::ilogb(Sum) - ShortFractionBits);
}

void tensorcore::multiplyShort(NumberTiles &T) {
  std::vector<std::pair<double, double>> Factors(T.KeptColumns);
  for (unsigned Row = 0; Row != T.M; ++Row)
    for (unsigned Column = 0; Column != T.N; ++Column) {
      for (unsigned Kept = 0; Kept != T.KeptColumns; ++Kept) {
        const unsigned Location = Row * T.KeptColumns + Kept;
        const unsigned K = T.Columns.empty() ? Kept : T.Columns[Location];
        Factors[Kept] = {T.A[Location], T.B[K * T.N + Column]};
      }
      double &D = T.D[Row * T.N + Column];
      D = addShort(D, Factors);
    }
}
