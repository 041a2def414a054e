//===- Declarations.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations of intrinsics at the start of the pipelines. LLVM 22 takes a declaration of any
// `llvm.nvvm.*` name and prints a call of an undefined function: a name that nobody knows is an
// error. An intrinsic of LLVM 22's own with another signature would end the compilation in its
// verifier: one of an older LLVM is upgraded, any other is an error. What else is wrong with calls,
// the back end says.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_PLUGIN_DECLARATIONS_H
#define NVPTXTENSORCORE_LLVM22_PLUGIN_DECLARATIONS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

struct DeclarationsPass : PassInfoMixin<DeclarationsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Where code is generated at link time, no plug-in is loaded, so that LLVM 22's own back end would
/// compile the module. Calls of intrinsics that it does not have are errors.
struct LinkTimePass : PassInfoMixin<LinkTimePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LLVM22_PLUGIN_DECLARATIONS_H
