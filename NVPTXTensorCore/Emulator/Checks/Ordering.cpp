//===- Ordering.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How clocks go from thread to thread.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/Ordering.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using ClockPointer = std::shared_ptr<VectorClock>;

bool Ordering::isOn() const { return Of.getLaunch().Options.HasChecks; }

unsigned Ordering::getClusterWarp(const ThreadGroup &G) const {
  const Block &B = G.getBlock();
  return unsigned(B.getRank() * B.Warps.size() + G.getWarp().getNumber());
}

/// What the lanes did themselves up to now.
void Ordering::addOwn(VectorClock &To, unsigned ClusterWarp, LaneMask Lanes) {
  const WarpView &W = getWarp(ClusterWarp);
  WarpClock &Own = To.get(Of.getNumber(), ClusterWarp);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    Own.Generic[Lane] = std::max(Own.Generic[Lane], W.TogetherTime);
    Own.Proxied[Lane] = std::max(Own.Proxied[Lane], W.TogetherProxied[Lane]);
  }
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    Own.Generic[Lane] = W.Time;
    Own.Proxied[Lane] = std::max(Own.Proxied[Lane], W.ProxiedTime[Lane]);
  }
}

/// A clock that nobody else sees, to be changed.
static VectorClock &makeOwn(ClockPointer &Clock) {
  if (!Clock)
    Clock = std::make_shared<VectorClock>();
  else if (Clock.use_count() != 1)
    Clock = std::make_shared<VectorClock>(*Clock);
  return *Clock;
}

static void joinInto(ClockPointer &To, const ClockPointer &From) {
  if (!From || To == From)
    return;
  if (!To || From->includes(*To))
    To = From;
  else if (!To->includes(*From))
    makeOwn(To).join(*From);
}

/// Calls a function for each clock of the lanes, with the lanes that have it.
template <class F>
static void forEachClock(std::array<ClockPointer, WarpSize> &Clocks, LaneMask Lanes, F Visit) {
  while (Lanes) {
    const ClockPointer First = Clocks[llvm::countr_zero(Lanes)];
    LaneMask Same = 0;
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      if (Clocks[llvm::countr_zero(Left)] == First)
        Same |= Left & -Left;
    Lanes &= ~Same;
    Visit(First, Same);
  }
}

static void setClock(std::array<ClockPointer, WarpSize> &Clocks, LaneMask Lanes,
                     const ClockPointer &Clock) {
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Clocks[llvm::countr_zero(Left)] = Clock;
}

void Ordering::release(ThreadGroup &G, LaneMask Lanes, SyncClock &To) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  forEachClock(W.Seen, Lanes,
               [&](const ClockPointer &Seen, LaneMask) { joinInto(To.Clock, Seen); });
  addOwn(makeOwn(To.Clock), ClusterWarp, Lanes);
  ++W.Time;
}

void Ordering::join(WarpView &W, LaneMask Lanes, const ClockPointer &From) {
  if (!From)
    return;
  forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
    joinInto(Seen, From);
    setClock(W.Seen, Same, Seen);
  });
}

void Ordering::acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From) {
  if (isOn())
    join(getWarp(getClusterWarp(G)), Lanes, From.Clock);
}

void Ordering::synchronize(ThreadGroup &G, LaneMask Lanes) {
  if (!isOn())
    return;
  if (Lanes != G.getWarp().getAlive()) {
    SyncClock Clock;
    release(G, Lanes, Clock);
    acquire(G, Lanes, Clock);
    return;
  }
  // The whole warp, which is often together: no clock has to be made.
  WarpView &W = getWarp(getClusterWarp(G));
  ClockPointer All;
  forEachClock(W.Seen, Lanes, [&](const ClockPointer &Seen, LaneMask) { joinInto(All, Seen); });
  setClock(W.Seen, Lanes, All);
  W.TogetherProxied = W.ProxiedTime;
  W.TogetherTime = W.Time++;
}

