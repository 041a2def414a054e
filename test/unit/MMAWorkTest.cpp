//===- MMAWorkTest.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiply-adds of at least one instruction of each family. Numbers and words here are typed by
// hand.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/MMACatalogue.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The multiply-adds of an intrinsic; 0 for nothing, and a failure for one that there is not.
static uint64_t workOf(StringRef Name) {
  const MMAVariant *Variant = lookupMMAVariant(Name);
  if (!Variant) {
    ADD_FAILURE() << "no variant " << Name.str();
    return 0;
  }
  return getMultiplyAdds(*Variant).value_or(0);
}

TEST(MMAWork, MMASync) {
  EXPECT_EQ(2048u, workOf("llvm.nvvm.mma.m16n8k16.row.col.bf16"));
  EXPECT_EQ(1024u, workOf("llvm.nvvm.mma.m16n8k8.row.col.f32.f32"));
  EXPECT_EQ(1024u, workOf("llvm.nvvm.mma.m8n8k16.row.col.s8"));
  EXPECT_EQ(32768u, workOf("llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1"));
  EXPECT_EQ(4096u, workOf("llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.f32.e2m1.e2m1.f32."
                          "ue8m0"));
}

TEST(MMAWork, QuadPairsOfVolta) {
  EXPECT_EQ(1024u, workOf("llvm.nvvm.mma.m8n8k4.row.col.f32.f32"));
  EXPECT_EQ(1024u, workOf("llvm.nvvm.mma.m8n8k4.col.row.f16.f16"));
  EXPECT_EQ(256u, workOf("llvm.nvvm.mma.m8n8k4.row.col.f64"));
  EXPECT_EQ(256u, workOf("llvm.nvvm.wmma.m8n8k4.mma.col.col.f64"));
}

TEST(MMAWork, SparseCountsLogically) {
  EXPECT_EQ(2048u, workOf("llvm.nvvm.mma.sp.m16n8k16.row.col.bf16"));
  EXPECT_EQ(16384u, workOf("llvm.nvvm.mma.sp.m16n8k128.row.col.s4"));
  EXPECT_EQ(212992u,
            workOf("llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n104k32.f16.f16.f16.i64"));
}

TEST(MMAWork, WMMA) {
  EXPECT_EQ(4096u, workOf("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32"));
  EXPECT_EQ(4096u, workOf("llvm.nvvm.wmma.m32n8k16.mma.row.col.s8"));
  EXPECT_EQ(2048u, workOf("llvm.nvvm.wmma.m8n8k32.mma.row.col.s4"));
}

TEST(MMAWork, WGMMA) {
  EXPECT_EQ(131072u, workOf("llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64"));
  EXPECT_EQ(131072u,
            workOf("llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32.v4i32"));
}

TEST(MMAWork, WhatDoesNotMultiply) {
  EXPECT_EQ(0u, workOf("llvm.nvvm.wmma.m16n16k16.load.a.row.f16"));
  EXPECT_EQ(0u, workOf("llvm.nvvm.wmma.m16n16k16.store.d.row.f32"));
  EXPECT_EQ(0u, workOf("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16"));
  EXPECT_EQ(0u, workOf("llvm.nvvm.wgmma.fence.sync.aligned"));
  EXPECT_EQ(0u, workOf("llvm.nvvm.tcgen05.fence.before.thread.sync"));
}

// A tcgen05.mma has no shape without its instruction descriptor.
TEST(MMAWork, VariantsOfTCGen05) {
  for (const MMAVariant &Variant : getMMAVariants())
    if (Variant.Family == MMAFamily_TCGen05MMA) {
      EXPECT_FALSE(getMultiplyAdds(Variant)) << Variant.Name.str();
    }
}

namespace {

struct Sample {
  InstructionDescriptorKind Kind;
  uint32_t Word;
  unsigned K;
  uint64_t MultiplyAdds;
};

} // namespace

TEST(MMAWork, InstructionDescriptors) {
  // clang-format off
  static constexpr Sample Samples[] = {
      {InstructionDescriptorKind_F16,      0x08080490,  16,   65536}, // 128 x 32, dense
      {InstructionDescriptorKind_F16,      0x08080494,  32,  131072}, // 128 x 32, sparse
      {InstructionDescriptorKind_TF32,     0x04400910,   8,  131072}, //  64 x 256
      {InstructionDescriptorKind_F8F6F4,   0x08020010,  32,   32768}, // 128 x 8
      {InstructionDescriptorKind_I8,       0x100804A0,  32,  262144}, // 256 x 32, two CTAs
      {InstructionDescriptorKind_I8,       0x100804A4,  64,  524288}, //           sparse
      {InstructionDescriptorKind_MXF8F6F4, 0x08900000,  32,  262144}, // 128 x 64
      {InstructionDescriptorKind_MXF8F6F4, 0x08900004,  64,  524288}, //           sparse
      {InstructionDescriptorKind_MXF4,     0x08900480,  64,  524288}, // 128 x 64
      {InstructionDescriptorKind_MXF4,     0x08900484, 128, 1048576}, //           sparse
      {InstructionDescriptorKind_MXF4,     0x88900480,  96,  786432}, //           K = 96
      {InstructionDescriptorKind_MXF4NVF4, 0x08100480,  64,  524288},
      {InstructionDescriptorKind_MXF4NVF4, 0x88100480,  96,  786432},
  };
  // clang-format on
  for (const Sample &S : Samples) {
    Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(S.Word, S.Kind);
    ASSERT_EQ("", messageOf(Decoded)) << hex(S.Word);
    EXPECT_EQ(S.K, getDepth(*Decoded)) << hex(S.Word);
    EXPECT_EQ(S.MultiplyAdds, getMultiplyAdds(*Decoded)) << hex(S.Word);
  }
}

// The one combination that has no K does not decode, so nothing can ask for it.
TEST(MMAWork, NoSparseDepthOf128) {
  for (InstructionDescriptorKind Kind :
       {InstructionDescriptorKind_MXF4, InstructionDescriptorKind_MXF4NVF4}) {
    EXPECT_EQ(192u, getDepth(cantFail(InstructionDescriptor::decode(0x88900484, Kind))));
    EXPECT_EQ(128u, getDepth(cantFail(InstructionDescriptor::decode(0x10900488, Kind))));
    EXPECT_NE("", messageOf(InstructionDescriptor::decode(0x1090048C, Kind)));
  }
}
