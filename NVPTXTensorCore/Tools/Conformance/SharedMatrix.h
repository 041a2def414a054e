//===- SharedMatrix.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix in shared memory, in the layouts that a matrix descriptor of wgmma can say (PTX ISA,
// "Asynchronous Warpgroup Level Matrix Shared Memory Layout"). A GPU has run kernels with it, and
// a unit test holds Model/Layouts/SharedMemoryTiles against it: nothing of that is used here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_SHAREDMATRIX_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_SHAREDMATRIX_H

#include <cstdint>

namespace llvm::tensorcore {

/// Where the elements of a matrix are in shared memory. A row is M or N, a column is K.
class SharedMatrix {
public:
  unsigned FirstByte = 0;

  SharedMatrix() = default;
  SharedMatrix(unsigned FirstByte, unsigned Rows, unsigned Columns, unsigned ElementBits,
               bool IsTransposed)
      : FirstByte(FirstByte), Rows(Rows), Columns(Columns), ElementBits(ElementBits),
        IsTransposed(IsTransposed) {}

  /// Takes the layout of this number, of those that the matrix can have.
  void choose(unsigned Index);

  uint64_t getWord() const;
  /// From the beginning of shared memory.
  uint64_t getBitOffset(unsigned Row, unsigned Column) const;

private:
  unsigned getLineBytes() const { return (IsTransposed ? Rows : Columns) * ElementBits / 8; }
  bool canHave(unsigned SwizzleBytes) const;

  unsigned Rows = 0, Columns = 0, ElementBits = 0;
  bool IsTransposed = false;
  unsigned SwizzleBytes = 0; ///< 0: none
  unsigned Leading = 0, Stride = 0;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_SHAREDMATRIX_H
