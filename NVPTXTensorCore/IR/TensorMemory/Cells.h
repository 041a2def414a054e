//===- Cells.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the cells of tensor memory that a call certainly reads or writes, from its arguments:
// columns behind an address, and that address as a value and a constant offset. If the size is
// not known, the result is the smallest that the instruction can have.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_CELLS_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_CELLS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

struct TensorMemoryCells {
  const Value *Base = nullptr; ///< null for an address that is a constant
  int64_t Offset = 0;
  unsigned Columns = 1;

  /// Returns true if both have a cell in common, if their bases are the same at run time.
  bool certainlyOverlap(const TensorMemoryCells &Other) const;
};

/// The cells that a call of tcgen05 reads, and those that it writes.
SmallVector<TensorMemoryCells, 4> getReadCells(const Instruction &I);
SmallVector<TensorMemoryCells, 1> getWrittenCells(const Instruction &I);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_CELLS_H
