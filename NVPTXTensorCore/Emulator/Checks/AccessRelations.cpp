//===- AccessRelations.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether one access is ordered after another: by program order, clocks, and fences
// between their proxies.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Returns true if a pipeline keeps the order of two of its operations. Of tcgen05, PTX promises it
/// for some pairs only (PTX ISA, "Pipelined tcgen05 Instructions").
static bool isPipelined(const Instruction &Before, const Instruction &Now) {
  switch (Now.Operation) {
  case OperationKind_TCGen05Copy:
    return false;
  case OperationKind_TCGen05Copy4:
    return Before.Operation == OperationKind_TCGen05Shift;
  case OperationKind_TCGen05Shift:
    return Before.Operation == OperationKind_TCGen05Multiply;
  default:
    return true;
  }
}

/// Returns true if an operation was issued before another one, for which a pipeline keeps their
/// order: by the same thread, by one that has let it go on, or by a warpgroup.
bool AccessChecks::isIssuedBefore(const AccessRecord &Before, const Observer &O) const {
  const AsyncRecord &First = Of.Order.getRecord(Before.Warp, Before.Time);
  if (!O.Operation || !O.Operation->Issuers.empty() ||
      (Before.Warp == O.Record.Warp && First.Lane == O.Operation->Lane))
    return true;
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  return Seen && Seen->Generic[First.Lane] > First.IssuedAt;
}

/// After an asynchronous operation.
AccessChecks::Relation AccessChecks::relateOperation(const AccessRecord &Before,
                                                     const Observer &O) const {
  const AccessRecord &Now = O.Record;
  const bool IsSameWarp = Before.Warp == Now.Warp && Before.Cluster == Now.Cluster;
  if (IsSameWarp && Now.IsAsync && Before.Time == Now.Time)
    return Relation::Ordered;
  const bool IsInPipeline = O.Pipeline && Before.Cluster == Now.Cluster &&
                            Of.Order.getRecord(Before.Warp, Before.Time).Pipeline == O.Pipeline &&
                            isIssuedBefore(Before, O);
  if (IsInPipeline && isPipelined(*Before.At, *Now.At))
    return Relation::Ordered;
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  if (!Seen || !Seen->Async.contains(Before.Time))
    return IsInPipeline ? Relation::NotPipelined : Relation::Unordered;
  const bool NeedsProxy = Now.IsAsync && Before.IsWrite && O.Through == Proxy::Async &&
                          O.In == Memory::Shared &&
                          Of.Order.getRecord(Before.Warp, Before.Time).Through == Proxy::Generic;
  if (NeedsProxy && !Seen->ProxiedAsync.contains(Before.Time))
    return Relation::NoProxyFence;
  if (O.In != Memory::Tensor || IsSameWarp)
    return Relation::Ordered;
  if (!Seen->Fenced.contains(Before.Time))
    return Relation::NoFenceBefore;
  const VectorClock *AtFence = O.Operation->SeenAtFence.get();
  const WarpClock *Then = AtFence ? AtFence->find(Before.Cluster, Before.Warp) : nullptr;
  return Then && Then->Async.contains(Before.Time) ? Relation::Ordered : Relation::NoFenceAfter;
}

/// The proxy of tensor maps sees what was released to it, once the thread that names a map has
/// acquired the map.
AccessChecks::Relation AccessChecks::relateMap(const AccessRecord &Before,
                                               const Observer &O) const {
  const WarpClock *Seen = O.SeenOfMap ? O.SeenOfMap->find(Before.Cluster, Before.Warp) : nullptr;
  LaneMask Unacquired = Before.Lanes, Unreleased = Before.Lanes;
  for (unsigned Lane = 0; Seen && Lane != WarpSize; ++Lane) {
    Unacquired &= ~(LaneMask(Seen->Generic[Lane] >= Before.Time) << Lane);
    Unreleased &= ~(LaneMask(Seen->Proxied.Maps[Lane] >= Before.Time) << Lane);
  }
  return Unacquired   ? Relation::NoMapAcquire
         : Unreleased ? Relation::NoMapRelease
                      : Relation::Ordered;
}

bool AccessChecks::isOfEarlierGrid(const AccessRecord &R) const {
  return R.Cluster < Of.getLaunch().FirstCluster;
}

bool AccessChecks::isOfSeenGrid(const AccessRecord &Before, const Observer &O) const {
  return Before.Cluster < Of.getLaunch().History.SeenAtBegin ||
         (O.Seen && Before.Cluster >= O.Seen->EarlierGridsFrom);
}

/// The lanes whose time is before another one. Mostly there are none, which vectors of the host
/// tell.
static LaneMask findEarlier(const LaneTimes &Times, uint32_t Time) {
  uint32_t Number = 0;
  for (uint32_t OfLane : Times)
    Number += OfLane < Time;
  LaneMask Lanes = 0;
  for (unsigned Lane = 0; Number && Lane != WarpSize; ++Lane)
    Lanes |= LaneMask(Times[Lane] < Time) << Lane;
  return Lanes;
}

