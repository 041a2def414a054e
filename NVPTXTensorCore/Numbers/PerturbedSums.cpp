//===- PerturbedSums.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products are added in groups, with what was summed up before. In a group each addend loses the
// bits that are `Bits` below the largest one. A group is no smaller than its loss: n products
// in g groups lose n + 2g parts of 2^-Bits, which is less than the n + 2 parts of 2^-p that are
// allowed where Bits exceeds p by two.
//
//===----------------------------------------------------------------------===//

#include "Numbers/PerturbedSums.h"
#include "Numbers/Accuracy.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Describes how one multiplication adds.
struct Manner {
  unsigned GroupSize;
  int Bits;
};

Manner chooseManner(const Multiplication &Mul, std::mt19937_64 &Random) {
  constexpr unsigned Sizes[] = {2, 4, 8, 16, 32};
  constexpr unsigned MoreBits = 4;
  const unsigned Size = Sizes[Random() % std::size(Sizes)];
  return {Size, int(getPreservedBits(Mul) + 2 + Random() % MoreBits)};
}

/// Cuts off what is below a power of two.
double cutOff(double Value, double Unit) { return std::trunc(Value / Unit) * Unit; }

double addGroup(double Sum, const double *Addends, unsigned Count, int Bits) {
  double Largest = std::fabs(Sum);
  for (unsigned I = 0; I != Count; ++I)
    Largest = std::max(Largest, std::fabs(Addends[I]));
  double Total = Sum;
  for (unsigned I = 0; I != Count; ++I)
    Total += Addends[I];
  if (Largest == 0 || !std::isfinite(Total))
    return Total;
  const double Unit = std::ldexp(1.0, std::ilogb(Largest) - Bits);
  double Result = cutOff(Sum, Unit);
  for (unsigned I = 0; I != Count; ++I)
    Result += cutOff(Addends[I], Unit);
  return Result;
}

double addAll(double Sum, std::vector<double> &Addends, Manner How) {
  for (unsigned I = 0; I < Addends.size(); I += How.GroupSize)
    Sum = addGroup(Sum, Addends.data() + I, std::min<unsigned>(How.GroupSize, Addends.size() - I),
                   How.Bits);
  return Sum;
}

} // namespace

/// The products of an element of D.
static void collectProducts(const NumberTiles &T, unsigned Row, unsigned Column,
                            std::vector<double> &Products) {
  Products.clear();
  for (unsigned Kept = 0; Kept != T.KeptColumns; ++Kept) {
    const unsigned Location = Row * T.KeptColumns + Kept;
    const unsigned K = T.Columns.empty() ? Kept : T.Columns[Location];
    double Product = T.A[Location] * T.B[K * T.N + Column];
    if (T.ScaleCount) {
      const unsigned Block = Kept / (T.KeptColumns / T.ScaleCount);
      Product *= T.ScaleA[Row * T.ScaleCount + Block] * T.ScaleB[Block * T.N + Column];
    }
    Products.push_back(Product);
  }
}

void tensorcore::multiplyPerturbed(const Multiplication &Mul, NumberTiles &T,
                                   std::mt19937_64 &Random) {
  thread_local std::vector<double> Products;
  const Manner How = chooseManner(Mul, Random);
  for (unsigned Row = 0; Row != T.M; ++Row)
    for (unsigned Column = 0; Column != T.N; ++Column) {
      collectProducts(T, Row, Column, Products);
      std::shuffle(Products.begin(), Products.end(), Random);
      double &D = T.D[Row * T.N + Column];
      D = addAll(D, Products, How);
    }
}
