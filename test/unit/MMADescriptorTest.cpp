//===- MMADescriptorTest.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of the MMA descriptor. The expectations are typed by hand from the layout
// that docs and seeds give: nothing here is read from the tables that the code reads,
// except the list of variants that are to be encoded.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMADescriptor.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAShape.h"
#include "TensorCoreModel/MMAType.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// A field as the layout's documentation has it: bits [Low + Width - 1 : Low], and
/// the values that mean something.
struct Slot {
  MMAField Field;
  unsigned Low;
  unsigned Width;
  std::vector<uint64_t> Values;
};

std::vector<uint64_t> upTo(uint64_t Last) {
  std::vector<uint64_t> Result;
  for (uint64_t Value = 0; Value <= Last; ++Value)
    Result.push_back(Value);
  return Result;
}

// b1 s4 u4 s8 u8 f16 bf16 tf32 f64 f32 s32; e4m3 e5m2 e3m2 e2m3 e2m1; and what
// ldmatrix moves: b16 b8 b8x16.b6x16_p32 b8x16.b4x16_p64; and of tensor memory u32 b32.
// The last ones do not fit
// the four bits that cicc's loads and stores keep.
const std::vector<uint64_t> FourBitTypes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const std::vector<uint64_t> Types = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                     13, 14, 15, 16, 19, 20, 21, 22, 23, 24, 25, 26};

// A warp's; and from 0x20 on a warpgroup's, m64nN with k8, k16, k32, k64 and k256, each
// with the 32 N from 8 to 256.
const std::vector<uint64_t> Shapes = [] {
  std::vector<uint64_t> Result = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x10, 0x11, 0x12, 0x13,
                                  0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D};
  for (uint64_t Shape = 0x20; Shape < 0x20 + 5 * 32; ++Shape)
    Result.push_back(Shape);
  return Result;
}();

// clang-format off
const std::vector<Slot> LoadStore = {
    {MMAField_Layout, 0, 1, upTo(1)},     {MMAField_Matrix, 1, 2, upTo(3)},
    {MMAField_Element, 24, 4, FourBitTypes}, {MMAField_Shape, 32, 8, Shapes},
    {MMAField_Space, 40, 3, upTo(2)},     {MMAField_Stride, 43, 1, upTo(1)},
    {MMAField_Aligned, 59, 1, upTo(1)}};
// clang-format on

const std::vector<Slot> Multiply = {{MMAField_Rounding, 0, 3, upTo(4)},
                                    {MMAField_Operation, 4, 4, upTo(2)},
                                    {MMAField_A, 8, 8, Types},
                                    {MMAField_B, 16, 8, Types},
                                    {MMAField_ALayout, 24, 2, upTo(1)},
                                    {MMAField_BLayout, 26, 2, upTo(1)},
                                    {MMAField_Satfinite, 28, 1, upTo(1)},
                                    {MMAField_Shape, 32, 8, Shapes},
                                    {MMAField_C, 40, 5, Types},
                                    {MMAField_D, 45, 5, Types},
                                    {MMAField_Aligned, 59, 1, upTo(1)}};

const std::vector<Slot> MMASync = [] {
  std::vector<Slot> Result = Multiply;
  Result.insert(Result.end(), {{MMAField_Kind, 50, 3, upTo(4)},
                               {MMAField_Scales, 53, 2, upTo(3)},
                               {MMAField_ScaleType, 55, 2, upTo(2)},
                               {MMAField_Sparsity, 57, 2, upTo(2)}});
  return Result;
}();

const std::vector<Slot> Move = {
    {MMAField_Element, 8, 8, Types},      {MMAField_Count, 16, 2, upTo(3)},
    {MMAField_Transpose, 18, 1, upTo(1)}, {MMAField_Shape, 32, 8, Shapes},
    {MMAField_Space, 40, 3, upTo(2)},     {MMAField_Aligned, 59, 1, upTo(1)}};

const std::vector<Slot> Transpose = {{MMAField_Element, 8, 8, Types},
                                     {MMAField_Transpose, 18, 1, upTo(1)},
                                     {MMAField_Shape, 32, 8, Shapes},
                                     {MMAField_Aligned, 59, 1, upTo(1)}};

