//===- InstructionDescriptorTest.cpp --------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of instruction descriptors. Layouts, values and shapes here are typed by hand
// from the PTX ISA; nothing is read from the tables that the code reads.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptor.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr auto F16 = InstructionDescriptorKind_F16;
constexpr auto TF32 = InstructionDescriptorKind_TF32;
constexpr auto F8F6F4 = InstructionDescriptorKind_F8F6F4;
constexpr auto I8 = InstructionDescriptorKind_I8;
constexpr auto TI16 = InstructionDescriptorKind_TI16;
constexpr auto MXF8F6F4 = InstructionDescriptorKind_MXF8F6F4;
constexpr auto MXF4 = InstructionDescriptorKind_MXF4;
constexpr auto MXF4NVF4 = InstructionDescriptorKind_MXF4NVF4;

constexpr auto M = InstructionDescriptorField_M;
constexpr auto N = InstructionDescriptorField_N;
constexpr auto Selector = InstructionDescriptorField_Selector;
constexpr auto Sparse = InstructionDescriptorField_Sparse;
constexpr auto Saturate = InstructionDescriptorField_Saturate;
constexpr auto ScaleIDB = InstructionDescriptorField_ScaleIDB;
constexpr auto TypeD = InstructionDescriptorField_TypeD;
constexpr auto TypeA = InstructionDescriptorField_TypeA;
constexpr auto TypeB = InstructionDescriptorField_TypeB;
constexpr auto NegateA = InstructionDescriptorField_NegateA;
constexpr auto NegateB = InstructionDescriptorField_NegateB;
constexpr auto TransposeA = InstructionDescriptorField_TransposeA;
constexpr auto TransposeB = InstructionDescriptorField_TransposeB;
constexpr auto ScaleType = InstructionDescriptorField_ScaleType;
constexpr auto ScaleIDA = InstructionDescriptorField_ScaleIDA;
constexpr auto MaximumShift = InstructionDescriptorField_MaximumShift;
constexpr auto K = InstructionDescriptorField_K;
constexpr auto UpperK = InstructionDescriptorField_UpperK;
constexpr auto ScaleLayoutA = InstructionDescriptorField_ScaleLayoutA;
constexpr auto SparsityVersion = InstructionDescriptorField_SparsityVersion;

using Numbers = std::vector<int64_t>;
using Fields = std::vector<BitAssignment>;

/// A field as the PTX ISA has it: bits [Low + Width - 1 : Low], what a step of it stands
/// for, and its values; those of M and N are what the shapes leave.
struct Slot {
  InstructionDescriptorField Field;
  unsigned Low, Width;
  int64_t Unit;
  Numbers Values;

  uint32_t mask() const { return ((1u << Width) - 1) << Low; }
};

struct Kind {
  InstructionDescriptorKind Which;
  StringRef Key;
  std::vector<Slot> Slots;
};

const Numbers Bit = {0, 1}, No = {0}, Two = {0, 1, 2, 3};
const Numbers EveryN = {8,   16,  24,  32,  40,  48,  56,  64,  72,  80,  88,
                        96,  104, 112, 120, 128, 136, 144, 152, 160, 168, 176,
                        184, 192, 200, 208, 216, 224, 232, 240, 248, 256};
const Numbers IntegerN = {8,   16,  24,  32,  48,  64,  80,  96,  112,
                          128, 144, 160, 176, 192, 208, 224, 240, 256};
const Numbers PlainM = {32, 64, 128, 256}, ScaledM = {128, 256};

std::vector<Slot> plain(const Numbers &Selectors, const Numbers &Saturation, const Numbers &Ds,
                        const Numbers &Types, const Numbers &Negation, const Numbers &Ns) {
  return {{Selector, 0, 2, 1, Selectors},
          {Sparse, 2, 1, 1, Bit},
          {Saturate, 3, 1, 1, Saturation},
          {TypeD, 4, 2, 1, Ds},
          {TypeA, 7, 3, 1, Types},
          {TypeB, 10, 3, 1, Types},
          {NegateA, 13, 1, 1, Negation},
          {NegateB, 14, 1, 1, Negation},
          {TransposeA, 15, 1, 1, Bit},
          {TransposeB, 16, 1, 1, Bit},
          {N, 17, 6, 8, Ns},
          {M, 24, 5, 16, PlainM},
          {MaximumShift, 30, 2, 1, Two}};
}

