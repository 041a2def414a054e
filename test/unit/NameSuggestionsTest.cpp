//===- NameSuggestionsTest.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/NameSuggestions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/WordLists.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

std::string suggest(StringRef Name) { return suggestByMnemonic(("llvm.nvvm." + Name).str()); }

} // namespace

TEST(NameSuggestions, Mnemonics) {
  const std::string MMA = "did you mean llvm.nvvm.mma.m16n8k16.row.col.bf16, which prints "
                          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32?";
  EXPECT_EQ(MMA, suggest("mma.m16n8k16.row.col.bf16.bf16"));
  EXPECT_EQ(MMA, suggest("mma.m16n8k16.row.col.f32.bf16.bf16.f32"));
  EXPECT_EQ(MMA, suggest("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"));
  // A word that neither has, or too few words.
  EXPECT_EQ("", suggest("mma.m16n8k16.row.col.bf61"));
  EXPECT_EQ("", suggest("mma"));
  EXPECT_EQ("", suggest(""));
}

// Each mnemonic is answered with an intrinsic that prints it.
TEST(NameSuggestions, EachMnemonic) {
  unsigned Index = 0;
  for (const MMAVariant &Variant : getMMAVariants()) {
    const MMAForm Form = getMMAForms(Variant).front();
    const std::string Mnemonic = printMnemonic(Form.Opcode, Form.Descriptor);
    if (Mnemonic.empty() || Index++ % 97 != 0 || Variant.Name == "llvm.nvvm." + Mnemonic)
      continue;
    const std::string Suggested = suggest(Mnemonic);
    EXPECT_NE(std::string::npos, Suggested.find("which prints " + Mnemonic + "?"))
        << Mnemonic << ": " << Suggested;
  }
}

TEST(NameSuggestions, WordsInLocationOfOne) {
  EXPECT_EQ(
      "expected m16n8k16 or m16n8k8 in place of m16n8k32; or s4, s8, u4 or u8 in place of bf16",
      suggestWords("llvm.nvvm.mma.m16n8k32.row.col.bf16"));
  EXPECT_EQ("expected m8n8k4 in place of m16n8k16",
            suggestWords("llvm.nvvm.mma.m16n8k16.col.row.f32.f32"));
  // A shape that none has, and a type that stands twice.
  EXPECT_EQ("expected m16n8k16 or m16n8k32 in place of m16n8k31",
            suggestWords("llvm.nvvm.mma.m16n8k31.row.col.f32.e4m3.e4m3.f32"));
  // A misspelt word, two words wrong, another length: left to the edit distance.
  EXPECT_EQ("", suggestWords("llvm.nvvm.mma.m16n8k16.row.col.bf61"));
  EXPECT_EQ("", suggestWords("llvm.nvvm.mma.m16n8k256.row.col.s4.bf16"));
  EXPECT_EQ("", suggestWords("llvm.nvvm.mma"));
}

TEST(NameSuggestions, WordsOfWGMMA) {
  auto Suggest = [](StringRef Rest) {
    return suggestWords(("llvm.nvvm.wgmma.mma_async" + Rest).str());
  };
  for (std::string Suffix : {"", ".i64", ".v4i32"}) {
    EXPECT_EQ("expected m64nNk32 with N = 8, 16, 24, then 32 to 256 in steps of 16 in place of "
              "m64n40k32",
              Suggest(".sync.aligned.m64n40k32.s32.s8.s8" + Suffix));
    EXPECT_EQ("expected m64nNk16 with N = 8 to 256 in steps of 8 in place of m64n12k16",
              Suggest(".sync.aligned.m64n12k16.f32.f16.f16" + Suffix));
    // N is kept where K is wrong.
    EXPECT_EQ("expected m64n40k16 in place of m64n40k32; or e4m3 or e5m2 in place of every bf16",
              Suggest(".sync.aligned.m64n40k32.f32.bf16.bf16" + Suffix));
    EXPECT_EQ("expected s8 or u8 in place of every s4",
              Suggest(".sync.aligned.m64n64k32.s32.s4.s4" + Suffix));
    EXPECT_EQ("expected f16 in place of every f64",
              Suggest(".sync.aligned.m64n64k16.f64.f64.f64" + Suffix));
    EXPECT_EQ("expected and in place of xor",
              Suggest(".sync.aligned.m64n64k256.s32.b1.b1.xor.popc" + Suffix));
  }
}

TEST(WordLists, Numbers) {
  EXPECT_EQ("8", printNumbers({8}));
  EXPECT_EQ("8, 16", printNumbers({8, 16}));
  EXPECT_EQ("1, 2, 3, 4", printNumbers({1, 2, 3, 4}));
  EXPECT_EQ("1 to 5 in steps of 1", printNumbers({1, 2, 3, 4, 5}));
  EXPECT_EQ("1, 3, then 6 to 14 in steps of 2, 17", printNumbers({1, 3, 6, 8, 10, 12, 14, 17}));
  EXPECT_EQ("1, 2, 4, 8, 16", printNumbers({1, 2, 4, 8, 16}));
}

TEST(WordLists, Alternatives) {
  EXPECT_EQ("a", printAlternatives({"a"}));
  EXPECT_EQ("a or b", printAlternatives({"a", "b"}));
  EXPECT_EQ("a, b or c", printAlternatives({"a", "b", "c"}));
  // Many words that are no numbers stay what they are.
  EXPECT_EQ("a, b, c, d, e, f, g or h",
            printAlternatives({"a", "b", "c", "d", "e", "f", "g", "h"}));
  EXPECT_EQ("x1, x2, x3, x4, x5 or x6", printAlternatives({"x1", "x2", "x3", "x4", "x5", "x6"}));
  EXPECT_EQ("xX with X = 1 to 7 in steps of 1",
            printAlternatives({"x1", "x2", "x3", "x4", "x5", "x6", "x7"}));
  EXPECT_FALSE(isSameButForNumbers("bf16", "f16"));
  EXPECT_FALSE(isSameButForNumbers("row", "row"));
  EXPECT_TRUE(isSameButForNumbers("m64n12k16", "m8n8k4"));
}
