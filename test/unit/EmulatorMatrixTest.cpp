//===- EmulatorMatrixTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix instructions in the emulator against places and numbers typed from the PTX ISA; and what
// they do not take. Every variant with many numbers is conformance's matter (mma-conformance
// --emulate), which shares the layouts of the model with the emulator: here they are proven.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Device.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <array>

using namespace llvm;
using namespace llvm::tensorcore::emulator;

namespace {

constexpr unsigned NumInputs = 24, NumOutputs = 8;
using Register = std::array<uint32_t, WarpSize>;

/// A warp that loads its registers %r0 to %r23, executes some text, and stores %r32 to %r39.
/// Shared memory `s` has 1024 bytes, which the text fills.
struct WarpRun {
  alignas(256) std::array<Register, NumInputs> In = {};
  std::array<Register, NumOutputs> Out = {};
  std::string Error;
  std::vector<std::string> Reports;
  RunStatistics Statistics;

  void execute(StringRef Body, unsigned NumThreads = WarpSize, RunOptions Options = {});
};

std::string getText(StringRef Body) {
  std::string Text = ".version 8.7\n.target sm_120a\n.address_size 64\n"
                     ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
                     ".reg .b32 %r<64>;\n.reg .f32 %f<64>;\n.reg .b64 %rd<16>;\n.reg .b16 %h<8>;\n"
                     ".shared .align 128 .b8 s[1024];\n"
                     "mov.u32 %r63, %tid.x;\nmul.wide.s32 %rd0, %r63, 4;\n"
                     "ld.param.u64 %rd1, [in];\nadd.s64 %rd1, %rd1, %rd0;\n"
                     "ld.param.u64 %rd2, [out];\nadd.s64 %rd2, %rd2, %rd0;\n"
                     "mov.u32 %r62, s;\n";
  constexpr unsigned Bytes = sizeof(Register);
  for (unsigned I = 0; I != NumInputs; ++I)
    Text +=
        "ld.global.b32 %r" + std::to_string(I) + ", [%rd1+" + std::to_string(I * Bytes) + "];\n";
  for (unsigned I = 0; I != NumOutputs; ++I)
    Text += "mov.b32 %r" + std::to_string(32 + I) + ", 0;\n";
  Text += Body.str() + "\n";
  for (unsigned I = 0; I != NumOutputs; ++I)
    Text += "st.global.b32 [%rd2+" + std::to_string(I * Bytes) + "], %r" + std::to_string(32 + I) +
            ";\n";
  return Text + "ret;\n}\n";
}

void WarpRun::execute(StringRef Body, unsigned NumThreads, RunOptions Options) {
  Reports.clear();
  Device D;
  Expected<const Program *> P = D.load(getText(Body));
  if (!P) {
    Error = toString(P.takeError());
    return;
  }
  D.getMemory().add(In.data(), sizeof(In), "in");
  D.getMemory().add(Out.data(), sizeof(Out), "out");
  LaunchRequest Request;
  Request.Module = *P;
  Request.Kernel = (*P)->getEntries().front();
  Request.Block.X = NumThreads;
  const uint64_t Pointers[] = {uint64_t(In.data()), uint64_t(Out.data())};
  Request.Parameters.resize(sizeof(Pointers));
  std::memcpy(Request.Parameters.data(), Pointers, sizeof(Pointers));
  ReportList List(Options.Levels);
  if (auto E = D.run(Request, Options, List, outs(), &Statistics))
    Error = toString(std::move(E));
  for (const Report &R : List.getReports())
    Reports.push_back(R.Sentence);
}

void expectClean(const WarpRun &R) {
  EXPECT_EQ("", R.Error);
  EXPECT_TRUE(R.Reports.empty()) << (R.Reports.empty() ? "" : R.Reports.front());
}

void expectReport(const WarpRun &R, const char *Part) {
  ASSERT_FALSE(R.Reports.empty()) << Part;
  EXPECT_NE(std::string::npos, R.Reports.front().find(Part)) << R.Reports.front();
}

void expectError(const WarpRun &R, const char *Part) {
  EXPECT_NE(std::string::npos, R.Error.find(Part)) << R.Error;
}

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix, movmatrix
//===----------------------------------------------------------------------===//

/// Each lane stores four words of shared memory: word I of lane L is I * 32 + L. %r0 is an address.
const char *const FillByLanes = "add.s32 %r60, %r19, %r62;\nadd.s32 %r0, %r0, %r62;\n"
                                "st.shared.b32 [%r60], %r20;\nst.shared.b32 [%r60+128], %r21;\n"
                                "st.shared.b32 [%r60+256], %r22;\nst.shared.b32 [%r60+384], %r23;\n"
                                "bar.sync 0;\n";

/// Halves count from 0; the address of lane L is that of line L, 16 bytes each.
void prepareLines(WarpRun &R) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    for (unsigned I = 0; I != 4; ++I) {
      const uint32_t Half = (I * WarpSize + Lane) * 2;
      R.In[20 + I][Lane] = Half | (Half + 1) << 16;
    }
    R.In[0][Lane] = Lane * 16;
    R.In[19][Lane] = Lane * 4;
  }
}

