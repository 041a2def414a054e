//===- TensorMemoryOrdering.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait holds all values in flight behind it. A value that one wait has held is not held again
// by the next one.
//
//===----------------------------------------------------------------------===//

#include "IR/Ordering/TensorMemoryOrdering.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "IR/LoweredIntrinsics/HeldValue.h"
#include "IR/Ordering/ValueOrdering.h"
#include "IR/TensorMemory/Flow.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isWaitForLoads(const Instruction &I) {
  return isa<CallInst>(I) && isTensorMemoryWait(I, TensorMemoryWait::Load);
}

/// Returns true if the pass has been here before: an optimiser runs it often.
static bool isHeldBehind(const Instruction &V, const Instruction &Wait) {
  return any_of(V.users(), [&Wait](const User *U) {
    auto &I = cast<Instruction>(*U);
    return isHeldValue(I) && I.getParent() == Wait.getParent() && Wait.comesBefore(&I);
  });
}

/// Passes on values of some types, if there are any.
static bool orderValues(Function &F, function_ref<bool(const Type &)> IsHeld,
                        ValueOrdering::PassFunction Pass) {
  if (none_of(instructions(F), isTensorMemoryLoad) || none_of(instructions(F), isWaitForLoads))
    return false;
  DominatorTree DT(F);
  ValueOrdering Ordering(F, DT);
  TensorMemoryFlow Flow(F, /*TrustCallees=*/false);
  SmallVector<Instruction *, 0> Loaded = Flow.getLoadedValues(), Waits;
  erase_if(Loaded, [&](Instruction *V) { return !IsHeld(*V->getType()); });
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (isWaitForLoads(I))
        Waits.push_back(&I);
  DenseMap<Instruction *, SmallVector<Instruction *, 0>> LiveBehind;
  for (OrderingPoint &Point : Ordering.findPoints(Loaded, Waits))
    LiveBehind[Point.At] = std::move(Point.Values);
  SmallVector<OrderingPoint, 0> Points;
  Flow.visit([&](Instruction &I) {
    auto It = LiveBehind.find(&I);
    if (It == LiveBehind.end())
      return true;
    erase_if(It->second, [&](Instruction *V) {
      return Flow.getLoadsInFlight(*V).empty() || isHeldBehind(*V, I);
    });
    if (!It->second.empty())
      Points.push_back({&I, std::move(It->second)});
    return true;
  });
  Ordering.thread(Points, Pass);
  return !Points.empty();
}

/// Returns true if a value is a register of a load, or a vector of them, maybe with another type.
static bool isOfLoad(const Value *V) {
  while (isa<ExtractValueInst, BitCastInst, FreezeInst, InsertElementInst, ExtractElementInst,
             ShuffleVectorInst>(V))
    V = cast<Instruction>(V)->getOperand(isa<InsertElementInst>(V) ? 1 : 0);
  auto *I = dyn_cast<Instruction>(V);
  return I && isTensorMemoryLoad(*I);
}

/// Moves changes of type from the load to the uses. They are copies of registers, which nobody may
/// read before the wait.
static bool moveCopiesToUses(Function &F) {
  SmallVector<Instruction *, 0> Copies;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (isa<BitCastInst, FreezeInst>(I) && isOfLoad(&I))
        Copies.push_back(&I);
  for (Instruction *Copy : reverse(Copies)) {
    for (Use &U : make_early_inc_range(Copy->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      Instruction *AtUse = Copy->clone();
      AtUse->insertBefore((Phi ? Phi->getIncomingBlock(U)->getTerminator() : User)->getIterator());
      U.set(AtUse);
    }
    Copy->eraseFromParent();
  }
  return !Copies.empty();
}

bool tensorcore::orderTensorMemory(Function &F) {
  auto IsRegister = [](const Type &T) { return isRegisterType(&T); };
  auto Hold = [](IRBuilder<> &Builder, Instruction &, ArrayRef<Value *> Values) {
    return createHolds(Builder, Values);
  };
  const bool Moved = moveCopiesToUses(F);
  return orderValues(F, IsRegister, Hold) || Moved;
}

PreservedAnalyses TensorMemoryOrderingPass::run(Function &F, FunctionAnalysisManager &) {
  auto Hold = [](IRBuilder<> &Builder, Instruction &, ArrayRef<Value *> Values) {
    SmallVector<Value *, 0> Held;
    for (Value *V : Values)
      Held.push_back(createHeldValue(Builder, *V));
    return Held;
  };
  if (!orderValues(F, canHold, Hold))
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