// The lowest five are cicc's.
const std::vector<Slot> Warpgroup = {
    {MMAField_ScaleD, 0, 1, upTo(1)},     {MMAField_NegateA, 1, 1, upTo(1)},
    {MMAField_NegateB, 2, 1, upTo(1)},    {MMAField_TransA, 3, 1, upTo(1)},
    {MMAField_TransB, 4, 1, upTo(1)},     {MMAField_Predicate, 5, 1, upTo(1)},
    {MMAField_Operation, 6, 2, upTo(2)},  {MMAField_A, 8, 8, Types},
    {MMAField_B, 16, 8, Types},           {MMAField_Satfinite, 28, 1, upTo(1)},
    {MMAField_Residency, 29, 1, upTo(1)}, {MMAField_Immediates, 30, 2, upTo(2)},
    {MMAField_Shape, 32, 8, Shapes},      {MMAField_D, 45, 5, Types},
    {MMAField_Sparsity, 57, 2, upTo(2)},  {MMAField_Aligned, 59, 1, upTo(1)}};

const std::vector<Slot> WarpgroupSync = {{MMAField_Action, 0, 2, upTo(3)},
                                         {MMAField_Aligned, 59, 1, upTo(1)}};

const std::vector<uint64_t> OneTo9 = {1, 2, 3, 4, 5, 6, 7, 8, 9};

const std::vector<Slot> TensorMemory = {
    {MMAField_Management, 0, 4, OneTo9}, {MMAField_CTAGroup, 4, 2, upTo(2)},
    {MMAField_Window, 6, 1, upTo(1)},    {MMAField_Multicast, 7, 2, upTo(3)},
    {MMAField_Exclusive, 9, 1, upTo(1)}, {MMAField_Restrict, 10, 1, upTo(1)}};

const std::vector<Slot> TensorMemoryCopy = {{MMAField_CopyShape, 1, 3, upTo(4)},
                                            {MMAField_CTAGroup, 4, 2, upTo(2)},
                                            {MMAField_CopyFormat, 7, 2, upTo(2)},
                                            {MMAField_CopyWarps, 9, 2, upTo(3)}};

const std::vector<Slot> TensorMemoryAccess = {
    {MMAField_Access, 0, 2, upTo(2)},      {MMAField_AccessShape, 2, 3, upTo(4)},
    {MMAField_AccessCount, 5, 3, upTo(7)}, {MMAField_Element, 8, 8, Types},
    {MMAField_Packed, 16, 1, upTo(1)},     {MMAField_Reduction, 17, 2, upTo(2)},
    {MMAField_Absolute, 19, 1, upTo(1)},   {MMAField_NaN, 20, 1, upTo(1)},
    {MMAField_Unpacked, 21, 1, upTo(1)},   {MMAField_Compressed, 22, 1, upTo(1)}};

// The kind word, cicc's in its lowest 9 bits, and from bit 32 on the collector word.
const std::vector<Slot> TensorMemoryMultiply = {
    {MMAField_CTAGroup, 0, 2, upTo(2)},    {MMAField_Scales, 2, 2, upTo(3)},
    {MMAField_ScaleInput, 4, 1, upTo(1)},  {MMAField_BlockScale, 5, 1, upTo(1)},
    {MMAField_MMAKind, 6, 3, upTo(7)},     {MMAField_BlockSize, 9, 2, upTo(2)},
    {MMAField_Sparsity, 11, 1, upTo(1)},   {MMAField_Stationary, 12, 1, upTo(1)},
    {MMAField_Decompress, 13, 1, upTo(1)}, {MMAField_Collector, 32, 2, upTo(3)},
    {MMAField_AShift, 34, 1, upTo(1)},     {MMAField_Buffer, 35, 2, upTo(3)},
    {MMAField_CollectorB, 37, 2, upTo(3)}};

struct Family {
  uint64_t Nibble;
  const std::vector<Slot> &View;
  uint64_t SomeWord; ///< of an instruction that exists
};

// clang-format off
const Family Families[] = {{1, LoadStore, 0x1800011706000000},
                           {2, LoadStore, 0x28000A180A000007},
                           {3, Multiply, 0x3801290104090901},
                           {4, MMASync, 0x48014A1204070700},
                           {5, Move, 0x5800021A00071300},
                           {6, Move, 0x6800021A00071300},
                           {7, Transpose, 0x7800001A00041300},
                           {8, Warpgroup, 0x8801404080060600},
                           {9, WarpgroupSync, 0x9800000000000001},
                           {10, TensorMemory, 0xA000000000000011},
                           {11, TensorMemoryCopy, 0xB000000000000010},
                           {12, TensorMemoryAccess, 0xC000000000001800},
                           {13, TensorMemoryMultiply, 0xD0000000000000C1}};
