//===- MMATablesTest.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables themselves against numbers typed by hand: cicc's enumerations, what a
// thread holds of each fragment (PTX ISA, "Matrix Fragments for mma" and "Matrix
// Fragments for WMMA"), and the targets as ptxas has them.
//
//===----------------------------------------------------------------------===//

#include "Model/Tables/MMATables.h"
#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

// clang-format off
struct Type { unsigned Encoding; const char *Spelling; unsigned Width; };
const Type CiccTypes[] = {
  {1, "b1",    1}, {2, "s4",    4}, {3, "u4",    4}, {4,  "s8",   8}, {5,  "u8",   8}, {6, "f16", 16},
  {7, "bf16", 16}, {8, "tf32", 32}, {9, "f64",  64}, {10, "f32", 32}, {11, "s32", 32}};

struct Shape { unsigned Encoding; const char *Spelling; unsigned M, N, K; };
const Shape CiccShapes[] = {
  {0x01, "m8n8k4",     8,  8,   4}, {0x02, "m8n8k16",    8,  8,  16}, {0x03, "m8n8k32",    8,  8, 32},
  {0x04, "m8n8k64",    8,  8,  64}, {0x05, "m8n8k128",   8,  8, 128}, {0x06, "m8n32k16",   8, 32, 16},
  {0x10, "m16n8k4",   16,  8,   4}, {0x11, "m16n8k8",   16,  8,   8}, {0x12, "m16n8k16",  16,  8, 16},
  {0x13, "m16n8k32",  16,  8,  32}, {0x14, "m16n8k64",  16,  8,  64}, {0x15, "m16n8k128", 16,  8, 128},
  {0x16, "m16n8k256", 16,  8, 256}, {0x17, "m16n16k16", 16, 16,  16}, {0x18, "m32n8k16",  32,  8, 16},
  {0x19, "m16n16k8",  16, 16,   8}};

