//===- BitLayoutTest.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codec as such: a layout typed here by hand, and what holds for each field of every
// layout of the model. What the layouts are is tested with each kind of word.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/BitLayout.h"
#include "TestHelpers.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

const BitValue Modes[] = {{0, "off", 0, {0, ""}}, {2, "on", 0, {0, "sm_999"}}};
const BitValue Constants[] = {{5, "always", 0, {0, ""}}};

// The fields have the numbers of the first ones of matrix descriptors, for their names.
// clang-format off
const BitSlot Slots[] = {
    {0, "address", "address", 4,  8, 16, {},        "at {0:x}", 255, "",           6, {0, "sm_999"}, false},
    {1, "mode",    "mode",    0,  2,  1, Modes,     "{0}",      255, "",           2, {0, ""},       false},
    {2, "fixed",   "fixed",  60,  4,  1, Constants, "{0}",      255, "",           4, {0, ""},       false},
    {3, "count",   "count",  20,  1,  1, {},        "{0}",        1, "{0} in mode", 1, {0, ""},      true},
};
// clang-format on

const BitCondition IsOn[] = {{1, 1 << 2}}, IsOff[] = {{1, 1 << 0}};
const BitRule Rules[] = {{IsOn, {3, 1 << 1}, {0, ""}, "the rule"},
                         {IsOff, {3, 1 << 1}, {0, "sm_999"}, "the rule of sm_999"}};
const BitLayout Toy = {
    BitLayoutSet_MatrixDescriptor, 9, "toy", 64, "a toy", "a toy", "", "the source", Slots, Rules};

std::string findFault(unsigned Field, int64_t Value, const TargetVersion *Target = nullptr) {
  return Toy.findFault({Field, Value}, Target);
}

BitFaults findRuleFaults(ArrayRef<BitAssignment> Fields) {
  return Toy.findRuleFaults(Fields, /*Target=*/nullptr);
}

std::vector<const BitLayout *> getAllLayouts() {
  std::vector<const BitLayout *> All;
  for (BitLayoutSet Set : {BitLayoutSet_MMADescriptor, BitLayoutSet_TCGen05Word,
                           BitLayoutSet_InstructionDescriptor, BitLayoutSet_MatrixDescriptor})
    for (const BitLayout &Layout : getBitLayouts(Set))
      All.push_back(&Layout);
  return All;
}

/// The values of a field that the layout takes: of a number, its ends and a few between.
std::vector<int64_t> getSamples(const BitSlot &Slot) {
  std::vector<int64_t> Samples;
  for (const BitValue &Value : Slot.Values)
    Samples.push_back(Value.Value);
  if (Samples.empty())
    for (uint64_t Bits = Slot.getMask() >> Slot.Shift;; Bits >>= 1) {
      Samples.push_back(Bits * Slot.Unit);
      if (!Bits)
        break;
    }
  return Samples;
}

} // namespace

TEST(BitLayout, PacksAndUnpacks) {
  // 0x50 is 16 * 5 in bits [11:4]; the constant is there unasked.
  uint64_t Word = Toy.pack({{0, 0x50}, {1, 2}, {3, 1}});
  EXPECT_EQ(hex(0x5000000000100052), hex(Word));
  EXPECT_EQ(0x50u, Toy.get(Word, 0));
  EXPECT_EQ(2u, Toy.get(Word, 1));
  EXPECT_EQ(5u, Toy.get(Word, 2));
  EXPECT_EQ(0u, Toy.get(Word, 7)); // no such field
  EXPECT_EQ(hex(Word), hex(Toy.pack(Toy.unpack(Word))));
  EXPECT_EQ(hex(0xF000000000100FF3), hex(Toy.getKnownBits()));
}

TEST(BitLayout, ValuesOutOfRangeAreRejected) {
  for (int64_t Value : {0, 16, 0xFF0})
    EXPECT_EQ("", findFault(0, Value));
  for (int64_t Value : {INT64_MIN, int64_t(-16), int64_t(8), int64_t(0x1000), INT64_MAX})
    EXPECT_EQ("the matrix start address of a toy must be a multiple of 16 from 0 to 4080, not " +
                  std::to_string(Value) + " (the source)",
              findFault(0, Value));
  EXPECT_EQ("", findFault(1, 0));
  EXPECT_EQ("the leading dimension byte offset of a toy must be 0 (off) or 2 (on), not 1 (the "
            "source)",
            findFault(1, 1));
  EXPECT_NE("", findFault(1, 258)); // 2 but for bits that the row does not have
  EXPECT_NE("", findFault(2, 0));
  EXPECT_EQ("a toy has no fixed constant", findFault(6, 0));
}

TEST(BitLayout, ValuesNeedTheirTargets) {
  TargetVersion Target = getTargetVersion("sm_90a", 903, 90);
  EXPECT_EQ("", findFault(1, 2));
  EXPECT_EQ("", findFault(1, 0, &Target));
  EXPECT_EQ("the leading dimension byte offset of a toy cannot be 2 (on) on sm_90a; that needs "
            "sm_999 (the source)",
            findFault(1, 2, &Target));
  // A number that only some targets have bits for.
  EXPECT_EQ("", findFault(0, 0x3F0, &Target));
  EXPECT_EQ("", findFault(0, 0x400));
  EXPECT_EQ("the matrix start address of a toy cannot be 1024 on sm_90a; that needs sm_999 (the "
            "source)",
            findFault(0, 0x400, &Target));
  EXPECT_EQ(6u, Slots[0].getWidth(&Target));
  EXPECT_EQ(8u, Slots[0].getWidth(nullptr));
}