std::vector<Slot> fourBits(const Numbers &ScaleTypes) {
  return {{Sparse, 2, 1, 1, Bit},
          {ScaleIDB, 4, 2, 1, Two},
          {TypeA, 7, 3, 1, {1}},
          {TypeB, 10, 2, 1, {1}},
          {NegateA, 13, 1, 1, Bit},
          {NegateB, 14, 1, 1, Bit},
          {TransposeA, 15, 1, 1, No},
          {TransposeB, 16, 1, 1, No},
          {N, 17, 6, 8, EveryN},
          {ScaleType, 23, 2, 1, ScaleTypes},
          {M, 27, 2, 128, ScaledM},
          {ScaleIDA, 29, 2, 1, Two},
          {K, 31, 1, 1, Bit},
          {UpperK, 3, 1, 1, Bit},
          {ScaleLayoutA, 26, 1, 1, Bit},
          {SparsityVersion, 12, 1, 1, Bit}};
}

/// With the bit that doubles K.
std::vector<Slot> withK(std::vector<Slot> Slots) {
  Slots.push_back({K, 29, 1, 1, Bit});
  return Slots;
}

const std::vector<Kind> Kinds = {
    {F16, "f16", plain(Two, No, {0, 1}, {0, 1}, Bit, EveryN)},
    {TF32, "tf32", plain(Two, No, {1}, {2}, Bit, EveryN)},
    {F8F6F4, "f8f6f4", withK(plain(No, No, {0, 1}, {0, 1, 3, 4, 5}, Bit, EveryN))},
    {I8, "i8", plain(No, Bit, {2}, {0, 1}, No, IntegerN)},
    {TI16, "ti16", plain(Two, No, {2}, {3}, Bit, EveryN)},
    {MXF8F6F4,
     "mxf8f6f4",
     {{Sparse, 2, 1, 1, Bit},
      {ScaleIDB, 4, 2, 1, Two},
      {TypeA, 7, 3, 1, {0, 1, 3, 4, 5}},
      {TypeB, 10, 3, 1, {0, 1, 3, 4, 5}},
      {NegateA, 13, 1, 1, Bit},
      {NegateB, 14, 1, 1, Bit},
      {TransposeA, 15, 1, 1, Bit},
      {TransposeB, 16, 1, 1, Bit},
      {N, 17, 6, 8, EveryN},
      {ScaleType, 23, 1, 1, {1}},
      {M, 27, 2, 128, ScaledM},
      {ScaleIDA, 29, 2, 1, Two},
      {K, 31, 1, 1, Bit},
      {ScaleLayoutA, 26, 1, 1, Bit}}},
    {MXF4, "mxf4", fourBits({1})},
    {MXF4NVF4, "mxf4nvf4", fourBits({0, 1, 2})}};

bool contains(const Numbers &List, int64_t Value) {
  return std::find(List.begin(), List.end(), Value) != List.end();
}

/// M and N in any instruction of the kind, as the PTX ISA's tables have them.
bool isShape(InstructionDescriptorKind Which, std::map<unsigned, int64_t> V) {
  int64_t Rows = V[M], Columns = V[N];
  bool IsSparse = V[Sparse], IsByteB = Which == I8 || Which == F8F6F4 || Which == MXF8F6F4;
  int64_t Step1 = V[TransposeB] && IsByteB ? 16 : 8, Step2 = V[TransposeB] && IsByteB ? 32 : 16;
  bool Plain = Which == F16 || Which == TF32 || Which == F8F6F4 || Which == I8 || Which == TI16;
  if (Which == I8) {
    Step1 = V[TransposeB] || Columns > 32 ? 16 : 8;
    Step2 = 32;
  }
  if (Which == TI16) {
    Step1 = Rows == 128 ? 16 : 8;
    Step2 = 32;
  }
  // More than the plain K is for the greatest M only, K = 128 of four bits for two CTAs only.
  if (V[K] || V[UpperK]) {
    bool IsOne = Rows == 128 && Columns % Step1 == 0 && !V[UpperK],
         IsTwo = Rows == 256 && Columns % Step2 == 0,
         IsWS = Which == F8F6F4 && (Rows == 32 || Rows == 64 || Rows == 128) &&
                (Columns == 64 || Columns == 128 || (Columns == 256 && !IsSparse)) &&
                Columns % Step1 == 0;
    return (IsOne || IsTwo || IsWS) && !(V[UpperK] && (V[K] || IsSparse));
  }
  bool OneCTA = (Rows == 128 || (Plain && Rows == 64)) && Columns % Step1 == 0;
  bool TwoCTA = (Rows == 256 || (Rows == 128 && (Plain || !IsSparse))) && Columns % Step2 == 0;
  bool WS = Plain && (Rows == 32 || Rows == 64 || Rows == 128) &&
            (Columns == 64 || Columns == 128 || (Columns == 256 && !IsSparse));
  return OneCTA || TwoCTA || WS;
}