TEST(EmulatorMatrix, LdMatrixGivesALaneTwoNeighboursOfARow) {
  WarpRun R;
  prepareLines(R);
  R.execute(std::string(FillByLanes) + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                                       "{%r32, %r33, %r34, %r35}, [%r0];");
  expectClean(R);
  for (unsigned Matrix = 0; Matrix != 4; ++Matrix)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
      const uint32_t Half = Matrix * 64 + Lane / 4 * 8 + Lane % 4 * 2;
      EXPECT_EQ(Half | (Half + 1) << 16, R.Out[Matrix][Lane]);
    }
}

TEST(EmulatorMatrix, LdMatrixTransposed) {
  WarpRun R;
  prepareLines(R);
  R.execute(std::string(FillByLanes) +
            "ldmatrix.sync.aligned.m8n8.x1.trans.shared::cta.b16 {%r32}, [%r0];");
  expectClean(R);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const uint32_t Half = Lane % 4 * 2 * 8 + Lane / 4;
    EXPECT_EQ(Half | (Half + 8) << 16, R.Out[0][Lane]) << "lane " << Lane;
  }
}

TEST(EmulatorMatrix, StMatrixIsTheReverse) {
  WarpRun R;
  prepareLines(R);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const uint32_t Half = Lane / 4 * 8 + Lane % 4 * 2;
    R.In[1][Lane] = (0x100 + Half) | (0x101 + Half) << 16;
    R.In[2][Lane] = (0x200 + Half) | (0x201 + Half) << 16;
  }
  R.execute(std::string(FillByLanes) +
            "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r0], {%r1, %r2};\nbar.sync 0;\n"
            "ld.shared.b32 %r32, [%r60];\nld.shared.b32 %r33, [%r60+128];\n"
            "ld.shared.b32 %r34, [%r60+256];");
  expectClean(R);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    EXPECT_EQ((0x100 + Lane * 2) | (0x101 + Lane * 2) << 16, R.Out[0][Lane]);
    EXPECT_EQ((0x200 + Lane * 2) | (0x201 + Lane * 2) << 16, R.Out[1][Lane]);
    EXPECT_EQ(R.In[22][Lane], R.Out[2][Lane]) << "beyond the second matrix";
  }
}

TEST(EmulatorMatrix, MovMatrixTransposes) {
  WarpRun R;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    R.In[0][Lane] = (Lane * 2) | (Lane * 2 + 1) << 16;
  R.execute("movmatrix.sync.aligned.m8n8.trans.b16 %r32, %r0;");
  expectClean(R);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const uint32_t Half = Lane % 4 * 2 * 8 + Lane / 4;
    EXPECT_EQ(Half | (Half + 8) << 16, R.Out[0][Lane]);
  }
}

