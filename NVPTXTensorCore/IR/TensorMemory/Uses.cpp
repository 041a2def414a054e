//===- Uses.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread may use what another one has allocated: that an alloc does not dominate a use says
// nothing. What is reported is a use without any alloc in the whole block, or one that nothing
// can have synchronised with an alloc.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Uses.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "IR/TensorMemory/Events.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

using Allocation = const TensorMemoryAllocation *;

constexpr StringLiteral Lifetime =
    "tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor "
    "Memory Allocation and Management Instructions)";

class UseChecker {
public:
  explicit UseChecker(const TensorMemoryEvents &Events) : Events(Events), Paths(Events.Paths) {}

  void check(const MemoryLocation &Location);

private:
  void checkSkipped();
  void checkUnsynchronized();
  bool isOfPart(const TensorMemoryUse &Deallocation) const;
  void checkAfter(const TensorMemoryUse &Deallocation);
  SmallVector<const BranchEdge *> getEdgesBeforeAllocs() const;
  bool isWithoutAllocation(const Instruction &Use, const BranchEdge *Edge) const;
  bool mayBeAllocated(const ControlFacts &Facts) const;
  SmallPtrSet<const BasicBlock *, 32> getSynchronizedBlocks() const;
  SmallVector<const TensorMemoryUse *, 0> getUnsynchronizedUses() const;
  bool isAllocatedBetween(const Instruction &Deallocation, const Instruction &Use) const;
  void reportSkipped(const TensorMemoryCall &Use, const BranchEdge *Edge);
  bool isAllocation(const Instruction &I) const {
    return any_of(Allocations, [&](Allocation A) { return A->Call.Call == &I; });
  }

  const TensorMemoryEvents &Events;
  const FunctionPaths &Paths;
  SmallVector<Allocation, 2> Allocations;       ///< that write to the location
  SmallVector<const TensorMemoryUse *, 0> Uses; ///< of addresses that are read there
  SmallPtrSet<const Instruction *, 8> Reported;
};

} // namespace

void UseChecker::reportSkipped(const TensorMemoryCall &Use, const BranchEdge *Edge) {
  if (!Reported.insert(Use.Call).second)
    return;
  const TensorMemoryCall &First = Allocations.front()->Call;
  std::string How = Edge ? "is skipped if the condition of the branch" +
                               printLine(*Edge->Fact.Branch) + " is " +
                               (Edge->Fact.IsTrue ? "true" : "false")
                         : "has not been executed before";
  Events.report(Check::TensorMemoryLifetime, *Use.Call,
                Use.Variant->Name + " uses tensor memory that need not be allocated: " +
                    First.Variant->Name + printLine(*First.Call) + " " + How + "; " + Lifetime +
                    "; expected an alloc on every path to the use, or a use under the "
                    "condition of the alloc");
}

/// Returns true if any thread may allocate if conditions are so.
bool UseChecker::mayBeAllocated(const ControlFacts &Facts) const {
  auto IsOpen = [&](Allocation A) { return Paths.isLeftOpen(*A->Call.Call, Facts); };
  return any_of(Allocations, IsOpen) || Paths.walk(nullptr, Facts, [&](const Instruction &I) {
    return isAllocation(I) ? WalkStep::Found : WalkStep::GoOn;
  });
}

/// Uses that happen although a condition that is the same for all threads says that no
/// thread allocates.
void UseChecker::checkSkipped() {
  for (const BranchEdge &Edge : Paths.getEdges()) {
    if (!Paths.mayGoOn())
      return;
    if (!isUniform(*Edge.Fact.Condition))
      continue;
    ControlFacts Facts = Events.getUniformFacts(Edge);
    if (mayBeAllocated(Facts))
      continue;
    for (const TensorMemoryUse *Use : Uses)
      if (Events.isExecuted(*Use->Call.Call, Edge, Facts))
        reportSkipped(Use->Call, &Edge);
  }
}

/// The blocks that come after something that can make a thread wait for another one.
SmallPtrSet<const BasicBlock *, 32> UseChecker::getSynchronizedBlocks() const {
  SmallPtrSet<const BasicBlock *, 32> After;
  SmallVector<const BasicBlock *, 16> Worklist;
  for (const Instruction *I : Events.Synchronizations)
    append_range(Worklist, successors(I->getParent()));
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (After.insert(Block).second)
      append_range(Worklist, successors(Block));
  }
  return After;
}

/// The uses for which nothing on the way to them can make a thread wait for another one.
SmallVector<const TensorMemoryUse *, 0> UseChecker::getUnsynchronizedUses() const {
  SmallPtrSet<const BasicBlock *, 32> After = getSynchronizedBlocks();
  DenseMap<const BasicBlock *, const Instruction *> Firsts;
  for (const Instruction *I : Events.Synchronizations)
    Firsts.try_emplace(I->getParent(), I);
  SmallVector<const TensorMemoryUse *, 0> Result;
  for (const TensorMemoryUse *Use : Uses) {
    const BasicBlock *Block = Use->Call.Call->getParent();
    const Instruction *First = Firsts.lookup(Block);
    if (!After.contains(Block) && !(First && First->comesBefore(Use->Call.Call)))
      Result.push_back(Use);
  }
  return Result;
}

