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

#include "Emulator/Instructions/Conversions.h"
#include "Emulator/Instructions/HalfNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct NarrowDetails : NarrowModifiers {
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
  const double Rounded = How.Rule == RoundingRule::Zero ? std::trunc(Units) : std::nearbyint(Units);
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
  const bool IsRandom = Of.How.Rule == RoundingRule::Random;
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

/// One scale factor is of narrow results; two are of .bf16x2 and .s2f6x2.
static bool canBeScaled(const Type &To, const Type &From, unsigned NumScales) {
  const bool HasTwo = (To.is("bf16x2") && From.Is == Type::Narrow) || To.is("s2f6x2");
  return To.Count == 2 && (NumScales == 1 ? To.Is == Type::Narrow && !HasTwo : HasTwo);
}

static bool isKnown(const NarrowDetails &Of, const Type &To, const Type &From) {
  const bool IsRandom = Of.How.Rule == RoundingRule::Random;
  if (To.Count == 1 || (From.Count == 1 && !From.is("f32")) || (Of.IsPacked && IsRandom) ||
      (Of.IsPacked && From.Count != To.Count) ||
      (IsRandom && (Of.NumScales || Of.How.MakesZerosPositive)))
    return false;
  const bool ToFixed = To.is("s2f6x2"), FromFixed = From.is("s2f6x2");
  if (ToFixed || FromFixed)
    return ToFixed != FromFixed && !Of.How.MakesZerosPositive &&
           (Of.How.Rule == RoundingRule::NearestEven || Of.How.Rule == RoundingRule::Zero);
  return Of.To && Of.From;
}

Error emulator::readNarrowConversion(InstructionReader &R, Type To, Type From,
                                     const NarrowModifiers &With) {
  const NarrowDetails Of = {
      With,     findElementFormat(To), findElementFormat(From), To.Width, From.Width,
      To.Count, From.Count > 1,        To.Width == 16};
  const bool IsRandom = With.How.Rule == RoundingRule::Random;
  if (!isKnown(Of, To, From))
    return R.fail("the emulator does not know this conversion");
  if (With.NumScales && !canBeScaled(To, From, With.NumScales))
    return R.fail("expected '.scaled::n1::ue8m0' of a narrow result, '.scaled::n2::ue8m0' of "
                  "'.bf16x2' from a narrow type and of '.s2f6x2'");
  const unsigned NumSources = Of.IsPacked ? 1 : To.Count;
  const bool IsVector = NumSources == 4, HasMore = IsRandom || With.NumScales;
  if (Error E = R.expectOperands((IsVector ? 2 : NumSources + 1) + HasMore))
    return E;
  SmallVector<ptx::Operand, 5> Sources;
  for (const ptx::Operand &O : ArrayRef(R.Source.Operands).drop_front())
    append_range(Sources, O.elements());
  if (Sources.size() != NumSources + HasMore)
    return R.fail("expected " + Twine(NumSources) + " sources");
  SmallVector<Type, 5> Types(NumSources, getBitsType(From.getBits()));
  if (HasMore)
    Types.push_back(getBitsType(IsRandom ? 32 : 8 * With.NumScales));
  SmallVector<Slot, 5> Slots;
  for (const auto &[Source, T] : zip_equal(Sources, Types)) {
    Expected<Slot> S = R.read(Source, T, T.getBits() == 8);
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  Expected<Slot> D = R.write(R.operand(0), getBitsType(To.getBits()), To.getBits() == 8);
  if (!D)
    return D.takeError();
  R.setResults(*D);
  R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.Execute = convertNarrow;
  return Error::success();
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

/// Of elements of 4 and 2 bits, whose spellings are no types of registers.
static std::optional<Type> takeElementType(InstructionReader &R) {
  if (const std::optional<Type> T = R.takeType())
    return T;
  const StringRef Word = R.takeOneOf({".u4", ".s4", ".u2", ".s2"});
  if (Word.empty())
    return std::nullopt;
  return Type{Word[1] == 's' ? Type::Signed : Type::Unsigned, uint8_t(Word[2] - '0'), 1,
              Word.drop_front()};
}

Error emulator::readIntegerPack(InstructionReader &R) {
  const bool Saturates = R.take(".sat");
  const std::optional<Type> To = takeElementType(R);
  Expected<Type> From = R.expectType();
  if (!From)
    return From.takeError();
  if (!Saturates || !To || !To->isInteger() || To->Width > 16 || !From->is("s32"))
    return R.fail("expected '.sat', a type of 16, 8, 4 or 2 bits, and '.s32'");
  const bool HasRest = R.take(".b32");
  R.Result.On = *To;
  R.Result.Execute = packIntegers;
  const Type T = getBitsType(32);
  return HasRest ? readLaneOperands(R, T, {T, T, T}) : readLaneOperands(R, T, {T, T});
}
