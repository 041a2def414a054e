//===- ComputingAssembly.h - inline assembly that only computes -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes inline assembly not convergent if all that it does is to compute, as the arithmetic of
// CUDA's headers does:
//
//     asm("{ mul.f16 %0, %1, %2; }" : "=h"(product) : "h"(a), "h"(b));
//
// clang calls every statement convergent. LLVM then neither merges two branches that compute the
// same, nor unrolls a loop whose number of trips it does not know.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMPUTINGASSEMBLY_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMPUTINGASSEMBLY_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-computing-assembly`, before all optimizations.
struct ComputingAssemblyPass : PassInfoMixin<ComputingAssemblyPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMPUTINGASSEMBLY_H
