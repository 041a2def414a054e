//===- FloatCodes.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding of exact numbers to codes.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using words::Rounding;

ExactNumber emulator::getExact(double Value) {
  ExactNumber N;
  N.IsNegative = std::signbit(Value);
  if (std::isnan(Value) || std::isinf(Value)) {
    N.Is = std::isnan(Value) ? ExactNumber::NaN : ExactNumber::Infinite;
    return N;
  }
  constexpr unsigned FractionBits = 52, Bias = 1023;
  const uint64_t Bits = llvm::bit_cast<uint64_t>(Value);
  const unsigned Exponent = Bits >> FractionBits & 0x7ff;
  N.Magnitude = Bits & maskTrailingOnes<uint64_t>(FractionBits);
  if (Exponent)
    N.Magnitude |= uint64_t(1) << FractionBits;
  N.Exponent = int(std::max(Exponent, 1u)) - int(Bias + FractionBits);
  return N;
}
ExactNumber emulator::getExact(uint64_t Value) {
  ExactNumber N;
  N.Magnitude = Value;
  return N;
}
ExactNumber emulator::getExact(int64_t Value) {
  ExactNumber N;
  N.IsNegative = Value < 0;
  N.Magnitude = Value < 0 ? 0 - uint64_t(Value) : uint64_t(Value);
  return N;
}

CodeOptions emulator::getCodeOptions(const ParsedInstruction &Instruction) {
  CodeOptions How;
  if (const auto Word = Instruction.get<Rounding>(); Word >= Rounding::Rn && Word <= Rounding::Rs)
    How.Rule = Word;
  How.IsSaturated = Instruction.get<words::SatFinite>() == words::SatFinite::Satfinite;
  How.MakesZerosPositive = Instruction.get<words::PositiveZero>() == words::PositiveZero::Pzo;
  return How;
}

const MMANumberFormat *emulator::findElementFormat(const Type &T) {
  StringRef Name = T.Name;
  if (T.Count > 1)
    Name = Name.drop_back(2);
  Name.consume_back("p4");
  const ArrayRef<MMANumberFormat> Formats = getMMANumberFormats();
  const auto *Row = find_if(Formats, [&](const MMANumberFormat &F) { return F.Spelling == Name; });
  return Row == Formats.end() ? nullptr : Row;
}

const MMANumberFormat &emulator::getNumberFormat(StringRef Spelling) {
  const ArrayRef<MMANumberFormat> Formats = getMMANumberFormats();
  const MMANumberFormat *Row =
      find_if(Formats, [&](const MMANumberFormat &F) { return F.Spelling == Spelling; });
  assert(Row != Formats.end() && "the format is one of the model's");
  return *Row;
}

static uint64_t getMagnitudeMask(const MMANumberFormat &F) {
  return maskTrailingOnes<uint64_t>(F.Width - F.IsSigned);
}

/// The largest code of a finite magnitude.
static uint64_t getLargest(const MMANumberFormat &F) {
  switch (F.Specials) {
  case Specials_IEEE:
    return (maskTrailingOnes<uint64_t>(F.ExponentBits) << F.FractionBits) - 1;
  case Specials_None:
    return getMagnitudeMask(F);
  default:
    return getMagnitudeMask(F) - 1;
  }
}

static uint64_t encodeNaN(const MMANumberFormat &F) { return getMagnitudeMask(F); }

/// Returns what an infinity and numbers beyond the largest become.
static uint64_t encodeOverflow(const MMANumberFormat &F, bool IsInfinite, bool IsNegative,
                               const CodeOptions &How) {
  const Rounding Away = IsNegative ? Rounding::Rp : Rounding::Rm;
  const bool StaysFinite = !IsInfinite && (How.Rule == Rounding::Rz || How.Rule == Away);
  if (How.IsSaturated || StaysFinite)
    return getLargest(F);
  if (F.Specials == Specials_IEEE)
    return getLargest(F) + 1;
  return encodeNaN(F);
}

