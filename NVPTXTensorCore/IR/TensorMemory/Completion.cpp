//===- Completion.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three faults, the first of which is reported: no commit follows; nobody asks the mbarrier of the
// commit; nothing could make a thread wait on any way from the multiplication to a tcgen05.ld of D
// or to the dealloc.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Completion.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "IR/TensorMemory/Cells.h"
#include "IR/TensorMemory/Events.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Columns of one allocation.
struct Columns {
  MemoryLocation Location;
  unsigned First, End;

  bool operator==(const Columns &Other) const {
    return Location == Other.Location && First == Other.First && End == Other.End;
  }
  bool overlap(const Columns &Other) const {
    return Location == Other.Location && First < Other.End && Other.First < End;
  }
};

/// Columns that multiplications write, and the first of these.
struct Result {
  Columns D;
  const TensorMemoryCall *First;
};

/// As many results, and mbarriers that are asked, as are told apart.
constexpr unsigned MaxResults = 64, MaxMBarriers = 64;

/// Results that may be on their way, a bit for each: with nothing after their multiplications that
/// can make a thread wait, and with something.
struct InFlight {
  uint64_t Unawaited = 0, Awaited = 0;

  bool operator!=(const InFlight &Other) const {
    return Unawaited != Other.Unawaited || Awaited != Other.Awaited;
  }
};

class Checker {
public:
  explicit Checker(const TensorMemoryEvents &Events);

  void check();

private:
  std::optional<Columns> getColumns(const TensorMemoryCells &Cells) const;
  void addMultiplication(const TensorMemoryCall &Call);
  bool checkCommits();
  void addMBarrier(const Instruction &Wait);
  bool isAsked(const TensorMemoryCall &Commit) const;
  bool checkMBarriers();
  void checkPaths();
  SmallVector<Columns, 1> getUsed(const TensorMemoryCall &Use) const;
  void checkUse(const TensorMemoryCall &Use, InFlight State);
  void apply(const Instruction &I, InFlight &State) const;

  const TensorMemoryEvents &Events;
  const DataLayout &Layout;
  SmallVector<const TensorMemoryCall *, 0> Multiplications;
  SmallVector<Result, 4> Results;
  DenseMap<const Instruction *, unsigned> ResultOf;
  DenseMap<const Instruction *, const TensorMemoryCall *> Uses;
  SmallPtrSet<const Instruction *, 8> Synchronizing;
  SmallVector<MemoryLocation, 4> MBarriers; ///< that are asked
  bool MayAskOthers = false;
};

} // namespace

static bool isLoad(const TensorMemoryCall &Call) {
  return Call.is(TensorMemoryAction::Access) && !Call.Call->getType()->isVoidTy();
}

std::optional<Columns> Checker::getColumns(const TensorMemoryCells &Cells) const {
  auto Address = Cells.Base ? Events.follow(*Cells.Base) : std::nullopt;
  if (!Address || !Address->Column)
    return std::nullopt;
  unsigned First = uint16_t(*Address->Column + Cells.Offset);
  return Columns{Address->Location, First, First + Cells.Columns};
}

void Checker::addMultiplication(const TensorMemoryCall &Call) {
  Multiplications.push_back(&Call);
  for (const TensorMemoryCells &Cells : getWrittenCells(*Call.Call)) {
    std::optional<Columns> D = getColumns(Cells);
    if (!D)
      continue;
    auto *It = find_if(Results, [&](const Result &R) { return R.D == *D; });
    if (It == Results.end() && Results.size() == MaxResults)
      continue;
    ResultOf[Call.Call] = It - Results.begin();
    if (It == Results.end())
      Results.push_back({*D, &Call});
  }
}

void Checker::addMBarrier(const Instruction &Wait) {
  auto *Call = dyn_cast<CallBase>(&Wait);
  if (!Call || Call->isInlineAsm() || !Call->arg_size() ||
      !Call->getArgOperand(0)->getType()->isPointerTy() || MBarriers.size() == MaxMBarriers) {
    MayAskOthers = true;
    return;
  }
  MemoryLocation Location = getMemoryLocation(*Call->getArgOperand(0), Layout);
  if (!is_contained(MBarriers, Location))
    MBarriers.push_back(Location);
}

Checker::Checker(const TensorMemoryEvents &Events)
    : Events(Events), Layout(Events.F.getParent()->getDataLayout()),
      Synchronizing(Events.Synchronizations.begin(), Events.Synchronizations.end()) {
  Synchronizing.insert(Events.MBarrierWaits.begin(), Events.MBarrierWaits.end());
  for (const TensorMemoryCall &Call : Events.Calls) {
    if (isLoad(Call) || Call.is(TensorMemoryAction::Deallocate))
      Uses[Call.Call] = &Call;
    if (Call.Variant->Family == MMAFamily_TCGen05MMA)
      addMultiplication(Call);
  }
}

/// The blocks from whose ends a commit can be reached.
static SmallPtrSet<const BasicBlock *, 16> getBlocksBefore(ArrayRef<const Instruction *> Commits) {
  SmallPtrSet<const BasicBlock *, 16> Before;
  SmallVector<const BasicBlock *> Worklist;
  for (const Instruction *Commit : Commits)
    append_range(Worklist, predecessors(Commit->getParent()));
  while (!Worklist.empty()) {
    const BasicBlock *Block = Worklist.pop_back_val();
    if (Before.insert(Block).second)
      append_range(Worklist, predecessors(Block));
  }
  return Before;
}

