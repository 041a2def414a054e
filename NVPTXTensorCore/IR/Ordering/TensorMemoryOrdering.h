//===- TensorMemoryOrdering.h -----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the order that tcgen05.wait::ld brings about an order of values: behind it, users
// of what was being loaded get what a hold makes of that there. So nothing moves them up
// past the wait. It decides not whether a program is right (IR/TensorMemory/Waits.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ORDERING_TENSORMEMORYORDERING_H
#define NVPTXTENSORCORE_IR_ORDERING_TENSORMEMORYORDERING_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Threads registers through the waits of a function whose tcgen05 are in register form.
/// True if there were any.
bool orderTensorMemory(Function &F);

/// The same for values of any type, in IR that is yet to be optimised.
/// `nvptx-tensor-memory-ordering`, in the pipelines of opt and clang.
struct TensorMemoryOrderingPass : PassInfoMixin<TensorMemoryOrderingPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ORDERING_TENSORMEMORYORDERING_H
