//===- Accuracy.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of Accuracy.h, one function each.
//
//===----------------------------------------------------------------------===//

#include "Numbers/Accuracy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

unsigned tensorcore::getPreservedBits(const Multiplication &Mul) {
  constexpr unsigned NarrowBits = 13, NarrowWidth = 8;
  unsigned Bits = Mul.D.getFractionBits();
  return Mul.A.getWidth() <= NarrowWidth ? std::min(Bits, NarrowBits) : Bits;
}

long double tensorcore::getTolerance(const Multiplication &Mul, const DotProduct &Dot) {
  long double OfOneSum = std::max(
      std::ldexp(Dot.Sum.getTotalMagnitude(), -int(getPreservedBits(Mul))), Mul.D.getSpacing(0));
  return OfOneSum * (Dot.NumTerms + 2) + Mul.D.getSpacing(std::fabs(Dot.Sum.toLongDouble()));
}

static Judgement rightIf(bool IsRight) { return IsRight ? Judgement::Right : Judgement::Wrong; }

static Judgement judgeInteger(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code) {
  if (Mul.Saturates && Dot.Total > Mul.D.getLargest() &&
      uint64_t(std::abs(Dot.Integer)) != Dot.Total)
    return Judgement::NotJudged;
  return rightIf(Code == encodeResult(Mul, Dot));
}

static Judgement judgeSpecial(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code) {
  uint64_t Expected = encodeResult(Mul, Dot);
  if (Mul.D.decode(Expected).Class == Number::NaN)
    return rightIf(Mul.D.decode(Code).Class == Number::NaN);
  return rightIf(Code == Expected);
}

static Judgement judgeRoundedOnce(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code) {
  uint64_t Expected = encodeResult(Mul, Dot);
  // The sign of a zero depends on the order of additions.
  return rightIf(Code == Expected ||
                 (Mul.D.decode(Code).isZero() && Mul.D.decode(Expected).isZero()));
}

/// Sums of one sign that are too large for D.
static Judgement judgeOverflow(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code) {
  bool IsNegative = Dot.Sum.getSign() < 0;
  bool IsLargest = Code == Mul.D.getLargest(IsNegative);
  return rightIf(IsLargest || (!Mul.Saturates && Code == Mul.D.getInfinity(IsNegative)));
}

static Judgement judgeBounded(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code) {
  Number Result = Mul.D.decode(Code);
  if (Result.Class != Number::Finite)
    return Judgement::Wrong;
  ExactSum Difference = Dot.Sum; // x - result
  Difference.subtract(Result);
  if ((Mul.Mode == Rounding::Down && Difference.getSign() < 0) ||
      (Mul.Mode == Rounding::Up && Difference.getSign() > 0))
    return Judgement::Wrong;
  return rightIf(std::fabs(Difference.toLongDouble()) <= getTolerance(Mul, Dot));
}

Judgement tensorcore::judge(const Multiplication &Mul, const DotProduct &Dot, uint64_t Code,
                            Demand Asked) {
  if (!Mul.isFloat())
    return judgeInteger(Mul, Dot, Code);
  if (Dot.isNaN() || Dot.isInfinite())
    return judgeSpecial(Mul, Dot, Code);
  if (Asked == Demand::RoundedOnce)
    return judgeRoundedOnce(Mul, Dot, Code);
  long double Largest = Mul.D.decode(Mul.D.getLargest()).toLongDouble();
  long double Tolerance = getTolerance(Mul, Dot), Total = Dot.Sum.getTotalMagnitude();
  if (Total + Tolerance <= Largest)
    return judgeBounded(Mul, Dot, Code);
  bool IsTooLarge = Dot.Sum.isMonotone() && Total - Tolerance > Largest;
  return IsTooLarge ? judgeOverflow(Mul, Dot, Code) : Judgement::NotJudged;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string tensorcore::describeCode(const NumberFormat &Format, uint64_t Code) {
  std::string Text;
  raw_string_ostream(Text) << "0x" << utohexstr(Code) << " ("
                           << format("%.9Lg", Format.decode(Code).toLongDouble()) << ")";
  return Text;
}

std::string tensorcore::describeExpected(const Multiplication &Mul, const DotProduct &Dot,
                                         Demand Asked) {
  std::string Text = describeCode(Mul.D, encodeResult(Mul, Dot));
  if (Mul.isFloat() && Asked == Demand::Bounded && !Dot.isNaN() && !Dot.isInfinite())
    raw_string_ostream(Text) << " within " << format("%.3Lg", getTolerance(Mul, Dot));
  return Text;
}
