//===- NarrowConversions.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt to and from packed types and those of 8 bits and fewer, and cvt.pack.
//
// The random bits of .rs: f16 and bf16 have each a half of the register. Of four results, PTX ISA
// gives two the upper half and two the lower one, and of e2m1 half of the bits of both halves; here
// both share what they are given.
//
// .s2f6 is a fixed-point number of 8 bits, of which 6 are a fraction; all others are rows of the
// model's table of formats.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "Emulator/Machine/HalfNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct NarrowDetails {
  CodeOptions How;
  bool ClampsNegative;
  unsigned NumScales;               ///< .scaled::n1::ue8m0, .scaled::n2::ue8m0
  const MMANumberFormat *To, *From; ///< null: .s2f6
  unsigned ToBits, FromBits;        ///< of an element in its register
  unsigned Count;                   ///< of results
  bool IsPacked;                    ///< one operand with all elements
  bool IsUpward;                    ///< to 16 bits: the scale factor multiplies, else it divides
};

} // namespace

/// Random bits for a result, of which 0 is in the lowest bits of the register.
static void chooseRandom(CodeOptions &How, uint32_t Bits, const NarrowDetails &Of,
                         unsigned Number) {
  if (Of.Count == 2) {
    How.NumRandomBits = Of.To->FractionBits == 10 ? 13 : 16;
    Bits >>= 16 * Number;
  } else if (Of.ToBits == 4) {
    const unsigned Byte = Number < 2 ? 0 : 8;
    How.NumRandomBits = 8;
    Bits >>= Byte + (Number & 1 ? 16 : 0);
  } else {
    How.NumRandomBits = 16;
    Bits >>= Number < 2 ? 0 : 16;
  }
  How.Random = Bits & maskTrailingOnes<uint32_t>(How.NumRandomBits);
}

static constexpr double FixedPointUnit = 0x1p-6;

static uint64_t encodeFixedPoint(double Value, const CodeOptions &How) {
  constexpr double Lowest = -128, Highest = 127;
  const double Units = Value / FixedPointUnit;
  const double Rounded =
      How.Rule == words::Rounding::Rz ? std::trunc(Units) : std::nearbyint(Units);
  const double Clamped = std::isnan(Value) ? Highest : std::clamp(Rounded, Lowest, Highest);
  return uint8_t(int8_t(Clamped));
}

/// The number that result Number is made of. The first operand is the uppermost.
static double getSource(const Instruction &I, const ThreadGroup &G, const NarrowDetails &Of,
                        unsigned Lane, unsigned Number) {
  if (!Of.IsPacked) {
    const uint64_t Code = G.get(I.Operands[Of.Count - 1 - Number], Lane);
    const float Value = llvm::bit_cast<float>(uint32_t(Code));
    return Of.NumScales == 1 ? flush(Value) : Value;
  }
  const uint64_t Code = G.get(I.Operands[0], Lane) >> (Number * Of.FromBits);
  if (!Of.From)
    return int8_t(Code) * FixedPointUnit;
  const double Value = decodeNumber(*Of.From, Code & maskTrailingOnes<uint64_t>(Of.From->Width));
  const bool IsSubnormal = std::fabs(Value) < std::ldexp(1.0, 1 - int(Of.From->Bias));
  return Of.NumScales == 1 && IsSubnormal ? std::copysign(0.0, Value) : Value;
}

/// Multiplied with, or divided by, the scale factor of a result: the only one, or one of two.
static double scale(const Instruction &I, const ThreadGroup &G, const NarrowDetails &Of,
                    unsigned Lane, unsigned Number, double Value) {
  static const MMANumberFormat &Format = getNumberFormat("ue8m0");
  const uint64_t Codes = G.get(I.Operands.back(), Lane);
  const double Factor = decodeNumber(Format, Codes >> (Of.NumScales == 2 ? 8 * Number : 0) & 0xff);
  return Of.IsUpward ? Value * Factor : Value / Factor;
}

static Step convertNarrow(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<NarrowDetails>();
  const bool IsRandom = Of.How.Rule == words::Rounding::Rs;
  G.forEachLane([&](unsigned Lane) {
    CodeOptions How = Of.How;
    uint64_t Result = 0;
    for (unsigned Number = 0; Number != Of.Count; ++Number) {
      double Value = getSource(I, G, Of, Lane, Number);
      if (Of.NumScales)
        Value = scale(I, G, Of, Lane, Number, Value);
      if (Of.ClampsNegative && Value <= 0)
        Value = 0;
      if (IsRandom)
        chooseRandom(How, uint32_t(G.get(I.Operands.back(), Lane)), Of, Number);
      const uint64_t Code =
          Of.To ? encodeNumber(*Of.To, getExact(Value), How) : encodeFixedPoint(Value, How);
      Result |= Code << (Number * Of.ToBits);
    }
    G.set(I.Results[0], Lane, Result);
  });
  return Step::Next;
}

