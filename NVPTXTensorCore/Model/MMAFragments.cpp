//===- MMAFragments.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses a row of TableGen/FragmentLayouts.td, reads its terms, and fits them to a
// tile. What a variant holds is read off its registers: an element of B takes up what
// B's registers leave it, and A is sparse if its registers hold half of it. So variants
// are served by what they are, whatever new kinds and types they may have.
//
//===----------------------------------------------------------------------===//

#include "MMAFragments.h"
#include "Errors.h"
#include "MMACatalogue.h"
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
  // A place outside of the tile has bits that no term accounts for.
  std::optional<TilePosition> Held = getPosition(Slot);
  return Held && *Held == Position ? std::optional(Slot) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Choosing a row
//===----------------------------------------------------------------------===//

static std::string spellShape(const MMAFragmentQuery &Query) {
  std::string Spelling = "m" + utostr(Query.M) + "n" + utostr(Query.N);
  return Query.K ? Spelling + "k" + utostr(Query.K) : Spelling;
}

static StringRef spell(MMAOperand Operand) { return lookupMMAOperand(Operand)->Spelling; }

namespace {

/// The extents of a tile. `Depth` is the one along K, 0 if neither is.
struct TileExtents {
  unsigned Rows, Columns, Depth;
};

} // namespace