// clang-format on

const std::vector<Slot> &getView(uint64_t Word) { return Families[(Word >> 60) - 1].View; }

uint64_t maskOf(const Slot &S) { return ((uint64_t(1) << S.Width) - 1) << S.Low; }

bool isLegal(const Slot &S, uint64_t Value) {
  return std::find(S.Values.begin(), S.Values.end(), Value) != S.Values.end();
}

std::string decodeError(uint64_t Word) { return messageOf(MMADescriptor::decode(Word)); }

/// The bits of a wgmma that its call decides: scaleD, negA, negB, transA, transB, and
/// whether scale-d is a predicate.
constexpr uint64_t WarpgroupCallBits = 0x3F;

/// All the words that calls of a variant can get: each state space, `.aligned` spelled out
/// or not; of the immediates of a wgmma, each by itself and all; packed or not. None of a
/// tcgen05.mma, whose words more than one variant has.
std::vector<MMADescriptor> wordsOf(const MMAVariant &Variant) {
  MMADescriptor Plain = getMMADescriptor(Variant);
  std::vector<MMADescriptor> Result;
  if (Variant.Family == MMAFamily_WGMMA) {
    for (uint64_t Bits : {0, 1, 2, 4, 8, 16, 32, 0x3F})
      Result.push_back(cantFail(MMADescriptor::decode(Plain.getWord() | Bits)));
    return Result;
  }
  if (Variant.Family == MMAFamily_TCGen05MMA)
    return {};
  if (!Plain.has(MMAField_Aligned)) {
    Result.push_back(Plain);
    for (MMAField Packing : {MMAField_Packed, MMAField_Unpacked})
      if (Variant.Signature.find(lookupMMAField(Packing)->Key))
        Result.push_back(cantFail(Plain.with(Packing, 1)));
    return Result;
  }
  for (unsigned Aligned : {0, 1})
    for (unsigned Space : {0, 1, 2}) {
      if (!Plain.has(MMAField_Space) && Space > 0)
        continue;
      MMADescriptor Word = cantFail(Plain.with(MMAField_Aligned, Aligned));
      if (Plain.has(MMAField_Space))
        Word = cantFail(Word.with(MMAField_Space, Space));
      Result.push_back(Word);
    }
  return Result;
}

struct Golden {
  const char *Name;
  unsigned AddressSpace;
  unsigned PTX;
  uint64_t Word;
};

