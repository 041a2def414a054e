//===- Ordering.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes clocks from thread to thread.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

bool Ordering::isOn() const { return Of.getLaunch().ChecksOrder; }

unsigned Ordering::getClusterWarp(const ThreadGroup &G) const {
  const Block &B = G.getBlock();
  return unsigned(B.getRank() * B.Warps.size() + G.getWarp().getNumber());
}

unsigned Ordering::getClusterWarp(const Warp &W) const {
  const Block &B = W.getBlock();
  return unsigned(B.getRank() * B.Warps.size() + W.getNumber());
}

static void takeLater(ProxiedTimes &To, const ProxiedTimes &From, LaneMask Lanes) {
  for (; Lanes; Lanes &= Lanes - 1) {
    const unsigned Lane = llvm::countr_zero(Lanes);
    To.Shared[Lane] = std::max(To.Shared[Lane], From.Shared[Lane]);
    To.Global[Lane] = std::max(To.Global[Lane], From.Global[Lane]);
    To.Maps[Lane] = std::max(To.Maps[Lane], From.Maps[Lane]);
  }
}

/// Adds what the lanes did up to a time, and the others when all were together.
static void addTimes(WarpClock &To, LaneMask Lanes, uint32_t Time, uint32_t TogetherTime) {
  for (uint32_t &Each : To.Generic)
    Each = std::max(Each, TogetherTime);
  for (; Lanes; Lanes &= Lanes - 1)
    To.Generic[llvm::countr_zero(Lanes)] = Time;
  To.updateBounds();
}

ClockPointer &Ordering::getFenced(unsigned ClusterWarp, unsigned Reach, unsigned Lane) {
  FencedClock &F = getWarp(ClusterWarp).Fenced[Reach][Lane];
  if (const uint32_t Time = std::exchange(F.Time, 0)) {
    VectorClock &Clock = makeOwn(F.Clock);
    const bool IsNew = !Clock.find(Of.getNumber(), ClusterWarp);
    WarpClock &Own = Clock.get(Of.getNumber(), ClusterWarp);
    Own.IsPlain |= IsNew;
    addTimes(Own, LaneMask(1) << Lane, Time, F.TogetherTime);
  }
  return F.Clock;
}

/// Adds what the lanes did themselves up to now.
void Ordering::addOwn(VectorClock &To, unsigned ClusterWarp, LaneMask Lanes) {
  const WarpView &W = getWarp(ClusterWarp);
  const bool IsNew = !To.find(Of.getNumber(), ClusterWarp);
  WarpClock &Own = To.get(Of.getNumber(), ClusterWarp);
  Own.IsPlain = (IsNew || Own.IsPlain) && !W.HasProxied;
  addTimes(Own, Lanes, W.Time, W.TogetherTime);
  if (!W.HasProxied)
    return;
  takeLater(Own.Proxied, W.TogetherProxied, AllLanes);
  takeLater(Own.Proxied, W.Proxied, Lanes);
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

/// A time of the warp ends by the instruction that it is at.
void Ordering::tick(WarpView &W, const ThreadGroup &G) {
  W.Releases.resize(NumReleases);
  W.Releases[W.Time % NumReleases] = {&G.getFunction().Code[G.PC], Of.Progress, W.Time};
  ++W.Time;
}

void Ordering::release(ThreadGroup &G, LaneMask Lanes, SyncClock &To) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  forEachClock(W.Seen, Lanes,
               [&](const ClockPointer &Seen, LaneMask) { joinInto(To.Clock, Seen); });
  addOwn(makeOwn(To.Clock), ClusterWarp, Lanes);
  tick(W, G);
}

unsigned Ordering::countIssuers(unsigned ClusterWarp, uint64_t Number) const {
  const std::deque<AsyncRecord> &All = Warps[ClusterWarp].Operations;
  if (Number >= All.size())
    return 1;
  LaneMask Lanes = 0;
  const auto IsLike = [&](uint64_t Other) { return All[Other].At == All[Number].At; };
  uint64_t First = Number, Last = Number;
  while (First && IsLike(First - 1) && All[First - 1].Lane <= All[First].Lane)
    --First;
  while (Last + 1 < All.size() && IsLike(Last + 1) && All[Last + 1].Lane >= All[Last].Lane)
    ++Last;
  for (; First <= Last; ++First)
    Lanes |= LaneMask(1) << All[First].Lane;
  return unsigned(llvm::popcount(Lanes));
}