static TileExtents getTileExtents(const MMAFragmentQuery &Q, MMAOperand Operand) {
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

/// What an element of the operand takes up in a register.
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
  std::string Shape = spellShape(Query);
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
    return makeError(Instruction + " has no operand " + spell(Operand) +
                     " with a layout; it has: " + join(Has, ", "));
  }
  if (Operand == MMAOperand_Metadata && !Query.IsSparse)
    return makeError(Instruction + " with a dense A has no " + spell(Operand) +
                     "; only with .sp it has");
  if ((Operand == MMAOperand_ScaleA || Operand == MMAOperand_ScaleB) && !Query.ScaleCount)
    return makeError(Instruction + " without .block_scale has no " + spell(Operand));
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
    SmallVector<StringRef> Terms;
    Layout.TableRow->Lanes.split(Terms, ',');
    for (StringRef Text : Terms)
      if (!addLaneTerm(parse(Text)))
        return std::nullopt;
    Terms.clear();
    Layout.TableRow->Values.split(Terms, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Text : Terms)
      addValueTerms(Text);
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

  /// "R4", "C2w": a coordinate and an amount, "w" for the elements of a register.
  Term parse(StringRef Text) const {
    Term Result = {MMAFragmentLayout::Coordinate(StringRef("RCTSB").find(Text.front())), 0};
    StringRef Amount = Text.drop_front();
    if (!Amount.consumeInteger(10, Result.Amount) && Text.ends_with("w"))
      Result.Amount <<= Layout.NumElementTerms;
    return Result;
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

  void addValueTerms(StringRef Text) {
    if (Text.ends_with("*")) {
      for (unsigned Bit = 0; Bit != Layout.NumElementTerms; ++Bit)
        Layout.ValueTerms.push_back({parse(Text).To, 1u << Bit});
      return;
    }
    Term T = parse(Text);
    bool GoesOn = Text.ends_with("+");
    if (GoesOn)
      Step = T;
    do {
      if (isInTile(T))
        Layout.ValueTerms.push_back(T);
      T.Amount *= 2;
    } while (GoesOn && isInTile(T));
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

/// The tiles of a multiplication are those that the lanes tell apart.
static unsigned getNumTiles(const MMAFragmentLayoutRow &Row, const MMAFragmentQuery &Query) {
  return Query.K ? 1u << Row.Lanes.count('T') : Query.NumMatrices;
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
  return makeError("the PTX ISA describes no layout for operand " + spell(Operand) + " of " +
                   Query.Instruction + " " + spellShape(Query) + " with elements of " +
                   Twine(Query.ElementBits) + " bits");
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

static unsigned widthOf(MMAType Type) { return lookupMMAType(Type)->Width; }

/// The bits of all of a warp's registers of a multiplicand.
static unsigned getFragmentBits(const MMAVariant &Variant, unsigned Registers) {
  return Registers * std::max(32u, widthOf(Variant.B)) * MMAFragmentLayout::NumLanes;
}

/// What an element of A or B takes up: B is always whole, so that its registers say it,
/// but for the quad pairs, each of which has a B of its own. The types alone do not: the
/// mxf4 kinds pack e2m1, others give it a byte.
static unsigned getMultiplicandBits(const MMAVariant &Variant) {
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.Shape);
  unsigned Held = getFragmentBits(Variant, getMMAOpcodeInfo(Variant.Opcode).BCount) /
                  (Shape.Depth * Shape.Columns);
  return std::min(Held, widthOf(Variant.B));
}

static MMAFragmentQuery getQuery(const MMAVariant &Variant, MMAOperand Operand) {
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.Shape);
  MMAFragmentQuery Query;
  Query.Instruction = lookupMMAFamily(Variant.Family)->Spelling;
  Query.M = Shape.Rows;
  Query.N = Shape.Columns;
  Query.K = Shape.Depth;
  if (Shape.Depth == 0) {
    Query.ElementBits = widthOf(Variant.Element);
    Query.IsColumnMajor = Variant.Transpose;
    StringRef Count = spellMMAField(MMAField_Count, Variant.Count);
    Count.drop_front(Count.starts_with("x")).getAsInteger(10, Query.NumMatrices);
    return Query;
  }
  if (Variant.Family == MMAFamily_WGMMA) {
    bool IsAccumulator = Operand == MMAOperand_D || Operand == MMAOperand_C;
    Query.ElementBits = widthOf(IsAccumulator ? Variant.D : Variant.A);
    Query.IsSparse = Variant.Sparsity;
    return Query;
  }
  unsigned Bits = getMultiplicandBits(Variant);
  Query.ElementBits = Operand == MMAOperand_D   ? widthOf(Variant.D)
                      : Operand == MMAOperand_C ? widthOf(Variant.C)
                                                : Bits;
  Query.IsSparse = Bits && getFragmentBits(Variant, getMMAOpcodeInfo(Variant.Opcode).ACount) <
                               Bits * Shape.Rows * Shape.Depth;
  Query.ScaleCount = Variant.ScaleCount;
  Query.IsColumnMajor =
      spellMMAField(Operand == MMAOperand_A ? MMAField_ALayout : MMAField_BLayout,
                    Operand == MMAOperand_A ? Variant.ALayout : Variant.BLayout) == "col";
  return Query;
}

Expected<MMAFragmentLayout> tensorcore::getMMAFragmentLayout(const MMAVariant &Variant,
                                                             MMAOperand Operand) {
  if (Variant.Family == MMAFamily_WGMMA && Operand == MMAOperand_A && !Variant.Residency)
    return makeError(Variant.Name + " has A in shared memory, where its matrix descriptor says");
  return getMMAFragmentLayout(getQuery(Variant, Operand), Operand);
}

Expected<unsigned> tensorcore::getMMAAddressLane(const MMAVariant &Variant, unsigned Matrix,
                                                 unsigned Row) {
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(Variant, MMAOperand_Address);
  if (!Layout)
    return Layout.takeError();
  TilePosition Position;
  Position.Tile = Matrix;
  (Variant.Transpose ? Position.Column : Position.Row) = Row;
  if (std::optional<FragmentSlot> Slot = Layout->find(Position))
    return Slot->Lane;
  return makeError(Variant.Name + " addresses no row " + Twine(Row) + " of matrix " +
                   Twine(Matrix) + "; it has " + Twine(Layout->getNumTiles()) + " of " +
                   Twine(Layout->getNumRows() * Layout->getNumColumns()) + " rows");
}