TEST(EmulatorMatrix, LinesAreCheckedLikeOtherAccesses) {
  WarpRun Misaligned;
  prepareLines(Misaligned);
  Misaligned.In[0][5] += 8;
  Misaligned.execute(std::string(FillByLanes) +
                     "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r32}, [%r0];");
  expectReport(Misaligned, "is not a multiple of 16");
  WarpRun Ignored; // only the first 8 lanes address rows
  prepareLines(Ignored);
  Ignored.In[0][8] = 3;
  Ignored.execute(std::string(FillByLanes) +
                  "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r32}, [%r0];");
  expectClean(Ignored);
  WarpRun Outside;
  prepareLines(Outside);
  Outside.In[0][31] = 1 << 20;
  Outside.execute(std::string(FillByLanes) +
                  "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r0], {%r1, %r2, %r3, %r4};");
  expectReport(Outside, "write of 16 bytes at shared address");
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

/// A(3, 9) = 2, B(9, 5) = 3, C(3, 5) = 0.5, at their places in PTX's figures.
TEST(EmulatorMatrix, MMAOfOneElement) {
  WarpRun R;
  R.In[2][12] = 0x4000u << 16;
  R.In[5][20] = 0x4040u << 16;
  R.In[7][14] = bit_cast<uint32_t>(0.5f);
  R.execute("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r32, %r33, %r34, %r35}, "
            "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7, %r8, %r9};");
  expectClean(R);
  for (unsigned I = 0; I != 4; ++I)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      EXPECT_EQ(I == 1 && Lane == 14 ? 6.5f : 0.0f, bit_cast<float>(R.Out[I][Lane]));
  EXPECT_EQ(16u * 8 * 16, R.Statistics.MultiplyAdds);
}

constexpr uint32_t HalfOnes = 0x3C003C00;

/// The third column of each group of four is kept, and the fourth: 0xE of each group.
TEST(EmulatorMatrix, SparseMetadataChoosesRowsOfB) {
  WarpRun R;
  for (unsigned I = 0; I != 4; ++I)
    R.In[I].fill(HalfOnes);
  // B(k, n) = 1 where k % 4 is 2: registers of pairs of rows, 0 and 1 or 2 and 3 of four.
  for (unsigned I = 4; I != 8; ++I)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      R.In[I][Lane] = Lane % 2 ? HalfOnes & 0xFFFF : 0;
  R.In[8].fill(0xEEEEEEEE);
  const std::string MMA = "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
                          "{%r32, %r33, %r34, %r35}, {%r0, %r1, %r2, %r3}, "
                          "{%r4, %r5, %r6, %r7}, {%r9, %r10, %r11, %r12}, %r8, 1;";
  R.execute(MMA);
  expectClean(R);
  EXPECT_EQ(8.0f, bit_cast<float>(R.Out[3][31]));
  R.In[8].fill(0x44444444);
  R.execute(MMA);
  EXPECT_EQ(0.0f, bit_cast<float>(R.Out[3][31]));
  // Selector 1 looks at lanes 2 and 3 of four only.
  R.In[8][0] = 0;
  R.execute(MMA);
  expectClean(R);
  R.In[8][2] = 0x44344444;
  R.execute(MMA);
  expectReport(R, "metadata 0x3 of row 8, group 1: its indices do not rise");
}

TEST(EmulatorMatrix, ScalesOfBlocks) {
  WarpRun R;
  for (unsigned I = 0; I != 6; ++I)
    R.In[I].fill(0x38383838); // e4m3: 1
  R.In[6].fill(0x80828080);   // ue8m0: in byte 2, 8; else 2
  R.In[7].fill(0x7F7F7F7F);   // 1
  const auto Execute = [&R](const char *Ids) {
    R.execute(std::string("mov.b16 %h0, 2;\nmov.b16 %h1, 3;\n"
                          "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3."
                          "e4m3.f32.ue8m0 {%r32, %r33, %r34, %r35}, {%r0, %r1, %r2, %r3}, "
                          "{%r4, %r5}, {%r10, %r11, %r12, %r13}, %r6, ") +
              Ids + ", %r7, {0, 0};");
  };
  Execute("{%h0, 1}");
  expectClean(R);
  EXPECT_EQ(32 * 8.0f, bit_cast<float>(R.Out[0][0]));
  Execute("{1, 0}");
  EXPECT_EQ(32 * 2.0f, bit_cast<float>(R.Out[0][0]));
  Execute("{0, %h1}");
  expectReport(R, "thread-id of A is 3; expected one of 0, 1");
}

TEST(EmulatorMatrix, PerturbedSumsDifferWithinWhatIsAllowed) {
  WarpRun R;
  for (unsigned I = 0; I != 6; ++I)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      R.In[I][Lane] = 0x20002000 + ((I * WarpSize + Lane + 1) * 2654435761u & 0x3FFF3FFF);
  const char *MMA = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r32, %r33, %r34, %r35}, "
                    "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r10, %r11, %r12, %r13};";
  R.execute(MMA);
  const auto Plain = R.Out;
  RunOptions Options;
  Options.PerturbsNumbers = true;
  R.execute(MMA, WarpSize, Options);
  expectClean(R);
  EXPECT_TRUE(Plain != R.Out);
  for (unsigned I = 0; I != 4; ++I)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      EXPECT_NEAR(1, bit_cast<float>(R.Out[I][Lane]) / bit_cast<float>(Plain[I][Lane]), 0x1p-18);
}

