//===- MatrixThreads.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks only at functions in which something tells threads apart, or whose blocks are small.
//
//===----------------------------------------------------------------------===//

#include "IR/Threads/MatrixThreads.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Threads/ThreadSelection.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The declarations of matrix instructions in a module.
using MatrixDeclarations = DenseMap<const Function *, const MMAVariant *>;

} // namespace

/// The threads that execute an instruction together; 0 if one may.
static unsigned getThreads(const MMAVariant &Variant) {
  return lookupMMAFamily(Variant.Family)->Threads;
}

static const MMAVariant *getVariant(const Instruction &I, const MatrixDeclarations &Declarations) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Declarations.lookup(getCallee(*Call)) : nullptr;
}

static bool selectsThreads(const Function &F) {
  return F.size() > 1 && any_of(instructions(F), tellsThreadsApart);
}

static void verifyFunction(Function &Read, const Function &F,
                           const MatrixDeclarations &Declarations, FunctionCopies &Copies) {
  FunctionPaths Paths(Read, isLineOfThreads(Read, F));
  ThreadSelection Selection(Paths, F);
  // The instructions that one branch selects for one group of threads are reported once, at the
  // first one.
  DenseSet<std::pair<const Instruction *, unsigned>> Reported;
  for (const BasicBlock &Block : Read) {
    std::optional<SelectedThreads> Threads; // of the block, once somebody asks
    for (const Instruction &I : Block) {
      const MMAVariant *Variant = getVariant(I, Declarations);
      if (!Variant)
        continue;
      if (!Threads)
        Threads = Selection.get(Paths.getFacts(Block, /*OnlyStable=*/false));
      StringRef Source = Variant->Legality.Source;
      const unsigned Needed = getThreads(*Variant);
      std::string Fault = Needed == WarpThreads
                              ? Selection.explainPartOfWarp(*Threads, Variant->Name, Source)
                              : Selection.explainPartOfWarpgroup(*Threads, Variant->Name, Source);
      if (!Fault.empty() && Reported.insert({Threads->Branch, Needed}).second)
        Copies.report(Check::MatrixThreads, I, Fault);
    }
  }
}

/// The functions to look at: kernels, with all that they call, and what no kernel calls.
static SmallVector<Function *> findFunctions(Module &M, const MatrixDeclarations &Declarations) {
  SmallPtrSet<const Function *, 16> Callers; // of matrix instructions
  for (auto [Declaration, Variant] : Declarations)
    for (const User *U : Declaration->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Callers.insert(Call->getFunction());
  SmallPtrSet<const Function *, 16> Selecting;
  auto IsSmall = [](const Function &F) {
    return isKernel(F) && getBlockShape(F).MaxThreads < WarpgroupThreads;
  };
  for (const Function &F : M)
    if (selectsThreads(F))
      Selecting.insert(&F);
  if (Selecting.empty() && none_of(M, IsSmall))
    return {};
  SmallVector<Function *> Found;
  SmallPtrSet<Function *, 16> OfKernels;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    SmallVector<Function *, 8> Tree = getCallTree(F);
    if (isKernel(F))
      OfKernels.insert(Tree.begin(), Tree.end());
    bool HasMatrix = any_of(Tree, [&](Function *Each) { return Callers.contains(Each); });
    if (HasMatrix &&
        (IsSmall(F) || any_of(Tree, [&](Function *Each) { return Selecting.contains(Each); })))
      Found.push_back(&F);
  }
  erase_if(Found, [&](Function *F) { return !isKernel(*F) && OfKernels.contains(F); });
  return Found;
}

void tensorcore::verifyMatrixThreads(Module &M) {
  if (isOff(Check::MatrixThreads))
    return;
  MatrixDeclarations Declarations;
  for (const Function &F : M)
    if (F.isDeclaration())
      if (const MMAVariant *Variant = getMMAVariant(F); Variant && getThreads(*Variant))
        Declarations[&F] = Variant;
  if (Declarations.empty())
    return;
  SmallVector<Function *> Functions = findFunctions(M, Declarations);
  if (Functions.empty())
    return;
  FunctionCopies Copies(M, [&](const Instruction &I) { return getVariant(I, Declarations); });
  for (Function *F : Functions)
    Copies.read(*F, [&](Function &Read) { verifyFunction(Read, *F, Declarations, Copies); });
}
