//===- TensorProduct.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading multiplicands and D, multiplying, writing D.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TensorProduct.h"
#include "Emulator/Execute/Copies/AsyncOperands.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr unsigned LanesOfPart = 32; ///< of tensor memory, that a warp reaches

TensorProduct::TensorProduct(const Instruction &I, Block &Of, std::shared_ptr<AsyncAuthor> Author,
                             const TensorShape &Shape, const TensorOperands &Operands)
    : I(I), Details(I.details<TensorMultiplyDetails>()), Of(Of), Author(std::move(Author)),
      Shape(Shape), Operands(Operands), CodecD(Shape.Mul.D), Units(getMatrixUnits(Of)) {
  Blocks.push_back(&Of);
  if (Details.Use.CTAGroup == 2) {
    Block *Peer = getPeer(Of);
    Blocks.insert(Of.getRank() % 2 ? Blocks.begin() : Blocks.end(), Peer);
  }
}

const uint32_t *TensorProduct::read(Cluster &C, unsigned CTA, unsigned Lane, unsigned Column,
                                    unsigned Count, bool IsOfD) {
  Actor Who = makeAsyncActor(I, Of, Author);
  Who.ReadsAccumulators = IsOfD;
  return getMatrixUnits(*Blocks[CTA]).Tensor.access(C, Who, Lane, Column, Count, Access::Read);
}

//===----------------------------------------------------------------------===//
// Multiplicands
//===----------------------------------------------------------------------===//

bool TensorProduct::readShared(Cluster &C, const MatrixRequest &Request, const LineFormat &Format,
                               unsigned Part, NumberGrid To) {
  const bool IsReadOfA = &Request == &Operands.SharedA && Author->ReaderOfA;
  const Actor Who = makeAsyncActor(I, Of, IsReadOfA ? Author->ReaderOfA : Author);
  if (!Units.Matrices.read(C, Who, *Blocks[Part], Request, Units.Bytes))
    return false;
  decodeLines(Format, Units.Bytes, Request.Lines, Request.LineBytes * 8 / Format.StoredBits, To);
  return true;
}

/// Each block of a pair has its rows of A and its columns of B.
bool TensorProduct::readA(Cluster &C) {
  if (Details.InTensorA)
    return readTensorA(C);
  NumberTiles &T = Units.Tiles;
  const size_t Kept = T.KeptColumns, Rows = Shape.M / Blocks.size();
  for (unsigned Part = 0; Part != Blocks.size(); ++Part) {
    double *First = T.A.data() + Part * Rows * Kept;
    if (!readShared(C, Operands.SharedA, Shape.A, Part,
                    Shape.IsAKMajor ? NumberGrid{First, Kept, 1} : NumberGrid{First, 1, Kept}))
      return false;
  }
  return true;
}

bool TensorProduct::readB(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  const size_t N = Shape.N, Columns = N / Blocks.size(), Shift = Operands.Columns.getShift();
  // A shifted B has more columns than are multiplied, of one block.
  const MatrixRequest &From = Operands.SharedB;
  const size_t Stride = !Shift            ? N
                        : Shape.IsBKMajor ? From.Lines
                                          : From.LineBytes * 8 / Shape.B.StoredBits;
  std::vector<double> Shifted(Shift ? Shape.K * Stride : 0);
  for (unsigned Part = 0; Part != Blocks.size(); ++Part) {
    double *First = (Shift ? Shifted.data() : T.B.data()) + Part * Columns;
    if (!readShared(C, Operands.SharedB, Shape.B, Part,
                    Shape.IsBKMajor ? NumberGrid{First, 1, Stride} : NumberGrid{First, Stride, 1}))
      return false;
  }
  for (unsigned K = 0; Shift && K != Shape.K; ++K)
    std::copy_n(Shifted.data() + K * Stride + Shift, N, T.B.data() + K * N);
  for (unsigned Column = 0; Details.ZeroColumns && Column != N; ++Column)
    if (Operands.Columns.isZero(Column))
      for (unsigned K = 0; K != Shape.K; ++K)
        T.B[K * N + Column] = 0;
  return true;
}

