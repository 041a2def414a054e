//===- MMAReferenceTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference of mma-conformance against numbers worked out by hand: products, sparsity
// as the PTX ISA's examples have it, scales, saturation, infinities, rounding modes; and
// what the comparison lets pass and what not.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMACatalogue.h"
#include "Numbers/Accuracy.h"
#include "TestHelpers.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

Multiplication get(StringRef Name) {
  const MMAVariant *Variant = lookupMMAVariant(("llvm.nvvm." + Name).str());
  EXPECT_TRUE(Variant) << Name;
  return Multiplication(*Variant);
}

constexpr uint64_t HalfOne = 0x3C00, HalfTwo = 0x4000, HalfInfinity = 0x7C00;

TEST(Multiplication, ReadsVariants) {
  Multiplication Sparse = get("mma.sp.ordered.metadata.m16n8k64.row.col.satfinite.s4.u4");
  EXPECT_EQ(64u, Sparse.K);
  EXPECT_EQ(32u, Sparse.getKeptColumns());
  EXPECT_EQ(8u, Sparse.getNumGroups());
  EXPECT_TRUE(Sparse.HasOrderedMetadata);
  EXPECT_TRUE(Sparse.Saturates);
  Multiplication QuadPairs = get("mma.m8n8k4.row.col.f32.f16");
  EXPECT_EQ(4u, QuadPairs.Count);
  EXPECT_EQ(Rounding::Up, get("mma.m16n8k8.row.col.rp.f64").Mode);
  EXPECT_EQ(Multiplication::AndPopc, get("mma.and.popc.m16n8k256.row.col.b1").Operator);
  Multiplication Scaled =
      get("mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3");
  EXPECT_EQ(4u, Scaled.ScaleCount);
  EXPECT_EQ("ue4m3", Scaled.Scale->getSpelling());
  EXPECT_EQ(4u, Scaled.ElementBits);
}

TEST(Multiplication, RefusesFieldsThatAreNewer) {
  BitLayout Layout = getLayout(MMAFamily_MMA);
  std::vector<BitSlot> Slots(2, Layout.Slots.front());
  Slots[0].Shift = 0, Slots[0].Width = 1;
  Slots[1].Shift = 1, Slots[1].Width = 1, Slots[1].Field = 255, Slots[1].Values = {};
  Layout.Slots = Slots;
  EXPECT_EQ(toString(checkMeaning(Layout, 1)), "");
  EXPECT_NE(toString(checkMeaning(Layout, 3)), "");
}

TEST(MMAReference, ProductsAndAddend) {
  Multiplication Mul = get("mma.m16n8k8.row.col.f32.f32");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  // Row 3 of A is 1 2 0 …, column 5 of B is 2 1 0 …, C is 0.5: 2 + 2 + 0.5.
  Tiles.A.at(3, 0) = HalfOne;
  Tiles.A.at(3, 1) = HalfTwo;
  Tiles.B.at(0, 5) = HalfTwo;
  Tiles.B.at(1, 5) = HalfOne;
  Tiles.C.at(3, 5) = 0x3F000000;
  MMAReference Reference(Mul, Tiles);
  EXPECT_EQ(0x40900000u, Reference.getCode(3, 5)); // 4.5
  EXPECT_EQ(0u, Reference.getCode(3, 4));
  EXPECT_EQ(0u, Reference.getCode(5, 3));
}

TEST(MMAReference, IntegersWrapOrSaturate) {
  for (bool Saturates : {false, true}) {
    Multiplication Mul =
        get(Saturates ? "mma.m8n8k16.row.col.satfinite.s8" : "mma.m8n8k16.row.col.s8");
    OperandTiles Tiles = OperandTiles::getZeros(Mul);
    Tiles.A.at(0, 0) = 0x7F;
    Tiles.A.at(1, 0) = 0x80;
    Tiles.B.at(0, 0) = 0x7F;
    Tiles.C.at(0, 0) = 0x7FFFFFFF;
    Tiles.C.at(1, 0) = 0x80000000;
    MMAReference Reference(Mul, Tiles);
    EXPECT_EQ(Saturates ? 0x7FFFFFFFu : 0x80003F00u, Reference.getCode(0, 0)); // + 127 * 127
    EXPECT_EQ(Saturates ? 0x80000000u : 0x7FFFC080u, Reference.getCode(1, 0)); // - 128 * 127
  }
}

