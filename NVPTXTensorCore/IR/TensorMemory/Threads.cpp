//===- Threads.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a warp's instructions a bound from above is enough: under whatever other conditions, no
// more threads come than these. For one thread's all conditions must be known.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Threads.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/TensorMemory/Events.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

using Threads = std::bitset<BlockThreads>;

/// What conditions leave of a block.
struct Selection {
  Threads ByTid = Threads().set(), ByLane = Threads().set();
  const Instruction *Branch = nullptr; ///< of the innermost condition that selects
  bool IsElected = false;              ///< by elect.sync, or everyone else
  bool IsComplete = true;              ///< nothing else selects threads of a warp
  bool IsOfSomeWarps = false;          ///< nobody knows which

  Selection(const TensorMemoryEvents &Events, const ControlFacts &Facts) {
    for (const ControlFact &Fact : Facts)
      add(Events, Fact);
  }

private:
  void add(const TensorMemoryEvents &Events, const ControlFact &Fact);
};

} // namespace

void Selection::add(const TensorMemoryEvents &Events, const ControlFact &Fact) {
  if (isElection(*Fact.Condition)) {
    IsElected = true;
    IsComplete = false;
  } else if (std::optional<ThreadSet> Set = Events.Paths.getThreads(*Fact.Condition)) {
    Threads Selected = Fact.IsTrue ? Set->Threads : ~Set->Threads;
    if (Set->ByTid)
      ByTid &= Selected;
    if (Set->ByLane)
      ByLane &= Selected;
  } else {
    IsComplete &=
        isUniformInWarp(*Fact.Condition) || !Events.Paths.mayDependOnThread(*Fact.Condition);
    IsOfSomeWarps |= !isUniform(*Fact.Condition);
    return;
  }
  if (!Branch)
    Branch = Fact.Branch;
}

/// How many threads are selected of each warp of which any are: the least and the most.
struct ThreadCounts {
  unsigned Min = 0, Max = 0;

  ThreadCounts(const Threads &Selected, unsigned BlockSize) {
    for (unsigned First = 0; First < BlockSize; First += WarpThreads) {
      unsigned Count = 0;
      for (unsigned I = First; I < std::min(First + WarpThreads, BlockSize); ++I)
        Count += Selected[I];
      if (Count)
        Min = Min ? std::min(Min, Count) : Count;
      Max = std::max(Max, Count);
    }
  }
};

/// Whether some warp is selected as a whole.
static bool hasWholeWarp(const Threads &Selected, unsigned BlockSize) {
  for (unsigned First = 0; First < BlockSize; First += WarpThreads) {
    bool IsWhole = true;
    for (unsigned I = First; I < std::min(First + WarpThreads, BlockSize); ++I)
      IsWhole &= Selected[I];
    if (IsWhole)
      return true;
  }
  return false;
}

static void checkWarp(const TensorMemoryEvents &Events, const TensorMemoryCall &Call,
                      const BlockShape &Shape) {
  Selection Selected(Events, Events.Paths.getFacts(*Call.Call->getParent(), /*OnlyStable=*/false));
  unsigned Extent = Shape.X.value_or(Shape.MaxThreads);
  unsigned ByTid = ThreadCounts(Selected.ByTid, Extent).Max;
  unsigned ByLane = ThreadCounts(Selected.ByLane, Shape.MaxThreads).Max;
  if (!ByTid || !ByLane)
    return; // by nobody
  bool IsWhole = hasWholeWarp(Selected.ByTid, Extent) &&
                 hasWholeWarp(Selected.ByLane, Shape.MaxThreads) && !Selected.IsElected;
  if (IsWhole)
    return;
  std::string Who = Selected.IsElected ? "the thread that elect.sync selects, or only the others"
                                       : "at most " + std::to_string(std::min(ByTid, ByLane)) +
                                             " threads of a warp";
  Events.report(Check::TensorMemoryThreads, *Call.Call,
                Call.Variant->Name +
                    " is executed by all threads of a warp together, here only by " + Who +
                    ", which the condition of the branch" + spellLine(*Selected.Branch) +
                    " selects; a .sync.aligned instruction must be executed by the whole warp (PTX "
                    "ISA, " +
                    getMnemonic(Call) +
                    "); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index "
                    "that shfl.sync has made the same for all threads of the warp");
}

