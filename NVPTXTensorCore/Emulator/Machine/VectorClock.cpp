//===- VectorClock.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins and comparisons of clocks.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/VectorClock.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Sets of numbers
//===----------------------------------------------------------------------===//

bool NumberSet::contains(uint64_t Number) const {
  // Most questions are about the newest.
  for (const auto &[First, End] : reverse(Ranges))
    if (Number >= First)
      return Number < End;
  return false;
}

void NumberSet::insert(uint64_t Number) {
  NumberSet One;
  One.Ranges.push_back({Number, Number + 1});
  insert(One);
}

void NumberSet::insert(const NumberSet &Other) {
  if (Other.Ranges.empty())
    return;
  SmallVector<std::pair<uint64_t, uint64_t>, 1> All;
  All.reserve(Ranges.size() + Other.Ranges.size());
  std::merge(Ranges.begin(), Ranges.end(), Other.Ranges.begin(), Other.Ranges.end(),
             std::back_inserter(All));
  Ranges.clear();
  for (const auto &R : All) {
    if (!Ranges.empty() && R.first <= Ranges.back().second)
      Ranges.back().second = std::max(Ranges.back().second, R.second);
    else
      Ranges.push_back(R);
  }
}

bool NumberSet::includes(const NumberSet &Other) const {
  return all_of(Other.Ranges, [&](const auto &R) {
    return any_of(Ranges,
                  [&](const auto &Own) { return Own.first <= R.first && R.second <= Own.second; });
  });
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

/// Makes something that a pointer shares with others the pointer's own, to be changed.
template <class T> static T &makeOwnPart(std::shared_ptr<T> &Part) {
  if (!Part)
    Part = std::make_shared<T>();
  else if (Part.use_count() != 1)
    Part = std::make_shared<T>(*Part);
  return *Part;
}

WarpClock &VectorClock::get(uint64_t Cluster, unsigned Warp) {
  auto *It = lower_bound(Clusters, Cluster, isBefore);
  if (It == Clusters.end() || It->Number != Cluster)
    It = Clusters.insert(It, {Cluster, nullptr});
  auto &Warps = makeOwnPart(It->Warps).change();
  if (Warp >= Warps.size())
    Warps.resize(Warp + 1);
  return makeOwnPart(Warps[Warp]);
}

static void takeMaxima(LaneTimes &To, const LaneTimes &From) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    To[Lane] = std::max(To[Lane], From[Lane]);
}

static bool isAtLeast(const LaneTimes &A, const LaneTimes &B) {
  bool IsAtLeast = true;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    IsAtLeast &= A[Lane] >= B[Lane];
  return IsAtLeast;
}

bool WarpClock::hasAny() const {
  const auto IsSet = [](uint32_t Time) { return Time != 0; };
  return any_of(Generic, IsSet) || any_of(Inits, IsSet) || any_of(Reads, IsSet);
}

void WarpClock::updateBounds() {
  FirstGeneric = *min_element(Generic);
  LastGeneric = *max_element(Generic);
}

void WarpClock::join(const WarpClock &Other) {
  takeMaxima(Generic, Other.Generic);
  if (Other.IsPlain)
    return updateBounds();
  takeMaxima(Inits, Other.Inits);
  takeMaxima(Reads, Other.Reads);
  takeMaxima(Proxied.Shared, Other.Proxied.Shared);
  takeMaxima(Proxied.Global, Other.Proxied.Global);
  takeMaxima(Proxied.Maps, Other.Proxied.Maps);
  Async.insert(Other.Async);
  Fenced.insert(Other.Fenced);
  ProxiedAsync.insert(Other.ProxiedAsync);
  IsPlain &= Other.IsPlain;
  updateBounds();
}

bool WarpClock::includes(const WarpClock &Other) const {
  if (FirstGeneric < Other.FirstGeneric || LastGeneric < Other.LastGeneric)
    return false;
  if (Other.IsPlain && Other.LastGeneric <= FirstGeneric)
    return true;
  if (!isAtLeast(Generic, Other.Generic))
    return false;
  return Other.IsPlain ||
         (isAtLeast(Inits, Other.Inits) && isAtLeast(Reads, Other.Reads) &&
          isAtLeast(Proxied.Shared, Other.Proxied.Shared) &&
          isAtLeast(Proxied.Global, Other.Proxied.Global) &&
          isAtLeast(Proxied.Maps, Other.Proxied.Maps) && Async.includes(Other.Async) &&
          Fenced.includes(Other.Fenced) && ProxiedAsync.includes(Other.ProxiedAsync));
}

