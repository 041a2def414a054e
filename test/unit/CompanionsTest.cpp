//===- CompanionsTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of companions: which one is chosen, what its operands are, where it is legal. Expected
// values are typed from the PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TensorCoreModel/CompanionForm.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace llvm::tensorcore;

static const Companion &getCompanion(StringRef Name) {
  return *find_if(getCompanions(),
                  [&](const Companion &C) { return C.Name == ("llvm.nvvm." + Name).str(); });
}

static CompanionForm choose(StringRef Name, const StringMap<uint64_t> &Values) {
  auto Form =
      chooseForm(getCompanion(Name), [&](StringRef Choice) { return Values.lookup(Choice); });
  EXPECT_TRUE(Form);
  return *Form;
}

static std::string check(CompanionForm Form, StringRef Target, unsigned PTX) {
  for (const GPUTarget &T : getGPUTargets())
    if (T.Name == Target)
      return toString(checkLegal(Form, getTargetVersion(Target, T.FullSmVersion, PTX)));
  return "no such target";
}

TEST(Companions, ImmediatesChooseForms) {
  StringRef Load = "cp.async.bulk.tensor.g2s.tile.2d";
  EXPECT_EQ(CompanionForm_CP_ASYNC_BULK_TENSOR_G2S_TILE_2D, choose(Load, {}));
  EXPECT_EQ(CompanionForm_CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_MULTICAST_CTA_GROUP2,
            choose(Load, {{"multicast", 1}, {"cta_group", 2}}));
  EXPECT_EQ(CompanionForm_CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_CACHE_HINT,
            choose(Load, {{"cache_hint", 1}}));
  EXPECT_FALSE(chooseForm(getCompanion(Load),
                          [](StringRef Choice) { return Choice == "cta_group" ? 3 : 0; }));
}

TEST(Companions, AddressSpacesChooseForms) {
  EXPECT_EQ(CompanionForm_TENSORMAP_REPLACE_RANK_SHARED,
            choose("tensormap.replace.rank", {{"tensor_map", 3}}));
  EXPECT_EQ(1u, getPointerSpace(CompanionForm_TENSORMAP_REPLACE_RANK_GLOBAL));
}

TEST(Companions, OperandsAreThoseOfTheText) {
  const MMASignature &Signature =
      getCompanionFormInfo(CompanionForm_CP_ASYNC_BULK_TENSOR_G2S_IM2COL_3D_CACHE_HINT).Signature;
  SmallVector<StringRef> Names;
  for (const MMAArgument &Argument : Signature.Arguments)
    Names.push_back(Argument.Name);
  SmallVector<StringRef> Expected = {"destination", "mbarrier", "tensor_map", "c0",
                                     "c1",          "c2",       "offset0",    "cache_policy"};
  EXPECT_EQ(Expected, Names);
  // 128 bits and four floats are in parts.
  EXPECT_EQ(2u, getCompanionFormInfo(CompanionForm_CLUSTERLAUNCHCONTROL_QUERY_CANCEL_IS_CANCELED)
                    .Signature.Arguments.size());
  EXPECT_EQ(
      5u,
      getCompanionFormInfo(CompanionForm_F32X4_TO_E2M1X4_RS_SATFINITE).Signature.Arguments.size());
}

TEST(Companions, ValuesInWords) {
  EXPECT_EQ("0, 1 or 2",
            printChoices(getCompanion("cp.async.bulk.tensor.g2s.tile.1d"), "cta_group"));
  EXPECT_EQ("24 to 256 in steps of 8",
            printChoices(getCompanion("setmaxnreg.inc.sync.aligned.u32"), "registers"));
  EXPECT_EQ("from 0 to 15", printChoices(getCompanion("tensormap.replace.elemtype"), "new_value"));
  EXPECT_EQ("128", printChoices(getCompanion("discard.L2"), "size"));
}

