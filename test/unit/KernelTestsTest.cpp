//===- KernelTestsTest.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How kernels are fed and judged: fragments of every variant go into registers and back,
// a simulated GPU passes, each fault is found in every variant that it changes; what a
// manifest may say.
//
//===----------------------------------------------------------------------===//

#include "Conformance/KernelTests.h"
#include "Conformance/FragmentBuffers.h"
#include "Conformance/InputPatterns.h"
#include "Model/Instructions/MMACatalogue.h"
#include "TensorCoreModel/MMAType.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr uint64_t Seed = 7;

ConformanceKernel getKernel(const MMAVariant &Variant, unsigned Selector = 0) {
  ConformanceKernel Kernel;
  Kernel.Name = Variant.Name.str();
  Kernel.Variant = &Variant;
  Kernel.Selector = Selector;
  return Kernel;
}

ConformanceKernel getKernel(StringRef Name) {
  return getKernel(*lookupMMAVariant(("llvm.nvvm." + Name).str()));
}

/// Whether every case is right.
bool passes(const KernelTest &Test, Fault Injected) {
  for (unsigned Case = 0; Case != Test.getCases().size(); ++Case) {
    std::vector<uint64_t> Output(Test.getOutputWords(), UnwrittenWord);
    Test.simulate(Case, Injected, Output);
    if (!Test.check(Case, Output).IsRight)
      return false;
  }
  return true;
}

/// Of wgmma one N.
template <typename Function> void forEachFragmentVariant(Function Visit) {
  for (const MMAVariant &V : getMMAVariants()) {
    bool IsWGMMA = V.Family == MMAFamily_WGMMA;
    StringRef Family = lookupMMAFamily(V.Family)->Spelling;
    if (!hasKernelTest(V) || Family.starts_with("tcgen05") || Family.starts_with("wmma") ||
        (IsWGMMA && lookupMMAShape(V.getShape())->Columns != 16))
      continue;
    for (unsigned Selector = 0; Selector < std::max<unsigned>(V.Selectors, 1); ++Selector) {
      ConformanceKernel Kernel = getKernel(V, Selector);
      Kernel.NegatesA = Kernel.TransposesB = IsWGMMA && V.getD() != MMAType_S32;
      Kernel.TransposesB &= lookupMMAType(V.getB())->Width == 16;
      Visit(Kernel);
    }
  }
}

/// What orders wgmma, and what works on tensor memory.
TEST(KernelTests, FamiliesWithoutKernels) {
  std::set<std::string> Without;
  for (const MMAVariant &V : getMMAVariants()) {
    if (hasKernelTest(V))
      continue;
    Without.insert(lookupMMAFamily(V.Family)->Spelling.str());
    EXPECT_EQ("the manifest's kernel " + V.Name.str() + " is of a family that is not tested",
              messageOf(makeKernelTest(getKernel(V), Seed)));
  }
  EXPECT_EQ((std::set<std::string>{"tcgen05", "tcgen05.ld/st", "tcgen05.mma", "wgmma"}), Without);
}

TEST(FragmentBuffers, EveryFragmentComesBack) {
  RandomSource Random(Seed);
  unsigned Operands = 0;
  for (const MMAVariant &V : getMMAVariants()) {
    if (V.Family != MMAFamily_MMA)
      continue;
    Multiplication Mul(V);
    std::pair<MMAOperand, const NumberFormat *> All[] = {{MMAOperand_A, &Mul.A},
                                                         {MMAOperand_B, &Mul.B},
                                                         {MMAOperand_C, &Mul.C},
                                                         {MMAOperand_D, &Mul.D}};
    for (auto [Operand, Format] : All) {
      MMAFragmentLayout Layout = cantFail(getMMAFragmentLayout(V, Operand));
      Tile From(Layout.getNumRows(), Layout.getNumColumns(), Layout.getNumTiles());
      for (uint64_t &Code : From.Codes)
        Code = Random.word() & maskTrailingOnes<uint64_t>(Format->getWidth());
      std::vector<uint64_t> Words(Layout.getNumRegisters() * NumLanes, ~uint64_t(0));
      packFragment(Layout, *Format, From, Words);
      EXPECT_EQ(From.Codes, unpackFragment(Layout, *Format, Words).Codes) << V.Name;
      ++Operands;
    }
  }
  EXPECT_LE(4u * 400, Operands);
}

