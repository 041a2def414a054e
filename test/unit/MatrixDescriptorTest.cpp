//===- MatrixDescriptorTest.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of matrix descriptors. The layouts here are typed by hand from the PTX ISA and
// from the seed documents; nothing is read from the tables that the code reads.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/MatrixDescriptor.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr MatrixDescriptorFormat WGMMA = MatrixDescriptorFormat_WGMMA;
constexpr MatrixDescriptorFormat TCGen05 = MatrixDescriptorFormat_TCGen05;
constexpr MatrixDescriptorFormat Tileiras = MatrixDescriptorFormat_Tileiras;

constexpr MatrixDescriptorField Start = MatrixDescriptorField_Start;
constexpr MatrixDescriptorField Leading = MatrixDescriptorField_Leading;
constexpr MatrixDescriptorField Stride = MatrixDescriptorField_Stride;
constexpr MatrixDescriptorField BaseOffset = MatrixDescriptorField_BaseOffset;
constexpr MatrixDescriptorField LeadingMode = MatrixDescriptorField_LeadingMode;
constexpr MatrixDescriptorField Swizzle = MatrixDescriptorField_Swizzle;
constexpr MatrixDescriptorField Constant = MatrixDescriptorField_Constant;
constexpr MatrixDescriptorField Segment = MatrixDescriptorField_Segment;

/// A field as the documents have it: bits [Low + Width - 1 : Low], the bytes (or ones)
/// that a step of it stands for, and its values where those are not all numbers.
struct Slot {
  MatrixDescriptorField Field;
  unsigned Low, Width;
  int64_t Unit;
  std::vector<int64_t> Values;

  uint64_t mask() const { return ((uint64_t(1) << Width) - 1) << Low; }
  int64_t maximum() const { return ((int64_t(1) << Width) - 1) * Unit; }
  bool isValue(int64_t Value) const {
    if (!Values.empty())
      return std::find(Values.begin(), Values.end(), Value) != Values.end();
    return Value >= 0 && Value <= maximum() && Value % Unit == 0;
  }
};

struct Format {
  MatrixDescriptorFormat Which;
  std::vector<Slot> Slots;
  uint64_t Plain; ///< the word with nothing in it
};

const std::vector<Format> Formats = {{WGMMA,
                                      {{Start, 0, 14, 16, {}},
                                       {Leading, 16, 14, 16, {}},
                                       {Stride, 32, 14, 16, {}},
                                       {BaseOffset, 49, 3, 1, {}},
                                       {Swizzle, 62, 2, 1, {0, 1, 2, 3}}},
                                      0},
                                     {TCGen05,
                                      {{Start, 0, 15, 16, {}},
                                       {Leading, 16, 15, 16, {}},
                                       {Stride, 32, 14, 16, {}},
                                       {Constant, 46, 3, 1, {1}},
                                       {BaseOffset, 49, 3, 1, {}},
                                       {LeadingMode, 52, 1, 1, {0, 1}},
                                       {Segment, 53, 1, 1, {0, 1}},
                                       {Swizzle, 61, 3, 1, {0, 1, 2, 4, 6}}},
                                      uint64_t(1) << 46},
                                     {Tileiras,
                                      {{Start, 0, 14, 16, {}},
                                       {Leading, 14, 16, 1, {}},
                                       {Stride, 30, 16, 1, {}},
                                       {BaseOffset, 46, 3, 1, {}},
                                       {Swizzle, 52, 2, 1, {0, 1, 2, 3}}},
                                      0}};

using Fields = std::vector<BitAssignment>;

/// What the PTX ISA forbids of fields that are fine each for itself.
bool isForbidden(MatrixDescriptorFormat Which, int64_t Base, int64_t Mode, int64_t Swizzle) {
  if (Which == WGMMA)
    return Swizzle == 0 && Base != 0;
  if (Which == TCGen05)
    return Mode == 1 && (Base != 0 || Swizzle != 2);
  return false;
}

uint64_t pack(const Format &F, const Fields &Values) {
  uint64_t Word = F.Plain;
  for (auto [Field, Value] : Values)
    for (const Slot &S : F.Slots)
      if (S.Field == Field)
        Word = (Word & ~S.mask()) | uint64_t(Value / S.Unit) << S.Low;
  return Word;
}

