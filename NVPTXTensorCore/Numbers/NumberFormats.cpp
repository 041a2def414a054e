//===- NumberFormats.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding takes a code apart as its row says. Encoding cuts an exact sum at the lowest
// bit that the format has there and rounds by what was cut off.
//
//===----------------------------------------------------------------------===//

#include "Numbers/NumberFormats.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

static const MMANumberFormat *lookup(StringRef Spelling) {
  ArrayRef<MMANumberFormat> Formats = getMMANumberFormats();
  const MMANumberFormat *Found =
      find_if(Formats, [&](const MMANumberFormat &F) { return F.Spelling == Spelling; });
  return Found == Formats.end() ? nullptr : Found;
}

bool tensorcore::hasNumberFormat(StringRef Spelling) { return lookup(Spelling); }

NumberFormat::NumberFormat(StringRef Spelling) : Row(lookup(Spelling)) {
  assert(Row && "a type without a number format");
}

Number NumberFormat::decode(uint64_t Code) const {
  Number Result;
  if (hasMagnitude()) {
    Result.IsNegative = Code & getSignBit();
    Result.Significand = Code & getMagnitudeMask();
    return Result;
  }
  if (!isFloat()) {
    int64_t Value = Row->IsSigned ? SignExtend64(Code, Row->Width) : int64_t(Code);
    Result.IsNegative = Value < 0;
    Result.Significand = Value < 0 ? -uint64_t(Value) : uint64_t(Value);
    return Result;
  }
  Result.IsNegative = Code & getSignBit();
  uint64_t Magnitude = Code & getMagnitudeMask();
  uint64_t Fraction = Magnitude & maskTrailingOnes<uint64_t>(Row->FractionBits);
  unsigned Exponent = unsigned(Magnitude >> Row->FractionBits);
  bool IsLargestExponent = Exponent == maskTrailingOnes<unsigned>(Row->ExponentBits);
  if (hasInfinity() ? IsLargestExponent : hasNaN() && Magnitude == getMagnitudeMask()) {
    Result.Class = hasInfinity() && !Fraction ? Number::Infinity : Number::NaN;
    return Result;
  }
  bool IsNormal = Exponent || hasZeroExponent();
  Result.Significand = Fraction | uint64_t(IsNormal) << Row->FractionBits;
  Result.Exponent = int(Exponent) + (IsNormal ? 0 : 1) - Row->Bias - Row->FractionBits;
  return Result;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Bits [Low, Low + 64) of a magnitude.
static uint64_t getBits(const ExactSum::Magnitude &M, unsigned Low) {
  unsigned Limb = Low / 64, Shift = Low % 64;
  uint64_t High = Shift && Limb + 1 < M.size() ? M[Limb + 1] << (64 - Shift) : 0;
  return M[Limb] >> Shift | High;
}

/// Returns true if a bit below `End` is set.
static bool hasBitsBelow(const ExactSum::Magnitude &M, unsigned End) {
  for (unsigned I = 0; I != End / 64; ++I)
    if (M[I])
      return true;
  return M[End / 64] & maskTrailingOnes<uint64_t>(End % 64);
}

/// Returns true if the bits that are cut off below bit `End` round the number, whose last bit is
/// `IsOdd`, to the next one.
static bool roundsAway(const ExactSum::Magnitude &M, unsigned End, bool IsOdd, bool IsNegative,
                       Rounding Mode) {
  if (!hasBitsBelow(M, End))
    return false;
  if (Mode == Rounding::ToNearest) {
    bool IsHalfOrMore = getBits(M, End - 1) & 1;
    return IsHalfOrMore && (IsOdd || hasBitsBelow(M, End - 1));
  }
  return Mode == (IsNegative ? Rounding::Down : Rounding::Up);
}

uint64_t NumberFormat::encode(const ExactSum &Sum, Rounding Mode) const {
  assert(isFloat() && "integers are not rounded");
  bool IsNegative = Sum.getSign() < 0;
  uint64_t Sign = IsNegative ? getSignBit() : 0;
  ExactSum::Magnitude M = Sum.getMagnitude();
  int Highest = getHighestBit(M);
  if (Highest < 0)
    return 0;
  int LowestNormal = 1 - Row->Bias;
  int Exponent = std::max(Highest + ExactSum::LowestExponent, LowestNormal);
  unsigned End = Exponent - Row->FractionBits - ExactSum::LowestExponent;
  uint64_t Kept = getBits(M, End);
  Kept += roundsAway(M, End, Kept & 1, IsNegative, Mode);
  // The leading bit of a normal number carries into the exponent.
  uint64_t Magnitude = (uint64_t(Exponent - LowestNormal) << Row->FractionBits) + Kept;
  if (Magnitude <= getLargest())
    return Sign | Magnitude;
  bool StaysFinite =
      Mode == Rounding::ToZero || Mode == (IsNegative ? Rounding::Up : Rounding::Down);
  return StaysFinite || !hasInfinity() ? getLargest(IsNegative) : getInfinity(IsNegative);
}

uint64_t NumberFormat::encodeInteger(int64_t Value) const {
  if (hasMagnitude())
    return Value < 0 ? getSignBit() | -uint64_t(Value) : uint64_t(Value);
  if (!isFloat())
    return uint64_t(Value) & maskTrailingOnes<uint64_t>(Row->Width);
  ExactSum Sum;
  Sum.add(Value < 0, Value < 0 ? -uint64_t(Value) : uint64_t(Value), 0);
  if (!hasZeroExponent())
    return encode(Sum);
  return Log2_64(uint64_t(Value)) + Row->Bias;
}

uint64_t NumberFormat::getLargest(bool IsNegative) const {
  uint64_t Magnitude = getMagnitudeMask();
  if (hasInfinity())
    Magnitude = getInfinity() - 1;
  else if (hasNaN())
    --Magnitude;
  if (isFloat() || hasMagnitude())
    return Magnitude | (IsNegative ? getSignBit() : 0);
  return IsNegative ? getSignBit() : Magnitude;
}

uint64_t NumberFormat::getInfinity(bool IsNegative) const {
  assert(hasInfinity());
  return maskTrailingOnes<uint64_t>(Row->ExponentBits) << Row->FractionBits |
         (IsNegative ? getSignBit() : 0);
}

uint64_t NumberFormat::getNaN() const {
  assert(hasNaN());
  return hasInfinity() ? getInfinity() | uint64_t(1) << (Row->FractionBits - 1)
                       : getMagnitudeMask();
}

int NumberFormat::getLowestExponent() const {
  return (hasZeroExponent() ? 0 : 1) - Row->Bias - Row->FractionBits;
}

long double NumberFormat::getSpacing(long double Magnitude) const {
  int Exponent = Magnitude > 0 ? std::ilogb(Magnitude) : getLowestExponent();
  return std::ldexp(1.0L, std::max(Exponent - int(Row->FractionBits), getLowestExponent()));
}

uint64_t NumberFormat::toElement(uint64_t Code, unsigned ElementBits) const {
  return ElementBits > Row->Width ? Code << Row->Padding : Code;
}

uint64_t NumberFormat::fromElement(uint64_t Element, unsigned ElementBits) const {
  return (ElementBits > Row->Width ? Element >> Row->Padding : Element) &
         maskTrailingOnes<uint64_t>(Row->Width);
}
