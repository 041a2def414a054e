//===- EmulatorTensorRun.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How matrices are laid out for a tcgen05.mma: by the model; what of tensor memory the PTX ISA has
// in figures only, metadata and scale factors, by the strides that CuTe has for them. Numbers are
// small, so that sums are exact.
//
//===----------------------------------------------------------------------===//

#include "EmulatorTensorRun.h"
#include "Emulator/Tensor/ColumnMask.h"
#include "EmulatorTensorKernel.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include "Model/Layouts/TensorMemoryLayouts.h"
#include "Numbers/MMAReference.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

class TensorRun {
public:
  explicit TensorRun(const TensorCase &Case, unsigned Seed);
  void run();

private:
  unsigned getStoredBits() const { return getElement(Case.TypeA)->StoredBits; }
  const SharedMemoryElement *getElement(StringRef Type) const {
    return cantFail(findSharedMemoryElement(MatrixDescriptorFormat_TCGen05, Type, Case.Kind));
  }
  unsigned getK() const {
    return 256 / getStoredBits() * (Case.IsSparse ? 2 : 1) * (Case.IsLongK ? 2 : 1);
  }
  Multiplication makeMultiplication() const;
  void fill(Tile &T, const NumberFormat &Format);
  void fillMetadata();
  void takeColumns();
  uint64_t placeShared(const Tile &Matrix, bool IsOfB, StringRef Swizzle, bool IsKMajor,
                       const NumberFormat &Format, StringRef Type, unsigned FirstByte);
  void placeTensorA();
  void placeMetadata();
  void placeScales();
  void placeD();
  std::string makeInstruction() const;
  uint32_t makeWord() const;

  const TensorCase &Case;
  std::mt19937 Random;
  const unsigned K;
  const Multiplication Mul;
  const TensorMemoryLayout Layout;
  OperandTiles Tiles;
  Tile WideB; ///< with the columns before a shift
  std::vector<TensorBlock> Blocks;
};

constexpr unsigned MetadataColumn = 256, ScaleAColumn = 288, ScaleBColumn = 320, AColumn = 352;

} // namespace

Multiplication TensorRun::makeMultiplication() const {
  Multiplication Result(NumberFormat(Case.TypeD), NumberFormat(Case.TypeA),
                        NumberFormat(Case.TypeB), Case.M, Case.N, getK());
  if (Case.IsSparse)
    Result.Group = lookupMMASparsityGroup(getStoredBits());
  if (Case.ScaleCount) {
    Result.ScaleCount = Case.ScaleCount;
    Result.Scale = NumberFormat(Case.ScaleType);
  }
  return Result;
}

TensorRun::TensorRun(const TensorCase &Case, unsigned Seed)
    : Case(Case), Random(Seed), K(getK()), Mul(makeMultiplication()),
      Layout(cantFail(getTensorMemoryLayout(
          {Case.M, Case.N, Case.CTAGroup, Case.IsSparse, Case.IsStationary}))),
      Tiles(OperandTiles::getZeros(Mul)), Blocks(Case.CTAGroup) {
  fill(Tiles.A, Mul.A);
  WideB = Tile(K, Case.N + Case.getShift());
  fill(WideB, Mul.B);
  takeColumns();
  fill(Tiles.C, Mul.D);
  for (Tile *T : {&Tiles.ScaleA, &Tiles.ScaleB})
    for (uint64_t &Code : T->Codes)
      Code = Mul.Scale->encodeInteger(1 << Random() % 3);
  if (Mul.Group)
    fillMetadata();
}

void TensorRun::fill(Tile &T, const NumberFormat &Format) {
  for (uint64_t &Code : T.Codes)
    Code = Format.encodeInteger(int64_t(Random() % (Format.isSigned() ? 4 : 3)) -
                                (Format.isSigned() ? 1 : 0));
}

void TensorRun::takeColumns() {
  const ColumnMask Mask = cantFail(ColumnMask::decode(Case.Mask, Case.M, Case.N, 8));
  for (unsigned Row = 0; Row != K; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column)
      Tiles.B.at(Row, Column) = Mask.isZero(Column) ? 0 : WideB.at(Row, Column + Case.getShift());
}

void TensorRun::fillMetadata() {
  const bool HasOneIndex = Mul.Group->Kept == 1;
  for (uint64_t &Code : Tiles.Metadata.Codes) {
    const unsigned First = Random() % (HasOneIndex ? 2 : 3);
    Code = encodeSparsityGroup(*Mul.Group, First, First + 1 + Random() % (3 - First));
  }
}

