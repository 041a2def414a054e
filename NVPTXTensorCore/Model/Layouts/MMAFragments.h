//===- MMAFragments.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps threads and registers of a warp to elements of a matrix, and back. The layouts are the
// rows of TableGen/FragmentLayouts.td; a function chooses one and fits it to a tile. MMACatalogue
// and MMALegality know which instructions exist and where they are legal. Tools that explain
// fragments, and tests that fill them, use this.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LAYOUTS_MMAFRAGMENTS_H
#define NVPTXTENSORCORE_MODEL_LAYOUTS_MMAFRAGMENTS_H

#include "Model/Instructions/MMADescriptor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace llvm::tensorcore {

/// Is a location in the registers of a warp or a warpgroup: which lane (thread of the group), which
/// of the operand's registers in that lane, and which element of that register, from the lowest
/// bits on.
struct FragmentSlot {
  unsigned Lane = 0;
  unsigned Register = 0;
  unsigned Element = 0;

  bool operator==(const FragmentSlot &Other) const {
    return Lane == Other.Lane && Register == Other.Register && Element == Other.Element;
  }
};

/// Is a location in a tile.
struct TilePosition {
  unsigned Row = 0;
  unsigned Column = 0;
  /// The tile, if an instruction has several: the quad pair (0 to 3) of m8n8k4 with .f16, the
  /// matrix of ldmatrix and stmatrix, or the half of .16x32bx2 (0 is at the address, 1 at the
  /// address plus half_split_offset).
  unsigned Tile = 0;
  /// For which value of the sparsity selector (metadata) or of thread-id (scales) the
  /// instruction looks here.
  unsigned Selector = 0;
  /// For which value of byte-id (scales) the instruction looks here.
  unsigned ByteSelector = 0;

  bool operator==(const TilePosition &Other) const {
    return Row == Other.Row && Column == Other.Column && Tile == Other.Tile &&
           Selector == Other.Selector && ByteSelector == Other.ByteSelector;
  }
};

/// The layout of one operand. A tile is, for
///
///   D, C         M x N                  movmatrix: A and D in the source's coordinates
///   A            M x K, or M x K/2: of a sparse A, what is kept
///   B            K x N
///   metadata     M x groups: column c is the c-th group of neighbours in a row of A;
///                an element is the four bits that describe it (MMASparsityGroup)
///   scale_A      M x scales of a row    an element is a byte
///   scale_B      scales of a column x N
///   row address  M x 1, or 1 x N with .trans: the lane whose address is of this row
///                (with .trans: column) of the matrix; its register and element are 0
///
/// and of tcgen05.ld and tcgen05.st the piece of tensor memory that a warp accesses: 16 or 32
/// rows, which are lanes, by columns of 32 bits, both counted from the address on. With
/// .pack::16b and .unpack::16b an element is the lower half of a column.
///
/// No two slots hold the same location, and every location has a slot.
class MMAFragmentLayout {
public:
  /// The coordinates of a TilePosition.
  enum Coordinate {
    Row = MMACoordinate_Row,
    Column = MMACoordinate_Column,
    Tile = MMACoordinate_Tile,
    Selector = MMACoordinate_Selector,
    ByteSelector = MMACoordinate_ByteSelector
  };
  static constexpr unsigned NumCoordinates = 5;
  static constexpr unsigned NumLanes = 32; ///< of a warp

  /// The row of TableGen/FragmentLayouts.td.
  const MMAFragmentLayoutRow &getTableRow() const { return *TableRow; }

  unsigned getNumRows() const { return getValues(Row).size(); }
  unsigned getNumColumns() const { return getValues(Column).size(); }
  unsigned getNumTiles() const { return getValues(Tile).size(); }

  /// The values that a coordinate takes on, in order: 0 to 15 for sixteen rows; 0 and 2
  /// for the byte-id of .scale_vec::2X; 0 alone where there is nothing to select.
  SmallVector<unsigned> getValues(Coordinate C) const;

  /// 32 of a warp, 128 of a warpgroup.
  unsigned getNumLanes() const { return 1u << LaneTerms.size(); }

  /// Registers of each lane, and what one holds.
  unsigned getNumRegisters() const { return NumRegisters; }
  unsigned getElementsPerRegister() const { return 1u << NumElementTerms; }
  unsigned getElementBits() const { return ElementBits; }

