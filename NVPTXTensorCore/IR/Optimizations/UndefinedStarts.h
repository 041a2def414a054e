//===- UndefinedStarts.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the values of variables undefined where their lifetimes start, which may be in a loop.
// LLVM's SROA drops the starts, so that a variable that is not set on all paths keeps its value
// from one trip of the loop for the next, in registers that nobody reads.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDSTARTS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDSTARTS_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace llvm::tensorcore {

/// `nvptx-undefined-starts`, in front of SROA: at the start of the pipelines of opt and clang,
/// behind the unrolling of loops, and where functions are inlined.
struct UndefinedStartsPass : PassInfoMixin<UndefinedStartsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &,
                        LPMUpdater &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDSTARTS_H
