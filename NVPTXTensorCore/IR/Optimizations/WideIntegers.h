//===- WideIntegers.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM divides in 8 or 16 bits where it knows that the numbers are small, as those of lanes and
// warps are, and then computes what stands around the division in so few bits. A GPU has registers
// and instructions of 32 bits: each step of such code is followed by an extension.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDEINTEGERS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDEINTEGERS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-wide-integers`, behind CorrelatedValuePropagation and InstCombine in the pipelines of opt
/// and clang: divisions, and what depends on them, have 32 bits again.
struct WideIntegersPass : PassInfoMixin<WideIntegersPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDEINTEGERS_H