/// Elements of 4 and 6 bits that are padded in shared memory have 8 bits here.
bool TensorProduct::readTensorA(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  const unsigned Bits = Shape.A.StoredBits, Words = T.KeptColumns * Bits / 32;
  const ElementCodec Codec(Shape.A.Format, Bits);
  for (unsigned Row = 0; Row != Shape.M; ++Row) {
    auto Locations = Shape.Layout.getLocationsOfA(Row, 0, Bits);
    if (!Locations) {
      C.fault(makeAsyncActor(I, Of, Author), Check::IllegalInstruction,
              toString(Locations.takeError()));
      return false;
    }
    const uint32_t *First = nullptr;
    for (const TensorMemoryLocation &P : *Locations) {
      unsigned Lane = Operands.A.Lane + P.Lane;
      if (Details.Use.HasAShift && Lane % LanesOfPart != LanesOfPart - 1)
        ++Lane;
      const uint32_t *Line = read(C, P.CTA, Lane, Operands.A.Column, Words);
      if (!Line)
        return false;
      if (First && !std::equal(First, First + Words, Line))
        C.fault(makeAsyncActor(I, Of, Author), Check::TensorMemory,
                "row " + Twine(Row) + " of A differs in lanes " + Twine(Lane) + " and " +
                    Twine(Lane - P.Lane) + "; expected the same, as each half of N has its own A");
      First = Line;
    }
    Codec.decode(First, T.KeptColumns, T.A.data() + size_t(Row) * T.KeptColumns);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// The PTX ISA has this in figures only; it was read off CuTe (tmem_e_frg), which has the M of 128
/// alone, and goes on likewise for others. 16 groups of a row of 8-bit and narrower elements are 64
/// bits in the row's lane. Of wider elements a row has 8 groups: of eight lanes in a row the first
/// four groups of the row and those of the row after the next seven are in one lane, the other four
/// groups in the lane eight further on.
static TensorMemoryLocation getMetadataLocation(unsigned RowInPart, unsigned Group,
                                                unsigned NumGroups) {
  TensorMemoryLocation P;
  if (NumGroups > 8) {
    P.Lane = RowInPart;
    P.Column = Group / 8;
    P.Element = Group % 8;
    return P;
  }
  P.Lane = RowInPart % 8 + Group / 4 * 8 + RowInPart / 16 * 16;
  P.Element = Group % 4 + RowInPart / 8 % 2 * 4;
  return P;
}

bool TensorProduct::readMetadata(Cluster &C) {
  const Multiplication &Mul = Shape.Mul;
  const unsigned NumGroups = Mul.getNumGroups();
  const unsigned Columns = NumGroups > 8 ? 2 : 1;
  NumberTiles &T = Units.Tiles;
  Tile Metadata(Shape.M, NumGroups);
  for (unsigned Row = 0; Row != Shape.M; ++Row) {
    const TensorMemoryLocation D = *Shape.Layout.getLocationOfD(Row, 0);
    const unsigned InPart = D.Lane % LanesOfPart, Part = D.Lane - InPart;
    for (unsigned Group = 0; Group != NumGroups; ++Group) {
      const TensorMemoryLocation P = getMetadataLocation(InPart, Group, NumGroups);
      const uint32_t *Word =
          read(C, D.CTA, Operands.Metadata.Lane + Part + P.Lane,
               Operands.Metadata.Column + Shape.Selector * Columns + P.Column, 1);
      if (!Word)
        return false;
      Metadata.at(Row, Group) = *Word >> (P.Element * 4) & 15;
    }
    for (unsigned Kept = 0; Kept != T.KeptColumns; ++Kept)
      T.Columns[size_t(Row) * T.KeptColumns + Kept] =
          uint16_t(getLogicalColumn(*Mul.Group, Metadata, Row, Kept));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Scale factors
//===----------------------------------------------------------------------===//

/// A scale factor, which must be the same in several parts of the lanes.
std::optional<uint8_t> TensorProduct::readScale(Cluster &C, unsigned CTA, TensorAddress At,
                                                unsigned LaneOfPart, unsigned FirstPart,
                                                unsigned NumParts, unsigned Byte) {
  std::optional<uint8_t> Result;
  for (unsigned Part = FirstPart; Part != FirstPart + NumParts; ++Part) {
    const unsigned Lane = Part * LanesOfPart + LaneOfPart;
    const uint32_t *Word = read(C, CTA, At.Lane + Lane, At.Column, 1);
    if (!Word)
      return std::nullopt;
    const uint8_t Value = uint8_t(*Word >> (8 * Byte));
    if (Result && *Result != Value) {
      C.fault(makeAsyncActor(I, Of, Author), Check::TensorMemory,
              "the scale factor in column " + Twine(At.Column) + " of lane " + Twine(Lane) +
                  " is not that of lane " + Twine(Lane - LanesOfPart) +
                  "; expected the same in each 32 lanes");
      return std::nullopt;
    }
    Result = Value;
  }
  return Result;
}

/// Row r of 128 is in lane r % 32 of each 32 lanes, and in column r / 32: a byte for each scale.
/// What does not fit into the four bytes goes on in as many columns after those of all rows. Where
/// D has two parts, each has the scales of its half of B (CuTe, tmem_sf_frg).
bool TensorProduct::readScales(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  const ElementCodec Codec(*Shape.Mul.Scale);
  const unsigned NumParts = Shape.Layout.getTableRow().CTAGroup == 2 ? getNumParts() : 1;
  const unsigned Rows = Shape.M / unsigned(Blocks.size()), ColumnsOfPart = Shape.N / NumParts;
  constexpr unsigned AllParts = TensorMemory::NumLanes / LanesOfPart;
  const auto Get = [&](unsigned CTA, TensorAddress At, unsigned Number, unsigned Count,
                       unsigned Byte, unsigned FirstPart, unsigned Parts, double &To) {
    At.Column += Number / LanesOfPart + Byte / 4 * divideCeil(Count, LanesOfPart);
    const auto Code = readScale(C, CTA, At, Number % LanesOfPart, FirstPart, Parts, Byte % 4);
    if (Code)
      To = Codec.decode(*Code);
    return Code.has_value();
  };
  for (unsigned Scale = 0; Scale != T.ScaleCount; ++Scale) {
    for (unsigned Row = 0; Row != Shape.M; ++Row)
      if (!Get(Row / Rows, Operands.ScaleA, Row % Rows, Rows, Shape.ScaleIDA + Scale, 0, AllParts,
               T.ScaleA[Row * T.ScaleCount + Scale]))
        return false;
    for (unsigned CTA = 0; CTA != Blocks.size(); ++CTA)
      for (unsigned Column = 0; Column != Shape.N; ++Column) {
        const unsigned Part = Column / ColumnsOfPart * (AllParts / NumParts);
        double &To = T.ScaleB[Scale * Shape.N + Column];
        const double Other = To;
        if (!Get(CTA, Operands.ScaleB, Column % ColumnsOfPart, ColumnsOfPart,
                 Shape.ScaleIDB + Scale, Part, AllParts / NumParts, To))
          return false;
        if (CTA && To != Other && !(std::isnan(To) && std::isnan(Other)))
          C.fault(makeAsyncActor(I, Of, Author), Check::TensorMemory,
                  "the scale factors of column " + Twine(Column) +
                      " of B are not the same in the two blocks of the pair");
      }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// D
//===----------------------------------------------------------------------===//

bool TensorProduct::readD(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  const unsigned Columns = Shape.Layout.getNumColumnsOfD();
  const double Factor = std::ldexp(1.0, -int(Details.ScaleInput));
  for (unsigned Row = 0; Row != Shape.M; ++Row)
    for (unsigned First = 0; First != Shape.N; First += Columns) {
      const TensorMemoryLocation P = *Shape.Layout.getLocationOfD(Row, First);
      const uint32_t *Words = read(C, P.CTA, Operands.D.Lane + P.Lane, Operands.D.Column, Columns,
                                   /*IsOfD=*/true);
      if (!Words)
        return false;
      double *To = T.D.data() + size_t(Row) * Shape.N + First;
      if (Shape.Mul.D.getWidth() == 32)
        CodecD.decode(Words, Columns, To);
      else
        for (unsigned Column = 0; Column != Columns; ++Column)
          To[Column] = CodecD.decode(Words[Column] & 0xFFFF);
      if (Details.ScaleInput)
        for (unsigned Column = 0; Column != Columns; ++Column)
          To[Column] *= Factor;
    }
  return true;
}

bool TensorProduct::writeD(Cluster &C, unsigned CTA) {
  const unsigned Columns = Shape.Layout.getNumColumnsOfD();
  for (unsigned Row = 0; Row != Shape.M; ++Row)
    for (unsigned First = 0; First != Shape.N; First += Columns) {
      const TensorMemoryLocation P = *Shape.Layout.getLocationOfD(Row, First);
      const unsigned Lane = Operands.D.Lane + P.Lane;
      const unsigned Bit = CTA * TensorMemory::NumLanes + Lane;
      if (P.CTA != CTA || (Bit < 256 && Operands.DisabledLanes[Bit / 32] >> Bit % 32 & 1))
        continue;
      uint32_t *To = getMatrixUnits(*Blocks[CTA])
                         .Tensor.access(C, makeAsyncActor(I, Of, Author), Lane, Operands.D.Column,
                                        Columns, Access::Write);
      if (!To)
        return false;
      std::copy_n(Result.data() + size_t(Row) * Shape.N + First, Columns, To);
    }
  return true;
}

bool TensorProduct::compute(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  const Multiplication &Mul = Shape.Mul;
  T.resize(Mul);
  if (!readA(C) || !readB(C) || (Mul.Group && !readMetadata(C)) || (Mul.Scale && !readScales(C)))
    return false;
  if (Operands.AddsD && !readD(C))
    return false;
  if (!Operands.AddsD)
    std::fill(T.D.begin(), T.D.end(), 0);
  if (Shape.NegatesA != Shape.NegatesB)
    for (double &Number : T.A)
      Number = -Number;
  multiply(Mul, T, C.getPerturbation());
  C.Statistics.MultiplyAdds += uint64_t(Shape.M) * Shape.N * Shape.K;
  Result.resize(T.D.size());
  if (Mul.D.getWidth() == 32)
    CodecD.encode(T.D.data(), T.D.size(), Result.data(), Mul.Saturates);
  else
    for (size_t Number = 0; Number != T.D.size(); ++Number)
      Result[Number] = uint32_t(CodecD.encode(T.D[Number], Mul.Saturates));
  return true;
}

bool TensorProduct::perform(Cluster &C) {
  if (Result.empty())
    return !compute(C);
  return !writeD(C, NumWritten) || ++NumWritten == Blocks.size();
}