// clang-format off
const Golden GoldenWords[] = {
  // family 4, aligned, D f32 (10), C f32 (10), shape 0x12, bl col, B bf16 (7), A bf16 (7)
  {"llvm.nvvm.mma.m16n8k16.row.col.bf16",                    0, 70, 0x48014A1204070700},
  // D f32, C f16 (6), shape 0x01, al col, B and A f16
  {"llvm.nvvm.mma.m8n8k4.col.row.f32.f16",                   0, 64, 0x4801460101060600},
  // D and C s32 (11), shape 0x14, satfinite, bl col, B u4 (3), A s4 (2)
  {"llvm.nvvm.mma.m16n8k64.row.col.satfinite.s4.u4",         0, 70, 0x48016B1414030200},
  // .xor.popc (2), B and A b1 (1), shape 0x16
  {"llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1",            0, 70, 0x48016B1604010120},
  // kind::f8f6f4 (1), D and C f16 (6), shape 0x13, bl col, B e2m1 (16), A e3m2 (14)
  {"llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f16.e3m2.e2m1.f16", 0, 87, 0x4804C61304100E00},
  // .sp (1), D and C s32 (11), shape 0x13, satfinite, bl col, B u8 (5), A s8 (4)
  {"llvm.nvvm.mma.sp.m16n8k32.row.col.satfinite.s8.u8",      0, 71, 0x4A016B1314050400},
  // .sp::ordered_metadata (2), mxf4nvf4 (4), 4X (3), ue4m3 (2), f32, shape 0x15, e2m1
  {"llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k128.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3",
                                                             0, 87, 0x4D714A1504101000},
  // mxf8f6f4 (2), no scale_vec, ue8m0 (1), f32, shape 0x13, B e5m2 (13), A e4m3 (12)
  {"llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.f32.e4m3.e5m2.f32.ue8m0",
                                                             0, 87, 0x48894A13040D0C00},
  // family 5, shared (2), shape 0x1B, .trans, x2 (2), b8x16.b6x16_p32 (21)
  {"llvm.nvvm.ldmatrix.sync.aligned.m16n16.x2.trans.b8x16.b6x16_p32", 3, 86, 0x5800021B00061500},
  // family 6, shape 0x1D, .trans, x4 (3), b8 (20)
  {"llvm.nvvm.stmatrix.sync.aligned.m16n8.x4.trans.b8",      0, 86, 0x6800001D00071400},
  // family 7, shape 0x1A, .trans, b16 (19)
  {"llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16",        0, 78, 0x7800001A00041300},
  // family 3, D and C f64 (9), shape 0x01, bl col, B and A f64, .rn (1)
  {"llvm.nvvm.wmma.m8n8k4.mma.row.col.rn.f64",               0, 70, 0x3801290104090901},
  // .and.popc (1), shape 0x05
  {"llvm.nvvm.wmma.m8n8k128.mma.and.popc.row.col.b1",        0, 71, 0x38016B0504010110},
  // before PTX 6.3 there is no .aligned; D f16, C f32, shape 0x17, both layouts col, satfinite
  {"llvm.nvvm.wmma.m16n16k16.mma.col.col.f16.f32.satfinite", 0, 60, 0x3000CA1715060600},
  // family 1, global (1), shape 0x17, f16 (6), matrix a (0), row
  {"llvm.nvvm.wmma.m16n16k16.load.a.row.f16",                1, 63, 0x1800011706000000},
  // the same with a stride operand, generic, col, before 6.3
  {"llvm.nvvm.wmma.m16n16k16.load.a.col.stride.f16",         0, 62, 0x1000081706000001},
  // family 2, stride, shared (2), shape 0x18, f32, matrix d (3), col
  {"llvm.nvvm.wmma.m32n8k16.store.d.col.stride.f32",         3, 63, 0x28000A180A000007},
  // family 5, shared, shape 0x1A, .trans, x4 (3), b16 (19)
  {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16",      3, 65, 0x5800021A00071300},
  // family 8, D f32 (10), shape 0x40 + 7 (m64n64k16), imm scale,trans (2), A and B f16 (6)
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.i64", 0, 80, 0x8801404780060600},
  // D f16 (6), A in registers
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32", 0, 80, 0x8800C040A0060600},
  // B and A bf16 (7), shape 0x40 + 31
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.i64", 0, 80, 0x8801405F80070700},
  // tf32 (8), shape 0x20, imm scale (1), A in registers
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.v4i32", 0, 80, 0x8801402060080800},
  // D f16, A e5m2 (13), B e4m3 (12), shape 0x60 + 2
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k32.f16.e5m2.e4m3.i64", 0, 80, 0x8800C062400C0D00},
  // D s32 (11), A s8 (4), B u8 (5), satfinite, no immediates
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n96k32.s32.s8.u8.satfinite.i64", 0, 84, 0x8801606B10050400},
  // .and.popc (1) in bits 7:6, b1, shape 0xA0 + 15
  {"llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k256.s32.b1.b1.and.popc.i64", 0, 80, 0x880160AF00010140},
  // .sp (1), f32, f16, m64n16k32: shape 0x60 + 1
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16.i64", 0, 82, 0x8A01406180060600},
  // .sp, u8, m64n32k64: shape 0x80 + 3, A in registers
  {"llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n32k64.s32.u8.u8.v4i32", 0, 82, 0x8A01608320050500},
  // family 9: fence (1), commit_group (2), wait_group (3)
  {"llvm.nvvm.wgmma.fence.sync.aligned",                     0, 80, 0x9800000000000001},
  {"llvm.nvvm.wgmma.commit_group.sync.aligned",              0, 80, 0x9800000000000002},
  {"llvm.nvvm.wgmma.wait_group.sync.aligned",                0, 80, 0x9800000000000003},
};
// clang-format on

} // namespace

