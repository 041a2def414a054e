//===- EmulatorTensorTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma in the emulator: each kind, with shapes, swizzles, majors, sparsity, scales, A in
// tensor memory, one block and two, held against the exact reference.
//
//===----------------------------------------------------------------------===//

#include "EmulatorTensorKernel.h"
#include "EmulatorTensorRun.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static void run(ArrayRef<TensorCase> Cases) {
  unsigned Seed = 1;
  for (const TensorCase &Case : Cases) {
    SCOPED_TRACE((Case.Kind + " " + Case.TypeA + " " + Case.TypeB + " " + Twine(Case.M) + " x " +
                  Twine(Case.N) + ", swizzles " + Case.SwizzleA + ", " + Case.SwizzleB)
                     .str());
    runTensorCase(Case, ++Seed);
  }
}

// clang-format off
TEST(EmulatorTensor, Kinds) {
  run({
    // kind      D      A       B       M    N   group A       B
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "128"},
    {"f16",      "f16", "f16",  "f16",  128,  32, 1, "64",     "32"},
    {"f16",      "f32", "bf16", "bf16",  64,  40, 1, "32",     "64"},
    {"f16",      "f32", "bf16", "bf16", 128,  48, 1, "none",   "none"},
    {"tf32",     "f32", "tf32", "tf32", 128,  64, 1, "128",    "64"},
    {"f8f6f4",   "f32", "e4m3", "e5m2", 128,  64, 1, "128",    "128"},
    {"f8f6f4",   "f32", "e2m1", "e3m2", 128,  64, 1, "128",    "128"},
    {"f8f6f4",   "f16", "e2m3", "e2m1",  64,  64, 1, "64",     "none"},
    {"i8",       "s32", "u8",   "s8",   128,  32, 1, "128",    "128"},
    {"i8",       "s32", "s8",   "s8",    64,  48, 1, "32",     "128"}});
}

TEST(EmulatorTensor, Majors) {
  run({
    // kind      D      A       B       M    N   group A       B              K-major A, B
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "128",         false, false},
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "none",   "64",          false, true},
    {"f16",      "f32", "f16",  "f16",   64,  32, 1, "32",     "none",        true,  false},
    {"tf32",     "f32", "tf32", "tf32", 128,  64, 1, "128-atom-32", "128-atom-32", false, false},
    {"f8f6f4",   "f32", "e4m3", "e4m3", 128, 128, 1, "128",    "128",         false, false},
    {"i8",       "s32", "s8",   "u8",   128,  64, 1, "64",     "32",          false, false}});
}

TEST(EmulatorTensor, TensorMemory) {
  run({
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "tensor", "128"},
    {"f16",      "f32", "bf16", "bf16",  64,  64, 1, "tensor", "128"},
    {"tf32",     "f32", "tf32", "tf32", 128,  32, 1, "tensor", "128"},
    {"f8f6f4",   "f32", "e2m1", "e4m3", 128,  32, 1, "tensor", "128"},
    {"f8f6f4",   "f32", "e3m2", "e4m3", 128,  32, 1, "tensor", "128"},
    {"f16",      "f32", "f16",  "f16",  128,  64, 2, "tensor", "128"},
    {"f16",      "f32", "f16",  "f16",  256,  64, 2, "tensor", "128"}});
}

TEST(EmulatorTensor, PairsAndStationary) {
  run({
    {"f16",      "f32", "f16",  "f16",  256, 128, 2, "128",    "128"},
    {"f16",      "f32", "f16",  "f16",  128,  64, 2, "128",    "64"},
    {"f8f6f4",   "f32", "e4m3", "e4m3", 256,  64, 2, "128",    "128", false, false},
    {"f16",      "f32", "f16",  "f16",   32,  64, 1, "128",    "128", true, true, false, true},
    {"f16",      "f32", "f16",  "f16",   64, 128, 1, "128",    "128", true, true, false, true},
    {"i8",       "s32", "s8",   "s8",   128,  64, 1, "128",    "128", true, true, false, true}});
}