void Ordering::fence(ThreadGroup &G, LaneMask Lanes, FenceKind Kind, Strength Order, Scope) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  if (Kind == FenceKind::Async || Kind == FenceKind::MBarrierInit) {
    forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
      if (Seen)
        makeOwn(Seen).proxyAll();
      setClock(W.Seen, Same, Seen);
    });
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      W.ProxiedTime[llvm::countr_zero(Left)] = W.Time;
    ++W.Time;
  }
  if (Kind == FenceKind::TensorBefore)
    forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
      if (Seen)
        makeOwn(Seen).fenceAll();
      setClock(W.Seen, Same, Seen);
    });
  if (Kind == FenceKind::TensorAfter)
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      W.AtTensorFence[llvm::countr_zero(Left)] = W.Seen[llvm::countr_zero(Left)];
  if (Kind != FenceKind::Memory && Kind != FenceKind::MBarrierInit)
    return;
  if (Order != Strength::Release)
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      const unsigned Lane = llvm::countr_zero(Left);
      join(W, LaneMask(1) << Lane, W.Pending[Lane]);
      W.Pending[Lane].reset();
    }
  if (Order == Strength::Acquire)
    return;
  forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
    // Each lane releases its own accesses only.
    for (LaneMask Left = Same; Left; Left &= Left - 1) {
      ClockPointer Fenced =
          Seen ? std::make_shared<VectorClock>(*Seen) : std::make_shared<VectorClock>();
      addOwn(*Fenced, ClusterWarp, Left & -Left);
      W.Fenced[llvm::countr_zero(Left)] = std::move(Fenced);
    }
  });
  ++W.Time;
}

std::shared_ptr<AsyncAuthor> Ordering::issue(ThreadGroup &G, unsigned Lane, const Instruction &I,
                                             uint64_t Pipeline) {
  auto Result = std::make_shared<AsyncAuthor>();
  Result->Of = &G.getBlock();
  Result->At = &I;
  Result->Lane = Lane;
  if (!isOn())
    return Result;
  Result->ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(Result->ClusterWarp);
  Result->Number = W.Operations.size();
  W.Operations.push_back({&I, Lane, Pipeline});
  Result->SeenAtFence = W.AtTensorFence[Lane];
  addIssuer(*Result, G, LaneMask(1) << Lane);
  return Result;
}

void Ordering::addIssuer(AsyncAuthor &Operation, ThreadGroup &G, LaneMask Lanes) {
  if (!isOn())
    return;
  SyncClock Clock;
  Clock.Clock = std::move(Operation.Seen);
  release(G, Lanes, Clock);
  Operation.Seen = std::move(Clock.Clock);
}

void Ordering::add(const SyncClock &From, SyncClock &To) { joinInto(To.Clock, From.Clock); }

void Ordering::complete(AsyncAuthor &Operation, SyncClock &To, bool IsFenced) {
  if (!isOn())
    return;
  joinInto(To.Clock, Operation.Seen);
  WarpClock &Issuer = makeOwn(To.Clock).get(Of.getNumber(), Operation.ClusterWarp);
  Issuer.Async.insert(Operation.Number);
  if (IsFenced)
    Issuer.Fenced.insert(Operation.Number);
}

void Ordering::accessStrongly(ThreadGroup &G, unsigned Lane, uint64_t Address, Access How,
                              Strength Order) {
  if (!isOn())
    return;
  Launch &L = Of.getLaunch();
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  const LaneMask Lanes = LaneMask(1) << Lane;
  std::lock_guard<std::mutex> Guard(L.FlagsLock);
  SyncClock &Flag = L.Flags[Address];
  if (How != Access::Write) {
    const bool Acquires = Order == Strength::Acquire || Order == Strength::AcquireRelease;
    if (Acquires)
      join(W, Lanes, Flag.Clock);
    else
      joinInto(W.Pending[Lane], Flag.Clock);
  }
  if (How == Access::Read)
    return;
  if (How == Access::Write)
    Flag.clear();
  if (Order == Strength::Release || Order == Strength::AcquireRelease)
    release(G, Lanes, Flag);
  else
    joinInto(Flag.Clock, W.Fenced[Lane]);
}