bool AccessChecks::haveWarpsSeen(const AccessRecord &Before, const Observer &O) const {
  const AsyncAuthor &Op = *O.Operation;
  const auto HasSeen = [&](const AsyncAuthor::Issuer &By) {
    if (!Before.IsAsync && Before.Warp == By.ClusterWarp)
      return Before.Time <= By.Time;
    const WarpClock *Seen = By.Seen ? By.Seen->find(Before.Cluster, Before.Warp) : nullptr;
    if (!Seen || Before.IsAsync)
      return Seen && Seen->Async.contains(Before.Time);
    if (Before.Time <= Seen->FirstGeneric)
      return true;
    return !(Before.Lanes & findEarlier(Seen->Generic, Before.Time));
  };
  if (all_of(Op.Issuers, HasSeen))
    return true;
  // The rows of another warp are not ordered by what orders those of this one.
  O.Ordered = AccessRecord();
  return Op.Reader && HasSeen(Op.Issuers[*Op.Reader]);
}

AccessChecks::Relation AccessChecks::relate(const AccessRecord &Before, const Observer &O) const {
  if (const std::optional<Relation> Quick = relateQuickly(Before, O))
    return *Quick;
  if (O.Operation && !O.Operation->Issuers.empty()) {
    const Relation Found = relateMemory(Before, O);
    const bool IsOfThisGrid = Before.Cluster == Of.getNumber();
    return Found == Relation::Ordered && Before.IsWrite && IsOfThisGrid && !haveWarpsSeen(Before, O)
               ? Relation::NoWarpgroupOrder
               : Found;
  }
  if (O.Through != Proxy::TensorMap || !Before.IsWrite || Before.IsAsync)
    return relateMemory(Before, O);
  const Relation Found = relateMemory(Before, O);
  if (isOfEarlierGrid(Before) && isOfSeenGrid(Before, O))
    return Found;
  return Found == Relation::Ordered ? relateMap(Before, O) : Found;
}

AccessChecks::Relation AccessChecks::relateMemory(const AccessRecord &Before,
                                                  const Observer &O) const {
  const AccessRecord &Now = O.Record, &Known = O.Ordered;
  if (isOfEarlierGrid(Before) && isOfSeenGrid(Before, O))
    return Relation::Ordered;
  const bool IsKnown = Known.At && Before.Time == Known.Time && Before.hasAuthorOf(Known) &&
                       (Known.IsWrite || !Before.IsWrite);
  if (IsKnown)
    return Relation::Ordered;
  if (Before.IsAsync) {
    const Relation Found = relateOperation(Before, O);
    if (Found == Relation::Ordered)
      O.Ordered = Before;
    return Found;
  }
  const bool IsSameWarp = Before.Warp == Now.Warp && Before.Cluster == Now.Cluster;
  if (IsSameWarp && !Now.IsAsync && (!(Before.Lanes & ~O.Lanes) || Before.Time <= O.TogetherTime))
    return Relation::Ordered;
  const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr;
  const bool IsGlobal = O.In == Memory::Global;
  const bool NeedsProxy =
      Now.IsAsync && O.Through == Proxy::Async && (Before.IsWrite || O.In == Memory::Shared);
  LaneMask Unseen = AllLanes, Unproxied = NeedsProxy ? AllLanes : 0;
  if (Seen) {
    Unseen = Before.Time <= Seen->FirstGeneric ? 0 : findEarlier(Seen->Generic, Before.Time);
    if (NeedsProxy)
      Unproxied = findEarlier(IsGlobal ? Seen->Proxied.Global : Seen->Proxied.Shared, Before.Time);
  }
  if (!Unseen && !Unproxied)
    O.Ordered = Before;
  if (Unseen & Before.Lanes && Seen && Before.At->Operation == OperationKind_MBarrierInit)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Unseen &= ~(LaneMask(Seen->Inits[Lane] >= Before.Time) << Lane);
  // fence.proxy.async::generic.release…read, which is for reads alone.
  const bool IsOfReadFence = !Before.IsWrite && O.In == Memory::Shared && O.Through == Proxy::Async;
  if ((Unseen | Unproxied) & Before.Lanes && Seen && IsOfReadFence)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
      const LaneMask Fenced = LaneMask(Seen->Reads[Lane] >= Before.Time) << Lane;
      Unseen &= ~Fenced;
      Unproxied &= ~Fenced;
    }
  if (IsSameWarp && !Now.IsAsync)
    Unseen &= ~O.Lanes;
  if (Unseen & Before.Lanes)
    return Relation::Unordered;
  if (!(Unproxied & Before.Lanes))
    return Relation::Ordered;
  if (Before.IsWrite)
    return Relation::NoProxyFence;
  return Now.IsWrite ? Relation::NoFenceOfReads : Relation::Ordered;
}