/// Registers of D, A, B and C; a load's fragment is D, a store's is C.
struct Signature { const char *Intrinsic; const char *Opcode; unsigned D, A, B, C; bool Stride; };
const Signature Signatures[] = {
  {"llvm.nvvm.mma.m8n8k4.row.col.f16.f16",            "HMMA_MMA_B32x4_B32x2_B32x2_B32x4",  4, 2, 2, 4, false},
  {"llvm.nvvm.mma.m8n8k4.row.col.f32.f16",            "HMMA_MMA_F32x8_B32x2_B32x2_B32x4",  8, 2, 2, 4, false},
  {"llvm.nvvm.mma.m8n8k4.row.col.f32.f32",            "HMMA_MMA_F32x8_B32x2_B32x2_F32x8",  8, 2, 2, 8, false},
  {"llvm.nvvm.mma.m16n8k8.row.col.f16.f16",           "HMMA_MMA_B32x2_B32x2_B32x1_B32x2",  2, 2, 1, 2, false},
  {"llvm.nvvm.mma.m16n8k8.row.col.f32.f32",           "HMMA_MMA_F32x4_B32x2_B32x1_F32x4",  4, 2, 1, 4, false},
  {"llvm.nvvm.mma.m16n8k16.row.col.f16.f16",          "HMMA_MMA_B32x2_B32x4_B32x2_B32x2",  2, 4, 2, 2, false},
  {"llvm.nvvm.mma.m16n8k16.row.col.f32.f16",          "HMMA_MMA_F32x4_B32x4_B32x2_B32x2",  4, 4, 2, 2, false},
  {"llvm.nvvm.mma.m16n8k16.row.col.f16.f32",          "HMMA_MMA_B32x2_B32x4_B32x2_F32x4",  2, 4, 2, 4, false},
  {"llvm.nvvm.mma.m16n8k16.row.col.bf16",             "HMMA_MMA_F32x4_B32x4_B32x2_F32x4",  4, 4, 2, 4, false},
  {"llvm.nvvm.mma.m16n8k4.row.col.tf32",              "HMMA_MMA_F32x4_B32x2_B32x1_F32x4",  4, 2, 1, 4, false},
  {"llvm.nvvm.mma.m16n8k8.row.col.tf32",              "HMMA_MMA_F32x4_B32x4_B32x2_F32x4",  4, 4, 2, 4, false},
  {"llvm.nvvm.mma.m8n8k4.row.col.f64",                "DMMA_MMA_F64x2_F64x1_F64x1_F64x2",  2, 1, 1, 2, false},
  {"llvm.nvvm.mma.m8n8k16.row.col.s8",                "IMMA_MMA_B32x2_B32x1_B32x1_B32x2",  2, 1, 1, 2, false},
  {"llvm.nvvm.mma.m16n8k16.row.col.u8",               "IMMA_MMA_B32x4_B32x2_B32x1_B32x4",  4, 2, 1, 4, false},
  {"llvm.nvvm.mma.m16n8k32.row.col.s8",               "IMMA_MMA_B32x4_B32x4_B32x2_B32x4",  4, 4, 2, 4, false},
  {"llvm.nvvm.mma.m16n8k32.row.col.s4",               "IMMA_MMA_B32x4_B32x2_B32x1_B32x4",  4, 2, 1, 4, false},
  {"llvm.nvvm.mma.m16n8k64.row.col.u4",               "IMMA_MMA_B32x4_B32x4_B32x2_B32x4",  4, 4, 2, 4, false},
  {"llvm.nvvm.mma.xor.popc.m8n8k128.row.col.b1",      "BMMA_MMA_B32x2_B32x1_B32x1_B32x2",  2, 1, 1, 2, false},
  {"llvm.nvvm.mma.xor.popc.m16n8k128.row.col.b1",     "BMMA_MMA_B32x4_B32x2_B32x1_B32x4",  4, 2, 1, 4, false},
  {"llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1",     "BMMA_MMA_B32x4_B32x4_B32x2_B32x4",  4, 4, 2, 4, false},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16",    "HMMA_WMMA_B32x4_B32x8_B32x8_B32x4", 4, 8, 8, 4, false},
  {"llvm.nvvm.wmma.m32n8k16.mma.row.col.f32.f16",     "HMMA_WMMA_F32x8_B32x8_B32x8_B32x4", 8, 8, 8, 4, false},
  {"llvm.nvvm.wmma.m8n32k16.mma.row.col.f16.f32",     "HMMA_WMMA_B32x4_B32x8_B32x8_F32x8", 4, 8, 8, 8, false},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.bf16",       "HMMA_WMMA_F32x8_B32x4_B32x4_F32x8", 8, 4, 4, 8, false},
  {"llvm.nvvm.wmma.m32n8k16.mma.row.col.bf16",        "HMMA_WMMA_F32x8_B32x8_B32x2_F32x8", 8, 8, 2, 8, false},
  {"llvm.nvvm.wmma.m8n32k16.mma.row.col.bf16",        "HMMA_WMMA_F32x8_B32x2_B32x8_F32x8", 8, 2, 8, 8, false},
  {"llvm.nvvm.wmma.m16n16k8.mma.row.col.tf32",        "HMMA_WMMA_F32x8_B32x4_B32x4_F32x8", 8, 4, 4, 8, false},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.s8",         "IMMA_WMMA_B32x8_B32x2_B32x2_B32x8", 8, 2, 2, 8, false},
  {"llvm.nvvm.wmma.m32n8k16.mma.row.col.u8",          "IMMA_WMMA_B32x8_B32x4_B32x1_B32x8", 8, 4, 1, 8, false},
  {"llvm.nvvm.wmma.m8n32k16.mma.row.col.s8",          "IMMA_WMMA_B32x8_B32x1_B32x4_B32x8", 8, 1, 4, 8, false},
  {"llvm.nvvm.wmma.m8n8k32.mma.row.col.s4",           "IMMA_WMMA_B32x2_B32x1_B32x1_B32x2", 2, 1, 1, 2, false},
  {"llvm.nvvm.wmma.m8n8k128.mma.xor.popc.row.col.b1", "BMMA_WMMA_B32x2_B32x1_B32x1_B32x2", 2, 1, 1, 2, false},
  {"llvm.nvvm.wmma.m8n8k4.mma.row.col.f64",           "DMMA_WMMA_F64x2_F64x1_F64x1_F64x2", 2, 1, 1, 2, false},
  {"llvm.nvvm.wmma.m16n16k16.load.a.row.f16",         "HMMA_LOAD_AB_B32x8",                8, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m32n8k16.load.b.row.stride.f16",   "HMMA_LOAD_AB_B32x8_STRIDE",         8, 0, 0, 0, true},
  {"llvm.nvvm.wmma.m32n8k16.load.b.row.bf16",         "HMMA_LOAD_AB_B32x2",                2, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m16n16k16.load.c.row.f16",         "HMMA_LOAD_C_B32x4",                 4, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32",  "HMMA_LOAD_C_F32x8_STRIDE",          8, 0, 0, 0, true},
  {"llvm.nvvm.wmma.m8n8k128.load.a.row.b1",           "BMMA_LOAD_AB_B32x1",                1, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m8n8k128.load.c.col.s32",          "BMMA_LOAD_C_B32x2",                 2, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m8n8k32.load.c.col.s32",           "IMMA_LOAD_C_B32x2",                 2, 0, 0, 0, false},
  {"llvm.nvvm.wmma.m8n8k4.load.c.col.stride.f64",     "DMMA_LOAD_C_F64x2_STRIDE",          2, 0, 0, 0, true},
  {"llvm.nvvm.wmma.m16n16k16.store.d.row.f16",        "HMMA_STORE_D_B32x4",                0, 0, 0, 4, false},
  {"llvm.nvvm.wmma.m16n16k8.store.d.col.stride.f32",  "HMMA_STORE_D_F32x8_STRIDE",         0, 0, 0, 8, true},
  {"llvm.nvvm.wmma.m32n8k16.store.d.col.s32",         "IMMA_STORE_D_B32x8",                0, 0, 0, 8, false},
  {"llvm.nvvm.wmma.m8n8k4.store.d.row.f64",           "DMMA_STORE_D_F64x2",                0, 0, 0, 2, false},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16",       "LDMATRIX_B32x1",                  1, 0, 0, 0, false},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16", "LDMATRIX_B32x2",                  2, 0, 0, 0, false},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16",       "LDMATRIX_B32x4",                  4, 0, 0, 0, false},
  // wgmma: a thread of 128 holds N/2 f32 or s32, or N/4 registers of f16, of 64 x N; A is a
  // descriptor or four registers, B is a descriptor.
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64",      "WGMMA_SS_F32x4",    4, 1, 1, 4, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64",      "WGMMA_SS_B32x2",    2, 1, 1, 2, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n40k16.f16.f16.f16.v4i32",   "WGMMA_RS_B32x10",  10, 4, 1, 10, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.v4i32", "WGMMA_RS_F32x128", 128, 4, 1, 128, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32.i64",   "WGMMA_SS_F32x128", 128, 1, 1, 128, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k32.f32.e4m3.e5m2.i64",  "WGMMA_SS_F32x52",  52, 1, 1, 52, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.s8.i64",       "WGMMA_SS_B32x12",  12, 1, 1, 12, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.v4i32",    "WGMMA_RS_B32x128", 128, 4, 1, 128, false},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc.v4i32", "WGMMA_RS_B32x4", 4, 4, 1, 4, false},
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n64k32.f16.f16.f16.v4i32", "WGMMA_SP_RS_B32x16", 16, 4, 1, 16, false},
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n64k16.f32.tf32.tf32.i64", "WGMMA_SP_SS_F32x32", 32, 1, 1, 32, false},
  {"llvm.nvvm.wgmma.fence.sync.aligned",        "WGMMA_FENCE",        0, 0, 0, 0, false},
  {"llvm.nvvm.wgmma.commit_group.sync.aligned", "WGMMA_COMMIT_GROUP", 0, 0, 0, 0, false},
  {"llvm.nvvm.wgmma.wait_group.sync.aligned",   "WGMMA_WAIT_GROUP",   0, 0, 0, 0, false},
};

