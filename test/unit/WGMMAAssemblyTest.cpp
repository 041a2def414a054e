//===- WGMMAAssemblyTest.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read off inline assembly: the texts that CUDA C++ and MLIR come with, as they
// stand in LLVM's IR; what is malformed; and that no text makes the parser crash.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/WGMMAAssembly.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

template <typename Range> std::string showIndices(const Range &Indices) {
  std::string Text;
  for (unsigned Index : Indices)
    Text += (Text.empty() ? "$" : " $") + std::to_string(Index);
  return Text;
}

std::string show(const WGMMAAsmEvent &Event) {
  std::string Guard = Event.IsGuarded ? "@ " : "";
  switch (Event.Is) {
  case WGMMAAsmEvent::Kind::MMAAsync:
    return Guard + printMnemonic(Event.Form->Opcode, Event.Form->Descriptor) +
           " D=" + showIndices(Event.Accumulator) + " A=" + showIndices(Event.Fragment);
  case WGMMAAsmEvent::Kind::Fence:
    return Guard + "fence";
  case WGMMAAsmEvent::Kind::CommitGroup:
    return Guard + "commit";
  case WGMMAAsmEvent::Kind::WaitGroup:
    return Guard + "wait " + (Event.WaitCount.IsIndex ? "$" : "") +
           std::to_string(Event.WaitCount.Value);
  case WGMMAAsmEvent::Kind::Other:
    return Guard + "other " + showIndices(Event.Operands);
  }
  return "";
}

/// The events of a template with "; " between them, or the error.
std::string parse(StringRef Template) {
  Expected<std::vector<WGMMAAsmEvent>> Events = parseWGMMAAssembly(Template);
  if (!Events)
    return "error: " + messageOf(Events);
  std::vector<std::string> Texts;
  for (const WGMMAAsmEvent &Event : *Events)
    Texts.push_back(show(Event));
  return join(Texts, "; ");
}

/// The error, without the words that all begin with.
std::string errorOf(StringRef Template) {
  std::string Text = parse(Template);
  StringRef Message = Text;
  EXPECT_TRUE(Message.consume_front("error: inline assembly with wgmma in it: ")) << Text;
  return Message.str();
}

//===----------------------------------------------------------------------===//
// Texts that programs have
//===----------------------------------------------------------------------===//

TEST(WGMMAAssembly, CUDAMatricesInSharedMemory) {
  EXPECT_EQ(parse("{\n"
                  ".reg .pred p;\n"
                  "setp.ne.b32 p, $6, 0;\n"
                  "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                  "{$0, $1, $2, $3},"
                  " $4, $5, p, $7, $8, $9, $10;\n"
                  "}\n"),
            "other $6; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 D=$0 $1 $2 $3 A=");
}

TEST(WGMMAAssembly, CUDAFragmentInRegisters) {
  EXPECT_EQ(
      parse("{\n.reg .pred p;\nsetp.ne.b32 p, $9, 0;\n"
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, "
            "{$4, $5, $6, $7}, $8, p, $10, $11, $12;\n}\n"),
      "other $9; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 D=$0 $1 $2 $3 A=$4 $5 $6 $7");
}

TEST(WGMMAAssembly, CUDAIntegersHaveNoImmediates) {
  EXPECT_EQ(parse("{\n.reg .pred p;\nsetp.ne.b32 p, $6, 0;\n"
                  "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $4, "
                  "$5, p;\n}\n"),
            "other $6; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite D=$0 $1 $2 $3 A=");
}

TEST(WGMMAAssembly, CUDASparse) {
  EXPECT_EQ(parse("{\n.reg .pred p;\nsetp.ne.b32 p, $6, 0;\n"
                  "wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16 {$0, $1}, $2, $3, $4, $5, "
                  "p, $7, $8, $9, $10;\n}\n"),
            "other $6; wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16 D=$0 $1 A=");
}

TEST(WGMMAAssembly, CUDASynchronisation) {
  EXPECT_EQ(parse("wgmma.fence.sync.aligned;\n"), "fence");
  EXPECT_EQ(parse("wgmma.commit_group.sync.aligned;\n"), "commit");
  EXPECT_EQ(parse("wgmma.wait_group.sync.aligned $0;\n"), "wait $0");
  EXPECT_EQ(parse(""), "");
}

