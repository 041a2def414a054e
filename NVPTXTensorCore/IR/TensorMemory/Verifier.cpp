//===- Verifier.cpp -------------------------------------------------------===//
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

#include "IR/TensorMemory/Verifier.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/TensorMemory/Accesses.h"
#include "IR/TensorMemory/Allocations.h"
#include "IR/TensorMemory/Completion.h"
#include "IR/TensorMemory/Events.h"
#include "IR/TensorMemory/Kernels.h"
#include "IR/TensorMemory/Threads.h"
#include "IR/TensorMemory/Uses.h"
#include "IR/TensorMemory/Warps.h"
#include "Model/Instructions/MMACatalogue.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The calls of tcgen05 intrinsics in each function, right or wrong.
static DenseMap<const Function *, unsigned> countCalls(const Module &M) {
  DenseMap<const Function *, unsigned> Counts;
  for (const Function &Callee : M)
    if (Callee.getName().starts_with("llvm.nvvm.tcgen05."))
      for (const User *U : Callee.users())
        if (auto *Call = dyn_cast<CallBase>(U); Call && getCallee(*Call) == &Callee)
          ++Counts[Call->getFunction()];
  return Counts;
}

/// Returns true if an instruction changes what is allocated.
static bool isAllocation(const Instruction &I) {
  const MMAVariant *Variant = getTCGen05(I);
  return Variant && is_contained({mma::Management::Alloc, mma::Management::Dealloc,
                                  mma::Management::RelinquishAllocPermit},
                                 Variant->get<mma::Management>());
}

/// Returns true if a function has been lowered before: a .mir file has IR that was.
static bool isLowered(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? getCallee(*Call) : nullptr;
    return Callee && getRegisterFormOpcode(*Callee);
  });
}

TensorMemoryVerifier::TensorMemoryVerifier(Module &M) : M(M), CallCounts(countCalls(M)) {}

static void verifyFunction(Function &F, bool IsDamaged, CallEffectsFinder &Effects,
                           FunctionCopies &Copies) {
  Copies.read(F, [&](Function &Read) {
    TensorMemoryEvents Events(Read, F, Effects, Copies);
    verifyTensorMemoryThreads(Events);
    if (IsDamaged)
      return;
    verifyTensorMemoryUses(Events);
    verifyTensorMemoryAllocations(Events);
    verifyTensorMemoryCompletion(Events);
    verifyTensorMemoryWarps(Events);
  });
}

void TensorMemoryVerifier::findLostCalls() {
  if (CallCounts.empty())
    return;
  const DenseMap<const Function *, unsigned> Left = countCalls(M);
  for (const Function &F : M)
    if (Left.lookup(&F) != CallCounts.lookup(&F) || isLowered(F))
      Effects.setDamaged(F);
}

/// Returns true if what a function does depends on paths through it: it calls tcgen05, and
/// branches, allocates or deallocates. Straight code that only uses tensor memory can do no wrong.
bool TensorMemoryVerifier::needsPaths(Function &F) const {
  SmallVector<Function *, 8> Tree = getCallTree(F);
  bool HasCalls = isKernel(F) ? any_of(Tree, [&](Function *E) { return CallCounts.count(E); })
                              : CallCounts.count(&F);
  return HasCalls && any_of(Tree, [](Function *E) {
           return E->size() > 1 || any_of(instructions(*E), isAllocation);
         });
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
  SmallVector<Function *> ToVerify;
  copy_if(Functions, std::back_inserter(ToVerify), [&](Function *F) { return needsPaths(*F); });
  if (ToVerify.empty())
    return Changed;
  FunctionCopies Copies(M, [](const Instruction &I) { return getTCGen05(I) != nullptr; });
  for (Function *F : ToVerify)
    verifyFunction(*F, any_of(getCallTree(*F), [&](Function *E) { return Effects.isDamaged(*E); }),
                   Effects, Copies);
  return Changed;
}