/// Whether each thread issues something of its own.
static bool mayDifferByThread(const TensorMemoryEvents &Events, const TensorMemoryCall &Call) {
  return any_of(Call.Call->args(),
                [&](const Use &U) { return Events.Paths.mayDependOnThread(*U); });
}

/// What one thread issues, where nothing selects threads of a warp. A block may have one thread, but
/// not if any warp executes something together.
static void checkEveryone(const TensorMemoryEvents &Events, const TensorMemoryCall &Call) {
  const auto *OfWarp =
      find_if(Events.Calls, [](const TensorMemoryCall &Other) { return Other.isOfWarp(); });
  if (OfWarp == Events.Calls.end() || mayDifferByThread(Events, Call))
    return;
  Events.report(Check::TensorMemoryThreads, *Call.Call,
                Call.Variant->Name +
                    " is issued by every thread that executes it, here by all threads of a warp: "
                    "no condition selects one, and " +
                    OfWarp->Variant->Name + spellLine(*OfWarp->Call) +
                    " needs a whole warp; one thread issues it (PTX ISA, " + getMnemonic(Call) +
                    "); expected a condition that is true of one thread: the predicate of "
                    "elect.sync in one warp, tid.x == 0");
}

static void checkThread(const TensorMemoryEvents &Events, const TensorMemoryCall &Call,
                        const BlockShape &Shape) {
  std::optional<ControlFacts> Controls = Events.Paths.getControls(*Call.Call->getParent());
  if (!Controls)
    return;
  Selection Selected(Events, *Controls);
  unsigned Extent = Shape.X.value_or(Shape.MaxThreads);
  bool ByTid = !Selected.ByTid.all(), ByLane = !Selected.ByLane.all();
  // Both only where they count the same.
  if (!Selected.IsComplete || (ByTid && ByLane && !Shape.IsOneDimensional))
    return;
  if (!ByTid && !ByLane)
    return checkEveryone(Events, Call);
  Threads All = Selected.ByTid & Selected.ByLane;
  unsigned BlockSize = ByTid ? Extent : Shape.MaxThreads;
  ThreadCounts Counts(All, BlockSize);
  unsigned Count = Selected.IsOfSomeWarps ? Counts.Min : Counts.Max;
  if (Count < 2 || mayDifferByThread(Events, Call))
    return;
  bool IsEveryone = true;
  for (unsigned I = 0; I < BlockSize; ++I)
    IsEveryone &= All[I];
  if (IsEveryone)
    return;
  Events.report(Check::TensorMemoryThreads, *Call.Call,
                Call.Variant->Name + " is issued by every thread that executes it, here by " +
                    Twine(Count) + " threads of a warp, which the condition of the branch" +
                    spellLine(*Selected.Branch) + " selects; one thread issues it (PTX ISA, " +
                    getMnemonic(Call) +
                    "); expected a condition that is true of one thread: the predicate of "
                    "elect.sync, tid.x == 0, laneid == 0");
}

void tensorcore::verifyTensorMemoryThreads(const TensorMemoryEvents &Events) {
  BlockShape Shape = getBlockShape(Events.F);
  for (const TensorMemoryCall &Call : Events.Calls) {
    if (Call.isOfWarp())
      checkWarp(Events, Call, Shape);
    // Nobody knows which threads call a function.
    else if (Call.is(TensorMemoryAction::Issue) && Events.IsKernel)
      checkThread(Events, Call, Shape);
  }
}
