//===- RuntimeFunctions.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are those of the Itanium C++ ABI. Definitions are weak: another module may have its own.
// The heap of a device gives addresses that are aligned to 16 bytes, so the operators for types
// that are aligned to more are not among them.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/RuntimeFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// new, new[]; the same with std::nothrow_t.
static constexpr StringLiteral Allocating[] = {"_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t",
                                               "_ZnamRKSt9nothrow_t"};

/// delete, delete[]; the same with a size, and with std::nothrow_t.
static constexpr StringLiteral Freeing[] = {
    "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvRKSt9nothrow_t", "_ZdaPvRKSt9nothrow_t"};

static constexpr StringLiteral Trapping[] = {"__cxa_pure_virtual", "__cxa_deleted_virtual"};

/// Calls a function of CUDA with the first argument of one of C++, and returns what it returns.
static void forward(Function &F, StringRef To) {
  IRBuilder<> Builder(&F.getEntryBlock());
  auto *Type = FunctionType::get(F.getReturnType(), {F.getArg(0)->getType()}, /*isVarArg=*/false);
  Value *Result = Builder.CreateCall(F.getParent()->getOrInsertFunction(To, Type), {F.getArg(0)});
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Result);
}

static void trap(Function &F) {
  IRBuilder<> Builder(&F.getEntryBlock());
  Builder.CreateIntrinsic(Intrinsic::trap, {});
  Builder.CreateUnreachable();
}

PreservedAnalyses RuntimeFunctionsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  auto Define = [&](ArrayRef<StringLiteral> Names, function_ref<void(Function &)> Write) {
    for (StringRef Name : Names) {
      Function *F = M.getFunction(Name);
      if (!F || !F->isDeclaration() || F->use_empty())
        continue;
      BasicBlock::Create(M.getContext(), "", F);
      Write(*F);
      F->setLinkage(GlobalValue::LinkOnceODRLinkage);
      Changed = true;
    }
  };
  Define(Allocating, [](Function &F) { forward(F, "malloc"); });
  Define(Freeing, [](Function &F) { forward(F, "free"); });
  Define(Trapping, trap);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
