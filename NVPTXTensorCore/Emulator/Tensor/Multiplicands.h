//===- Multiplicands.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the bytes of multiplicands to numbers: elements of all types, as they lie in lines of a
// matrix in shared memory (MatrixReader.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_MULTIPLICANDS_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_MULTIPLICANDS_H

#include "Numbers/ElementCodec.h"
#include <vector>

namespace llvm::tensorcore::emulator {

/// Describes how elements lie in a line. Those of 4 and 6 bits may be padded: 16 of them in 16
/// bytes.
struct LineFormat {
  NumberFormat Format;
  unsigned ElementBits; ///< 1, 4, 6, 8, 16, 32
  unsigned StoredBits;  ///< 8 of padded ones

  unsigned getLineBytes(unsigned Elements) const { return Elements * StoredBits / 8; }
  /// That are not padding, of each 16.
  unsigned getVectorBytes() const { return 16 * ElementBits / StoredBits; }
};

/// Decodes the elements of a line.
void decodeLine(const LineFormat &Format, const uint8_t *Line, unsigned Count, double *Numbers);

/// Where numbers go: element `Location` of line `Number` to First + Number * LineStride + Location
/// * LocationStride.
struct NumberGrid {
  double *First;
  size_t LineStride, LocationStride;
};

/// Decodes lines that follow each other.
void decodeLines(const LineFormat &Format, const std::vector<uint8_t> &Lines, unsigned NumLines,
                 unsigned Count, NumberGrid To);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_MULTIPLICANDS_H
