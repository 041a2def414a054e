//===- MMAAlternativesTest.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a diagnostic offers instead: it is legal, near, and not made up.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

std::string nearest(StringRef Name, unsigned FullSmVersion, unsigned PTX) {
  const MMAVariant *Nearest =
      findNearestLegalVariant(*lookupMMAVariant(Name), getTargetVersion("", FullSmVersion, PTX));
  return Nearest ? Nearest->Name.str() : "none";
}

} // namespace

TEST(MMAAlternatives, NearestKeepsWhatItCan) {
  // The accumulator and the unit stay; K is halved.
  EXPECT_EQ("llvm.nvvm.mma.m16n8k16.row.col.bf16",
            nearest("llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", 860, 85));
  EXPECT_EQ("llvm.nvvm.mma.m16n8k16.row.col.f16.f16",
            nearest("llvm.nvvm.mma.m16n8k32.row.col.f16.e4m3.e4m3.f16", 860, 85));
  // Integers stay integers.
  EXPECT_EQ("llvm.nvvm.mma.m8n8k16.row.col.s8",
            nearest("llvm.nvvm.mma.m16n8k16.row.col.s8", 750, 85));
  // Without .satfinite, the same.
  EXPECT_EQ("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32",
            nearest("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32.satfinite", 800, 70));
  // Without scales, the same types.
  EXPECT_EQ("llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32",
            nearest("llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.f32.e4m3.e4m3.f32.ue8m0",
                    1003, 90));
  EXPECT_EQ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16",
            nearest("llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8", 900, 90));
}

TEST(MMAAlternatives, NearestIsLegalOrThereIsNone) {
  for (const GPUTarget &GPU : getGPUTargets())
    for (const MMAVariant &Variant : getMMAVariants()) {
      TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, GPU.MinimumPTX);
      const MMAVariant *Nearest = findNearestLegalVariant(Variant, Target);
      if (isLegal(Variant, Target)) {
        ASSERT_TRUE(Nearest) << Variant.Name << " on " << GPU.Name;
        EXPECT_EQ(Variant.Descriptor, Nearest->Descriptor) << Variant.Name << " on " << GPU.Name;
      } else if (Nearest) {
        EXPECT_TRUE(isLegal(*Nearest, Target)) << Nearest->Name << " on " << GPU.Name;
      }
    }
  EXPECT_EQ("none", nearest("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16", 700, 70));
  EXPECT_EQ("none", nearest("llvm.nvvm.mma.m8n8k4.row.col.f64", 600, 90));
}

TEST(MMAAlternatives, NamesOfTheSameInstructionGoFirst) {
  std::vector<StringRef> Names;
  for (const MMAVariant &Variant : getMMAVariants())
    Names.push_back(Variant.Name);
  EXPECT_EQ("llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16",
            findNearestName("llvm.nvvm.movmatrix.sync.aligned.m8n8.b16", Names));
}
