//===- Multiplication.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads variants; expands sparsity metadata.
//
//===----------------------------------------------------------------------===//

#include "Numbers/Multiplication.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;

static Rounding getRounding(const MMAVariant &Variant) {
  switch (Variant.get<mma::Rounding>()) {
  case mma::Rounding::Rm:
    return Rounding::Down;
  case mma::Rounding::Rp:
    return Rounding::Up;
  case mma::Rounding::Rz:
    return Rounding::ToZero;
  case mma::Rounding::Rn:
  case mma::Rounding::None:
    return Rounding::ToNearest;
  }
  llvm_unreachable("a rounding that no descriptor has");
}

static Multiplication::Operation getOperation(const MMAVariant &Variant) {
  const auto Operation = Variant.get<mma::Operation>();
  return Operation == mma::Operation::AndPopc   ? Multiplication::AndPopc
         : Operation == mma::Operation::XorPopc ? Multiplication::XorPopc
                                                : Multiplication::Multiply;
}

Multiplication::Multiplication(const MMAVariant &V)
    : D(V.getD()), A(V.getA()), B(V.getB()), C(V.getC() == MMAType_None ? V.getD() : V.getC()),
      ElementBits(lookupMMAType(V.getB())->Width), ScaleCount(V.ScaleCount),
      Operator(getOperation(V)), Mode(getRounding(V)), Saturates(V.get(MMAField_Satfinite)) {
  const MMAShapeInfo &Shape = *lookupMMAShape(V.getShape());
  M = Shape.Rows;
  N = Shape.Columns;
  K = Shape.Depth;
  Count = 1;
  // The elements of wmma are in memory; the fragments of the other instructions have them.
  if (Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(V, MMAOperand_B)) {
    ElementBits = Layout->getElementBits();
    Count = Layout->getNumTiles();
  } else {
    consumeError(Layout.takeError());
  }
  const auto Sparsity = V.get<mma::Sparsity>();
  if (Sparsity != mma::Sparsity::None)
    Group = lookupMMASparsityGroup(ElementBits);
  HasOrderedMetadata = Sparsity == mma::Sparsity::SpOrderedMetadata;
  if (ScaleCount)
    Scale = NumberFormat(V.print(MMAField_ScaleType).drop_front());
}

/// The newest field of the MMA descriptor that has a meaning here.
static constexpr MMAField NewestKnown = MMAField_Compressed;

Error tensorcore::checkMeaning(const BitLayout &Layout, uint64_t Word) {
  for (const BitSlot &Slot : Layout.Slots) {
    const uint64_t Value = Slot.extract(Word);
    if (!Value || Slot.Field <= NewestKnown)
      continue;
    const BitValue *Meaning =
        find_if(Slot.Values, [&](const BitValue &V) { return V.Value == Value; });
    return makeError("what '" + (Meaning == Slot.Values.end() ? Slot.Key : Meaning->Meaning) +
                     "' (" + Slot.Name + ") computes is not known");
  }
  return Error::success();
}

OperandTiles OperandTiles::getZeros(const Multiplication &Mul) {
  OperandTiles Result;
  Result.A = Tile(Mul.M, Mul.getKeptColumns(), Mul.Count);
  Result.B = Tile(Mul.K, Mul.N, Mul.Count);
  Result.C = Tile(Mul.M, Mul.N, Mul.Count);
  if (Mul.Group)
    Result.Metadata = Tile(Mul.M, Mul.getNumGroups(), 1, encodeSparsityGroup(*Mul.Group, 0, 1));
  if (Mul.Scale) {
    uint64_t One = Mul.Scale->encodeInteger(1);
    Result.ScaleA = Tile(Mul.M, Mul.ScaleCount, 1, One);
    Result.ScaleB = Tile(Mul.ScaleCount, Mul.N, 1, One);
  }
  return Result;
}

/// 1:2 names its element by the indices of the element's two halves.
static bool hasOneIndex(const MMASparsityGroup &Group) { return Group.Kept == 1; }

uint64_t tensorcore::encodeSparsityGroup(const MMASparsityGroup &Group, unsigned First,
                                         unsigned Second) {
  if (hasOneIndex(Group)) {
    First *= 2;
    Second = First + 1;
  }
  return First | Second << 2;
}

unsigned tensorcore::getLogicalColumn(const MMASparsityGroup &Group, unsigned Code,
                                      unsigned KeptColumn) {
  unsigned Index = KeptColumn / Group.Kept, Location = KeptColumn % Group.Kept;
  if (hasOneIndex(Group))
    return Index * Group.Group + (Code & 3) / 2;
  unsigned Named = Code >> (Location / Group.Unit * 2) & 3;
  return Index * Group.Group + Named * Group.Unit + Location % Group.Unit;
}

unsigned tensorcore::getLogicalColumn(const MMASparsityGroup &Group, const Tile &Metadata,
                                      unsigned Row, unsigned KeptColumn) {
  return getLogicalColumn(Group, unsigned(Metadata.at(Row, KeptColumn / Group.Kept)), KeptColumn);
}

const char *tensorcore::checkSparsityGroup(const MMASparsityGroup &Group, unsigned Code,
                                           bool IsOrdered) {
  const unsigned First = Code & 3, Second = Code >> 2;
  if (hasOneIndex(Group))
    return First % 2 == 0 && Second == First + 1 ? nullptr : "expected 0x4 or 0xE";
  if (First == Second)
    return "it names one location twice";
  return IsOrdered && First > Second ? "its indices do not rise; .sp::ordered_metadata requires it"
                                     : nullptr;
}
