//===- MMAFragmentVariants.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the layout of a variant's operand in MMAFragments.cpp. The registers of a variant say
// what it holds: an element of B has the bits that B's registers leave it, and A is sparse if
// its registers hold half of it. So new kinds and types of variants need nothing here. The MMA
// descriptor of a call says the rest.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

static unsigned widthOf(MMAType Type) { return lookupMMAType(Type)->Width; }

/// The bits of all of a warp's registers of a multiplicand.
static unsigned getFragmentBits(const MMAVariant &Variant, unsigned Registers) {
  return Registers * std::max(32u, widthOf(Variant.getB())) * MMAFragmentLayout::NumLanes;
}

/// Returns the bits of an element of A or B. B is always whole, so its registers determine them,
/// except for the quad pairs, each of which has a B of its own. The types alone do not determine
/// them: the mxf4 kinds pack e2m1, and others give it a byte.
static unsigned getMultiplicandBits(const MMAVariant &Variant) {
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.getShape());
  unsigned Held = getFragmentBits(Variant, getMMAOpcodeInfo(Variant.Opcode).BCount) /
                  (Shape.Depth * Shape.Columns);
  return std::min(Held, widthOf(Variant.getB()));
}

/// The number in ".x32", "x4", "".
static unsigned readCount(StringRef Word) {
  unsigned Count = 1;
  Word.ltrim(".x").getAsInteger(10, Count);
  return Count;
}

/// Loads and stores of tensor memory. A 16-bit element is half of what a column holds.
static MMAFragmentQuery getAccessQuery(MMADescriptor Descriptor) {
  auto Print = [Descriptor](MMAField Field) { return printMMAField(Field, Descriptor.get(Field)); };
  MMAFragmentQuery Query;
  // A compressing load has no layout: the elements that it keeps depend on the data.
  Query.Instruction = Descriptor.get(MMAField_Compressed) ? "tcgen05.ld.spcompress"
                      : Print(MMAField_Access) == "st"    ? "tcgen05.st"
                                                          : "tcgen05.ld";
  Query.AccessShape = Print(MMAField_AccessShape).drop_front();
  Query.NumMatrices = readCount(Print(MMAField_AccessCount));
  bool IsPacked = Descriptor.get(MMAField_Packed) || Descriptor.get(MMAField_Unpacked);
  Query.ElementBits = IsPacked ? 16 : 32;
  return Query;
}

static MMAFragmentQuery getQuery(const MMAVariant &Variant, MMADescriptor Descriptor,
                                 MMAOperand Operand) {
  if (Variant.Family == MMAFamily_TCGen05Access)
    return getAccessQuery(Descriptor);
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.getShape());
  MMAFragmentQuery Query;
  Query.Instruction = lookupMMAFamily(Variant.Family)->Spelling;
  Query.M = Shape.Rows;
  Query.N = Shape.Columns;
  Query.K = Shape.Depth;
  if (Shape.Depth == 0) {
    Query.ElementBits = widthOf(Variant.getElement());
    Query.IsColumnMajor = Variant.get(MMAField_Transpose);
    Query.NumMatrices = readCount(Variant.print(MMAField_Count));
    return Query;
  }
  if (Variant.Family == MMAFamily_WGMMA) {
    bool IsAccumulator = Operand == MMAOperand_D || Operand == MMAOperand_C;
    Query.ElementBits = widthOf(IsAccumulator ? Variant.getD() : Variant.getA());
    Query.IsSparse = Variant.get(MMAField_Sparsity);
    return Query;
  }
  unsigned Bits = getMultiplicandBits(Variant);
  Query.ElementBits = Operand == MMAOperand_D   ? widthOf(Variant.getD())
                      : Operand == MMAOperand_C ? widthOf(Variant.getC())
                                                : Bits;
  Query.IsSparse = Bits && getFragmentBits(Variant, getMMAOpcodeInfo(Variant.Opcode).ACount) <
                               Bits * Shape.Rows * Shape.Depth;
  Query.ScaleCount = Variant.ScaleCount;
  Query.IsColumnMajor =
      printMMAField(Operand == MMAOperand_A ? MMAField_ALayout : MMAField_BLayout,
                    Operand == MMAOperand_A ? Variant.get(MMAField_ALayout)
                                            : Variant.get(MMAField_BLayout)) == "col";
  return Query;
}

Expected<MMAFragmentLayout> tensorcore::getMMAFragmentLayout(const MMAVariant &Variant,
                                                             MMAOperand Operand) {
  return getMMAFragmentLayout(Variant, getMMADescriptor(Variant), Operand);
}

Expected<MMAFragmentLayout> tensorcore::getMMAFragmentLayout(const MMAVariant &Variant,
                                                             MMADescriptor Descriptor,
                                                             MMAOperand Operand) {
  if (Descriptor.getFamily() != Variant.Family)
    return makeError("the MMA descriptor is one of " +
                     lookupMMAFamily(Descriptor.getFamily())->Spelling + ", " + Variant.Name +
                     " is not");
  if (Variant.Family == MMAFamily_WGMMA && Operand == MMAOperand_A &&
      !Variant.get(MMAField_Residency))
    return makeError(Variant.Name + " has A in shared memory, where its matrix descriptor says");
  return getMMAFragmentLayout(getQuery(Variant, Descriptor, Operand), Operand);
}

/// Returns the operands that are fragments, of the families whose fragments have documented
/// layouts.
static SmallVector<MMAOperand> getFragments(const MMAVariant &Variant) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Variant.Opcode);
  SmallVector<MMAOperand> Operands;
  switch (Variant.Family) {
  case MMAFamily_LdMatrix:
    return {MMAOperand_D, MMAOperand_Address};
  case MMAFamily_StMatrix:
    return {MMAOperand_C, MMAOperand_Address};
  case MMAFamily_MovMatrix:
    return {MMAOperand_D, MMAOperand_A};
  case MMAFamily_WGMMA:
    Operands = {MMAOperand_D};
    if (Variant.get(MMAField_Residency))
      Operands.push_back(MMAOperand_A);
    break;
  case MMAFamily_MMA:
    Operands = {MMAOperand_D, MMAOperand_A, MMAOperand_B, MMAOperand_C};
    break;
  default:
    return {};
  }
  if (Info.HasMetadata)
    Operands.push_back(MMAOperand_Metadata);
  if (Info.HasScales)
    Operands.append({MMAOperand_ScaleA, MMAOperand_ScaleB});
  return Operands;
}

Error tensorcore::checkFragmentLayouts(const MMAVariant &Variant) {
  for (MMAOperand Operand : getFragments(Variant))
    if (Error E = getMMAFragmentLayout(Variant, Operand).takeError())
      return makeError(Variant.Name + " has no fragment layout in TableGen/FragmentLayouts.td: " +
                       toString(std::move(E)));
  return Error::success();
}

Expected<unsigned> tensorcore::getMMAAddressLane(const MMAVariant &Variant, unsigned Matrix,
                                                 unsigned Row) {
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(Variant, MMAOperand_Address);
  if (!Layout)
    return Layout.takeError();
  TilePosition Position;
  Position.Tile = Matrix;
  (Variant.get(MMAField_Transpose) ? Position.Column : Position.Row) = Row;
  if (std::optional<FragmentSlot> Slot = Layout->find(Position))
    return Slot->Lane;
  return makeError(Variant.Name + " addresses no row " + Twine(Row) + " of matrix " +
                   Twine(Matrix) + "; it has " + Twine(Layout->getNumTiles()) + " of " +
                   Twine(Layout->getNumRows() * Layout->getNumColumns()) + " rows");
}