/// Each block has its share of the rows, of M or of N. Returns the descriptor.
uint64_t TensorRun::placeShared(const Tile &Matrix, bool IsOfB, StringRef Swizzle, bool IsKMajor,
                                const NumberFormat &Format, StringRef Type, unsigned FirstByte) {
  const unsigned Depth = IsOfB ? Matrix.Rows : Matrix.Columns;
  const unsigned Rows = (IsOfB ? Matrix.Columns : Matrix.Rows) / Case.CTAGroup;
  const SharedMemoryElement *Element = getElement(Type);
  // Not less than a line of the swizzle.
  const SharedMemorySwizzle Mode = cantFail(parseSharedMemorySwizzle(Swizzle));
  const unsigned Line = lookupSharedMemorySwizzle(Mode)->LineBytes * 8 / Element->StoredBits;
  const SharedMemoryTile Place = cantFail(makeSharedMemoryTile(
      {MatrixDescriptorFormat_TCGen05, Element, unsigned(IsKMajor ? Rows : alignTo(Rows, Line)),
       unsigned(IsKMajor ? alignTo(Depth, Line) : Depth), IsKMajor, Mode}));
  for (unsigned B = 0; B != Blocks.size(); ++B) {
    std::vector<uint8_t> &Bytes = Blocks[B].Shared;
    Bytes.resize(std::max<size_t>(Bytes.size(), alignTo(FirstByte + Place.getNumBytes(), 16)));
    for (unsigned Row = 0; Row != Rows; ++Row)
      for (unsigned Column = 0; Column != Depth; ++Column) {
        const uint64_t Code =
            IsOfB ? Matrix.at(Column, B * Rows + Row) : Matrix.at(B * Rows + Row, Column);
        const uint64_t Bit = FirstByte * 8 + Place.getBitOffset(Row, Column);
        const unsigned Width = Element->Bits;
        uint64_t Code64 = Width == 32 ? Format.toElement(Code, 32) : Code;
        for (unsigned I = 0; I != Width; ++I)
          Bytes[(Bit + I) / 8] |= uint8_t((Code64 >> I & 1) << (Bit + I) % 8);
      }
  }
  return Place.getDescriptor().getWord() | (SharedBegin + FirstByte) / 16;
}

void TensorRun::placeTensorA() {
  const unsigned Bits = getStoredBits();
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != Tiles.A.Columns; ++Column)
      for (const TensorMemoryPlace &P : cantFail(Layout.getPlacesOfA(Row, Column, Bits)))
        Blocks[P.CTA].at(P.Lane, AColumn + P.Column) |=
            uint32_t(Mul.A.toElement(Tiles.A.at(Row, Column), Bits)) << (P.Element * Bits);
}

/// tmem_e_frg: a lane has a stride of 1, a bit of a column one of 128. Of 16 and 32 bits, the units
/// of K are 1 and 2 bits.
void TensorRun::placeMetadata() {
  const unsigned Groups = Mul.getNumGroups(), Rows = Case.M / Case.CTAGroup;
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Group = 0; Group != Groups; ++Group) {
      const unsigned R = Row % Rows, Bit = Group * 4;
      unsigned Address = R + 128 * Bit;
      if (Groups == 8)
        Address = R % 8 + 2048 * (R / 8 % 2) + R / 16 * 16 + 128 * (Bit % 16) + 8 * (Bit / 16);
      const unsigned Column = Address / 128 / 32 + Case.Selector * (Groups == 8 ? 1 : 2);
      Blocks[Row / Rows].at(Address % 128, MetadataColumn + Column) |=
          uint32_t(Tiles.Metadata.at(Row, Group)) << (Address / 128 % 32);
    }
}

/// tmem_sf_frg: ((32, rows / 32), copies) with strides of (1, 512) and 32, in bytes of a lane each
/// 128; where D has two parts, ((32, N / 64), 2, 2) with (1, 512), 64 and 32.
void TensorRun::placeScales() {
  const unsigned Rows = Case.M / Case.CTAGroup;
  const bool HasParts = Case.CTAGroup == 2 && Case.M == 128;
  const auto Set = [&](unsigned B, unsigned Column, unsigned Address, uint64_t Code) {
    Blocks[B].at(Address % 128, Column + Address / 512) |= uint32_t(Code)
                                                           << (Address / 128 % 4 * 8);
  };
  for (unsigned Scale = 0; Scale != Case.ScaleCount; ++Scale) {
    const unsigned Byte = 128 * (Case.ScaleID + Scale);
    for (unsigned Row = 0; Row != Case.M; ++Row)
      for (unsigned Copy = 0; Copy != 4; ++Copy)
        Set(Row / Rows, ScaleAColumn, Row % Rows % 32 + Row % Rows / 32 * 512 + Copy * 32 + Byte,
            Tiles.ScaleA.at(Row, Scale));
    for (unsigned B = 0; B != Blocks.size(); ++B)
      for (unsigned N = 0; N != Case.N; ++N)
        for (unsigned Copy = 0; Copy != (HasParts ? 2u : 4u); ++Copy) {
          const unsigned InPart = HasParts ? N % (Case.N / 2) : N;
          const unsigned Part = HasParts ? N / (Case.N / 2) * 64 : 0;
          Set(B, ScaleBColumn, InPart % 32 + InPart / 32 * 512 + Copy * 32 + Part + Byte,
              Tiles.ScaleB.at(Scale, N));
        }
  }
}

void TensorRun::placeD() {
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column) {
      const TensorMemoryPlace P = *Layout.getPlaceOfD(Row, Column);
      Blocks[P.CTA].at(P.Lane, P.Column) = uint32_t(Tiles.C.at(Row, Column));
    }
}

