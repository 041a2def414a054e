//===- Scheduler.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the warp that goes on, and one of its groups, at random, so that a seed is a schedule.
// A group that spins goes to the back of the queue: its turn ends, and a cluster that only waits
// and spins gives way to others. Groups of one warp meet again at the next instruction that they
// share: the one that is farthest behind in the text goes first, most of the time.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Instructions that a group executes before another may be chosen.
static constexpr unsigned MaxTurn = 64;

/// Takes groups in that are at the same instruction of the same call.
void Cluster::joinGroups(Warp &W, ThreadGroup &G) {
  for (size_t Index = 0; Index != W.Groups.size();) {
    ThreadGroup &Other = *W.Groups[Index];
    const bool IsSame = &Other != &G && Other.PC == G.PC && Other.Top == G.Top && !Other.NumWaits;
    if (IsSame) {
      G.Threads |= Other.Threads;
      G.Apart = ApartExecutions();
      W.Groups.erase(W.Groups.begin() + Index);
    } else {
      ++Index;
    }
  }
}

ThreadGroup *Cluster::chooseGroup(Warp &W) {
  if (W.Groups.size() == 1)
    return W.Groups.front().get();
  constexpr unsigned Fairness = 4;
  if (happens(Fairness))
    return W.Groups[choose(W.Groups.size())].get();
  ThreadGroup *Behind = W.Groups.front().get();
  for (const auto &G : W.Groups) {
    // Those that wait or spin come after those that can go on.
    const auto Key = [](const ThreadGroup &T) {
      return std::make_pair(T.Reason.What != nullptr || T.IsSpinning, T.PC);
    };
    if (Key(*G) < Key(*Behind))
      Behind = G.get();
  }
  return Behind;
}

void Cluster::noteTime(const ThreadGroup &G, const ptx::Statement *WaitsAt, uint64_t Begin) {
  const Dim3 At = G.getBlock().getPosition();
  Statistics.Timeline.push_back(
      {WaitsAt, {At.X, At.Y, At.Z}, G.getWarp().getNumber(), G.Active, Begin, Progress});
}

/// Finds out if a group sees again what it saw: a flag that is not set, a lock that is taken. Which
/// instructions are between the two does not matter: to take a loop that works for one that spins
/// ends a turn early, and no more.
static void notePoll(const Instruction &I, ThreadGroup &G) {
  uint64_t Polled = G.getActive();
  for (Slot S : I.Results)
    Polled = hash_combine(Polled, xxh3_64bits(ArrayRef(G.lanes<uint8_t>(S), getSlotBytes(S.Bits))));
  G.IsSpinning = G.LastPoll == &I && G.LastPolled == Polled;
  G.LastPoll = &I;
  G.LastPolled = Polled;
}

bool Cluster::execute(Warp &W, ThreadGroup &G, const Instruction &I) {
  const bool HasChecks = Of.Options.HasChecks;
  G.IsSpinning = false;
  SmallVector<UndefinedValue, 0> Undefined;
  if (HasChecks && !G.NumWaits)
    Undefined = Observer->beginInstruction(I, G);
  if (Of.Options.Profiles && !G.NumWaits)
    countInstruction(I, G, Statistics.Instructions);
  const Frame *Before = G.Top.get();
  const Step Result = I.Execute(I, G);
  if (Result == Step::Wait) {
    if (!G.NumWaits++) {
      G.WaitBegin = Progress;
      if (Of.Options.Profiles)
        ++Statistics.Instructions[I.Source].Waits;
    }
    return false;
  }
  if (HasChecks && Before == G.Top.get())
    Observer->endInstruction(I, G, Undefined);
  if (W.MeetingsToNote && I.Needs != Convergence::None)
    W.noteMeeting(G.Active);
  if (HasChecks && I.Needs == Convergence::Warp && I.OrdersMemory)
    Order.synchronize(G, G.Active);
  if (I.Polls)
    notePoll(I, G);
  ++Progress;
  if (Of.Options.HasTimeline && G.NumWaits)
    noteTime(G, I.Source, G.WaitBegin);
  if (Of.Options.HasTimeline && Result == Step::Ended)
    noteTime(G, nullptr, 0);
  G.NumWaits = 0;
  G.Reason.What = nullptr;
  ++Statistics.WarpInstructions;
  Statistics.ThreadInstructions += llvm::popcount(G.Active);
  if (Result == Step::Next)
    ++G.PC;
  if (!Of.Options.IsAdversary)
    Pending.performAll(*this);
  if (Of.IsStopped)
    return false;
  if (Result != Step::Ended)
    return !G.IsSpinning;
  erase_if(W.Groups, [&](const auto &Other) { return Other.get() == &G; });
  return false;
}

