//===- InstructionParserTest.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rows print, the parser reads as these rows; and what else PTX takes, as ptxas 13.0 does.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/StatementLegality.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/CompanionForm.h"
#include "TestHelpers.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

Expected<FoundForm> parse(StringRef Text) {
  const ptx::StatementList Read = ptx::readStatements(Text, ptx::Dialect::Module);
  return parseInstruction(Read.Statements.front());
}

/// Why a statement is none.
std::string getError(StringRef Text) {
  Expected<FoundForm> Found = parse(Text);
  return Found ? "" : toString(Found.takeError());
}

/// Whether one mnemonic is a way to write another.
// A default that is written and one that is not are the same instruction.
TEST(InstructionParser, EveryForm) {
  StringMap<FoundForm> Forms;
  for (const MMAVariant &Variant : getMMAVariants())
    for (const MMAForm &Form : getMMAForms(Variant))
      Forms.try_emplace(printStatement(Form.Opcode, Form.Descriptor), FoundForm{&Variant, Form});
  EXPECT_LT(10'000u, Forms.size());
  for (const auto &[Statement, Printed] : Forms) {
    Expected<FoundForm> Read = parse(Statement);
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    EXPECT_EQ(Printed.Form.Opcode, Read->Form.Opcode) << Statement.str();
    EXPECT_TRUE(Printed.Form.Descriptor == Read->Form.Descriptor ||
                areSameMnemonics(printMnemonic(Printed.Form.Opcode, Printed.Form.Descriptor),
                                 printMnemonic(Read->Form.Opcode, Read->Form.Descriptor)))
        << Statement.str();
  }
}

/// The companions that a statement is.
const std::vector<CompanionWord> &parseAsCompanions(StringRef Text) {
  const ptx::StatementList Read = ptx::readStatements(Text, ptx::Dialect::Module);
  return parseCompanions(Read.Statements.front());
}

/// The instruction of a companion, without the statements around it that move its operands.
std::string printInstruction(const CompanionWord &Word) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCompanion(OS, Word, [](raw_ostream &Out, StringRef Name) { Out << '%' << Name; });
  for (StringRef Line : split(Text, '\n'))
    if (Line.trim().starts_with(printMnemonic(Word)))
      return Line.trim().str();
  return Text;
}

TEST(InstructionParser, EveryCompanion) {
  for (size_t Number = 0; Number < getCompanionForms().size(); ++Number)
    for (const WordValues &Words : getWordValues(CompanionForm(Number))) {
      const std::string Text = printInstruction({CompanionForm(Number), Words});
      EXPECT_TRUE(any_of(parseAsCompanions(Text), [&](const CompanionWord &Word) {
        return Word.Form == CompanionForm(Number) && Word.Words == Words;
      })) << Text;
    }
}

