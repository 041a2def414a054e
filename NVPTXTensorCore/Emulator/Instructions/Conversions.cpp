//===- Conversions.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt between numbers of 8 bits and more: operands become integers of 64 bits or doubles, which
// have all their values, and these become results. Packed and narrow types are in
// NarrowConversions.cpp.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Conversions.h"
#include "Emulator/Instructions/HalfNumbers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

enum class IntegerRounding : uint8_t { None, Nearest, Zero, Down, Up };

struct ScalarConversion {
  Type To, From;
  CodeOptions How;
  IntegerRounding ToInteger = IntegerRounding::None;
  bool Flushes = false, Saturates = false, ClampsNegative = false;
  const MMANumberFormat *Format = nullptr; ///< of results that are rounded by hand
};

using Integers = int64_t[WarpSize];
using Floats = double[WarpSize];

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The lower bits of a register, which may be wider.
template <class R> void loadIntegers(const R *From, const Type &T, Integers &Values) {
  const unsigned Unused = 64 - T.Width;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const uint64_t Bits = uint64_t(From[Lane]) << Unused;
    Values[Lane] = T.isSigned() ? int64_t(Bits) >> Unused : int64_t(Bits >> Unused);
  }
}
void loadIntegers(const ThreadGroup &G, Slot From, const Type &T, Integers &Values) {
  switch (From.Bits) {
  case 8:
    return loadIntegers(G.lanes<uint8_t>(From), T, Values);
  case 16:
    return loadIntegers(G.lanes<uint16_t>(From), T, Values);
  case 32:
    return loadIntegers(G.lanes<uint32_t>(From), T, Values);
  default:
    return loadIntegers(G.lanes<uint64_t>(From), T, Values);
  }
}

