//===- WGMMAThreading.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values pass which waits, what is alive until a wait, and what a fence holds.
//
//===----------------------------------------------------------------------===//

#include "IR/WGMMAThreading.h"
#include "IR/RegisterParts.h"
#include "IR/ValueThreading.h"
#include "IR/WGMMAInstructions.h"
#include "IR/WGMMAWaitWithValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class Threading {
public:
  Threading(Function &F, DominatorTree &DT) : F(F), DT(DT), Values(F, DT) {}

  /// In register form, through waits and fences.
  bool run();

  /// Vectors, through waits.
  bool runOnVectors();

private:
  void collect();
  void collectAccumulators();
  SmallVector<ThreadingPoint, 0> findPoints();
  void keepFragments();
  bool isHeldAt(Value *V, Instruction &Fence);
  void holdInputs();
  Instruction *findFence(Instruction &Issue);

  Function &F;
  DominatorTree &DT;
  ValueThreading Values;
  SmallVector<CallBase *> Issues;
  SmallVector<Instruction *> Waits, Fences;
  SmallSetVector<Instruction *, 0> Accumulators; ///< what issues make, and phis of it
};

} // namespace

void Threading::collect() {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (isWGMMAIssue(I))
        Issues.push_back(cast<CallBase>(&I));
      if (isWGMMAWait(I))
        Waits.push_back(&I);
      if (isWGMMAFence(I))
        Fences.push_back(&I);
    }
}

/// The registers that issues write, and the phis that they flow into.
void Threading::collectAccumulators() {
  for (CallBase *Issue : Issues) {
    if (Issue->getType()->isVectorTy() || isRegisterType(Issue->getType()))
      Accumulators.insert(Issue);
    for (User *U : Issue->users())
      if (isa<ExtractValueInst>(U) && isRegisterType(U->getType()))
        Accumulators.insert(cast<Instruction>(U));
  }
  for (size_t I = 0; I < Accumulators.size(); ++I)
    for (User *U : Accumulators[I]->users())
      if (isa<PHINode, SelectInst>(U) && U->getType() == Accumulators[I]->getType())
        Accumulators.insert(cast<Instruction>(U));
}

/// The accumulators that each wait hands on.
SmallVector<ThreadingPoint, 0> Threading::findPoints() {
  SmallVector<ThreadingPoint, 0> Points;
  for (Instruction *Wait : Waits) {
    ThreadingPoint &Point = Points.emplace_back(ThreadingPoint{Wait, {}});
    for (Instruction *V : Accumulators)
      if (Values.isLiveBehind(*V, *Wait))
        Point.Values.push_back(V);
  }
  return Points;
}

/// Keeps fragments of A alive until the waits that follow.
void Threading::keepFragments() {
  for (CallBase *Issue : Issues) {
    SmallSetVector<Value *, 8> Fragments;
    for (Use *U : WGMMAInputs(*Issue).Fragments)
      if (!isa<Constant>(U->get()))
        Fragments.insert(U->get());
    if (Fragments.empty())
      continue;
    for (Instruction *Wait : Waits)
      if (DT.dominates(Issue, Wait)) {
        IRBuilder<> Builder(Wait->getNextNode());
        Builder.SetCurrentDebugLocation(Wait->getDebugLoc());
        createHolds(Builder, Fragments.getArrayRef());
      }
  }
}

/// The last fence that is always executed before an issue.
Instruction *Threading::findFence(Instruction &Issue) {
  Instruction *Last = nullptr;
  for (Instruction *Fence : Fences)
    if (DT.dominates(Fence, &Issue) && (!Last || DT.dominates(Last, Fence)))
      Last = Fence;
  return Last;
}

/// Whether a wgmma takes a value from others than wgmma, so that it can be held at a fence.
bool Threading::isHeldAt(Value *V, Instruction &Fence) {
  auto *Def = dyn_cast<Instruction>(V);
  if (!Def)
    return !isa<UndefValue>(V);
  return !isa<PHINode>(Def) && !Accumulators.contains(Def) && DT.dominates(Def, &Fence);
}

/// Holds, before the fence, what a wgmma takes from others than wgmma: an accumulator for
/// each place where it is wanted, since each is a register of its own.
void Threading::holdInputs() {
  MapVector<Instruction *, SmallVector<Use *, 0>> Wanted;
  for (CallBase *Issue : Issues)
    if (Instruction *Fence = findFence(*Issue)) {
      WGMMAInputs Inputs(*Issue);
      for (Use *U : concat<Use *>(Inputs.Accumulators, Inputs.Fragments))
        if (isHeldAt(U->get(), *Fence))
          Wanted[Fence].push_back(U);
    }
  for (auto &[Fence, Uses] : Wanted) {
    IRBuilder<> Builder(Fence);
    SmallVector<Value *, 0> Values;
    for (Use *U : Uses)
      Values.push_back(U->get());
    for (auto [U, H] : zip_equal(Uses, createHolds(Builder, Values)))
      U->set(H);
  }
}

bool Threading::run() {
  collect();
  if (Issues.empty())
    return false;
  collectAccumulators();
  holdInputs();
  keepFragments();
  Values.thread(findPoints(), [](IRBuilder<> &Builder, Instruction &, ArrayRef<Value *> Held) {
    return createHolds(Builder, Held);
  });
  return true;
}

bool Threading::runOnVectors() {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (isWGMMACall(I))
        Issues.push_back(cast<CallBase>(&I));
      if (isa<CallInst>(I) && isWGMMAWait(I) && !cast<CallInst>(I).isInlineAsm())
        Waits.push_back(&I);
    }
  if (Issues.empty() || Waits.empty())
    return false;
  collectAccumulators();
  SmallPtrSet<Instruction *, 8> Replaced;
  auto Pass = [&Replaced](IRBuilder<> &Builder, Instruction &Wait, ArrayRef<Value *> Passing) {
    Replaced.insert(&Wait);
    return createWGMMAWaitWithValues(Builder, cast<CallInst>(Wait).getArgOperand(0), Passing);
  };
  Values.thread(findPoints(), Pass);
  for (Instruction *Wait : Replaced)
    Wait->eraseFromParent();
  return !Replaced.empty();
}

bool tensorcore::threadWGMMA(Function &F) {
  DominatorTree DT(F);
  return Threading(F, DT).run();
}

PreservedAnalyses WGMMAThreadingPass::run(Function &F, FunctionAnalysisManager &) {
  if (none_of(instructions(F), isWGMMACall))
    return PreservedAnalyses::all();
  DominatorTree DT(F);
  if (!Threading(F, DT).runOnVectors())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
