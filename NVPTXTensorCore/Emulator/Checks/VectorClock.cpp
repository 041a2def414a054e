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

#include "Emulator/Checks/VectorClock.h"
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

VectorClock::OfCluster &VectorClock::getCluster(uint64_t Number) {
  auto *It = find_if(Clusters, [&](const OfCluster &C) { return C.Number == Number; });
  if (It != Clusters.end())
    return *It;
  Clusters.push_back({Number, {}});
  return Clusters.back();
}

WarpClock &VectorClock::get(uint64_t Cluster, unsigned Warp) {
  std::vector<WarpClock> &Warps = getCluster(Cluster).Warps;
  if (Warp >= Warps.size())
    Warps.resize(Warp + 1);
  return Warps[Warp];
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

void VectorClock::join(const VectorClock &Other) {
  for (const OfCluster &From : Other.Clusters) {
    OfCluster &To = getCluster(From.Number);
    if (To.Warps.size() < From.Warps.size())
      To.Warps.resize(From.Warps.size());
    for (size_t W = 0; W != From.Warps.size(); ++W) {
      takeMaxima(To.Warps[W].Generic, From.Warps[W].Generic);
      takeMaxima(To.Warps[W].Inits, From.Warps[W].Inits);
      takeMaxima(To.Warps[W].Reads, From.Warps[W].Reads);
      takeMaxima(To.Warps[W].Proxied.Shared, From.Warps[W].Proxied.Shared);
      takeMaxima(To.Warps[W].Proxied.Global, From.Warps[W].Proxied.Global);
      takeMaxima(To.Warps[W].Proxied.Maps, From.Warps[W].Proxied.Maps);
      To.Warps[W].Async.insert(From.Warps[W].Async);
      To.Warps[W].Fenced.insert(From.Warps[W].Fenced);
      To.Warps[W].ProxiedAsync.insert(From.Warps[W].ProxiedAsync);
    }
  }
}

bool VectorClock::includes(const VectorClock &Other) const {
  static const WarpClock Nothing;
  for (const OfCluster &Theirs : Other.Clusters)
    for (size_t W = 0; W != Theirs.Warps.size(); ++W) {
      const WarpClock *Found = find(Theirs.Number, unsigned(W));
      const WarpClock &Own = Found ? *Found : Nothing, &Their = Theirs.Warps[W];
      if (!isAtLeast(Own.Generic, Their.Generic) || !isAtLeast(Own.Inits, Their.Inits) ||
          !isAtLeast(Own.Reads, Their.Reads) ||
          !isAtLeast(Own.Proxied.Shared, Their.Proxied.Shared) ||
          !isAtLeast(Own.Proxied.Global, Their.Proxied.Global) ||
          !isAtLeast(Own.Proxied.Maps, Their.Proxied.Maps) || !Own.Async.includes(Their.Async) ||
          !Own.Fenced.includes(Their.Fenced) || !Own.ProxiedAsync.includes(Their.ProxiedAsync))
        return false;
    }
  return true;
}

void VectorClock::fenceAll() {
  for (OfCluster &C : Clusters)
    for (WarpClock &W : C.Warps)
      W.Fenced = W.Async;
}

void VectorClock::proxyAll(const FencedProxies &For) {
  for (OfCluster &C : Clusters)
    for (WarpClock &W : C.Warps) {
      if (For.Shared) {
        W.Proxied.Shared = W.Generic;
        W.ProxiedAsync = W.Async; // cp.async writes shared memory alone
      }
      if (For.Global)
        W.Proxied.Global = W.Generic;
      if (For.Maps)
        W.Proxied.Maps = W.Generic;
    }
}

VectorClock &emulator::makeOwn(ClockPointer &Clock) {
  if (!Clock)
    Clock = std::make_shared<VectorClock>();
  else if (Clock.use_count() != 1)
    Clock = std::make_shared<VectorClock>(*Clock);
  return *Clock;
}

void emulator::joinInto(ClockPointer &To, const ClockPointer &From) {
  if (!From || To == From)
    return;
  if (!To || From->includes(*To))
    To = From;
  else if (!To->includes(*From))
    makeOwn(To).join(*From);
}