void loadFloats(const ThreadGroup &G, Slot From, const Type &T, bool Flushes, Floats &Values) {
  Integers Bits;
  if (T.Width == 64) {
    std::memcpy(Values, G.lanes<double>(From), sizeof(Values));
    return;
  }
  loadIntegers(G, From, T, Bits);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    if (T.Width == 32) {
      const float Value = llvm::bit_cast<float>(uint32_t(Bits[Lane]));
      Values[Lane] = Flushes ? flush(Value) : Value;
    } else {
      Values[Lane] = T.Is == Type::BFloat ? decodeBFloat(uint16_t(Bits[Lane]))
                                          : decodeHalf(uint16_t(Bits[Lane]));
    }
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

template <class R> void storeIntegers(const ThreadGroup &G, Slot To, const Integers &Values) {
  R Results[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Results[Lane] = R(Values[Lane]);
  G.set(To, Results);
}
/// The bits of a type, extended to the register.
void storeIntegers(const ThreadGroup &G, Slot To, const Type &T, Integers &Values) {
  const unsigned Unused = 64 - T.Width;
  for (unsigned Lane = 0; Lane != WarpSize && To.Bits != T.Width; ++Lane) {
    const uint64_t Bits = uint64_t(Values[Lane]) << Unused;
    Values[Lane] = T.isSigned() ? int64_t(Bits) >> Unused : int64_t(Bits >> Unused);
  }
  switch (To.Bits) {
  case 8:
    return storeIntegers<uint8_t>(G, To, Values);
  case 16:
    return storeIntegers<uint16_t>(G, To, Values);
  case 32:
    return storeIntegers<uint32_t>(G, To, Values);
  default:
    return storeIntegers<uint64_t>(G, To, Values);
  }
}

/// Results that the host rounds to nearest.
int64_t encodeNearest(const Type &T, double Value) {
  if (T.Width == 64)
    return llvm::bit_cast<int64_t>(Value);
  if (T.Width == 32) {
    const auto Single = float(Value);
    return Single == Single ? llvm::bit_cast<uint32_t>(Single) : SingleNaN;
  }
  const float Odd = roundToOdd(Value);
  return T.Is == Type::BFloat ? encodeBFloat(Odd) : encodeHalf(Odd);
}

void storeFloats(const ThreadGroup &G, Slot To, const ScalarConversion &Of, Floats &Values) {
  Integers Codes;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    double Value = Values[Lane];
    if (Of.Saturates)
      Value = Value > 0 ? std::min(Value, 1.0) : 0.0;
    if (Of.ClampsNegative && Value <= 0)
      Value = 0;
    Codes[Lane] = Of.Format ? int64_t(encodeNumber(*Of.Format, getExact(Value), Of.How))
                            : encodeNearest(Of.To, Value);
    if (Of.Flushes && Of.To.Width == 32 && !(Codes[Lane] & 0x7f800000))
      Codes[Lane] &= 0x80000000;
  }
  storeIntegers(G, To, getBitsType(Of.To.Width), Codes);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

double roundToInteger(double Value, IntegerRounding Rule) {
  switch (Rule) {
  case IntegerRounding::Nearest:
    return std::nearbyint(Value);
  case IntegerRounding::Zero:
    return std::trunc(Value);
  case IntegerRounding::Down:
    return std::floor(Value);
  case IntegerRounding::Up:
    return std::ceil(Value);
  case IntegerRounding::None:
    break;
  }
  return Value;
}

struct Range {
  int64_t Lowest;
  uint64_t Highest;
};
Range getRange(const Type &T) {
  return T.isSigned() ? Range{minIntN(T.Width), uint64_t(maxIntN(T.Width))}
                      : Range{0, maxUIntN(T.Width)};
}

Step convertIntegers(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ScalarConversion>();
  Integers Values;
  loadIntegers(G, I.Operands[0], Of.From, Values);
  if (Of.Saturates) {
    const Range R = getRange(Of.To);
    for (int64_t &Value : Values) {
      const bool IsNegative = Of.From.isSigned() && Value < 0;
      if (IsNegative)
        Value = std::max(Value, R.Lowest);
      else
        Value = int64_t(std::min(uint64_t(Value), R.Highest));
    }
  }
  storeIntegers(G, I.Results[0], Of.To, Values);
  return Step::Next;
}

Step convertToFloats(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ScalarConversion>();
  Integers Values;
  loadIntegers(G, I.Operands[0], Of.From, Values);
  const bool IsExact = Of.From.Width <= 32; // in a double
  if (IsExact) {
    Floats Doubles;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Doubles[Lane] = double(Values[Lane]);
    storeFloats(G, I.Results[0], Of, Doubles);
    return Step::Next;
  }
  const MMANumberFormat &Format = Of.Format ? *Of.Format : getNumberFormat(Of.To.Name);
  for (int64_t &Value : Values) {
    const ExactNumber N = Of.From.isSigned() ? getExact(Value) : getExact(uint64_t(Value));
    Value = int64_t(encodeNumber(Format, N, Of.How));
  }
  if (Of.Saturates)
    return G.fault(I, Check::IllegalInstruction, G.getActive(),
                   "the emulator does not know '.sat' of 64-bit integers");
  storeIntegers(G, I.Results[0], getBitsType(Of.To.Width), Values);
  return Step::Next;
}

/// NaN is zero, or the sign bit alone where doubles or 64 bits take part.
int64_t convertToInteger(double Value, const ScalarConversion &Of, const Range &R) {
  if (std::isnan(Value)) {
    const bool IsWide = Of.From.Width == 64 || Of.To.Width == 64;
    return IsWide ? int64_t(uint64_t(1) << (Of.To.Width - 1)) : 0;
  }
  Value = roundToInteger(Value, Of.ToInteger);
  if (Value <= double(R.Lowest))
    return R.Lowest;
  if (Value >= double(R.Highest))
    return int64_t(R.Highest);
  return Of.To.isSigned() ? int64_t(Value) : int64_t(uint64_t(Value));
}

Step convertToIntegers(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ScalarConversion>();
  Floats Doubles;
  loadFloats(G, I.Operands[0], Of.From, Of.Flushes, Doubles);
  const Range R = getRange(Of.To);
  Integers Values;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = convertToInteger(Doubles[Lane], Of, R);
  storeIntegers(G, I.Results[0], Of.To, Values);
  return Step::Next;
}

Step convertFloats(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ScalarConversion>();
  Floats Values;
  loadFloats(G, I.Operands[0], Of.From, Of.Flushes, Values);
  for (double &Value : Values)
    Value = roundToInteger(Value, Of.ToInteger);
  storeFloats(G, I.Results[0], Of, Values);
  return Step::Next;
}

/// .tf32: a number of 32 bits with the lower 13 zero.
Step convertToTF32(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ScalarConversion>();
  const float *X = G.lanes<float>(I.Operands[0]);
  uint32_t Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const double Value = Of.ClampsNegative && X[Lane] <= 0 ? 0.0 : double(X[Lane]);
    const uint64_t Code = encodeNumber(*Of.Format, getExact(Value), Of.How);
    Values[Lane] = Value == Value ? uint32_t(Code << Of.Format->Padding) : SingleNaN;
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

} // namespace

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

std::optional<RoundingRule> emulator::takeRounding(InstructionReader &R) {
  using Rule = RoundingRule;
  return R.takeAnywhere(".rn")    ? std::optional(Rule::NearestEven)
         : R.takeAnywhere(".rz")  ? std::optional(Rule::Zero)
         : R.takeAnywhere(".rm")  ? std::optional(Rule::Down)
         : R.takeAnywhere(".rp")  ? std::optional(Rule::Up)
         : R.takeAnywhere(".rna") ? std::optional(Rule::NearestAway)
         : R.takeAnywhere(".rs")  ? std::optional(Rule::Random)
                                  : std::nullopt;
}

static Error readScalar(InstructionReader &R, ScalarConversion &Of) {
  const bool ToFloat = isFloat(Of.To), FromFloat = isFloat(Of.From);
  const bool IsKnown = (ToFloat || Of.To.isInteger()) && (FromFloat || Of.From.isInteger()) &&
                       Of.To.Width <= 64 && Of.From.Width <= 64;
  if (!IsKnown || Of.How.Rule == RoundingRule::Random)
    return R.fail("the emulator does not know this conversion");
  if (FromFloat && !ToFloat && Of.ToInteger == IntegerRounding::None)
    Of.ToInteger = IntegerRounding::Zero;
  const bool IsByHand = Of.How.Rule != RoundingRule::NearestEven || Of.How.IsSaturated ||
                        Of.How.MakesZerosPositive ||
                        (Of.To.Is == Type::BFloat && Of.From.Width == 64);
  if (ToFloat && IsByHand)
    Of.Format = &getNumberFormat(Of.To.Name);
  R.Result.Execute = ToFloat     ? FromFloat ? convertFloats : convertToFloats
                     : FromFloat ? convertToIntegers
                                 : convertIntegers;
  if (Error E = R.expectOperands(2))
    return E;
  Expected<Slot> D = R.write(R.operand(0), Of.To, true), S = R.read(R.operand(1), Of.From, true);
  if (!D || !S)
    return joinErrors(D ? Error::success() : D.takeError(), S ? Error::success() : S.takeError());
  R.setResults(*D);
  R.setOperands(*S);
  R.setDetails(Of);
  return Error::success();
}

static Error readConversion(InstructionReader &R) {
  ScalarConversion Of;
  using Rule = IntegerRounding;
  Of.ToInteger = R.takeAnywhere(".rni")   ? Rule::Nearest
                 : R.takeAnywhere(".rzi") ? Rule::Zero
                 : R.takeAnywhere(".rmi") ? Rule::Down
                 : R.takeAnywhere(".rpi") ? Rule::Up
                                          : Rule::None;
  if (const auto Rounding = takeRounding(R))
    Of.How.Rule = *Rounding;
  Of.How.IsSaturated = R.takeAnywhere(".satfinite");
  Of.How.MakesZerosPositive = R.takeAnywhere(".pzo");
  Of.ClampsNegative = R.takeAnywhere(".relu");
  Of.Flushes = R.takeAnywhere(".ftz");
  Of.Saturates = R.takeAnywhere(".sat");
  const unsigned NumScales =
      R.takeAnywhere(".scaled::n1::ue8m0") + 2 * R.takeAnywhere(".scaled::n2::ue8m0");
  Expected<Type> To = R.expectType();
  if (!To)
    return To.takeError();
  Expected<Type> From = R.expectType();
  if (!From)
    return From.takeError();
  Of.To = *To;
  Of.From = *From;
  R.Result.On = *To;
  if (To->Count > 1 || From->Count > 1 || To->Is == Type::Narrow || From->Is == Type::Narrow)
    return readNarrowConversion(R, *To, *From, {Of.How, Of.ClampsNegative, NumScales});
  if (NumScales)
    return R.fail("expected a packed type with a scale factor");
  if (To->Is != Type::TF32)
    return readScalar(R, Of);
  Of.Format = &getNumberFormat("tf32");
  R.setDetails(Of);
  R.Result.Execute = convertToTF32;
  return From->is("f32") ? readLaneOperands(R, *To, {*From})
                         : R.fail("expected '.f32' as the source of '.tf32'");
}

static Error readAnyConversion(InstructionReader &R) {
  return R.take(".pack") ? readIntegerPack(R) : readConversion(R);
}

ArrayRef<InstructionFamily> emulator::getConversionInstructions() {
  static constexpr InstructionFamily Families[] = {{"cvt", readAnyConversion}};
  return Families;
}
