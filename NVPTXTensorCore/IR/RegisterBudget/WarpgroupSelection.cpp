//===- WarpgroupSelection.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that nobody says the shape of counts as a line of threads if its kernel never asks
// for an index in y or z: such code does the same for all threads with one tid.x.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/WarpgroupSelection.h"
#include "IR/Analysis/Kernels.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether a function asks where a thread is in y or z.
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

static bool isLine(const Function &Copy, const Function &F) {
  if (isKernel(F) && getBlockShape(F).X)
    return getBlockShape(F).IsOneDimensional;
  return !getBlockShape(F).MayBeDeep && !readsOtherDimensions(Copy);
}

WarpgroupSelection::WarpgroupSelection(Function &Copy, const Function &F)
    : IsKernel(isKernel(F)), IsOneDimensional(isLine(Copy, F)),
      ExtentX(IsKernel ? getBlockShape(F).X : std::nullopt),
      MaxThreads(IsKernel ? getBlockShape(F).MaxThreads : BlockThreads),
      Paths(Copy, IsOneDimensional) {}

/// The threads for which a condition is as it is, by their index in the block.
std::optional<std::bitset<BlockThreads>>
WarpgroupSelection::getThreadsOf(const ControlFact &Fact) const {
  const std::optional<ThreadSet> &Set = Paths.getThreads(*Fact.Condition);
  if (!Set || (Set->ByTid && !IsOneDimensional && !ExtentX))
    return std::nullopt;
  std::bitset<BlockThreads> Result;
  for (unsigned I = 0; I < BlockThreads; ++I) {
    unsigned Index = Set->ByTid && !IsOneDimensional ? I % *ExtentX : I;
    Result[I] = Set->Threads[Index] == Fact.IsTrue;
  }
  return Result;
}

void WarpgroupSelection::add(const ControlFact &Fact, ComingThreads &Threads) const {
  if (isElection(*Fact.Condition)) {
    Threads.AreElected = true;
  } else if (auto Selected = getThreadsOf(Fact)) {
    Threads.Max &= *Selected;
  } else {
    Threads.AreAll &= isUniform(*Fact.Condition);
    Threads.AreCertain = false;
    return;
  }
  if (!Threads.Branch)
    Threads.Branch = Fact.Branch;
}

ComingThreads WarpgroupSelection::getThreadsAt(const Instruction &I) const {
  ComingThreads Threads;
  Threads.Max.set();
  std::optional<ControlFacts> Controls = Paths.getControls(*I.getParent());
  // Nobody knows who calls a function.
  Threads.AreAll = Threads.AreCertain = IsKernel && Controls;
  if (Controls)
    for (const ControlFact &Fact : *Controls)
      add(Fact, Threads);
  // What dominates says who does not come, even where the rest is unknown.
  if (!Threads.AreAll)
    for (const ControlFact &Fact : Paths.getFacts(*I.getParent(), /*OnlyStable=*/false))
      add(Fact, Threads);
  return Threads;
}

SmallVector<WarpgroupShare, 8> WarpgroupSelection::getShares(const ComingThreads &Threads) const {
  SmallVector<WarpgroupShare, 8> Shares;
  for (unsigned First = 0; First < MaxThreads; First += WarpgroupThreads) {
    unsigned Last = std::min(First + WarpgroupThreads, MaxThreads);
    WarpgroupShare Share = {First / WarpgroupThreads, Last - First, 0};
    for (unsigned I = First; I < Last; ++I)
      Share.Coming += Threads.Max[I];
    Shares.push_back(Share);
  }
  return Shares;
}
