//===- Names.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of intrinsics that nobody knows, as errors at the start of the pipelines: LLVM 22 takes a
// declaration of any `llvm.nvvm.*` name and prints a call of an undefined function. What else is
// wrong with calls, the back end says.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_PLUGIN_NAMES_H
#define NVPTXTENSORCORE_LLVM22_PLUGIN_NAMES_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

struct NamesPass : PassInfoMixin<NamesPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LLVM22_PLUGIN_NAMES_H
