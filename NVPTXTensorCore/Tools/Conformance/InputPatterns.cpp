//===- InputPatterns.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a pattern. Small integers are small enough that the narrowest accumulator
// (11 bits, of f16) holds every partial sum; the f16 instructions multiply 32 pairs at
// most, and what .scale_vec multiplies goes into f32.
//
//===----------------------------------------------------------------------===//

#include "InputPatterns.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Makes the patterns of one multiplication.
class PatternMaker {
public:
  PatternMaker(const Multiplication &Mul, uint64_t Seed) : Mul(Mul), Random(Seed) {}

  std::vector<InputPattern> make() {
    zeros();
    if (Mul.isFloat())
      makeFloats();
    else
      makeIntegers();
    return std::move(Patterns);
  }

private:
  using Generator = function_ref<uint64_t(const NumberFormat &)>;

  void makeFloats();
  void makeIntegers();
  void zeros();
  void smallIntegers(bool HasSwappedIndices = false);
  void oneInEachRow(unsigned Rotation);
  void oneInEachColumn(unsigned Rotation);
  void random(StringRef Name, Generator Generate);
  void scales();
  void largest();
  void singleProducts();
  void specials(StringRef Name, bool IsNaN);
  void notANumberScales();
  void randomIntegers();
  void integerExtremes(bool IsNegative);

  OperandTiles start();
  void randomizeMetadata(Tile &Metadata, bool MaySwap);
  void fill(Tile &T, const NumberFormat &Format, Generator Generate) {
    for (uint64_t &Code : T.Codes)
      Code = Generate(Format);
  }
  void add(StringRef Name, OperandTiles Tiles, Demand Asked) {
    Patterns.push_back({Name.str(), std::move(Tiles), Asked});
  }

  uint64_t anyFinite(const NumberFormat &Format);
  uint64_t moderate(const NumberFormat &Format);
  uint64_t subnormal(const NumberFormat &Format);
  uint64_t smallInteger(const NumberFormat &Format) {
    return Format.encodeInteger(Random.between(Format.isSigned() ? -2 : 0, 2));
  }

  const Multiplication &Mul;
  RandomSource Random;
  std::vector<InputPattern> Patterns;
};

} // namespace

std::vector<InputPattern> tensorcore::makePatterns(const Multiplication &Mul, uint64_t Seed) {
  return PatternMaker(Mul, Seed).make();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

uint64_t PatternMaker::anyFinite(const NumberFormat &Format) {
  uint64_t Code;
  do
    Code = Random.word() & maskTrailingOnes<uint64_t>(Format.getWidth());
  while (Format.decode(Code).Class != Number::Finite);
  return Code;
}

/// A magnitude between 1/16 and 16, or whatever the format has of that but zero.
uint64_t PatternMaker::moderate(const NumberFormat &Format) {
  constexpr uint64_t Octaves = 8;
  uint64_t Sixteen = std::min(Format.encodeInteger(16), Format.getLargest() + 1);
  uint64_t Codes = std::min(Octaves << Format.getFractionBits(), Sixteen - 1);
  uint64_t Magnitude = Sixteen - 1 - Random.below(Codes);
  bool IsNegative = Format.isSigned() && Random.flip();
  return Magnitude | (IsNegative ? uint64_t(1) << (Format.getWidth() - 1) : 0);
}

uint64_t PatternMaker::subnormal(const NumberFormat &Format) {
  uint64_t Magnitude = Random.below(uint64_t(1) << Format.getFractionBits());
  bool IsNegative = Format.isSigned() && Random.flip();
  return Magnitude | (IsNegative ? uint64_t(1) << (Format.getWidth() - 1) : 0);
}

/// Two different indices of four in a group, ascending unless they may be swapped.
void PatternMaker::randomizeMetadata(Tile &Metadata, bool MaySwap) {
  const MMASparsityGroup &Group = *Mul.Group;
  unsigned Limit = Group.Group / Group.Unit;
  for (uint64_t &Code : Metadata.Codes) {
    unsigned First = unsigned(Random.below(Limit)), Second = unsigned(Random.below(Limit - 1));
    Second += Second >= First;
    if (First > Second && !MaySwap)
      std::swap(First, Second);
    Code = Group.Kept == 1 ? encodeSparsityGroup(Group, unsigned(Random.below(Limit)))
                           : encodeSparsityGroup(Group, First, Second);
  }
}

OperandTiles PatternMaker::start() {
  OperandTiles Tiles = OperandTiles::getZeros(Mul);
  if (Mul.Group)
    randomizeMetadata(Tiles.Metadata, /*MaySwap=*/false);
  return Tiles;
}

//===----------------------------------------------------------------------===//
// Patterns of both
//===----------------------------------------------------------------------===//

void PatternMaker::zeros() {
  OperandTiles Tiles = start();
  fill(Tiles.C, Mul.C, [&](const NumberFormat &F) { return smallInteger(F); });
  add("zeros", std::move(Tiles), Demand::RoundedOnce);
}

void PatternMaker::smallIntegers(bool HasSwappedIndices) {
  OperandTiles Tiles = start();
  auto Small = [&](const NumberFormat &F) { return smallInteger(F); };
  fill(Tiles.A, Mul.A, Small);
  fill(Tiles.B, Mul.B, Small);
  fill(Tiles.C, Mul.C, Small);
  if (HasSwappedIndices)
    randomizeMetadata(Tiles.Metadata, /*MaySwap=*/true);
  add(HasSwappedIndices ? "indices in any order" : "small integers", std::move(Tiles),
      Demand::RoundedOnce);
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

/// D is rows of B: a wrong element says where it comes from.
void PatternMaker::oneInEachRow(unsigned Rotation) {
  OperandTiles Tiles = start();
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Row = 0; Row != Mul.M; ++Row)
      Tiles.A.at(Row, (Row + Rotation) % Mul.getKeptColumns(), Matrix) = Mul.A.encodeInteger(1);
  fill(Tiles.B, Mul.B, [&](const NumberFormat &F) { return moderate(F); });
  add("one in each row of A", std::move(Tiles), Demand::RoundedOnce);
}

/// D is columns of A, as far as they are kept.
void PatternMaker::oneInEachColumn(unsigned Rotation) {
  OperandTiles Tiles = start();
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Column = 0; Column != Mul.N; ++Column)
      Tiles.B.at((Column + Rotation) % Mul.K, Column, Matrix) = Mul.B.encodeInteger(1);
  fill(Tiles.A, Mul.A, [&](const NumberFormat &F) { return moderate(F); });
  add("one in each column of B", std::move(Tiles), Demand::RoundedOnce);
}

