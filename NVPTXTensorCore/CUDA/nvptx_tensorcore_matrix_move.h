//===- nvptx_tensorcore_matrix_move.h - ldmatrix and others -----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices between shared memory and the registers of a warp, in the fragments of
// mma.sync: ldmatrix, stmatrix, movmatrix. They are calls of the intrinsics
// llvm.nvvm.ldmatrix.*, stmatrix.* and movmatrix.*.
//
//   // A of m16n8k16 and B of two of them, from tiles of halves with rows of 64 bytes.
//   auto a = ldmatrix<4>(tile + 64 * (lane % 16) + lane / 16 * 16);
//   auto b = ldmatrix_trans<4>(...);
//   stmatrix(tile, a);
//
// Every function has to be executed by all threads of a warp. Lane 8 i + r (of m16n16:
// 16 i + r) hands in the address of row r of matrix i, a multiple of 16; with _trans the rows
// in memory are the columns of the matrix (row major and column major are a matter of names:
// _trans transposes). The addresses of lanes for which there is no matrix are not looked at.
//
// The build makes nvptx_tensorcore_matrix_move.inc from TableGen/MatrixMove.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_MATRIX_MOVE_H
#define NVPTX_TENSORCORE_MATRIX_MOVE_H

#include "nvptx_tensorcore_types.h"