TEST(WGMMAAssembly, MLIR) {
  EXPECT_EQ(
      parse("{\n.reg .pred p;\nsetp.ne.b32 p, $10, 0;\n"
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, p, $11,  "
            "$12, $13,  $14;\n}\n"),
      "other $10; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 D=$0 $1 $2 $3 A=");
  EXPECT_EQ(
      parse(
          "{\n.reg .pred p;\nsetp.ne.b32 p, $6, 0;\n"
          "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 {$0, $1}, $4, $5, p, $7,  $8;\n}\n"),
      "other $6; wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 D=$0 $1 A=");
  EXPECT_EQ(
      parse("{\n.reg .pred p;\nsetp.ne.b32 p, $10, 0;\n"
            "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {$0, $1, $2, $3}, $8, $9, "
            "p;\n}\n"),
      "other $10; wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc D=$0 $1 $2 $3 A=");
  EXPECT_EQ(parse("wgmma.fence.sync.aligned;"), "fence");
  EXPECT_EQ(parse("wgmma.wait_group.sync.aligned $0;"), "wait $0");
}

TEST(WGMMAAssembly, AWholeStageInOneStatement) {
  EXPECT_EQ(
      parse("wgmma.fence.sync.aligned;\n"
            "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0,$1}, $2, $3, 0, 1, -1, 0, 1;\n"
            "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {$4,$5,$6,$7}, $2, $3, 1;\n"
            "wgmma.commit_group.sync.aligned;\n"
            "wgmma.wait_group.sync.aligned 0;\n"
            "mov.b32 $8, $0;"),
      "fence; wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 D=$0 $1 A=; "
      "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc D=$4 $5 $6 $7 A=; "
      "commit; wait 0; other $8 $0");
}

TEST(WGMMAAssembly, Guards) {
  EXPECT_EQ(parse("@p wgmma.fence.sync.aligned;"), "@ fence");
  EXPECT_EQ(parse("@!$0 wgmma.wait_group.sync.aligned 1;"), "@ wait 1");
  EXPECT_EQ(parse("wgmma.fence.sync.aligned; @%p mov.b32 $1, 0;"), "fence; @ other $1");
}

TEST(WGMMAAssembly, OperandsOfAnEvent) {
  Expected<std::vector<WGMMAAsmEvent>> Events = parseWGMMAAssembly(
      "@$9 wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $2, $2, $3, 1, 1, "
      "0, 0;");
  ASSERT_TRUE(bool(Events)) << messageOf(Events);
  ASSERT_EQ(Events->size(), 1u);
  EXPECT_EQ(showIndices(Events->front().Operands), "$9 $0 $1 $2 $3");
}

//===----------------------------------------------------------------------===//
// LLVM's template syntax, and PTX's
//===----------------------------------------------------------------------===//

TEST(WGMMAAssembly, WaysToNameAnOperand) {
  EXPECT_EQ(parse("wgmma.wait_group.sync.aligned ${0};"), "wait $0");
  EXPECT_EQ(parse("wgmma.wait_group.sync.aligned ${12:r};"), "wait $12");
  EXPECT_EQ(parse("wgmma.fence.sync.aligned; mov.b32 $0, a$$b; mov.b32 $1, %tid.x;"),
            "fence; other $0; other $1");
}

TEST(WGMMAAssembly, UniqueNames) {
  EXPECT_EQ(parse("{ .reg .pred p${:uid}; setp.ne.b32 p${:uid}, $0, 0; L${:uid}: "
                  "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$1, $2}, $3, $4, p${:uid}, "
                  "1, 1, 0, 0; }"),
            "other $0; wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 D=$1 $2 A=");
}

TEST(WGMMAAssembly, OnlyTheFirstDialectIsPrinted) {
  EXPECT_EQ(parse("$(wgmma.fence.sync.aligned;$|wgmma.commit_group.sync.aligned;$)"), "fence");
  EXPECT_EQ(parse("$($|wgmma.fence.sync.aligned; $9$)mov.b32 $0, $1;"), "");
}

TEST(WGMMAAssembly, CommentsAndStrings) {
  EXPECT_EQ(parse("// wgmma.fence.sync.aligned; $0\nwgmma.commit_group.sync.aligned;"), "commit");
  EXPECT_EQ(parse("${:comment} wgmma $0\nwgmma.commit_group.sync.aligned; // wgmma"), "commit");
  EXPECT_EQ(parse("wgmma./* $4 */commit_group.sync.aligned;").substr(0, 6), "error:");
  EXPECT_EQ(parse("wgmma.wait_group.sync.aligned/**/$0;"), "wait $0");
  EXPECT_EQ(parse("/* wgmma.fence.sync.aligned;"), "");
  EXPECT_EQ(parse(".pragma \"wgmma; $1\"; wgmma.fence.sync.aligned;"), "fence");
}