TEST(FragmentBuffers, OneElementByHand) {
  // PTX ISA, m16n8k16 of f16: a2 of lane 5 is row 9, column 2; the upper half is a3.
  MMAFragmentLayout Layout = cantFail(getMMAFragmentLayout(
      *lookupMMAVariant("llvm.nvvm.mma.m16n8k16.row.col.f32.f32"), MMAOperand_A));
  Tile From(16, 16);
  From.at(9, 2) = 0x1234;
  From.at(9, 3) = 0x5678;
  std::vector<uint64_t> Words(4 * NumLanes);
  packFragment(Layout, NumberFormat("f16"), From, Words);
  EXPECT_EQ(0x56781234u, Words[1 * NumLanes + 5]);
}

TEST(FragmentBuffers, Memory) {
  Tile From(2, 4);
  From.Codes = {1, 2, 3, 4, 5, 6, 7, 8};
  uint8_t Bytes[32] = {};
  storeTile({4, false, 8}, NumberFormat("u4"), From, Bytes);
  EXPECT_EQ(0x21, Bytes[0]);
  EXPECT_EQ(0x43, Bytes[1]);
  EXPECT_EQ(0x65, Bytes[4]);
  EXPECT_EQ(From.Codes, loadTile({4, false, 8}, NumberFormat("u4"), 2, 4, Bytes).Codes);
  storeTile({16, true, 4}, NumberFormat("f16"), From, Bytes);
  EXPECT_EQ(5, Bytes[2]); // (1, 0) follows (0, 0)
  EXPECT_EQ(2, Bytes[8]); // (0, 1) is a column further
}

TEST(KernelTests, ASimulatedGPUPasses) {
  forEachFragmentVariant([](const ConformanceKernel &Kernel) {
    auto Test = makeKernelTest(Kernel, Seed);
    ASSERT_EQ("", messageOf(Test));
    EXPECT_TRUE(passes(**Test, Fault::None)) << Kernel.Name;
  });
}

TEST(KernelTests, EveryFaultIsFound) {
  std::map<Fault, unsigned> Touched;
  forEachFragmentVariant([&](const ConformanceKernel &Kernel) {
    auto Test = cantFail(makeKernelTest(Kernel, Seed));
    for (Fault Injected : {Fault::SwappedLanes, Fault::FlippedBit, Fault::DroppedProduct,
                           Fault::WrongSelector, Fault::NoSaturation, Fault::WrongRounding}) {
      bool IsTouched = Test->isTouchedBy(Injected);
      Touched[Injected] += IsTouched;
      EXPECT_EQ(!IsTouched, passes(*Test, Injected)) << Kernel.Name << ", fault " << int(Injected);
    }
  });
  for (auto [Injected, Count] : Touched)
    EXPECT_NE(0u, Count) << "fault " << int(Injected) << " changes nothing";
}

/// Every element that is exchanged with another, and every element that stays unwritten.
// A kind by LLVM's number: f16, tf32, f8f6f4, i8.
static std::vector<ConformanceKernel> getTensorKernels() {
  std::vector<ConformanceKernel> Kernels;
  auto Add = [&](StringRef Name, std::optional<unsigned> Kind, unsigned CTAGroup,
                 unsigned ScaleInputD = 0) {
    Kernels.push_back(getKernel(Name));
    Kernels.back().Kind = Kind;
    Kernels.back().CTAGroup = CTAGroup;
    Kernels.back().ScaleInputD = ScaleInputD;
  };
  Add("tcgen05.mma.shared", 0, 1);
  Add("tcgen05.mma.shared", 3, 2);
  Add("tcgen05.mma.sp.tensor.disable_output_lane.cg2", 1, 0);
  Add("tcgen05.mma.ws.shared.zero_col_mask", 0, 0);
  Add("tcgen05.mma.tensor.scale_d.ashift", 0, 1, 3);
  Add("tcgen05.mma.shared.mxf4nvf4.block_scale.block16", std::nullopt, 1);
  return Kernels;
}