void PatternMaker::random(StringRef Name, Generator Generate) {
  OperandTiles Tiles = start();
  fill(Tiles.A, Mul.A, Generate);
  fill(Tiles.B, Mul.B, Generate);
  fill(Tiles.C, Mul.C, Generate);
  if (Mul.Scale)
    for (Tile *T : {&Tiles.ScaleA, &Tiles.ScaleB})
      fill(*T, *Mul.Scale, [&](const NumberFormat &F) { return moderate(F); });
  add(Name, std::move(Tiles), Demand::Bounded);
}

/// Scales that keep sums of small integers exact: 1 and 2, of ue4m3 also 3.
void PatternMaker::scales() {
  smallIntegers();
  InputPattern &Pattern = Patterns.back();
  Pattern.Name = "scales";
  auto Generate = [&](const NumberFormat &F) {
    return F.encodeInteger(Random.between(1, F.getFractionBits() ? 3 : 2));
  };
  fill(Pattern.Tiles.ScaleA, *Mul.Scale, Generate);
  fill(Pattern.Tiles.ScaleB, *Mul.Scale, Generate);
}

/// Sums of one sign, of the largest numbers.
void PatternMaker::largest() {
  OperandTiles Tiles = start();
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Row = 0; Row != Mul.M; ++Row)
      for (unsigned Column = 0; Column != Mul.getKeptColumns(); ++Column)
        Tiles.A.at(Row, Column, Matrix) = Mul.A.getLargest(Row & 1);
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Row = 0; Row != Mul.K; ++Row)
      for (unsigned Column = 0; Column != Mul.N; ++Column)
        Tiles.B.at(Row, Column, Matrix) = Mul.B.getLargest(Column & 1);
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix)
    for (unsigned Row = 0; Row != Mul.M; ++Row)
      for (unsigned Column = 0; Column != Mul.N; ++Column)
        Tiles.C.at(Row, Column, Matrix) = Mul.C.encodeInteger((Row ^ Column) & 1 ? -1 : 1);
  add("largest", std::move(Tiles), Demand::Bounded);
}

/// f64: a product and an addend, rounded once whatever the order.
void PatternMaker::singleProducts() {
  oneInEachRow(unsigned(Random.below(Mul.K)));
  InputPattern &Pattern = Patterns.back();
  Pattern.Name = "single products";
  for (uint64_t &Code : Pattern.Tiles.A.Codes)
    Code = Code ? moderate(Mul.A) : 0;
  fill(Pattern.Tiles.C, Mul.C, [&](const NumberFormat &F) { return moderate(F); });
}

