//===- WarpMultiplication.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A multiplication the matrices of which are in the registers of a warp: mma and wmma.mma.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WARPMULTIPLICATION_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WARPMULTIPLICATION_H

#include "Emulator/Execute/Matrix/Fragments.h"
#include "Numbers/FastMultiplication.h"

namespace llvm::tensorcore::emulator {

class InstructionReader;

struct WarpMultiplication {
  Multiplication Mul;
  FragmentTable A, B, C, D;

  /// Holds the numbers of the warp's multiplication, of this thread of the host. Metadata and
  /// scales are to be set in it.
  NumberTiles &begin() const;
  /// Multiplies what the operands A, B and C hold, which come first, and sets the results.
  void execute(const Instruction &I, ThreadGroup &G) const;
};

/// The multiplication of a variant. Its tables are made once.
const WarpMultiplication &getWarpMultiplication(const MMAVariant &Variant,
                                                function_ref<WarpMultiplication()> Make);

/// Reads D, A, B and C of a statement: the results of the instruction, and the first operands.
Error readMultiplication(InstructionReader &R, const WarpMultiplication &Of,
                         SmallVectorImpl<Slot> &Operands);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WARPMULTIPLICATION_H
