//===- RuntimeFunctions.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of C++'s runtime that clang calls and that nvcc has built in: `operator new` and
// `delete` are CUDA's malloc and free, and a pure virtual function traps.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_RUNTIMEFUNCTIONS_H
#define NVPTXTENSORCORE_IR_LOWERING_RUNTIMEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Defines those that a module uses and does not define: `nvptx-runtime-functions`, at the start of
/// the pipelines of opt and clang.
struct RuntimeFunctionsPass : PassInfoMixin<RuntimeFunctionsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_RUNTIMEFUNCTIONS_H
