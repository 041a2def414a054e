//===- Hints.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What changes nothing that a kernel could see: prefetches, cache policies, sleep, events,
// dependent grids. Their operands are read, so that a wrong one is an error.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static Step doNothing(const Instruction &, ThreadGroup &) { return Step::Next; }

/// Takes modifiers of a list, as many as there are.
static void takeAll(InstructionReader &R, ArrayRef<StringRef> Words) {
  while (!R.takeOneOf(Words).empty()) {
  }
}

/// prefetch, prefetchu, discard, applypriority: [a], and a size for the last two.
static Error readCacheHint(InstructionReader &R) {
  takeAll(R, {".global", ".local", ".tensormap", ".const", ".param", ".generic"});
  takeAll(R, {".L1", ".L2", ".L2::evict_last", ".L2::evict_normal", ".L1::32B", ".valid_addr"});
  R.Result.Execute = doNothing;
  const bool HasSize = R.Source.Name == "discard" || R.Source.Name == "applypriority";
  if (Error E = R.expectOperands(HasSize ? 2 : 1))
    return E;
  if (HasSize)
    if (Expected<int64_t> Size = R.readInteger(R.operand(1)); !Size)
      return Size.takeError();
  Expected<Address> A = R.readAddress(R.operand(0));
  return A ? Error::success() : A.takeError();
}

/// createpolicy: a policy is a number that nothing reads.
static Error readPolicy(InstructionReader &R) {
  const StringRef Kind = R.takeOneOf({".fractional", ".range", ".cvt"});
  if (Kind.empty())
    return R.fail("expected '.fractional', '.range' or '.cvt'");
  takeAll(R, {".global", ".L2", ".L2::evict_last", ".L2::evict_normal", ".L2::evict_first",
              ".L2::evict_unchanged"});
  if (!R.take(".b64"))
    return R.fail("expected '.b64'");
  if (Error E = R.expectOperands(1, 4))
    return E;
  Expected<Slot> D = R.write(R.operand(0), getBitsType(64));
  if (!D)
    return D.takeError();
  R.setResults(*D);
  R.Result.Execute = [](const Instruction &I, ThreadGroup &G) {
    const uint64_t Policies[WarpSize] = {};
    G.set(I.Results[0], Policies);
    return Step::Next;
  };
  return Error::success();
}

/// A thread that sleeps mostly lets others go on.
static Step sleep(const Instruction &, ThreadGroup &G) {
  constexpr unsigned Rarity = 4; // of a sleep that takes no time
  if (!G.NumWaits && G.getLaunch().Options.IsAdversary && !G.getCluster().happens(Rarity))
    return G.wait("the end of nanosleep");
  return Step::Next;
}

static Error readSleep(InstructionReader &R) {
  if (!R.take(".u32"))
    return R.fail("expected '.u32'");
  if (Error E = R.expectOperands(1))
    return E;
  R.Result.Execute = sleep;
  R.Result.Polls = true;
  Expected<Slot> S = R.read(R.operand(0), getBitsType(32));
  return S ? Error::success() : S.takeError();
}

static Error readEvent(InstructionReader &R) {
  R.take(".mask");
  if (Error E = R.expectOperands(1))
    return E;
  R.Result.Execute = doNothing;
  Expected<int64_t> Number = R.readInteger(R.operand(0));
  return Number ? Error::success() : Number.takeError();
}

static Step letDependentsBegin(const Instruction &, ThreadGroup &G) {
  G.getBlock().HasLetDependentsBegin = true;
  return Step::Next;
}

static Step waitForEarlierGrids(const Instruction &, ThreadGroup &G) {
  G.getCluster().Order.waitForEarlierGrids(G, G.getActive());
  return Step::Next;
}

/// Grids run one after the other, so that what they depend on is done. What is not ordered after it
/// is found by the checks.
static Error readGridDependency(InstructionReader &R) {
  const StringRef Action = R.takeOneOf({".launch_dependents", ".wait"});
  if (Action.empty())
    return R.fail("expected '.launch_dependents' or '.wait'");
  R.Result.Execute = Action == ".wait" ? waitForEarlierGrids : letDependentsBegin;
  return R.expectOperands(0);
}

ArrayRef<InstructionFamily> emulator::getHintInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"prefetch", readCacheHint},  {"prefetchu", readCacheHint},
      {"discard", readCacheHint},   {"applypriority", readCacheHint},
      {"createpolicy", readPolicy}, {"nanosleep", readSleep},
      {"pmevent", readEvent},       {"griddepcontrol", readGridDependency},
  };
  return Families;
}
