//===- WGMMAThreading.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that passes waits becomes a variable for a moment: each wait holds it and
// writes it again, and LLVM's mem2reg makes values, and phis where they are needed, of
// that.
//
//===----------------------------------------------------------------------===//

#include "IR/WGMMAThreading.h"
#include "IR/RegisterForm.h"
#include "IR/RegisterParts.h"
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
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Holds values at a point: as many instructions as it takes, each for a power of two.
/// The values come back, in their order.
static SmallVector<Value *, 0> createHolds(IRBuilder<> &Builder, ArrayRef<Value *> Values) {
  MapVector<Type *, SmallVector<size_t, 0>> ByType;
  for (auto [I, V] : enumerate(Values))
    ByType[V->getType()].push_back(I);
  SmallVector<Value *, 0> Held(Values.begin(), Values.end());
  Module &M = *Builder.GetInsertBlock()->getModule();
  for (auto &[Type, Indices] : ByType)
    for (ArrayRef<size_t> Rest = Indices; !Rest.empty();) {
      unsigned Count = std::min<size_t>(128, bit_floor(Rest.size()));
      Function *Callee = getRegisterFormDeclaration(M, getHoldOpcode(*Type, Count), *Type);
      SmallVector<Value *, 0> Arguments;
      for (size_t I : Rest.take_front(Count))
        Arguments.push_back(Values[I]);
      CallInst *Hold = Builder.CreateCall(Callee, Arguments);
      Hold->setAttributes(Callee->getAttributes());
      for (auto [N, I] : enumerate(Rest.take_front(Count)))
        Held[I] = Count == 1 ? Hold : Builder.CreateExtractValue(Hold, unsigned(N));
      Rest = Rest.drop_front(Count);
    }
  return Held;
}

namespace {

class Threading {
public:
  Threading(Function &F, DominatorTree &DT) : F(F), DT(DT) {}

  /// In register form, through waits and fences.
  bool run();

  /// Vectors, through waits.
  bool runOnVectors();

private:
  /// What makes values pass a wait, built where the builder stands: right behind it.
  using PassFunction =
      function_ref<SmallVector<Value *, 0>(IRBuilder<> &, Instruction &Wait, ArrayRef<Value *>)>;

  void collect();
  void collectAccumulators();
  void computeLiveBlocks(Instruction &V);
  bool isLiveBehind(Instruction &V, Instruction &Wait);
  void threadWaits(PassFunction Pass);
  void makeVariable(Instruction &V);
  void keepFragments();
  bool isHeldAt(Value *V, Instruction &Fence);
  void holdInputs();
  Instruction *findFence(Instruction &Issue);

  Function &F;
  DominatorTree &DT;
  SmallVector<CallBase *> Issues;
  SmallVector<Instruction *> Waits, Fences;
  SmallSetVector<Instruction *, 0> Accumulators; ///< what issues make, and phis of it
  DenseMap<Instruction *, SmallPtrSet<BasicBlock *, 8>> LiveOut;
  DenseMap<Instruction *, AllocaInst *> Variables;
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

/// Where a user wants a value: before it, or at the end of the block that a phi has
/// it from.
static Instruction *getPlaceOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U)->getTerminator() : User;
}

/// The blocks at whose end a value is alive.
void Threading::computeLiveBlocks(Instruction &V) {
  auto [It, IsNew] = LiveOut.try_emplace(&V);
  if (!IsNew)
    return;
  SmallVector<BasicBlock *> Worklist;
  auto AddAllBefore = [&](BasicBlock *BB) {
    for (BasicBlock *Before : predecessors(BB))
      if (DT.isReachableFromEntry(Before) && It->second.insert(Before).second)
        Worklist.push_back(Before);
  };
  for (const Use &U : V.uses()) {
    BasicBlock *BB = getPlaceOf(U)->getParent();
    if (BB != V.getParent())
      AddAllBefore(BB);
  }
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB != V.getParent())
      AddAllBefore(BB);
  }
}

bool Threading::isLiveBehind(Instruction &V, Instruction &Wait) {
  if (!DT.dominates(&V, &Wait))
    return false;
  computeLiveBlocks(V);
  if (LiveOut[&V].contains(Wait.getParent()))
    return true;
  return any_of(V.uses(), [&Wait](const Use &U) {
    Instruction *Place = getPlaceOf(U);
    return Place->getParent() == Wait.getParent() && Wait.comesBefore(Place);
  });
}

/// Replaces a value by a variable: written behind it, read before each user.
void Threading::makeVariable(Instruction &V) {
  if (Variables.contains(&V))
    return;
  AllocaInst *Variable = IRBuilder<>(&*F.getEntryBlock().begin()).CreateAlloca(V.getType());
  Variables[&V] = Variable;
  SmallVector<Use *> Uses;
  for (Use &U : V.uses())
    Uses.push_back(&U);
  for (Use *U : Uses)
    U->set(IRBuilder<>(getPlaceOf(*U)).CreateLoad(V.getType(), Variable));
  BasicBlock::iterator After = *V.getInsertionPointAfterDef();
  new StoreInst(&V, Variable, &*After);
}

void Threading::threadWaits(PassFunction Pass) {
  SmallVector<SmallVector<Instruction *, 0>> Passing;
  for (Instruction *Wait : Waits) {
    auto &Values = Passing.emplace_back();
    for (Instruction *V : Accumulators)
      if (isLiveBehind(*V, *Wait))
        Values.push_back(V);
  }
  for (auto &Values : Passing)
    for (Instruction *V : Values)
      makeVariable(*V);
  for (auto [Wait, Values] : zip_equal(Waits, Passing)) {
    if (Values.empty())
      continue;
    IRBuilder<> Builder(Wait->getNextNode());
    Builder.SetCurrentDebugLocation(Wait->getDebugLoc());
    SmallVector<Value *, 0> Loaded;
    for (Instruction *V : Values)
      Loaded.push_back(Builder.CreateLoad(V->getType(), Variables[V]));
    SmallVector<Value *, 0> Passed = Pass(Builder, *Wait, Loaded);
    for (auto [V, P] : zip_equal(Values, Passed))
      Builder.CreateStore(P, Variables[V]);
  }
  SmallVector<AllocaInst *, 0> Allocas;
  for (auto &[V, Variable] : Variables)
    Allocas.push_back(Variable);
  PromoteMemToReg(Allocas, DT);
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
  threadWaits([](IRBuilder<> &Builder, Instruction &, ArrayRef<Value *> Values) {
    return createHolds(Builder, Values);
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
  threadWaits([&Replaced](IRBuilder<> &Builder, Instruction &Wait, ArrayRef<Value *> Values) {
    Replaced.insert(&Wait);
    return createWGMMAWaitWithValues(Builder, cast<CallInst>(Wait).getArgOperand(0), Values);
  });
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