TEST(WGMMAAssembly, DeclarationsAndLabelsAreNothing) {
  EXPECT_EQ(parse(".reg .b32 t<4>; wgmma_begin: { { wgmma.fence.sync.aligned; } ; }"), "fence");
  EXPECT_EQ(parse("{\n.reg .pred wgmma_p;\nsetp.eq.s32 wgmma_p, 1, 1;\n}"), "");
}

TEST(WGMMAAssembly, WithoutWGMMAThereIsNothingToRead) {
  EXPECT_EQ(parse("mov.b32 $0, $1;"), "");
  EXPECT_EQ(parse("}} $ ${ /* \" malformed"), "");
  EXPECT_EQ(parse("{ .reg .pred P1; W: mbarrier.try_wait.parity.shared.b64 P1, [$0], $1; @P1 bra "
                  "D; bra W; D: }"),
            "");
  EXPECT_EQ(parse("// before wgmma\nfence.proxy.async; st.shared.b32 [$0], $1; bra L;"), "");
}

//===----------------------------------------------------------------------===//
// What is not understood
//===----------------------------------------------------------------------===//

TEST(WGMMAAssembly, Mnemonics) {
  EXPECT_EQ(errorOf("wgmma.fence;"), "'wgmma.fence': there is no instruction wgmma.fence");
  EXPECT_EQ(errorOf("wgmma.wait_all.sync.aligned;"),
            "'wgmma.wait_all.sync.aligned': there is no instruction wgmma.wait_all.sync.aligned; "
            "the nearest is wgmma.wait_group.sync.aligned");
  EXPECT_EQ(errorOf("wgmma;"), "'wgmma': there is no instruction wgmma");
  EXPECT_EQ(errorOf("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.xor {$0}, $1, $2, p;"),
            "'wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.xor {$0}, $1, $2, p': there is no "
            "instruction wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.xor; the nearest is "
            "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16");
}

TEST(WGMMAAssembly, WaitCounts) {
  const std::string Operands =
      "': wgmma.wait_group.sync.aligned does not have these operands; it has count";
  const std::string Numbers = "': the number of groups is neither a number nor an operand";
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned;"), "'wgmma.wait_group.sync.aligned" + Operands);
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned 1, 2;"),
            "'wgmma.wait_group.sync.aligned 1, 2" + Operands);
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned n;"),
            "'wgmma.wait_group.sync.aligned n" + Numbers);
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned -1;"),
            "'wgmma.wait_group.sync.aligned - 1" + Numbers);
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned 99999999999;"),
            "'wgmma.wait_group.sync.aligned 99999999999" + Numbers);
  EXPECT_EQ(errorOf("wgmma.fence.sync.aligned $0;"),
            "'wgmma.fence.sync.aligned $0': wgmma.fence.sync.aligned does not have these operands; "
            "it has none");
}

/// The sentence about an m64n8k16 with these operands.
std::string errorOfOperands(StringRef Operands) {
  std::string Text =
      errorOf(("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 " + Operands + ";").str());
  return Text.substr(Text.find("': ") + 3);
}

TEST(WGMMAAssembly, Operands) {
  for (StringRef Operands :
       {"$0, $1, $2, p, 1, 1, 0, 0", "{}, $1, $2, p, 1, 1, 0, 0", "{$0, $1}", "{$0, $1}, $2",
        "{$0, $1}, $2, $3", "{$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0",
        "{$0, $1}, {$2, $3}, $4, p, 1, 1, 0", "{$0, $1}, $2, $3, p, 1, 1, 0, 0, 0"})
    EXPECT_TRUE(StringRef(errorOfOperands(Operands))
                    .starts_with("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 does not have "
                                 "these operands; it has {2 registers}, "))
        << Operands.str();
  EXPECT_EQ(errorOfOperands("{$0, f1}, $1, $2, p, 1, 1, 0, 0"),
            "the accumulator has a register that is not an operand of the statement");
  EXPECT_EQ(errorOfOperands("{$0, $0}, $1, $2, p, 1, 1, 0, 0"),
            "the accumulator has a register twice");
  EXPECT_EQ(errorOfOperands("{$0, $1}, {$2, $3, $4, a}, $5, p, 1, 1, 0"),
            "A has a register that is not an operand of the statement");
  EXPECT_EQ(errorOfOperands("{$0, $1}, {$1, $2, $3, $4}, $5, p, 1, 1, 0"),
            "A and the accumulator share a register");
  EXPECT_EQ(errorOfOperands("{$0, $1"), "'{' is not closed by '}'");
  EXPECT_EQ(errorOfOperands("{$0, $1}, "), "expected an operand, not ';'");
  EXPECT_EQ(errorOfOperands("{$0, $1}, $2, $3, p, 1, 1 $4"), "expected ',' or ';', not '$4'");
  EXPECT_EQ(errorOfOperands("{$0, $1}, $2, $3x, p"), "'x' is part of a longer word");
  EXPECT_EQ(errorOfOperands("{$0, $1}, $2, r$3, p"), "'$3' is part of a longer word");
}

