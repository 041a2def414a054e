//===- MatrixUnits.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a block for wgmma and tcgen05, in addition to its warps and its shared memory.
// The first of their instructions creates it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXUNITS_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXUNITS_H

#include "Emulator/Tensor/TensorMemory.h"
#include "Emulator/Tensor/Warpgroup.h"

namespace llvm::tensorcore::emulator {

class MatrixUnits {
public:
  explicit MatrixUnits(Block &Of) : Tensor(Of) {}

  MatrixReader Matrices;
  NumberTiles Tiles;          ///< of the multiplication at hand
  std::vector<uint8_t> Bytes; ///< of a matrix at hand
  std::map<unsigned, Warpgroup> Warpgroups;
  std::map<const Function *, WGMMARegisters> Registers;
  TensorMemory Tensor;
};

MatrixUnits &getMatrixUnits(Block &B);

/// Reports what is unfinished or not given back when all threads of a cluster have ended.
void checkMatrixUnitsAtEnd(Cluster &C);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_MATRIXUNITS_H