TEST(EmulatorMatrix, WantsAWholeWarp) {
  WarpRun R;
  R.execute("movmatrix.sync.aligned.m8n8.trans.b16 %r32, %r0;", 16);
  expectReport(R, "is executed by 16 threads; expected a whole warp of 32");
}

TEST(EmulatorMatrix, UnknownFormsAreErrors) {
  WarpRun R;
  R.execute("mma.sync.aligned.m16n8k17.row.col.f32.bf16.bf16.f32 {%r32, %r33, %r34, %r35}, "
            "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7, %r8, %r9};");
  expectError(R, "the nearest is mma.sync.aligned.m16n8k16");
  R.execute("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r32, %r33, %r34, %r35}, "
            "{%r0, %r1}, {%r4, %r5}, {%r6, %r7, %r8, %r9};");
  expectError(R, "does not have these operands; it has {4 registers}");
  R.execute("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r32, %r33, %r34, %r35}, "
            "{%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r9, %r10, %r11, %r12}, %r8, 2;");
  expectError(R, "the sparsity selector is 2; expected 0 to 1");
}

//===----------------------------------------------------------------------===//
// wmma
//===----------------------------------------------------------------------===//

/// Loaded by rows and stored by columns with a stride.
TEST(EmulatorMatrix, WMMALoadsAndStoresWithStrides) {
  WarpRun R;
  for (unsigned I = 0; I != 8; ++I)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      R.In[I][Lane] = I * WarpSize + Lane; // 16 rows of 16
  R.execute("ld.param.u64 %rd4, [in];\nld.param.u64 %rd5, [in];\nadd.s64 %rd5, %rd5, 1024;\n"
            "mov.b32 %r50, 20;\n"
            "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 "
            "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd4];\nbar.sync 0;\n"
            "wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%rd5], "
            "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, %r50;");
  expectClean(R);
  const uint32_t *Stored = R.In[8].data();
  for (unsigned Row = 0; Row != 16; ++Row)
    for (unsigned Column = 0; Column != 16; ++Column)
      ASSERT_EQ(Row * 16 + Column, Stored[Column * 20 + Row]);
  EXPECT_EQ(0u, Stored[16]) << "between columns";
}

TEST(EmulatorMatrix, WMMAWantsAlignedLines) {
  WarpRun R;
  const std::string Load = "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 "
                           "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, ";
  R.execute("ld.param.u64 %rd4, [in];\n" + Load + "[%rd4+16];");
  expectReport(R, "is not a multiple of 32, the size of the fragment");
  R.execute("ld.param.u64 %rd4, [in];\nmov.b32 %r50, 18;\n" + Load + "[%rd4], %r50;");
  expectReport(R, "a stride of 18 elements of 32 bits is not a multiple of 16 bytes");
}

TEST(EmulatorMatrix, WMMAAddressesAreThoseOfTheWarp) {
  WarpRun R;
  R.execute("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 "
            "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd1];");
  expectReport(R, "the address is not that of the first lane");
}

} // namespace