TEST(WGMMAAssembly, Locations) {
  EXPECT_EQ(errorOf("wgmma.fence.sync.aligned"), "'wgmma.fence.sync.aligned': not ended by ';'");
  EXPECT_EQ(errorOf("mov.b32 $0, wgmma.x;"),
            "'mov.b32 $0, wgmma.x': wgmma stands where no instruction begins");
  EXPECT_EQ(errorOf("nop wgmma.fence.sync.aligned;"),
            "'nop wgmma.fence.sync.aligned': wgmma stands where no instruction begins");
  EXPECT_EQ(errorOf("wgmma.fence.sync.aligned; @p bra L; wgmma.commit_group.sync.aligned; L:"),
            "'@ p bra L': a branch or call and a wgmma in one statement");
  EXPECT_EQ(errorOf("call f; wgmma.fence.sync.aligned;"),
            "'call f': a branch or call and a wgmma in one statement");
}

TEST(WGMMAAssembly, Templates) {
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned $x;"),
            "'$' stands before neither an operand nor '$'");
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned ${0;"), "'${' without '}'");
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned ${x};"), "'$x' is not an operand");
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned ${};"), "'$' is not an operand");
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned $99999999999;"),
            "'$99999999999' is not an operand");
  EXPECT_EQ(errorOf("wgmma.wait_group.sync.aligned ${:line};"), "LLVM knows no ${:line}");
  EXPECT_EQ(errorOf("$(wgmma.fence.sync.aligned;"), "'$(' without '$)'");
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

/// What the parser promises of any text.
void expectSane(StringRef Template) {
  Expected<std::vector<WGMMAAsmEvent>> Events = parseWGMMAAssembly(Template);
  if (!Events) {
    EXPECT_FALSE(messageOf(Events).empty());
    return;
  }
  for (const WGMMAAsmEvent &Event : *Events) {
    EXPECT_TRUE(Event.Is != WGMMAAsmEvent::Kind::Other || !Event.Operands.empty())
        << Template.str();
    if (Event.Is != WGMMAAsmEvent::Kind::MMAAsync)
      continue;
    EXPECT_FALSE(Event.Accumulator.empty()) << Template.str();
    EXPECT_TRUE(Event.Fragment.empty() || Event.Fragment.size() == 4) << Template.str();
  }
}

TEST(WGMMAAssembly, MutatedTextsDoNotCrash) {
  const std::string Seed =
      "{\n.reg .pred p;\nsetp.ne.b32 p, $9, 0;\nwgmma.fence.sync.aligned;\n"
      "@!p wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, ${2}, ${3:r}}, "
      "{$4, $5, $6, $7}, $8, m, 0, p, -1, $10, 0; // wgmma $$ ${:uid}\n"
      "wgmma.wait_group.sync.aligned 1; $(a$|b$) /* */ \"s\" L: }\n";
  const std::string Pieces[] = {"$", "{",  "}",  "(",  "|",     ")", ";",  ":",  "@",   "!",
                                "-", "\"", "//", "/*", "wgmma", ".", "\n", "$1", "\x7f"};
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Text = Seed;
    for (unsigned Edit = 0, Edits = 1 + Random() % 4; Edit < Edits; ++Edit) {
      size_t Position = Random() % Text.size();
      if (Random() % 2)
        Text.insert(Position, Pieces[Random() % std::size(Pieces)]);
      else
        Text.erase(Position, 1 + Random() % 8);
    }
    expectSane(Text);
  }
  for (size_t Length = 0; Length <= Seed.size(); ++Length)
    expectSane(StringRef(Seed).take_front(Length));
}

} // namespace