static Error readNarrow(InstructionReader &R) {
  const Type To = R.type(0), From = R.type(1);
  R.setDetails(NarrowDetails{getCodeOptions(R.Parsed), R.get<words::Clamp>() == words::Clamp::Relu,
                             unsigned(R.get<words::Scaled>()), findElementFormat(To),
                             findElementFormat(From), To.Width, From.Width, To.Count,
                             From.Count > 1, To.Width == 16});
  R.Result.On = To;
  R.Result.Execute = convertNarrow;
  return Error::success();
}

/// Four sources are a vector.
static Error readNarrowOfFour(InstructionReader &R) {
  SmallVector<Slot, 5> Sources;
  if (Error E = R.readAll(R.operand(1), R.type(1), Sources))
    return E;
  if (Sources.size() != 4)
    return R.fail("expected a vector of 4 sources");
  append_range(Sources, R.Result.Operands); // the random bits
  R.setOperands(Sources);
  return readNarrow(R);
}

//===----------------------------------------------------------------------===//
// cvt.pack
//===----------------------------------------------------------------------===//

/// The upper of two elements is a; the rest is c.
static Step packIntegers(const Instruction &I, ThreadGroup &G) {
  const Type &T = I.On;
  const auto *A = G.lanes<int32_t>(I.Operands[0]), *B = G.lanes<int32_t>(I.Operands[1]);
  const auto *C = I.Operands.size() == 3 ? G.lanes<uint32_t>(I.Operands[2]) : nullptr;
  const int64_t Lowest = T.isSigned() ? minIntN(T.Width) : 0;
  const int64_t Highest = T.isSigned() ? maxIntN(T.Width) : int64_t(maxUIntN(T.Width));
  const auto Mask = uint32_t(maxUIntN(T.Width));
  uint32_t Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const auto High = uint32_t(std::clamp<int64_t>(A[Lane], Lowest, Highest)) & Mask;
    const auto Low = uint32_t(std::clamp<int64_t>(B[Lane], Lowest, Highest)) & Mask;
    const uint32_t Rest = C ? uint32_t(uint64_t(C[Lane]) << (2 * T.Width)) : 0;
    Values[Lane] = Rest | High << T.Width | Low;
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Error readIntegerPack(InstructionReader &R) {
  const auto Element = unsigned(R.get<words::Element>()); // .u16, .s16, .u8 and on
  R.Result.On = {Element % 2 ? Type::Signed : Type::Unsigned, uint8_t(16 >> (Element / 2)), 1, ""};
  R.Result.Execute = packIntegers;
  return Error::success();
}

ArrayRef<RowReader> emulator::getNarrowConversionRows() {
  // clang-format off
  static constexpr RowReader Rows[] = {
      {PTX_CVT_HALVES, readNarrow}, {PTX_CVT_HALVES_RANDOM, readNarrow},
      {PTX_CVT_NARROW_FROM_F32, readNarrow}, {PTX_CVT_NARROW_FROM_HALVES, readNarrow},
      {PTX_CVT_NARROW_RANDOM, readNarrowOfFour}, {PTX_CVT_UE8M0_FROM_F32, readNarrow},
      {PTX_CVT_UE8M0_FROM_BF16, readNarrow}, {PTX_CVT_UE5M3_FROM_F32, readNarrow},
      {PTX_CVT_UE5M3_FROM_HALVES, readNarrow}, {PTX_CVT_UE5M3_SCALED_F32, readNarrow},
      {PTX_CVT_UE5M3_SCALED_HALVES, readNarrow}, {PTX_CVT_S2F6_FROM_F32, readNarrow},
      {PTX_CVT_S2F6_FROM_BF16, readNarrow}, {PTX_CVT_F16_FROM_NARROW, readNarrow},
      {PTX_CVT_F16_FROM_UE5M3, readNarrow}, {PTX_CVT_BF16_FROM_NARROW, readNarrow},
      {PTX_CVT_BF16_FROM_S2F6, readNarrow}, {PTX_CVT_BF16_FROM_UE5M3, readNarrow},
      {PTX_CVT_BF16_FROM_UE8M0, readNarrow},
      {PTX_CVT_PACK, readIntegerPack}, {PTX_CVT_PACK_REST, readIntegerPack},
  };
  // clang-format on
  return Rows;
}
