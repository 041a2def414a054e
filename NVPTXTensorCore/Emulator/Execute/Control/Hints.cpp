//===- Hints.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that change nothing that a kernel can see: prefetches, cache policies, sleep,
// events, dependent grids. Their operands are read, so that a wrong one is an error.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static Step doNothing(const Instruction &, ThreadGroup &) { return Step::Next; }

static Error readLine(InstructionReader &R) {
  R.Result.Execute = doNothing;
  return expectLine(R);
}

/// A policy is a number that nothing reads.
static Step createPolicy(const Instruction &I, ThreadGroup &G) {
  const uint64_t Policies[WarpSize] = {};
  G.set(I.Results[0], Policies);
  return Step::Next;
}

/// A thread that sleeps mostly lets others go on.
static Step sleep(const Instruction &, ThreadGroup &G) {
  constexpr unsigned Rarity = 4; // of a sleep that takes no time
  if (!G.NumWaits && G.getLaunch().Options.IsAdversary && !G.getCluster().happens(Rarity))
    return G.wait(WaitReason::ForSleep);
  return Step::Next;
}

static Error readSleep(InstructionReader &R) {
  R.Result.Execute = sleep;
  R.Result.Polls = true;
  return Error::success();
}

static Error readEvent(InstructionReader &R) {
  R.Result.Execute = doNothing;
  Expected<int64_t> Number = R.readInteger(R.operand(0));
  return Number ? Error::success() : Number.takeError();
}

static Step letDependentsBegin(const Instruction &, ThreadGroup &G) {
  G.getBlock().HasLetDependentsBegin = true;
  G.getBlock().getLaunch().HasLetDependentsBegin = true;
  return Step::Next;
}

static Step waitForEarlierGrids(const Instruction &, ThreadGroup &G) {
  G.getCluster().Order.waitForEarlierGrids(G, G.getActive());
  return Step::Next;
}

ArrayRef<RowReader> emulator::getHintRows() {
  // Grids run one after the other, so that what they depend on is done. What is not ordered after
  // it is found by the checks.
  static constexpr RowReader Rows[] = {
      {PTX_PREFETCH, readAs<doNothing>},
      {PTX_PREFETCH_PRIORITY, readAs<doNothing>},
      {PTX_PREFETCH_TENSORMAP, readAs<doNothing>},
      {PTX_PREFETCH_VALID, readAs<doNothing>},
      {PTX_PREFETCHU, readAs<doNothing>},
      {PTX_DISCARD, readLine},
      {PTX_APPLYPRIORITY, readLine},
      {PTX_CREATEPOLICY, readAs<createPolicy>},
      {PTX_CREATEPOLICY_RANGE, readAs<createPolicy>},
      {PTX_CREATEPOLICY_CVT, readAs<createPolicy>},
      {PTX_NANOSLEEP, readSleep},
      {PTX_PMEVENT, readEvent},
      {PTX_PMEVENT_MASK, readEvent},
      {PTX_GRIDDEPCONTROL_LAUNCH, readAs<letDependentsBegin>},
      {PTX_GRIDDEPCONTROL_WAIT, readAs<waitForEarlierGrids>},
  };
  return Rows;
}
