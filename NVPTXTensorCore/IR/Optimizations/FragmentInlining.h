//===- FragmentInlining.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlines what stands between a kernel's variables and its matrix instructions: functions,
// lambdas and member functions that have such instructions, or are handed variables by
// reference on the way there. Only then does SROA make values of accumulators and fragments,
// which are in local memory otherwise. LLVM's inliner does not do it by itself: it counts the
// operands of inline assembly as instructions, of which a wgmma has more than a hundred.
//
// Does not know which variable is an accumulator: in a function that leads to matrix
// instructions every call is inlined that is handed a variable's address.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_FRAGMENTINLINING_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_FRAGMENTINLINING_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-fragment-inlining`, at the start of the optimisation pipelines of opt and clang.
struct FragmentInliningPass : PassInfoMixin<FragmentInliningPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_FRAGMENTINLINING_H
