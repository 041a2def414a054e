//===- ExplainPTXTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX in statements and reports: what people write, and what is no PTX at all.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXReport.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

constexpr char Kernel[] = R"(// a comment with mma.sync.aligned; inside
.version 8.6
.target sm_100a, debug
.address_size 64
.visible .entry first(
	.param .u64 first_param_0
)
.maxntid 128, 1, 1
{
	.reg .pred 	%p<2>;
	.reg .b64 	%rd<9>;
	/* mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
	   {%fd1}; */
$L__BB0_1:
	mov.u64 	%rd1, 0x4000404000010100;
	mov.b64 	%rd2, 4611756662049538560;
	mov.b32 	%r1, 134743184;
	mov.b32 	%r9, 1; mov.b32 %r9, 2;
	{ // a block
	.reg .b32 temp;
	@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd1, %rd2, %r1, %p1;
	}
	label: @!%p1 mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
		{%f1, %f2, %f3, %f4}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f1, %f2, %f3, %f4};
	tcgen05.mma.cta_group::1.kind::i8.collector::a::discard [%r2], %rd1, %rd2, %r9, %p1;
	mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f1,%f2,%f3,%f4};
	ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%r11, %r12}, [%r3+16];
	ret;
}
.func (.param .b32 retval) second(.param .b32 x) {
	.pragma "mma.sync;{";
	wgmma.fence.sync.aligned;
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f64 {%f1}, {%r1}, {%r2}, {%f1};
	movmatrix.sync.aligned.m8n8.trans.b16 {%r1, %r2}, %r3;
	call (r), second, (x);
}
)";

const ReportedInstruction *getAt(const PTXReport &Report, unsigned Line) {
  for (const PTXFunctionReport &Function : Report.Functions)
    for (const ReportedInstruction &I : Function.Instructions)
      if (I.Line == Line)
        return &I;
  return nullptr;
}

} // namespace

TEST(ExplainPTX, FindsInstructions) {
  PTXReport Report = readPTX(Kernel);
  EXPECT_EQ("sm_100a", Report.Target);
  EXPECT_EQ("8.6", Report.Version);
  ASSERT_EQ(2u, Report.Functions.size());
  EXPECT_EQ("first", Report.Functions[0].Name);
  EXPECT_EQ("second", Report.Functions[1].Name);
  std::vector<std::pair<unsigned, std::string>> Lines;
  for (const PTXFunctionReport &Function : Report.Functions)
    for (const ReportedInstruction &I : Function.Instructions)
      Lines.emplace_back(I.Line, StringRef(I.Mnemonic).split('.').first.str());
  EXPECT_EQ((std::vector<std::pair<unsigned, std::string>>{{21, "tcgen05"},
                                                           {23, "mma"},
                                                           {25, "tcgen05"},
                                                           {26, "mma"},
                                                           {27, "ldmatrix"},
                                                           {32, "wgmma"},
                                                           {33, "mma"},
                                                           {34, "movmatrix"}}),
            Lines);
}

TEST(ExplainPTX, Words) {
  PTXReport Report = readPTX(Kernel);
  const ReportedInstruction *I = getAt(Report, 21);
  ASSERT_EQ(3u, I->Words.size());
  EXPECT_EQ("a", I->Words[0].Operand);
  EXPECT_EQ(0x4000404000010100u, I->Words[0].Word);
  EXPECT_EQ("", I->Words[0].Error);
  EXPECT_EQ("idesc", I->Words[2].Operand);
  EXPECT_EQ("", I->Words[2].Error);
  // M 128, N 32 and K 16: 134743184 is 0x8080490.
  EXPECT_EQ(128u * 32 * 16, I->MultiplyAdds);
  EXPECT_EQ("", I->Error);
  EXPECT_EQ("llvm.nvvm.tcgen05.mma.shared", I->Intrinsic);
  // A register that is written twice is no constant.
  EXPECT_EQ(2u, getAt(Report, 25)->Words.size());
}

TEST(ExplainPTX, Spellings) {
  PTXReport Report = readPTX(Kernel);
  EXPECT_EQ("llvm.nvvm.mma.m16n8k16.row.col.f32.f32", getAt(Report, 23)->Intrinsic);
  EXPECT_EQ(16u * 8 * 16, getAt(Report, 23)->MultiplyAdds);
  EXPECT_EQ("llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f32.e4m3.e4m3.f32",
            getAt(Report, 26)->Intrinsic);
  EXPECT_EQ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16", getAt(Report, 27)->Intrinsic);
}

