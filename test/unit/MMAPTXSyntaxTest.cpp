//===- MMAPTXSyntaxTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX words of MMA descriptors, for each query key and each value, as the PTX ISA
// spells them.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TensorCoreModel/MMAField.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

constexpr uint64_t Load = 0x1800011706000000;
constexpr uint64_t Multiply = 0x3801290104090901;
constexpr uint64_t MMA = 0x48014A1204070700;
constexpr uint64_t Move = 0x5800021A00071300;
constexpr uint64_t Warpgroup = 0x8801404780060600;
constexpr uint64_t WarpgroupSync = 0x9800000000000001;

std::string query(uint64_t Word, StringRef Key) {
  const MMAFieldInfo *Field = lookupMMAFieldByKey(Key);
  const StringRef Text = Field ? printMMAField(Word, MMAField(Field->Encoding)) : StringRef();
  return Text.data() ? Text.str() : "no such key";
}

/// The types that an instruction's mnemonic ends with.
std::string types(StringRef Intrinsic) {
  const MMAVariant *Variant = lookupMMAVariant(Intrinsic);
  if (!Variant)
    return "none";
  const std::string Mnemonic = printMnemonic(Variant->Opcode, getMMADescriptor(*Variant));
  SmallVector<StringRef, 16> Words, Types;
  StringRef(Mnemonic).split(Words, '.');
  for (StringRef Word : Words)
    if (any_of(getMMATypes(), [&](const MMATypeInfo &Type) { return Type.Spelling == Word; }))
      Types.push_back(Word);
  return join(Types, ".");
}

/// A key, the word of an instruction that has it, where its bits are, and the words
/// of its values.
struct Key {
  const char *Name;
  uint64_t Word;
  unsigned Low;
  unsigned Width;
  std::vector<std::pair<uint64_t, const char *>> Values;
};

const std::vector<std::pair<uint64_t, const char *>> Types = {
    {1, "b1"},   {2, "s4"},    {3, "u4"},    {4, "s8"},    {5, "u8"},
    {6, "f16"},  {7, "bf16"},  {8, "tf32"},  {9, "f64"},   {10, "f32"},
    {11, "s32"}, {12, "e4m3"}, {13, "e5m2"}, {14, "e3m2"}, {15, "e2m3"}};

const std::vector<std::pair<uint64_t, const char *>> Shapes = {
    {0x01, "m8n8k4"},     {0x02, "m8n8k16"},    {0x03, "m8n8k32"},   {0x04, "m8n8k64"},
    {0x05, "m8n8k128"},   {0x06, "m8n32k16"},   {0x10, "m16n8k4"},   {0x11, "m16n8k8"},
    {0x12, "m16n8k16"},   {0x13, "m16n8k32"},   {0x14, "m16n8k64"},  {0x15, "m16n8k128"},
    {0x16, "m16n8k256"},  {0x17, "m16n16k16"},  {0x18, "m32n8k16"},  {0x19, "m16n16k8"},
    {0x1A, "m8n8"},       {0x20, "m64n8k8"},    {0x3F, "m64n256k8"}, {0x40, "m64n8k16"},
    {0x60, "m64n8k32"},   {0x6C, "m64n104k32"}, {0x80, "m64n8k64"},  {0xA0, "m64n8k256"},
    {0xBF, "m64n256k256"}};

