//===- MMALegalityTest.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality: for each rule of TableGen's, a legal call and the illegal ones next to it.
// The numbers are the PTX ISA's, typed by hand.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMACatalogue.h"
#include "TensorCoreModel/MMAField.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// A rule: an intrinsic under it, the first architecture and the first and last PTX
/// version that have it (PTX ISA, "Target ISA Notes" and "PTX ISA Notes"), and the
/// suffixes that a target needs; none if it needs none. "only" is the one architecture with
/// the suffix a.
struct Rule {
  const char *Intrinsic;
  unsigned FirstSM;
  unsigned FirstPTX;
  unsigned LastPTX;
  const char *Suffixes = "";

  bool isOfOneTarget() const { return StringRef(Suffixes) == "only"; }
};

// clang-format off
const Rule Rules[] = {
  {"llvm.nvvm.wmma.m16n16k16.load.a.row.f16",                70, 60, 99},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32",           70, 60, 99},
  {"llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16",          70, 61, 99},
  {"llvm.nvvm.wmma.m8n32k16.store.d.row.f32",                70, 61, 99},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite", 70, 60, 64},
  {"llvm.nvvm.wmma.m32n8k16.mma.row.col.f32.f16.satfinite",  70, 61, 64},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.s8",                72, 63, 99},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.s8.satfinite",      72, 63, 99},
  {"llvm.nvvm.wmma.m8n8k32.mma.row.col.u4",                  75, 63, 99},
  {"llvm.nvvm.wmma.m8n8k128.mma.xor.popc.row.col.b1",        75, 63, 99},
  {"llvm.nvvm.wmma.m8n8k128.mma.and.popc.row.col.b1",        80, 71, 99},
  {"llvm.nvvm.wmma.m16n16k16.mma.row.col.bf16",              80, 70, 99},
  {"llvm.nvvm.wmma.m16n16k8.mma.row.col.tf32",               80, 70, 99},
  {"llvm.nvvm.wmma.m8n8k4.mma.row.col.rz.f64",               80, 70, 99},
  {"llvm.nvvm.mma.m8n8k4.row.col.f32.f32",                   70, 64, 99},
  {"llvm.nvvm.mma.m16n8k8.row.col.f16.f16",                  75, 65, 99},
  {"llvm.nvvm.mma.m8n8k16.row.col.s8",                       75, 65, 99},
  {"llvm.nvvm.mma.m8n8k32.row.col.satfinite.s4.u4",          75, 65, 99},
  {"llvm.nvvm.mma.m16n8k8.row.col.bf16",                     80, 70, 99},
  {"llvm.nvvm.mma.m16n8k4.row.col.tf32",                     80, 70, 99},
  {"llvm.nvvm.mma.m8n8k4.row.col.f64",                       80, 70, 99},
  {"llvm.nvvm.mma.m16n8k32.row.col.u8.s8",                   80, 70, 99},
  {"llvm.nvvm.mma.m16n8k64.row.col.s4",                      80, 70, 99},
  {"llvm.nvvm.mma.xor.popc.m8n8k128.row.col.b1",             75, 70, 99},
  {"llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1",            80, 70, 99},
  {"llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1",             80, 71, 99},
  {"llvm.nvvm.mma.and.popc.m16n8k128.row.col.b1",            80, 71, 99},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16",            75, 65, 99},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16",      75, 65, 99},
  {"llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16",        75, 78, 99},
  {"llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16",      90, 78, 99},
  {"llvm.nvvm.ldmatrix.sync.aligned.m16n16.x2.trans.b8",    100, 86, 99, "fa"},
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n16.x1.b8x16.b6x16_p32", 100, 86, 99, "fa"},
  {"llvm.nvvm.stmatrix.sync.aligned.m16n8.x4.trans.b8",     100, 86, 99, "fa"},
  {"llvm.nvvm.mma.m8n8k4.row.col.rm.f64",                    80, 70, 99},
  {"llvm.nvvm.mma.m16n8k8.row.col.rn.f64",                   90, 78, 99},
  {"llvm.nvvm.mma.m16n8k16.row.col.f64",                     90, 78, 99},
  {"llvm.nvvm.mma.m16n8k32.row.col.f32.e5m2.e4m3.f32",       89, 84, 99},
  {"llvm.nvvm.mma.m16n8k16.row.col.f32.e5m2.e4m3.f32",       89, 87, 99},
  {"llvm.nvvm.mma.m16n8k32.row.col.f16.e4m3.e4m3.f16",       89, 87, 99},
  {"llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f32.e4m3.e5m2.f32", 100, 86, 99, "fa"},
  {"llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f16.e4m3.e5m2.f16", 100, 87, 99, "fa"},
  {"llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f32.e2m1.e5m2.f32", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.sp.m16n8k32.row.col.f32.f32",              80, 71, 99},
  {"llvm.nvvm.mma.sp.m16n8k128.row.col.satfinite.u4",        80, 71, 99},
  {"llvm.nvvm.mma.sp.ordered.metadata.m16n8k16.row.col.tf32", 80, 85, 99},
  {"llvm.nvvm.mma.sp.m16n8k64.row.col.f32.e4m3.e4m3.f32",    89, 84, 99},
  {"llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.f32.e4m3.e4m3.f32", 89, 85, 99},
  {"llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.kind.f8f6f4.f32.e4m3.e4m3.f32", 100, 86, 99, "fa"},
  {"llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.kind.f8f6f4.f16.e4m3.e4m3.f16", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.kind.f8f6f4.f32.e4m3.e3m2.f32", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.f32.e4m3.e3m2.f32.ue8m0", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k64.row.col.mxf8f6f4.f32.e2m1.e2m1.f32.ue8m0", 120, 87, 99, "fa"},
  {"llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k128.row.col.mxf4.f32.e2m1.e2m1.f32.ue8m0", 120, 87, 99, "a"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.i64",      90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.v4i32",    90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e4m3.i64",    90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite.i64", 90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.u8.v4i32",      90, 84, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc.i64", 90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16.i64", 90, 82, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n64k64.s32.s8.s8.i64",     90, 82, 99, "only"},
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n64k64.s32.u8.s8.i64",     90, 84, 99, "only"},
  {"llvm.nvvm.wgmma.fence.sync.aligned",                                    90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.commit_group.sync.aligned",                             90, 80, 99, "only"},
  {"llvm.nvvm.wgmma.wait_group.sync.aligned",                               90, 80, 99, "only"},
};
// clang-format on

// FullSmVersion: ten times the number, plus 3 for 'a' and 2 for 'f'.
const unsigned Architectures[] = {700,  720,  750,  800,  860,  870,  880,  890,  900,  903,
                                  1000, 1003, 1002, 1010, 1013, 1012, 1030, 1033, 1032, 1100,
                                  1103, 1102, 1200, 1203, 1202, 1210, 1213, 1212};

std::string check(const char *Intrinsic, unsigned FullSmVersion, unsigned PTX) {
  const MMAVariant *Variant = lookupMMAVariant(Intrinsic);
  if (!Variant)
    return std::string("no variant ") + Intrinsic;
  std::string Name = "sm_" + std::to_string(FullSmVersion / 10);
  return messageOf(checkLegal(*Variant, getTargetVersion(Name, FullSmVersion, PTX)));
}

} // namespace

/// Whether a rule's suffixes let an architecture pass.
static bool hasSuffix(const Rule &R, unsigned FullSmVersion) {
  StringRef Suffixes = R.Suffixes;
  if (R.isOfOneTarget())
    return FullSmVersion == R.FirstSM * 10 + 3;
  const char Suffix[] = {0, 0, 'f', 'a'};
  return Suffixes.empty() || Suffixes.contains(Suffix[FullSmVersion % 10]);
}

TEST(MMALegality, EachRuleOnEachTarget) {
  for (const Rule &R : Rules)
    for (unsigned Architecture : Architectures) {
      std::string Message = check(R.Intrinsic, Architecture, std::min(R.LastPTX, 90u));
      if (Architecture / 10 >= R.FirstSM && hasSuffix(R, Architecture)) {
        EXPECT_EQ("", Message) << R.Intrinsic << " on " << Architecture;
        continue;
      }
      StringRef Text = Message;
      EXPECT_TRUE(Text.consume_front(std::string(R.Intrinsic) + " is not supported on sm_" +
                                     std::to_string(Architecture / 10) + "; it needs "));
      if (R.isOfOneTarget()) {
        EXPECT_TRUE(Text.starts_with("sm_" + std::to_string(R.FirstSM) + "a (PTX ISA ")) << Message;
        continue;
      }
      if (*R.Suffixes) {
        EXPECT_TRUE(Text.consume_front(StringRef(R.Suffixes) == "a"
                                           ? "a target with the suffix a of "
                                           : "a target with the suffix f or a of "));
      }
      EXPECT_TRUE(Text.starts_with("sm_" + std::to_string(R.FirstSM) + " or higher (PTX ISA "))
          << Message;
    }
}

TEST(MMALegality, EachRuleInEachPTXVersion) {
  for (const Rule &R : Rules) {
    unsigned Architecture = *R.Suffixes ? R.FirstSM * 10 + 3 : std::max(R.FirstSM, 80u) * 10;
    for (unsigned PTX = 50; PTX <= 90; ++PTX) {
      std::string Message = check(R.Intrinsic, 801, PTX);
      EXPECT_NE("", Message) << "801 is no target";
      Message = check(R.Intrinsic, Architecture, PTX);
      EXPECT_EQ(PTX >= R.FirstPTX && PTX <= R.LastPTX, Message.empty())
          << R.Intrinsic << " in " << PTX << ": " << Message;
    }
  }
}

TEST(MMALegality, BeforeTensorCoresThereIsNothing) {
  for (const MMAVariant &Variant : getMMAVariants())
    for (unsigned Architecture : {0, 200, 300, 350, 520, 530, 600, 610, 620}) {
      TargetVersion Target = getTargetVersion("old", Architecture, 90);
      EXPECT_EQ(nullptr, Target.GPU);
      EXPECT_NE("", messageOf(checkLegal(Variant, Target))) << Variant.Name;
    }
}

TEST(MMALegality, Messages) {
  EXPECT_EQ("llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_75; it needs sm_80 or "
            "higher (PTX ISA 7.0, mma); the closest intrinsic on sm_75 is "
            "llvm.nvvm.mma.m16n8k8.row.col.f32.f32",
            check("llvm.nvvm.mma.m16n8k16.row.col.bf16", 750, 70));
  EXPECT_EQ("llvm.nvvm.wgmma.fence.sync.aligned is not supported on sm_100; it needs sm_90a (PTX "
            "ISA 8.0, wgmma.fence, commit_group, wait_group)",
            check("llvm.nvvm.wgmma.fence.sync.aligned", 1003, 90));
  EXPECT_EQ("llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported in PTX ISA 6.5; it needs 7.0 or "
            "later, e.g. -mattr=+ptx70 (PTX ISA 7.0, mma)",
            check("llvm.nvvm.mma.m16n8k16.row.col.bf16", 800, 65));
  EXPECT_EQ("llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite is not supported in PTX ISA "
            "6.5; 6.4 was the last version that had it (PTX ISA 6.0, wmma .satfinite; removed in "
            "6.5); the closest intrinsic on sm_70 is llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16",
            check("llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite", 700, 65));
}

// D and C of different types with m16n8k16: PTX ISA 7.0 has no such mma, LLVM does.
TEST(MMALegality, WhatOnlyUpstreamHas) {
  const StringRef Mixed[] = {"llvm.nvvm.mma.m16n8k16.row.col.f16.f32",
                             "llvm.nvvm.mma.m16n8k16.row.col.f32.f16"};
  for (const MMAVariant &V : getMMAVariants())
    EXPECT_EQ(is_contained(Mixed, V.Name), !V.Legality.Rejected.empty()) << V.Name;
  TargetVersion Target = getTargetVersion("sm_80", 800, 70);
  for (StringRef Name : Mixed) {
    const MMAVariant &V = *lookupMMAVariant(Name);
    EXPECT_EQ((Name + " is rejected by ptxas on every target; " + V.Legality.Rejected).str(),
              messageOf(checkLegal(V, Target)));
    EXPECT_EQ("", messageOf(checkLegal(V, Target, /*AsUpstream=*/true)));
    EXPECT_NE("", messageOf(checkLegal(V, getTargetVersion("sm_75", 750, 70), true)));
  }
}

TEST(MMALegality, TargetVersions) {
  TargetVersion Target = getTargetVersion("sm_90a", 903, 80);
  ASSERT_TRUE(Target.GPU);
  EXPECT_EQ("sm_90a", Target.GPU->Name);
  EXPECT_EQ(80u, Target.PTXVersion);
  EXPECT_EQ(903u, Target.FullSmVersion);
  EXPECT_EQ(nullptr, getTargetVersion("sm_90f", 902, 90).GPU);
  EXPECT_EQ("6.0", printPTXVersion(60));
  EXPECT_EQ("8.7", printPTXVersion(87));
  EXPECT_EQ("10.1", printPTXVersion(101));
}

// LLVM's address spaces: 0 generic, 1 global, 3 shared, 4 constant, 5 local.
TEST(MMALegality, AddressSpacesOfLoadsAndStores) {
  for (const char *Name :
       {"llvm.nvvm.wmma.m16n16k16.load.a.row.f16", "llvm.nvvm.wmma.m16n16k16.store.d.row.f32"}) {
    const MMAVariant &V = *lookupMMAVariant(Name);
    EXPECT_EQ(0u, cantFail(describe(V, 0, 70)).get(MMAField_Space));
    EXPECT_EQ(1u, cantFail(describe(V, 1, 70)).get(MMAField_Space));
    EXPECT_EQ(2u, cantFail(describe(V, 3, 70)).get(MMAField_Space));
    for (unsigned Space : {2, 4, 5, 6, 7, 101})
      EXPECT_EQ(std::string(Name) + " cannot address memory in addrspace(" + std::to_string(Space) +
                    "); expected generic pointers, global memory (addrspace(1)) and shared "
                    "memory (addrspace(3))",
                messageOf(describe(V, Space, 70)));
  }
}

TEST(MMALegality, AddressSpacesOfLdMatrix) {
  const char *Name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16";
  const MMAVariant &V = *lookupMMAVariant(Name);
  EXPECT_EQ(0u, cantFail(describe(V, 0, 65)).get(MMAField_Space));
  EXPECT_EQ(2u, cantFail(describe(V, 3, 65)).get(MMAField_Space));
  for (unsigned Space : {1, 2, 4, 5, 6, 7})
    EXPECT_EQ(std::string(Name) + " cannot address memory in addrspace(" + std::to_string(Space) +
                  "); expected generic pointers and shared memory (addrspace(3))",
              messageOf(describe(V, Space, 65)));
}

TEST(MMALegality, AlignedFromPTX63On) {
  for (const char *Name :
       {"llvm.nvvm.wmma.m16n16k16.load.a.row.f16", "llvm.nvvm.wmma.m16n16k16.store.d.row.f32",
        "llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32"}) {
    const MMAVariant &V = *lookupMMAVariant(Name);
    for (unsigned PTX : {60, 61, 62})
      EXPECT_EQ(0u, cantFail(describe(V, 0, PTX)).get(MMAField_Aligned)) << Name;
    for (unsigned PTX : {63, 64, 70, 90})
      EXPECT_EQ(1u, cantFail(describe(V, 0, PTX)).get(MMAField_Aligned)) << Name;
  }
  const MMAVariant &MMA = *lookupMMAVariant("llvm.nvvm.mma.m8n8k4.row.col.f32.f32");
  EXPECT_EQ(1u, cantFail(describe(MMA, 0, 64)).get(MMAField_Aligned));
}
