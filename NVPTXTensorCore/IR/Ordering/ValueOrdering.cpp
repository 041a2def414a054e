//===- ValueOrdering.cpp --------------------------------------------------===//
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

#include "IR/Ordering/ValueOrdering.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
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

/// Returns the location where a user needs a value: before the user, or at the end of the block
/// from which a phi takes it.
static Instruction *getLocationOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U)->getTerminator() : User;
}

/// Finds the last use of a value in each block that uses it.
static DenseMap<BasicBlock *, Instruction *> findLastLocations(const Instruction &V) {
  DenseMap<BasicBlock *, Instruction *> Last;
  for (const Use &U : V.uses()) {
    Instruction *Location = getLocationOf(U);
    Instruction *&Known = Last[Location->getParent()];
    if (!Known || Known->comesBefore(Location))
      Known = Location;
  }
  return Last;
}

/// Calls a function with each block that a value is alive in behind its definition: the block,
/// and the last instruction there before which the value is wanted, or null at whose end it is
/// alive.
void ValueOrdering::forEachLiveBlock(const Instruction &V,
                                     function_ref<void(BasicBlock &, Instruction *)> Visit) const {
  DenseMap<BasicBlock *, Instruction *> LastLocations = findLastLocations(V);
  SmallPtrSet<BasicBlock *, 8> LiveOut;
  SmallVector<BasicBlock *> Worklist;
  auto AddAllBefore = [&](BasicBlock *BB) {
    for (BasicBlock *Before : predecessors(BB))
      if (BB != V.getParent() && DT.isReachableFromEntry(Before) && LiveOut.insert(Before).second)
        Worklist.push_back(Before);
  };
  for (auto [BB, Location] : LastLocations)
    AddAllBefore(BB);
  while (!Worklist.empty())
    AddAllBefore(Worklist.pop_back_val());
  for (auto [BB, Location] : LastLocations)
    if (!LiveOut.contains(BB))
      Visit(*BB, Location);
  for (BasicBlock *BB : LiveOut)
    Visit(*BB, nullptr);
}

SmallVector<OrderingPoint, 0> ValueOrdering::findPoints(ArrayRef<Instruction *> Values,
                                                        ArrayRef<Instruction *> At) const {
  SmallVector<OrderingPoint, 0> Points;
  DenseMap<BasicBlock *, std::pair<size_t, size_t>> Ranges; // of a block's points
  for (Instruction *Point : At) {
    auto [It, IsNew] = Ranges.try_emplace(Point->getParent(), Points.size(), 0);
    Points.push_back({Point, {}});
    It->second.second = Points.size();
  }
  for (Instruction *V : Values)
    forEachLiveBlock(*V, [&](BasicBlock &BB, Instruction *Last) {
      auto [Begin, End] = Ranges.lookup(&BB);
      auto Here = MutableArrayRef(Points).slice(Begin, End - Begin);
      if (V->getParent() == &BB)
        Here = Here.drop_front(
            partition_point(Here, [V](const OrderingPoint &P) { return !V->comesBefore(P.At); }) -
            Here.begin());
      for (OrderingPoint &Point : Here) {
        if (Last && !Point.At->comesBefore(Last))
          break;
        Point.Values.push_back(V);
      }
    });
  return Points;
}

/// Replaces a value by a variable: written behind it, read before each user.
void ValueOrdering::makeVariable(Instruction &V) {
  if (Variables.contains(&V))
    return;
  AllocaInst *Variable = IRBuilder<>(&*F.getEntryBlock().begin()).CreateAlloca(V.getType());
  Variables[&V] = Variable;
  SmallVector<Use *> Uses;
  for (Use &U : V.uses())
    Uses.push_back(&U);
  for (Use *U : Uses)
    U->set(IRBuilder<>(getLocationOf(*U)).CreateLoad(V.getType(), Variable));
  new StoreInst(&V, Variable, *V.getInsertionPointAfterDef());
}

void ValueOrdering::thread(ArrayRef<OrderingPoint> Points, PassFunction Pass) {
  for (const OrderingPoint &Point : Points)
    for (Instruction *V : Point.Values)
      makeVariable(*V);
  for (const OrderingPoint &Point : Points) {
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
}
