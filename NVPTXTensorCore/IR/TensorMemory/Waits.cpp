//===- Waits.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One wait after the other is thought to be there, until none is missing.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Waits.h"
#include "IR/Intrinsics/AssemblyCalls.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns the variable that an instruction writes, or null.
static const AllocaInst *getWrittenVariable(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  return Store ? dyn_cast<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())) : nullptr;
}

/// Returns true if an instruction passes the values that it uses to others, which may wait.
static bool isCopy(const Instruction &I) {
  return getWrittenVariable(I) || isa<ReturnInst>(I) || isUnknownCall(I);
}

namespace {

class Search {
public:
  Search(Function &F, bool IsOptimized)
      : Flow(F, /*TrustCallees=*/true), DT(F), PDT(F), LI(DT), IsOptimized(IsOptimized) {}

  SmallVector<MissingTensorMemoryWait, 0> run();

private:
  bool visit(Instruction &I);
  Instruction *findLoadReadBy(Instruction &I) const;
  void add(TensorMemoryWait Kind, Instruction &First, Instruction &Then, bool IsRead = false);
  Instruction *findLocation(Instruction &First, Instruction &Then) const;
  bool isReachedFrom(BasicBlock &First, BasicBlock &BB) const;

  TensorMemoryFlow Flow;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  bool IsOptimized;
  SmallVector<MissingTensorMemoryWait, 0> Missing;
};

} // namespace

/// A load in flight whose registers an instruction reads.
Instruction *Search::findLoadReadBy(Instruction &I) const {
  const AllocaInst *Variable = getWrittenVariable(I);
  if (Variable && IsOptimized && isAllocaPromotable(Variable))
    return nullptr;
  for (const Use &U : I.operands()) {
    if (isPassedOn(U))
      continue;
    // PTX respects the dependency, and libraries in inline PTX rely on that.
    for (Instruction *Load : Flow.getLoadsInFlight(*U.get()))
      if (!isOfAssembly(*Load) || isCopy(I))
        return Load;
  }
  return nullptr;
}

/// Returns true if the threads that execute one block come to another one, each of them, as often.
bool Search::isReachedFrom(BasicBlock &First, BasicBlock &BB) const {
  return PDT.dominates(&BB, &First) && LI.getLoopFor(&BB) == LI.getLoopFor(&First);
}

/// Before the second instruction, if all threads come there; else as far down as they do.
Instruction *Search::findLocation(Instruction &First, Instruction &Then) const {
  BasicBlock *Start = First.getParent();
  if (isReachedFrom(*Start, *Then.getParent()))
    return &Then;
  DomTreeNode *Node = DT.getNode(Then.getParent());
  for (; Node && DT.dominates(Start, Node->getBlock()); Node = Node->getIDom())
    if (isReachedFrom(*Start, *Node->getBlock()) && !Node->getBlock()->getTerminator()->isEHPad())
      return Node->getBlock()->getTerminator();
  return Start->getTerminator();
}

void Search::add(TensorMemoryWait Kind, Instruction &First, Instruction &Then, bool IsRead) {
  Instruction *Location = findLocation(First, Then);
  if (Flow.addWait(*Location, Kind))
    Missing.push_back({Kind, &First, &Then, Location, IsRead, IsRead && isCopy(Then)});
}

/// Finds what is missing before one instruction.
bool Search::visit(Instruction &I) {
  size_t Before = Missing.size();
  if (isTensorMemoryWait(I, TensorMemoryWait::Load) ||
      isTensorMemoryWait(I, TensorMemoryWait::Store))
    return true;
  if (Instruction *Load = findLoadReadBy(I))
    add(TensorMemoryWait::Load, *Load, I, /*IsRead=*/true);
  auto Read = getReadCells(I);
  auto Written = getWrittenCells(I);
  for (const TensorMemoryCells &Cells : Written)
    if (Instruction *Load = Flow.findAccess(Cells, TensorMemoryWait::Load))
      add(TensorMemoryWait::Load, *Load, I);
  if (!isTensorMemoryStore(I))
    for (const TensorMemoryCells &Cells : concat<TensorMemoryCells>(Read, Written))
      if (Instruction *Store = Flow.findAccess(Cells, TensorMemoryWait::Store))
        add(TensorMemoryWait::Store, *Store, I);
  return Missing.size() == Before;
}

SmallVector<MissingTensorMemoryWait, 0> Search::run() {
  if (Flow.isEmpty())
    return {};
  for (size_t Before = ~0u; Before != Missing.size();) {
    Before = Missing.size();
    Flow.visit([this](Instruction &I) { return visit(I); });
  }
  return std::move(Missing);
}

SmallVector<MissingTensorMemoryWait, 0> tensorcore::findMissingTensorMemoryWaits(Function &F,
                                                                                 bool IsOptimized) {
  return Search(F, IsOptimized).run();
}