std::string encodeError(MatrixDescriptorFormat Which, const Fields &Values) {
  return messageOf(MatrixDescriptor::encode(Which, Values));
}

std::string decodeError(MatrixDescriptorFormat Which, uint64_t Word) {
  return messageOf(MatrixDescriptor::decode(Word, Which));
}

/// Encodes, compares with the word by hand, decodes, and reads every field back.
void expectRoundTrip(const Format &F, const Fields &Values) {
  Expected<MatrixDescriptor> Encoded = MatrixDescriptor::encode(F.Which, Values);
  ASSERT_EQ("", messageOf(Encoded));
  ASSERT_EQ(hex(pack(F, Values)), hex(Encoded->getWord()));
  Expected<MatrixDescriptor> Decoded = MatrixDescriptor::decode(Encoded->getWord(), F.Which);
  ASSERT_EQ("", messageOf(Decoded));
  ASSERT_EQ(F.Which, Decoded->getFormat());
  for (auto [Field, Value] : Values)
    ASSERT_EQ(uint64_t(Value), Decoded->get(Field)) << Field;
}

TargetVersion getTarget(StringRef Name, unsigned FullSmVersion) {
  return getTargetVersion(Name, FullSmVersion, 90);
}

} // namespace

TEST(MatrixDescriptor, GoldenWords) {
  // The example of the seed documents 000 and 002.
  auto Seed = cantFail(MatrixDescriptor::encode(
      Tileiras, {{Start, 0x10000}, {Leading, 2048}, {Stride, 0}, {BaseOffset, 0}, {Swizzle, 1}}));
  EXPECT_EQ(hex(0x0010000002001000), hex(Seed.getWord()));
  Seed = cantFail(MatrixDescriptor::decode(0x0010000002001000, Tileiras));
  EXPECT_EQ(0x10000u, Seed.get(Start));
  EXPECT_EQ(2048u, Seed.get(Leading));
  EXPECT_EQ(0u, Seed.get(Stride));
  EXPECT_EQ(0u, Seed.get(BaseOffset));
  EXPECT_EQ(1u, Seed.get(Swizzle));
  // The same matrix as the hardware wants it.
  Fields Matrix = {
      {Start, 0x10000}, {Leading, 2048}, {Stride, 1024}, {BaseOffset, 3}, {Swizzle, 1}};
  EXPECT_EQ(hex(0x4006004000801000),
            hex(cantFail(MatrixDescriptor::encode(WGMMA, Matrix)).getWord()));
  Matrix.back() = {Swizzle, 2};
  EXPECT_EQ(hex(0x4006404000801000),
            hex(cantFail(MatrixDescriptor::encode(TCGen05, Matrix)).getWord()));
  Matrix = {{Start, 0x3FFF0}, {Leading, 0x1000}, {Stride, 512}, {LeadingMode, 1}, {Swizzle, 2}};
  EXPECT_EQ(hex(0x4010402001003FFF),
            hex(cantFail(MatrixDescriptor::encode(TCGen05, Matrix)).getWord()));
}

TEST(MatrixDescriptor, EverySmallValueRoundTrips) {
  for (const Format &F : Formats)
    for (int64_t Mode : {0, 1})
      for (int64_t Base = 0; Base < 8; ++Base)
        for (int64_t Swizzling = 0; Swizzling < 8; ++Swizzling) {
          Fields Values = {{Start, 0x3FFF0}, {BaseOffset, Base}, {Swizzle, Swizzling}};
          if (F.Which == TCGen05)
            Values.push_back({LeadingMode, Mode});
          bool IsValue = false;
          for (const Slot &S : F.Slots)
            IsValue |= S.Field == Swizzle && S.isValue(Swizzling);
          if (IsValue && !isForbidden(F.Which, Base, Mode, Swizzling)) {
            expectRoundTrip(F, Values);
          } else {
            EXPECT_NE("", encodeError(F.Which, Values));
          }
        }
}

TEST(MatrixDescriptor, EveryAddressAndOffsetRoundTrips) {
  for (const Format &F : Formats)
    for (const Slot &S : F.Slots)
      if (S.Field == Start || S.Field == Leading || S.Field == Stride)
        for (int64_t Value = 0; Value <= S.maximum(); Value += S.Unit)
          expectRoundTrip(F, {{S.Field, Value}});
}