TEST(ExplainPTX, Errors) {
  PTXReport Report = readPTX(Kernel);
  EXPECT_EQ("", getAt(Report, 25)->Error);
  EXPECT_EQ("", getAt(Report, 26)->Error);
  EXPECT_NE(std::string::npos, getAt(Report, 32)->Error.find("it needs sm_90a"));
  EXPECT_EQ(
      "there is no instruction mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f64; the nearest "
      "is mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16",
      getAt(Report, 33)->Error);
  EXPECT_EQ("movmatrix.sync.aligned.m8n8.trans.b16 does not have these operands; it has d, a",
            getAt(Report, 34)->Error);
  EXPECT_EQ(3u, Report.countErrors());
}

// Blanks where PTX takes them, and none where it needs none.
TEST(ExplainPTX, OtherBlanks) {
  const StringRef Operands = "{f0,f1,f2,f3}, {r0,r1,r2,r3}, {r4,r5}, {f0,f1,f2,f3};";
  for (StringRef Begin : {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
                          "@ p mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32\n",
                          "@! p mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32\t",
                          "mma.sync.aligned.m16n8k8/* x */.row.col.f32.tf32.tf32.f32 ",
                          "L1: L2: mma.sync.aligned.m16n8k8\n  .row.col // x\n .f32.tf32.tf32.f32 ",
                          "mma .sync .aligned .m16n8k8 .row .col .f32 .tf32 .tf32 .f32"}) {
    PTXReport Report =
        readPTX((".version 8.0 .target sm_90a\n.entry k() {\n" + Begin + Operands + "}").str());
    EXPECT_EQ("sm_90a", Report.Target);
    ASSERT_EQ(1u, Report.countInstructions()) << Begin;
    EXPECT_EQ("", Report.Functions[0].Instructions[0].Error) << Begin;
    EXPECT_EQ("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
              Report.Functions[0].Instructions[0].Mnemonic);
  }
}

// A register is constant if nothing but one move writes it.
TEST(ExplainPTX, Constants) {
  auto CountWords = [](StringRef Before) {
    PTXReport Report = readPTX((".version 8.6\n.target sm_100a\n.entry k() {\n" + Before +
                                "tcgen05.mma.cta_group::1.kind::f16 [t], d, e, i, p;\n}")
                                   .str());
    return Report.Functions[0].Instructions[0].Words.size();
  };
  EXPECT_EQ(1u, CountWords("mov.b64 d, 0x4000404000010100;"));
  EXPECT_EQ(1u, CountWords("mov.b64 f, 0x4000404000010100; mov.b64 d, f;"));
  EXPECT_EQ(0u, CountWords("mov.b64 d, e; mov.b64 e, d;"));
  EXPECT_EQ(0u, CountWords("mov.b64 d, 0x4000404000010100; call (d), g, ();"));
  EXPECT_EQ(0u, CountWords("mov.b64 d, 0x4000404000010100; shfl.sync.down.b32 x|d, y, 1, 0, -1;"));
}