TEST(KernelTests, TensorMultiplications) {
  for (const ConformanceKernel &Kernel : getTensorKernels()) {
    auto Test = cantFail(makeKernelTest(Kernel, Seed));
    ASSERT_LE(10u, Test->getCases().size()) << Kernel.Name;
    EXPECT_TRUE(passes(*Test, Fault::None)) << Kernel.Name;
    for (Fault Injected : {Fault::SwappedLanes, Fault::FlippedBit, Fault::DroppedProduct,
                           Fault::WrongSelector, Fault::NoSaturation, Fault::WrongRounding})
      EXPECT_EQ(!Test->isTouchedBy(Injected), passes(*Test, Injected))
          << Kernel.Name << ", fault " << int(Injected);
    EXPECT_EQ(Kernel.Kind == 3u, Test->isTouchedBy(Fault::NoSaturation)) << Kernel.Name;
  }
}

TEST(KernelTests, ImmediatesThatTensorKernelsLack) {
  const ConformanceKernel Right = getTensorKernels().front();
  ConformanceKernel Pair = Right, Kind = Right, Scale = Right;
  Pair.CTAGroup = 3;
  Kind.Kind = 99;
  Scale.ScaleInputD = 16;
  for (const ConformanceKernel &Kernel : {Pair, Kind, Scale})
    EXPECT_EQ("the manifest gives the kernel " + Kernel.Name +
                  " immediates that tcgen05.mma does not take",
              messageOf(makeKernelTest(Kernel, Seed)));
}

TEST(KernelTests, RestOfTensorMemory) {
  auto Test = cantFail(makeKernelTest(getTensorKernels().front(), Seed));
  std::vector<uint64_t> Output(Test->getOutputWords());
  Test->simulate(0, Fault::None, Output);
  EXPECT_TRUE(Test->check(0, Output).IsRight);
  // Column 510 of lane 5.
  Output[255 * 128 + 5] ^= 1;
  EXPECT_EQ("tensor memory has changed outside of D: CTA 0, lane 5, column 510 or the next one",
            Test->check(0, Output).Message);
}

TEST(KernelTests, EveryResultRegisterCounts) {
  for (StringRef Name : {"mma.m16n8k16.row.col.f32.f32", "mma.m8n8k4.col.row.f16.f16",
                         "mma.m16n8k64.row.col.s4", "ldmatrix.sync.aligned.m16n16.x2.trans.b8"}) {
    auto Test = cantFail(makeKernelTest(getKernel(Name), Seed));
    for (unsigned Word = 0; Word != Test->getOutputWords(); ++Word) {
      bool IsFound = false;
      for (unsigned Case = 0; Case != Test->getCases().size() && !IsFound; ++Case) {
        std::vector<uint64_t> Output(Test->getOutputWords(), UnwrittenWord);
        Test->simulate(Case, Fault::None, Output);
        Output[Word] = UnwrittenWord;
        IsFound = !Test->check(Case, Output).IsRight;
      }
      EXPECT_TRUE(IsFound) << Name << ", word " << Word;
    }
  }
}

TEST(KernelTests, AMisplacedElementSaysWhereItBelongs) {
  auto Test = cantFail(makeKernelTest(getKernel("mma.m16n8k16.row.col.f32.f32"), Seed));
  bool IsSaid = false;
  for (unsigned Case = 0; Case != Test->getCases().size(); ++Case) {
    std::vector<uint64_t> Output(Test->getOutputWords());
    Test->simulate(Case, Fault::SwappedLanes, Output);
    std::string Message = Test->check(Case, Output).Message;
    IsSaid |= StringRef(Message).starts_with("row 0, column 0 (lane 0, register 0, element 0)") &&
              StringRef(Message).contains("it belongs to row 0, column 2");
  }
  EXPECT_TRUE(IsSaid);
}

//===----------------------------------------------------------------------===//
// wmma
//===----------------------------------------------------------------------===//

KernelStep getStep(StringRef Name, unsigned Stride = 0) {
  return {lookupMMAVariant(("llvm.nvvm.wmma." + Name).str()), Stride};
}

ConformanceKernel getWMMAKernel() {
  ConformanceKernel Kernel = getKernel("wmma.m32n8k16.mma.row.col.s8");
  Kernel.A = getStep("m32n8k16.load.a.row.stride.s8", 32);
  Kernel.B = getStep("m32n8k16.load.b.col.s8");
  Kernel.C = getStep("m32n8k16.load.c.row.s32");
  Kernel.Multiply = {Kernel.Variant, 0};
  Kernel.D = getStep("m32n8k16.store.d.col.stride.s32", 64);
  return Kernel;
}

