//===- MatrixReader.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices in shared memory, as wgmma and tcgen05 find them by a matrix descriptor: where each
// element is, and how to read all of them. What swizzles and strides are is said by
// Model/Layouts/SharedMemoryTiles.h. Which descriptors an instruction takes is not known here.
//
// A matrix consists of lines along the direction in which its neighbours are: rows of K if it is
// K-major, columns of M or N if it is not. A line consists of vectors of 16 bytes, of which each
// is in one place. What a descriptor says of them is worked out once, and kept.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXREADER_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXREADER_H

#include "Emulator/Machine/Actor.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace llvm::tensorcore::emulator {

class Cluster;

/// Describes what a matrix descriptor says, and of what size the matrix is.
struct MatrixRequest {
  uint32_t Start = 0; ///< in the block's shared memory
  uint32_t Leading = 0, Stride = 0;
  bool IsLeadingAbsolute = false; ///< Leading is where what is after the first line goes on
  unsigned BaseOffset = 0;
  SharedMemorySwizzle Swizzle = SharedMemorySwizzle_None;
  bool IsKMajor = true;
  unsigned Lines = 0;
  unsigned LineBytes = 0;    ///< a multiple of 16
  unsigned VectorBytes = 16; ///< that are read of each 16: fewer of padded 4- and 6-bit elements
  StringRef Type;            ///< of the elements, for reports
  unsigned LinesOfWarp = 0;  ///< that each warp multiplies, of those of A; 0: each multiplies all

  auto getKey() const {
    return std::make_tuple(Start % PatternBytes, Leading, Stride, IsLeadingAbsolute ? Start : 0u,
                           BaseOffset, unsigned(Swizzle), IsKMajor, Lines, LineBytes, VectorBytes,
                           LinesOfWarp);
  }
  /// A swizzle's pattern begins anew at a multiple of these.
  static constexpr unsigned PatternBytes = 1024;
};

/// Reads the fields of a matrix descriptor; the size is the caller's to say. Fails, with a
/// sentence, if it is none, or has a swizzle that the format has not.
Expected<MatrixRequest> readMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format);

/// Returns what is wrong with a matrix of this size there; empty if nothing is.
std::string findMatrixFault(const MatrixRequest &Request);

/// Where a byte of a line is, in the block's shared memory.
uint32_t getMatrixAddress(const MatrixRequest &Request, unsigned Line, unsigned Byte);

class MatrixReader {
public:
  static constexpr unsigned VectorBytes = 16;

  /// Reads a matrix: its lines, one after the other. False after a fault, which is reported.
  bool read(Cluster &C, const Actor &Who, Block &From, const MatrixRequest &Request,
            std::vector<uint8_t> &Lines);

private:
  struct Piece {
    int32_t Offset; ///< from the beginning of the pattern that the matrix begins in
    uint32_t Bytes;
    uint32_t First, Count; ///< of the vectors
  };
  struct Plan {
    std::vector<Piece> Pieces;
    unsigned NumTwice = 0;         ///< vectors that are where another one is
    std::vector<uint32_t> Vectors; ///< their numbers in the lines, in the order of addresses
  };
  using Key = decltype(std::declval<MatrixRequest>().getKey());

  const Plan &getPlan(const MatrixRequest &Request);

  std::map<Key, Plan> Plans;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXREADER_H