TEST(MatrixDescriptor, RandomWordsRoundTrip) {
  std::mt19937_64 Random(20240607);
  for (const Format &F : Formats)
    for (unsigned Tries = 0; Tries < 100000; ++Tries) {
      Fields Values;
      int64_t Base = 0, Mode = 0, Swizzling = 0;
      for (const Slot &S : F.Slots) {
        int64_t Value = S.Values.empty() ? int64_t(Random() % (uint64_t(1) << S.Width)) * S.Unit
                                         : S.Values[Random() % S.Values.size()];
        Values.push_back({S.Field, Value});
        (S.Field == BaseOffset ? Base : S.Field == LeadingMode ? Mode : Swizzling) = Value;
      }
      if (isForbidden(F.Which, Base, Mode, Swizzling)) {
        EXPECT_NE("", decodeError(F.Which, pack(F, Values)));
      } else {
        ASSERT_NO_FATAL_FAILURE(expectRoundTrip(F, Values));
      }
    }
}

TEST(MatrixDescriptor, JunkBitsAreRejected) {
  for (const Format &F : Formats) {
    uint64_t Known = 0;
    for (const Slot &S : F.Slots)
      Known |= S.mask();
    for (unsigned Bit = 0; Bit < 64; ++Bit) {
      uint64_t Junk = uint64_t(1) << Bit;
      if (Junk & Known)
        continue;
      EXPECT_TRUE(StringRef(decodeError(F.Which, F.Plain | Junk))
                      .contains("bits " + hex(Junk) + " belong to no field and must be 0 ("));
    }
  }
  // The three layouts disagree on the other two's words.
  EXPECT_NE("", decodeError(WGMMA, 0x0010000002001000));
  EXPECT_NE("", decodeError(TCGen05, 0x0010000002001000));
  EXPECT_NE("", decodeError(WGMMA, 0x4006404000801000));
  EXPECT_NE("", decodeError(TCGen05, 0x4006004000801000));
  EXPECT_NE("", decodeError(Tileiras, 0x4006004000801000));
}

TEST(MatrixDescriptor, EveryRangeIsChecked) {
  for (const Format &F : Formats)
    for (const Slot &S : F.Slots)
      for (int64_t Value :
           {INT64_MIN, int64_t(-16), int64_t(-1), int64_t(1), int64_t(8), int64_t(15), int64_t(3),
            int64_t(5), int64_t(7), S.maximum(), S.maximum() + 1, S.maximum() + S.Unit,
            int64_t(1) << 32, int64_t(256), INT64_MAX})
        EXPECT_EQ(S.isValue(Value), encodeError(F.Which, {{S.Field, Value}}).empty())
            << S.Field << " " << Value;
  EXPECT_NE("", encodeError(WGMMA, {{LeadingMode, 0}}));
  EXPECT_NE("", encodeError(WGMMA, {{Constant, 1}}));
}