/// Infinities or NaNs here and there, in each operand that has them.
void PatternMaker::specials(StringRef Name, bool IsNaN) {
  random(Name, [&](const NumberFormat &F) { return moderate(F); });
  OperandTiles &Tiles = Patterns.back().Tiles;
  std::pair<Tile *, const NumberFormat *> Operands[] = {
      {&Tiles.A, &Mul.A}, {&Tiles.B, &Mul.B}, {&Tiles.C, &Mul.C}};
  for (auto [T, Format] : Operands) {
    if (!(IsNaN ? Format->hasNaN() : Format->hasInfinity()))
      continue;
    for (unsigned I = 0; I != 3; ++I) {
      uint64_t &Code = T->Codes[Random.below(T->Codes.size())];
      Code = IsNaN ? Format->getNaN() : Format->getInfinity(Random.flip());
    }
    T->Codes[Random.below(T->Codes.size())] = 0; // 0 * infinity
  }
}

void PatternMaker::notANumberScales() {
  scales();
  InputPattern &Pattern = Patterns.back();
  Pattern.Name = "NaN scales";
  for (Tile *T : {&Pattern.Tiles.ScaleA, &Pattern.Tiles.ScaleB})
    T->Codes[Random.below(T->Codes.size())] = Mul.Scale->getNaN();
}

void PatternMaker::makeFloats() {
  smallIntegers();
  smallIntegers();
  if (Mul.Group && Mul.Group->Kept > 1 && !Mul.HasOrderedMetadata)
    smallIntegers(/*HasSwappedIndices=*/true);
  constexpr unsigned MaximumRotations = 8;
  for (unsigned R = 0; R < std::min(Mul.getKeptColumns(), Mul.M * MaximumRotations); R += Mul.M)
    oneInEachRow(R);
  for (unsigned R = 0; R < std::min(Mul.K, Mul.N * MaximumRotations); R += Mul.N)
    oneInEachColumn(R);
  for (unsigned I = 0; I != 3; ++I)
    random("random", [&](const NumberFormat &F) { return moderate(F); });
  random("random of the whole range", [&](const NumberFormat &F) { return anyFinite(F); });
  random("subnormals", [&](const NumberFormat &F) { return subnormal(F); });
  largest();
  if (Mul.A.hasInfinity() || Mul.B.hasInfinity() || Mul.C.hasInfinity())
    specials("infinities", /*IsNaN=*/false);
  specials("NaNs", /*IsNaN=*/true);
  if (Mul.D.getFractionBits() > 32)
    for (unsigned I = 0; I != 4; ++I)
      singleProducts();
  if (!Mul.Scale)
    return;
  for (unsigned I = 0; I != 4; ++I)
    scales();
  notANumberScales();
}

//===----------------------------------------------------------------------===//
// Integers and single bits
//===----------------------------------------------------------------------===//

/// An addend that keeps sums in range, so that saturation decides nothing.
void PatternMaker::randomIntegers() {
  OperandTiles Tiles = start();
  auto Any = [&](const NumberFormat &F) {
    return Random.word() & maskTrailingOnes<uint64_t>(F.getWidth());
  };
  fill(Tiles.A, Mul.A, Any);
  fill(Tiles.B, Mul.B, Any);
  int64_t Limit = int64_t(Mul.C.getLargest() / 2);
  fill(Tiles.C, Mul.C,
       [&](const NumberFormat &F) { return F.encodeInteger(Random.between(-Limit, Limit)); });
  add("random", std::move(Tiles), Demand::RoundedOnce);
}

/// Products of one sign, and an addend next to the end of the range: saturated or wrapped.
void PatternMaker::integerExtremes(bool IsNegative) {
  OperandTiles Tiles = start();
  bool IsNegativeA = IsNegative && Mul.A.isSigned();
  bool IsNegativeB = IsNegative && !IsNegativeA && Mul.B.isSigned();
  std::fill(Tiles.A.Codes.begin(), Tiles.A.Codes.end(), Mul.A.getLargest(IsNegativeA));
  std::fill(Tiles.B.Codes.begin(), Tiles.B.Codes.end(), Mul.B.getLargest(IsNegativeB));
  bool IsAddendNegative = IsNegativeA || IsNegativeB;
  int64_t Largest = int64_t(Mul.C.getLargest());
  fill(Tiles.C, Mul.C, [&](const NumberFormat &F) {
    int64_t Magnitude = Largest - Random.between(0, 100);
    return F.encodeInteger(IsAddendNegative ? -Magnitude : Magnitude);
  });
  add(IsAddendNegative ? "smallest" : "largest", std::move(Tiles), Demand::RoundedOnce);
}

void PatternMaker::makeIntegers() {
  smallIntegers();
  if (Mul.Group && !Mul.HasOrderedMetadata)
    smallIntegers(/*HasSwappedIndices=*/true);
  for (unsigned I = 0; I != 8; ++I)
    randomIntegers();
  integerExtremes(/*IsNegative=*/false);
  integerExtremes(/*IsNegative=*/true);
}
