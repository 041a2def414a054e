//===- SelectedCopies.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces branches around nothing but copies by selects. Masks of attention are such branches:
//
//   if (column >= limit)
//     for (int row = 0; row < 16; ++row) scores[row] = -INFINITY;
//
// LLVM does so for two values, by the cost of a processor's selects. On a GPU the copies cost as
// much, and a branch keeps all values in registers at the same time: neither LLVM nor ptxas moves
// what computes them, or what uses them, past it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_SELECTEDCOPIES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_SELECTEDCOPIES_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace llvm::tensorcore {

/// Does so in functions with matrix instructions.
FunctionPass *createSelectedCopiesPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_SELECTEDCOPIES_H
