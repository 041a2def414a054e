//===- ExplainWordsTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words to fields and back, in every format: all words that have few fields, and a million
// random ones of the others.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Legality/Legality.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

const WordFormat &getFormat(StringRef Key) { return *cantFail(findWordFormats(Key)).front(); }

/// The word that the fields of a reading make.
Expected<uint64_t> encodeAgain(const WordFormat &Format, const WordReading &Reading) {
  std::vector<std::string> Values;
  for (const BitReading &Field : Reading.Fields)
    Values.push_back(std::to_string(Field.Value));
  std::vector<WordAssignment> Assignments;
  for (size_t I = 0; I < Values.size(); ++I)
    Assignments.push_back({Reading.Fields[I].Key, Values[I]});
  return Format.encode(Assignments);
}

/// Whether a word is legal; if it is, it must survive.
bool survives(const WordFormat &Format, uint64_t Word) {
  Expected<WordReading> Reading = Format.decode(Word);
  if (!Reading) {
    EXPECT_NE("", toString(Reading.takeError()));
    return false;
  }
  Expected<uint64_t> Again = encodeAgain(Format, *Reading);
  EXPECT_EQ("", messageOf(Again)) << hex(Word);
  if (Again) {
    EXPECT_EQ(hex(Word), hex(*Again)) << Format.getKey();
  }
  return true;
}

std::string decodeError(StringRef Format, uint64_t Word) {
  return messageOf(getFormat(Format).decode(Word));
}

std::string encodeError(StringRef Format, ArrayRef<WordAssignment> Fields) {
  return messageOf(getFormat(Format).encode(Fields));
}

/// The value and the meaning of a field.
std::pair<uint64_t, std::string> getField(const WordReading &Reading, StringRef Key) {
  for (const BitReading &Field : Reading.Fields)
    if (Field.Key == Key)
      return {Field.Value, Field.Meaning};
  return {~0ull, "no such field"};
}

} // namespace

// The seed documents' kind word: MMA kind f16 (3) in bits 8:6, one CTA in bits 1:0, all else 0.
TEST(ExplainWords, KindWordOfTheSeeds) {
  WordReading Reading = cantFail(getFormat("kind").decode(0xC1));
  EXPECT_EQ((std::pair<uint64_t, std::string>(3, ".kind::f16")), getField(Reading, "mma_kind"));
  EXPECT_EQ((std::pair<uint64_t, std::string>(1, ".cta_group::1")), getField(Reading, "cta_group"));
  for (StringRef Key : {"block_scale", "scale_input_acc", "scale_vec"})
    EXPECT_EQ(0u, getField(Reading, Key).first) << Key;
  EXPECT_EQ("tcgen05.mma.cta_group::1.kind::f16", Reading.Notes.front());
}

// Their matrix descriptor: 0x1000 in bits 13:0, 0x800 in 29:14, 128-byte swizzling in 53:52.
TEST(ExplainWords, MatrixDescriptorOfTheSeeds) {
  WordReading Reading = cantFail(getFormat("tileiras").decode(0x0010000002001000));
  EXPECT_EQ(0x10000u, getField(Reading, "start").first);
  EXPECT_EQ(0x800u, getField(Reading, "lbo").first);
  EXPECT_EQ(0u, getField(Reading, "sbo").first);
  EXPECT_EQ("128-byte swizzle", getField(Reading, "swizzle").second);
}

TEST(ExplainWords, EveryKindWord) {
  unsigned Legal = 0;
  for (uint64_t Word = 0; Word < 1 << 14; ++Word)
    Legal += survives(getFormat("kind"), Word);
  // Each form that there is, for one CTA and for two.
  EXPECT_EQ(2 * getTCGen05Forms().size(), Legal);
}

TEST(ExplainWords, EveryCollectorWord) {
  unsigned Legal = 0;
  for (uint64_t Word = 0; Word < 1 << 7; ++Word)
    Legal += survives(getFormat("collector"), Word);
  // Four usages of A's, two of them also with .ashift, each with four of B's, and four of each of
  // b1 to b3.
  EXPECT_EQ(4u * (4 + 2) + 3 * 4, Legal);
}

TEST(ExplainWords, EveryMMADescriptor) {
  for (const MMAVariant &Variant : getMMAVariants())
    for (const MMAForm &Form : getMMAForms(Variant)) {
      uint64_t Word = Form.Descriptor.getWord();
      // What the immediates of a tcgen05.mma can make is not always an instruction.
      if (Variant.Family != MMAFamily_TCGen05MMA)
        EXPECT_TRUE(survives(getFormat("mma"), Word)) << Variant.Name;
      else
        survives(getFormat("mma"), Word);
    }
}