  /// Returns the position of the element in a slot. There is none if the operand has no such slot,
  /// or if the instruction never reads it (addresses of lanes that address nothing).
  std::optional<TilePosition> getPosition(FragmentSlot Slot) const;

  /// Returns the slot that holds a position, as the inverse of getPosition. There is none if the
  /// tile has no such position.
  std::optional<FragmentSlot> find(TilePosition Position) const;

private:
  friend class MMAFragmentLayoutBuilder;

  /// The amount that a bit adds to a coordinate, or 0 if the bit must not be set.
  struct Term {
    Coordinate To;
    unsigned Amount;
  };

  explicit MMAFragmentLayout(const MMAFragmentLayoutRow &Row) : TableRow(&Row) {}

  const MMAFragmentLayoutRow *TableRow;
  SmallVector<Term, 7> LaneTerms;
  SmallVector<Term, 8> ValueTerms; ///< of elements, then of registers
  unsigned NumRegisters = 0;       ///< as many as the terms make, or fewer: see EndColumn
  unsigned EndColumn = ~0u;        ///< of a tile that ends before the terms do
  unsigned NumElementTerms = 0;
  unsigned ElementBits = 0;
};

/// Asks for a layout by plain data. Nothing here says that the instruction exists; it
/// is enough that the documented pattern of its kind fills the tile.
struct MMAFragmentQuery {
  /// As MMAFamily writes it: "mma.sync", "ldmatrix", "stmatrix", "movmatrix",
  /// "wgmma.mma_async"; "tcgen05.ld" and "tcgen05.st".
  StringRef Instruction;
  /// The shape; K is 0 for what is only moved.
  unsigned M = 0, N = 0, K = 0;
  /// The bits that an element of the operand takes up in a register. For metadata and scales it is
  /// an element of A, for row addresses an element of the matrix. e2m1 takes 8 bits in
  /// .kind::f8f6f4 and .kind::mxf8f6f4, and 4 in .kind::mxf4 and .kind::mxf4nvf4.
  unsigned ElementBits = 0;
  /// True if A holds the kept half only.
  bool IsSparse = false;
  /// Scales of a row of A: 1, 2, 4 for .scale_vec::1X, 2X, 4X; 0 without .block_scale.
  unsigned ScaleCount = 0;
  /// .col of A or of B, where the layout depends on it; of row addresses: .trans.
  bool IsColumnMajor = false;
  /// Matrices of ldmatrix and stmatrix (.x1, .x2, .x4); of tensor memory, how often the
  /// shape is repeated (.x1 to .x128).
  unsigned NumMatrices = 1;
  /// The shape of a tcgen05.ld or tcgen05.st, such as "16x64b", in place of M, N and K. An element
  /// has 32 bits, or 16 with .pack::16b or .unpack::16b.
  StringRef AccessShape;
};

/// Fails, with a sentence, if the instruction has no such operand, or if the PTX ISA
/// describes no layout for it: of wmma fragments it leaves that open.
Expected<MMAFragmentLayout> getMMAFragmentLayout(const MMAFragmentQuery &Query, MMAOperand Operand);

/// The same for a variant. A load's fragment is D, a store's is C; of tcgen05.ld.red D is what
/// is loaded.
Expected<MMAFragmentLayout> getMMAFragmentLayout(const MMAVariant &Variant, MMAOperand Operand);

/// The same for a call, whose MMA descriptor says what the variant leaves open: whether
/// tcgen05.ld packs and tcgen05.st unpacks. Fails also if the word is of another family.
Expected<MMAFragmentLayout> getMMAFragmentLayout(const MMAVariant &Variant,
                                                 MMADescriptor Descriptor, MMAOperand Operand);

/// Fails if an operand of mma.sync, wgmma, ldmatrix, stmatrix or movmatrix has no layout, and names
/// the operand.
Error checkFragmentLayouts(const MMAVariant &Variant);

/// The lane whose address is of this row (with .trans: column) of this matrix of an
/// ldmatrix or stmatrix.
Expected<unsigned> getMMAAddressLane(const MMAVariant &Variant, unsigned Matrix, unsigned Row);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LAYOUTS_MMAFRAGMENTS_H