TEST(BitLayout, RulesNeedTheirTargets) {
  TargetVersion Other = getTargetVersion("sm_90a", 903, 90);
  EXPECT_TRUE(Toy.findRuleFaults({{1, 0}, {3, 0}}, &Other).empty());
  TargetVersion Of = getTargetVersion("sm_107a", 1073, 94);
  BitLayout There = Toy;
  const BitRule OfThere[] = {
      {IsOff, {3, 1 << 1}, {uint64_t(1) << Of.GPU->Index, "sm_107a"}, "the rule"}};
  There.Rules = OfThere;
  EXPECT_TRUE(There.findRuleFaults({{1, 0}, {3, 0}}, &Other).empty());
  BitFaults Faults = There.findRuleFaults({{1, 0}, {3, 0}}, &Of);
  ASSERT_EQ(1u, Faults.size());
  EXPECT_EQ("with the mode 0 (off) on sm_107a, the matrix base offset of a toy must be 1, not 0 "
            "(the rule)",
            Faults.front());
}

TEST(BitLayout, RulesAreAboutFieldsThatAreNamed) {
  EXPECT_TRUE(findRuleFaults({{1, 2}, {3, 1}}).empty());
  EXPECT_TRUE(findRuleFaults({{1, 0}, {3, 0}}).empty());
  EXPECT_TRUE(findRuleFaults({{1, 2}}).empty());
  EXPECT_TRUE(findRuleFaults({{3, 0}}).empty());
  BitFaults Faults = findRuleFaults({{1, 2}, {3, 0}});
  ASSERT_EQ(1u, Faults.size());
  EXPECT_EQ("with the mode 2 (on), the matrix base offset of a toy must be 1, not 0 (the rule)",
            Faults.front());
}

TEST(BitLayout, UnknownBitsAreRejected) {
  EXPECT_EQ("", messageOf(Toy.checkBits(Toy.getKnownBits())));
  EXPECT_EQ("bits 0x200000000C belong to no field and must be 0 (the source)",
            messageOf(Toy.checkBits(0x200000001C)));
}

TEST(BitLayout, Readings) {
  SmallVector<BitReading> Fields = Toy.read(0x5000000000100052);
  ASSERT_EQ(4u, Fields.size());
  EXPECT_EQ("mode", Fields[0].Key);
  EXPECT_EQ("on", Fields[0].Meaning);
  EXPECT_EQ("at 0x50", Fields[1].Meaning);
  EXPECT_EQ(5u, Fields[1].Bits);
  EXPECT_EQ(11u, Fields[1].High);
  EXPECT_EQ("1 in mode", Fields[2].Meaning);
  EXPECT_EQ("1", Toy.read(0x100000)[2].Meaning);
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, Fields);
  EXPECT_EQ("   bits  key      field    value      meaning\n"
            "    1:0  mode     mode     2          on\n"
            "   11:4  address  address  80 (0x50)  at 0x50\n"
            "     20  count    count    1          1 in mode\n"
            "  63:60  fixed    fixed    5          always\n",
            Text);
  Text.clear();
  json::OStream JSON(OS);
  JSON.object([&] { print(JSON, Fields[2]); });
  EXPECT_EQ("{\"fields\":[{\"key\":\"count\",\"name\":\"count\",\"high\":20,\"low\":20,\"bits\":1,"
            "\"value\":1,\"meaning\":\"1 in mode\"}]}",
            Text);
}

TEST(BitLayout, EveryLayoutIsFound) {
  // 13 families, the two words of tcgen05.mma, 8 kinds, 3 formats.
  EXPECT_EQ(26u, getAllLayouts().size());
  for (const BitLayout *Layout : getAllLayouts())
    EXPECT_EQ(Layout, lookupBitLayout(Layout->Set, Layout->Encoding));
  EXPECT_EQ(nullptr, lookupBitLayout(BitLayoutSet_MMADescriptor, 0));
}

TEST(BitLayout, NoTwoFieldsShareABit) {
  for (const BitLayout *Layout : getAllLayouts()) {
    uint64_t Seen = 0;
    for (const BitSlot &Slot : Layout->Slots) {
      EXPECT_EQ(0u, Seen & Slot.getMask()) << Layout->Key << " " << Slot.Key;
      EXPECT_LT(Slot.getHigh(), Layout->Width) << Layout->Key << " " << Slot.Key;
      Seen |= Slot.getMask();
    }
    EXPECT_EQ(hex(Seen), hex(Layout->getKnownBits()));
  }
}

TEST(BitLayout, EveryFieldRoundTrips) {
  for (const BitLayout *Layout : getAllLayouts())
    for (const BitSlot &Slot : Layout->Slots) {
      EXPECT_EQ(&Slot, Layout->find(Slot.Field));
      EXPECT_EQ(&Slot, Layout->find(Slot.Key));
      for (int64_t Value : getSamples(Slot)) {
        EXPECT_TRUE(Slot.isValue(Value)) << Layout->Key << " " << Slot.Key << " " << Value;
        // Into a word of zeros and into one of ones, of which no other bit may change.
        for (uint64_t Around : {uint64_t(0), ~uint64_t(0)}) {
          uint64_t Word = Slot.insert(Around, Value);
          EXPECT_EQ(uint64_t(Value), Slot.extract(Word)) << Layout->Key << " " << Slot.Key;
          EXPECT_EQ(hex(Around & ~Slot.getMask()), hex(Word & ~Slot.getMask()));
        }
      }
    }
}

TEST(BitLayout, EveryFieldRejectsOtherValues) {
  for (const BitLayout *Layout : getAllLayouts())
    for (const BitSlot &Slot : Layout->Slots)
      for (int64_t Value : {INT64_MIN, int64_t(-1), Slot.getMaximum() + 1, INT64_MAX})
        EXPECT_FALSE(Slot.isValue(Value)) << Layout->Key << " " << Slot.Key << " " << Value;
}
