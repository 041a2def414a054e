//===- TensorOperands.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory, tensor memory, the instruction descriptor.
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"
#include "FragmentBuffers.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Tables/Errors.h"

using namespace llvm;
using namespace llvm::tensorcore;

InstructionDescriptorUse TensorCase::getUse() const {
  InstructionDescriptorUse Use;
  Use.Kind = Kind;
  Use.IsSparse = IsSparse;
  Use.IsWeightStationary = IsStationary;
  Use.CTAGroup = CTAGroup;
  Use.ScaleVector = ScaleVector;
  Use.IsAInTensorMemory = hasTensorA();
  Use.HasAShift = HasAShift;
  return Use;
}

static Multiplication makeMultiplication(const TensorCase &Case, unsigned StoredBits) {
  const unsigned K = 256 / StoredBits * (Case.IsSparse ? 2 : 1) * (Case.IsLongK ? 2 : 1);
  Multiplication Result(NumberFormat(Case.TypeD), NumberFormat(Case.TypeA),
                        NumberFormat(Case.TypeB), Case.M, Case.N, K);
  Result.Saturates = Case.Saturates;
  if (Case.IsSparse)
    Result.Group = lookupMMASparsityGroup(StoredBits);
  if (Case.ScaleCount) {
    Result.ScaleCount = Case.ScaleCount;
    Result.Scale = NumberFormat(Case.ScaleType);
  }
  return Result;
}

TensorOperands::TensorOperands(const TensorCase &Case, unsigned FirstByteOfB,
                               TensorMemoryLayout Layout)
    : Case(Case), FirstByteOfB(FirstByteOfB), Mul(makeMultiplication(Case, getStoredBits())),
      Layout(Layout) {}

const SharedMemoryElement &TensorOperands::getElement(StringRef Type) const {
  return *cantFail(findSharedMemoryElement(MatrixDescriptorFormat_TCGen05, Type, Case.Kind));
}