/// `.target` and the first `.version` with it.
struct Target { const char *Name; unsigned FullSmVersion; unsigned PTX; bool InLLVM, InClang; };
const Target Targets[] = {
 {"sm_70", 700, 60, true, true}, {"sm_72", 720, 61, true, true}, {"sm_75", 750, 63, true, true},
 {"sm_80", 800, 70, true, true}, {"sm_86", 860, 71, true, true}, {"sm_87", 870, 74, true, true},
 {"sm_88", 880, 90, true, true}, {"sm_89", 890, 78, true, true}, {"sm_90", 900, 78, true, true},
 {"sm_90a", 903, 80, true, true}, {"sm_100", 1000, 86, true, true}, {"sm_100a", 1003, 86, true, true},
 {"sm_100f", 1002, 88, true, false}, {"sm_101", 1010, 86, true, true}, {"sm_101a", 1013, 86, true, true},
 {"sm_101f", 1012, 88, true, false}, {"sm_103", 1030, 88, true, true}, {"sm_103a", 1033, 88, true, true},
 {"sm_103f", 1032, 88, true, false}, {"sm_107", 1070, 94, false, false}, {"sm_107a", 1073, 94, false, false},
 {"sm_107f", 1072, 94, false, false}, {"sm_110", 1100, 90, true, true}, {"sm_110a", 1103, 90, true, true},
 {"sm_110f", 1102, 90, true, false}, {"sm_120", 1200, 87, true, true}, {"sm_120a", 1203, 87, true, true},
 {"sm_120f", 1202, 88, true, false}, {"sm_121", 1210, 88, true, true}, {"sm_121a", 1213, 88, true, true},
 {"sm_121f", 1212, 88, true, false}};
