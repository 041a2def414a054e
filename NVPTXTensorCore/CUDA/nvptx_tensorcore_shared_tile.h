//===- nvptx_tensorcore_shared_tile.h - tiles in shared memory --*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonical layouts in which wgmma and tcgen05 read a tile: where its elements are, the
// strides of its matrix descriptor, how far the next K is, the box of a tensor map. All of that is
// constexpr, for the host, too; docs/shared-memory-layouts.md explains it.
//
//   using TileA = SharedTile<bf16, 64, 64>;       // K-major, 128-byte swizzle
//   alignas(TileA::Alignment) __shared__ char a[TileA::Bytes];
//   WGMMADescriptor<TileA> descriptor = wgmma_smem_desc<TileA>(a);
//   for (int k = 0; k < TileA::Steps; ++k)
//     d = MMA::mma_async(d, advance_descriptor(descriptor, TileA::step_bytes(k)), …);
//
// The build makes nvptx_tensorcore_shared_tile.inc from TableGen/SharedMemoryTiles.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_SHARED_TILE_H
#define NVPTX_TENSORCORE_SHARED_TILE_H

#include "nvptx_tensorcore_descriptor.h"

namespace nvptx_tensorcore {

/// The direction in which elements of a tile are neighbours: consecutive K, or consecutive M or N.
enum class Major { K, MN };

/// The width of a tile's lines, in which 16-byte units (of Bytes128Atom32 32-byte units) change
/// places. The numbers are those of neither consumer.
enum class TileSwizzle { None, Bytes32, Bytes64, Bytes128, Bytes128Atom32 };

namespace detail {

/// Lines, those of an atom, the bits that change, the bytes that stay together; the modes in
/// descriptors.
struct SharedSwizzle {
  int LineBytes, Lines, Bits, ChunkBytes;
  unsigned WGMMA, TCGen05;
};

/// The widths of elements, a bit each, that a consumer reads in a direction, and with which
/// swizzles, a bit each.
struct SharedForm {
  bool IsWGMMA;
  Major Direction;
  __UINT64_TYPE__ ElementBits;
  unsigned Swizzles;
};

/// The meaning of a stride of the descriptor.
enum class SharedStride { None, Along, Across };
struct SharedStrides {
  SharedStride Leading, Stride;
};

/// The bits of an element, those that a line has for it, and its readers: of tcgen05 the kinds, a
/// bit each.
struct SharedElement {
  int Bits, StoredBits;
  bool IsOfWGMMA;
  unsigned Kinds;
};

template <class Type, bool IsPadded> constexpr SharedElement SharedElementOf = {};

#include "nvptx_tensorcore_shared_tile.inc"

NVPTX_TENSORCORE_INLINE constexpr bool isReadBy(bool wgmma, Major direction, int bits,
                                                TileSwizzle swizzle) {
  for (const SharedForm &form : SharedForms)
    if (form.IsWGMMA == wgmma && form.Direction == direction && (form.ElementBits >> bits & 1) &&
        (form.Swizzles >> unsigned(swizzle) & 1))
      return true;
  return false;
}

/// Returns the strides of a direction, without or with a swizzle.
NVPTX_TENSORCORE_INLINE constexpr const SharedStrides &getStrides(Major direction,
                                                                  TileSwizzle swizzle) {
  return SharedStridesOf[direction == Major::K][swizzle != TileSwizzle::None];
}

} // namespace detail

/// A tile in shared memory: lines of the swizzle's width, one below the other in panels, of which
/// each is a box of a tensor map.
/// \tparam Type     b1, s8, u8, e4m3, e5m2, f16, bf16, tf32; of tcgen05 also e2m1, e2m3, e3m2; or a
///                  C++ type that stands for one of these, such as __bf16.
/// \tparam Rows     Rows of A (M) or columns of B (N), a multiple of 8.
/// \tparam Columns  K, a multiple of the instruction's.
/// \tparam Which    The kind of tcgen05.mma: of e2m1 only, which Kind::f8f6f4 and mxf8f6f4 read
///                  padded (16 elements in 16 bytes), and others packed.
template <class Type, int Rows, int Columns, Major Direction = Major::K,
          TileSwizzle Swizzle = TileSwizzle::Bytes128, Kind Which = Kind::mxf4nvf4>
struct SharedTile {
  /// PTX's name of what the tile holds.
  using ElementType = detail::Element<Type>;

private:
  static constexpr bool IsPadded = Which == Kind::f8f6f4 || Which == Kind::mxf8f6f4;
  static constexpr bool IsKMajor = Direction == Major::K;
  static_assert(detail::SharedElementOf<ElementType, IsPadded>.Bits != 0,
                "Type: there are b1, s8, u8, e4m3, e5m2, f16, bf16, tf32, and for tcgen05 e2m1, "
                "e2m3, e3m2");
  static_assert(unsigned(Swizzle) <= unsigned(TileSwizzle::Bytes128Atom32),
                "Swizzle: there are TileSwizzle::None, Bytes32, Bytes64, Bytes128, Bytes128Atom32");
  // A wrong type gives one error only.
  static constexpr int StoredBits = detail::SharedElementOf<ElementType, IsPadded>.Bits
                                        ? detail::SharedElementOf<ElementType, IsPadded>.StoredBits
                                        : 8;
  static constexpr int Length = (IsKMajor ? Columns : Rows) * StoredBits / 8;
  static constexpr int NumLines = IsKMajor ? Rows : Columns;
  static constexpr auto Element = detail::SharedElementOf<ElementType, IsPadded>;
  static constexpr auto Lines = detail::SharedSwizzles[int(Swizzle)];
  static constexpr bool IsReadByWGMMA =
      Element.IsOfWGMMA && detail::isReadBy(true, Direction, Element.Bits, Swizzle);
  static constexpr bool IsReadByTCGen05 =
      Element.Kinds != 0 && detail::isReadBy(false, Direction, Element.Bits, Swizzle);

public:
  static constexpr int NumRows = Rows;
  static constexpr bool IsMNMajor = !IsKMajor;
  /// The kinds of tcgen05.mma that read the type, a bit each.
  static constexpr unsigned Kinds = Element.Kinds;
  /// The swizzle in matrix descriptors of wgmma and tcgen05.
  static constexpr int WGMMAMode = Lines.WGMMA, TCGen05Mode = Lines.TCGen05;
  /// K of an instruction, and how many of them the tile has.
  static constexpr int StepColumns = 256 / StoredBits;
  static constexpr int Steps = Columns / StepColumns;
  static constexpr int PanelBytes = NumLines * Lines.LineBytes;
  static constexpr int Panels = Length / Lines.LineBytes;
  static constexpr int Bytes = Panels * PanelBytes;
  /// A box of a tensor map, of which each panel is one: elements of Type, and lines.
  static constexpr int BoxElements = Lines.LineBytes * 8 / StoredBits;
  static constexpr int BoxLines = NumLines;
  /// The alignment of the address, with which the base offset is 0; a tensor copy needs 128.
  static constexpr int Alignment = Lines.LineBytes * 8;