const Ordering::Release *Ordering::findTick(unsigned ClusterWarp, uint32_t Time) {
  const WarpView &W = getWarp(ClusterWarp);
  const Release *R = W.Releases.empty() ? nullptr : &W.Releases[Time % NumReleases];
  return R && R->At && R->Time == Time ? R : nullptr;
}

const Instruction *Ordering::findRelease(unsigned ClusterWarp, uint32_t Time) {
  const Release *R = findTick(ClusterWarp, Time);
  return R ? R->At : nullptr;
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

void Ordering::release(ThreadGroup &G, LaneMask Lanes, SyncClock &To, Strength Order) {
  if (Order == Strength::Release || Order == Strength::AcquireRelease)
    return release(G, Lanes, To);
  if (!isOn())
    return;
  const unsigned Warp = getClusterWarp(G);
  WarpView &W = getWarp(Warp);
  W.RelaxedArrival = &G.getFunction().Code[G.PC];
  W.RelaxedArrivalTime = W.Time;
  for (unsigned Reach = 0; Reach != NumReaches; ++Reach)
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      joinInto(To.Clock, getFenced(Warp, Reach, llvm::countr_zero(Left)));
}

void Ordering::acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From, Strength Order,
                       unsigned Distance) {
  if (Order == Strength::Acquire || Order == Strength::AcquireRelease)
    return acquire(G, Lanes, From);
  for (LaneMask Left = isOn() ? Lanes : 0; Left; Left &= Left - 1)
    joinInto(getWarp(getClusterWarp(G)).Pending[Distance][llvm::countr_zero(Left)], From.Clock);
}

bool Ordering::hasUnacquired(uint64_t OtherCluster, unsigned Warp, uint32_t Time) const {
  for (const WarpView &W : Warps)
    for (const ClockPointer &Pending : W.Pending[ReachOfAll]) {
      const WarpClock *Clock = Pending ? Pending->find(OtherCluster, Warp) : nullptr;
      if (Clock && Clock->LastGeneric >= Time)
        return true;
    }
  return false;
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
  W.TogetherProxied = W.Proxied;
  W.TogetherTime = W.Time;
  tick(W, G);
}

void Ordering::fenceProxy(WarpView &W, unsigned ClusterWarp, LaneMask Lanes,
                          const FencedProxies &For) {
  // All lanes have seen what the others did before the warp was together; no clock has it.
  if (W.TogetherTime) {
    auto Together = std::make_shared<VectorClock>();
    addOwn(*Together, ClusterWarp, 0);
    join(W, Lanes, Together);
  }
  forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
    if (Seen)
      makeOwn(Seen).proxyAll(For);
    setClock(W.Seen, Same, Seen);
  });
  W.HasProxied = true;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    if (For.Shared)
      W.Proxied.Shared[Lane] = W.Time;
    if (For.Global)
      W.Proxied.Global[Lane] = W.Time;
    if (For.Maps)
      W.Proxied.Maps[Lane] = W.Time;
  }
  ++W.Time;
}

void Ordering::fenceMemory(WarpView &W, unsigned ClusterWarp, LaneMask Lanes, Strength Order,
                           unsigned Reach) {
  for (LaneMask Left = Order == Strength::Release ? 0 : Lanes; Left; Left &= Left - 1)
    for (unsigned Distance = 0; Distance <= Reach; ++Distance) {
      const unsigned Lane = llvm::countr_zero(Left);
      join(W, LaneMask(1) << Lane, W.Pending[Distance][Lane]);
      W.Pending[Distance][Lane].reset();
    }
  if (Order == Strength::Acquire)
    return;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    // Each lane releases its own accesses only.
    const unsigned Lane = llvm::countr_zero(Left);
    FencedClock &Fenced = W.Fenced[Reach][Lane] = {W.Seen[Lane], W.Time, W.TogetherTime};
    if (W.HasProxied) {
      Fenced.Time = 0;
      addOwn(makeOwn(Fenced.Clock), ClusterWarp, Left & -Left);
    }
  }
  ++W.Time;
}

