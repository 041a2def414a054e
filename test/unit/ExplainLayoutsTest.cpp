//===- ExplainLayoutsTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is shown of layouts is what the compiler's maps say, and what the PTX ISA says.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/Layouts.h"
#include "Model/Instructions/MMACatalogue.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

std::vector<NamedLayout> layoutsOf(StringRef Name, StringRef Question) {
  return cantFail(
      findLayouts(cantFail(findSubjects({Name.str()})), cantFail(parseQuestion(Question))));
}

/// "lane:register.element" of the places that a question asks for.
std::string answer(StringRef Name, StringRef Text) {
  std::string Result;
  LayoutQuestion Question = cantFail(parseQuestion(Text));
  for (const NamedLayout &Layout : layoutsOf(Name, Text))
    cantFail(forEachElement(Layout, Question, [&](TilePosition P, FragmentSlot S) {
      Result += (Result.empty() ? "" : " ") + std::to_string(S.Lane) + ":" +
                std::to_string(S.Register) + "." + std::to_string(S.Element);
    }));
  return Result;
}

} // namespace

// Every operand of every variant: each element is shown once, where the compiler's map has it.
TEST(ExplainLayouts, AgreeWithTheModel) {
  unsigned Layouts = 0;
  for (const Subject &S : getSubjects()) {
    if (!S.Variant)
      continue;
    Subject First = S;
    First.Forms.truncate(1);
    for (const MMAOperandInfo &Info : getMMAOperands()) {
      LayoutQuestion Question;
      Question.Operand = MMAOperand(Info.Encoding);
      Expected<MMAFragmentLayout> Map =
          getMMAFragmentLayout(*S.Variant, First.Forms.front().Descriptor, *Question.Operand);
      auto Shown = findLayouts(First, Question);
      if (!Map || !S.Variant->Legality.Rejected.empty()) {
        EXPECT_FALSE(bool(Shown)) << S.Name;
        consumeError(Shown.takeError());
        if (!Map)
          consumeError(Map.takeError());
        continue;
      }
      ASSERT_TRUE(bool(Shown)) << S.Name;
      ASSERT_EQ(1u, Shown->size());
      ++Layouts;
      std::map<std::array<unsigned, 5>, FragmentSlot> Seen;
      cantFail(forEachElement(Shown->front(), {}, [&](TilePosition P, FragmentSlot Slot) {
        EXPECT_TRUE(
            Seen.emplace(std::array{P.Tile, P.Row, P.Column, P.Selector, P.ByteSelector}, Slot)
                .second);
        EXPECT_EQ(std::optional(P), Map->getPosition(Slot));
      }));
      // Every slot that holds something is somewhere.
      unsigned Held = 0;
      for (unsigned Lane = 0; Lane < Map->getNumLanes(); ++Lane)
        for (unsigned Register = 0; Register < std::max(Map->getNumRegisters(), 1u); ++Register)
          for (unsigned Element = 0; Element < Map->getElementsPerRegister(); ++Element)
            Held += Map->getPosition({Lane, Register, Element}).has_value();
      EXPECT_EQ(Held, Seen.size()) << S.Name << ' ' << Info.Spelling;
    }
  }
  EXPECT_GT(Layouts, 5000u);
}

// Typed from the formulas and figures of the PTX ISA, a few places of each family.
TEST(ExplainLayouts, ByHand) {
  // m16n8k16, C: groupID is the row, or the row less 8; columns 2 * threadID_in_group and the next.
  EXPECT_EQ("21:1.0", answer("llvm.nvvm.mma.m16n8k16.row.col.bf16", "C(5,3)"));
  EXPECT_EQ("21:3.0", answer("llvm.nvvm.mma.m16n8k16.row.col.bf16", "C(13,3)"));
  EXPECT_EQ("21:1.1", answer("llvm.nvvm.mma.m16n8k16.row.col.f16.f16", "C(13,3)"));
  // A: a4 and a5 have column 8 and more; B: rows 2 * threadID_in_group, column groupID.
  EXPECT_EQ("20:2.1", answer("llvm.nvvm.mma.m16n8k16.row.col.bf16", "A(5,9)"));
  EXPECT_EQ("13:1.0", answer("llvm.nvvm.mma.m16n8k16.row.col.bf16", "B(10,3)"));
  // m8n8k4 f64: A's row groupID, column threadID_in_group.
  EXPECT_EQ("23:0.0", answer("llvm.nvvm.mma.m8n8k4.row.col.f64", "A(5,3)"));
  // Sparse m16n8k16: the four selectors choose the thread of a quad.
  EXPECT_EQ("0:0.5 1:0.5 2:0.5 3:0.5",
            answer("llvm.nvvm.mma.sp.m16n8k16.row.col.bf16", "metadata(8,1)"));
  // wgmma: warp 2 has rows 32 to 47; a column block of 8 has four registers.
  EXPECT_EQ("64:11.0", answer("llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64",
                              "D(40,17)"));
  // ldmatrix .x4: the address of row 3 of matrix 1 is lane 11's; row 3 is in lanes 12 to 15.
  EXPECT_EQ("3:0.0 11:0.0 19:0.0 27:0.0",
            answer("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16", "address(3,0)"));
  EXPECT_EQ("13:0.1 13:1.1", answer("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16", "D(3,3)"));
  EXPECT_EQ("13:0.1 13:1.1", answer("llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16", "C(3,3)"));
  // tcgen05.ld .32x32b: a thread has its lane, a register a column, or with .pack::16b two.
  EXPECT_EQ("7:1.0 7:0.1", answer("llvm.nvvm.tcgen05.ld.32x32b.x2", "D(7,1)"));
}

TEST(ExplainLayouts, Questions) {
  LayoutQuestion Question = cantFail(parseQuestion("scale_A(3, 1)"));
  EXPECT_EQ(MMAOperand_ScaleA, *Question.Operand);
  EXPECT_EQ(3u, *Question.Row);
  EXPECT_EQ(1u, *Question.Column);
  Question = cantFail(parseQuestion("d:21:1"));
  EXPECT_EQ(MMAOperand_D, *Question.Operand);
  EXPECT_EQ(21u, *Question.Lane);
  EXPECT_EQ(1u, *Question.Register);
  for (StringRef Text :
       {"", "C(1)", "C(1,2", "C:", "C:x", "C(-1,0)", "C(1,2)3", "C(9999999,1)", "E(0,0)"})
    EXPECT_NE("", messageOf(parseQuestion(Text))) << Text;
}
