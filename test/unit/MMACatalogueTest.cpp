//===- MMACatalogueTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variants by name and by MMA descriptor, and the nearest name.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMACatalogue.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "TensorCoreModel/MMAShape.h"
#include "TensorCoreModel/MMAType.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string nameOf(const MMAVariant *Variant) {
  return Variant ? Variant->Name.str() : "none";
}

TEST(MMACatalogue, EveryVariantIsFoundByItsName) {
  std::set<std::string> Names;
  for (const MMAVariant &Variant : getMMAVariants()) {
    EXPECT_TRUE(Variant.Name.starts_with("llvm.nvvm."));
    EXPECT_TRUE(Names.insert(Variant.Name.str()).second) << Variant.Name;
    EXPECT_EQ(&Variant, lookupMMAVariant(Variant.Name)) << Variant.Name;
    const MMAVariant *Found = lookupMMAVariant(getMMADescriptor(Variant));
    if (Variant.Family == MMAFamily_TCGen05MMA) {
      EXPECT_EQ(nullptr, Found) << Variant.Name;
      continue;
    }
    // Two names may be of one instruction: what is found is the same instruction.
    ASSERT_TRUE(Found) << Variant.Name;
    EXPECT_EQ(getMMADescriptor(Variant).getWord(), getMMADescriptor(*Found).getWord())
        << Variant.Name;
  }
}

TEST(MMACatalogue, PointerSuffixes) {
  const char *Load = "llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16";
  EXPECT_EQ(Load, nameOf(lookupMMAVariant(Load)));
  for (const char *Suffix : {".p0", ".p1", ".p3", ".p4", ".p5", ".p101"})
    EXPECT_EQ(Load, nameOf(lookupMMAVariant(std::string(Load) + Suffix))) << Suffix;
  for (const char *Suffix : {".", ".p", ".q0", "p0", ".p0.p0", ".px", ".p0x", ".p-1", " "})
    EXPECT_EQ("none", nameOf(lookupMMAVariant(std::string(Load) + Suffix))) << Suffix;
}

TEST(MMACatalogue, NamesThatAreNone) {
  for (const char *Name :
       {"", "llvm.nvvm.", "llvm.nvvm.mma", "mma.m16n8k16.row.col.bf16",
        "llvm.nvvm.mma.m16n8k16.col.col.bf16", "llvm.nvvm.mma.m16n8k16.row.col.bf16.f32",
        "llvm.nvvm.mma.m16n8k16.row.col.tf32", "llvm.nvvm.mma.m16n8k16.row.col.bf16 ",
        "llvm.nvvm.barrier0", "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x3.b16",
        "llvm.nvvm.wmma.m16n16k16.load.d.row.f16", "llvm.nvvm.wmma.m16n16k16.store.c.row.f16"})
    EXPECT_EQ("none", nameOf(lookupMMAVariant(Name))) << Name;
}

TEST(MMACatalogue, WellFormedWordsWithoutAnInstruction) {
  // mma.m16n8k16.row.col.bf16 with what mma.sync does not have in that combination.
  MMADescriptor Good = cantFail(MMADescriptor::decode(0x48014A1204070700));
  ASSERT_EQ("llvm.nvvm.mma.m16n8k16.row.col.bf16", nameOf(lookupMMAVariant(Good)));
  for (auto [Field, Value] : {std::pair<MMAField, unsigned>{MMAField_Satfinite, 1},
                              {MMAField_Rounding, 1},
                              {MMAField_Operation, 1},
                              {MMAField_ALayout, 1},
                              {MMAField_BLayout, 0},
                              {MMAField_D, MMAType_F16},
                              {MMAField_A, MMAType_F16},
                              {MMAField_Shape, MMAShape_M8N8K64}})
    EXPECT_EQ("none", nameOf(lookupMMAVariant(cantFail(Good.with(Field, Value)))))
        << unsigned(Field) << " = " << Value;
}

TEST(MMACatalogue, TheStateSpaceAndAlignedAreTheCalls) {
  MMADescriptor Load = cantFail(MMADescriptor::decode(0x1000001706000000));
  for (unsigned Space : {0, 1, 2})
    for (unsigned Aligned : {0, 1})
      EXPECT_EQ("llvm.nvvm.wmma.m16n16k16.load.a.row.f16",
                nameOf(lookupMMAVariant(cantFail(
                    cantFail(Load.with(MMAField_Space, Space)).with(MMAField_Aligned, Aligned)))));
}

TEST(MMACatalogue, PlainNamesOfWGMMA) {
  const std::string Plain = "llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16";
  const MMAVariant *Shared = lookupMMAVariant(Plain + ".i64");
  const MMAVariant *Registers = lookupMMAVariant(Plain + ".v4i32");
  ASSERT_TRUE(Shared && Registers);
  EXPECT_EQ(Shared, lookupMMAVariant(Plain));
  EXPECT_EQ(Plain, getPlainName(*Shared));
  EXPECT_EQ(Plain, getPlainName(*Registers));
  EXPECT_EQ(Registers, lookupOtherResidency(*Shared));
  EXPECT_EQ(Shared, lookupOtherResidency(*Registers));
  for (const char *Suffix : {".i32", ".v4", ".p0", ".i64.i64", ".v4i32.i64"})
    EXPECT_EQ("none", nameOf(lookupMMAVariant(Plain + Suffix))) << Suffix;
  const MMAVariant &Other = *lookupMMAVariant("llvm.nvvm.mma.m16n8k16.row.col.bf16");
  EXPECT_EQ(Other.Name, getPlainName(Other));
  EXPECT_EQ(nullptr, lookupOtherResidency(Other));
  EXPECT_EQ("none", nameOf(lookupMMAVariant("llvm.nvvm.wgmma.fence.sync.aligned.i64")));
}