// clang-format on

} // namespace

TEST(MMATables, CiccsTypes) {
  for (const Type &T : CiccTypes) {
    const MMATypeInfo *Row = lookupMMAType(T.Encoding);
    ASSERT_TRUE(Row) << T.Spelling;
    EXPECT_EQ(T.Spelling, Row->Spelling);
    EXPECT_EQ(T.Width, Row->Width) << T.Spelling;
  }
}

TEST(MMATables, TypesBeyondCiccs) {
  std::set<unsigned> Encodings;
  for (const MMATypeInfo &Row : getMMATypes())
    EXPECT_TRUE(Encodings.insert(Row.Encoding).second);
  const std::pair<unsigned, const char *> Ours[] = {
      {12, "e4m3"},           {13, "e5m2"}, {14, "e3m2"}, {15, "e2m3"},
      {16, "e2m1"},           {19, "b16"},  {20, "b8"},   {21, "b8x16.b6x16_p32"},
      {22, "b8x16.b4x16_p64"}};
  for (auto [Encoding, Spelling] : Ours) {
    ASSERT_TRUE(lookupMMAType(Encoding));
    EXPECT_EQ(Spelling, lookupMMAType(Encoding)->Spelling);
  }
}

TEST(MMATables, CiccsShapes) {
  for (const Shape &S : CiccShapes) {
    const MMAShapeInfo *Row = lookupMMAShape(S.Encoding);
    ASSERT_TRUE(Row) << S.Spelling;
    EXPECT_EQ(S.Spelling, Row->Spelling);
    EXPECT_EQ(S.M, Row->Rows) << S.Spelling;
    EXPECT_EQ(S.N, Row->Columns) << S.Spelling;
    EXPECT_EQ(S.K, Row->Depth) << S.Spelling;
  }
  for (unsigned Gap = 0x07; Gap < 0x10; ++Gap)
    EXPECT_EQ(nullptr, lookupMMAShape(Gap));
}

// From 0x20 on, N from 8 to 256 for each depth. PTX ISA, "Matrix Shape" of wgmma: K is 8 of
// tf32, 16 of f16 and bf16, 32 of bytes, 256 of b1; twice that where A is sparse.
TEST(MMATables, ShapesOfWarpgroups) {
  unsigned Encoding = 0x20;
  for (unsigned K : {8, 16, 32, 64, 256})
    for (unsigned N = 8; N <= 256; N += 8, ++Encoding) {
      const MMAShapeInfo *Row = lookupMMAShape(Encoding);
      ASSERT_TRUE(Row) << Encoding;
      EXPECT_EQ("m64n" + std::to_string(N) + "k" + std::to_string(K), Row->Spelling);
      EXPECT_EQ(64u, Row->Rows);
      EXPECT_EQ(N, Row->Columns);
      EXPECT_EQ(K, Row->Depth);
    }
  EXPECT_EQ(nullptr, lookupMMAShape(0x1E));
  EXPECT_EQ(nullptr, lookupMMAShape(0x1F));
  EXPECT_EQ(nullptr, lookupMMAShape(Encoding));
}