  static_assert(Rows > 0 && Rows % 8 == 0, "Rows: a multiple of 8");
  static_assert(Columns > 0 && Columns % StepColumns == 0,
                "Columns: a multiple of the K of an instruction: of 1 bit 256, of 4 bits 64 "
                "(padded 32), of 6 and 8 bits 32, of 16 bits 16, of 32 bits 8");
  static_assert(Length % Lines.LineBytes == 0,
                "Swizzle: a row of a K-major tile, and a column of an MN-major one, has a multiple "
                "of the swizzle's bytes (TileSwizzle::None: of 16)");
  static_assert(Bytes <= 1 << 18, "Rows, Columns: a tile has 262144 bytes at most");

  /// The lbo and sbo of the descriptor.
  static constexpr unsigned LeadingBytes =
      detail::getStrides(Direction, Swizzle).Leading == detail::SharedStride::None ? 16
      : detail::getStrides(Direction, Swizzle).Leading == detail::SharedStride::Along
          ? PanelBytes
          : Lines.Lines * Lines.LineBytes;
  static constexpr unsigned StrideBytes =
      detail::getStrides(Direction, Swizzle).Stride == detail::SharedStride::Along
          ? PanelBytes
          : Lines.Lines * Lines.LineBytes;

  /// Returns the bytes to add to the descriptor's address, so that it is that of the tile from an
  /// element on.
  NVPTX_TENSORCORE_INLINE static constexpr unsigned advance_bytes(int row, int column) {
    unsigned line = IsKMajor ? row : column;
    unsigned byte = unsigned(IsKMajor ? column : row) * StoredBits / 8;
    return byte / Lines.LineBytes * PanelBytes + line * Lines.LineBytes + byte % Lines.LineBytes;
  }
  NVPTX_TENSORCORE_INLINE static constexpr unsigned step_bytes(int step) {
    return advance_bytes(0, step * StepColumns);
  }

