//===- Multiplication.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a matrix multiplication of the model as plain data: extents, formats, sparsity,
// scales, rounding, saturation; and the tiles that it computes from. It is read off a variant
// once, and its users need no variant any more. It does not know which thread holds which
// element.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_MULTIPLICATION_H
#define NVPTXTENSORCORE_NUMBERS_MULTIPLICATION_H

#include "Model/Instructions/MMADescriptor.h"
#include "Numbers/NumberFormats.h"
#include <optional>
#include <vector>

namespace llvm::tensorcore {

/// The codes of a matrix, or of several of the same extents.
struct Tile {
  unsigned Rows = 0, Columns = 0, Count = 0;
  std::vector<uint64_t> Codes;

  Tile() = default;
  Tile(unsigned Rows, unsigned Columns, unsigned Count = 1, uint64_t Code = 0)
      : Rows(Rows), Columns(Columns), Count(Count), Codes(Rows * Columns * Count, Code) {}

  uint64_t &at(unsigned Row, unsigned Column, unsigned Matrix = 0) {
    return Codes[(Matrix * Rows + Row) * Columns + Column];
  }
  uint64_t at(unsigned Row, unsigned Column, unsigned Matrix = 0) const {
    return const_cast<Tile *>(this)->at(Row, Column, Matrix);
  }
  bool isEmpty() const { return Codes.empty(); }
};

struct Multiplication {
  enum Operation { Multiply, AndPopc, XorPopc };

  unsigned M, N, K;
  unsigned Count; ///< of tiles that are multiplied side by side
  NumberFormat D, A, B, C;
  unsigned ElementBits;                    ///< that an element of A or B takes up
  const MMASparsityGroup *Group = nullptr; ///< null if A is dense
  bool HasOrderedMetadata = false;
  unsigned ScaleCount = 0; ///< scales of a row of A; 0 without any
  std::optional<NumberFormat> Scale;
  Operation Operator = Multiply;
  Rounding Mode = Rounding::ToNearest;
  bool Saturates = false;

  explicit Multiplication(const MMAVariant &Variant);
  /// Describes a multiplication of dense matrices without scales by its types.
  Multiplication(NumberFormat D, NumberFormat A, NumberFormat B, unsigned M, unsigned N, unsigned K)
      : M(M), N(N), K(K), Count(1), D(D), A(A), B(B), C(D), ElementBits(A.getWidth()) {}

  bool isFloat() const { return D.isFloat(); }
  /// Columns of A as it is held.
  unsigned getKeptColumns() const { return Group ? K / 2 : K; }
  unsigned getNumGroups() const { return Group ? K / Group->Group : 0; }
};

/// Fails if a field of the word is set whose meaning this library and the emulator do not know: a
/// modifier that a row has gained since.
Error checkMeaning(const BitLayout &Layout, uint64_t Word);
inline Error checkMeaning(MMADescriptor Descriptor) {
  return checkMeaning(getLayout(Descriptor.getFamily()), Descriptor.getWord());
}

/// Holds the operands of one multiplication. Tiles are those of Model/Layouts/MMAFragments.h.
struct OperandTiles {
  Tile A, B, C;
  Tile Metadata;       ///< empty if A is dense
  Tile ScaleA, ScaleB; ///< empty without scales

  /// Zeros: of the metadata, the first of each group; of the scales, ones.
  static OperandTiles getZeros(const Multiplication &Multiplication);
};

/// Four bits of metadata that say that `Indices` are kept: elements, or pairs of them,
/// within a group. Of 1:2 groups there is one index, of the others two.
uint64_t encodeSparsityGroup(const MMASparsityGroup &Group, unsigned First, unsigned Second = 0);

/// The column of A, in the whole matrix, that a column of its kept half stands for.
unsigned getLogicalColumn(const MMASparsityGroup &Group, const Tile &Metadata, unsigned Row,
                          unsigned KeptColumn);
/// The same, by the four bits of the column's group.
unsigned getLogicalColumn(const MMASparsityGroup &Group, unsigned Code, unsigned KeptColumn);

/// Why four bits of metadata are not defined; null if they are.
const char *checkSparsityGroup(const MMASparsityGroup &Group, unsigned Code, bool IsOrdered);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_MULTIPLICATION_H