/// What the PTX ISA forbids of fields that are fine each for itself.
bool isForbidden(InstructionDescriptorKind Which, std::map<unsigned, int64_t> V) {
  if (!isShape(Which, V) || (!V[Sparse] && V[Selector]))
    return true;
  if (Which == F16 && V[TypeD] == 0 && (V[TypeA] || V[TypeB]))
    return true;
  if (Which == F8F6F4 && V[K] && (V[TypeA] > 1 || V[TypeB] > 1))
    return true;
  if (Which == MXF8F6F4 && V[K] && !V[Sparse] &&
      ((V[TypeA] > 1 && V[TransposeA]) || (V[TypeB] > 1 && V[TransposeB])))
    return true;
  if (Which != MXF4 && Which != MXF4NVF4)
    return false;
  // Two factors a row, with K = 96 three, with K = 128 four.
  Numbers IDs = V[UpperK] ? No : V[K] ? Two : Numbers{0, 2};
  return !contains(IDs, V[ScaleIDA]) || !contains(IDs, V[ScaleIDB]);
}

bool isForbidden(InstructionDescriptorKind Which, const Fields &Values) {
  std::map<unsigned, int64_t> V;
  for (auto [Field, Value] : Values)
    V[Field] = Value;
  return isForbidden(Which, V);
}

uint32_t pack(const Kind &Of, const Fields &Values) {
  uint32_t Word = 0;
  for (auto [Field, Value] : Values)
    for (const Slot &S : Of.Slots)
      if (S.Field == Field)
        Word |= uint32_t(Value / S.Unit) << S.Low;
  return Word;
}

std::string encodeError(InstructionDescriptorKind Which, const Fields &Values) {
  return messageOf(InstructionDescriptor::encode(Which, Values));
}

std::string decodeError(InstructionDescriptorKind Which, uint32_t Word) {
  return messageOf(InstructionDescriptor::decode(Word, Which));
}

std::string fieldError(InstructionDescriptorKind Which, const Fields &Values) {
  return messageOf(checkInstructionDescriptorFields(Which, Values));
}

/// Encodes, compares with the word by hand, decodes, and reads every field back.
void expectRoundTrip(const Kind &Of, const Fields &Values) {
  Expected<InstructionDescriptor> Encoded = InstructionDescriptor::encode(Of.Which, Values);
  ASSERT_EQ("", messageOf(Encoded)) << Of.Key << " " << hex(pack(Of, Values));
  ASSERT_EQ(hex(pack(Of, Values)), hex(Encoded->getWord())) << Of.Key;
  Expected<InstructionDescriptor> Decoded =
      InstructionDescriptor::decode(Encoded->getWord(), Of.Which);
  ASSERT_EQ("", messageOf(Decoded)) << Of.Key;
  ASSERT_EQ(Of.Which, Decoded->getKind());
  for (auto [Field, Value] : Values)
    ASSERT_EQ(uint32_t(Value), Decoded->get(Field)) << Of.Key << " " << Field;
}

/// Values that are right, with the first of each field's; M and N so that all goes.
Fields getPlainFields(const Kind &Of) {
  Fields Values;
  for (const Slot &S : Of.Slots)
    Values.push_back({S.Field, S.Field == M ? 128 : S.Field == N ? 128 : S.Values.front()});
  return Values;
}

uint32_t encode(InstructionDescriptorKind Which, const Fields &Values) {
  return cantFail(InstructionDescriptor::encode(Which, Values)).getWord();
}

} // namespace

