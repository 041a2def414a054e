//===- DescriptorTextTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines about constant words. Words are typed by hand, bit by bit from the PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/DescriptorText.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

TEST(DescriptorText, MatricesOfWGMMA) {
  auto Explain = [](uint64_t Word) {
    return explainMatrixDescriptor(Word, MatrixDescriptorFormat_WGMMA);
  };
  EXPECT_EQ("matrix descriptor 0x4000004000010000: start address 0x0, lbo 16 bytes, "
            "sbo 1024 bytes, 128-byte swizzle",
            Explain(0x4000004000010000));
  EXPECT_EQ("matrix descriptor 0xC006002000000400: start address 0x4000, lbo 0 bytes, "
            "sbo 512 bytes, base offset 3, 32-byte swizzle",
            Explain(0xC006002000000400));
  EXPECT_EQ("matrix descriptor 0x0000000000000000: start address 0x0, lbo 0 bytes, sbo 0 bytes, "
            "no swizzle",
            Explain(0));
}

TEST(DescriptorText, MatricesOfTCGen05) {
  auto Explain = [](uint64_t Word) {
    return explainMatrixDescriptor(Word, MatrixDescriptorFormat_TCGen05);
  };
  EXPECT_EQ("matrix descriptor 0x4000404000010040: start address 0x400, lbo 16 bytes, "
            "sbo 1024 bytes, 128-byte swizzle",
            Explain(0x4000404000010040));
  EXPECT_EQ("matrix descriptor 0x4010404000100040: start address 0x400, lbo address 0x100, "
            "sbo 1024 bytes, 128-byte swizzle",
            Explain(0x4010404000100040));
}

TEST(DescriptorText, WhatIsNoMatrixDescriptor) {
  EXPECT_EQ("0x4000 is not a wgmma matrix descriptor: bits 0x4000 belong to no field and must be 0 "
            "(PTX ISA 9.0, Matrix Descriptor Format of wgmma)",
            explainMatrixDescriptor(0x4000, MatrixDescriptorFormat_WGMMA));
  // Right for wgmma, but without the constant of tcgen05.
  EXPECT_EQ("0x4000004000010000 is not a tcgen05 matrix descriptor: the fixed constant of a "
            "tcgen05 matrix descriptor must be 1 (0b001), not 0 (PTX ISA 9.4, Shared Memory "
            "Descriptor of tcgen05)",
            explainMatrixDescriptor(0x4000004000010000, MatrixDescriptorFormat_TCGen05));
}

TEST(DescriptorText, InstructionDescriptors) {
  EXPECT_EQ("idesc 0x08080490: D f32, A bf16, B bf16, M 128, N 32, K 16",
            explainInstructionDescriptor(0x08080490, InstructionDescriptorKind_F16));
  // Each field that may be left out.
  EXPECT_EQ("idesc 0x8441E494: D f32, A bf16, B bf16, M 64, N 256, K 32, sparse, A with "
            "negation, B with negation, A M-major, B N-major, maximum shift of 16",
            explainInstructionDescriptor(0x8441E494, InstructionDescriptorKind_F16));
  EXPECT_EQ("idesc 0x100804AC: D s32, A s8, B s8, M 256, N 32, K 64, sparse, saturation",
            explainInstructionDescriptor(0x100804AC, InstructionDescriptorKind_I8));
  EXPECT_EQ("idesc 0x04400915: D f32, A tf32, B tf32, M 64, N 256, K 16, sparse, sparsity "
            "selector 1",
            explainInstructionDescriptor(0x04400915, InstructionDescriptorKind_TF32));
  EXPECT_EQ("idesc 0x28900420: A e4m3, B e5m2, M 128, N 64, K 32, scales ue8m0, scale factor data "
            "ID of A 1, scale factor data ID of B 2",
            explainInstructionDescriptor(0x28900420, InstructionDescriptorKind_MXF8F6F4));
  EXPECT_EQ("idesc 0x88100480: A e2m1, B e2m1, M 128, N 64, K 96, scales ue4m3",
            explainInstructionDescriptor(0x88100480, InstructionDescriptorKind_MXF4NVF4));
}

// The kind decides what the bits are: bf16 of kind::f16 is no type of kind::tf32.
TEST(DescriptorText, WhatIsNoInstructionDescriptor) {
  std::string Text = explainInstructionDescriptor(0x08080490, InstructionDescriptorKind_TF32);
  EXPECT_TRUE(
      StringRef(Text).starts_with("0x8080490 is not an instruction descriptor: the type of A "
                                  "of kind::tf32 must be 2 (tf32), not 1"))
      << Text;
  EXPECT_EQ(std::string::npos, Text.find('\n')) << Text;
}

TEST(DescriptorText, Words) {
  EXPECT_EQ("kind word 0xC1: .cta_group::1, .kind::f16", explainKindWord(0xC1, 0));
  EXPECT_EQ("collector word 0x0: discard", explainCollectorWord(0xC1, 0));
  EXPECT_EQ("kind word 0x8EA: .cta_group::2, .scale_vec::2X, .block_scale, .kind::f16, .sp",
            explainKindWord(0x8EA, 0));
  EXPECT_EQ("collector word 0x5: lastuse, .ashift", explainCollectorWord(0xC1, 5));
  EXPECT_EQ("kind word 0x10D1: .cta_group::1, scale-input-d, .kind::f16, .ws",
            explainKindWord(0x10D1, 0));
  EXPECT_EQ("collector word 0x1A: fill, b3", explainCollectorWord(0x10D1, 0x1A));
  EXPECT_EQ("collector word 0x2: fill, b0", explainCollectorWord(0x10D1, 2));
}

TEST(DescriptorText, WhatAreNoWords) {
  EXPECT_EQ("0x40C1 is not a kind word: bits 0x4000 belong to no field",
            explainKindWord(0x40C1, 0));
  EXPECT_EQ("0x80 is not a collector word: bits 0x80 belong to no field",
            explainCollectorWord(0xC1, 0x80));
}

TEST(DescriptorText, KindsOfKindWords) {
  EXPECT_EQ(InstructionDescriptorKind_F16, getInstructionDescriptorKind(0xC1));
  EXPECT_EQ(InstructionDescriptorKind_MXF4NVF4, getInstructionDescriptorKind(0x21));
  EXPECT_EQ(InstructionDescriptorKind_MXF4, getInstructionDescriptorKind(0x1E1));
  EXPECT_EQ(InstructionDescriptorKind_TI16, getInstructionDescriptorKind(0x181));
}