void Ordering::fence(ThreadGroup &G, LaneMask Lanes, FenceKind Kind, Strength Order, Scope Within) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  switch (Kind) {
  case FenceKind::Memory:
    return fenceMemory(W, ClusterWarp, Lanes, Order, getReach(Within));
  case FenceKind::MBarrierInit:
  case FenceKind::AsyncReads:
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      const unsigned Lane = llvm::countr_zero(Left);
      ClockPointer &Fenced = getFenced(ClusterWarp, getReach(Scope::Cluster), Lane);
      WarpClock &Own = makeOwn(Fenced).get(Of.getNumber(), ClusterWarp);
      Own.IsPlain = false;
      (Kind == FenceKind::MBarrierInit ? Own.Inits : Own.Reads)[Lane] = W.Time;
      // A fence that releases all that the lane did also passes this one on.
      if (Kind == FenceKind::AsyncReads) {
        WarpClock &Seen = makeOwn(W.Seen[Lane]).get(Of.getNumber(), ClusterWarp);
        Seen.IsPlain = false;
        Seen.Reads[Lane] = W.Time;
      }
    }
    ++W.Time;
    return;
  case FenceKind::Async:
  case FenceKind::AsyncShared:
  case FenceKind::AsyncGlobal:
    return fenceProxy(W, ClusterWarp, Lanes,
                      {Kind != FenceKind::AsyncGlobal, Kind != FenceKind::AsyncShared});
  case FenceKind::TensorBefore:
    return forEachClock(W.Seen, Lanes, [&](ClockPointer Seen, LaneMask Same) {
      if (Seen)
        makeOwn(Seen).fenceAll();
      setClock(W.Seen, Same, Seen);
    });
  case FenceKind::TensorAfter:
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      W.AtTensorFence[llvm::countr_zero(Left)] = W.Seen[llvm::countr_zero(Left)];
    return;
  case FenceKind::Alias:
    return;
  }
}

void Ordering::fenceSequentially(ThreadGroup &G, LaneMask Lanes, Scope Within) {
  if (!isOn())
    return;
  fence(G, Lanes, FenceKind::Memory, Strength::AcquireRelease, Within);
  Launch &L = Of.getLaunch();
  SyncClock *const All[] = {&SequentialInBlocks[G.getBlock().getRank()], &SequentialInCluster,
                            &L.History.SequentialFences};
  const ArrayRef<SyncClock *> Reached = ArrayRef(All).take_front(getReach(Within) + 1);
  std::lock_guard<std::mutex> Guard(L.History.FlagsLock);
  for (const SyncClock *Clock : Reached)
    acquire(G, Lanes, *Clock);
  for (SyncClock *Clock : Reached)
    release(G, Lanes, *Clock);
}

void Ordering::waitForEarlierGrids(ThreadGroup &G, LaneMask Lanes) {
  Launch &L = Of.getLaunch();
  L.HasWaited = true;
  if (!G.getBlock().HasLetDependentsBegin)
    L.HasWaitedFirst = true;
  if (!isOn() || !L.FirstCluster)
    return;
  auto Earlier = std::make_shared<VectorClock>();
  Earlier->EarlierGridsFrom = L.History.SeenByWait;
  join(getWarp(getClusterWarp(G)), Lanes, Earlier);
}

void Ordering::releaseMaps(ThreadGroup &G, LaneMask Lanes, Scope Within) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  fenceProxy(W, ClusterWarp, Lanes, {/*Shared=*/false, /*Global=*/false, /*Maps=*/true});
  fenceMemory(W, ClusterWarp, Lanes, Strength::Release, getReach(Within));
}