TEST(InstructionDescriptor, GoldenWords) {
  // f32 out of bf16, 128 x 256, K-major: 8 << 24 | 32 << 17 | 1 << 10 | 1 << 7 | 1 << 4.
  EXPECT_EQ(hex(0x8400490),
            hex(encode(F16, {{M, 128}, {N, 256}, {TypeD, 1}, {TypeA, 1}, {TypeB, 1}})));
  EXPECT_EQ(hex(0x10100917), hex(encode(TF32, {{M, 256}, {N, 64}, {Sparse, 1}, {Selector, 3}})));
  EXPECT_EQ(hex(0x40C80A8),
            hex(encode(I8, {{M, 64}, {N, 48}, {Saturate, 1}, {TypeA, 1}, {TransposeA, 1}})));
  EXPECT_EQ(hex(0xC2100200),
            hex(encode(F8F6F4, {{M, 32}, {N, 64}, {TypeA, 4}, {MaximumShift, 3}})));
  EXPECT_EQ(hex(0x50A054B0), hex(encode(MXF8F6F4, {{M, 256},
                                                   {N, 128},
                                                   {TypeA, 1},
                                                   {TypeB, 5},
                                                   {ScaleIDB, 3},
                                                   {ScaleIDA, 2},
                                                   {NegateB, 1}})));
  EXPECT_EQ(hex(0x8400480), hex(encode(MXF4NVF4, {{M, 128}, {N, 256}})));
  EXPECT_EQ(hex(0xB08404B0),
            hex(encode(MXF4, {{M, 256}, {N, 16}, {ScaleIDA, 1}, {ScaleIDB, 3}, {K, 1}})));
  // PTX ISA 9.4.
  EXPECT_EQ(hex(0x10840488), hex(encode(MXF4, {{M, 256}, {N, 16}, {UpperK, 1}})));
  EXPECT_EQ(hex(0x8000000 | 1 << 26 | 1 << 24 | 1 << 12 | 16 << 17 | 4 | 1 << 7 | 1 << 10),
            hex(encode(MXF4NVF4, {{M, 128},
                                  {N, 128},
                                  {Sparse, 1},
                                  {ScaleType, 2},
                                  {ScaleLayoutA, 1},
                                  {SparsityVersion, 1}})));
  EXPECT_EQ(hex(0x28200010), hex(encode(F8F6F4, {{M, 128}, {N, 128}, {TypeD, 1}, {K, 1}})));
  EXPECT_EQ(hex(0x4200DA0), hex(encode(TI16, {{M, 64}, {N, 128}})));
}

TEST(InstructionDescriptor, EverySmallValueRoundTrips) {
  for (const Kind &Of : Kinds)
    for (const Slot &Changed : Of.Slots)
      for (const Slot &Other : Of.Slots)
        for (int64_t Value : Changed.Values)
          for (int64_t OtherValue : Other.Values) {
            Fields Values = getPlainFields(Of);
            for (auto &[Field, V] : Values)
              V = Field == Changed.Field ? Value : Field == Other.Field ? OtherValue : V;
            if (!isForbidden(Of.Which, Values)) {
              ASSERT_NO_FATAL_FAILURE(expectRoundTrip(Of, Values));
            } else {
              ASSERT_NE("", encodeError(Of.Which, Values)) << hex(pack(Of, Values));
            }
          }
}

TEST(InstructionDescriptor, RandomFieldsRoundTrip) {
  std::mt19937_64 Random(20250102);
  for (const Kind &Of : Kinds) {
    unsigned Right = 0;
    for (unsigned Tries = 0; Tries < 30000; ++Tries) {
      Fields Values;
      for (const Slot &S : Of.Slots)
        Values.push_back({S.Field, S.Values[Random() % S.Values.size()]});
      if (isForbidden(Of.Which, Values)) {
        ASSERT_NE("", decodeError(Of.Which, pack(Of, Values))) << hex(pack(Of, Values));
        continue;
      }
      ++Right;
      ASSERT_NO_FATAL_FAILURE(expectRoundTrip(Of, Values));
    }
    EXPECT_GT(Right, 1000u) << Of.Key;
  }
}