// clang-format off
const Key Keys[] = {
  {"rowcol",  Load,      0, 1, {{0, "row"}, {1, "col"}}},
  {"mid",     Load,      1, 2, {{0, "a"}, {1, "b"}, {2, "c"}, {3, "d"}}},
  {"ety",     Load,     24, 4, Types},
  {"shape",   Load,     32, 8, Shapes},
  {"space",   Load,     40, 3, {{0, ""}, {1, ".global"}, {2, ".shared"}}},
  {"stride",  Load,     43, 1, {{0, "0"}, {1, "1"}}},
  {"aligned", Load,     59, 1, {{0, ""}, {1, ".aligned"}}},
  {"rnd",     Multiply,  0, 3, {{0, ""}, {1, ".rn"}, {2, ".rm"}, {3, ".rp"}, {4, ".rz"}}},
  {"opc",     Multiply,  4, 4, {{0, ""}, {1, ".and.popc"}, {2, ".xor.popc"}}},
  {"aty",     MMA,       8, 8, Types},
  {"bty",     MMA,      16, 8, Types},
  {"al",      MMA,      24, 2, {{0, "row"}, {1, "col"}}},
  {"bl",      MMA,      26, 2, {{0, "row"}, {1, "col"}}},
  {"satf",    MMA,      28, 1, {{0, ""}, {1, ".satfinite"}}},
  {"shape",   MMA,      32, 8, Shapes},
  {"cty",     MMA,      40, 5, Types},
  {"dty",     MMA,      45, 5, Types},
  {"aligned", MMA,      59, 1, {{0, ""}, {1, ".aligned"}}},
  {"ety",     Move,      8, 8, {{19, "b16"}, {6, "f16"}}},
  {"num",     Move,     16, 2, {{1, "x1"}, {2, "x2"}, {3, "x4"}}},
  {"trans",   Move,     18, 1, {{0, ""}, {1, ".trans"}}},
  {"shape",   Move,     32, 8, Shapes},
  {"space",   Move,     40, 3, {{0, ""}, {2, ".shared"}}},
  {"aligned", Move,     59, 1, {{0, ""}, {1, ".aligned"}}},
  {"scaleD",  Warpgroup, 0, 1, {{0, "0"}, {1, "1"}}},
  {"negA",    Warpgroup, 1, 1, {{0, "1"}, {1, "-1"}}},
  {"negB",    Warpgroup, 2, 1, {{0, "1"}, {1, "-1"}}},
  {"transA",  Warpgroup, 3, 1, {{0, "0"}, {1, "1"}}},
  {"transB",  Warpgroup, 4, 1, {{0, "0"}, {1, "1"}}},
  {"predicated", Warpgroup, 5, 1, {{0, ""}, {1, "predicate"}}},
  {"opc",     Warpgroup, 6, 2, {{0, ""}, {1, ".and.popc"}, {2, ".xor.popc"}}},
  {"aty",     Warpgroup, 8, 8, Types},
  {"bty",     Warpgroup, 16, 8, Types},
  {"satf",    Warpgroup, 28, 1, {{0, ""}, {1, ".satfinite"}}},
  {"residency", Warpgroup, 29, 1, {{0, ""}, {1, "registers"}}},
  {"imm",     Warpgroup, 30, 2, {{0, ""}, {1, "scale"}, {2, "scale,trans"}}},
  {"shape",   Warpgroup, 32, 8, Shapes},
  {"dty",     Warpgroup, 45, 5, Types},
  {"sp",      Warpgroup, 57, 2, {{0, ""}, {1, ".sp"}, {2, ".sp::ordered_metadata"}}},
  {"aligned", Warpgroup, 59, 1, {{0, ""}, {1, ".aligned"}}},
  {"action",  WarpgroupSync, 0, 2, {{0, ""}, {1, "fence"}, {2, "commit_group"}, {3, "wait_group"}}},
  {"aligned", WarpgroupSync, 59, 1, {{0, ""}, {1, ".aligned"}}},
};
// clang-format on

} // namespace

TEST(MMAPTXSyntax, EveryKeyAndValue) {
  for (const Key &K : Keys)
    for (auto [Value, Text] : K.Values) {
      uint64_t Mask = ((uint64_t(1) << K.Width) - 1) << K.Low;
      uint64_t Word = (K.Word & ~Mask) | Value << K.Low;
      EXPECT_EQ(Text, query(Word, K.Name)) << K.Name << " = " << Value;
    }
}

TEST(MMAPTXSyntax, Spellings) {
  for (auto [Value, Text] : Types)
    EXPECT_EQ(Text, printMMAField(MMAField_A, Value));
  for (auto [Value, Text] : Shapes)
    EXPECT_EQ(Text, printMMAField(MMAField_Shape, Value));
  // An empty word is a word; a value without one has a null pointer.
  EXPECT_NE(nullptr, printMMAField(MMAField_Satfinite, 0).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_Satfinite, 2).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_A, 0).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_A, 17).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_Shape, 0).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_Shape, 0x07).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_Shape, 0x1E).data());
  EXPECT_EQ(nullptr, printMMAField(MMAField_Shape, 0xC0).data());
}

TEST(MMAPTXSyntax, KeysThatAFamilyLacks) {
  for (uint64_t Word : {Load, Multiply, MMA, Move, Warpgroup, WarpgroupSync})
    for (const char *Name : {"", "Shape", "shape ", "type", "scale"})
      EXPECT_EQ("no such key", query(Word, Name)) << Name;
  for (const char *Name :
       {"rnd", "opc", "aty", "bty", "cty", "dty", "al", "bl", "satf", "num", "trans"})
    EXPECT_EQ("no such key", query(Load, Name)) << Name;
  for (const char *Name : {"rowcol", "mid", "ety", "space", "stride", "num", "trans"})
    EXPECT_EQ("no such key", query(MMA, Name)) << Name;
  for (const char *Name : {"rowcol", "mid", "stride", "aty", "al", "satf", "rnd"})
    EXPECT_EQ("no such key", query(Move, Name)) << Name;
  for (const char *Name : {"scaleD", "negA", "negB", "transA", "transB", "imm", "action"})
    EXPECT_EQ("no such key", query(MMA, Name)) << Name;
  for (const char *Name : {"rnd", "al", "bl", "cty", "ety", "space", "kind", "types", "action"})
    EXPECT_EQ("no such key", query(Warpgroup, Name)) << Name;
  for (const char *Name : {"shape", "dty", "scaleD", "imm"})
    EXPECT_EQ("no such key", query(WarpgroupSync, Name)) << Name;
}