TEST(EmulatorTensor, Sparse) {
  run({
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "128", true, true, true},
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "64",  true, true, true, false, "", "", 0, 0, 1},
    {"tf32",     "f32", "tf32", "tf32", 128,  32, 1, "128",    "128", true, true, true},
    {"f8f6f4",   "f32", "e4m3", "e2m1", 128,  64, 1, "128",    "128", true, true, true},
    {"i8",       "s32", "s8",   "s8",   128,  32, 1, "tensor", "128", true, true, true},
    {"f16",      "f32", "f16",  "f16",  256,  64, 2, "128",    "128", true, true, true},
    {"mxf4",     "f32", "e2m1", "e2m1", 128,  64, 1, "128",    "128", true, true, true, false, "block32", "ue8m0", 2}});
}

TEST(EmulatorTensor, Scales) {
  run({
    {"mxf8f6f4", "f32", "e4m3", "e5m2", 128,  64, 1, "128",    "128", true, true, false, false, "",         "ue8m0", 1, 0},
    {"mxf8f6f4", "f32", "e2m1", "e3m2", 128, 256, 1, "128",    "128", true, true, false, false, "block32", "ue8m0", 1, 3},
    {"mxf4",     "f32", "e2m1", "e2m1", 128,  64, 1, "128",    "128", true, true, false, false, "block32", "ue8m0", 2, 2},
    {"mxf4nvf4", "f32", "e2m1", "e2m1", 128, 128, 1, "128",    "128", true, true, false, false, "block16", "ue4m3", 4, 0},
    {"mxf4nvf4", "f32", "e2m1", "e2m1", 128,  64, 1, "128",    "64",  true, true, false, false, "block32", "ue8m0", 2, 0},
    {"mxf8f6f4", "f32", "e4m3", "e4m3", 256,  64, 2, "128",    "128", true, true, false, false, "block32", "ue8m0", 1, 1},
    {"mxf4nvf4", "f32", "e2m1", "e2m1", 256, 256, 2, "128",    "128", true, true, false, false, "block16", "ue4m3", 4, 0},
    {"mxf8f6f4", "f32", "e4m3", "e4m3", 128,  64, 2, "128",    "128", true, true, false, false, "block32", "ue8m0", 1, 2}});
}

TEST(EmulatorTensor, NegatedAndWithoutD) {
  run({
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "128", true, true, false, false, "", "", 0, 0, 0, true},
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "128", true, true, false, false, "", "", 0, 0, 0, false, false}});
}

// As the PTX ISA 9.4 documents it; nobody here has run it on a GPU.
TEST(EmulatorTensor, Rubin) {
  run({
    {"ti16",     "s32", "ti16", "ti16", 128,  64, 1, "128",    "128"},
    {"ti16",     "s32", "ti16", "ti16",  64,  24, 1, "32",     "none"},
    {"ti16",     "s32", "ti16", "ti16", 256,  64, 2, "tensor", "128"},
    {"ti16",     "s32", "ti16", "ti16", 128,  64, 1, "128",    "128", true, true, true},
    {"ti16",     "s32", "ti16", "ti16",  32,  64, 1, "128",    "128", true, true, false, true},
    {"ti16",     "s32", "ti16", "ti16", 128,  64, 1, "128",    "128", true, true, false, false, "", "", 0, 0, 0, true},
    {"mxf4nvf4", "f32", "e2m1", "e2m1", 128, 128, 1, "128",    "128", true, true, false, false, "block16", "ue5m3", 4, 0},
    {"mxf4nvf4", "f32", "e2m1", "e2m1", 128, 128, 1, "128",    "128", true, true, false, false, "block32", "ue5m3", 2, 2},
    {"f8f6f4",   "f32", "e4m3", "e5m2", 128,  64, 1, "128",    "128", true, true, false, false, "", "", 0, 0, 0, false, true, 0, true},
    {"f8f6f4",   "f16", "e5m2", "e4m3", 256,  64, 2, "64",     "128", true, true, false, false, "", "", 0, 0, 0, false, true, 0, true},
    {"f8f6f4",   "f32", "e4m3", "e4m3", 128,  64, 1, "128",    "128", true, true, true,  false, "", "", 0, 0, 0, false, true, 0, true}});
}

