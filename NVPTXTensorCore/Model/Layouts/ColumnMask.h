//===- ColumnMask.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The zero-column mask descriptor of tcgen05.mma.ws: which columns of B are taken as zeros, and
// from which column on B begins (PTX ISA, "Zero-Column Mask Descriptor"). Table and examples of the
// PTX ISA do not agree on which span is used and which is zero; the examples count here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LAYOUTS_COLUMNMASK_H
#define NVPTXTENSORCORE_MODEL_LAYOUTS_COLUMNMASK_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace llvm::tensorcore {

class ColumnMask {
public:
  /// No column is zero.
  ColumnMask() = default;

  /// Fails, with a sentence, if a word is none for an M x N, or shifts by more than the
  /// instruction descriptor allows.
  static Expected<ColumnMask> decode(uint64_t Word, unsigned M, unsigned N, unsigned MaxShift);

  bool isZero(unsigned Column) const;
  /// Column 0 of the multiplication is this one of B.
  unsigned getShift() const { return Word >> 56 & 63; }

private:
  uint64_t Word = 0;
  unsigned ColumnsOfPart = 1;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LAYOUTS_COLUMNMASK_H
