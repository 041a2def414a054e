//===- MMAAlternatives.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances between variants, and between names.
//
//===----------------------------------------------------------------------===//

#include "MMAAlternatives.h"
#include "MMACatalogue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

/// Weights of the differences.
namespace Weight {
constexpr unsigned Operands = 16, Unit = 12, Accumulator = 8, Type = 2, Width = 1, Doubling = 2,
                   Modifier = 1;
} // namespace Weight

static unsigned getTypeDistance(MMAType L, MMAType R) {
  if (L == R)
    return 0;
  const MMATypeInfo *Left = lookupMMAType(L), *Right = lookupMMAType(R);
  if (!Left || !Right || Left->Unit != Right->Unit)
    return Weight::Unit;
  return Weight::Type + (Left->Width == Right->Width ? 0 : Weight::Width);
}

/// How often one number has to be doubled or halved to become the other.
static unsigned getDoublings(unsigned L, unsigned R) {
  return L && R ? std::abs(int(Log2_32(L)) - int(Log2_32(R))) : L == R ? 0 : 32;
}

static unsigned getShapeDistance(MMAShape L, MMAShape R) {
  const MMAShapeInfo *Left = lookupMMAShape(L), *Right = lookupMMAShape(R);
  if (!Left || !Right)
    return L == R ? 0 : 32 * Weight::Doubling;
  return Weight::Doubling * (getDoublings(Left->Rows, Right->Rows) +
                             getDoublings(Left->Columns, Right->Columns) +
                             getDoublings(Left->Depth, Right->Depth));
}

static unsigned getDistance(const MMAVariant &L, const MMAVariant &R) {
  const MMAOpcodeInfo &LeftOpcode = getMMAOpcodeInfo(L.Opcode);
  const MMAOpcodeInfo &RightOpcode = getMMAOpcodeInfo(R.Opcode);
  unsigned Operands = (LeftOpcode.HasMetadata != RightOpcode.HasMetadata) +
                      (LeftOpcode.HasScales != RightOpcode.HasScales) + (L.Stride != R.Stride) +
                      (L.Matrix != R.Matrix) + (L.Residency != R.Residency) +
                      2 * (L.Action != R.Action);
  unsigned Accumulators = (L.D != R.D) + (L.C != R.C);
  unsigned Types = getTypeDistance(L.A, R.A) + getTypeDistance(L.B, R.B) +
                   getTypeDistance(L.D, R.D) + getTypeDistance(L.C, R.C) +
                   getTypeDistance(L.Element, R.Element);
  unsigned Modifiers = (L.ALayout != R.ALayout) + (L.BLayout != R.BLayout) +
                       (L.Layout != R.Layout) + (L.Rounding != R.Rounding) +
                       (L.Operation != R.Operation) + (L.Kind != R.Kind) + (L.Scales != R.Scales) +
                       (L.ScaleType != R.ScaleType) + (L.Sparsity != R.Sparsity) +
                       (L.Satfinite != R.Satfinite) + (L.Count != R.Count) +
                       (L.Transpose != R.Transpose);
  return Weight::Operands * Operands + Weight::Accumulator * Accumulators + Types +
         getShapeDistance(L.Shape, R.Shape) + Weight::Modifier * Modifiers;
}

const MMAVariant *tensorcore::findNearestLegalVariant(const MMAVariant &Variant,
                                                      const TargetVersion &Target) {
  const MMAVariant *Nearest = nullptr;
  unsigned Least = 2 * Weight::Operands; // further away is no alternative
  for (const MMAVariant &Candidate : getMMAVariants()) {
    if (Candidate.Family != Variant.Family || !isLegal(Candidate, Target))
      continue;
    unsigned Distance = getDistance(Variant, Candidate);
    if (Distance < Least) {
      Least = Distance;
      Nearest = &Candidate;
    }
  }
  return Nearest;
}

namespace {

/// The words of all intrinsic names.
struct Vocabulary {
  std::vector<SmallVector<StringRef, 16>> Names;
  StringSet<> Words;

  Vocabulary() {
    for (const MMAVariant &Variant : getMMAVariants()) {
      Variant.Name.split(Names.emplace_back(), '.');
      for (StringRef Word : Names.back())
        Words.insert(Word);
    }
  }
};

} // namespace

/// Where two names of the same length differ, if that is in one word.
static std::optional<size_t> findOnlyDifference(ArrayRef<StringRef> L, ArrayRef<StringRef> R) {
  if (L.size() != R.size())
    return std::nullopt;
  auto [First, Other] = std::mismatch(L.begin(), L.end(), R.begin());
  if (First == L.end() || !std::equal(First + 1, L.end(), Other + 1))
    return std::nullopt;
  return First - L.begin();
}

/// "a", "a or b", "a, b or c".
static std::string joinAlternatives(ArrayRef<std::string> Words) {
  if (Words.size() == 1)
    return Words.front();
  return join(Words.drop_back(), ", ") + " or " + Words.back();
}

std::string tensorcore::suggestWords(StringRef IntrinsicName) {
  static const Vocabulary Known;
  SmallVector<StringRef, 16> Words;
  IntrinsicName.split(Words, '.');
  if (!all_of(Words, [](StringRef Word) { return Known.Words.contains(Word); }))
    return {};
  std::map<size_t, std::set<std::string>> LegalAt; // by position in the name
  for (const auto &Name : Known.Names)
    if (std::optional<size_t> Position = findOnlyDifference(Words, Name))
      LegalAt[*Position].insert(Name[*Position].str());
  std::vector<std::string> Parts;
  for (const auto &[Position, Legal] : LegalAt)
    Parts.push_back(joinAlternatives(std::vector<std::string>(Legal.begin(), Legal.end())) +
                    " in place of " + Words[Position].str());
  if (Parts.empty())
    return {};
  bool IsOnlyOne = LegalAt.size() == 1 && LegalAt.begin()->second.size() == 1;
  return (IsOnlyOne ? "legal is " : "legal are ") + join(Parts, "; or ");
}
