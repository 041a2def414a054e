//===- ElementCodec.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements as numbers of the machine, fast: a double has every number of every format, except for
// integers of 64 bits. NumberFormats says the same one number at a time, and exactly.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_ELEMENTCODEC_H
#define NVPTXTENSORCORE_NUMBERS_ELEMENTCODEC_H

#include "Numbers/NumberFormats.h"

namespace llvm::tensorcore {

/// The elements of a format that take up 1, 2, 4, 8, 16, 32 or 64 bits each, as they are in
/// registers and in memory: of tf32, e3m2 and other formats with padding.
class ElementCodec {
public:
  /// Cheap: tables are made once for a format.
  ElementCodec(NumberFormat Format, unsigned ElementBits);
  /// Elements that are wide enough for their codes.
  explicit ElementCodec(NumberFormat Format)
      : ElementCodec(Format, unsigned(PowerOf2Ceil(Format.getWidth()))) {}

  const NumberFormat &getFormat() const { return Format; }
  unsigned getElementBits() const { return ElementBits; }

  double decode(uint64_t Element) const;
  /// Elements that lie one after another, from the lowest bits on. Those of fewer than 8 bits fill
  /// whole bytes.
  void decode(const void *Elements, size_t Count, double *Numbers) const;

  /// The element of a number that is rounded to nearest. Integers must be whole numbers of at most
  /// 53 bits. A saturating instruction gives the largest number where it is exceeded and +0 for
  /// NaN; others give infinity, the format's NaN, or an integer that wraps around.
  uint64_t encode(double Number, bool Saturates = false) const;
  /// Elements of 8 bits and more.
  void encode(const double *Numbers, size_t Count, void *Elements, bool Saturates = false) const;

private:
  enum Kind { Table, Half, Brain, Single, TF32, Double, Integer, Magnitude };

  /// Holds what rounding needs of a floating-point format.
  struct Limits {
    int FractionBits = 0, LowestNormal = 0;
    uint64_t Largest = 0, Infinity = 0, NaN = 0, SignBit = 0; ///< Infinity: or the largest number
    bool HasZeroExponent = false; ///< the smallest number has the exponent 0, as others have
  };
  static Limits getLimits(const NumberFormat &Format);
  static uint64_t roundMagnitude(double Number, const Limits &Of);
  uint64_t encodeFloat(double Number, bool Saturates) const;

  NumberFormat Format;
  unsigned ElementBits;
  Kind Is;
  const double *Values = nullptr; ///< of a Table, by element
  Limits Of;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_ELEMENTCODEC_H
