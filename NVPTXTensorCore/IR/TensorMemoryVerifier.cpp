//===- TensorMemoryVerifier.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain accesses first, then whole kernels, then function by function.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemoryVerifier.h"
#include "IR/Kernels.h"
#include "IR/NVVMCalls.h"
#include "IR/RegisterForm.h"
#include "IR/TensorMemoryAccesses.h"
#include "IR/TensorMemoryAllocations.h"
#include "IR/TensorMemoryCopies.h"
#include "IR/TensorMemoryEvents.h"
#include "IR/TensorMemoryKernels.h"
#include "IR/TensorMemoryThreads.h"
#include "IR/TensorMemoryUses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

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

/// Whether a function has been lowered before: a .mir file has IR that was.
static bool isLowered(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? getCallee(*Call) : nullptr;
    return Callee && getRegisterFormOpcode(*Callee);
  });
}

TensorMemoryVerifier::TensorMemoryVerifier(Module &M) : M(M) {
  for (const Function &F : M)
    if (unsigned Count = countCalls(F))
      CallCounts[&F] = Count;
}

static void verifyFunction(Function &F, bool IsDamaged, CallEffectsFinder &Effects,
                           TensorMemoryCopies &Copies) {
  Function &Copy = Copies.make(F);
  {
    TensorMemoryEvents Events(Copy, F, Effects, Copies);
    verifyTensorMemoryThreads(Events);
    if (!IsDamaged) {
      verifyTensorMemoryUses(Events);
      verifyTensorMemoryAllocations(Events);
    }
  }
  Copy.eraseFromParent();
}

void TensorMemoryVerifier::findLostCalls() {
  if (CallCounts.empty())
    return;
  for (const Function &F : M)
    if (countCalls(F) != CallCounts.lookup(&F) || isLowered(F))
      Effects.setDamaged(F);
}

bool TensorMemoryVerifier::verify() {
  bool Changed = !verifyTensorMemoryAccesses(M);
  if (CallCounts.empty())
    return Changed;
  SmallVector<Function *> Functions;
  for (Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  TensorMemoryReports Reported;
  for (bool OfKernels : {true, false})
    for (Function *F : Functions)
      if (isKernel(*F) == OfKernels)
        verifyTensorMemoryKernel(*F, Effects, Reported);
  TensorMemoryCopies Copies(M);
  for (Function *F : Functions) {
    SmallVector<Function *, 8> Tree = getCallTree(*F);
    bool HasCalls = isKernel(*F) ? any_of(Tree, [&](Function *E) { return CallCounts.count(E); })
                                 : CallCounts.count(F);
    if (HasCalls)
      verifyFunction(*F, any_of(Tree, [&](Function *E) { return Effects.isDamaged(*E); }), Effects,
                     Copies);
  }
  return Changed;
}