void Ordering::acquireMap(ThreadGroup &G, unsigned Lane, uint64_t Address, Scope Within) {
  if (!isOn())
    return;
  const unsigned ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(ClusterWarp);
  const LaneMask Lanes = LaneMask(1) << Lane;
  fenceMemory(W, ClusterWarp, Lanes, Strength::Acquire, getReach(Within));
  ClockPointer Clock =
      W.Seen[Lane] ? std::make_shared<VectorClock>(*W.Seen[Lane]) : std::make_shared<VectorClock>();
  addOwn(*Clock, ClusterWarp, Lanes);
  W.AcquiredMaps[{Lane, Address}] = std::move(Clock);
  ++W.Time;
}

const VectorClock *Ordering::getSeenOfMap(unsigned ClusterWarp, unsigned Lane, uint64_t Address) {
  const auto &Maps = getWarp(ClusterWarp).AcquiredMaps;
  const auto It = Maps.find({Lane, Address});
  return It == Maps.end() ? nullptr : It->second.get();
}

std::shared_ptr<AsyncAuthor> Ordering::issue(ThreadGroup &G, unsigned Lane, const Instruction &I,
                                             uint64_t Pipeline, Proxy Through) {
  auto Result = std::make_shared<AsyncAuthor>();
  Result->Of = &G.getBlock();
  Result->At = &I;
  Result->Lane = Lane;
  if (!isOn())
    return Result;
  Result->ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(Result->ClusterWarp);
  Result->Number = W.Operations.size();
  W.Operations.emplace_back(&I, Lane, Pipeline, Through, W.Time, Of.Progress);
  Result->SeenAtFence = W.AtTensorFence[Lane];
  addIssuer(*Result, G, LaneMask(1) << Lane);
  return Result;
}

void Ordering::addReaderOfA(AsyncAuthor &Operation, uint64_t Pipeline) {
  Operation.ReaderOfA = std::make_shared<AsyncAuthor>(Operation);
  if (!isOn())
    return;
  WarpView &W = getWarp(Operation.ClusterWarp);
  Operation.ReaderOfA->Number = W.Operations.size();
  W.Operations.emplace_back(Operation.At, Operation.Lane, Pipeline, Proxy::Async, W.Time,
                            Of.Progress);
}

void Ordering::addIssuer(AsyncAuthor &Operation, ThreadGroup &G, LaneMask Lanes) {
  if (!isOn())
    return;
  SyncClock Clock;
  Clock.Clock = std::move(Operation.Seen);
  release(G, Lanes, Clock);
  Operation.Seen = std::move(Clock.Clock);
}

void Ordering::noteIssuer(AsyncAuthor &Operation, ThreadGroup &G, unsigned Rank,
                          unsigned NumRanks) {
  if (!isOn())
    return;
  Operation.Issuers.resize(NumRanks);
  AsyncAuthor::Issuer &To = Operation.Issuers[Rank];
  To.ClusterWarp = getClusterWarp(G);
  WarpView &W = getWarp(To.ClusterWarp);
  To.Time = W.Time;
  forEachClock(W.Seen, AllLanes,
               [&](const ClockPointer &Seen, LaneMask) { joinInto(To.Seen, Seen); });
}

void Ordering::add(const SyncClock &From, SyncClock &To) { joinInto(To.Clock, From.Clock); }

void Ordering::complete(AsyncAuthor &Operation, SyncClock &To, bool IsFenced) {
  if (!isOn())
    return;
  joinInto(To.Clock, Operation.Seen);
  WarpClock &Issuer = makeOwn(To.Clock).get(Of.getNumber(), Operation.ClusterWarp);
  Issuer.IsPlain = false;
  Issuer.Async.insert(Operation.Number);
  if (IsFenced)
    Issuer.Fenced.insert(Operation.Number);
  if (Operation.ReaderOfA)
    complete(*Operation.ReaderOfA, To, IsFenced);
}

void Ordering::publish(const SyncClock &From, const Block &By, uint64_t Address, Scope Within) {
  if (!isOn())
    return;
  Launch &L = Of.getLaunch();
  std::lock_guard<std::mutex> Guard(L.History.FlagsLock);
  L.History.Flags[Address].set({getReach(Within), Of.getNumber(), By.getRank(), From});
}

