//===- Declarations.cpp ---------------------------------------------------===//
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

#include "LLVM22/Plugin/Declarations.h"
#include "IR/Analysis/Place.h"
#include "IR/Gate/NVVMIntrinsics.h"
#include "IR/Gate/NVVMVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
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

/// Whether LLVM 22 has an intrinsic of that name with another type.
static bool isMisdeclared(const Function &F) {
  SmallVector<Type *, 4> Overloads;
  const Intrinsic::ID ID = F.getIntrinsicID();
  return ID != Intrinsic::not_intrinsic && F.getName().starts_with("llvm.nvvm.") &&
         !Intrinsic::getIntrinsicSignature(ID, F.getFunctionType(), Overloads);
}

PreservedAnalyses DeclarationsPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isNVPTX())
    return PreservedAnalyses::all();
  for (Function &F : make_early_inc_range(M))
    if (isMisdeclared(F))
      UpgradeCallsToIntrinsic(&F);
  verifyDeclarations(M, isMisdeclared, isOfOlderLLVM);
  return PreservedAnalyses::none();
}

static const CallBase *findCall(const Function &F) {
  for (const User *U : F.users())
    if (const auto *Call = dyn_cast<CallBase>(U))
      return Call;
  return nullptr;
}

PreservedAnalyses LinkTimePass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isNVPTX())
    return PreservedAnalyses::all();
  for (const Function &F : M)
    if (const CallBase *Call = findCall(F);
        Call && getNVVMIntrinsic(F) && F.getIntrinsicID() == Intrinsic::not_intrinsic)
      reportError(*Call, F.getName() + " would be compiled at link time, where clang loads no "
                                       "plug-in; expected a compilation without -foffload-lto");
  return PreservedAnalyses::all();
}
