//===- UnrollByTwo.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolls short loops of matrix instructions by two, also if nothing is known of the number of
// trips, and loops with `#pragma unroll N` by N. LLVM's own pass does not where a trip may be left
// over, since that one stands under a condition of its own, in which the threads that execute a
// convergent instruction together might differ. If a warp executes an instruction as a whole
// (`.aligned`) on each trip, they do not.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNROLLBYTWO_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNROLLBYTWO_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-unroll-by-two`, in front of LLVM's vectorizers and of its pass that unrolls other loops.
struct UnrollByTwoPass : PassInfoMixin<UnrollByTwoPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNROLLBYTWO_H
