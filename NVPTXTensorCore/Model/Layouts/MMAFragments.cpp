//===- MMAFragments.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses a row of TableGen/FragmentLayouts.td, reads its terms, and fits them to a
// tile. What to ask of a variant, MMAFragmentVariants.cpp knows.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// Asking a layout
//===----------------------------------------------------------------------===//

static unsigned &coordinateOf(TilePosition &Position, MMAFragmentLayout::Coordinate C) {
  unsigned *Coordinates[] = {&Position.Row, &Position.Column, &Position.Tile, &Position.Selector,
                             &Position.ByteSelector};
  return *Coordinates[C];
}

SmallVector<unsigned> MMAFragmentLayout::getValues(Coordinate C) const {
  SmallVector<unsigned> Values = {0};
  for (const Term &T : concat<const Term>(LaneTerms, ValueTerms))
    if (T.To == C && T.Amount)
      for (unsigned I = 0, E = Values.size(); I != E; ++I)
        Values.push_back(Values[I] + T.Amount);
  if (C == Column)
    llvm::erase_if(Values, [this](unsigned Value) { return Value >= EndColumn; });
  llvm::sort(Values);
  return Values;
}

std::optional<TilePosition> MMAFragmentLayout::getPosition(FragmentSlot Slot) const {
  if (Slot.Lane >= getNumLanes() || Slot.Register >= getNumRegisters() ||
      Slot.Element >= getElementsPerRegister())
    return std::nullopt;
  TilePosition Position;
  unsigned Value = Slot.Register << NumElementTerms | Slot.Element;
  for (auto [Terms, Bits] : {std::pair<ArrayRef<Term>, unsigned>(LaneTerms, Slot.Lane),
                             std::pair<ArrayRef<Term>, unsigned>(ValueTerms, Value)})
    for (auto [Index, T] : enumerate(Terms)) {
      if (!(Bits >> Index & 1))
        continue;
      if (!T.Amount)
        return std::nullopt;
      coordinateOf(Position, T.To) += T.Amount;
    }
  return Position;
}

