//===- SharedAlignment.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `extern __shared__ char memory[]` is declared with the alignment of its type, and accesses
// through casts of it are taken apart into bytes. CUDA promises 16 bytes of it, and .align makes
// them true; so it does of other variables.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_SHAREDALIGNMENT_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_SHAREDALIGNMENT_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// `nvptx-shared-alignment`, at the start of the pipelines of opt and clang.
struct SharedAlignmentPass : PassInfoMixin<SharedAlignmentPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
};

/// Makes the pass that gives loads and stores of shared memory the alignment of their addresses. It
/// runs when these are known to be shared: `addrspacecast` hides the alignment of a variable.
FunctionPass *createAccessAlignmentPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_SHAREDALIGNMENT_H
