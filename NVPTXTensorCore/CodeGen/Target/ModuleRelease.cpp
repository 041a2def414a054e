//===- ModuleRelease.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the module flag.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/LLVMReleases.h"
#include "llvm/IR/Module.h"

bool llvm::tensorcore::isOfNewerLLVM(const Module &M) { return M.getModuleFlag(NewerLLVMFlag); }