bool Checker::checkCommits() {
  SmallPtrSet<const BasicBlock *, 16> Before = getBlocksBefore(Events.Commits);
  DenseMap<const BasicBlock *, const Instruction *> Last;
  for (const Instruction *Commit : Events.Commits)
    Last[Commit->getParent()] = Commit;
  bool Fine = true;
  for (const TensorMemoryCall *M : Multiplications) {
    const Instruction *Commit = Last.lookup(M->Call->getParent());
    if (Before.contains(M->Call->getParent()) || (Commit && M->Call->comesBefore(Commit)))
      continue;
    Events.report(
        Check::TensorMemoryCompletion, *M->Call,
        M->Variant->Name +
            " is not followed by a tcgen05.commit of its thread; without one, no thread can "
            "wait for it, and its result must not be read, nor its tensor memory "
            "deallocated (PTX ISA, tcgen05.commit); expected a "
            "llvm.nvvm.tcgen05.commit.* to an mbarrier, and a wait for that mbarrier");
    Fine = false;
  }
  return Fine;
}

bool Checker::isAsked(const TensorMemoryCall &Commit) const {
  MemoryLocation Location = getMemoryLocation(*Commit.Call->getArgOperand(0), Layout);
  return MayAskOthers || any_of(MBarriers, [&](const MemoryLocation &Asked) {
           return !Asked.isApartFrom(Location);
         });
}

bool Checker::checkMBarriers() {
  for (const Instruction *Wait : Events.MBarrierWaits)
    addMBarrier(*Wait);
  bool Fine = true;
  for (const TensorMemoryCall &Commit : Events.Calls) {
    if (!isCommit(Commit) || isAsked(Commit))
      continue;
    Events.report(Check::TensorMemoryCompletion, *Commit.Call,
                  Commit.Variant->Name + " arrives at an mbarrier that no thread of kernel " +
                      Events.F.getName() +
                      " waits for; before that the results of what it commits must not be read, "
                      "nor their tensor memory deallocated (PTX ISA, tcgen05.commit); expected a "
                      "loop of llvm.nvvm.mbarrier.try.wait.* on that mbarrier, and "
                      "llvm.nvvm.tcgen05.fence.after.thread.sync after it");
    Fine = false;
  }
  return Fine;
}

void Checker::apply(const Instruction &I, InFlight &State) const {
  if (Synchronizing.contains(&I)) {
    State.Awaited |= State.Unawaited;
    State.Unawaited = 0;
  }
  if (auto It = ResultOf.find(&I); It != ResultOf.end()) {
    State.Unawaited |= uint64_t(1) << It->second;
    State.Awaited &= ~(uint64_t(1) << It->second);
  }
}

/// The columns that a load reads, or a dealloc frees.
SmallVector<Columns, 1> Checker::getUsed(const TensorMemoryCall &Use) const {
  SmallVector<Columns, 1> Used;
  if (Use.is(TensorMemoryAction::Deallocate)) {
    auto It =
        find_if(Events.Uses, [&](const TensorMemoryUse &U) { return U.Call.Call == Use.Call; });
    if (It != Events.Uses.end() && It->Address.Offset == 0)
      Used.push_back({It->Address.Location, 0, AllColumnsExclusive});
    return Used;
  }
  for (const TensorMemoryCells &Cells : getReadCells(*Use.Call))
    if (std::optional<Columns> Read = getColumns(Cells))
      Used.push_back(*Read);
  return Used;
}

void Checker::checkUse(const TensorMemoryCall &Use, InFlight State) {
  if (!(State.Unawaited & ~State.Awaited))
    return;
  for (const Columns &Used : getUsed(Use))
    for (auto [N, R] : enumerate(Results)) {
      bool IsUnawaited = (State.Unawaited & ~State.Awaited) >> N & 1;
      if (!IsUnawaited || !Used.overlap(R.D))
        continue;
      StringRef Verb = Use.is(TensorMemoryAction::Deallocate) ? " frees" : " reads";
      Events.report(Check::TensorMemoryCompletion, *Use.Call,
                    Use.Variant->Name + Verb + " what " + R.First->Variant->Name +
                        printLine(*R.First->Call) +
                        " writes, and nothing between them can make a thread wait (PTX ISA, "
                        "tcgen05.commit); expected a loop of llvm.nvvm.mbarrier.try.wait.* on the "
                        "mbarrier of its commit, and llvm.nvvm.tcgen05.fence.after.thread.sync "
                        "after it");
      return;
    }
}

/// A forward dataflow over the blocks; joins are unions.
void Checker::checkPaths() {
  DenseMap<const BasicBlock *, InFlight> Out;
  ReversePostOrderTraversal<const Function *> Order(&Events.Paths.F);
  auto GetEntry = [&](const BasicBlock &Block) {
    InFlight Entry;
    for (const BasicBlock *From : predecessors(&Block)) {
      InFlight Arriving = Out.lookup(From);
      Entry.Unawaited |= Arriving.Unawaited;
      Entry.Awaited |= Arriving.Awaited;
    }
    return Entry;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *Block : Order) {
      InFlight State = GetEntry(*Block);
      for (const Instruction &I : *Block)
        apply(I, State);
      Changed |= Out[Block] != State;
      Out[Block] = State;
    }
  }
  for (const BasicBlock *Block : Order) {
    InFlight State = GetEntry(*Block);
    for (const Instruction &I : *Block) {
      if (const TensorMemoryCall *Use = Uses.lookup(&I))
        checkUse(*Use, State);
      apply(I, State);
    }
  }
}

void Checker::check() {
  if (Multiplications.empty() || Uses.empty())
    return;
  if (checkCommits() && checkMBarriers() && !Results.empty())
    checkPaths();
}

void tensorcore::verifyTensorMemoryCompletion(const TensorMemoryEvents &Events) {
  if (Events.IsKernel && !isOff(Check::TensorMemoryCompletion))
    Checker(Events).check();
}