TEST(MMADescriptor, GoldenWords) {
  for (const Golden &G : GoldenWords) {
    const MMAVariant *Variant = lookupMMAVariant(G.Name);
    ASSERT_TRUE(Variant) << G.Name;
    Expected<MMADescriptor> Described = describe(*Variant, G.AddressSpace, G.PTX);
    ASSERT_EQ("", messageOf(Described)) << G.Name;
    EXPECT_EQ(hex(G.Word), hex(Described->getWord())) << G.Name;
    Expected<MMADescriptor> Decoded = MMADescriptor::decode(G.Word);
    ASSERT_EQ("", messageOf(Decoded)) << G.Name;
    EXPECT_EQ(Variant, lookupMMAVariant(*Decoded)) << G.Name;
  }
}

TEST(MMADescriptor, EveryVariantRoundTrips) {
  // Variants share words if they are names of one instruction.
  std::map<uint64_t, uint64_t> Seen;
  for (const MMAVariant &Variant : getMMAVariants())
    for (MMADescriptor Word : wordsOf(Variant)) {
      EXPECT_EQ(Variant.Descriptor, Seen.insert({Word.getWord(), Variant.Descriptor}).first->second)
          << "two instructions share a word: " << Variant.Name;
      Expected<MMADescriptor> Decoded = MMADescriptor::decode(Word.getWord());
      ASSERT_EQ("", messageOf(Decoded)) << Variant.Name;
      EXPECT_TRUE(*Decoded == Word);
      EXPECT_EQ(Variant.Family, Decoded->getFamily());
      const MMAVariant *Found = lookupMMAVariant(*Decoded);
      ASSERT_TRUE(Found) << Variant.Name;
      EXPECT_EQ(Variant.Descriptor, Found->Descriptor) << Variant.Name;
    }
  EXPECT_GT(Seen.size(), 600u);
}

TEST(MMADescriptor, FieldsSayWhatTheNameSays) {
  for (const MMAVariant &V : getMMAVariants()) {
    EXPECT_EQ(0u, V.get(MMAField_Aligned)) << V.Name;
    EXPECT_EQ(0u, V.get(MMAField_Space)) << V.Name;
    bool IsOfWarp = V.Family == MMAFamily_WMMA || V.Family == MMAFamily_MMA;
    EXPECT_EQ(IsOfWarp || V.Family == MMAFamily_WGMMA, getMMADescriptor(V).has(MMAField_A));
    auto Expect = [&](const Twine &Words) {
      EXPECT_TRUE(V.Name.contains(Words.str())) << V.Name << ": " << Words.str();
    };
    if (V.getShape() != MMAShape_None)
      Expect("." + V.print(MMAField_Shape) + ".");
    if (V.getElement() != MMAType_None && V.Family != MMAFamily_TCGen05Access)
      Expect("." + V.print(MMAField_Element));
    if (IsOfWarp)
      Expect("." + V.print(MMAField_ALayout) + "." + V.print(MMAField_BLayout) + ".");
    if (IsOfWarp && V.getA() != MMAType_F16)
      Expect("." + V.print(MMAField_A));
    if (V.Family == MMAFamily_WGMMA)
      Expect("." + V.print(MMAField_D) + "." + V.print(MMAField_A) + "." + V.print(MMAField_B));
    for (MMAField Field : {MMAField_Satfinite, MMAField_Rounding, MMAField_Operation})
      Expect(V.print(Field));
  }
}

TEST(MMADescriptor, JunkBitsAreRejected) {
  for (const MMAVariant &Variant : getMMAVariants())
    for (MMADescriptor Good : wordsOf(Variant)) {
      uint64_t Known = uint64_t(0xF) << 60;
      for (const Slot &S : getView(Good.getWord()))
        Known |= maskOf(S);
      for (unsigned Bit = 0; Bit < 60; ++Bit) {
        if (Known >> Bit & 1)
          continue;
        uint64_t Bad = Good.getWord() ^ uint64_t(1) << Bit;
        EXPECT_EQ("0x" + utohexstr(Bad) + " is not an MMA descriptor: bits 0x" +
                      utohexstr(uint64_t(1) << Bit) + " belong to no field",
                  decodeError(Bad));
      }
    }
}