TEST(ExplainWords, AMillionRandomOnes) {
  struct Sample {
    StringRef Key;
    uint64_t Known; ///< bits of fields
    uint64_t Fixed; ///< what is always there
    unsigned Count;
  };
  // PTX ISA 9.0: tables of the matrix descriptors and of the instruction descriptors.
  const Sample Samples[] = {
      {"wgmma", 0xC00E3FFF3FFF3FFF, 0, 250000},
      {"tcgen05", 0xE01E3FFF3FFF3FFF, 0x0000400000000000, 250000},
      {"tileiras", 0x0031FFFFFFFFFFFF, 0, 250000},
      {"idesc.f16", 0x1F7FFFBF, 0, 50000},
      {"idesc.tf32", 0x1F7FFFBF, 0, 40000},
      {"idesc.f8f6f4", 0x1F7FFFBF, 0, 40000},
      {"idesc.i8", 0x1F7FFFBF, 0, 40000},
      {"idesc.mxf8f6f4", 0x78FFFFB4, 0, 40000},
      {"idesc.mxf4", 0xF8FFFFB4, 0, 20000},
      {"idesc.mxf4nvf4", 0xF8FFFFB4, 0, 20000},
  };
  std::mt19937_64 Random(1);
  unsigned Total = 0;
  for (const Sample &S : Samples) {
    unsigned Legal = 0;
    for (unsigned I = 0; I < S.Count; ++I, ++Total) {
      // Some with few bits, so that rules between fields are often met.
      uint64_t Word = Random();
      for (unsigned Thin = Random() % 4; Thin; --Thin)
        Word &= Random();
      Legal += survives(getFormat(S.Key), (Word & S.Known) | S.Fixed);
    }
    EXPECT_GT(Legal, 0u) << S.Key;
  }
  EXPECT_EQ(1000000u, Total);
}

TEST(ExplainWords, FieldsByWord) {
  EXPECT_EQ(0xC1u,
            cantFail(getFormat("kind").encode({{"mma_kind", "kind::f16"}, {"cta_group", "1"}})));
  EXPECT_EQ(0x101u, cantFail(getFormat("kind").encode(
                        {{"mma_kind", ".kind::i8"}, {"cta_group", ".cta_group::1"}})));
  EXPECT_EQ(0x48014A1204070700u, cantFail(getFormat("mma").encode({{"family", "mma.sync"},
                                                                   {"shape", "m16n8k16"},
                                                                   {"aty", "bf16"},
                                                                   {"bty", "bf16"},
                                                                   {"cty", "f32"},
                                                                   {"dty", "f32"},
                                                                   {"bl", "col"},
                                                                   {"aligned", "1"}})));
}

TEST(ExplainWords, Numbers) {
  EXPECT_EQ(16u, parseNumber("0x10"));
  EXPECT_EQ(2u, parseNumber("0b10"));
  EXPECT_EQ(10u, parseNumber("010"));
  EXPECT_EQ(~0ull, parseNumber("18446744073709551615"));
  for (StringRef Text : {"", "-1", "0x", "12x", "18446744073709551616", "0o7"})
    EXPECT_EQ(std::nullopt, parseNumber(Text)) << Text;
}

TEST(ExplainWords, WhatIsWrong) {
  EXPECT_EQ("0x100000000 is not a kind word of tcgen05.mma: it has more than 32 bits",
            decodeError("kind", 0x100000000));
  EXPECT_EQ("0x4000 is not a kind word: bits 0x4000 belong to no field",
            decodeError("kind", 0x4000));
  EXPECT_EQ("no tcgen05.mma has the kind word 0xC0: cta_group is 1 or 2",
            decodeError("kind", 0xC0));
  EXPECT_NE("", decodeError("kind", 0xE1)); // block_scale of kind::f16
  EXPECT_NE("", decodeError("collector", 6));
  EXPECT_NE("", decodeError("mma", 0));
  EXPECT_NE("", decodeError("tcgen05", 0));   // without the constant
  EXPECT_NE("", decodeError("idesc.f16", 0)); // M and N are 0
  EXPECT_EQ("'mma_kind' is given twice",
            encodeError("kind", {{"mma_kind", "3"}, {"mma_kind", "3"}}));
  EXPECT_EQ("the MMA kind ('mma_kind') cannot be 'f64'; it can be .kind::mxf4nvf4, .kind::f8f6f4, "
            ".kind::mxf8f6f4, .kind::f16, .kind::i8, .kind::tf32, .kind::ti16 or .kind::mxf4, or a "
            "number",
            encodeError("kind", {{"mma_kind", "f64"}}));
  EXPECT_EQ("the MMA kind ('mma_kind') cannot be 8; it has 3 bits",
            encodeError("kind", {{"mma_kind", "8"}}));
  EXPECT_NE("", encodeError("kind", {{"colour", "1"}}));
  EXPECT_NE("", encodeError("wgmma", {{"start", "8"}})); // no multiple of 16
  EXPECT_EQ("'smem' is not a format of a word; expected mma, kind, collector, idesc.mxf4nvf4, "
            "idesc.f8f6f4, idesc.mxf8f6f4, idesc.f16, idesc.i8, idesc.tf32, idesc.ti16, "
            "idesc.mxf4, wgmma, tcgen05 or tileiras",
            messageOf(findWordFormats("smem")));
}