std::string getImmediates(StringRef Opcode, uint64_t Word) {
  const std::string Statement =
      printStatement(*lookupMMAOpcode(Opcode), cantFail(MMADescriptor::decode(Word)));
  return StringRef(Statement).split("scale_d").second.str();
}

// PTX ISA, wgmma.mma_async: scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b; the
// transposes of f16 and bf16 only, A's in shared memory only; no immediates of integers.
TEST(MMAPTXSyntax, ImmediatesOfWGMMA) {
  EXPECT_EQ(", 1, 1, 0, 0;", getImmediates("WGMMA_SS_F32x4", 0x8801404780060600));
  EXPECT_EQ(", -1, 1, 0, 0;", getImmediates("WGMMA_SS_F32x4", 0x8801404780060602));
  EXPECT_EQ(", 1, -1, 0, 0;", getImmediates("WGMMA_SS_F32x4", 0x8801404780060604));
  EXPECT_EQ(", 1, 1, 1, 0;", getImmediates("WGMMA_SS_F32x4", 0x8801404780060608));
  EXPECT_EQ(", 1, 1, 0, 1;", getImmediates("WGMMA_SS_F32x4", 0x8801404780060610));
  EXPECT_EQ(", -1, -1, 1, 1;", getImmediates("WGMMA_SS_F32x4", 0x880140478006061F));
  EXPECT_EQ(", -1, 1, 1;", getImmediates("WGMMA_RS_F32x4", 0x88014047A0060612)) << "A in registers";
  EXPECT_EQ(", 1, -1;", getImmediates("WGMMA_SS_F32x4", 0x8801402040080804)) << "tf32";
  EXPECT_EQ(";", getImmediates("WGMMA_SS_F32x4", 0x8801606000040400)) << "s8";
}

// PTX ISA: mma.sync says D, A, B, C; wmma.mma says D and C where the multiplicands
// are f16, and all four elsewhere.
TEST(MMAPTXSyntax, TypeLists) {
  EXPECT_EQ("f32.bf16.bf16.f32", types("llvm.nvvm.mma.m16n8k16.row.col.bf16"));
  EXPECT_EQ("f32.f16.f16.f16", types("llvm.nvvm.mma.m8n8k4.col.row.f32.f16"));
  EXPECT_EQ("f16.f16.f16.f32", types("llvm.nvvm.mma.m16n8k16.row.col.f16.f32"));
  EXPECT_EQ("s32.s4.u4.s32", types("llvm.nvvm.mma.m16n8k64.row.col.satfinite.s4.u4"));
  EXPECT_EQ("s32.u8.u8.s32", types("llvm.nvvm.mma.m8n8k16.row.col.u8"));
  EXPECT_EQ("f64.f64.f64.f64", types("llvm.nvvm.mma.m8n8k4.row.col.f64"));
  EXPECT_EQ("f32.tf32.tf32.f32", types("llvm.nvvm.mma.m16n8k4.row.col.tf32"));
  EXPECT_EQ("s32.b1.b1.s32", types("llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1"));
  EXPECT_EQ("f32.f16", types("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f16"));
  EXPECT_EQ("f16.f32", types("llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f32"));
  EXPECT_EQ("f32.bf16.bf16.f32", types("llvm.nvvm.wmma.m16n16k16.mma.row.col.bf16"));
  EXPECT_EQ("f32.tf32.tf32.f32", types("llvm.nvvm.wmma.m16n16k8.mma.row.col.tf32"));
  EXPECT_EQ("s32.s8.s8.s32", types("llvm.nvvm.wmma.m32n8k16.mma.row.col.s8"));
  EXPECT_EQ("s32.b1.b1.s32", types("llvm.nvvm.wmma.m8n8k128.mma.and.popc.row.col.b1"));
  EXPECT_EQ("f64.f64.f64.f64", types("llvm.nvvm.wmma.m8n8k4.mma.row.col.rn.f64"));
}