Expected<TensorOperands> TensorOperands::make(const TensorCase &Case, unsigned FirstByteOfB,
                                              const TargetVersion *Target) {
  Expected<TensorMemoryLayout> Layout =
      getTensorMemoryLayout({Case.M, Case.N, Case.CTAGroup, Case.IsSparse, Case.IsStationary});
  if (!Layout)
    return Layout.takeError();
  TensorOperands Result(Case, FirstByteOfB, *Layout);
  if (Error E = Result.encodeWord(Target))
    return E;
  if (Error E = Case.hasTensorA() ? Result.checkLocationsOfA()
                                  : Result.makeTile(/*IsOfB=*/false, Result.TileA))
    return E;
  if (Error E = Result.makeTile(/*IsOfB=*/true, Result.TileB))
    return E;
  return Result;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// Each CTA has its share of the rows, of M or of N.
unsigned TensorOperands::getNumRows(bool IsOfB) const {
  return (IsOfB ? Case.N + Case.getShift() : Case.M) / Case.CTAGroup;
}

/// Not less than a line of the swizzle; a row of K is not more than that.
Error TensorOperands::makeTile(bool IsOfB, std::optional<SharedMemoryTile> &Result) const {
  Expected<SharedMemorySwizzle> Mode =
      parseSharedMemorySwizzle(IsOfB ? Case.SwizzleB : Case.SwizzleA);
  if (!Mode)
    return Mode.takeError();
  const SharedMemoryElement &Element = getElement(IsOfB ? Case.TypeB : Case.TypeA);
  const bool IsKMajor = IsOfB ? Case.IsBKMajor : Case.IsAKMajor;
  const unsigned Line = lookupSharedMemorySwizzle(*Mode)->LineBytes * 8 / Element.StoredBits;
  const unsigned Rows = getNumRows(IsOfB), Depth = IsOfB ? Mul.K : Mul.getKeptColumns();
  if (IsKMajor && *Mode != SharedMemorySwizzle_None && Depth > Line)
    return makeError("a row of K does not fit into a line of the swizzle");
  Expected<SharedMemoryTile> Tile = makeSharedMemoryTile(
      {MatrixDescriptorFormat_TCGen05, &Element, unsigned(IsKMajor ? Rows : alignTo(Rows, Line)),
       unsigned(IsKMajor ? alignTo(Depth, Line) : Depth), IsKMajor, *Mode});
  if (!Tile)
    return Tile.takeError();
  Result = *Tile;
  return Error::success();
}

std::array<uint64_t, 2> TensorOperands::getDescriptors() const {
  return {TileA ? TileA->getDescriptor().getWord() : 0,
          TileB->getDescriptor().getWord() | FirstByteOfB / 16};
}

std::array<size_t, 2> TensorOperands::getSharedBytes() const {
  return {TileA ? TileA->getNumBytes() : 0, TileB->getNumBytes()};
}

/// Nobody says where an A of some layouts is.
Error TensorOperands::checkLocationsOfA() const {
  return Layout.getLocationsOfA(0, 0, getStoredBits()).takeError();
}

static Expected<int64_t> findType(InstructionDescriptorKind Kind, InstructionDescriptorField Field,
                                  StringRef Type) {
  for (const BitValue &V : getLayout(Kind).find(Field)->Values)
    if (V.Meaning == Type)
      return V.Value;
  return makeError("no type " + Type + " of kind " + getLayout(Kind).Key);
}

Error TensorOperands::encodeWord(const TargetVersion *Target) {
  const InstructionDescriptorKind Kind = *parseInstructionDescriptorKind(Case.Kind);
  BitAssignments Fields = {{InstructionDescriptorField_M, Case.M},
                           {InstructionDescriptorField_N, Case.N},
                           {InstructionDescriptorField_Sparse, Case.IsSparse},
                           {InstructionDescriptorField_TransposeA, !Case.IsAKMajor},
                           {InstructionDescriptorField_TransposeB, !Case.IsBKMajor},
                           {InstructionDescriptorField_NegateA, Case.NegatesA}};
  SmallVector<std::pair<InstructionDescriptorField, StringRef>> Types = {
      {InstructionDescriptorField_TypeA, Case.TypeA},
      {InstructionDescriptorField_TypeB, Case.TypeB}};
  if (Case.ScaleCount) {
    Types.push_back({InstructionDescriptorField_ScaleType, Case.ScaleType});
    Fields.push_back({InstructionDescriptorField_ScaleIDA, Case.ScaleID});
    Fields.push_back({InstructionDescriptorField_ScaleIDB, Case.ScaleID});
  } else {
    Types.push_back({InstructionDescriptorField_TypeD, Case.TypeD});
    Fields.push_back({InstructionDescriptorField_Selector, Case.Selector});
    Fields.push_back({InstructionDescriptorField_Saturate, Case.Saturates});
    Fields.push_back({InstructionDescriptorField_MaximumShift, Case.getShift() ? 1 : 0});
  }
  if (Case.IsLongK)
    Fields.push_back({InstructionDescriptorField_K, 1});
  for (auto [Field, Type] : Types) {
    Expected<int64_t> Value = findType(Kind, Field, Type);
    if (!Value)
      return Value.takeError();
    Fields.push_back({Field, *Value});
  }
  Expected<InstructionDescriptor> Descriptor = InstructionDescriptor::encode(Kind, Fields);
  if (!Descriptor)
    return Descriptor.takeError();
  Word = uint32_t(Descriptor->getWord());
  return checkInstructionDescriptor(Word, Case.getUse(), Target);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void TensorOperands::place(const OperandTiles &Tiles, const Tile &B,
                           MutableArrayRef<TensorBlock> Blocks) const {
  if (Case.hasTensorA())
    placeTensorA(Tiles.A, Blocks);
  else
    placeShared(Tiles.A, /*IsOfB=*/false, Blocks);
  placeShared(B, /*IsOfB=*/true, Blocks);
  placeD(Tiles.C, Blocks);
  if (Mul.Group)
    placeMetadata(Tiles.Metadata, Blocks);
  if (Mul.Scale)
    placeScales(Tiles, Blocks);
}

void TensorOperands::placeShared(const Tile &Matrix, bool IsOfB,
                                 MutableArrayRef<TensorBlock> Blocks) const {
  const unsigned Depth = IsOfB ? Matrix.Rows : Matrix.Columns, Rows = getNumRows(IsOfB);
  const SharedMemoryTile &Location = IsOfB ? *TileB : *TileA;
  const NumberFormat &Format = IsOfB ? Mul.B : Mul.A;
  const unsigned Bits = getElement(IsOfB ? Case.TypeB : Case.TypeA).Bits;
  const unsigned FirstByte = IsOfB ? FirstByteOfB : 0;
  for (auto [Number, Block] : enumerate(Blocks)) {
    std::vector<uint8_t> &Bytes = Block.Shared;
    Bytes.resize(std::max<size_t>(Bytes.size(), alignTo(FirstByte + Location.getNumBytes(), 16)));
    for (unsigned Row = 0; Row != Rows; ++Row)
      for (unsigned Column = 0; Column != Depth; ++Column) {
        const unsigned Whole = unsigned(Number) * Rows + Row;
        const uint64_t Code = IsOfB ? Matrix.at(Column, Whole) : Matrix.at(Whole, Column);
        writeBits(Bytes, FirstByte * 8 + Location.getBitOffset(Row, Column), Bits,
                  Bits == 32 ? Format.toElement(Code, 32) : Code);
      }
  }
}

/// .ashift: each lane but the last of the 32 that a warp reaches reads the next one.
static bool isShifted(unsigned Lane) { return Lane % NumLanes != NumLanes - 1; }

void TensorOperands::placeTensorA(const Tile &A, MutableArrayRef<TensorBlock> Blocks) const {
  const unsigned Bits = getStoredBits();
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != A.Columns; ++Column)
      for (const TensorMemoryLocation &P : cantFail(Layout.getLocationsOfA(Row, Column, Bits))) {
        const unsigned Lane = P.Lane + (Case.HasAShift && isShifted(P.Lane));
        uint32_t &To = Blocks[P.CTA].at(Lane, AColumn + P.Column);
        const unsigned Shift = P.Element * Bits;
        To &= ~(maskTrailingOnes<uint32_t>(Bits) << Shift);
        To |= uint32_t(Mul.A.toElement(A.at(Row, Column), Bits)) << Shift;
      }
}

/// tmem_e_frg: a lane has a stride of 1, a bit of a column one of 128. Of 16 and 32 bits, the units
/// of K are 1 and 2 bits.
void TensorOperands::placeMetadata(const Tile &Metadata,
                                   MutableArrayRef<TensorBlock> Blocks) const {
  const unsigned Groups = Mul.getNumGroups(), Rows = Case.M / Case.CTAGroup;
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Group = 0; Group != Groups; ++Group) {
      const unsigned R = Row % Rows, Bit = Group * 4;
      unsigned Address = R + 128 * Bit;
      if (Groups == 8)
        Address = R % 8 + 2048 * (R / 8 % 2) + R / 16 * 16 + 128 * (Bit % 16) + 8 * (Bit / 16);
      const unsigned Column = Address / 128 / 32 + Case.Selector * (Groups == 8 ? 1 : 2);
      Blocks[Row / Rows].at(Address % 128, MetadataColumn + Column) |=
          uint32_t(Metadata.at(Row, Group)) << (Address / 128 % 32);
    }
}