void Ordering::noteUnreleased(const Flag &Read) {
  UnreleasedReads[Read.UnreleasedBy] = LastUnreleased = Read.Unreleased;
  const bool IsNew = !ReadUnreleased || !ReadUnreleased->contains(Read.UnreleasedBy) ||
                     (Read.ReadUnreleased && !ReadUnreleased->includes(*Read.ReadUnreleased));
  if (!IsNew)
    return;
  // Flags share it.
  if (!ReadUnreleased || ReadUnreleased.use_count() > 1)
    ReadUnreleased = ReadUnreleased ? std::make_shared<NumberSet>(*ReadUnreleased)
                                    : std::make_shared<NumberSet>();
  ReadUnreleased->insert(Read.UnreleasedBy);
  if (Read.ReadUnreleased)
    ReadUnreleased->insert(*Read.ReadUnreleased);
}

void Ordering::accessStrongly(ThreadGroup &G, unsigned Lane, uint64_t Address, Access How,
                              Strength Order, Scope Within) {
  if (!isOn())
    return;
  Launch &L = Of.getLaunch();
  const LaneMask Lanes = LaneMask(1) << Lane;
  const uint64_t Cluster = Of.getNumber();
  const unsigned Rank = G.getBlock().getRank(), Reach = getReach(Within);
  const bool Releases = Order == Strength::Release || Order == Strength::AcquireRelease;
  const auto &Fenced = getWarp(getClusterWarp(G)).Fenced;
  const bool MayRelease =
      How != Access::Read &&
      (Releases || any_of(Fenced, [&](const auto &F) { return bool(F[Lane]); }));
  // Volatile accesses to shared memory mostly release nothing, and no other cluster sees them.
  if (Address & FlagOfShared) {
    if (!MayRelease && !HasSharedFlags)
      return;
    HasSharedFlags = true;
  }
  std::lock_guard<std::mutex> Guard(L.History.FlagsLock);
  Flag &Of = L.History.Flags[Address];
  if (How != Access::Write) {
    if (Of.Unreleased && Of.UnreleasedBy != Cluster)
      noteUnreleased(Of);
    const bool TakesAll = Reach == ReachOfAll && Of.All.size() > 1;
    for (const Flag::Released &R : Of.All) {
      const unsigned Distance = R.Cluster != Cluster ? ReachOfAll : R.Rank != Rank ? 1 : 0;
      if (TakesAll ? Distance != ReachOfAll : Distance <= std::min(Reach, R.Reach))
        acquire(G, Lanes, R.Clock, Order, Distance);
    }
    if (TakesAll)
      acquire(G, Lanes, Of.ForAll, Order, ReachOfAll);
  }
  if (How == Access::Read)
    return;
  if (How == Access::Write)
    Of.clear();
  const bool ReachesAll = Reach == ReachOfAll && (Releases || Fenced[ReachOfAll][Lane]);
  Of.Unreleased = ReachesAll ? nullptr : &G.getFunction().Code[G.PC];
  Of.UnreleasedBy = Cluster;
  Of.ReadUnreleased = ReachesAll ? nullptr : ReadUnreleased;
  const auto Release = [&](unsigned Reach, auto Into) {
    auto *It = find_if(Of.All, [&](const Flag::Released &R) {
      return R.Reach == Reach && R.Cluster == Cluster && R.Rank == Rank;
    });
    if (It == Of.All.end())
      It = Of.All.insert(It, {Reach, Cluster, Rank, SyncClock()});
    Into(It->Clock);
    if (Reach == ReachOfAll)
      joinInto(Of.ForAll.Clock, It->Clock.Clock);
  };
  if (Releases)
    return Release(Reach, [&](SyncClock &To) { release(G, Lanes, To); });
  const unsigned Warp = getClusterWarp(G);
  for (unsigned OfFence = 0; OfFence != NumReaches; ++OfFence)
    if (getWarp(Warp).Fenced[OfFence][Lane])
      Release(std::min(OfFence, Reach),
              [&](SyncClock &To) { joinInto(To.Clock, getFenced(Warp, OfFence, Lane)); });
}