TEST(InstructionDescriptor, RandomWordsAreReadOrRejected) {
  std::mt19937_64 Random(7);
  for (const Kind &Of : Kinds) {
    uint32_t Known = 0;
    for (const Slot &S : Of.Slots)
      Known |= S.mask();
    for (unsigned Tries = 0; Tries < 100000; ++Tries) {
      // Most words with junk in them are junk; every other one has none.
      uint32_t Word = Random() & (Tries % 2 ? Known : ~0u);
      bool IsRight = (Word & ~Known) == 0;
      Fields Values;
      for (const Slot &S : Of.Slots) {
        Values.push_back({S.Field, int64_t((Word & S.mask()) >> S.Low) * S.Unit});
        IsRight &= contains(S.Values, Values.back().Value);
      }
      IsRight = IsRight && !isForbidden(Of.Which, Values);
      Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(Word, Of.Which);
      ASSERT_EQ(IsRight, messageOf(Decoded).empty()) << Of.Key << " " << hex(Word);
    }
  }
}

TEST(InstructionDescriptor, JunkBitsAreRejected) {
  for (const Kind &Of : Kinds) {
    uint32_t Known = 0, Word = pack(Of, getPlainFields(Of));
    for (const Slot &S : Of.Slots)
      Known |= S.mask();
    ASSERT_EQ("", decodeError(Of.Which, Word));
    unsigned Junk = 0;
    for (uint32_t Bit = 1; Bit; Bit <<= 1)
      if (!(Bit & Known)) {
        ++Junk;
        EXPECT_TRUE(StringRef(decodeError(Of.Which, Word | Bit))
                        .contains("bits " + hex(Bit) + " belong to no field of kind::" +
                                  Of.Key.str() + " and must be 0 ("));
      }
    EXPECT_GE(Junk, 2u);
  }
}

TEST(InstructionDescriptor, EveryRangeIsChecked) {
  for (const Kind &Of : Kinds)
    for (const Slot &S : Of.Slots)
      for (int64_t Value :
           {INT64_MIN,    int64_t(-256),    int64_t(-128), int64_t(-1),  int64_t(0),
            int64_t(1),   int64_t(2),       int64_t(3),    int64_t(4),   int64_t(5),
            int64_t(8),   int64_t(12),      int64_t(32),   int64_t(40),  int64_t(64),
            int64_t(128), int64_t(192),     int64_t(256),  int64_t(257), int64_t(264),
            int64_t(512), int64_t(1) << 32, INT64_MAX})
        EXPECT_EQ(contains(S.Values, Value), fieldError(Of.Which, {{S.Field, Value}}).empty())
            << Of.Key << " " << S.Field << " " << Value;
}

TEST(InstructionDescriptor, Kinds) {
  EXPECT_EQ(Kinds.size(), getBitLayouts(BitLayoutSet_InstructionDescriptor).size());
  for (const Kind &Of : Kinds)
    EXPECT_EQ(Of.Which, parseInstructionDescriptorKind(Of.Key));
  for (StringRef Wrong : {"", "f8", "mxf4nvf", "F16", "f16 "})
    EXPECT_EQ(std::nullopt, parseInstructionDescriptorKind(Wrong));
}

TEST(InstructionDescriptor, OperandsAreWhatTheKindLeavesOpen) {
  auto GetOperands = [](InstructionDescriptorKind Which) {
    std::vector<InstructionDescriptorField> Result;
    for (const BitSlot &S : getLayout(Which).Slots)
      if (S.isOpen())
        Result.push_back(InstructionDescriptorField(S.Field));
    return Result;
  };
  using List = std::vector<InstructionDescriptorField>;
  EXPECT_EQ(List({M, N, Selector, Sparse, TypeD, TypeA, TypeB, NegateA, NegateB, TransposeA,
                  TransposeB, MaximumShift}),
            GetOperands(F16));
  EXPECT_EQ(List({M, N, Selector, Sparse, NegateA, NegateB, TransposeA, TransposeB, MaximumShift}),
            GetOperands(TF32));
  EXPECT_EQ(List({M, N, Sparse, TypeD, TypeA, TypeB, NegateA, NegateB, TransposeA, TransposeB,
                  MaximumShift, K}),
            GetOperands(F8F6F4));
  EXPECT_EQ(List({M, N, Sparse, Saturate, TypeA, TypeB, TransposeA, TransposeB, MaximumShift}),
            GetOperands(I8));
  EXPECT_EQ(List({M, N, Sparse, ScaleIDB, TypeA, TypeB, NegateA, NegateB, TransposeA, TransposeB,
                  ScaleIDA, K, ScaleLayoutA}),
            GetOperands(MXF8F6F4));
  EXPECT_EQ(List({M, N, Sparse, ScaleIDB, NegateA, NegateB, ScaleIDA, K, UpperK, ScaleLayoutA,
                  SparsityVersion}),
            GetOperands(MXF4));
  EXPECT_EQ(List({M, N, Sparse, ScaleIDB, NegateA, NegateB, ScaleType, ScaleIDA, K, UpperK,
                  ScaleLayoutA, SparsityVersion}),
            GetOperands(MXF4NVF4));
  EXPECT_FALSE(getLayout(MXF4).find(TypeD));
}

