//===- TCGen05.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads statements of tcgen05, except for mma: the model says which variant one is.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Layouts/MMAFragments.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static unsigned getCTAGroup(const FoundForm &Found) {
  return Found.Form.Descriptor.get<mma::CTAGroup>() == mma::CTAGroup::CtaGroup2 ? 2 : 1;
}

/// Registers of 32 bits, or others of a width, from an operand on.
static Error readValues(InstructionReader &R, size_t First, ArrayRef<unsigned> Bits) {
  SmallVector<Slot, 2> Slots;
  for (const auto &[Index, Width] : enumerate(Bits)) {
    Expected<Slot> S = R.read(R.operand(First + Index), getBitsType(Width));
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  R.setOperands(Slots);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Management
//===----------------------------------------------------------------------===//

static Handler getManager(mma::Management Action) {
  switch (Action) {
  case mma::Management::None:
    return nullptr;
  case mma::Management::Alloc:
    return executeTensorAlloc;
  case mma::Management::Dealloc:
    return executeTensorDealloc;
  case mma::Management::RelinquishAllocPermit:
    return executeTensorRelinquish;
  case mma::Management::Commit:
    return executeTensorCommit;
  case mma::Management::Shift:
    return executeTensorShift;
  case mma::Management::WaitLd:
    return executeTensorWaitLoad;
  case mma::Management::WaitSt:
    return executeTensorWaitStore;
  case mma::Management::FenceBeforeThreadSync:
    return executeTensorFenceBefore;
  case mma::Management::FenceAfterThreadSync:
    return executeTensorFenceAfter;
  }
  llvm_unreachable("an action that no descriptor has");
}

/// Returns true for actions of a whole warp; the others are those of a thread.
static bool isAligned(mma::Management Action) {
  switch (Action) {
  case mma::Management::Commit:
  case mma::Management::Shift:
  case mma::Management::FenceBeforeThreadSync:
  case mma::Management::FenceAfterThreadSync:
    return false;
  default:
    return true;
  }
}

static Error readManagement(InstructionReader &R, const FoundForm &Found) {
  const MMADescriptor Word = Found.Form.Descriptor;
  const auto Action = Word.get<mma::Management>();
  const bool OnlyReadsOfA = Word.get(MMAField_Restrict);
  R.getProgram().CommitsReadsOfA |= OnlyReadsOfA;
  R.setDetails(
      TensorManageDetails{getCTAGroup(Found), bool(Word.get(MMAField_Exclusive)), OnlyReadsOfA});
  R.Result.Execute = getManager(Action);
  if (isAligned(Action))
    R.Result.Needs = Convergence::Warp;
  if (Word.get<mma::Window>() != mma::Window::None)
    R.Result.In = Space::SharedCTA;
  // Both forms of a commit have one MMA descriptor: it is printed with the space.
  if (Action == mma::Management::Commit && R.Source.hasModifier(".shared::cluster"))
    R.Result.In = Space::SharedCluster;
  if (Action == mma::Management::Dealloc)
    return readValues(R, 0, {32, 32});
  if (Action != mma::Management::Alloc && Action != mma::Management::Commit &&
      Action != mma::Management::Shift)
    return Error::success();
  if (Error E = readAddresses(R, 0, 1))
    return E;
  if (Action == mma::Management::Alloc)
    return readValues(R, 1, {32});
  const unsigned MaskBits =
      Word.get<mma::Multicast>() == mma::Multicast::MulticastCluster32b ? 32 : 16;
  return R.getNumOperands() == 2 ? readValues(R, 1, {MaskBits}) : Error::success();
}

//===----------------------------------------------------------------------===//
// cp
//===----------------------------------------------------------------------===//

/// The lanes that each row goes to (PTX ISA, "tcgen05.cp"; CuTe, copy_traits_sm100.hpp).
static void placeRows(StringRef Shape, mma::CopyWarps Warps, TensorCopyDetails &Of) {
  constexpr unsigned LanesOfPart = 32;
  StringRef Rows = Shape.drop_front().split('x').first;
  Rows.getAsInteger(10, Of.NumRows);
  Of.NumColumns = getColumnsOfShape(Shape);
  for (unsigned Row = 0; Row != Of.NumRows; ++Row) {
    std::vector<unsigned> Lanes = {Row};
    if (Of.NumRows == 4)
      Lanes = {Row * LanesOfPart};
    else if (Warps == mma::CopyWarps::Warpx4)
      Lanes = {Row, Row + LanesOfPart, Row + 2 * LanesOfPart, Row + 3 * LanesOfPart};
    else if (Warps == mma::CopyWarps::Warpx20213)
      Lanes = {Row, Row + 2 * LanesOfPart};
    else if (Warps == mma::CopyWarps::Warpx20123)
      Lanes = {Row + Row / LanesOfPart * LanesOfPart,
               Row + Row / LanesOfPart * LanesOfPart + LanesOfPart};
    Of.Lanes.push_back(std::move(Lanes));
  }
}

static Error readCopy(InstructionReader &R, const FoundForm &Found) {
  TensorCopyDetails Of;
  Of.CTAGroup = getCTAGroup(Found);
  placeRows(printMMAField(Found.Form.Descriptor.getWord(), MMAField_CopyShape),
            Found.Form.Descriptor.get<mma::CopyWarps>(), Of);
  const auto Format = Found.Form.Descriptor.get<mma::CopyFormat>();
  Of.ElementBits = Format == mma::CopyFormat::B8x16B6x16P32   ? 6
                   : Format == mma::CopyFormat::B8x16B4x16P64 ? 4
                                                              : 8;
  R.setDetails(std::move(Of));
  R.Result.Execute = executeTensorCopy;
  if (Error E = readAddresses(R, 0, 1))
    return E;
  return readValues(R, 1, {64});
}

//===----------------------------------------------------------------------===//
// ld, st
//===----------------------------------------------------------------------===//

static TensorAccessDetails makeAccess(const MMAFragmentLayout &Layout) {
  TensorAccessDetails Of;
  Of.NumRows = Layout.getNumRows();
  Of.NumColumns = Layout.getNumColumns();
  Of.NumHalves = Layout.getNumTiles();
  Of.PerRegister = Layout.getElementsPerRegister();
  for (unsigned Register = 0; Register != Layout.getNumRegisters(); ++Register)
    for (unsigned Element = 0; Element != Of.PerRegister; ++Element)
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
        const TilePosition At = *Layout.getPosition({Lane, Register, Element});
        Of.Locations.push_back({uint8_t(At.Row), uint8_t(At.Tile), uint16_t(At.Column)});
      }
  return Of;
}

/// .spcompress: a lane of tensor memory is a lane of the warp's, and two of four columns are kept.
static TensorAccessDetails makeCompression(const FoundForm &Found) {
  constexpr unsigned ColumnsOfRegister = 32; ///< whose indices are in a register of metadata
  TensorAccessDetails Of;
  Of.NumRows = WarpSize;
  Of.NumColumns = 1u << Found.Form.Descriptor.get(MMAField_AccessCount); // x1, x2, x4, …
  Of.NumMetadata = divideCeil(Of.NumColumns, ColumnsOfRegister);
  const bool IsAbsolute = Found.Form.Descriptor.get(MMAField_Absolute);
  Of.Keeps = Found.Form.Descriptor.get<mma::Reduction>() == mma::Reduction::Min
                 ? IsAbsolute ? SparseCriterion::MinAbs : SparseCriterion::Min
             : IsAbsolute ? SparseCriterion::MaxAbs
                          : SparseCriterion::Max;
  return Of;
}

static Expected<TensorAccessDetails> makeAccess(const FoundForm &Found, bool IsLoad) {
  if (Found.Form.Descriptor.get(MMAField_Compressed))
    return makeCompression(Found);
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(*Found.Variant, Found.Form.Descriptor,
                                                            IsLoad ? MMAOperand_D : MMAOperand_C);
  if (!Layout)
    return Layout.takeError();
  return makeAccess(*Layout);
}

static void setReduction(const FoundForm &Found, TensorAccessDetails &Of) {
  const MMAType Type = Found.Variant->getElement();
  Of.Reduces = Found.Form.Descriptor.get<mma::Reduction>() == mma::Reduction::Min
                   ? TensorAccessDetails::Min
                   : TensorAccessDetails::Max;
  Of.IsFloat = Type == MMAType_F32;
  Of.IsSigned = Type == MMAType_S32;
  Of.IsAbsolute = Found.Form.Descriptor.get(MMAField_Absolute);
  Of.PropagatesNaN = Found.Form.Descriptor.get(MMAField_NaN);
}

static Error readAccess(InstructionReader &R, const FoundForm &Found) {
  const auto Access = Found.Form.Descriptor.get<mma::Access>();
  const bool IsLoad = Access != mma::Access::St, IsReduced = Access == mma::Access::LdRed;
  Expected<TensorAccessDetails> Made = makeAccess(Found, IsLoad);
  if (!Made)
    return Made.takeError();
  TensorAccessDetails Of = std::move(*Made);
  const size_t AddressAt = (Of.NumMetadata ? 1 : 0) + (IsReduced ? 2 : IsLoad ? 1 : 0);
  const Type Word = getBitsType(32);
  SmallVector<Slot, 0> Slots;
  size_t Next = AddressAt + 1;
  if (Of.NumHalves == 2) {
    Expected<int64_t> Offset = R.readInteger(R.operand(Next++));
    if (!Offset)
      return Offset.takeError();
    Of.HalfOffset = *Offset;
  }
  if (IsLoad) {
    for (size_t Number = 0; Number != AddressAt; ++Number)
      if (Error E = R.writeAll(R.operand(Number), Word, Slots))
        return E;
    R.setResults(Slots);
  } else {
    if (Error E = R.readAll(R.operand(Next), Word, Slots))
      return E;
    R.setOperands(Slots);
  }
  if (IsReduced)
    setReduction(Found, Of);
  R.setDetails(std::move(Of));
  R.Result.Needs = Convergence::Warp;
  R.Result.Execute = IsLoad ? executeTensorLoad : executeTensorStore;
  return readAddresses(R, AddressAt, 1);
}

Error emulator::readTCGen05(InstructionReader &R, const FoundForm &Found) {
  switch (Found.Variant->Family) {
  case MMAFamily_TCGen05MMA:
    return readTensorMultiply(R, Found);
  case MMAFamily_TCGen05Copy:
    return readCopy(R, Found);
  case MMAFamily_TCGen05Access:
    return readAccess(R, Found);
  default:
    return readManagement(R, Found);
  }
}