/// Returns true if a thread that takes an edge, or begins, comes to the use for sure, and past no
/// alloc on the way.
bool UseChecker::isWithoutAllocation(const Instruction &Use, const BranchEdge *Edge) const {
  const BasicBlock *Start = Edge ? Edge->To : &Paths.F.getEntryBlock();
  if (!Paths.PostDominators.dominates(Use.getParent(), Start))
    return false;
  const Instruction *Branch = Edge ? Edge->Fact.Branch : nullptr;
  ControlFacts Facts;
  if (Edge)
    Facts = Paths.getFacts(*Edge);
  return !Paths.walk(Branch, Facts, [&](const Instruction &I) {
    return &I == &Use ? WalkStep::TurnBack : isAllocation(I) ? WalkStep::Found : WalkStep::GoOn;
  });
}

/// The edges that no thread takes that has executed an alloc.
SmallVector<const BranchEdge *> UseChecker::getEdgesBeforeAllocs() const {
  SmallPtrSet<const Instruction *, 32> Behind;
  for (Allocation A : Allocations)
    Paths.walk(A->Call.Call, {}, [&](const Instruction &I) {
      if (I.isTerminator())
        Behind.insert(&I);
      return WalkStep::GoOn;
    });
  SmallVector<const BranchEdge *> Edges;
  for (const BranchEdge &Edge : Paths.getEdges())
    if (Edge.To && !Behind.contains(Edge.Fact.Branch))
      Edges.push_back(&Edge);
  return Edges;
}

void UseChecker::checkUnsynchronized() {
  SmallVector<const BranchEdge *> Edges = getEdgesBeforeAllocs();
  Edges.insert(Edges.begin(), nullptr); // the function's beginning
  for (const TensorMemoryUse *Use : getUnsynchronizedUses()) {
    if (!Paths.mayGoOn())
      return;
    const Instruction &I = *Use->Call.Call;
    auto *It = find_if(Edges, [&](const BranchEdge *E) { return isWithoutAllocation(I, E); });
    if (It != Edges.end())
      reportSkipped(Use->Call, *It);
  }
}

/// Returns true if there may be new memory between a dealloc and a use.
bool UseChecker::isAllocatedBetween(const Instruction &Deallocation, const Instruction &Use) const {
  if (Allocations.size() != 1)
    return true;
  const Instruction &Alloc = *Allocations.front()->Call.Call;
  // By another thread, more than once?
  if (Paths.isInLoop(Alloc) && !Paths.isAlwaysBefore(Alloc, Deallocation))
    return true;
  return Paths.reaches(&Deallocation, Alloc, {}, &Deallocation) &&
         Paths.reaches(&Alloc, Use, {}, &Deallocation);
}

/// Returns true if a dealloc leaves columns of whatever is allocated there.
bool UseChecker::isOfPart(const TensorMemoryUse &Deallocation) const {
  unsigned Columns = Deallocation.Call.getColumns();
  return Columns &&
         all_of(Allocations, [&](Allocation A) { return A->Call.getColumns() > Columns; });
}

void UseChecker::checkAfter(const TensorMemoryUse &Deallocation) {
  const Instruction &Dealloc = *Deallocation.Call.Call;
  SmallPtrSet<const Instruction *, 8> Behind;
  Paths.walk(&Dealloc, {}, [&](const Instruction &I) {
    Behind.insert(&I);
    return WalkStep::GoOn;
  });
  for (const TensorMemoryUse *Use : Uses) {
    const Instruction &I = *Use->Call.Call;
    bool IsSecond = Use->Call.is(TensorMemoryAction::Deallocate);
    if (&I == &Dealloc || !Paths.mayGoOn() || !(IsSecond || Behind.contains(&I)) ||
        (!Paths.isAlwaysBefore(Dealloc, I) && !(IsSecond && Paths.isAlwaysAfter(I, Dealloc))))
      continue;
    if (isAllocatedBetween(Dealloc, I) || !Reported.insert(&I).second)
      continue;
    Events.report(Check::TensorMemoryLifetime, I,
                  Use->Call.Variant->Name +
                      (IsSecond ? " deallocates tensor memory for the second time, after "
                                : " uses tensor memory after its deallocation by ") +
                      Deallocation.Call.Variant->Name + printLine(Dealloc) + "; " + Lifetime +
                      (IsSecond ? "; expected one dealloc for each alloc"
                                : "; expected a dealloc after the last use"));
  }
}

void UseChecker::check(const MemoryLocation &Location) {
  Allocations = Events.getAllocations(Location);
  for (const TensorMemoryUse &Use : Events.Uses)
    if (Use.Address.Location == Location)
      Uses.push_back(&Use);
  // A function that is called may find what an earlier call has allocated.
  if (Events.IsKernel) {
    checkSkipped();
    checkUnsynchronized();
  }
  for (const TensorMemoryUse *Use : Uses)
    if (Use->Call.is(TensorMemoryAction::Deallocate) && !isOfPart(*Use))
      checkAfter(*Use);
}

void tensorcore::verifyTensorMemoryUses(const TensorMemoryEvents &Events) {
  if (Events.HasOtherAllocations || Events.Paths.HasIrreducibleCFG)
    return;
  for (const MemoryLocation &Location : Events.Locations)
    UseChecker(Events).check(Location);
}