TEST(MMADescriptor, AnyFlippedBitIsAnotherWordOrNone) {
  auto IsPacking = [](MMADescriptor Word, unsigned Bit) {
    return Word.getFamily() == MMAFamily_TCGen05Access && (Bit == 16 || Bit == 21);
  };
  for (const MMAVariant &Variant : getMMAVariants()) {
    if (Variant.Family == MMAFamily_TCGen05MMA)
      continue;
    uint64_t Good = getMMADescriptor(Variant).getWord();
    for (unsigned Bit = 0; Bit < 64; ++Bit) {
      Expected<MMADescriptor> Decoded = MMADescriptor::decode(Good ^ uint64_t(1) << Bit);
      if (!Decoded) {
        consumeError(Decoded.takeError());
        continue;
      }
      bool IsCallsBusiness =
          (Bit == 59 && Decoded->has(MMAField_Aligned)) || IsPacking(*Decoded, Bit) ||
          (Bit == 9 && Decoded->has(MMAField_Exclusive)) || // an immediate
          (Decoded->has(MMAField_Space) && Bit >= 40 && Bit <= 42) ||
          (Decoded->getFamily() == MMAFamily_WGMMA && WarpgroupCallBits >> Bit & 1);
      const MMAVariant *Found = lookupMMAVariant(*Decoded);
      EXPECT_EQ(IsCallsBusiness, Found && Found->Descriptor == Variant.Descriptor)
          << Variant.Name.str() << " bit " << Bit;
    }
  }
}

TEST(MMADescriptor, EachFieldHasItsValuesAndNoOthers) {
  for (const Family &F : Families) {
    MMADescriptor Some = cantFail(MMADescriptor::decode(F.SomeWord));
    for (const Slot &S : F.View) {
      ASSERT_TRUE(Some.has(S.Field));
      for (uint64_t Value = 0; Value < uint64_t(1) << S.Width; ++Value) {
        uint64_t Word = (F.SomeWord & ~maskOf(S)) | Value << S.Low;
        Expected<MMADescriptor> Decoded = MMADescriptor::decode(Word);
        Expected<MMADescriptor> Changed = Some.with(S.Field, Value);
        ASSERT_EQ(isLegal(S, Value), bool(Decoded)) << hex(Word);
        ASSERT_EQ(isLegal(S, Value), bool(Changed)) << hex(Word);
        if (Decoded) {
          EXPECT_EQ(Value, Decoded->get(S.Field));
          EXPECT_EQ(hex(Word), hex(Changed->getWord()));
        }
        consumeError(Decoded.takeError());
        consumeError(Changed.takeError());
      }
    }
  }
}

TEST(MMADescriptor, ValuesThatDoNotFitTheFieldAreRejected) {
  for (const Family &F : Families) {
    MMADescriptor Some = cantFail(MMADescriptor::decode(F.SomeWord));
    for (const Slot &S : F.View)
      for (uint64_t Value : {uint64_t(1) << S.Width, (uint64_t(1) << S.Width) + 1, uint64_t(256),
                             (uint64_t(1) << 32) + 1, ~uint64_t(0)})
        EXPECT_NE("", messageOf(Some.with(S.Field, Value))) << F.Nibble << " " << S.Low;
  }
  // b16 (19) is a type, but not one that the four bits of ety can hold.
  MMADescriptor Load = cantFail(MMADescriptor::decode(0x1800011706000000));
  EXPECT_NE("", messageOf(Load.with(MMAField_Element, 19)));
}

TEST(MMADescriptor, FieldsOfOtherFamiliesAreRejected) {
  MMADescriptor Load = cantFail(MMADescriptor::decode(0x1800011706000000));
  EXPECT_FALSE(Load.has(MMAField_Satfinite));
  EXPECT_EQ(0u, Load.get(MMAField_Satfinite));
  EXPECT_EQ("the MMA descriptor of this family has no field 'satf'",
            messageOf(Load.with(MMAField_Satfinite, 1)));
  MMADescriptor MMA = cantFail(MMADescriptor::decode(0x48014A1204070700));
  EXPECT_EQ("the MMA descriptor of this family has no field 'ety'",
            messageOf(MMA.with(MMAField_Element, 6)));
  EXPECT_EQ("the MMA descriptor of this family has no field 'space'",
            messageOf(MMA.with(MMAField_Space, 1)));
}

