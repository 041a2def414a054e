//===- ConditionMasks.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes bits of a mask from the condition that the mask is made of. Copies of a tile keep the bytes
// that a thread may copy as bits of an integer, and pass each bit to a predicated cp.async:
//
//     mask = inside ? 15 : 0;
//     copy(last ? 0 : mask >> 2 & 1);  // !last && inside
//
// LLVM computes the bits if the mask has several uses. ptxas finds no condition in them: each copy
// takes three instructions in place of one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_CONDITIONMASKS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_CONDITIONMASKS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, for functions with matrix instructions.
FunctionPass *createConditionMasksPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_CONDITIONMASKS_H
