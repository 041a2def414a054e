//===- WGMMAOrdering.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the order that wgmma.wait_group and wgmma.fence bring about an order of values,
// which is the only one that code generation keeps for registers. Behind a wait, users of
// an accumulator get what WGMMA_HOLD makes of it there, so that nothing moves them up
// past the wait; fragments of A that a wgmma may still be reading are alive until the
// wait, so that nothing else is put into their registers; and what a fence must order
// before a wgmma is held before the fence, so that nobody computes it behind it.
//
// Neither decides whether a program is right: what was wrong stays wrong, and is found
// on machine code (CodeGen/WGMMA/WGMMAHazardPass.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ORDERING_WGMMAORDERING_H
#define NVPTXTENSORCORE_IR_ORDERING_WGMMAORDERING_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Threads values through the waits and fences of a function whose wgmma are in register
/// form or inline assembly. True if there were any.
bool orderWGMMA(Function &F);

/// The same for the vectors of IR that is yet to be optimised: each wait becomes one that
/// passes on the accumulators that are alive behind it. `nvptx-wgmma-ordering`, at the
/// start of the pipelines of opt and clang.
struct WGMMAOrderingPass : PassInfoMixin<WGMMAOrderingPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ORDERING_WGMMAORDERING_H
