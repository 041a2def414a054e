//===- TensorMemoryVerifier.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths and conditions are looked at in a copy of a function whose variables have become
// values, so that code is read alike before and after optimisation.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemoryVerifier.h"
#include "IR/Kernels.h"
#include "IR/NVVMCalls.h"
#include "IR/TensorMemoryAccesses.h"
#include "IR/TensorMemoryAllocations.h"
#include "IR/TensorMemoryEvents.h"
#include "IR/TensorMemoryKernels.h"
#include "IR/TensorMemoryThreads.h"
#include "IR/TensorMemoryUses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The calls of tcgen05 intrinsics in a function, right or wrong.
static unsigned countCalls(const Function &F) {
  return count_if(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? getCallee(*Call) : nullptr;
    return Callee && Callee->getName().starts_with("llvm.nvvm.tcgen05.");
  });
}

TensorMemoryVerifier::TensorMemoryVerifier(Module &M) : M(M) {
  for (const Function &F : M)
    if (unsigned Count = countCalls(F))
      CallCounts[&F] = Count;
}

/// A copy of a function for reading.
static Function &makeCopy(Function &F) {
  ValueToValueMapTy Map;
  Function &Copy = *CloneFunction(&F, Map);
  removeUnreachableBlocks(Copy);
  SmallVector<AllocaInst *> Variables;
  for (Instruction &I : instructions(Copy))
    if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && isAllocaPromotable(Variable))
      Variables.push_back(Variable);
  DominatorTree Dominators(Copy);
  PromoteMemToReg(Variables, Dominators);
  return Copy;
}

static void verifyFunction(Function &F, CallEffectsFinder &Effects) {
  Function &Copy = makeCopy(F);
  {
    TensorMemoryEvents Events(Copy, F, Effects);
    verifyTensorMemoryThreads(Events);
    if (!Effects.isDamaged(F)) {
      verifyTensorMemoryUses(Events);
      verifyTensorMemoryAllocations(Events);
    }
  }
  Copy.eraseFromParent();
}

bool TensorMemoryVerifier::verify() {
  bool Changed = !verifyTensorMemoryAccesses(M);
  if (CallCounts.empty())
    return Changed;
  CallEffectsFinder Effects;
  SmallVector<Function *> Functions, WithCalls;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Functions.push_back(&F);
    auto It = CallCounts.find(&F);
    if (It == CallCounts.end())
      continue;
    WithCalls.push_back(&F);
    if (countCalls(F) != It->second)
      Effects.setDamaged(F);
  }
  TensorMemoryReports Reported;
  for (bool OfKernels : {true, false})
    for (Function *F : Functions)
      if (isKernel(*F) == OfKernels)
        verifyTensorMemoryKernel(*F, Effects, Reported);
  for (Function *F : WithCalls)
    verifyFunction(*F, Effects);
  return Changed;
}
