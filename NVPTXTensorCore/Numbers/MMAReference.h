//===- MMAReference.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the expected result of a multiplication: each element of D as an exact sum of
// products, with the infinities and NaNs that the operands cause. Nothing is rounded here; the
// comparison decides how far from the exact sum a result may be.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_MMAREFERENCE_H
#define NVPTXTENSORCORE_NUMBERS_MMAREFERENCE_H

#include "Numbers/Multiplication.h"

namespace llvm::tensorcore {

/// An element of D before any rounding.
struct DotProduct {
  ExactSum Sum;          ///< of the finite addends; floating-point only
  int64_t Integer = 0;   ///< the sum; integers and single bits only
  uint64_t Total = 0;    ///< the sum of magnitudes; integers and single bits only
  unsigned NumTerms = 0; ///< products
  bool HasNaN = false;   ///< also of 0 * infinity
  bool HasPositiveInfinity = false, HasNegativeInfinity = false;

  bool isNaN() const { return HasNaN || (HasPositiveInfinity && HasNegativeInfinity); }
  bool isInfinite() const { return !isNaN() && (HasPositiveInfinity || HasNegativeInfinity); }
};

class MMAReference {
public:
  MMAReference(const Multiplication &Mul, const OperandTiles &Tiles);

  DotProduct get(unsigned Row, unsigned Column, unsigned Matrix = 0) const;

  /// The code of D if the exact sum is rounded once, as the multiplication says.
  uint64_t getCode(unsigned Row, unsigned Column, unsigned Matrix = 0) const;
  /// All of D.
  Tile getResult() const;

  /// For fault injection: leaves out the product of this kept column of A.
  void dropColumn(unsigned KeptColumn) { Dropped = KeptColumn; }

private:
  unsigned getColumn(unsigned Row, unsigned KeptColumn) const;
  void addFloat(DotProduct &Dot, const Number &A, const Number &B, unsigned Row, unsigned Column,
                unsigned LogicalColumn) const;
  void addInteger(DotProduct &Dot, const Number &A, const Number &B) const;

  const Multiplication &Mul;
  const OperandTiles &Tiles;
  std::vector<Number> A, B, C, ScaleA, ScaleB;
  unsigned Dropped = ~0u;
};

/// The code of D for a dot product that is rounded, saturated or wrapped once.
uint64_t encodeResult(const Multiplication &Mul, const DotProduct &Dot);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_MMAREFERENCE_H