TEST(MMACatalogue, TheImmediatesOfWGMMAAreTheCalls) {
  for (uint64_t Bits = 0; Bits < 64; ++Bits)
    EXPECT_EQ("llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.i64",
              nameOf(lookupMMAVariant(cantFail(MMADescriptor::decode(0x8801404780060600 | Bits)))))
        << Bits;
}

TEST(MMACatalogue, WordsAndOpcodes) {
  auto Find = [](uint64_t Word) {
    return messageOf(lookupMMAVariant(Word, MMAOpcode_WGMMA_SS_F32x32));
  };
  EXPECT_EQ("", Find(0x8801404780060600));
  EXPECT_EQ("WGMMA_SS_F32x32: the MMA descriptor is that of "
            "llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.v4i32, whose opcode is "
            "WGMMA_RS_F32x32",
            Find(0x88014047A0060600));
  // bf16 into f16; an f16 with the immediates of tf32; m64n64k16 of bytes.
  for (uint64_t Word : {0x8800C04780070700, 0x8801404740060600, 0x88014047400C0C00})
    EXPECT_EQ("WGMMA_SS_F32x32: no instruction has the MMA descriptor " + hex(Word), Find(Word));
  EXPECT_EQ("WGMMA_SS_F32x32: 0x8801404784060600 is not an MMA descriptor: bits 0x4000000 belong "
            "to no field",
            Find(0x8801404784060600));
  EXPECT_EQ(
      "WGMMA_SS_F32x32: 0x88014047800606C0 is not an MMA descriptor: field 'opc' has no value "
      "3; its values are |.and.popc|.xor.popc",
      Find(0x88014047800606C0));
}

// Immediates that an instruction does not have would be lost without a word.
TEST(MMACatalogue, ForeignImmediates) {
  struct {
    uint64_t Word;
    MMAOpcode Opcode;
    unsigned Legal;
    const char *Name;
  } Cases[] = {{0x8801404780060600, MMAOpcode_WGMMA_SS_F32x32, 0x1E, "m64n64k16.f32.f16.f16.i64"},
               {0x88014047A0060600, MMAOpcode_WGMMA_RS_F32x32, 0x16, "m64n64k16.f32.f16.f16.v4i32"},
               {0x8801402040080800, MMAOpcode_WGMMA_SS_F32x4, 0x06, "m64n8k8.f32.tf32.tf32.i64"},
               {0x8801606000040400, MMAOpcode_WGMMA_SS_B32x4, 0x00, "m64n8k32.s32.s8.s8.i64"}};
  const char *Keys[] = {"scaleD", "negA", "negB", "transA", "transB"};
  for (const auto &C : Cases)
    for (unsigned Bit = 1; Bit <= 4; ++Bit)
      EXPECT_EQ(C.Legal >> Bit & 1
                    ? std::string()
                    : getMMAOpcodeInfo(C.Opcode).Name.str() + ": the MMA descriptor sets '" +
                          Keys[Bit] + "', which llvm.nvvm.wgmma.mma_async.sync.aligned." + C.Name +
                          " does not have",
                messageOf(lookupMMAVariant(C.Word | 1u << Bit, C.Opcode)));
}

TEST(MMACatalogue, NearestName) {
  const StringRef Names[] = {"llvm.nvvm.barrier0", "llvm.nvvm.mma.m16n8k16.row.col.bf16",
                             "llvm.nvvm.mma.m16n8k16.row.col.f16.f16",
                             "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16"};
  EXPECT_EQ(Names[1], findNearestName("llvm.nvvm.mma.m16n8k16.row.col.bf61", Names));
  EXPECT_EQ(Names[1], findNearestName("llvm.nvvm.mma.m16n8k16.row.col.bf16", Names));
  EXPECT_EQ(Names[2], findNearestName("llvm.nvvm.mma.m16n8k16.row.col.f16.f61", Names));
  EXPECT_EQ(Names[3], findNearestName("llvm.nvvm.ldmatrix.sync.m8n8.x4.b16", Names));
  EXPECT_EQ("", findNearestName("llvm.nvvm.tcgen05.alloc.cta.group.one.shared", Names));
  EXPECT_EQ("", findNearestName("llvm.nvvm.ldmatrix.m8n8.x4.b16", Names)) << "too far";
  EXPECT_EQ("", findNearestName("xyz", Names));
  EXPECT_EQ("", findNearestName("", Names));
  EXPECT_EQ("", findNearestName("llvm.nvvm.barrier0", {}));
}