TEST(MMAReference, SignednessIsOfEachOperand) {
  Multiplication Mul = get("mma.m8n8k16.row.col.s8.u8");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(0, 0) = 0xFF; // -1
  Tiles.B.at(0, 0) = 0xFF; // 255
  EXPECT_EQ(0xFFFFFF01u, MMAReference(Mul, Tiles).getCode(0, 0));
}

TEST(MMAReference, SingleBits) {
  for (auto [Name, Expected] : {std::pair("mma.xor.popc.m8n8k128.row.col.b1", 12u),
                                std::pair("mma.and.popc.m8n8k128.row.col.b1", 11u)}) {
    Multiplication Mul = get(Name);
    OperandTiles Tiles = OperandTiles::getZeros(Mul);
    // A 1100, B 1010: two places differ, one is in both; C is 10.
    Tiles.A.at(2, 0) = Tiles.A.at(2, 1) = 1;
    Tiles.B.at(0, 7) = Tiles.B.at(2, 7) = 1;
    Tiles.C.at(2, 7) = 10;
    EXPECT_EQ(Expected, MMAReference(Mul, Tiles).getCode(2, 7)) << Name;
  }
}

//===----------------------------------------------------------------------===//
// Sparsity
//===----------------------------------------------------------------------===//

TEST(Sparsity, OneOfTwo) {
  // PTX ISA: 0b0100 names the first, 0b1110 the second element.
  const MMASparsityGroup &Group = *lookupMMASparsityGroup(32);
  EXPECT_EQ(0b0100u, encodeSparsityGroup(Group, 0));
  EXPECT_EQ(0b1110u, encodeSparsityGroup(Group, 1));
  Tile Metadata(1, 2);
  Metadata.Codes = {0b0100, 0b1110};
  EXPECT_EQ(0u, getLogicalColumn(Group, Metadata, 0, 0));
  EXPECT_EQ(3u, getLogicalColumn(Group, Metadata, 0, 1));
}

TEST(Sparsity, TwoOfFour) {
  for (unsigned Bits : {8, 16}) {
    const MMASparsityGroup &Group = *lookupMMASparsityGroup(Bits);
    // The lower two bits are the index of the first element that is kept.
    EXPECT_EQ(0b1101u, encodeSparsityGroup(Group, 1, 3));
    Tile Metadata(1, 2);
    Metadata.Codes = {0b1101, 0b0100};
    const unsigned Expected[] = {1, 3, 4, 5};
    for (unsigned Kept = 0; Kept != 4; ++Kept)
      EXPECT_EQ(Expected[Kept], getLogicalColumn(Group, Metadata, 0, Kept));
  }
}

TEST(Sparsity, FourOfEightInPairs) {
  const MMASparsityGroup &Group = *lookupMMASparsityGroup(4);
  Tile Metadata(1, 2);
  Metadata.Codes = {0b1101, 0b1000};
  const unsigned Expected[] = {2, 3, 6, 7, 8, 9, 12, 13};
  for (unsigned Kept = 0; Kept != 8; ++Kept)
    EXPECT_EQ(Expected[Kept], getLogicalColumn(Group, Metadata, 0, Kept));
}

TEST(Sparsity, SelectsRowsOfB) {
  Multiplication Mul = get("mma.sp.m16n8k16.row.col.f32.f32");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(0, 2) = HalfOne;       // the first kept element of group 1
  Tiles.Metadata.at(0, 1) = 0b1110; // elements 2 and 3
  Tiles.B.at(6, 0) = HalfTwo;       // 4 + 2
  Tiles.B.at(4, 0) = Tiles.B.at(5, 0) = Tiles.B.at(7, 0) = HalfOne;
  MMAReference Reference(Mul, Tiles);
  EXPECT_EQ(0x40000000u, Reference.getCode(0, 0));
  EXPECT_EQ(8u, Reference.get(0, 0).NumTerms);
}

TEST(Sparsity, WhatIsNotKeptIsNotMultiplied) {
  Multiplication Mul = get("mma.sp.m16n8k16.row.col.f32.f32");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.B.at(3, 0) = HalfInfinity; // the metadata says elements 0 and 1
  EXPECT_FALSE(MMAReference(Mul, Tiles).get(0, 0).isNaN());
  Tiles.B.at(1, 0) = HalfInfinity;
  EXPECT_TRUE(MMAReference(Mul, Tiles).get(0, 0).isNaN());
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

TEST(Scales, OfBlocks) {
  // K = 64 in four blocks of sixteen.
  Multiplication Mul =
      get("mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(2, 15) = 0x7; // 6
  Tiles.A.at(2, 16) = 0x1; // 0.5
  Tiles.B.at(15, 1) = Tiles.B.at(16, 1) = 0x2;
  Tiles.ScaleA.at(2, 0) = Mul.Scale->encodeInteger(2);
  Tiles.ScaleA.at(2, 1) = Mul.Scale->encodeInteger(8);
  Tiles.ScaleB.at(1, 1) = Mul.Scale->encodeInteger(3);
  // 6 * 2 + 0.5 * 8 * 3
  EXPECT_EQ(24.0L, MMAReference(Mul, Tiles).get(2, 1).Sum.toLongDouble());
}

TEST(Scales, PowersOfTwoAndNaN) {
  Multiplication Mul = get("mma.block.scale.m16n8k32.row.col.mxf8f6f4.f32.e4m3.e4m3.f32.ue8m0");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(0, 0) = Tiles.B.at(0, 0) = Mul.A.encodeInteger(1);
  Tiles.ScaleA.at(0, 0) = 0x7F + 10;
  Tiles.ScaleB.at(0, 0) = 0x7F - 3;
  EXPECT_EQ(128.0L, MMAReference(Mul, Tiles).get(0, 0).Sum.toLongDouble());
  Tiles.ScaleB.at(0, 0) = 0xFF;
  EXPECT_TRUE(MMAReference(Mul, Tiles).get(0, 0).isNaN());
  EXPECT_FALSE(MMAReference(Mul, Tiles).get(0, 1).isNaN());
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

TEST(Accuracy, PreservedBits) {
  EXPECT_EQ(23u, getPreservedBits(get("mma.m16n8k16.row.col.f32.f32")));
  EXPECT_EQ(10u, getPreservedBits(get("mma.m16n8k16.row.col.f16.f16")));
  EXPECT_EQ(23u, getPreservedBits(get("mma.m16n8k8.row.col.tf32")));
  EXPECT_EQ(52u, getPreservedBits(get("mma.m8n8k4.row.col.f64")));
  EXPECT_EQ(13u, getPreservedBits(get("mma.m16n8k32.row.col.f32.e4m3.e5m2.f32")));
  EXPECT_EQ(10u, getPreservedBits(get("mma.m16n8k32.row.col.f16.e4m3.e5m2.f16")));
}

/// C alone, of f32.
DotProduct addend(const Multiplication &Mul, uint64_t Code) {
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.C.at(0, 0) = Code;
  return MMAReference(Mul, Tiles).get(0, 0);
}

TEST(Accuracy, TheBoundIsTight) {
  Multiplication Mul = get("mma.m16n8k8.row.col.f32.f32");
  DotProduct One = addend(Mul, 0x3F800000);
  // (8 + 2) * 2^-23 + 2^-23 above 1 is eleven neighbours.
  EXPECT_EQ(Judgement::Right, judge(Mul, One, 0x3F800000 + 11, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, One, 0x3F800000 + 12, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, One, 0x3F800001, Demand::RoundedOnce));
  EXPECT_EQ(Judgement::Right, judge(Mul, One, 0x3F800000, Demand::RoundedOnce));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, One, 0xBF800000, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, One, 0x7FC00000, Demand::Bounded));
}

TEST(Accuracy, SubnormalsDoNotRoundFiner) {
  Multiplication Mul = get("mma.m8n8k4.row.col.rm.f64");
  // However small it is: each of 4 + 2 roundings may lose one, and one more is the neighbours'
  // distance.
  DotProduct Small = addend(Mul, 1000);
  EXPECT_EQ(Judgement::Right, judge(Mul, Small, 1000 - 7, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, Small, 1000 - 8, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, Small, 1001, Demand::Bounded));
}

TEST(Accuracy, ZerosHaveEitherSign) {
  Multiplication Mul = get("mma.m16n8k8.row.col.f32.f32");
  EXPECT_EQ(Judgement::Right, judge(Mul, addend(Mul, 0), 0x80000000, Demand::RoundedOnce));
}

TEST(Accuracy, InfinitiesAndNaNs) {
  Multiplication Mul = get("mma.m16n8k8.row.col.f32.f32");
  DotProduct Infinite = addend(Mul, 0xFF800000), NaN = addend(Mul, 0x7F800001);
  EXPECT_EQ(Judgement::Right, judge(Mul, Infinite, 0xFF800000, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, Infinite, 0x7F800000, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, Infinite, 0xFF7FFFFF, Demand::Bounded));
  EXPECT_EQ(Judgement::Right, judge(Mul, NaN, 0x7FFFFFFF, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, NaN, 0x7F800000, Demand::Bounded));
}

TEST(Accuracy, Overflow) {
  Multiplication Mul = get("mma.m16n8k8.row.col.f16.f16");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(0, 0) = Tiles.B.at(0, 0) = 0x7BFF;
  DotProduct TooLarge = MMAReference(Mul, Tiles).get(0, 0);
  EXPECT_EQ(Judgement::Right, judge(Mul, TooLarge, 0x7C00, Demand::Bounded));
  EXPECT_EQ(Judgement::Right, judge(Mul, TooLarge, 0x7BFF, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, TooLarge, 0xFC00, Demand::Bounded));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, TooLarge, 0x7000, Demand::Bounded));
  // With another product that takes it away the order decides.
  Tiles.A.at(0, 1) = 0x7BFF;
  Tiles.B.at(1, 0) = 0xFBFF;
  EXPECT_EQ(Judgement::NotJudged,
            judge(Mul, MMAReference(Mul, Tiles).get(0, 0), 0x7C00, Demand::Bounded));
}

