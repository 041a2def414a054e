//===- ExactSum.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addition touches the few limbs that a product falls into and ripples a carry; the
// difference of the two parts is taken only when somebody asks for the sum.
//
//===----------------------------------------------------------------------===//

#include "Numbers/ExactSum.h"
#include <cassert>
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

long double Number::toLongDouble() const {
  if (Class == NaN)
    return std::nanl("");
  long double Value =
      Class == Infinity ? HUGE_VALL : std::ldexp((long double)Significand, Exponent);
  return IsNegative ? -Value : Value;
}

static void addTo(ExactSum::Magnitude &M, unsigned Limb, uint64_t Addend) {
  while (Addend) {
    assert(Limb < M.size() && "a sum that is out of range");
    M[Limb] += Addend;
    Addend = M[Limb] < Addend;
    ++Limb;
  }
}

void ExactSum::add(bool IsNegative, unsigned __int128 Significand, int Exponent) {
  if (!Significand)
    return;
  assert(Exponent >= LowestExponent && "a number that is out of range");
  unsigned Shift = Exponent - LowestExponent;
  unsigned Limb = Shift / 64, Bits = Shift % 64;
  Magnitude &M = Parts[IsNegative];
  uint64_t Low = uint64_t(Significand), High = uint64_t(Significand >> 64);
  addTo(M, Limb, Low << Bits);
  addTo(M, Limb + 1, High << Bits | (Bits ? Low >> (64 - Bits) : 0));
  if (Bits)
    addTo(M, Limb + 2, High >> (64 - Bits));
}

void ExactSum::addProduct(const Number &X, const Number &Y) {
  add(X.IsNegative != Y.IsNegative, (unsigned __int128)X.Significand * Y.Significand,
      X.Exponent + Y.Exponent);
}

int ExactSum::getSign() const {
  for (unsigned I = NumLimbs; I-- != 0;)
    if (Parts[0][I] != Parts[1][I])
      return Parts[0][I] > Parts[1][I] ? 1 : -1;
  return 0;
}

ExactSum::Magnitude ExactSum::getMagnitude() const {
  bool IsNegative = getSign() < 0;
  const Magnitude &Larger = Parts[IsNegative], &Smaller = Parts[!IsNegative];
  Magnitude Result;
  uint64_t Borrow = 0;
  for (unsigned I = 0; I != NumLimbs; ++I) {
    uint64_t Difference = Larger[I] - Smaller[I] - Borrow;
    Borrow = Larger[I] < Smaller[I] || (Larger[I] == Smaller[I] && Borrow);
    Result[I] = Difference;
  }
  return Result;
}

int tensorcore::getHighestBit(const ExactSum::Magnitude &M) {
  for (unsigned I = M.size(); I-- != 0;)
    if (M[I])
      return I * 64 + Log2_64(M[I]);
  return -1;
}

static long double toLongDouble(const ExactSum::Magnitude &M) {
  long double Value = 0;
  int Highest = getHighestBit(M) / 64;
  // Three limbs hold more bits than a long double.
  for (int I = Highest; I >= 0 && I > Highest - 3; --I)
    Value += std::ldexp((long double)M[I], I * 64 + ExactSum::LowestExponent);
  return Value;
}

long double ExactSum::toLongDouble() const {
  long double Value = ::toLongDouble(getMagnitude());
  return getSign() < 0 ? -Value : Value;
}

long double ExactSum::getTotalMagnitude() const {
  return ::toLongDouble(Parts[0]) + ::toLongDouble(Parts[1]);
}

bool ExactSum::isMonotone() const {
  return getHighestBit(Parts[0]) < 0 || getHighestBit(Parts[1]) < 0;
}
