//===- EndlessLoops.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out whether threads that wait in loops wait for ever, as at a barrier of the grid that a
// block does not come to. A loop whose threads come back to an instruction with the same registers,
// and have not changed memory on their way, goes round until somebody else changes memory. If that
// holds for all threads there are, nobody does. A loop that counts its rounds, or reads a clock,
// may end by that, too.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Returns the generic address that the first lane loads from, or of an atomic; 0 of what accesses
/// nothing or local memory.
static uint64_t getPolledAddress(const Instruction &I, const ThreadGroup &G) {
  if (I.Operation != OperationKind_Load && I.Operation != OperationKind_Atomic)
    return 0;
  const uint64_t Address = G.getAddress(I.Addresses[0], llvm::countr_zero(G.getThreads()));
  switch (I.In) {
  case Space::SharedCTA:
  case Space::SharedCluster:
    return Windows::Shared | uint32_t(Address);
  case Space::Local:
  case Space::EntryParam:
    return 0;
  default:
    return Address;
  }
}

namespace {

/// Compares what a loop does between two visits of one instruction.
class LoopRounds {
public:
  enum Outcome { Differs, Repeats, Counts };
  explicit LoopRounds(ArrayRef<uint8_t> Registers) : Registers(Registers), Before(Registers) {}
  void notePoll(uint64_t Value) { Polled = hash_combine(Polled, Value); }
  Outcome endRound() {
    const bool IsSame = Registers == ArrayRef(Before);
    Before = Registers.vec();
    NumPolls = Polled && Polled == LastPolled ? NumPolls + 1 : 0;
    LastPolled = std::exchange(Polled, 0);
    constexpr unsigned Patience = 16; // rounds of a loop that counts or reads a clock
    return IsSame ? Repeats : NumPolls >= Patience ? Counts : Differs;
  }

private:
  const ArrayRef<uint8_t> Registers;
  std::vector<uint8_t> Before;
  uint64_t Polled = 0, LastPolled = 0;
  unsigned NumPolls = 0;
};

} // namespace

LoopWait Cluster::findWait(Warp &W, ThreadGroup &G) {
  constexpr unsigned MaxSteps = 4096, MaxTries = 64;
  const auto &Code = G.getFunction().Code;
  const size_t NumGroups = W.Groups.size();
  const LaneMask Threads = G.Threads;
  const Frame *In = G.Top.get();
  const unsigned Begin = G.PC;
  LoopRounds Rounds(ArrayRef(In->Registers.get(), G.getFunction().RegisterBytes));
  const Instruction *Poll = nullptr;
  WaitReason Reason = {WaitReason::ForEver};
  LoopRounds::Outcome Round = LoopRounds::Differs;
  for (unsigned Step = 0, Tries = 0; Step != MaxSteps; ++Step) {
    const Instruction &I = Code[G.PC];
    if ((Round == LoopRounds::Repeats && !Poll) || (Round != LoopRounds::Differs && &I == Poll)) {
      G.Reason = Reason;
      return Round == LoopRounds::Repeats ? LoopWait::ForEver : LoopWait::WhileCounting;
    }
    if (!G.Reason.What && !isForWaitLoops(I.Operation))
      return LoopWait::None;
    if (const uint64_t Address = getPolledAddress(I, G)) {
      Poll = &I;
      Reason = {WaitReason::ForChange, Address};
    }
    const uint64_t Changes = NumChanges, Then = Progress;
    runGroup(W, G, 1);
    if (Of.IsStopped || NumChanges != Changes || W.Groups.size() != NumGroups ||
        G.Threads != Threads || G.Top.get() != In)
      return LoopWait::None;
    if (Progress == Then) {
      if (G.Reason.What != WaitReason::ForSleep || ++Tries == MaxTries)
        return LoopWait::ForEver;
      continue;
    }
    if (I.Polls)
      Rounds.notePoll(G.LastPolled);
    if (G.PC == Begin && Round == LoopRounds::Differs)
      Round = Rounds.endRound();
  }
  return LoopWait::None;
}

LoopWait Cluster::findWait() {
  if (!Pending.isEmpty())
    return LoopWait::None;
  LoopWait Least = LoopWait::ForEver;
  for (const auto &B : Blocks)
    for (const auto &W : B->Warps)
      for (size_t G = 0; G != W->Groups.size() && Least != LoopWait::None; ++G)
        Least = std::min(Least, findWait(*W, *W->Groups[G]));
  return Least;
}

bool Cluster::waitsForGlobalMemory() const {
  const auto IsForGlobal = [&](const auto &G) {
    const uint64_t Address = G->Reason.Address;
    return G->Reason.What == WaitReason::ForChange && !(Address & Windows::Mask) &&
           !Of.isInWorkspace(Address);
  };
  return any_of(Blocks, [&](const auto &B) {
    return any_of(B->Warps, [&](const auto &W) { return any_of(W->Groups, IsForGlobal); });
  });
}
