//===- KernelTests.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that the tests of multiplications share, and the choice of the test of a kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelTests.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::hasKernelTest(const MMAVariant &Variant) {
  switch (Variant.Family) {
  case MMAFamily_MMA:
  case MMAFamily_WGMMA:
  case MMAFamily_LdMatrix:
  case MMAFamily_StMatrix:
  case MMAFamily_MovMatrix:
  case MMAFamily_WMMA:
  case MMAFamily_WMMALoad:
  case MMAFamily_WMMAStore:
    return true;
  case MMAFamily_TCGen05MMA: // the emulator does not know tables for B
    return !Variant.get(MMAField_Decompress);
  case MMAFamily_TCGen05Access: // what is compressed depends on the data
    return !Variant.get(MMAField_Compressed);
  case MMAFamily_TCGen05Copy:
    return true;
  case MMAFamily_TCGen05: // the others manage what is tested
    return Variant.get<mma::Management>() == mma::Management::Shift;
  default:
    return false;
  }
}

Expected<std::unique_ptr<KernelTest>> tensorcore::makeKernelTest(const ConformanceKernel &Kernel,
                                                                 uint64_t Seed) {
  if (!hasKernelTest(*Kernel.Variant))
    return makeError("the manifest's kernel " + Kernel.Name + " is of a family that is not tested");
  switch (Kernel.Variant->Family) {
  case MMAFamily_MMA:
    return makeMMASyncTest(Kernel, Seed);
  case MMAFamily_WGMMA:
    return makeWGMMATest(Kernel, Seed);
  case MMAFamily_TCGen05MMA:
    return makeTensorMultiplyTest(Kernel, Seed);
  case MMAFamily_TCGen05Access:
  case MMAFamily_TCGen05Copy:
  case MMAFamily_TCGen05:
    return makeTensorMoveTest(Kernel, Seed);
  case MMAFamily_LdMatrix:
  case MMAFamily_StMatrix:
  case MMAFamily_MovMatrix:
    return makeMatrixMoveTest(Kernel, Seed);
  case MMAFamily_WMMA:
  case MMAFamily_WMMALoad:
  case MMAFamily_WMMAStore:
    return makeWMMATest(Kernel, Seed);
  default:
    llvm_unreachable("hasKernelTest says no");
  }
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// It is bits, whatever the group.
static const NumberFormat &getMetadataFormat() {
  static const NumberFormat Format(MMAType_U4);
  return Format;
}

void tensorcore::packMetadata(const MMASparsityGroup &Group, const MMAFragmentLayout &Layout,
                              unsigned Selector, const Tile &Right, RandomSource &Random,
                              MutableArrayRef<uint64_t> Words) {
  for (unsigned Value : Layout.getValues(MMAFragmentLayout::Selector)) {
    Tile Other = Right;
    for (uint64_t &Code : Other.Codes) {
      unsigned First = unsigned(Random.below(Group.Kept == 1 ? 2 : 3));
      Code = encodeSparsityGroup(Group, First, First + 1);
    }
    packFragment(Layout, getMetadataFormat(), Value == Selector ? Right : Other, Words, {Value, 0});
  }
}

Tile tensorcore::unpackMetadata(const MMAFragmentLayout &Layout, unsigned Selector,
                                ArrayRef<uint64_t> Words) {
  return unpackFragment(Layout, getMetadataFormat(), Words, {Selector, 0});
}

unsigned tensorcore::getNextSelector(const MMAFragmentLayout &Layout, unsigned Value) {
  SmallVector<unsigned> Values = Layout.getValues(MMAFragmentLayout::Selector);
  return Values[(llvm::find(Values, Value) - Values.begin() + 1) % Values.size()];
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

Tile tensorcore::multiply(Multiplication Mul, const OperandTiles &Tiles, Fault Injected) {
  if (Injected == Fault::NoSaturation)
    Mul.Saturates = false;
  if (Injected == Fault::WrongRounding)
    Mul.Mode = Rounding::ToNearest;
  MMAReference Reference(Mul, Tiles);
  if (Injected == Fault::DroppedProduct)
    Reference.dropColumn(0);
  return Reference.getResult();
}

bool tensorcore::canTouch(const Multiplication &Mul, Fault Injected) {
  switch (Injected) {
  case Fault::None:
    return false;
  case Fault::NoSaturation:
    return Mul.Saturates;
  case Fault::WrongRounding:
    return Mul.Mode != Rounding::ToNearest;
  case Fault::WrongSelector:
    return false; // a matter of fragments
  case Fault::SwappedLanes:
  case Fault::FlippedBit:
  case Fault::DroppedProduct:
    return true;
  }
  return false;
}

/// Where else in D the code would have been right; empty if nowhere, or in many locations.
static std::string findOrigin(const MMAReference &Reference, const Tile &D, uint64_t Code) {
  std::string Found;
  for (unsigned Matrix = 0; Matrix != D.Count; ++Matrix)
    for (unsigned Row = 0; Row != D.Rows; ++Row)
      for (unsigned Column = 0; Column != D.Columns; ++Column) {
        if (Reference.getCode(Row, Column, Matrix) != Code)
          continue;
        if (!Found.empty())
          return "";
        Found = ("; it belongs to row " + Twine(Row) + ", column " + Twine(Column)).str();
      }
  return Found;
}

CaseResult tensorcore::compareTiles(
    const Multiplication &Mul, const OperandTiles &Tiles, const Tile &D, Demand Asked,
    function_ref<std::string(unsigned Row, unsigned Column, unsigned Matrix)> Locate,
    function_ref<bool(unsigned Row, unsigned Column)> IsAsked) {
  CaseResult Result;
  MMAReference Reference(Mul, Tiles);
  unsigned Wrong = 0;
  for (unsigned Matrix = 0; Matrix != D.Count; ++Matrix)
    for (unsigned Row = 0; Row != D.Rows; ++Row)
      for (unsigned Column = 0; Column != D.Columns; ++Column) {
        if (IsAsked && !IsAsked(Row, Column))
          continue;
        DotProduct Dot = Reference.get(Row, Column, Matrix);
        uint64_t Code = D.at(Row, Column, Matrix);
        Judgement J = judge(Mul, Dot, Code, Asked);
        Result.NotJudged += J == Judgement::NotJudged;
        if (J != Judgement::Wrong || Wrong++)
          continue;
        Result.Message =
            ("row " + Twine(Row) + ", column " + Twine(Column) + Locate(Row, Column, Matrix) +
             ": " + describeCode(Mul.D, Code) + " instead of " + describeExpected(Mul, Dot, Asked) +
             findOrigin(Reference, D, Code))
                .str();
      }
  Result.IsRight = !Wrong;
  if (Wrong > 1)
    Result.Message += (", and " + Twine(Wrong - 1) + " more").str();
  return Result;
}