/// What PTX has of a wgmma's types, whatever N: how many N, and K of a dense A. PTX ISA,
/// "Matrix Shape", and of integers and b1: N = 8, 16, 24, 32, then steps of 16.
struct WarpgroupTypes {
  const char *Types;
  unsigned Columns, Depth;
  bool IsSparseToo;
};
const WarpgroupTypes AllWarpgroupTypes[] = {
    {"f16.f16.f16", 32, 16, true},         {"f32.f16.f16", 32, 16, true},
    {"f32.bf16.bf16", 32, 16, true},       {"f32.tf32.tf32", 32, 8, true},
    {"f16.e4m3.e4m3", 32, 32, true},       {"f16.e4m3.e5m2", 32, 32, true},
    {"f16.e5m2.e4m3", 32, 32, true},       {"f16.e5m2.e5m2", 32, 32, true},
    {"f32.e4m3.e4m3", 32, 32, true},       {"f32.e4m3.e5m2", 32, 32, true},
    {"f32.e5m2.e4m3", 32, 32, true},       {"f32.e5m2.e5m2", 32, 32, true},
    {"s32.s8.s8", 18, 32, true},           {"s32.s8.s8.satfinite", 18, 32, true},
    {"s32.s8.u8", 18, 32, true},           {"s32.s8.u8.satfinite", 18, 32, true},
    {"s32.u8.s8", 18, 32, true},           {"s32.u8.s8.satfinite", 18, 32, true},
    {"s32.u8.u8", 18, 32, true},           {"s32.u8.u8.satfinite", 18, 32, true},
    {"s32.b1.b1.and.popc", 18, 256, false}};

TEST(MMATables, AllOfWGMMA) {
  std::set<std::string> Expected, Found;
  for (const WarpgroupTypes &T : AllWarpgroupTypes)
    for (unsigned N = 8; N <= 256; N += 8) {
      if (T.Columns == 18 && N > 32 && N % 16)
        continue;
      for (bool IsSparse : {false, true})
        for (const char *Suffix : {".i64", ".v4i32"})
          if (!IsSparse || T.IsSparseToo)
            Expected.insert("llvm.nvvm.wgmma.mma_async" + std::string(IsSparse ? ".sp" : "") +
                            ".sync.aligned.m64n" + std::to_string(N) + "k" +
                            std::to_string(T.Depth << IsSparse) + "." + T.Types + Suffix);
    }
  for (const MMAVariant &V : getMMAVariants())
    if (V.Family == MMAFamily_WGMMA)
      Found.insert(V.Name.str());
  EXPECT_EQ(2148u, Expected.size());
  EXPECT_EQ(Expected, Found);
}

TEST(MMATables, Targets) {
  EXPECT_EQ(std::size(Targets), getGPUTargets().size());
  std::set<unsigned> Indexes;
  for (const Target &T : Targets) {
    const GPUTarget *Row = lookupGPUTarget(T.FullSmVersion);
    ASSERT_TRUE(Row) << T.Name;
    EXPECT_EQ(T.Name, Row->Name);
    EXPECT_EQ(T.PTX, Row->MinimumPTX) << T.Name;
    EXPECT_EQ(T.InLLVM, Row->InLLVM) << T.Name;
    EXPECT_EQ(T.InClang, Row->InClang) << T.Name;
    EXPECT_LT(Row->Index, 64u);
    EXPECT_TRUE(Indexes.insert(Row->Index).second) << T.Name;
  }
}

TEST(MMATables, RegisterSignatures) {
  for (const Signature &S : Signatures) {
    const MMAVariant *Variant = lookupMMAVariant(S.Intrinsic);
    ASSERT_TRUE(Variant) << S.Intrinsic;
    const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Variant->Opcode);
    EXPECT_EQ(S.Opcode, Opcode.Name) << S.Intrinsic;
    EXPECT_EQ(S.D, Opcode.DCount) << S.Intrinsic;
    EXPECT_EQ(S.A, Opcode.ACount) << S.Intrinsic;
    EXPECT_EQ(S.B, Opcode.BCount) << S.Intrinsic;
    EXPECT_EQ(S.C, Opcode.CCount) << S.Intrinsic;
    EXPECT_EQ(S.Stride, Opcode.HasStride) << S.Intrinsic;
  }
}

