//===- Names.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the project's tables, LLVM 22's, and LLVM 22's list of names that it had before.
//
//===----------------------------------------------------------------------===//

#include "LLVM22/Plugin/Names.h"
#include "IR/Gate/NVVMVerifier.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether LLVM had an intrinsic of that name and type before, such as `llvm.nvvm.barrier0`. The
/// question is asked of a copy, because the answer may rename the function.
static bool isOfOlderLLVM(const Function &F) {
  Module Scratch("", F.getContext());
  Function *Copy = Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                                    F.getAddressSpace(), F.getName(), &Scratch);
  Function *New = nullptr;
  return UpgradeIntrinsicFunction(Copy, New);
}

PreservedAnalyses NamesPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isNVPTX() || verifyNVVMNames(M, isOfOlderLLVM))
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