TEST(InstructionDescriptor, MessagesSayWhatIsLegal) {
  EXPECT_EQ("the dimension M of kind::f16 must be 32, 64, 128 or 256, not 96 (PTX ISA 9.0, Matrix "
            "Shape of tcgen05)",
            fieldError(F16, {{M, 96}}));
  EXPECT_EQ("the dimension N of kind::i8 must be 8, 16, 24, then 32 to 256 in steps of 16, not 40 "
            "(PTX ISA 9.0, Matrix Shape of tcgen05)",
            fieldError(I8, {{N, 40}}));
  EXPECT_EQ("with the dimension M 256, the dimension N of kind::f16 must be 16 to 256 in steps of "
            "16, not 24 (PTX ISA 9.0, Matrix Shape of tcgen05)",
            fieldError(F16, {{M, 256}, {N, 24}}));
  EXPECT_EQ("with the sparsity 1 (sparse) and the dimension M 32, the dimension N of kind::f16 "
            "must be 64 or 128, not 256 (PTX ISA 9.0, Matrix Shape of tcgen05)",
            fieldError(F16, {{M, 32}, {N, 256}, {Sparse, 1}}));
  EXPECT_EQ("with the dimension M 128 and the transposition of B 1 (N-major), the dimension N of "
            "kind::f8f6f4 must be 16 to 256 in steps of 16, not 8 (PTX ISA 9.0, Transpose and "
            "Negate operations of tcgen05)",
            fieldError(F8F6F4, {{M, 128}, {N, 8}, {TransposeB, 1}}));
  EXPECT_EQ("the type of A of kind::f8f6f4 must be 0 (e4m3), 1 (e5m2), 3 (e2m3), 4 (e3m2) or 5 "
            "(e2m1), not 2 (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            fieldError(F8F6F4, {{TypeA, 2}}));
  EXPECT_EQ("the sparsity selector of kind::tf32 must be from 0 to 3, not 4 (PTX ISA 9.4, "
            "Instruction descriptor of tcgen05)",
            fieldError(TF32, {{Selector, 4}}));
  EXPECT_EQ(
      "with the sparsity 0 (dense), the sparsity selector of kind::tf32 must be 0, not 2 (PTX "
      "ISA 9.4, Instruction descriptor of tcgen05)",
      fieldError(TF32, {{Selector, 2}, {Sparse, 0}}));
  EXPECT_EQ("with the type of D 0 (f16), the type of B of kind::f16 must be 0 (f16), not 1 (bf16) "
            "(PTX ISA 9.0, Matrix Shape of tcgen05)",
            fieldError(F16, {{TypeD, 0}, {TypeA, 0}, {TypeB, 1}}));
  // The ISA's table of type sizes does not have it; the hardware's users do.
  EXPECT_EQ("", fieldError(F8F6F4, {{TypeA, 5}, {TransposeA, 1}}));
  EXPECT_EQ("with the dimension K 0 (K = 64, sparse 128), the scale factor data ID of A of "
            "kind::mxf4 must be 0 or 2, not 1 (PTX ISA 9.0, Block Scaling of tcgen05)",
            fieldError(MXF4, {{ScaleIDA, 1}, {K, 0}}));
  EXPECT_EQ("the saturation of kind::f16 must be 0 (no saturation), not 1 (PTX ISA 9.4, "
            "Instruction descriptor of tcgen05); the negation of A of kind::f16 must be 0 (no "
            "negation) or 1 (negation), not 7 (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            fieldError(F16, {{Saturate, 1}, {NegateA, 7}}));
  EXPECT_EQ("an instruction descriptor of kind::f16 has no scale matrix type",
            fieldError(F16, {{ScaleType, 1}}));
  EXPECT_EQ("the dimension N of kind::mxf4 is missing", encodeError(MXF4, {{M, 128}}));
  EXPECT_EQ("0x8400440 is not an instruction descriptor: bits 0x40 belong to no field of kind::f16 "
            "and must be 0 (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            decodeError(F16, 0x8400440));
}

TEST(InstructionDescriptor, TargetsHaveTheirKs) {
  TargetVersion SM100A = getTargetVersion("sm_100a", 1003, 90),
                SM103A = getTargetVersion("sm_103a", 1033, 90),
                SM107F = getTargetVersion("sm_107f", 1072, 94),
                SM107A = getTargetVersion("sm_107a", 1073, 94);
  auto Error = [](InstructionDescriptorKind Which, const TargetVersion &Target, Fields Values) {
    return messageOf(checkInstructionDescriptorFields(Which, Values, &Target));
  };
  EXPECT_EQ("", Error(MXF4, SM103A, {{K, 1}, {Sparse, 0}}));
  EXPECT_EQ("", Error(MXF4, SM107A, {{K, 1}, {Sparse, 0}}));
  EXPECT_EQ("", Error(MXF4, SM107F, {{UpperK, 1}, {M, 256}}));
  EXPECT_EQ("", Error(F8F6F4, SM107F, {{K, 1}, {TypeA, 1}}));
  EXPECT_EQ("with the sparsity 1 (sparse), the dimension K of kind::mxf4 cannot be 1 (K = 96, "
            "sparse 192) on sm_103a; that needs sm_107f or sm_107a (PTX ISA 9.4, Matrix Shape of "
            "tcgen05)",
            Error(MXF4, SM103A, {{K, 1}, {Sparse, 1}}));
  EXPECT_EQ("with the sparsity 0 (dense), the dimension K of kind::mxf4 cannot be 1 (K = 96, "
            "sparse 192) on sm_107f; that needs sm_103a or sm_107a (CuTe (mma_sm103_umma.hpp); the "
            "table of PTX ISA 9.0 has K = 96 with .cta_group::2 only)",
            Error(MXF4, SM107F, {{K, 1}, {Sparse, 0}}));
  EXPECT_EQ("with the sparsity 1 (sparse), the upper bit of the dimension K of kind::mxf4 must be "
            "0 (as the dimension K says), not 1 (K = 128) (PTX ISA 9.0, Matrix Shape of tcgen05)",
            Error(MXF4, SM107A, {{UpperK, 1}, {Sparse, 1}}));
  EXPECT_EQ("the dimension K of kind::f8f6f4 cannot be 1 (K = 64, sparse 128) on sm_100a; that "
            "needs sm_107f or sm_107a (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            Error(F8F6F4, SM100A, {{K, 1}}));
  EXPECT_EQ("with the dimension K 1 (K = 64, sparse 128), the type of B of kind::f8f6f4 must be 0 "
            "(e4m3) or 1 (e5m2), not 5 (e2m1) (PTX ISA 9.4, Matrix Shape of tcgen05)",
            Error(F8F6F4, SM107F, {{K, 1}, {TypeB, 5}}));
  EXPECT_EQ("with the dimension K 1 (K = 64, sparse 128) and the sparsity 0 (dense) and the type "
            "of A 5 (e2m1), the transposition of A of kind::mxf8f6f4 must be 0 (K-major), not 1 "
            "(M-major) (PTX ISA 9.4, Transpose and Negate operations of tcgen05)",
            Error(MXF8F6F4, SM107F, {{K, 1}, {Sparse, 0}, {TypeA, 5}, {TransposeA, 1}}));
  EXPECT_EQ("with the sparsity 1 (sparse) on sm_107a, the sparsity version of kind::mxf4 must be 1 "
            "(v1, elements), not 0 (v0, pairs of elements) (PTX ISA 9.4, Instruction descriptor of "
            "tcgen05)",
            Error(MXF4, SM107A, {{Sparse, 1}, {SparsityVersion, 0}}));
  EXPECT_EQ("the sparsity version of kind::mxf4 cannot be 1 (v1, elements) on sm_100a; that needs "
            "sm_107a (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            Error(MXF4, SM100A, {{SparsityVersion, 1}}));
  EXPECT_EQ("the scale matrix type of kind::mxf4nvf4 cannot be 2 (ue5m3) on sm_100a; that needs "
            "sm_107f or sm_107a (PTX ISA 9.4, Instruction descriptor of tcgen05)",
            Error(MXF4NVF4, SM100A, {{ScaleType, 2}}));
}

TEST(InstructionDescriptor, FieldsThatAreNotNamedMayBeAnything) {
  for (const Fields &Right :
       {Fields{{M, 256}}, Fields{{N, 8}}, Fields{{TypeD, 0}}, Fields{{Selector, 3}}, Fields{}})
    EXPECT_EQ("", fieldError(F16, Right));
  EXPECT_EQ("", fieldError(MXF4, {{ScaleIDA, 3}}));
  EXPECT_NE("", fieldError(MXF4, {{ScaleIDA, 3}, {K, 0}}));
  EXPECT_EQ("", fieldError(MXF4, {{Sparse, 1}}));
  EXPECT_NE("", fieldError(MXF4, {{Sparse, 1}, {UpperK, 1}}));
}

TEST(InstructionDescriptor, K96NeedsItsTarget) {
  const uint32_t K96 = 0x908404B0 & ~0x30u, K64 = K96 & ~(1u << 31);
  for (auto [Name, SM] : {std::pair("sm_100a", 1003), {"sm_103f", 1032}, {"sm_50", 500}}) {
    TargetVersion Target = getTargetVersion(Name, SM, 90);
    EXPECT_EQ("", messageOf(checkInstructionDescriptorWord(K64, MXF4, &Target)));
    EXPECT_EQ(
        "the dimension K of kind::mxf4 cannot be 1 (K = 96, sparse 192) on " + Target.Name +
            "; that needs sm_103a or sm_107f or sm_107a (PTX ISA 9.4, Instruction descriptor of "
            "tcgen05)",
        messageOf(checkInstructionDescriptorWord(K96, MXF4, &Target)));
  }
  TargetVersion Right = getTargetVersion("sm_103a", 1033, 90);
  EXPECT_EQ("", messageOf(checkInstructionDescriptorWord(K96, MXF4, &Right)));
  EXPECT_EQ("", messageOf(checkInstructionDescriptorWord(K96, MXF4)));
}

TEST(InstructionDescriptor, Dump) {
  auto Print = [](uint32_t Word, InstructionDescriptorKind Which) {
    std::string Text;
    raw_string_ostream OS(Text);
    print(OS, cantFail(InstructionDescriptor::decode(Word, Which)).getFields());
    return Text;
  };
  EXPECT_EQ("   bits  key          field               value        meaning\n"
            "    1:0  selector     sparsity selector   0            0\n"
            "      2  sparse       sparsity            0            dense\n"
            "      3  saturate     saturation          0            no saturation\n"
            "    5:4  type_d       type of D           1            f32\n"
            "    9:7  type_a       type of A           1            bf16\n"
            "  12:10  type_b       type of B           1            bf16\n"
            "     13  negate_a     negation of A       0            no negation\n"
            "     14  negate_b     negation of B       0            no negation\n"
            "     15  transpose_a  transposition of A  0            K-major\n"
            "     16  transpose_b  transposition of B  0            K-major\n"
            "  22:17  n            dimension N         256 (0x100)  256\n"
            "  28:24  m            dimension M         128 (0x80)   128\n"
            "  31:30  max_shift    maximum shift of B  0            no shift\n",
            Print(0x8400490, F16));
  EXPECT_EQ(
      "   bits  key               field                         value        meaning\n"
      "      2  sparse            sparsity                      0            dense\n"
      "      3  upper_k           upper bit of the dimension K  0            as the dimension K "
      "says\n"
      "    5:4  scale_id_b        scale factor data ID of B     3            3\n"
      "    9:7  type_a            type of A                     1            e2m1\n"
      "  11:10  type_b            type of B                     1            e2m1\n"
      "     12  sparsity_version  sparsity version              0            v0, pairs of "
      "elements\n"
      "     13  negate_a          negation of A                 0            no negation\n"
      "     14  negate_b          negation of B                 0            no negation\n"
      "     15  transpose_a       transposition of A            0            K-major\n"
      "     16  transpose_b       transposition of B            0            K-major\n"
      "  22:17  n                 dimension N                   16 (0x10)    16\n"
      "  24:23  scale_type        scale matrix type             1            ue8m0\n"
      "     26  scale_layout_a    scale factor layout of A      0            32 lanes\n"
      "  28:27  m                 dimension M                   256 (0x100)  256\n"
      "  30:29  scale_id_a        scale factor data ID of A     1            1\n"
      "     31  k                 dimension K                   1            K = 96, sparse 192\n",
      Print(0xB08404B0, MXF4));
}