  /// Return where an element is: its first bit, and the byte with that bit, counted from the tile's
  /// address.
  NVPTX_TENSORCORE_INLINE static constexpr unsigned bit_offset(int row, int column) {
    constexpr int VectorElements = 128 / StoredBits;
    int in_vector = (IsKMajor ? column : row) % VectorElements;
    unsigned byte =
        advance_bytes(IsKMajor ? row : row - in_vector, IsKMajor ? column - in_vector : column);
    unsigned changed = byte / 128 % (1u << Lines.Bits);
    return (byte ^ changed * Lines.ChunkBytes) * 8 + in_vector * Element.Bits;
  }
  NVPTX_TENSORCORE_INLINE static constexpr unsigned byte_offset(int row, int column) {
    return bit_offset(row, column) / 8;
  }

  /// True if wgmma or tcgen05 reads the tile.
  static constexpr bool IsOfWGMMA = IsReadByWGMMA, IsOfTCGen05 = IsReadByTCGen05;
};

namespace detail {

/// By name, so that messages have the element's type and not all that a tile has.
template <class Element, bool IsRead> constexpr bool IsReadByWGMMA = IsRead;
template <class Element, bool IsRead> constexpr bool IsReadByTCGen05 = IsRead;

template <class Tile> NVPTX_TENSORCORE_INLINE constexpr void checkWGMMATile() {
  static_assert(
      IsReadByWGMMA<typename Tile::ElementType, Tile::IsOfWGMMA>,
      "Tile: wgmma reads b1, s8, u8, e4m3, e5m2 and tf32 with Major::K, f16 and bf16 with "
      "Major::K or MN; with TileSwizzle::None, Bytes32, Bytes64 or Bytes128");
}
template <class Tile> NVPTX_TENSORCORE_INLINE constexpr void checkTCGen05Tile() {
  static_assert(
      IsReadByTCGen05<typename Tile::ElementType, Tile::IsOfTCGen05>,
      "Tile: tcgen05 does not read b1; it reads other types with Major::K, those of 8 and "
      "16 bits with Major::MN, too, with TileSwizzle::None, Bytes32, Bytes64 or "
      "Bytes128; tf32 with Major::MN with TileSwizzle::Bytes128Atom32 alone");
}

} // namespace detail

/// The matrix descriptor of a tile at an address that is a multiple of its alignment.
/// \tparam Tile  a SharedTile.
template <class Tile>
NVPTX_TENSORCORE_DEVICE WGMMADescriptor<Tile> wgmma_smem_desc(const void *start) {
  detail::checkWGMMATile<Tile>();
  return {detail::wgmmaSMemDesc((ConstSharedPointer)start, Tile::LeadingBytes, Tile::StrideBytes, 0,
                                Tile::WGMMAMode)};
}
template <class Tile>
NVPTX_TENSORCORE_DEVICE TCGen05Descriptor<Tile> tcgen05_smem_desc(const void *start) {
  detail::checkTCGen05Tile<Tile>();
  return {detail::tcgen05SMemDesc((ConstSharedPointer)start, Tile::LeadingBytes, Tile::StrideBytes,
                                  0, 0, Tile::TCGen05Mode, 0)};
}

/// The same of an address that is a number, as a constant; on the host, too.
template <class Tile>
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor make_wgmma_descriptor(unsigned start_address) {
  detail::checkWGMMATile<Tile>();
  return detail::packMatrix(detail::WGMMASlots, start_address, Tile::LeadingBytes,
                            Tile::StrideBytes, 0, 0, Tile::WGMMAMode, 0);
}
template <class Tile>
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor make_tcgen05_descriptor(unsigned start_address) {
  detail::checkTCGen05Tile<Tile>();
  return detail::packMatrix(detail::TCGen05Slots, start_address, Tile::LeadingBytes,
                            Tile::StrideBytes, 0, 0, Tile::TCGen05Mode, 1);
}

} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_SHARED_TILE_H
