//===- ThreadSelection.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One condition after the other.
//
//===----------------------------------------------------------------------===//

#include "IR/Threads/ThreadSelection.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if a function asks where a thread is in y or z.
static bool readsOtherDimensions(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return true;
    default:
      return false;
    }
  });
}

bool tensorcore::isLineOfThreads(const Function &Copy, const Function &F) {
  if (isKernel(F) && getBlockShape(F).X)
    return getBlockShape(F).IsOneDimensional;
  return !getBlockShape(F).MayBeDeep && !readsOtherDimensions(Copy);
}

ThreadSelection::ThreadSelection(const FunctionPaths &Paths, const Function &F)
    : Paths(Paths), IsKernel(isKernel(F)), IsLine(isLineOfThreads(Paths.F, F)) {
  Shape.MaxThreads = MaxBlockThreads;
  if (IsKernel)
    Shape = getBlockShape(F);
}

/// Threads by their index in the block; nothing if tid.x does not say it.
std::optional<ThreadBits> ThreadSelection::getIndices(const ThreadSet &Set,
                                                      const ThreadBits &Selected) const {
  if (!Set.ByTid || IsLine)
    return Selected;
  if (!Shape.X)
    return std::nullopt;
  ThreadBits Result;
  for (unsigned I = 0; I < MaxBlockThreads; ++I)
    Result[I] = Selected[I % *Shape.X];
  return Result;
}

void ThreadSelection::add(const ControlFact &Fact, SelectedThreads &Threads) const {
  const Value &Condition = *Fact.Condition;
  if (isElection(Condition)) {
    Threads.AreElected = true;
  } else if (const std::optional<ThreadSet> &Set = Paths.getThreads(Condition)) {
    ThreadBits Selected = Fact.IsTrue ? Set->Threads : ~Set->Threads;
    if (Set->ByTid)
      Threads.ByTid &= Selected;
    if (Set->ByLane)
      Threads.ByLane &= Selected;
    std::optional<ThreadBits> Indices = getIndices(*Set, Selected);
    Threads.AreAll &= Indices.has_value();
    Threads.AreCertain &= Indices.has_value();
    if (Indices)
      Threads.Max &= *Indices;
  } else {
    Threads.AreAllOfWarps &= isUniformInWarp(Condition) || !Paths.mayDependOnThread(Condition);
    Threads.AreOfSomeWarps |= !isUniform(Condition);
    Threads.AreAll &= isUniform(Condition);
    Threads.AreCertain = false;
    return;
  }
  if (!Threads.Branch)
    Threads.Branch = Fact.Branch;
}

SelectedThreads ThreadSelection::get(const ControlFacts &Facts) const {
  SelectedThreads Threads;
  for (const ControlFact &Fact : Facts)
    add(Fact, Threads);
  return Threads;
}

SelectedThreads ThreadSelection::getThreadsAt(const Instruction &I) const {
  std::optional<ControlFacts> Controls = Paths.getControls(*I.getParent());
  SelectedThreads Threads = get(Controls.value_or(ControlFacts()));
  // The callers of a function are not known.
  if (!IsKernel || !Controls)
    Threads.AreAll = Threads.AreAllOfWarps = Threads.AreCertain = false;
  // Dominating branches exclude threads, even where the rest is unknown.
  if (!Threads.AreAll)
    for (const ControlFact &Fact : Paths.getFacts(*I.getParent(), /*OnlyStable=*/false))
      add(Fact, Threads);
  return Threads;
}

SmallVector<WarpgroupShare, 8> ThreadSelection::getShares(const SelectedThreads &Threads) const {
  SmallVector<WarpgroupShare, 8> Shares;
  for (unsigned First = 0; First < Shape.MaxThreads; First += WarpgroupThreads) {
    unsigned Last = std::min(First + WarpgroupThreads, Shape.MaxThreads);
    WarpgroupShare Share = {First / WarpgroupThreads, Last - First, 0};
    for (unsigned I = First; I < Last; ++I)
      Share.Coming += Threads.Max[I];
    Shares.push_back(Share);
  }
  return Shares;
}