// What is at home in one instruction is not in another.
TEST(ExplainPTX, ModifiersOfOthers) {
  for (StringRef Statement :
       {"tcgen05.mma.cta_group::1.kind::f16.collector::b0::discard [t], d, e, i, p;",
        "tcgen05.mma.ws.cta_group::1.kind::f16.collector::a::discard [t], d, e, i, p;",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cta.b64 [a];",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cluster.b32 [a], 32;",
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.popc.xor {r0,r1}, {r2}, {r3}, {r0,r1};"}) {
    PTXReport Report = readPTX((".version 9.0\n.entry k() {\n" + Statement + "}").str());
    ASSERT_EQ(1u, Report.countInstructions()) << Statement;
    EXPECT_NE(std::string::npos,
              Report.Functions[0].Instructions[0].Error.find("there is no instruction"))
        << Statement;
  }
}

// Numbers that PTX does not take in their place.
TEST(ExplainPTX, Immediates) {
  auto GetError = [](StringRef Statement) {
    PTXReport Report = readPTX((".version 9.0\n.entry k() {\n" + Statement + "}").str());
    return Report.Functions[0].Instructions[0].Error;
  };
  const StringRef WGMMA = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {a,b,c,d}, x, y, p, ";
  EXPECT_EQ("", GetError((WGMMA + "-1, 1, 0, 1;").str()));
  EXPECT_EQ("an immediate cannot be 2; it can be -1 or 1", GetError((WGMMA + "2, 1, 0, 0;").str()));
  EXPECT_EQ("an immediate cannot be 2; it can be 0 or 1", GetError((WGMMA + "1, 1, 0, 2;").str()));
  const StringRef Scaled =
      "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32."
      "e2m1.e2m1.f32.ue4m3 {a,b,c,d}, {e,f,g,h}, {i,j}, {a,b,c,d}, s, ";
  EXPECT_EQ("", GetError((Scaled + "{0, 1}, t, {0, 3};").str()));
  EXPECT_EQ("byte_a cannot be 1; it can be 0", GetError((Scaled + "{1, 0}, t, {0, 0};").str()));
  EXPECT_EQ("thread_a cannot be 2; it can be 0 or 1",
            GetError((Scaled + "{0, 2}, t, {0, 0};").str()));
  EXPECT_EQ("scale_input_d cannot be 16; it can be from 0 to 15",
            GetError("tcgen05.mma.cta_group::1.kind::f16 [t], d, e, i, p, 16;"));
}

// A name in a directive's string is no function.
TEST(ExplainPTX, Strings) {
  PTXReport Report =
      readPTX(".version 8.0\n.target sm_90a\n.entry k() {\n.file 1 \"/src/my.func.cu\"\n"
              "wgmma.fence.sync.aligned;\n}");
  ASSERT_EQ(1u, Report.Functions.size());
  EXPECT_EQ("k", Report.Functions[0].Name);
}

// Time is in proportion to length: a megabyte of comments, blank lines, labels.
TEST(ExplainPTX, LongFiles) {
  std::string Text = ".version 8.0\n.target sm_90a\n.entry k() {\n";
  for (unsigned I = 0; I < 100000; ++I)
    Text += "// nothing but a comment\n\nL" + std::to_string(I) + ":\n";
  Text += "wgmma.fence.sync.aligned;\n}\n";
  PTXReport Report = readPTX(Text);
  ASSERT_EQ(1u, Report.countInstructions());
  EXPECT_EQ(300004u, Report.Functions[0].Instructions[0].Line);
}

TEST(ExplainPTX, OtherTargets) {
  TargetVersion Target = getTargetVersion("sm_90a", 903, 80);
  PTXReport Report = readPTX(Kernel, &Target);
  EXPECT_EQ("", getAt(Report, 32)->Error);
  EXPECT_NE("", getAt(Report, 21)->Error);
  Report = readPTX(".version 8.0\n.target sm_99\n.entry k() { ret; }");
  EXPECT_EQ("", Report.Target);
  EXPECT_NE("", Report.TargetError);
}

// 100,000 files with faults: bytes changed, cut, doubled and moved.
TEST(ExplainPTX, MutatedFiles) {
  std::mt19937_64 Random(1);
  constexpr char Alphabet[] = "{}[]();:,.@%\"/*\n \t0x9a_$\\-#<>\0\xff";
  const StringRef Source(Kernel, sizeof(Kernel) - 1);
  size_t Instructions = 0;
  for (unsigned File = 0; File < 100000; ++File) {
    std::string Text = Source.str();
    for (unsigned Fault = Random() % 8 + 1; Fault && !Text.empty(); --Fault) {
      size_t At = Random() % Text.size(),
             Length = std::min<size_t>(Random() % 40, Text.size() - At);
      switch (Random() % 6) {
      case 0:
        Text[At] = Alphabet[Random() % sizeof(Alphabet)];
        break;
      case 1:
        Text.insert(At, 1, Alphabet[Random() % sizeof(Alphabet)]);
        break;
      case 2:
        Text.erase(At, Length);
        break;
      case 3:
        Text.insert(Random() % Text.size(), Text.substr(At, Length));
        break;
      case 4:
        if (Random() % 16 == 0)
          Text.resize(At);
        break;
      case 5:
        Text[At] = char(Random());
        break;
      }
    }
    Instructions += readPTX(Text).countInstructions();
  }
  EXPECT_GT(Instructions, 100000u);
}