void Cluster::runGroup(Warp &W, ThreadGroup &G, unsigned NumSteps) {
  for (; NumSteps; --NumSteps) {
    const bool IsApart = W.Groups.size() > 1;
    if (IsApart && !G.NumWaits)
      joinGroups(W, G);
    const Instruction &I = G.getFunction().Code[G.PC];
    G.Active = G.Threads;
    if (I.Guard)
      G.Active &= I.IsGuardNegated ? ~G.getPredicate(I.Guard) : G.getPredicate(I.Guard);
    if (!G.Active) {
      ++G.PC;
      ++Progress;
      continue;
    }
    if (I.Needs != Convergence::None && !G.NumWaits && W.Groups.size() > 1 &&
        !isTogether(W, G, I)) {
      if (I.Needs != Convergence::Members || !meet(W, G, I))
        G.wait(WaitReason::ForOthersOfWarp);
      return;
    }
    if (!G.NumWaits && !checkConvergence(W, G, I))
      return;
    const unsigned At = G.PC;
    if (!execute(W, G, I))
      return;
    if (IsApart && G.PC == At + 1)
      G.noteApart(At);
  }
}

/// Returns true if a group can go on, of all of them. Waits that may give up do so when all others
/// have tried.
bool Cluster::tryAll(ArrayRef<Warp *> Running) {
  const uint64_t Before = Progress;
  for (bool IsLast : {false, true}) {
    MBarriers.IsStuck = IsLast;
    for (Warp *Each : Running)
      for (size_t G = 0; G < Each->Groups.size() && Progress == Before; ++G)
        runGroup(*Each, *Each->Groups[G], 1);
  }
  MBarriers.IsStuck = false;
  return Progress != Before;
}

void Cluster::end() {
  Pending.performAll(*this);
  Observer->finish();
  if (!Of.IsStopped)
    MBarriers.checkAtEnd();
}

bool Cluster::run(uint64_t NumSteps) {
  const uint64_t End = Progress + NumSteps;
  OnlySpins = false;
  std::vector<Warp *> Running;
  for (const auto &B : Blocks)
    for (const auto &W : B->Warps)
      if (!W->isDone())
        Running.push_back(W.get());
  uint64_t LastProgress = Progress;
  unsigned Idle = 0;
  while (!Running.empty() && Progress < End) {
    if (Of.IsStopped)
      return false;
    constexpr unsigned Delay = 4;
    if (!Pending.isEmpty() && (!Of.Options.IsAdversary || happens(Delay)))
      Pending.performOne(*this, choose(~uint64_t(0)));
    const size_t Index = choose(Running.size());
    Warp &W = *Running[Index];
    runGroup(W, *chooseGroup(W), 1 + unsigned(choose(MaxTurn)));
    if (W.isDone()) {
      Running[Index] = Running.back();
      Running.pop_back();
    }
    Idle = Progress == LastProgress || W.isSpinning() ? Idle + 1 : 0;
    LastProgress = Progress;
    if (Idle < 8 * Running.size())
      continue;
    // All threads wait or spin, or none that does not was chosen.
    Idle = 0;
    if (!Pending.isEmpty()) {
      Pending.performOne(*this, choose(~uint64_t(0)));
      continue;
    }
    if (any_of(Running, [](const Warp *Each) { return Each->isSpinning(); })) {
      OnlySpins = true;
      return true;
    }
    const bool CanGoOn = tryAll(Running);
    erase_if(Running, [](Warp *Each) { return Each->isDone(); });
    if (!CanGoOn && !Running.empty() && !Of.IsStopped)
      Observer->reportDeadlock(this);
  }
  if (Running.empty())
    end();
  return !Running.empty() && !Of.IsStopped;
}
