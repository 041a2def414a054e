//===- LibdeviceFolding.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates `exp(1.0)` at compile time. LLVM does so where it knows C's function of that name; in
// device code, that is a function of CUDA's libdevice, `__nv_exp`, which LLVM does not know, and
// inlines. What is evaluated, and to which value, is what LLVM does for C's function.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_LIBDEVICEFOLDING_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_LIBDEVICEFOLDING_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-libdevice-folding`, at the start of the optimisation pipelines of opt and clang.
struct LibdeviceFoldingPass : PassInfoMixin<LibdeviceFoldingPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_LIBDEVICEFOLDING_H
