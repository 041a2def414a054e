//===- FastMultiplicationTest.cpp -----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fast multiplications before the judge of conformance: one variant of each kind, with all
// patterns. Perturbed ones must satisfy it too, and differ.
//
//===----------------------------------------------------------------------===//

#include "Numbers/FastMultiplication.h"
#include "Conformance/InputPatterns.h"
#include "Model/Instructions/MMACatalogue.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// What makes multiplications different, but for their extents.
std::string getKind(const Multiplication &Mul) {
  std::string Kind;
  for (const NumberFormat *Format : {&Mul.D, &Mul.A, &Mul.B, &Mul.C})
    Kind += Format->getSpelling().str() + " ";
  return Kind + std::to_string(Mul.Count) + (Mul.Group ? "sparse" : "") +
         std::to_string(Mul.ScaleCount) + (Mul.Scale ? Mul.Scale->getSpelling().str() : "") +
         std::to_string(Mul.Operator) + std::to_string(int(Mul.Mode)) +
         (Mul.Saturates ? "saturates" : "");
}

std::vector<const MMAVariant *> getVariants() {
  std::set<std::string> Kinds;
  std::vector<const MMAVariant *> Variants;
  for (const MMAVariant &Variant : getMMAVariants())
    if (Variant.Family == MMAFamily_MMA || Variant.Family == MMAFamily_WMMA)
      if (Kinds.insert(getKind(Multiplication(Variant))).second)
        Variants.push_back(&Variant);
  return Variants;
}

/// Elements that are wrong, and those that differ from the exact result.
struct Verdict {
  unsigned Wrong = 0, Different = 0;
};

Verdict judgeAll(const Multiplication &Mul, const InputPattern &Pattern, const Tile &D) {
  const MMAReference Reference(Mul, Pattern.Tiles);
  Verdict Result;
  for (unsigned Matrix = 0; Matrix != D.Count; ++Matrix)
    for (unsigned Row = 0; Row != D.Rows; ++Row)
      for (unsigned Column = 0; Column != D.Columns; ++Column) {
        const DotProduct Dot = Reference.get(Row, Column, Matrix);
        const uint64_t Code = D.at(Row, Column, Matrix);
        Result.Wrong += judge(Mul, Dot, Code, Pattern.Asked) == Judgement::Wrong;
        Result.Different += Code != encodeResult(Mul, Dot);
      }
  return Result;
}

TEST(FastMultiplication, IsRightForEveryKind) {
  for (const MMAVariant *Variant : getVariants()) {
    const Multiplication Mul(*Variant);
    for (const InputPattern &Pattern : makePatterns(Mul, 1))
      EXPECT_EQ(0u, judgeAll(Mul, Pattern, multiply(Mul, Pattern.Tiles)).Wrong)
          << Variant->Name.str() << ", " << Pattern.Name;
  }
}

TEST(FastMultiplication, PerturbedSumsAreAllowedOnes) {
  std::mt19937_64 Chance(1);
  unsigned Different = 0;
  for (const MMAVariant *Variant : getVariants()) {
    const Multiplication Mul(*Variant);
    for (const InputPattern &Pattern : makePatterns(Mul, 2)) {
      const Verdict V = judgeAll(Mul, Pattern, multiply(Mul, Pattern.Tiles, &Chance));
      EXPECT_EQ(0u, V.Wrong) << Variant->Name.str() << ", " << Pattern.Name;
      Different += V.Different;
    }
  }
  EXPECT_LT(1000u, Different);
}

/// Extents that no instruction of a warp has, with columns beyond the last whole vector.
TEST(FastMultiplication, AnyExtents) {
  const Multiplication Mul(NumberFormat("f32"), NumberFormat("f16"), NumberFormat("f16"), 7, 13, 5);
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  for (unsigned I = 0; I != Tiles.A.Codes.size(); ++I)
    Tiles.A.Codes[I] = Mul.A.encodeInteger(int(I) % 9 - 4);
  for (unsigned I = 0; I != Tiles.B.Codes.size(); ++I)
    Tiles.B.Codes[I] = Mul.B.encodeInteger(int(I) % 11 - 5);
  for (unsigned I = 0; I != Tiles.C.Codes.size(); ++I)
    Tiles.C.Codes[I] = Mul.C.encodeInteger(int(I));
  EXPECT_EQ(MMAReference(Mul, Tiles).getResult().Codes, multiply(Mul, Tiles).Codes);
}

} // namespace
