//===- StoredConstants.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable in shared memory in which only one constant is ever stored has that constant wherever
// it is read: before the store it is undefined. LLVM makes the constant the variable's initial
// value, but not in shared memory, which has none.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_STOREDCONSTANTS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_STOREDCONSTANTS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-stored-constants`, when functions have been inlined.
struct StoredConstantsPass : PassInfoMixin<StoredConstantsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_STOREDCONSTANTS_H
