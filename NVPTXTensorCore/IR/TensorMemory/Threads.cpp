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
#include "IR/Analysis/Location.h"
#include "IR/TensorMemory/Events.h"
#include "IR/Threads/ThreadSelection.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

static void checkWarp(const TensorMemoryEvents &Events, const TensorMemoryCall &Call,
                      const ThreadSelection &Selection) {
  SelectedThreads Selected =
      Selection.get(Events.Paths.getFacts(*Call.Call->getParent(), /*OnlyStable=*/false));
  std::string Fault = Selection.explainPartOfWarp(Selected, Call.Variant->Name,
                                                  ("PTX ISA, " + getMnemonic(Call)).str());
  if (!Fault.empty())
    Events.report(Check::TensorMemoryThreads, *Call.Call, Fault);
}

/// Returns true if each thread issues something of its own.
static bool mayDifferByThread(const TensorMemoryEvents &Events, const TensorMemoryCall &Call) {
  return any_of(Call.Call->args(),
                [&](const Use &U) { return Events.Paths.mayDependOnThread(*U); });
}

/// Reports instructions for one thread where nothing selects threads of a warp. A block may have
/// one thread, but not if any warp executes something together.
static void checkEveryone(const TensorMemoryEvents &Events, const TensorMemoryCall &Call,
                          const TensorMemoryCall *OfWarp) {
  if (!OfWarp || mayDifferByThread(Events, Call))
    return;
  Events.report(Check::TensorMemoryThreads, *Call.Call,
                Call.Variant->Name +
                    " is issued by every thread that executes it, here by all threads of a warp: "
                    "no condition selects one, and " +
                    OfWarp->Variant->Name + printLine(*OfWarp->Call) +
                    " needs a whole warp; one thread issues it (PTX ISA, " + getMnemonic(Call) +
                    "); expected a condition that is true of one thread: the predicate of "
                    "elect.sync in one warp, tid.x == 0");
}

static void checkThread(const TensorMemoryEvents &Events, const TensorMemoryCall &Call,
                        const ThreadSelection &Selection, const TensorMemoryCall *OfWarp) {
  std::optional<ControlFacts> Controls = Events.Paths.getControls(*Call.Call->getParent());
  if (!Controls)
    return;
  SelectedThreads Selected = Selection.get(*Controls);
  const BlockShape &Shape = Selection.Shape;
  bool ByTid = !Selected.ByTid.all(), ByLane = !Selected.ByLane.all();
  // Both only where they count the same.
  if (!Selected.AreAllOfWarps || Selected.AreElected ||
      (ByTid && ByLane && !Shape.IsOneDimensional))
    return;
  if (!ByTid && !ByLane)
    return checkEveryone(Events, Call, OfWarp);
  ThreadBits All = Selected.ByTid & Selected.ByLane;
  unsigned BlockSize = ByTid ? Selection.getExtent() : Shape.MaxThreads;
  ThreadCounts Counts(All, BlockSize);
  unsigned Count = Selected.AreOfSomeWarps ? Counts.Min : Counts.Max;
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
                    printLine(*Selected.Branch) + " selects; one thread issues it (PTX ISA, " +
                    getMnemonic(Call) +
                    "); expected a condition that is true of one thread: the predicate of "
                    "elect.sync, tid.x == 0, laneid == 0");
}

void tensorcore::verifyTensorMemoryThreads(const TensorMemoryEvents &Events) {
  ThreadSelection Selection(Events.Paths, Events.F);
  const auto *OfWarp =
      find_if(Events.Calls, [](const TensorMemoryCall &Call) { return Call.isOfWarp(); });
  if (OfWarp == Events.Calls.end())
    OfWarp = nullptr;
  for (const TensorMemoryCall &Call : Events.Calls) {
    if (Call.isOfWarp())
      checkWarp(Events, Call, Selection);
    // Nobody knows which threads call a function.
    else if (Call.is(TensorMemoryAction::Issue) && Events.IsKernel)
      checkThread(Events, Call, Selection, OfWarp);
  }
}