// Modifiers have any order but state spaces of a copy, and what an absent word means may stand
// there.
TEST(InstructionParser, CompanionsInOtherWords) {
  const struct {
    CompanionForm Form;
    StringRef Text;
    bool IsSame;
  } Cases[] = {
      {CompanionForm_MBARRIER_ARRIVE_SCOPE_CTA_SPACE_CTA,
       "mbarrier.arrive.shared.b64 %d1, [%r1], 1;", true},
      {CompanionForm_MBARRIER_ARRIVE_SCOPE_CTA_SPACE_CTA,
       "mbarrier.arrive.shared::cta.cta.release.b64 %d1, [%r1], 1;", true},
      {CompanionForm_MBARRIER_ARRIVE_SCOPE_CTA_SPACE_CTA,
       "mbarrier.arrive.relaxed.cta.shared.b64 %d1, [%r1], 1;", false},
      {CompanionForm_MBARRIER_ARRIVE_SCOPE_CTA_SPACE_CTA,
       "mbarrier.arrive.release.cluster.shared.b64 %d1, [%r1], 1;", false},
      {CompanionForm_MBARRIER_EXPECT_TX_SCOPE_CTA_SPACE_CTA,
       "mbarrier.expect_tx.shared::cta.b64 [%r1], 16;", true},
      {CompanionForm_CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL,
       "cp.async.bulk.bulk_group.global.shared::cta [%d1], [%r1], 16;", true},
      {CompanionForm_CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL,
       "cp.async.bulk.shared::cta.global.bulk_group [%d1], [%r1], 16;", false},
      {CompanionForm_CP_ASYNC_BULK_TENSOR_S2G_TILE_1D,
       "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%d1, {%r1}], [%r2];", true},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(Case.IsSame,
              any_of(parseAsCompanions(Case.Text),
                     [&](const CompanionWord &Word) { return Word.Form == Case.Form; }))
        << Case.Text.str();
}

// PTX takes modifiers in any order, but types and layouts, and lets defaults be left out.
TEST(InstructionParser, Orders) {
  const struct {
    StringRef Printed;
    std::vector<StringRef> Same, Others;
  } Cases[] = {
      {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
       {"mma.aligned.m16n8k16.row.sync.col.f32.bf16.bf16.f32"},
       {"mma.sync.aligned.m16n8k16.col.row.f32.bf16.bf16.f32",
        "mma.sync.aligned.m16n8k16.row.col.bf16.f32.bf16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16",
        "mma.sync.m16n8k16.row.col.f32.bf16.bf16.f32"}},
      {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64",
       {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64"},
       {"tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64"}},
  };
  for (const auto &Case : Cases) {
    for (StringRef Same : Case.Same)
      EXPECT_TRUE(areSameMnemonics(Same, Case.Printed)) << Same.str();
    for (StringRef Other : Case.Others)
      EXPECT_FALSE(areSameMnemonics(Other, Case.Printed)) << Other.str();
  }
}

// The words are all there, but no row has them together.
TEST(InstructionParser, NoSuchInstruction) {
  EXPECT_EQ("there is no instruction mma.sync.aligned.m16n8k16.row.row.f32.bf16.bf16.f32; the "
            "nearest is mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
            getError("mma.sync.aligned.m16n8k16.row.row.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3},"
                     "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};"));
  EXPECT_EQ("tcgen05.fence::before_thread_sync does not have these operands; it has none",
            getError("tcgen05.fence::before_thread_sync %r1;"));
  EXPECT_TRUE(parseAsCompanions("mbarrier.arrive.shared::cluster.f32 _, [%r1];").empty());
  EXPECT_TRUE(parseAsCompanions("mov.u32 %r1, %clusterid.x;").empty());
  EXPECT_TRUE(parseAsCompanions("mov.u32 %r1, %r2;").empty());
  EXPECT_FALSE(parseAsCompanions("mov.u32 %r1, %pm4;").empty());
}

/// Returns why a target with a version of PTX does not have a statement.
std::string judge(const ptx::Statement &Statement, const GPUTarget &GPU, unsigned PTX) {
  return toString(checkLegal(Statement, getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX)));
}

// Each example is legal on the targets of its rule, from the rule's version on, and nowhere else.
TEST(InstructionParser, Rules) {
  for (const InstructionRule &Rule : getInstructionRules()) {
    const bool IsDirective = Rule.Example.starts_with(".");
    const std::string Text =
        ".version 9.0\n.target sm_90\n.entry k() " +
        (IsDirective ? Rule.Example + " { ret; }" : "{ " + Rule.Example + "}").str();
    const ptx::Module Read = ptx::readModule(Text);
    ASSERT_TRUE(Read.Faults.empty()) << Rule.Example.str();
    const ptx::Function &Kernel = Read.Functions.front();
    const ptx::Statement &Statement = IsDirective ? Kernel.Directives.front() : Kernel.Body.front();
    EXPECT_TRUE(applies(Rule, Statement)) << Rule.Example.str();
    // Some special registers are intrinsics.
    EXPECT_TRUE(parseCompanions(Statement).empty() ||
                StringRef(Rule.Example).contains("%reserved_smem"))
        << Rule.Example.str();
    for (const GPUTarget &GPU : getGPUTargets()) {
      const bool Has = Rule.Legality.Targets.Mask >> GPU.Index & 1;
      EXPECT_EQ(Has, judge(Statement, GPU, std::max<unsigned>(90, Rule.Legality.FirstPTX)).empty())
          << Rule.Example.str() << GPU.Name.str();
      EXPECT_EQ(Has, judge(Statement, GPU, Rule.Legality.FirstPTX).empty()) << Rule.Example.str();
      EXPECT_NE("", judge(Statement, GPU, Rule.Legality.FirstPTX - 1)) << Rule.Example.str();
    }
  }
}

} // namespace