TEST(MatrixDescriptor, MessagesSayWhatIsLegal) {
  EXPECT_EQ(
      "the leading dimension byte offset of a wgmma matrix descriptor must be a multiple of 16 "
      "from 0 to 262128, not 8 (PTX ISA 9.0, Matrix Descriptor Format of wgmma)",
      encodeError(WGMMA, {{Leading, 8}}));
  EXPECT_EQ(
      "the matrix start address of a tcgen05 matrix descriptor must be a multiple of 16 from 0 "
      "to 524272, not 524288 (PTX ISA 9.4, Shared Memory Descriptor of tcgen05)",
      encodeError(TCGen05, {{Start, 524288}}));
  EXPECT_EQ(
      "the stride dimension byte offset of a tileiras matrix descriptor must be from 0 to 65535, "
      "not -1 (seed document 002, SMEM-Descriptor Construction)",
      encodeError(Tileiras, {{Stride, -1}}));
  EXPECT_EQ(
      "the swizzling mode of a tcgen05 matrix descriptor must be 0 (no swizzle), 1 (128-byte "
      "swizzle with 32-byte atomicity), 2 (128-byte swizzle), 4 (64-byte swizzle) or 6 (32-byte "
      "swizzle), not 3 (PTX ISA 9.4, Shared Memory Descriptor of tcgen05)",
      encodeError(TCGen05, {{Swizzle, 3}}));
  EXPECT_EQ("with the swizzling mode 0 (no swizzle), the matrix base offset of a wgmma matrix "
            "descriptor must be 0, not 3 (PTX ISA 9.0, Matrix Descriptor Format of wgmma)",
            encodeError(WGMMA, {{BaseOffset, 3}, {Swizzle, 0}}));
  EXPECT_EQ(
      "with the leading dimension stride mode 1 (absolute byte address), the swizzling mode of a "
      "tcgen05 matrix descriptor must be 2 (128-byte swizzle), not 4 (64-byte swizzle) (PTX ISA "
      "9.0, Restrictions on the Leading Dimension Absolute Address Stride)",
      encodeError(TCGen05, {{LeadingMode, 1}, {Swizzle, 4}}));
  EXPECT_EQ("a wgmma matrix descriptor has no leading dimension stride mode",
            encodeError(WGMMA, {{LeadingMode, 0}}));
  EXPECT_EQ("0x4000 is not a wgmma matrix descriptor: bits 0x4000 belong to no field and must be 0 "
            "(PTX ISA 9.0, Matrix Descriptor Format of wgmma)",
            decodeError(WGMMA, 0x4000));
  EXPECT_EQ(
      "0x0 is not a tcgen05 matrix descriptor: the fixed constant of a tcgen05 matrix descriptor "
      "must be 1 (0b001), not 0 (PTX ISA 9.4, Shared Memory Descriptor of tcgen05)",
      decodeError(TCGen05, 0));
  EXPECT_EQ(decodeError(TCGen05, 0), messageOf(checkMatrixDescriptor(0, TCGen05)));
}

TEST(MatrixDescriptor, FieldsThatAreNotNamedMayBeAnything) {
  // Of two fields that exclude each other, one alone says nothing.
  EXPECT_EQ("", messageOf(checkMatrixDescriptorFields(WGMMA, {{BaseOffset, 3}})));
  EXPECT_EQ("", messageOf(checkMatrixDescriptorFields(WGMMA, {{Swizzle, 0}})));
  EXPECT_NE("", messageOf(checkMatrixDescriptorFields(WGMMA, {{Swizzle, 0}, {BaseOffset, 3}})));
  EXPECT_EQ("", messageOf(checkMatrixDescriptorFields(TCGen05, {{LeadingMode, 1}})));
  EXPECT_EQ("", messageOf(checkMatrixDescriptorFields(TCGen05, {})));
}

TEST(MatrixDescriptor, AbsoluteAddressesNeedTheirTarget) {
  const uint64_t Absolute = 0x4010400000000000, Relative = 0x4000400000000000;
  EXPECT_EQ("", messageOf(checkMatrixDescriptor(Absolute, TCGen05)));
  for (auto [Name, SM] : {std::pair("sm_100a", 1003),
                          {"sm_103", 1030},
                          {"sm_103f", 1032},
                          {"sm_110a", 1103},
                          {"sm_90a", 903},
                          {"sm_20", 200}}) {
    TargetVersion Target = getTarget(Name, SM);
    EXPECT_EQ("", messageOf(checkMatrixDescriptor(Relative, TCGen05, &Target)));
    EXPECT_EQ(
        "0x4010400000000000 is not a tcgen05 matrix descriptor: the leading dimension stride "
        "mode of a tcgen05 matrix descriptor cannot be 1 (absolute byte address) on " +
            Target.Name +
            "; that needs sm_103a or sm_107a (PTX ISA 9.4, Shared Memory Descriptor of tcgen05)",
        messageOf(checkMatrixDescriptor(Absolute, TCGen05, &Target)));
  }
  TargetVersion Right = getTarget("sm_103a", 1033);
  EXPECT_EQ("", messageOf(checkMatrixDescriptor(Absolute, TCGen05, &Right)));
  EXPECT_EQ("", messageOf(checkMatrixDescriptor(Relative, TCGen05, &Right)));
}

