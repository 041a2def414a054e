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
            spellChoices(getCompanion("cp.async.bulk.tensor.g2s.tile.1d"), "cta_group"));
  EXPECT_EQ("24 to 256 in steps of 8",
            spellChoices(getCompanion("setmaxnreg.inc.sync.aligned.u32"), "registers"));
  EXPECT_EQ("from 0 to 15", spellChoices(getCompanion("tensormap.replace.elemtype"), "new_value"));
  EXPECT_EQ("128", spellChoices(getCompanion("discard.L2"), "size"));
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

// What a call decides has an answer for each combination of what its immediates may be.
TEST(Companions, FormsAreComplete) {
  for (const Companion &Intrinsic : getCompanions()) {
    unsigned Forms = count_if(getCompanionForms(), [&](const CompanionFormInfo &Info) {
      return Info.Intrinsic == Intrinsic.Name;
    });
    unsigned Combinations = 1;
    for (const MMAArgument &Argument : Intrinsic.Signature.Arguments) {
      if (!Argument.IsImmediate)
        continue;
      unsigned Values = 0;
      for (uint64_t Value = 0; Value <= 256; ++Value)
        Values += isChoice(Intrinsic, Argument.Name, Value);
      EXPECT_GE(Values, 1u) << Intrinsic.Name.str() << " " << Argument.Name.str();
      bool IsPrinted = none_of(getCompanionForms(), [&](const CompanionFormInfo &Info) {
        return Info.Intrinsic == Intrinsic.Name &&
               !getCompanionFormInfo(*lookupCompanionForm(Info.Name)).Signature.find(Argument.Name);
      });
      Combinations *= IsPrinted ? 1 : Values;
    }
    EXPECT_EQ(0u, Forms % Combinations) << Intrinsic.Name.str();
  }
}
