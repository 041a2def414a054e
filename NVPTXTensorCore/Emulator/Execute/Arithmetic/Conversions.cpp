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

#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "Emulator/Machine/HalfNumbers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

using words::Rounding;

struct ScalarConversion {
  Type To, From;
  CodeOptions How;
  Rounding ToInteger; ///< .rni, .rzi, .rmi, .rpi or another, which does not round to an integer
  bool Flushes, Saturates, ClampsNegative;
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

double roundToInteger(double Value, Rounding Rule) {
  switch (Rule) {
  case Rounding::Rni:
    return std::nearbyint(Value);
  case Rounding::Rzi:
    return std::trunc(Value);
  case Rounding::Rmi:
    return std::floor(Value);
  case Rounding::Rpi:
    return std::ceil(Value);
  default:
    return Value;
  }
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
  for (int64_t &Value : Values) {
    const ExactNumber N = Of.From.isSigned() ? getExact(Value) : getExact(uint64_t(Value));
    Value = int64_t(encodeNumber(*Of.Format, N, Of.How));
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
// Rows
//===----------------------------------------------------------------------===//

template <Handler Execute> static Error readScalar(InstructionReader &R) {
  using words::Clamp, words::Ftz;
  ScalarConversion Of = {R.type(0),
                         R.type(1),
                         getCodeOptions(R.Parsed),
                         R.get<Rounding>(),
                         R.get<Ftz>() == Ftz::Ftz,
                         R.get<Clamp>() == Clamp::Sat,
                         R.get<Clamp>() == Clamp::Relu};
  const bool IsByHand = Of.How.Rule != Rounding::Rn || Of.How.IsSaturated ||
                        Of.How.MakesZerosPositive || Of.To.Is == Type::TF32 ||
                        (Of.To.Is == Type::BFloat && Of.From.Width == 64) ||
                        (Of.From.isInteger() && Of.From.Width == 64);
  if (IsByHand && !Of.To.isInteger())
    Of.Format = &getNumberFormat(Of.To.Name);
  R.Result.On = Of.To;
  R.Result.Execute = Execute;
  R.setDetails(Of);
  return Error::success();
}

ArrayRef<RowReader> emulator::getConversionRows() {
  constexpr StatementReader Integers = readScalar<convertIntegers>,
                            Floats = readScalar<convertFloats>,
                            ToIntegers = readScalar<convertToIntegers>,
                            ToFloats = readScalar<convertToFloats>,
                            ToTF32 = readScalar<convertToTF32>;
  // clang-format off
  static constexpr RowReader Rows[] = {
      {PTX_CVT_INTEGERS, Integers}, {PTX_CVT_SAT_U8, Integers}, {PTX_CVT_SAT_S8, Integers},
      {PTX_CVT_SAT_U16, Integers}, {PTX_CVT_SAT_S16, Integers}, {PTX_CVT_SAT_U32, Integers},
      {PTX_CVT_SAT_S32, Integers}, {PTX_CVT_SAT_U64, Integers}, {PTX_CVT_SAT_S64, Integers},
      {PTX_CVT_F16_TO_INTEGER, ToIntegers}, {PTX_CVT_F32_TO_INTEGER, ToIntegers},
      {PTX_CVT_BF16_TO_INTEGER, ToIntegers},
      {PTX_CVT_F32_FROM_INTEGER, ToFloats}, {PTX_CVT_F64_FROM_INTEGER, ToFloats},
      {PTX_CVT_BF16_FROM_INTEGER, ToFloats},
      {PTX_CVT_F32, Floats}, {PTX_CVT_F16, Floats}, {PTX_CVT_F64, Floats}, {PTX_CVT_BF16, Floats},
      {PTX_CVT_F32_FROM_F64, Floats}, {PTX_CVT_F32_FROM_F16, Floats},
      {PTX_CVT_F32_FROM_BF16, Floats}, {PTX_CVT_F64_FROM_F32, Floats},
      {PTX_CVT_F64_FROM_F16, Floats}, {PTX_CVT_FROM_BF16, Floats}, {PTX_CVT_F16_FROM_F64, Floats},
      {PTX_CVT_BF16_FROM_F64, Floats}, {PTX_CVT_BF16_FROM_F16, Floats},
      {PTX_CVT_F16_FROM_F32, Floats}, {PTX_CVT_BF16_FROM_F32, Floats}, {PTX_CVT_HALF_RELU, Floats},
      {PTX_CVT_HALF_SATFINITE, Floats}, {PTX_CVT_HALF_PZO, Floats},
      {PTX_CVT_TF32, ToTF32},
      {PTX_CVT_TF32_PZO, ToTF32}, {PTX_CVT_TF32_AWAY, ToTF32},
  };
  // clang-format on
  return Rows;
}