WarpClocks::Bounds WarpClocks::getBounds() const {
  constexpr unsigned HalfBits = 32, PlainBit = 63;
  // Threads that compare what they share compute the same.
  const uint64_t Before = Known.load(std::memory_order_relaxed);
  if (Before)
    return {uint32_t(Before), uint32_t(Before << 1 >> (HalfBits + 1)), Before >> PlainBit != 0};
  Bounds B;
  B.First = Clocks.empty() ? 0 : ~0u;
  for (const std::shared_ptr<WarpClock> &W : Clocks) {
    B.First = std::min(B.First, W ? W->FirstGeneric : 0);
    B.Last = std::max(B.Last, W ? W->LastGeneric : 0);
    B.ArePlain &= !W || W->IsPlain;
  }
  if (B.Last < ~0u >> 1)
    Known.store(B.First | uint64_t(B.Last) << HalfBits | uint64_t(B.ArePlain) << PlainBit,
                std::memory_order_relaxed);
  return B;
}

bool WarpClocks::includes(const WarpClocks &Other) const {
  const Bounds Own = getBounds(), Theirs = Other.getBounds();
  if (Theirs.Last > Own.Last)
    return false;
  if (Theirs.ArePlain && Theirs.Last <= Own.First && Other.Clocks.size() <= Clocks.size())
    return true;
  static const WarpClock Nothing;
  for (const auto &[W, Clock] : enumerate(Other.Clocks)) {
    const WarpClock *Same = W < Clocks.size() ? Clocks[W].get() : nullptr;
    if (Clock && Clock.get() != Same && !(Same ? *Same : Nothing).includes(*Clock))
      return false;
  }
  return true;
}

void VectorClock::join(OfCluster &To, const OfCluster &From) {
  if (To.Warps == From.Warps || To.Warps->includes(*From.Warps))
    return;
  if (From.Warps->includes(*To.Warps)) {
    To.Warps = From.Warps;
    return;
  }
  auto &Warps = makeOwnPart(To.Warps).change();
  if (Warps.size() < From.Warps->get().size())
    Warps.resize(From.Warps->get().size());
  for (const auto &[W, Clock] : enumerate(From.Warps->get())) {
    if (!Clock || Clock == Warps[W])
      continue;
    if (!Warps[W] || Clock->includes(*Warps[W]))
      Warps[W] = Clock;
    else if (!Warps[W]->includes(*Clock))
      makeOwnPart(Warps[W]).join(*Clock);
  }
}

void VectorClock::join(const VectorClock &Other) {
  EarlierGridsFrom = std::min(EarlierGridsFrom, Other.EarlierGridsFrom);
  SmallVector<OfCluster, 1> All;
  All.reserve(std::max(Clusters.size(), Other.Clusters.size()));
  const OfCluster *Next = Other.Clusters.begin(), *End = Other.Clusters.end();
  for (OfCluster &Own : Clusters) {
    for (; Next != End && Next->Number < Own.Number; ++Next)
      All.push_back(*Next);
    All.push_back(std::move(Own));
    if (Next != End && Next->Number == Own.Number)
      join(All.back(), *Next++);
  }
  All.append(Next, End);
  Clusters = std::move(All);
}

bool VectorClock::includes(const VectorClock &Other) const {
  if (Clusters.size() < Other.Clusters.size() || EarlierGridsFrom > Other.EarlierGridsFrom)
    return false;
  const OfCluster *Own = Clusters.begin(), *End = Clusters.end();
  for (const OfCluster &Theirs : Other.Clusters) {
    while (Own != End && Own->Number < Theirs.Number)
      ++Own;
    if (Own == End || Own->Number != Theirs.Number)
      return false;
    if (Own->Warps != Theirs.Warps && !Own->Warps->includes(*Theirs.Warps))
      return false;
  }
  return true;
}

template <class F> void VectorClock::change(F Each) {
  for (OfCluster &C : Clusters)
    for (std::shared_ptr<WarpClock> &W : makeOwnPart(C.Warps).change())
      if (W)
        Each(makeOwnPart(W));
}

void VectorClock::fenceAll() {
  change([](WarpClock &W) {
    W.Fenced = W.Async;
    W.IsPlain = false;
  });
}

void VectorClock::proxyAll(const FencedProxies &For) {
  change([&](WarpClock &W) {
    W.IsPlain = false;
    if (For.Shared) {
      W.Proxied.Shared = W.Generic;
      W.ProxiedAsync = W.Async; // cp.async writes shared memory alone
    }
    if (For.Global)
      W.Proxied.Global = W.Generic;
    if (For.Maps)
      W.Proxied.Maps = W.Generic;
  });
}

VectorClock &emulator::makeOwn(ClockPointer &Clock) { return makeOwnPart(Clock); }

void emulator::joinInto(ClockPointer &To, const ClockPointer &From) {
  if (!From || To == From)
    return;
  if (!To || From->includes(*To))
    To = From;
  else if (!To->includes(*From))
    makeOwn(To).join(*From);
}
