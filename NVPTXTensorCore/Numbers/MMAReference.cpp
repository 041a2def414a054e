//===- MMAReference.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are decoded once. A product of four significands (two elements, two scales)
// fits 128 bits for every format that has scales.
//
//===----------------------------------------------------------------------===//

#include "Numbers/MMAReference.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

static std::vector<Number> decode(const Tile &T, const NumberFormat &Format) {
  std::vector<Number> Numbers(T.Codes.size());
  std::transform(T.Codes.begin(), T.Codes.end(), Numbers.begin(),
                 [&](uint64_t Code) { return Format.decode(Code); });
  return Numbers;
}

MMAReference::MMAReference(const Multiplication &Mul, const OperandTiles &Tiles)
    : Mul(Mul), Tiles(Tiles), A(decode(Tiles.A, Mul.A)), B(decode(Tiles.B, Mul.B)),
      C(decode(Tiles.C, Mul.C)) {
  if (!Mul.Scale)
    return;
  ScaleA = decode(Tiles.ScaleA, *Mul.Scale);
  ScaleB = decode(Tiles.ScaleB, *Mul.Scale);
}

unsigned MMAReference::getColumn(unsigned Row, unsigned KeptColumn) const {
  return Mul.Group ? getLogicalColumn(*Mul.Group, Tiles.Metadata, Row, KeptColumn) : KeptColumn;
}

static void addInfinity(DotProduct &Dot, bool IsNegative) {
  (IsNegative ? Dot.HasNegativeInfinity : Dot.HasPositiveInfinity) = true;
}

void MMAReference::addFloat(DotProduct &Dot, const Number &X, const Number &Y, unsigned Row,
                            unsigned Column, unsigned LogicalColumn) const {
  const Number One = {Number::Finite, false, 1, 0};
  unsigned Block = Mul.Scale ? LogicalColumn / (Mul.K / Mul.ScaleCount) : 0;
  const Number &SX = Mul.Scale ? ScaleA[Row * Mul.ScaleCount + Block] : One;
  const Number &SY = Mul.Scale ? ScaleB[Block * Mul.N + Column] : One;
  bool IsNegative = X.IsNegative != Y.IsNegative;
  bool IsZero = X.isZero() || Y.isZero() || SX.isZero() || SY.isZero();
  bool IsInfinite = false;
  for (const Number *Factor : {&X, &Y, &SX, &SY}) {
    Dot.HasNaN |= Factor->Class == Number::NaN;
    IsInfinite |= Factor->Class == Number::Infinity;
  }
  if (IsInfinite) {
    Dot.HasNaN |= IsZero;
    return addInfinity(Dot, IsNegative);
  }
  if (IsZero || Dot.HasNaN)
    return;
  unsigned __int128 Product = (unsigned __int128)X.Significand * Y.Significand;
  if (Mul.Scale)
    Product *= SX.Significand * SY.Significand;
  Dot.Sum.add(IsNegative, Product, X.Exponent + Y.Exponent + SX.Exponent + SY.Exponent);
}

void MMAReference::addInteger(DotProduct &Dot, const Number &X, const Number &Y) const {
  int64_t Product = Mul.Operator == Multiplication::XorPopc
                        ? int64_t(X.Significand ^ Y.Significand)
                        : int64_t(X.Significand * Y.Significand);
  Dot.Total += uint64_t(Product);
  Dot.Integer += X.IsNegative != Y.IsNegative ? -Product : Product;
}

DotProduct MMAReference::get(unsigned Row, unsigned Column, unsigned Matrix) const {
  DotProduct Dot;
  const Number &Addend = C[(Matrix * Mul.M + Row) * Mul.N + Column];
  if (!Mul.isFloat()) {
    Dot.Integer = Addend.IsNegative ? -int64_t(Addend.Significand) : int64_t(Addend.Significand);
    Dot.Total = Addend.Significand;
  } else if (Addend.Class == Number::Infinity) {
    addInfinity(Dot, Addend.IsNegative);
  } else if (Addend.Class == Number::NaN) {
    Dot.HasNaN = true;
  } else {
    Dot.Sum.add(Addend);
  }
  for (unsigned Kept = 0, E = Mul.getKeptColumns(); Kept != E; ++Kept) {
    if (Kept == Dropped)
      continue;
    unsigned Logical = getColumn(Row, Kept);
    const Number &X = A[(Matrix * Mul.M + Row) * E + Kept];
    const Number &Y = B[(Matrix * Mul.K + Logical) * Mul.N + Column];
    ++Dot.NumTerms;
    if (Mul.isFloat())
      addFloat(Dot, X, Y, Row, Column, Logical);
    else
      addInteger(Dot, X, Y);
  }
  return Dot;
}

static uint64_t encodeInteger(const Multiplication &Mul, int64_t Value) {
  if (Mul.Saturates) {
    int64_t Largest = int64_t(Mul.D.getLargest());
    Value = std::clamp(Value, -Largest - 1, Largest);
  }
  return Mul.D.encodeInteger(Value); // wraps around
}

uint64_t tensorcore::encodeResult(const Multiplication &Mul, const DotProduct &Dot) {
  if (!Mul.isFloat())
    return encodeInteger(Mul, Dot.Integer);
  // Saturated floating-point results are finite: +0 for NaN.
  if (Dot.isNaN())
    return Mul.Saturates ? 0 : Mul.D.getNaN();
  if (Dot.isInfinite())
    return Mul.Saturates ? Mul.D.getLargest(Dot.HasNegativeInfinity)
                         : Mul.D.getInfinity(Dot.HasNegativeInfinity);
  uint64_t Code = Mul.D.encode(Dot.Sum, Mul.Mode);
  if (Mul.Saturates && Mul.D.decode(Code).Class == Number::Infinity)
    return Mul.D.getLargest(Dot.Sum.getSign() < 0);
  return Code;
}

uint64_t MMAReference::getCode(unsigned Row, unsigned Column, unsigned Matrix) const {
  return encodeResult(Mul, get(Row, Column, Matrix));
}

Tile MMAReference::getResult() const {
  Tile D(Mul.M, Mul.N, Mul.Count);
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Row = 0; Row != Mul.M; ++Row)
      for (unsigned Column = 0; Column != Mul.N; ++Column)
        D.at(Row, Column, Matrix) = getCode(Row, Column, Matrix);
  return D;
}