std::optional<FragmentSlot> MMAFragmentLayout::find(TilePosition Position) const {
  auto SetBits = [&Position](ArrayRef<Term> Terms) {
    unsigned Bits = 0;
    for (auto [Index, T] : enumerate(Terms))
      if (coordinateOf(Position, T.To) & T.Amount)
        Bits |= 1u << Index;
    return Bits;
  };
  unsigned Value = SetBits(ValueTerms);
  FragmentSlot Slot = {SetBits(LaneTerms), Value >> NumElementTerms,
                       Value & maskTrailingOnes<unsigned>(NumElementTerms)};
  // A location outside of the tile has bits that no term accounts for.
  std::optional<TilePosition> Held = getPosition(Slot);
  return Held && *Held == Position ? std::optional(Slot) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Choosing a row
//===----------------------------------------------------------------------===//

static std::string printShape(const MMAFragmentQuery &Query) {
  if (!Query.AccessShape.empty())
    return Query.AccessShape.str();
  std::string Spelling = "m" + utostr(Query.M) + "n" + utostr(Query.N);
  return Query.K ? Spelling + "k" + utostr(Query.K) : Spelling;
}

/// For messages: of tensor memory it is part of what was asked, but not of a row's shape.
static std::string printCount(const MMAFragmentQuery &Query) {
  return Query.AccessShape.empty() ? "" : ".x" + utostr(Query.NumMatrices);
}

static StringRef printOperand(MMAOperand Operand) { return lookupMMAOperand(Operand)->Spelling; }

namespace {

/// The extents of a tile. `Depth` is the one along K, 0 if neither is.
struct TileExtents {
  unsigned Rows, Columns, Depth;
};

} // namespace

static constexpr unsigned MaxRepetitions = 128; ///< .x128, of tensor memory

/// "16x64b": 16 lanes, of each 64 bits, which are two columns, or the halves of four; in
/// "16x32bx2" each of the two tiles has these. Nothing if the shape or the count is none.
static TileExtents getAccessExtents(const MMAFragmentQuery &Q) {
  StringRef Shape = Q.AccessShape;
  unsigned Lanes, Bits;
  if (Shape.consumeInteger(10, Lanes) || !Shape.consume_front("x") ||
      Shape.consumeInteger(10, Bits) || !Q.ElementBits || !isPowerOf2_32(Q.NumMatrices) ||
      Q.NumMatrices > MaxRepetitions)
    return {0, 0, 0};
  return {Lanes, Bits / Q.ElementBits * Q.NumMatrices, 0};
}

static TileExtents getTileExtents(const MMAFragmentQuery &Q, MMAOperand Operand) {
  if (!Q.AccessShape.empty())
    return getAccessExtents(Q);
  auto AlongRows = [&Q](unsigned Depth) { return TileExtents{Q.M, Depth, Depth}; };
  auto AlongColumns = [&Q](unsigned Depth) { return TileExtents{Depth, Q.N, Depth}; };
  bool IsMoved = Q.K == 0;
  switch (Operand) {
  case MMAOperand_A:
    return IsMoved ? TileExtents{Q.M, Q.N, 0} : AlongRows(Q.IsSparse ? Q.K / 2 : Q.K);
  case MMAOperand_B:
    return AlongColumns(Q.K);
  case MMAOperand_Metadata: {
    const MMASparsityGroup *Group = lookupMMASparsityGroup(Q.ElementBits);
    return AlongRows(Group ? Q.K / Group->Group : 0);
  }
  case MMAOperand_ScaleA:
    return AlongRows(Q.ScaleCount);
  case MMAOperand_ScaleB:
    return AlongColumns(Q.ScaleCount);
  case MMAOperand_Address:
    return Q.IsColumnMajor ? TileExtents{1, Q.N, 0} : TileExtents{Q.M, 1, 0};
  case MMAOperand_C:
  case MMAOperand_D:
    break;
  }
  return {Q.M, Q.N, 0};
}

/// Returns the bits that an element of the operand takes up in a register.
static unsigned getElementBits(const MMAFragmentQuery &Query, MMAOperand Operand) {
  switch (Operand) {
  case MMAOperand_Metadata:
    return 4;
  case MMAOperand_ScaleA:
  case MMAOperand_ScaleB:
    return 8;
  case MMAOperand_Address:
    return 32;
  default:
    return Query.ElementBits;
  }
}

static const MMAFragmentLayoutRow *lookupRow(const MMAFragmentQuery &Query, MMAOperand Operand) {
  std::string Shape = printShape(Query);
  unsigned Depth = getTileExtents(Query, Operand).Depth;
  StringRef Major = Query.IsColumnMajor ? "col" : "row";
  const MMAFragmentLayoutRow *Found = nullptr;
  for (const MMAFragmentLayoutRow &Row : getMMAFragmentLayouts())
    if (Row.Instruction == Query.Instruction && (Row.Operands >> Operand & 1) &&
        (Row.Shape.empty() || Row.Shape == Shape) && (!Row.Depth || Row.Depth == Depth) &&
        Row.MinimumBits <= Query.ElementBits && Query.ElementBits <= Row.MaximumBits &&
        (Row.Major.empty() || Row.Major == Major) && (!Found || Found->Shape.empty()))
      Found = &Row;
  return Found;
}

/// Why an instruction lacks an operand; success if it has it.
static Error checkOperand(const MMAFragmentQuery &Query, MMAOperand Operand) {
  StringRef Instruction = Query.Instruction;
  if (Instruction.starts_with("wmma"))
    return makeError("the PTX ISA leaves open which thread holds which element of a wmma fragment: "
                     "only wmma.load and wmma.store know, or mma.sync with a documented layout");
  unsigned Operands = 0;
  for (const MMAFragmentLayoutRow &Row : getMMAFragmentLayouts())
    if (Row.Instruction == Instruction)
      Operands |= Row.Operands;
  if (!Operands)
    return makeError("no fragment layouts are known of '" + Instruction + "'");
  if (!(Operands >> Operand & 1)) {
    SmallVector<StringRef> Has;
    for (const MMAOperandInfo &Info : getMMAOperands())
      if (Operands >> Info.Encoding & 1)
        Has.push_back(Info.Spelling);
    return makeError(Instruction + " has no operand " + printOperand(Operand) +
                     " with a layout; it has: " + join(Has, ", "));
  }
  if (Operand == MMAOperand_Metadata && !Query.IsSparse)
    return makeError(Instruction + " with a dense A has no " + printOperand(Operand) +
                     "; only with .sp it has");
  if ((Operand == MMAOperand_ScaleA || Operand == MMAOperand_ScaleB) && !Query.ScaleCount)
    return makeError(Instruction + " without .block_scale has no " + printOperand(Operand));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Fitting a row to a tile
//===----------------------------------------------------------------------===//

namespace llvm::tensorcore {

/// Reads the terms of a row, for a tile of some extents.
class MMAFragmentLayoutBuilder {
public:
  MMAFragmentLayoutBuilder(const MMAFragmentLayoutRow &Row, TileExtents Extents, unsigned Tiles,
                           unsigned ElementBits)
      : Layout(Row), Tile(Extents), NumTiles(Tiles) {
    Layout.ElementBits = ElementBits;
    Layout.NumElementTerms = Log2_32(std::max(32u, ElementBits) / ElementBits);
  }

  /// None if the row's pattern does not fill the tile.
  std::optional<MMAFragmentLayout> build() {
    for (const MMALayoutTerm &T : Layout.TableRow->Lanes)
      if (!addLaneTerm(scale(T)))
        return std::nullopt;
    for (const MMALayoutTerm &T : Layout.TableRow->Values)
      addValueTerms(T);
    if (Layout.ValueTerms.size() < Layout.NumElementTerms)
      return std::nullopt;
    countRegisters();
    if (Layout.getNumRows() != Tile.Rows || Layout.getNumColumns() != Tile.Columns ||
        Layout.getNumTiles() != NumTiles)
      return std::nullopt;
    return std::move(Layout);
  }

private:
  using Term = MMAFragmentLayout::Term;

  /// A term in elements.
  Term scale(const MMALayoutTerm &T) const {
    unsigned Scale = T.CountsRegisters ? Layout.NumElementTerms : 0;
    return {MMAFragmentLayout::Coordinate(T.To), unsigned(T.Amount) << Scale};
  }

  bool isInTile(Term T) const {
    switch (T.To) {
    case MMAFragmentLayout::Row:
      return T.Amount < Tile.Rows;
    case MMAFragmentLayout::Column:
      return T.Amount < Tile.Columns;
    case MMAFragmentLayout::Tile:
      return T.Amount < NumTiles;
    default:
      return true;
    }
  }

  /// Lanes can be idle where there are fewer matrices than they could address, but
  /// never because a matrix is too small for a warp.
  bool addLaneTerm(Term T) {
    if (!isInTile(T)) {
      if (T.To != MMAFragmentLayout::Tile)
        return false;
      T.Amount = 0;
    }
    Layout.LaneTerms.push_back(T);
    return true;
  }

  void addValueTerms(const MMALayoutTerm &Row) {
    Term T = scale(Row);
    if (Row.IsElements) {
      for (unsigned Bit = 0; Bit != Layout.NumElementTerms; ++Bit)
        Layout.ValueTerms.push_back({T.To, 1u << Bit});
      return;
    }
    if (Row.GoesOn)
      Step = T;
    do {
      if (isInTile(T))
        Layout.ValueTerms.push_back(T);
      T.Amount *= 2;
    } while (Row.GoesOn && isInTile(T));
  }

  /// The terms make a power of two of registers; where columns go on as far as the tile
  /// does, they come last, and those behind the tile's end have no registers.
  void countRegisters() {
    Layout.NumRegisters = 1u << (Layout.ValueTerms.size() - Layout.NumElementTerms);
    if (!Step || Tile.Columns % Step->Amount)
      return;
    Layout.NumRegisters = Layout.NumRegisters * Tile.Columns / PowerOf2Ceil(Tile.Columns);
    Layout.EndColumn = Tile.Columns;
  }

  MMAFragmentLayout Layout;
  TileExtents Tile;
  unsigned NumTiles;
  std::optional<Term> Step; ///< the smallest of those that go on
};

} // namespace llvm::tensorcore

/// The tiles of a multiplication, or of tensor memory, are those that the lanes tell apart.
static unsigned getNumTiles(const MMAFragmentLayoutRow &Row, const MMAFragmentQuery &Query) {
  bool AreMatrices = !Query.K && Query.AccessShape.empty();
  auto IsTile = [](const MMALayoutTerm &T) { return T.To == MMACoordinate_Tile; };
  return AreMatrices ? Query.NumMatrices : 1u << count_if(Row.Lanes, IsTile);
}

Expected<MMAFragmentLayout> tensorcore::getMMAFragmentLayout(const MMAFragmentQuery &Query,
                                                             MMAOperand Operand) {
  if (Error E = checkOperand(Query, Operand))
    return E;
  if (const MMAFragmentLayoutRow *Row = lookupRow(Query, Operand)) {
    unsigned ElementBits = getElementBits(Query, Operand);
    if (isPowerOf2_32(ElementBits))
      if (auto Layout = MMAFragmentLayoutBuilder(*Row, getTileExtents(Query, Operand),
                                                 getNumTiles(*Row, Query), ElementBits)
                            .build())
        return std::move(*Layout);
  }
  return makeError("the PTX ISA describes no layout for operand " + printOperand(Operand) + " of " +
                   Query.Instruction + " " + printShape(Query) + printCount(Query) +
                   " with elements of " + Twine(Query.ElementBits) + " bits");
}
