//===- NumberFormats.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number that a code of an element type stands for, and the code of a number. The
// formats are the rows of TableGen/NumberFormats.td; here one is asked. The reference
// reads operands through it and the comparison reads results.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_NUMBERFORMATS_H
#define NVPTXTENSORCORE_NUMBERS_NUMBERFORMATS_H

#include "Model/Tables/MMATables.h"
#include "Numbers/ExactSum.h"

namespace llvm::tensorcore {

/// As MMAField_Rounding writes them, without the dot.
enum class Rounding { ToNearest, Down, Up, ToZero };

class NumberFormat {
public:
  /// The format of a type in PTX's spelling, which must have one.
  explicit NumberFormat(StringRef Spelling);
  explicit NumberFormat(MMAType Type) : NumberFormat(lookupMMAType(Type)->Spelling) {}

  StringRef getSpelling() const { return Row->Spelling; }
  unsigned getWidth() const { return Row->Width; }
  unsigned getFractionBits() const { return Row->FractionBits; }
  bool isFloat() const { return Row->ExponentBits != 0; }
  bool isSigned() const { return Row->IsSigned; }
  bool hasInfinity() const { return Row->Specials == Specials_IEEE; }
  /// An integer as sign and magnitude, not as two's complement.
  bool hasMagnitude() const { return Row->Specials == Specials_Magnitude; }
  bool hasNaN() const { return isFloat() && Row->Specials != Specials_None; }

  Number decode(uint64_t Code) const;

  /// The code of a sum that is rounded once. Beyond the largest number is infinity or,
  /// as the rounding may be and where there are no infinities, the largest number.
  /// Floating-point formats only.
  uint64_t encode(const ExactSum &Sum, Rounding Mode = Rounding::ToNearest) const;
  /// The code of a small integer; the format must have it.
  uint64_t encodeInteger(int64_t Value) const;

  uint64_t getLargest(bool IsNegative = false) const;
  uint64_t getInfinity(bool IsNegative = false) const;
  uint64_t getNaN() const;
  /// The exponent of the smallest number, which all others are multiples of.
  int getLowestExponent() const;
  /// The distance of neighbours where a magnitude lies.
  long double getSpacing(long double Magnitude) const;

  /// Code and element, where the element takes up more bits: e2m1 stands in the middle
  /// of a byte, tf32 in the upper bits of a word.
  uint64_t toElement(uint64_t Code, unsigned ElementBits) const;
  uint64_t fromElement(uint64_t Element, unsigned ElementBits) const;

  /// The exponent 0 is one like others: there is no zero.
  bool hasZeroExponent() const { return Row->Specials == Specials_Power; }

private:
  uint64_t getSignBit() const { return Row->IsSigned ? uint64_t(1) << (Row->Width - 1) : 0; }
  uint64_t getMagnitudeMask() const {
    return maskTrailingOnes<uint64_t>(hasMagnitude() ? Row->FractionBits
                                                     : Row->Width - Row->IsSigned);
  }

  const MMANumberFormat *Row;
};

/// Returns true if an element type has a number format.
bool hasNumberFormat(StringRef Spelling);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_NUMBERFORMATS_H
