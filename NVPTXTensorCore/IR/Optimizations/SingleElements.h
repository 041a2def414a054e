//===- SingleElements.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that a warp divides has dimensions of one element, and sources index these by the warp,
// too. Such an index can only be zero, and nvcc takes it for that. An index that is a variable
// keeps the whole array in local memory, and the other warps access what stands behind it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_SINGLEELEMENTS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_SINGLEELEMENTS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-single-elements`, at the start of the pipelines of opt and clang: LLVM drops dimensions
/// of one element from types.
struct SingleElementsPass : PassInfoMixin<SingleElementsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_SINGLEELEMENTS_H