/// Returns true if what was cut off makes the magnitude greater.
static bool roundsAway(uint64_t Kept, uint64_t Rest, unsigned Shift, bool IsNegative,
                       const CodeOptions &How) {
  const uint64_t Half = uint64_t(1) << (Shift - 1);
  switch (How.Rule) {
  case Rounding::Rna:
    return Rest >= Half;
  case Rounding::Rz:
    return false;
  case Rounding::Rm:
    return IsNegative && Rest;
  case Rounding::Rp:
    return !IsNegative && Rest;
  case Rounding::Rs: {
    const unsigned Bits = How.NumRandomBits;
    const uint64_t Upper = Shift >= Bits ? Rest >> (Shift - Bits) : Rest << (Bits - Shift);
    return Upper + How.Random >= uint64_t(1) << Bits;
  }
  default: // to nearest even
    return Rest > Half || (Rest == Half && (Kept & 1));
  }
}

/// The magnitude's code, which may be beyond the largest.
static uint64_t encodeFinite(const MMANumberFormat &F, const ExactNumber &N,
                             const CodeOptions &How) {
  if (!N.Magnitude)
    return 0;
  const bool HasZero = F.Specials != Specials_Power;
  const int Lowest = (HasZero ? 1 : 0) - int(F.Bias); // of a normal number
  const int Top = N.Exponent + 63 - int(llvm::countl_zero(N.Magnitude));
  if (Top > 4096 || Top - Lowest >= 1 << F.ExponentBits)
    return getMagnitudeMask(F) + 1;
  if (!HasZero && Top < Lowest) // the smallest number is the nearest there is
    return 0;
  const int Unit =
      std::max(Top, Lowest) - int(F.FractionBits); // the exponent of the unit in the last place
  const int Shift = Unit - N.Exponent;
  uint64_t Kept = 0;
  if (Shift <= 0) {
    Kept = N.Magnitude << -Shift;
  } else {
    // More than 62 bits are cut off of numbers that are less than a quarter of a unit.
    const bool IsTiny = Shift > 62;
    const unsigned Cut = IsTiny ? 62 : unsigned(Shift);
    const uint64_t Rest = IsTiny ? 1 : N.Magnitude & maskTrailingOnes<uint64_t>(Cut);
    Kept = IsTiny ? 0 : N.Magnitude >> Cut;
    Kept += roundsAway(Kept, Rest, Cut, N.IsNegative, How);
  }
  const uint64_t Implicit = uint64_t(1) << F.FractionBits;
  if (Top < Lowest)
    return Kept;
  return (uint64_t(Top - Lowest + HasZero) << F.FractionBits) + (Kept - Implicit);
}

uint64_t emulator::encodeNumber(const MMANumberFormat &To, ExactNumber N, const CodeOptions &How) {
  if (N.Is == ExactNumber::NaN)
    return To.Specials == Specials_None ? getLargest(To) : encodeNaN(To);
  N.IsNegative &= To.IsSigned;
  uint64_t Code = N.Is == ExactNumber::Infinite ? ~uint64_t(0) : encodeFinite(To, N, How);
  if (Code > getLargest(To))
    Code = encodeOverflow(To, N.Is == ExactNumber::Infinite, N.IsNegative, How);
  if (How.MakesZerosPositive && !Code)
    return 0;
  return Code | (N.IsNegative ? uint64_t(1) << (To.Width - 1) : 0);
}

double emulator::decodeNumber(const MMANumberFormat &From, uint64_t Code) {
  const uint64_t Magnitude = Code & getMagnitudeMask(From);
  const bool IsNegative = From.IsSigned && (Code >> (From.Width - 1) & 1);
  const double Sign = IsNegative ? -1 : 1;
  if (Magnitude > getLargest(From))
    return From.Specials == Specials_IEEE && Magnitude == getLargest(From) + 1
               ? Sign * INFINITY
               : std::copysign(NAN, Sign);
  const int Bias = From.Bias, FractionBits = From.FractionBits;
  const auto Exponent = int(Magnitude >> FractionBits);
  if (From.Specials == Specials_Power)
    return std::ldexp(1.0, Exponent - Bias);
  const uint64_t Fraction = Magnitude & maskTrailingOnes<uint64_t>(FractionBits);
  if (!Exponent)
    return Sign * std::ldexp(double(Fraction), 1 - Bias - FractionBits);
  return Sign *
         std::ldexp(double(Fraction | uint64_t(1) << FractionBits), Exponent - Bias - FractionBits);
}