/// tmem_sf_frg: ((32, rows / 32), copies) with strides of (1, 512) and 32, in bytes of a lane each
/// 128; where D has two parts, ((32, N / 64), 2, 2) with (1, 512), 64 and 32.
void TensorOperands::placeScales(const OperandTiles &Tiles,
                                 MutableArrayRef<TensorBlock> Blocks) const {
  const unsigned Rows = Case.M / Case.CTAGroup;
  const bool HasParts = Case.CTAGroup == 2 && Case.M == 128;
  const auto Set = [&](TensorBlock &Block, unsigned Column, unsigned Address, uint64_t Code) {
    Block.at(Address % 128, Column + Address / 512) |= uint32_t(Code) << (Address / 128 % 4 * 8);
  };
  for (unsigned Scale = 0; Scale != Case.ScaleCount; ++Scale) {
    const unsigned Byte = 128 * (Case.ScaleID + Scale);
    for (unsigned Row = 0; Row != Case.M; ++Row)
      for (unsigned Copy = 0; Copy != 4; ++Copy)
        Set(Blocks[Row / Rows], ScaleAColumn,
            Row % Rows % 32 + Row % Rows / 32 * 512 + Copy * 32 + Byte,
            Tiles.ScaleA.at(Row, Scale));
    for (TensorBlock &Block : Blocks)
      for (unsigned N = 0; N != Case.N; ++N)
        for (unsigned Copy = 0; Copy != (HasParts ? 2u : 4u); ++Copy) {
          const unsigned InPart = HasParts ? N % (Case.N / 2) : N;
          const unsigned Part = HasParts ? N / (Case.N / 2) * 64 : 0;
          Set(Block, ScaleBColumn, InPart % 32 + InPart / 32 * 512 + Copy * 32 + Part + Byte,
              Tiles.ScaleB.at(Scale, N));
        }
  }
}

void TensorOperands::placeD(const Tile &C, MutableArrayRef<TensorBlock> Blocks) const {
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column) {
      const TensorMemoryLocation P = *Layout.getLocationOfD(Row, Column);
      Blocks[P.CTA].at(P.Lane, P.Column) = uint32_t(C.at(Row, Column));
    }
}
