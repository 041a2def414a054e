//===- ValueThreading.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that passes points becomes a variable for a moment: each point reads it and
// writes it again, and LLVM's mem2reg makes values, and phis where they are needed, of
// that.
//
//===----------------------------------------------------------------------===//

#include "IR/ValueThreading.h"
#include "IR/RegisterForm.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace llvm::tensorcore;

SmallVector<Value *, 0> tensorcore::createHolds(IRBuilder<> &Builder, ArrayRef<Value *> Values) {
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

/// Where a user wants a value: before it, or at the end of the block that a phi has
/// it from.
static Instruction *getPlaceOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U)->getTerminator() : User;
}

/// The blocks at whose end a value is alive.
void ValueThreading::computeLiveBlocks(Instruction &V) {
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

bool ValueThreading::isLiveBehind(Instruction &V, Instruction &Point) {
  if (!DT.dominates(&V, &Point))
    return false;
  computeLiveBlocks(V);
  if (LiveOut[&V].contains(Point.getParent()))
    return true;
  return any_of(V.uses(), [&Point](const Use &U) {
    Instruction *Place = getPlaceOf(U);
    return Place->getParent() == Point.getParent() && Point.comesBefore(Place);
  });
}

/// Replaces a value by a variable: written behind it, read before each user.
void ValueThreading::makeVariable(Instruction &V) {
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

void ValueThreading::thread(ArrayRef<ThreadingPoint> Points, PassFunction Pass) {
  for (const ThreadingPoint &Point : Points)
    for (Instruction *V : Point.Values)
      makeVariable(*V);
  for (const ThreadingPoint &Point : Points) {
    if (Point.Values.empty())
      continue;
    IRBuilder<> Builder(Point.At->getNextNode());
    Builder.SetCurrentDebugLocation(Point.At->getDebugLoc());
    SmallVector<Value *, 0> Loaded;
    for (Instruction *V : Point.Values)
      Loaded.push_back(Builder.CreateLoad(V->getType(), Variables[V]));
    SmallVector<Value *, 0> Passed = Pass(Builder, *Point.At, Loaded);
    for (auto [V, P] : zip_equal(Point.Values, Passed))
      Builder.CreateStore(P, Variables[V]);
  }
  SmallVector<AllocaInst *, 0> Allocas;
  for (auto &[V, Variable] : Variables)
    Allocas.push_back(Variable);
  PromoteMemToReg(Allocas, DT);
  Variables.clear();
  LiveOut.clear();
}