namespace nvptx_tensorcore {

namespace detail {

/// Describes the registers that an instruction moves: their number in a thread, their layout, and
/// which lane addresses which row (for movmatrix, the layout of the result).
template <int NumRegisters, class FragmentLayout, class AddressLayout> struct MatrixMoveTraits {
  static constexpr bool Exists = true;
  static constexpr int Registers = NumRegisters;
  using Layout = FragmentLayout;
  using Address = AddressLayout;
};

/// Stands for what there is not, after the error that says so.
template <int Count>
struct NoMatrixMove : MatrixMoveTraits<Count == 1 || Count == 2 ? Count : 4,
                                       FragmentLayout<1, 1, 1, Bits<>, Bits<>>, void> {
  static constexpr bool Exists = false;
};

/// One error about an ldmatrix that there is not.
template <class Shape, int Count, class Element, bool IsTransposed> constexpr bool checkLdMatrix() {
  constexpr bool IsPadded = IsOneOf<Element, b6x16_p32, b4x16_p64>;
  if constexpr (!IsOneOf<Shape, m8n8, m16n16, m8n16>)
    static_assert(LegalTypes<Shape>, "Shape: expected m8n8, m16n16 or m8n16");
  else if constexpr (IsSame<Shape, m8n8> && !IsSame<Element, b16>)
    static_assert(LegalTypes<Element>, "Element: expected b16 with m8n8");
  else if constexpr (IsSame<Shape, m16n16> && !IsPadded && !IsSame<Element, b8>)
    static_assert(LegalTypes<Element>, "Element: expected b8, b6x16_p32 or b4x16_p64 with m16n16");
  else if constexpr (IsSame<Shape, m8n16> && !IsPadded)
    static_assert(LegalTypes<Element>, "Element: expected b6x16_p32 or b4x16_p64 with m8n16");
  else if constexpr (IsSame<Shape, m16n16> && !IsTransposed)
    static_assert(IsTransposed, "Shape: expected m8n8 or m8n16; m16n16 has ldmatrix_trans");
  else if constexpr (IsSame<Shape, m8n16> && IsTransposed)
    static_assert(!IsTransposed, "Shape: expected m8n8 or m16n16; m8n16 has ldmatrix");
  else if constexpr (IsSame<Shape, m16n16>)
    static_assert(LegalCount<Count>, "Count: expected 1 or 2 with m16n16");
  else
    static_assert(LegalCount<Count>, "Count: expected 1, 2 or 4");
  return true;
}

template <class Shape, int Count, class Element, bool IsTransposed>
struct LdMatrixCalls : NoMatrixMove<Count> {
  static_assert(checkLdMatrix<Shape, Count, Element, IsTransposed>());
  NVPTX_TENSORCORE_INTRINSIC static Vector<unsigned, LdMatrixCalls::Registers>
      move(ConstSharedPointer);
};

/// One error about an stmatrix that there is not.
template <class Shape, int Count, bool IsTransposed> constexpr bool checkStMatrix() {
  if constexpr (!IsOneOf<Shape, m8n8, m16n8>)
    static_assert(LegalTypes<Shape>, "Shape: expected m8n8 or m16n8");
  else if constexpr (IsSame<Shape, m16n8> && !IsTransposed)
    static_assert(IsTransposed, "Shape: expected m8n8; m16n8 has stmatrix_trans");
  else
    static_assert(LegalCount<Count>, "matrices: expected a vector of 1, 2 or 4 registers");
  return true;
}

template <class Shape, int Count, class Element, bool IsTransposed>
struct StMatrixCalls : NoMatrixMove<Count> {
  static_assert(checkStMatrix<Shape, Count, IsTransposed>());
};

template <class Shape, int Count, class Element, bool IsTransposed> struct MovMatrixCalls;

#include "nvptx_tensorcore_matrix_move.inc"

template <class Calls, int... Index, class Pointer, class Parts>
NVPTX_TENSORCORE_DEVICE void storeParts(Pointer p, Parts parts, Sequence<int, Index...>) {
  Calls::move(p, parts.Values[Index]...);
}

template <class Calls, int Size>
NVPTX_TENSORCORE_DEVICE void storeMatrix(SharedPointer p, Vector<unsigned, Size> registers) {
  using Parts = Registers<unsigned, Size>;
  if constexpr (Calls::Exists)
    storeParts<Calls>(p, __builtin_bit_cast(Parts, registers), Indices<Size>());
}

/// Names the elements that stmatrix stores for a shape.
template <class Shape> struct StMatrixElement {
  using Type = b8;
};
template <> struct StMatrixElement<m8n8> {
  using Type = b16;
};

} // namespace detail

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

/// Gives the elements of Count matrices that a thread holds: row, column and tile (which matrix).
/// It also gives the row that a lane's address is for: ldmatrix_address<…>::row(lane, 0), with a
/// transposition column(lane, 0), and tile(lane, 0).
template <int Count, class Shape = m8n8, class Element = b16, bool IsTransposed = false>
using ldmatrix_layout = typename detail::LdMatrixCalls<Shape, Count, Element, IsTransposed>::Layout;
template <int Count, class Shape = m8n8, class Element = b16, bool IsTransposed = false>
using ldmatrix_address =
    typename detail::LdMatrixCalls<Shape, Count, Element, IsTransposed>::Address;

/// ldmatrix: Count matrices of a shape from shared memory. PTX ISA, "Warp-level matrix load
/// instruction: ldmatrix".
///
///   Shape    Element               Count     registers  target, PTX ISA
///   m8n8     b16                   1, 2, 4   1 each     sm_75, 6.5; _trans, too
///   m16n16   b8, b6x16_p32,        1, 2      2 each     sm_100f, sm_110f, sm_120f, 8.6; _trans
///            b4x16_p64                                  only
///   m8n16    b6x16_p32, b4x16_p64  1, 2, 4   1 each     sm_100f, sm_110f, sm_120f, 8.6
///
/// Elements of 6 and 4 bits arrive in a byte each; 16 of them are 16 bytes in memory, of
/// which the last 4 or 8 are padding.
/// \param row  the address of a row of 16 bytes, in shared memory.
template <int Count, class Shape = m8n8, class Element = b16>
NVPTX_TENSORCORE_DEVICE auto ldmatrix(ConstSharedPointer row) {
  using Calls = detail::LdMatrixCalls<Shape, Count, Element, false>;
  return __builtin_bit_cast(Vector<unsigned, Calls::Registers>, Calls::move(row));
}
template <int Count, class Shape = m8n8, class Element = b16>
NVPTX_TENSORCORE_DEVICE auto ldmatrix(const void *row) {
  return ldmatrix<Count, Shape, Element>((ConstSharedPointer)row);
}

/// The same, each matrix transposed (.trans): `row` is of a column of it.
template <int Count, class Shape = m8n8, class Element = b16>
NVPTX_TENSORCORE_DEVICE auto ldmatrix_trans(ConstSharedPointer row) {
  using Calls = detail::LdMatrixCalls<Shape, Count, Element, true>;
  return __builtin_bit_cast(Vector<unsigned, Calls::Registers>, Calls::move(row));
}
template <int Count, class Shape = m8n8, class Element = b16>
NVPTX_TENSORCORE_DEVICE auto ldmatrix_trans(const void *row) {
  return ldmatrix_trans<Count, Shape, Element>((ConstSharedPointer)row);
}

//===----------------------------------------------------------------------===//
// stmatrix
//===----------------------------------------------------------------------===//

/// Gives the elements that a thread holds, and the row that its address is for, as for ldmatrix.
template <int Count, class Shape = m8n8, bool IsTransposed = false>
using stmatrix_layout =
    typename detail::StMatrixCalls<Shape, Count, typename detail::StMatrixElement<Shape>::Type,
                                   IsTransposed>::Layout;
template <int Count, class Shape = m8n8, bool IsTransposed = false>
using stmatrix_address =
    typename detail::StMatrixCalls<Shape, Count, typename detail::StMatrixElement<Shape>::Type,
                                   IsTransposed>::Address;

/// stmatrix: as many matrices to shared memory as `matrices` has registers: 1, 2 or 4. PTX
/// ISA, "Warp-level matrix store instruction: stmatrix".
///
///   Shape    elements  target, PTX ISA
///   m8n8     16 bits   sm_90, 7.8; _trans, too
///   m16n8    8 bits    sm_100f, sm_110f, sm_120f, 8.6; _trans only
///
/// \param row  the address of a row of 16 bytes, in shared memory.
template <class Shape = m8n8, int Count>
NVPTX_TENSORCORE_DEVICE void stmatrix(SharedPointer row, Vector<unsigned, Count> matrices) {
  using Element = typename detail::StMatrixElement<Shape>::Type;
  detail::storeMatrix<detail::StMatrixCalls<Shape, Count, Element, false>>(row, matrices);
}
template <class Shape = m8n8, int Count>
NVPTX_TENSORCORE_DEVICE void stmatrix(void *row, Vector<unsigned, Count> matrices) {
  stmatrix<Shape>((SharedPointer)row, matrices);
}

/// The same, each matrix transposed (.trans): `row` is of a column of it.
template <class Shape = m8n8, int Count>
NVPTX_TENSORCORE_DEVICE void stmatrix_trans(SharedPointer row, Vector<unsigned, Count> matrices) {
  using Element = typename detail::StMatrixElement<Shape>::Type;
  detail::storeMatrix<detail::StMatrixCalls<Shape, Count, Element, true>>(row, matrices);
}
template <class Shape = m8n8, int Count>
NVPTX_TENSORCORE_DEVICE void stmatrix_trans(void *row, Vector<unsigned, Count> matrices) {
  stmatrix_trans<Shape>((SharedPointer)row, matrices);
}

//===----------------------------------------------------------------------===//
// movmatrix
//===----------------------------------------------------------------------===//

/// Give the elements that a thread holds before and after, both in rows and columns of the matrix
/// that is read.
using movmatrix_source_layout = detail::MovMatrixCalls<m8n8, 1, b16, true>::Layout;
using movmatrix_result_layout = detail::MovMatrixCalls<m8n8, 1, b16, true>::Address;

/// movmatrix: a matrix of 8 x 8 halves transposed within the registers of a warp. PTX ISA,
/// "Warp-level matrix transpose instruction: movmatrix"; sm_75, PTX ISA 7.8.
NVPTX_TENSORCORE_DEVICE unsigned movmatrix_trans(unsigned matrix) {
  return detail::MovMatrixCalls<m8n8, 1, b16, true>::move(matrix);
}

} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_MATRIX_MOVE_H