TEST(MatrixDescriptor, Dump) {
  auto Print = [](uint64_t Word, MatrixDescriptorFormat Which) {
    std::string Text;
    raw_string_ostream OS(Text);
    print(OS, cantFail(MatrixDescriptor::decode(Word, Which)).getFields());
    return Text;
  };
  EXPECT_EQ(
      "   bits  key          field                          value            meaning\n"
      "   13:0  start        matrix start address           65536 (0x10000)  address 0x10000\n"
      "  29:16  lbo          leading dimension byte offset  2048 (0x800)     2048 bytes\n"
      "  45:32  sbo          stride dimension byte offset   1024 (0x400)     1024 bytes\n"
      "  51:49  base_offset  matrix base offset             3                3\n"
      "  63:62  swizzle      swizzling mode                 1                128-byte swizzle\n",
      Print(0x4006004000801000, WGMMA));
  EXPECT_EQ(
      "   bits  key           field                          value          meaning\n"
      "   14:0  start         matrix start address           0              address 0x0\n"
      "  30:16  lbo           leading dimension byte offset  4096 (0x1000)  address 0x1000\n"
      "  45:32  sbo           stride dimension byte offset   0              0 bytes\n"
      "  48:46  constant      fixed constant                 1              0b001\n"
      "  51:49  base_offset   matrix base offset             0              0\n"
      "     52  leading_mode  leading dimension stride mode  1              absolute byte address\n"
      "     53  segment       K segment of indices           0              bytes 0 to 23\n"
      "  63:61  swizzle       swizzling mode                 2              128-byte swizzle\n",
      Print(0x4010400001000000, TCGen05));
  auto Fields = cantFail(MatrixDescriptor::decode(0x0010000002001000, Tileiras)).getFields();
  ASSERT_EQ(5u, Fields.size());
  EXPECT_EQ("lbo", Fields[1].Key);
  EXPECT_EQ("leading dimension byte offset", Fields[1].Name);
  EXPECT_EQ(29u, Fields[1].High);
  EXPECT_EQ(14u, Fields[1].Low);
  EXPECT_EQ(2048u, Fields[1].Bits);
  EXPECT_EQ(2048u, Fields[1].Value);
  EXPECT_EQ(0x1000u, Fields[0].Bits);
  EXPECT_EQ(0x10000u, Fields[0].Value);
}

TEST(MatrixDescriptor, WideAddressesNeedTheirTarget) {
  TargetVersion Narrow = getTarget("sm_100a", 1003), Wide = getTarget("sm_107f", 1072);
  auto Error = [](const TargetVersion &Target, Fields Values) {
    return messageOf(checkMatrixDescriptorFields(TCGen05, Values, &Target));
  };
  EXPECT_EQ("", Error(Narrow, {{Start, 262128}, {Leading, 262128}}));
  EXPECT_EQ("", Error(Wide, {{Start, 524272}, {Leading, 262144}, {Segment, 1}}));
  EXPECT_EQ("the matrix start address of a tcgen05 matrix descriptor cannot be 262144 on sm_100a; "
            "that needs sm_107f or sm_107a (PTX ISA 9.4, Shared Memory Descriptor of tcgen05)",
            Error(Narrow, {{Start, 262144}}));
  EXPECT_EQ("the K segment of indices of a tcgen05 matrix descriptor cannot be 1 (bytes 24 to 47) "
            "on sm_100a; that needs sm_107f or sm_107a (PTX ISA 9.4, Shared Memory Descriptor of "
            "tcgen05)",
            Error(Narrow, {{Segment, 1}}));
}

TEST(MatrixDescriptor, EncodersAndTheirOperands) {
  std::vector<std::string> Encoders;
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MatrixDescriptor))
    Encoders.push_back(Layout.Encoder.str());
  EXPECT_EQ((std::vector<std::string>{"llvm.nvvm.wgmma.smem_desc.encode",
                                      "llvm.nvvm.tcgen05.mma_smem_desc.encode", ""}),
            Encoders);
  std::vector<std::string> Keys;
  for (const BitSlot &Slot : getLayout(TCGen05).Slots)
    Keys.push_back(Slot.Key.str());
  EXPECT_EQ((std::vector<std::string>{"start", "lbo", "sbo", "base_offset", "leading_mode",
                                      "swizzle", "constant", "segment"}),
            Keys);
}
