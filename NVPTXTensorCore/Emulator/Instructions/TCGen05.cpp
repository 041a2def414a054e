//===- TCGen05.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How statements of tcgen05 are read, but for mma: the model says which variant one is.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/TCGen05.h"
#include "Emulator/Instructions/AsyncOperands.h"
#include "Emulator/Instructions/MatrixStatements.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Layouts/MMAFragments.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static StringRef spell(const FoundForm &Found, MMAField Field) {
  return spellMMAField(Found.Form.Descriptor.getWord(), Field);
}

static unsigned getCTAGroup(const FoundForm &Found) {
  return spell(Found, MMAField_CTAGroup).ends_with("2") ? 2 : 1;
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

static Error readManagement(InstructionReader &R, const FoundForm &Found) {
  const StringRef Action = spell(Found, MMAField_Management);
  const bool OnlyReadsOfA = R.Source.hasModifier(".sync_restrict::shared::read::mma::a");
  R.getProgram().CommitsReadsOfA |= OnlyReadsOfA;
  R.setDetails(
      TensorManageDetails{getCTAGroup(Found), R.Source.hasModifier(".exclusive"), OnlyReadsOfA});
  R.Result.Execute = StringSwitch<Handler>(Action)
                         .Case("alloc", executeTensorAlloc)
                         .Case("dealloc", executeTensorDealloc)
                         .Case("relinquish_alloc_permit", executeTensorRelinquish)
                         .Case("commit", executeTensorCommit)
                         .Case("shift", executeTensorShift)
                         .Case("wait::ld", executeTensorWaitLoad)
                         .Case("wait::st", executeTensorWaitStore)
                         .Case("fence::before_thread_sync", executeTensorFenceBefore)
                         .Case("fence::after_thread_sync", executeTensorFenceAfter)
                         .Default(nullptr);
  if (!R.Result.Execute)
    return R.fail("the emulator does not know '" + Action + "' here");
  if (R.Source.hasModifier(".aligned"))
    R.Result.Needs = Convergence::Warp;
  R.Result.In = R.Source.hasModifier(".shared::cta")       ? Space::SharedCTA
                : R.Source.hasModifier(".shared::cluster") ? Space::SharedCluster
                                                           : Space::Generic;
  if (Action == "dealloc")
    return readValues(R, 0, {32, 32});
  if (Action != "alloc" && Action != "commit" && Action != "shift")
    return Error::success();
  if (Error E = readAddresses(R, 0, 1))
    return E;
  if (Action == "alloc")
    return readValues(R, 1, {32});
  const unsigned MaskBits = R.Source.hasModifier(".multicast::cluster::32b") ? 32 : 16;
  return R.getNumOperands() == 2 ? readValues(R, 1, {MaskBits}) : Error::success();
}

//===----------------------------------------------------------------------===//
// cp
//===----------------------------------------------------------------------===//

/// The lanes that each row goes to (PTX ISA, "tcgen05.cp"; CuTe, copy_traits_sm100.hpp).
static void placeRows(StringRef Shape, StringRef Warps, TensorCopyDetails &Of) {
  constexpr unsigned LanesOfPart = 32;
  StringRef Rows = Shape.drop_front().split('x').first;
  Rows.getAsInteger(10, Of.NumRows);
  Of.NumColumns = getColumnsOfShape(Shape);
  for (unsigned Row = 0; Row != Of.NumRows; ++Row) {
    std::vector<unsigned> Lanes = {Row};
    if (Of.NumRows == 4)
      Lanes = {Row * LanesOfPart};
    else if (Warps == ".warpx4")
      Lanes = {Row, Row + LanesOfPart, Row + 2 * LanesOfPart, Row + 3 * LanesOfPart};
    else if (Warps == ".warpx2::02_13")
      Lanes = {Row, Row + 2 * LanesOfPart};
    else if (Warps == ".warpx2::01_23")
      Lanes = {Row + Row / LanesOfPart * LanesOfPart,
               Row + Row / LanesOfPart * LanesOfPart + LanesOfPart};
    Of.Lanes.push_back(std::move(Lanes));
  }
}

static Error readCopy(InstructionReader &R, const FoundForm &Found) {
  TensorCopyDetails Of;
  Of.CTAGroup = getCTAGroup(Found);
  placeRows(spell(Found, MMAField_CopyShape), spell(Found, MMAField_CopyWarps), Of);
  const StringRef Format = spell(Found, MMAField_CopyFormat);
  Of.ElementBits = Format.contains("b6x16") ? 6 : Format.contains("b4x16") ? 4 : 8;
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
        Of.Places.push_back({uint8_t(At.Row), uint8_t(At.Tile), uint16_t(At.Column)});
      }
  return Of;
}

/// .spcompress: a lane of tensor memory is a lane of the warp's, and two of four columns are kept.
static TensorAccessDetails makeCompression(const FoundForm &Found) {
  constexpr unsigned ColumnsOfRegister = 32; ///< whose indices are in a register of metadata
  TensorAccessDetails Of;
  Of.NumRows = WarpSize;
  spell(Found, MMAField_AccessCount).drop_front(2).getAsInteger(10, Of.NumColumns);
  Of.NumMetadata = divideCeil(Of.NumColumns, ColumnsOfRegister);
  const bool IsAbsolute = !spell(Found, MMAField_Absolute).empty();
  Of.Keeps = spell(Found, MMAField_Reduction) == ".min"
                 ? IsAbsolute ? SparseCriterion::MinAbs : SparseCriterion::Min
             : IsAbsolute ? SparseCriterion::MaxAbs
                          : SparseCriterion::Max;
  return Of;
}

static Expected<TensorAccessDetails> makeAccess(const FoundForm &Found, bool IsLoad) {
  if (!spell(Found, MMAField_Compressed).empty())
    return makeCompression(Found);
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(*Found.Variant, Found.Form.Descriptor,
                                                            IsLoad ? MMAOperand_D : MMAOperand_C);
  if (!Layout)
    return Layout.takeError();
  return makeAccess(*Layout);
}

static void setReduction(const FoundForm &Found, TensorAccessDetails &Of) {
  const StringRef Type = spell(Found, MMAField_Element);
  Of.Reduces = spell(Found, MMAField_Reduction) == ".min" ? TensorAccessDetails::Min
                                                          : TensorAccessDetails::Max;
  Of.IsFloat = Type == "f32";
  Of.IsSigned = Type == "s32";
  Of.IsAbsolute = !spell(Found, MMAField_Absolute).empty();
  Of.PropagatesNaN = !spell(Found, MMAField_NaN).empty();
}

static Error readAccess(InstructionReader &R, const FoundForm &Found) {
  const StringRef Access = spell(Found, MMAField_Access);
  const bool IsLoad = Access != "st", IsReduced = Access == "ld.red";
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

static Error readTCGen05(InstructionReader &R) {
  Expected<FoundForm> Found = readForm(R);
  if (!Found)
    return Found.takeError();
  switch (Found->Form.Descriptor.getFamily()) {
  case MMAFamily_TCGen05MMA:
    return readTensorMultiply(R, *Found);
  case MMAFamily_TCGen05Copy:
    return readCopy(R, *Found);
  case MMAFamily_TCGen05Access:
    return readAccess(R, *Found);
  default:
    return readManagement(R, *Found);
  }
}

ArrayRef<InstructionFamily> emulator::getTensorMemoryInstructions() {
  static constexpr InstructionFamily Families[] = {{"tcgen05", readTCGen05}};
  return Families;
}