std::string TensorRun::makeInstruction() const {
  std::string Text = Case.AddsD ? "" : "setp.ne.u32 %p, 0, 0; ";
  Text += "tcgen05.mma";
  Text += Case.IsStationary ? ".ws" : "";
  Text += Case.IsSparse ? ".sp" : "";
  Text += ".cta_group::" + utostr(Case.CTAGroup) + ".kind::" + Case.Kind.str();
  Text += Case.ScaleCount ? ".block_scale" + Case.Scales.str() : "";
  Text += Case.SwizzleA == "tensor" ? " [%t0], [%t11]" : " [%t0], %rd0";
  Text += Case.IsSparse ? ", %rd1, [%t8], %word" : ", %rd1, %word";
  Text += Case.ScaleCount ? ", [%t9], [%t10]" : "";
  return Text + ", %p" + (Case.Mask ? ", " + utostr(Case.Mask) : "") + ";";
}

static int64_t findType(InstructionDescriptorKind Kind, InstructionDescriptorField Field,
                        StringRef Type) {
  for (const BitValue &V : getLayout(Kind).find(Field)->Values)
    if (V.Meaning == Type)
      return V.Value;
  ADD_FAILURE() << "no type " << Type.str();
  return 0;
}

uint32_t TensorRun::makeWord() const {
  const InstructionDescriptorKind Kind = *parseInstructionDescriptorKind(Case.Kind);
  const auto Get = [&](InstructionDescriptorField Field, StringRef Type) {
    return findType(Kind, Field, Type);
  };
  BitAssignments Fields = {
      {InstructionDescriptorField_M, Case.M},
      {InstructionDescriptorField_N, Case.N},
      {InstructionDescriptorField_Sparse, Case.IsSparse},
      {InstructionDescriptorField_TypeA, Get(InstructionDescriptorField_TypeA, Case.TypeA)},
      {InstructionDescriptorField_TypeB, Get(InstructionDescriptorField_TypeB, Case.TypeB)},
      {InstructionDescriptorField_TransposeA, !Case.IsAKMajor},
      {InstructionDescriptorField_TransposeB, !Case.IsBKMajor},
      {InstructionDescriptorField_NegateA, Case.NegatesA}};
  if (Case.ScaleCount) {
    Fields.push_back({InstructionDescriptorField_ScaleType,
                      Get(InstructionDescriptorField_ScaleType, Case.ScaleType)});
    Fields.push_back({InstructionDescriptorField_ScaleIDA, Case.ScaleID});
    Fields.push_back({InstructionDescriptorField_ScaleIDB, Case.ScaleID});
  } else {
    Fields.push_back(
        {InstructionDescriptorField_TypeD, Get(InstructionDescriptorField_TypeD, Case.TypeD)});
    Fields.push_back({InstructionDescriptorField_Selector, Case.Selector});
    Fields.push_back({InstructionDescriptorField_MaximumShift, Case.getShift() ? 1 : 0});
  }
  if (Case.IsLongK)
    Fields.push_back({InstructionDescriptorField_K, 1});
  return uint32_t(cantFail(InstructionDescriptor::encode(Kind, Fields)).getWord());
}

void TensorRun::run() {
  std::array<uint64_t, 2> Descriptors = {};
  if (Case.SwizzleA == "tensor")
    placeTensorA();
  else
    Descriptors[0] =
        placeShared(Tiles.A, false, Case.SwizzleA, Case.IsAKMajor, Mul.A, Case.TypeA, 0);
  constexpr unsigned FirstOfB = 65536;
  Descriptors[1] =
      placeShared(WideB, true, Case.SwizzleB, Case.IsBKMajor, Mul.B, Case.TypeB, FirstOfB);
  placeD();
  if (Mul.Group)
    placeMetadata();
  if (Mul.Scale)
    placeScales();
  if (Case.NegatesA)
    for (uint64_t &Code : Tiles.A.Codes)
      Code ^= uint64_t(1) << (Mul.A.getWidth() - 1);
  if (!Case.AddsD)
    std::fill(Tiles.C.Codes.begin(), Tiles.C.Codes.end(), 0);
  const std::string Instruction = makeInstruction();
  SCOPED_TRACE(Instruction);
  ASSERT_EQ("", runTensorInstruction(Instruction, Descriptors, makeWord(), Blocks, /*ByAll=*/"",
                                     /*Seed=*/1, Case.isRubin()));
  const Tile Right = MMAReference(Mul, Tiles).getResult();
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column) {
      const TensorMemoryPlace P = *Layout.getPlaceOfD(Row, Column);
      const uint32_t Is = Blocks[P.CTA].at(P.Lane, P.Column);
      ASSERT_EQ(Right.at(Row, Column), Mul.D.getWidth() == 16 ? Is & 0xFFFF : Is)
          << Row << ", " << Column;
    }
}

void emulator::runTensorCase(const TensorCase &Case, unsigned Seed) { TensorRun(Case, Seed).run(); }