TEST(WMMATest, PassesAndFails) {
  auto Test = makeKernelTest(getWMMAKernel(), Seed);
  ASSERT_EQ("", messageOf(Test));
  EXPECT_TRUE(passes(**Test, Fault::None));
  EXPECT_FALSE(passes(**Test, Fault::DroppedProduct));
  EXPECT_FALSE(passes(**Test, Fault::SwappedLanes));
}

TEST(WMMATest, WritingBetweenColumnsIsFound) {
  auto Test = cantFail(makeKernelTest(getWMMAKernel(), Seed));
  std::vector<uint64_t> Output(Test->getOutputWords(), UnwrittenWord);
  Test->simulate(0, Fault::None, Output);
  EXPECT_TRUE(Test->check(0, Output).IsRight);
  Output[16] ^= 1; // a column has 32 elements of 4 bytes, the next one starts at 256
  EXPECT_EQ("bytes 128 to 135, outside of D, were written", Test->check(0, Output).Message);
}

TEST(WMMATest, StepsMustFit) {
  ConformanceKernel Kernel = getWMMAKernel();
  Kernel.B = getStep("m32n8k16.load.b.row.s8");
  EXPECT_EQ("the manifest's kernel llvm.nvvm.wmma.m32n8k16.mma.row.col.s8 "
            "loads in another layout "
            "than it multiplies",
            messageOf(makeKernelTest(Kernel, Seed)));
  Kernel.B = KernelStep();
  EXPECT_EQ("the manifest's kernel llvm.nvvm.wmma.m32n8k16.mma.row.col.s8 "
            "has no step for b of its shape",
            messageOf(makeKernelTest(Kernel, Seed)));
}

//===----------------------------------------------------------------------===//
// The manifest
//===----------------------------------------------------------------------===//

TEST(Manifest, ReadsKernels) {
  auto Targets =
      parseManifest(R"({"targets": [{"target": "sm_90a", "modules": [{"file": "a.ptx", "ptx": 80,
    "kernels": [
      {"kernel": "k", "intrinsic": "llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16", "selector": 3},
      {"kernel": "w", "intrinsic": "llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16", "steps":
        {"d": {"intrinsic": "llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16",
               "stride": 32}}}]}]}]})");
  ASSERT_EQ("", messageOf(Targets));
  const KernelModule &Module = Targets->front().Modules.front();
  EXPECT_EQ(80u, Module.PTXVersion);
  EXPECT_EQ(3u, Module.Kernels[0].Selector);
  EXPECT_EQ(32u, Module.Kernels[1].D.Stride);
  EXPECT_EQ(nullptr, Module.Kernels[1].A.Variant);
}

TEST(Manifest, Rejects) {
  EXPECT_EQ("the manifest has no list 'targets'; scripts/conformance folder writes one",
            messageOf(parseManifest("{}")));
  EXPECT_EQ("the manifest has a target without modules",
            messageOf(parseManifest(R"({"targets": [{}]})")));
  EXPECT_EQ("the manifest has a module without kernels",
            messageOf(parseManifest(R"({"targets": [{"modules": [{}]}]})")));
  EXPECT_EQ("the manifest names 'llvm.nvvm.mma.m1', which this program does "
            "not know; make program and "
            "kernels anew, together",
            messageOf(parseManifest(
                R"({"targets": [{"modules": [{"kernels": [
              {"kernel": "k", "intrinsic": "llvm.nvvm.mma.m1"}]}]}]})")));
  EXPECT_EQ(0u, messageOf(parseManifest("{")).find("the manifest is not JSON: "));
}

TEST(Manifest, TargetOfAGPU) {
  std::vector<KernelTarget> Targets;
  for (const char *Name : {"sm_75", "sm_80", "sm_90a", "sm_90", "sm_100a", "sm_100f", "sm_120a"})
    Targets.push_back({Name, {}});
  auto Choose = [&](unsigned ComputeCapability) {
    const KernelTarget *Target = chooseTarget(Targets, ComputeCapability);
    return Target ? Target->Name : "none";
  };
  EXPECT_EQ("none", Choose(70));
  EXPECT_EQ("sm_75", Choose(75));
  EXPECT_EQ("sm_80", Choose(86));
  EXPECT_EQ("sm_90a", Choose(90));
  EXPECT_EQ("sm_100a", Choose(100));
  EXPECT_EQ("sm_90", Choose(103)); // not sm_90a, nor another's features
  EXPECT_EQ("sm_120a", Choose(120));
}

} // namespace
