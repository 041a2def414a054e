//===- ExactSum.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of products without any rounding: a fixed-point number that is wide enough for
// products of f64 and for products of scaled narrow types. What was added with a plus
// and what was added with a minus is kept apart, so that the sum of the magnitudes,
// which error bounds are made of, is there as well. Knows no format: NumberFormats
// reads numbers into it and rounds it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_EXACTSUM_H
#define NVPTXTENSORCORE_NUMBERS_EXACTSUM_H

#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstdint>

namespace llvm::tensorcore {

/// A finite number, an infinity or a NaN; finite ones are +/- Significand * 2^Exponent.
struct Number {
  enum Kind { Finite, Infinity, NaN };
  Kind Class = Finite;
  bool IsNegative = false;
  uint64_t Significand = 0;
  int Exponent = 0;

  bool isZero() const { return Class == Finite && Significand == 0; }
  long double toLongDouble() const;
};

class ExactSum {
public:
  static constexpr int LowestExponent = -2176;
  static constexpr unsigned NumLimbs = 70;
  /// Little-endian; bit i stands for 2^(LowestExponent + i).
  using Magnitude = std::array<uint64_t, NumLimbs>;

  /// Adds +/- Significand * 2^Exponent, which must be in the range of products.
  void add(bool IsNegative, unsigned __int128 Significand, int Exponent);
  /// Finite numbers only.
  void add(const Number &N) { add(N.IsNegative, N.Significand, N.Exponent); }
  void subtract(const Number &N) { add(!N.IsNegative, N.Significand, N.Exponent); }
  void addProduct(const Number &X, const Number &Y);

  /// -1, 0 or 1.
  int getSign() const;
  /// The absolute value of the sum.
  Magnitude getMagnitude() const;
  /// The sum, with the rounding of long double.
  long double toLongDouble() const;
  /// The sum of the absolute values of all that was added.
  long double getTotalMagnitude() const;
  /// Returns true if everything that was added had the same sign.
  bool isMonotone() const;

private:
  std::array<Magnitude, 2> Parts = {}; ///< of positive and of negative addends
};

/// The index of the highest bit that is set; -1 without one.
int getHighestBit(const ExactSum::Magnitude &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_EXACTSUM_H
