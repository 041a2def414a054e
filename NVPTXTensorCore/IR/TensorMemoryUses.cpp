//===- TensorMemoryUses.cpp -----------------------------------------------===//
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

#include "IR/TensorMemoryUses.h"
#include "IR/TensorMemoryEvents.h"
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
  void checkAfter(const TensorMemoryUse &Deallocation);
  SmallVector<const BranchEdge *> getEdgesBeforeAllocs() const;
  bool isWithoutAllocation(const Instruction &Use, const BranchEdge *Edge) const;
  bool maySynchronizeBefore(const Instruction &Use) const;
  bool isAllocatedBetween(const Instruction &Deallocation, const Instruction &Use) const;
  void reportSkipped(const TensorMemoryCall &Use, const BranchEdge *Edge);
  bool isAllocation(const Instruction &I) const {
    return any_of(Allocations, [&](Allocation A) { return A->Call.Call == &I; });
  }

  const TensorMemoryEvents &Events;
  const FunctionPaths &Paths;
  SmallVector<Allocation, 2> Allocations;       ///< that write to the place
  SmallVector<const TensorMemoryUse *, 0> Uses; ///< of addresses that are read there
  SmallPtrSet<const Instruction *, 8> Reported;
};

} // namespace

void UseChecker::reportSkipped(const TensorMemoryCall &Use, const BranchEdge *Edge) {
  if (!Reported.insert(Use.Call).second)
    return;
  const TensorMemoryCall &First = Allocations.front()->Call;
  std::string How = Edge ? "is skipped if the condition of the branch" +
                               spellLine(*Edge->Fact.Branch) + " is " +
                               (Edge->Fact.IsTrue ? "true" : "false")
                         : "has not been executed before";
  Events.report(Check::TensorMemoryLifetime, *Use.Call,
                Use.Variant->Name + " uses tensor memory that need not be allocated: " +
                    First.Variant->Name + spellLine(*First.Call) + " " + How + "; " + Lifetime +
                    "; legal is an alloc on every path to the use, or a use under the "
                    "condition of the alloc");
}

/// Uses that happen although a condition that is the same for all threads says that no
/// thread allocates.
void UseChecker::checkSkipped() {
  for (const BranchEdge &Edge : Paths.getEdges()) {
    if (!isUniform(*Edge.Fact.Condition))
      continue;
    ControlFacts Facts = Events.getUniformFacts(Edge);
    bool IsAllocated = Paths.walk(nullptr, Facts, [&](const Instruction &I) {
      return isAllocation(I) ? WalkStep::Found : WalkStep::GoOn;
    });
    if (IsAllocated)
      continue;
    for (const TensorMemoryUse *Use : Uses)
      if (Events.isExecuted(*Use->Call.Call, Edge, Facts))
        reportSkipped(Use->Call, &Edge);
  }
}

/// Whether anything on the way to a use can make a thread wait for another one.
bool UseChecker::maySynchronizeBefore(const Instruction &Use) const {
  SmallPtrSet<const BasicBlock *, 16> Before;
  SmallVector<const BasicBlock *, 16> Worklist(predecessors(Use.getParent()));
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (Before.insert(Block).second)
      append_range(Worklist, predecessors(Block));
  }
  return any_of(Events.Synchronizations, [&](const Instruction *I) {
    return Before.contains(I->getParent()) ||
           (I->getParent() == Use.getParent() && I->comesBefore(&Use));
  });
}

/// Whether a thread that takes an edge, or begins, comes to the use for sure, and past no
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

/// The edges that nobody takes who has come past an alloc.
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
  for (const TensorMemoryUse *Use : Uses) {
    const Instruction &I = *Use->Call.Call;
    if (maySynchronizeBefore(I))
      continue;
    auto *It = find_if(Edges, [&](const BranchEdge *E) { return isWithoutAllocation(I, E); });
    if (It != Edges.end())
      reportSkipped(Use->Call, *It);
  }
}

/// Whether there may be new memory between a dealloc and a use.
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

void UseChecker::checkAfter(const TensorMemoryUse &Deallocation) {
  const Instruction &Dealloc = *Deallocation.Call.Call;
  for (const TensorMemoryUse *Use : Uses) {
    const Instruction &I = *Use->Call.Call;
    bool IsSecond = Use->Call.is(TensorMemoryAction::Deallocate);
    if (&I == &Dealloc ||
        (!Paths.isAlwaysBefore(Dealloc, I) && !(IsSecond && Paths.isAlwaysAfter(I, Dealloc))))
      continue;
    if (isAllocatedBetween(Dealloc, I) || !Reported.insert(&I).second)
      continue;
    Events.report(Check::TensorMemoryLifetime, I,
                  Use->Call.Variant->Name +
                      (IsSecond ? " deallocates tensor memory for the second time, after "
                                : " uses tensor memory after its deallocation by ") +
                      Deallocation.Call.Variant->Name + spellLine(Dealloc) + "; " + Lifetime +
                      (IsSecond ? "; legal is one dealloc for each alloc"
                                : "; legal is a dealloc behind the last use"));
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
    if (Use->Call.is(TensorMemoryAction::Deallocate))
      checkAfter(*Use);
}

void tensorcore::verifyTensorMemoryUses(const TensorMemoryEvents &Events) {
  if (Events.HasOtherAllocations || Events.Paths.AreHard)
    return;
  for (const MemoryLocation &Location : Events.Locations)
    UseChecker(Events).check(Location);
}