TEST(MMADescriptor, MessagesSayWhatIsWrong) {
  // A's type 17, in cicc's words.
  EXPECT_TRUE(StringRef(decodeError(0x48014A1204071100))
                  .starts_with("0x48014A1204071100 is not an MMA descriptor: "
                               "Wrong MMA element type 17 in field 'aty'"));
  EXPECT_TRUE(StringRef(decodeError(0x48014A1204000700)).contains("Wrong MMA element type 0"));
  EXPECT_TRUE(StringRef(decodeError(0x1800011700000000)).contains("Wrong MMA element type 0"));
  EXPECT_EQ("0x48014A0704070700 is not an MMA descriptor: unknown MMA shape 0x7 in field 'shape'",
            decodeError(0x48014A0704070700));
  EXPECT_TRUE(StringRef(decodeError(0x48014A0004070700)).contains("unknown MMA shape 0x0"));
  EXPECT_EQ("0x48014A1204070730 is not an MMA descriptor: field 'opc' has no value 3; its values "
            "are |.and.popc|.xor.popc",
            decodeError(0x48014A1204070730));
}

TEST(MMADescriptor, WordsOfNoFamily) {
  const uint64_t Rest = 0x08014A1204070700;
  for (uint64_t Nibble : {0, 14, 15})
    EXPECT_TRUE(StringRef(decodeError(Nibble << 60 | Rest))
                    .ends_with("bits [63:60] name no instruction family"));
  EXPECT_EQ("0x0 is not an MMA descriptor: bits [63:60] name no instruction family",
            decodeError(0));
  EXPECT_EQ("0xFFFFFFFFFFFFFFFF is not an MMA descriptor: bits [63:60] name no instruction family",
            decodeError(~uint64_t(0)));
  for (const Family &F : Families) {
    Expected<MMADescriptor> Alone = MMADescriptor::decode(F.Nibble << 60);
    EXPECT_TRUE(!Alone || !lookupMMAVariant(*Alone)) << "a family alone is no instruction";
    consumeError(Alone.takeError());
    EXPECT_NE("", decodeError(F.Nibble << 60 | ~(uint64_t(0xF) << 60)));
  }
}

// A million words, most of them near a word that means something: what decodes is
// made of its fields and nothing else, and what a field cannot hold does not decode.
TEST(MMADescriptor, RandomWords) {
  std::mt19937_64 Random(19);
  unsigned Accepted = 0, Rejected = 0;
  for (unsigned Round = 0; Round < 1000000; ++Round) {
    const Family &F = Families[Random() % std::size(Families)];
    uint64_t Word;
    if (Round % 8 == 0) {
      Word = Random();
    } else {
      Word = F.Nibble << 60;
      for (const Slot &S : F.View) {
        bool Any = Random() % 32 == 0;
        Word |= (Any ? Random() % (uint64_t(1) << S.Width) : S.Values[Random() % S.Values.size()])
                << S.Low;
      }
      if (Random() % 16 == 0)
        Word ^= uint64_t(1) << Random() % 64;
    }

    bool ShouldDecode = Word >> 60 >= 1 && Word >> 60 <= std::size(Families);
    if (ShouldDecode) {
      uint64_t Known = uint64_t(0xF) << 60;
      for (const Slot &S : getView(Word)) {
        Known |= maskOf(S);
        ShouldDecode &= isLegal(S, (Word & maskOf(S)) >> S.Low);
      }
      ShouldDecode &= (Word & ~Known) == 0;
    }
    Expected<MMADescriptor> Decoded = MMADescriptor::decode(Word);
    ASSERT_EQ(ShouldDecode, bool(Decoded)) << hex(Word);
    if (!Decoded) {
      consumeError(Decoded.takeError());
      ++Rejected;
      continue;
    }
    ++Accepted;
    MMADescriptor Again = cantFail(MMADescriptor::decode(Families[(Word >> 60) - 1].SomeWord));
    for (const Slot &S : getView(Word))
      Again = cantFail(Again.with(S.Field, Decoded->get(S.Field)));
    ASSERT_EQ(hex(Word), hex(Again.getWord()));
  }
  EXPECT_GT(Accepted, 100000u);
  EXPECT_GT(Rejected, 100000u);
}