// What the PTX ISA has in figures only, and words that sm_103a lacks.
TEST(EmulatorTensor, WordsThatAreNotExecuted) {
  auto Run = [](StringRef Kind, StringRef Operands, uint32_t Word, bool IsRubin = true) {
    std::vector<TensorBlock> Blocks(1);
    Blocks[0].Shared.resize(16);
    return runTensorInstruction(("tcgen05.mma.cta_group::1.kind::" + Kind + Operands).str(), {},
                                Word, Blocks, /*ByAll=*/"", /*Seed=*/1, IsRubin);
  };
  StringRef Scaled = " [%t0], %rd0, %rd1, %word, [%t9], [%t10], %p;",
            Plain = " [%t0], %rd0, %rd1, %word, %p;";
  auto Has = [](const std::string &Text, StringRef Part) {
    EXPECT_TRUE(StringRef(Text).contains(Part)) << Text;
  };
  // M = 128, N = 128, e2m1 with ue8m0, and e4m3.
  constexpr uint32_t FourBits = 0x8A00480, Bytes = 0x8A00000;
  Has(Run("mxf4.block_scale.block32", Scaled, FourBits | 1u << 26),
      "the emulator does not execute scale factors of A in 128 lanes");
  Has(Run("mxf8f6f4.block_scale.block32", Scaled, Bytes | 1u << 31),
      "the emulator does not execute K = 64 of .kind::mxf8f6f4");
  Has(Run("f8f6f4", Plain, 0x28200010, /*IsRubin=*/false),
      "the dimension K of kind::f8f6f4 cannot be 1 (K = 64, sparse 128) on sm_103a");
  Has(Run("f8f6f4.decompress::lut::b", " [%t0], %rd0, %rd1, [%t9], %word, %p;", 0x8200010),
      "the emulator does not execute .decompress::lut::b");
}

// PTX ISA, "Pipelined tcgen05 Instructions".
TEST(EmulatorTensor, WhatFollowsAMultiplication) {
  const TensorCase Case = {"mxf8f6f4", "f32", "e4m3", "e4m3", 128, 64, 1, "128", "128", true, true,
                           false, false, "block32", "ue8m0", 1, 0};
  const TensorOperands Operands = cantFail(TensorOperands::make(Case, 65536));
  auto Run = [&](StringRef After) {
    std::vector<TensorBlock> Blocks(1);
    const OperandTiles Tiles = OperandTiles::getZeros(Operands.getMultiplication());
    Operands.place(Tiles, Tiles.B, Blocks);
    const auto [A, B] = Operands.getDescriptors();
    const std::string Text = "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 "
                             "[%t0], %rd0, %rd1, %word, [%t9], [%t10], %p; " + After.str();
    return runTensorInstruction(Text, {A + SharedBegin / 16, B + SharedBegin / 16},
                                Operands.getWord(), Blocks);
  };
  EXPECT_EQ("", Run(""));
  EXPECT_EQ("", Run("tcgen05.shift.cta_group::1.down [%t9];"));
  EXPECT_EQ("", Run("tcgen05.cp.cta_group::1.32x128b.warpx4 [%t11], %rd1;"));
  const std::string Copy = Run("tcgen05.cp.cta_group::1.32x128b.warpx4 [%t9], %rd1;");
  EXPECT_TRUE(StringRef(Copy).ends_with("nothing orders it after the asynchronous read before it"))
      << Copy;
}

// Three columns are zeros, four are not, and so on; then B begins at its column 8.
TEST(EmulatorTensor, ZeroColumns) {
  constexpr uint64_t Mask = uint64_t(1) << 39 | uint64_t(2) << 40 | uint64_t(3) << 48;
  run({
    {"f16",      "f32", "f16",  "f16",   64,  64, 1, "128",    "128", true, true,  false, true, "", "", 0, 0, 0, false, true, Mask},
    {"f16",      "f32", "f16",  "f16",   32,  64, 1, "128",    "128", true, true,  false, true, "", "", 0, 0, 0, false, true, Mask | uint64_t(8) << 56},
    {"i8",       "s32", "s8",   "u8",   128,  64, 1, "128",    "128", true, false, false, true, "", "", 0, 0, 0, false, true, uint64_t(8) << 56},
    {"f16",      "f32", "f16",  "f16",  128,  64, 1, "128",    "none", true, false, false, true, "", "", 0, 0, 0, false, true, uint64_t(8) << 56}});
}
// clang-format on