ThreadCounts::ThreadCounts(const ThreadBits &Selected, unsigned BlockSize) {
  for (unsigned First = 0; First < BlockSize; First += WarpThreads) {
    unsigned Count = 0;
    for (unsigned I = First; I < std::min(First + WarpThreads, BlockSize); ++I)
      Count += Selected[I];
    if (Count)
      Min = Min ? std::min(Min, Count) : Count;
    Max = std::max(Max, Count);
  }
}

/// Returns true if some warp is selected as a whole; the last one of a block may have fewer
/// threads.
static bool hasWholeWarp(const ThreadBits &Selected, unsigned BlockSize) {
  for (unsigned First = 0; First < BlockSize; First += WarpThreads) {
    bool IsWhole = true;
    for (unsigned I = First; I < std::min(First + WarpThreads, BlockSize); ++I)
      IsWhole &= Selected[I];
    if (IsWhole)
      return true;
  }
  return false;
}

static std::string printCount(unsigned Count) {
  return Count == 1 ? "one thread" : "at most " + std::to_string(Count) + " threads";
}

constexpr StringLiteral Elected = "the thread that elect.sync selects, or only the others";

/// Why there are no more threads: the condition of a branch; without one, the block.
static std::string explainFew(const Instruction *Branch, unsigned BlockSize) {
  if (!Branch)
    return ", as the block has " + std::to_string(BlockSize) + " at most";
  return ", which the condition of the branch" + printLine(*Branch) + " selects";
}

std::string ThreadSelection::explainPartOfWarp(const SelectedThreads &Threads, StringRef Name,
                                               StringRef Source) const {
  if (!Threads.Branch && Shape.MaxThreads >= WarpThreads)
    return "";
  unsigned ByTid = ThreadCounts(Threads.ByTid, getExtent()).Max;
  unsigned ByLane = ThreadCounts(Threads.ByLane, Shape.MaxThreads).Max;
  bool IsTooSmall = Shape.MaxThreads < WarpThreads;
  bool MayBeWhole = !Threads.AreElected && hasWholeWarp(Threads.ByTid, getExtent()) &&
                    hasWholeWarp(Threads.ByLane, Shape.MaxThreads);
  if (!ByTid || !ByLane || (MayBeWhole && !IsTooSmall))
    return "";
  const Instruction *Branch = MayBeWhole ? nullptr : Threads.Branch;
  std::string Who =
      Threads.AreElected ? Elected.str() : printCount(std::min(ByTid, ByLane)) + " of a warp";
  return (Name + " is executed by all threads of a warp together, here only by " + Who +
          explainFew(Branch, Shape.MaxThreads) +
          "; a .sync.aligned instruction must be executed by the whole warp (" + Source +
          "); expected " +
          (Branch ? "a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that "
                    "shfl.sync has made the same for all threads of the warp"
                  : "a block of 32 threads or more"))
      .str();
}

std::string ThreadSelection::explainPartOfWarpgroup(const SelectedThreads &Threads, StringRef Name,
                                                    StringRef Source) const {
  if (!Threads.Branch && Shape.MaxThreads >= WarpgroupThreads)
    return "";
  auto IsWhole = [](const WarpgroupShare &Share) {
    return Share.isWhole() && Share.Threads == WarpgroupThreads;
  };
  SmallVector<WarpgroupShare, 8> Shares = getShares(Threads);
  auto *Some = find_if(Shares, [](const WarpgroupShare &Share) { return Share.Coming; });
  if (Some == Shares.end() || (!Threads.AreElected && any_of(Shares, IsWhole)))
    return "";
  bool IsTooSmall = !Threads.AreElected && Some->isWhole();
  const Instruction *Branch = IsTooSmall ? nullptr : Threads.Branch;
  std::string Who = Threads.AreElected
                        ? Elected.str()
                        : printCount(Some->Coming) + " of warpgroup " + std::to_string(Some->Index);
  return (Name + " is executed by the 128 threads of a warpgroup together, here only by " + Who +
          explainFew(Branch, Shape.MaxThreads) + " (" + Source + "); expected " +
          (Branch ? "a condition on warpgroups: tid.x / 128 == 0, tid.x < 128, a warp "
                    "index that shfl.sync has broadcast, divided by 4"
                  : "a block of 128 threads or more"))
      .str();
}
