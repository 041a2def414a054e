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
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Conversions.h"
#include "Emulator/Instructions/HalfNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct NarrowDetails {
  const MMANumberFormat *To, *From;
  unsigned ToBits, FromBits; ///< of an element in its register
  unsigned Count;            ///< of results
  bool IsPacked;             ///< one operand with all elements
  bool ClampsNegative;
  CodeOptions How;
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

/// The number that result Number is made of. The first operand is the uppermost.
static double getSource(const Instruction &I, const ThreadGroup &G, const NarrowDetails &Of,
                        unsigned Lane, unsigned Number) {
  if (Of.IsPacked) {
    const uint64_t Code = G.get(I.Operands[0], Lane) >> (Number * Of.FromBits);
    return decodeNumber(*Of.From, Code & maskTrailingOnes<uint64_t>(Of.From->Width));
  }
  const uint64_t Code = G.get(I.Operands[Of.Count - 1 - Number], Lane);
  return llvm::bit_cast<float>(uint32_t(Code));
}

static Step convertNarrow(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<NarrowDetails>();
  const bool IsRandom = Of.How.Rule == RoundingRule::Random;
  G.forEachLane([&](unsigned Lane) {
    CodeOptions How = Of.How;
    uint64_t Result = 0;
    for (unsigned Number = 0; Number != Of.Count; ++Number) {
      double Value = getSource(I, G, Of, Lane, Number);
      if (Of.ClampsNegative && Value <= 0)
        Value = 0;
      if (IsRandom)
        chooseRandom(How, uint32_t(G.get(I.Operands.back(), Lane)), Of, Number);
      Result |= encodeNumber(*Of.To, getExact(Value), How) << (Number * Of.ToBits);
    }
    G.set(I.Results[0], Lane, Result);
  });
  return Step::Next;
}

/// The row of the elements' format; null if it has none.
static const MMANumberFormat *findFormat(const Type &T) {
  if (T.Is != Type::Narrow && !isFloat(T))
    return nullptr;
  StringRef Name = T.Name;
  if (T.Count > 1)
    Name = Name.drop_back(2);
  const ArrayRef<MMANumberFormat> Formats = getMMANumberFormats();
  const auto *Row = find_if(Formats, [&](const MMANumberFormat &F) { return F.Spelling == Name; });
  return Row == Formats.end() ? nullptr : Row;
}

Error emulator::readNarrowConversion(InstructionReader &R, Type To, Type From, CodeOptions How,
                                     bool ClampsNegative) {
  NarrowDetails Of = {findFormat(To), findFormat(From), To.Width,       From.Width,
                      To.Count,       From.Count > 1,   ClampsNegative, How};
  const bool IsRandom = How.Rule == RoundingRule::Random;
  if (!Of.To || !Of.From || To.Count == 1 || (From.Count == 1 && !From.is("f32")) ||
      (Of.IsPacked && From.Count != To.Count) || (Of.IsPacked && IsRandom))
    return R.fail("the emulator does not know this conversion");
  const unsigned NumSources = Of.IsPacked ? 1 : To.Count;
  const bool IsVector = NumSources == 4;
  if (Error E = R.expectOperands((IsVector ? 2 : NumSources + 1) + IsRandom))
    return E;
  SmallVector<ptx::Operand, 5> Sources;
  for (const ptx::Operand &O : ArrayRef(R.Source.Operands).drop_front())
    append_range(Sources, O.elements());
  if (Sources.size() != NumSources + IsRandom)
    return R.fail("expected " + Twine(NumSources) + " sources");
  SmallVector<Slot, 5> Slots;
  for (const auto &[Index, O] : enumerate(Sources)) {
    const bool IsLast = Index == NumSources;
    Expected<Slot> S = R.read(O, getBitsType(IsLast ? 32 : From.getBits()), From.getBits() == 8);
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