TEST(Accuracy, SaturatedFloats) {
  Multiplication Mul = get("wmma.m16n16k16.mma.row.col.f16.f16.satfinite");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.C.at(0, 0) = HalfInfinity;
  Tiles.C.at(0, 1) = 0x7E00;
  MMAReference Reference(Mul, Tiles);
  EXPECT_EQ(0x7BFFu, Reference.getCode(0, 0));
  EXPECT_EQ(0u, Reference.getCode(0, 1));
  EXPECT_EQ(Judgement::Wrong, judge(Mul, Reference.get(0, 0), 0x7C00, Demand::Bounded));
}

TEST(Accuracy, DirectedRoundingHasASide) {
  // 1 + 2^-80: below 1 is wrong with .rm, and so is what is above it; with .rp 1 is.
  auto Judge = [](StringRef Name, uint64_t Code) {
    Multiplication Mul = get(Name);
    OperandTiles Tiles = OperandTiles::getZeros(Mul);
    Tiles.A.at(0, 0) = Tiles.B.at(0, 0) = 0x3D70000000000000; // 2^-40
    Tiles.C.at(0, 0) = 0x3FF0000000000000;
    return judge(Mul, MMAReference(Mul, Tiles).get(0, 0), Code, Demand::Bounded);
  };
  EXPECT_EQ(Judgement::Right, Judge("mma.m8n8k4.row.col.rm.f64", 0x3FF0000000000000));
  EXPECT_EQ(Judgement::Wrong, Judge("mma.m8n8k4.row.col.rm.f64", 0x3FF0000000000001));
  EXPECT_EQ(Judgement::Wrong, Judge("mma.m8n8k4.row.col.rp.f64", 0x3FF0000000000000));
  EXPECT_EQ(Judgement::Right, Judge("mma.m8n8k4.row.col.rp.f64", 0x3FF0000000000001));
  EXPECT_EQ(Judgement::Right, Judge("mma.m8n8k4.row.col.f64", 0x3FF0000000000001));
}

TEST(Accuracy, SaturatedSumsOfBothSignsAreNotJudged) {
  Multiplication Mul = get("mma.m8n8k16.row.col.satfinite.s8");
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  Tiles.A.at(0, 0) = 0x7F;
  Tiles.A.at(0, 1) = 0x81;
  Tiles.B.at(0, 0) = Tiles.B.at(1, 0) = 0x7F;
  Tiles.C.at(0, 0) = 0x7FFFFFFF;
  EXPECT_EQ(Judgement::NotJudged,
            judge(Mul, MMAReference(Mul, Tiles).get(0, 0), 0, Demand::RoundedOnce));
}

} // namespace