TEST(Companions, Legality) {
  // FP8 conversions came to sm_90 with PTX 7.8 and to sm_89 with 8.1.
  CompanionForm FP8 = CompanionForm_FF_TO_E4M3X2_RN;
  EXPECT_EQ("", check(FP8, "sm_90", 78));
  EXPECT_EQ("", check(FP8, "sm_89", 81));
  EXPECT_EQ("llvm.nvvm.ff.to.e4m3x2.rn is not supported in PTX ISA 8.0; it needs 8.1 or later, "
            "e.g. -mattr=+ptx81 (PTX ISA 7.8, cvt .e4m3x2 and .e5m2x2)",
            check(FP8, "sm_89", 80));
  EXPECT_EQ("llvm.nvvm.ff.to.e4m3x2.rn is not supported on sm_80; it needs sm_89 or higher "
            "(PTX ISA 7.8, cvt .e4m3x2 and .e5m2x2)",
            check(FP8, "sm_80", 90));
  CompanionForm Pair = CompanionForm_CP_ASYNC_BULK_TENSOR_G2S_TILE_1D_CTA_GROUP2;
  EXPECT_EQ("", check(Pair, "sm_110f", 90));
  EXPECT_NE("", check(Pair, "sm_100", 90));
  EXPECT_NE("", check(Pair, "sm_120a", 90));
}

// The values that a form has are those of no form before it.
TEST(Companions, EachFormIsChosen) {
  for (auto [Number, Form] : enumerate(getCompanionForms())) {
    StringMap<uint64_t> Values;
    for (const MMAChoice &Choice : Form.Choices)
      Values[Choice.Name] = Choice.First;
    auto Found = chooseForm(*lookupCompanion(Form.Intrinsic),
                            [&](StringRef Name) { return Values.lookup(Name); });
    ASSERT_TRUE(Found);
    EXPECT_EQ(Form.Name, getCompanionFormInfo(*Found).Name);
  }
}

// Each immediate has values, and each form says which its words may have.
TEST(Companions, ImmediatesHaveValues) {
  for (const Companion &Intrinsic : getCompanions())
    for (const MMAArgument &Argument : Intrinsic.Signature.Arguments)
      if (Argument.IsImmediate) {
        bool HasValue = false;
        for (uint64_t Value = 0; Value <= 256 && !HasValue; ++Value)
          HasValue = isChoice(Intrinsic, Argument.Name, Value);
        EXPECT_TRUE(HasValue) << Intrinsic.Name.str() << " " << Argument.Name.str();
      }
  CompanionForm Form = *lookupCompanionForm("CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_I16_REPORT");
  EXPECT_EQ(18u, getWordValues(Form).size()); // three CTA groups, six reports
  EXPECT_EQ("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            ".mbarrier::report::validity::per_element::ff.cta_group::2",
            printMnemonic({Form, {2, 5}}));
}

TEST(Companions, EveryWordIsReadBack) {
  for (size_t Number = 0; Number < getCompanionForms().size(); ++Number)
    for (const WordValues &Words : getWordValues(CompanionForm(Number))) {
      const CompanionWord Word = {CompanionForm(Number), Words};
      Expected<CompanionWord> Decoded = CompanionWord::decode(Word.encode());
      ASSERT_TRUE(bool(Decoded)) << toString(Decoded.takeError());
      EXPECT_EQ(Word.Form, Decoded->Form);
      EXPECT_EQ(Words, Decoded->Words);
      std::optional<Expected<CompanionWord>> Parsed = CompanionWord::parse(Word.print());
      ASSERT_TRUE(Parsed && *Parsed) << Word.print();
      EXPECT_EQ(Word.encode(), (*Parsed)->encode());
    }
}

TEST(Companions, WordsOfNoInstructionAreRejected) {
  auto Reject = [](uint64_t Word) {
    Expected<CompanionWord> Decoded = CompanionWord::decode(Word);
    return Decoded ? "" : toString(Decoded.takeError());
  };
  const CompanionForm Form = *lookupCompanionForm("CP_ASYNC_BULK_PREFETCH_L2");
  const uint64_t Word = CompanionWord{Form, {}}.encode();
  EXPECT_EQ("", Reject(Word));
  EXPECT_EQ("0x0 names no instruction", Reject(0));
  EXPECT_NE("", Reject(Word | 0xFFFF));
  EXPECT_NE(std::string::npos,
            Reject(Word | 1 << 16).find("has bits that CP_ASYNC_BULK_PREFETCH_L2"));
  const CompanionForm Reporting =
      *lookupCompanionForm("CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_I16_REPORT");
  EXPECT_NE(std::string::npos,
            Reject(CompanionWord{Reporting, {1, 7}}.encode()).find(" cannot be 7"));
  std::optional<Expected<CompanionWord>> Short =
      CompanionWord::parse(".CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_I16_REPORT.1");
  ASSERT_TRUE(Short && !*Short);
  EXPECT_EQ("CP_ASYNC_BULK_TENSOR_G2S_TILE_2D_I16_REPORT has 2 words, not 1",
            toString(Short->takeError()));
  EXPECT_FALSE(CompanionWord::parse(".wgmma"));
}
