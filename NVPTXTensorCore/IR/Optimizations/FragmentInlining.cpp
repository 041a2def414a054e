//===- FragmentInlining.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the bottom of the call graph upwards, so that it is known how large is what is inlined.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/FragmentInlining.h"
#include "IR/Analysis/CallOrder.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Optimizations/UndefinedStarts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The instructions that a function may grow to. The kernels of libraries have some ten thousand.
static constexpr unsigned MaxInstructions = 200000;

static constexpr unsigned GenericAddressSpace = 0, LocalAddressSpace = 5;

namespace {

class FragmentInliner {
public:
  FragmentInliner(Module &M, FunctionAnalysisManager &Analyses);

  /// True if it inlined anything.
  bool run();

private:
  void findLeading();
  void findWanted();
  bool leads(const Function &F) const;
  bool isWanted(const CallBase &Call) const;
  bool inlineInto(Function &F);
  bool simplify(Function &F);
  void erase(Function &F);
  void eraseUnused();

  Module &M;
  FunctionAnalysisManager &Analyses;
  const CallOrder Order;
  DenseSet<const Function *> Full;    ///< are too long for all that was to be inlined
  DenseSet<const Function *> Holders; ///< have matrix instructions themselves
  DenseSet<const Function *> Leading; ///< or call, by whatever way, a function that has
  DenseSet<const Function *> Inside;  ///< what is to become part of a leading function, too
};

} // namespace

/// Returns true if a pointer may be to a variable of a thread: its own, or what a function was
/// handed.
static bool mayBeVariable(const Value *Pointer, unsigned Depth = 0) {
  unsigned AddressSpace = Pointer->getType()->getPointerAddressSpace();
  if (AddressSpace != GenericAddressSpace && AddressSpace != LocalAddressSpace)
    return false;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return Depth < 4 &&
         any_of(
             Objects,
             [Depth](const Value *Object) {
               if (auto *Parameter = dyn_cast<Argument>(Object))
                 return !isKernel(*Parameter->getParent()) || Parameter->hasByValAttr();
               if (auto *Load = dyn_cast<LoadInst>(Object)) // a reference that a lambda captured
                 return mayBeVariable(Load->getPointerOperand(), Depth + 1);
               auto *Call = dyn_cast<CallBase>(Object);
               return isa<AllocaInst>(Object) ||
                      (Call && any_of(Call->args(), [Depth](const Use &U) {
                         return U->getType()->isPointerTy() && mayBeVariable(U, Depth + 1);
                       }));
             });
}

static bool isHandedVariable(const CallBase &Call) {
  return any_of(Call.args(),
                [](const Use &U) { return U->getType()->isPointerTy() && mayBeVariable(U); });
}

/// Returns true if a call passes more than scalars by value.
static bool passesAggregates(const CallBase &Call) {
  auto IsAggregate = [](const Type *T) { return T->isAggregateType() || T->isVectorTy(); };
  return IsAggregate(Call.getType()) ||
         any_of(Call.args(), [&](const Use &U) { return IsAggregate(U->getType()); });
}

FragmentInliner::FragmentInliner(Module &M, FunctionAnalysisManager &Analyses)
    : M(M), Analyses(Analyses), Order(M) {
  for (const Function *F : Order.Functions)
    if (hasMatrixInstruction(*F))
      Holders.insert(F);
  findLeading();
  findWanted();
}

static const Function *getCalleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

void FragmentInliner::findLeading() {
  for (const Function *F : Order.Functions)
    if (Holders.contains(F) || any_of(instructions(*F), [this](const Instruction &I) {
          const Function *Callee = getCalleeOf(I);
          return Callee && Leading.contains(Callee);
        }))
      Leading.insert(F);
}

/// Returns true if nothing but one call needs a function.
static bool isCalledOnce(const Function &F) { return F.hasOneUse() && F.isDiscardableIfUnused(); }

bool FragmentInliner::isWanted(const CallBase &Call) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Order.isInlinable(Call))
    return false;
  return Holders.contains(Callee) || isHandedVariable(Call) ||
         (Leading.contains(Callee) && (passesAggregates(Call) || isCalledOnce(*Callee)));
}

/// Callers before callees: what a function passes on may be what it was handed.
void FragmentInliner::findWanted() {
  Inside = Leading;
  for (const Function *F : reverse(Order.Functions))
    if (Inside.contains(F))
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && isWanted(*Call))
          Inside.insert(Call->getCalledFunction());
}

bool FragmentInliner::inlineInto(Function &F) {
  SmallVector<CallBase *, 0> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isWanted(*Call))
      Calls.push_back(Call);
  bool Changed = false;
  unsigned Size = F.getInstructionCount();
  for (CallBase *Call : Calls) {
    Function *Callee = Call->getCalledFunction();
    unsigned Growth = Callee->getInstructionCount();
    InlineFunctionInfo Info;
    if (Full.contains(Callee) || Size + Growth > MaxInstructions)
      Full.insert(&F);
    else if (InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess()) {
      Size += Growth;
      Changed = true;
      Callee->addFnAttr(InlinedAttribute);
    }
  }
  return Changed;
}

/// Functions that compute layouts at compile time shrink to a few instructions. Each copy of one
/// that does not would count.
bool FragmentInliner::simplify(Function &F) {
  FunctionPassManager Passes;
  Passes.addPass(UndefinedStartsPass());
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(InstCombinePass());
  Passes.addPass(ADCEPass());
  Analyses.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses Preserved = Passes.run(F, Analyses);
  Analyses.invalidate(F, Preserved);
  return !Preserved.areAllPreserved();
}

void FragmentInliner::erase(Function &F) {
  Analyses.clear(F, F.getName());
  F.eraseFromParent();
}

/// Callers before callees again, so that those go that only such functions call.
void FragmentInliner::eraseUnused() {
  SmallVector<Function *, 0> InComdats;
  for (Function *F : reverse(Order.Functions)) {
    F->removeDeadConstantUsers();
    if (!Inside.contains(F) || !F->isDefTriviallyDead())
      continue;
    if (F->hasComdat())
      InComdats.push_back(F);
    else
      erase(*F);
  }
  filterDeadComdatFunctions(InComdats);
  for (Function *F : InComdats)
    erase(*F);
}

bool FragmentInliner::run() {
  bool Changed = false;
  for (Function *F : Order.Functions)
    if (Inside.contains(F)) {
      Changed |= inlineInto(*F);
      if (!F->use_empty() && !F->hasOptNone()) // into callers
        Changed |= simplify(*F);
    }
  if (Changed)
    eraseUnused();
  return Changed;
}

PreservedAnalyses FragmentInliningPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &Analyses = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  return FragmentInliner(M, Analyses).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
