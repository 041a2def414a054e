//===- TensorProduct.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tcgen05.mma after its issue: where its matrices, its metadata and its scale factors are, and
// what becomes of them. The instruction descriptor is decoded here; Model/Layouts says where D and
// A are in tensor memory.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TENSORPRODUCT_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TENSORPRODUCT_H

#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Machine/AsyncOperations.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "Emulator/Tensor/Multiplicands.h"
#include "Model/Layouts/ColumnMask.h"
#include "Model/Layouts/TensorMemoryLayouts.h"

namespace llvm::tensorcore::emulator {

/// Describes what an instruction descriptor and its instruction say together.
struct TensorShape {
  TensorShape(const TensorMultiplyDetails &Of, uint32_t Word);

  unsigned M, N, K; ///< of both blocks of a pair
  LineFormat A, B;  ///< in shared memory
  Multiplication Mul;
  bool IsAKMajor, IsBKMajor, NegatesA, NegatesB;
  unsigned Selector;
  unsigned MaxShift; ///< of B's columns
  unsigned ScaleIDA = 0, ScaleIDB = 0;
  TensorMemoryLayout Layout;
};

/// The operands of one thread.
struct TensorOperands {
  TensorAddress D, A, Metadata, ScaleA, ScaleB;
  MatrixRequest SharedA, SharedB;
  ColumnMask Columns;
  bool AddsD = false;
  std::array<uint32_t, 8> DisabledLanes = {}; ///< a bit for each lane of the pair
};

class TensorProduct : public AsyncOperation {
public:
  TensorProduct(const Instruction &I, Block &Of, std::shared_ptr<AsyncAuthor> Author,
                const TensorShape &Shape, const TensorOperands &Operands);

  bool perform(Cluster &C) override;
  const AsyncAuthor *findWriter(const WrittenLocation &At) const override {
    return any_of(Blocks,
                  [&](const Block *B) { return At.isInTensor(*B, Operands.D.Column, Shape.N); })
               ? Author.get()
               : nullptr;
  }

private:
  bool readShared(Cluster &C, const MatrixRequest &Request, const LineFormat &Format, unsigned Part,
                  NumberGrid To);
  bool readA(Cluster &C);
  bool readTensorA(Cluster &C);
  bool readB(Cluster &C);
  bool readMetadata(Cluster &C);
  bool readScales(Cluster &C);
  std::optional<uint8_t> readScale(Cluster &C, unsigned CTA, TensorAddress At, unsigned LaneOfPart,
                                   unsigned FirstPart, unsigned NumParts, unsigned Byte);
  bool readD(Cluster &C);
  bool writeD(Cluster &C, unsigned CTA);
  bool compute(Cluster &C);
  const uint32_t *read(Cluster &C, unsigned CTA, unsigned Lane, unsigned Column, unsigned Count,
                       bool IsOfD = false);
  unsigned getNumParts() const { return Shape.Layout.getTableRow().Parts; }

  const Instruction &I;
  const TensorMultiplyDetails &Details;
  Block &Of;
  std::shared_ptr<AsyncAuthor> Author;
  const TensorShape Shape;
  const TensorOperands Operands;
  const ElementCodec CodecD;
  SmallVector<Block *, 2> Blocks; ///< that with the even rank first
  MatrixUnits &Units;
  std::vector<uint32_t> Result; ///< words of D, row by row; empty before
  unsigned NumWritten = 0;      ///< blocks
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TENSORPRODUCT_H