TEST(MMATables, OpcodesAgreeWithTheirVariants) {
  for (const MMAVariant &Variant : getMMAVariants()) {
    const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Variant.Opcode);
    EXPECT_EQ(Variant.Family, Opcode.Family) << Variant.Name;
    EXPECT_EQ(Variant.get(MMAField_Stride), Opcode.HasStride) << Variant.Name;
    bool HasListedOperands = !Opcode.Operands.empty(); // tcgen05
    EXPECT_EQ(Variant.get(MMAField_Sparsity) && !HasListedOperands, Opcode.HasMetadata)
        << Variant.Name;
    EXPECT_EQ(Variant.Selectors != 0, Opcode.HasMetadata) << Variant.Name;
    EXPECT_EQ(Variant.ScaleCount != 0, Opcode.HasScales) << Variant.Name;
    EXPECT_EQ(Variant.get(MMAField_ScaleType) != 0, Opcode.HasScales) << Variant.Name;
    // A fragment's registers hold rows x columns elements, spread over 32 threads,
    // where nothing is held twice (f16 multiplicands of wmma, and m8n8k4's four tiles).
    const MMAShapeInfo &Shape = *lookupMMAShape(Variant.getShape());
    if (Variant.Family != MMAFamily_MMA || (Shape.Depth == 4 && Variant.getA() == MMAType_F16))
      continue;
    bool IsPacked = StringRef(Variant.Name).contains(".mxf4"); // two e2m1 in a byte
    auto Registers = [&](unsigned Rows, unsigned Columns, MMAType Type) {
      unsigned Width = IsPacked && Type == MMAType_E2M1 ? 4 : lookupMMAType(Type)->Width;
      return Rows * Columns * Width / 32 / (Type == MMAType_F64 ? 64 : 32);
    };
    unsigned Held = Shape.Depth / (Opcode.HasMetadata ? 2 : 1); // of A, without its zeros
    EXPECT_EQ(Registers(Shape.Rows, Shape.Columns, Variant.getD()), Opcode.DCount) << Variant.Name;
    EXPECT_EQ(Registers(Shape.Rows, Held, Variant.getA()), Opcode.ACount) << Variant.Name;
    EXPECT_EQ(Registers(Shape.Depth, Shape.Columns, Variant.getB()), Opcode.BCount) << Variant.Name;
    EXPECT_EQ(Registers(Shape.Rows, Shape.Columns, Variant.getC()), Opcode.CCount) << Variant.Name;
  }
}

TEST(MMATables, NoOpcodeTooMany) {
  std::set<std::string> Used, All;
  for (const MMAVariant &Variant : getMMAVariants())
    Used.insert(getMMAOpcodeInfo(Variant.Opcode).Name.str());
  for (unsigned Form = 0; Form < getCompanionForms().size(); ++Form)
    Used.insert(getMMAOpcodeInfo(getCompanionOpcode(CompanionForm(Form))).Name.str());
  for (const MMAOpcodeInfo &Opcode : getMMAOpcodes())
    EXPECT_TRUE(All.insert(Opcode.Name.str()).second) << Opcode.Name;
  // What is held has no variant: the compiler makes it.
  for (const char *Kind : {"F32x", "B32x"})
    for (unsigned Count : {1, 2, 4, 8, 16, 32, 64, 128})
      EXPECT_TRUE(Used.insert("WGMMA_HOLD_" + std::string(Kind) + std::to_string(Count)).second);
  EXPECT_EQ(All, Used) << "an opcode that no variant uses";
  auto CountStarting = [&All](StringRef Prefix) -> unsigned {
    return count_if(All, [&](StringRef Name) { return Name.starts_with(Prefix); });
  };
  EXPECT_EQ(4u * (32 + 40) + 3 + 16, CountStarting("WGMMA"));
  // ld and st of 8 sizes, plain and split; ld.red of 7 sizes and two kinds; both with spcompress of
  // 6 sizes; ten others.
  EXPECT_EQ(2u * 2 * 8 + 2u * 2 * 7 + 2u * 6 + 10,
            CountStarting("TCGEN05") - CountStarting("TCGEN05_MMA"));
  // Of each sparsity, A in two places: no, a short or a long mask of lanes, each with and without a
  // scale; block scales; and .ws with and without a mask of columns. Dense ones with a table for B:
  // the masks, and block scales.
  EXPECT_EQ(2u * 2 * (3 * 2 + 1 + 2) + 2u * (3 + 1), CountStarting("TCGEN05_MMA"));
  const unsigned OfCompanions =
      CountStarting("PURE_") + CountStarting("EFFECT_") + CountStarting("CONVERGENT_");
  EXPECT_LE(All.size() - OfCompanions - CountStarting("WGMMA") - CountStarting("TCGEN05"), 90u);
  EXPECT_LE(All.size(), 1050u);
}

TEST(MMATables, EveryVariantCitesItsSource) {
  for (const MMAVariant &Variant : getMMAVariants()) {
    EXPECT_TRUE(Variant.Legality.Source.starts_with("PTX ISA ")) << Variant.Name;
    EXPECT_NE(0u, Variant.Legality.Targets.Mask) << Variant.Name;
    EXPECT_LE(Variant.Legality.FirstPTX, Variant.Legality.LastPTX) << Variant.Name;
  }
}
