//===- ProxyFences.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fence.proxy, fence.mbarrier_init, and fences of a part of memory: those that order accesses
// through two proxies, or of asynchronous operations. All give at least the order that PTX asks
// for.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/AsyncOperands.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct ProxyFenceDetails {
  FenceKind Kind;
  Strength Order = Strength::AcquireRelease;
  Scope Within = Scope::System;
  bool Synchronizes = false; ///< it is a fence of memory, too: .acquire or .release
};
} // namespace

static Step executeFence(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ProxyFenceDetails>();
  Ordering &All = G.getCluster().Order;
  if (Of.Synchronizes && Of.Order == Strength::Acquire)
    All.fence(G, G.getActive(), FenceKind::Memory, Of.Order, Of.Within);
  All.fence(G, G.getActive(), Of.Kind, Of.Order, Of.Within);
  if (Of.Synchronizes && Of.Order == Strength::Release)
    All.fence(G, G.getActive(), FenceKind::Memory, Of.Order, Of.Within);
  return Step::Next;
}

static Error readFence(InstructionReader &R, ProxyFenceDetails Of) {
  if (Error E = R.expectOperands(0))
    return E;
  R.setDetails(Of);
  R.Result.Execute = executeFence;
  return Error::success();
}

/// fence.proxy.async, of all memory or of some
static Error readAsync(InstructionReader &R) {
  const StringRef Memory = R.takeOneOf({".global", ".shared::cta", ".shared::cluster"});
  return readFence(R, {Memory.empty()        ? FenceKind::Async
                       : Memory == ".global" ? FenceKind::AsyncGlobal
                                             : FenceKind::AsyncShared});
}

/// fence.proxy.alias; .acquire or .release of the system
static Error readAlias(InstructionReader &R) {
  ProxyFenceDetails Of{FenceKind::Alias};
  Of.Order = takeOrder(R, Of.Order);
  Of.Synchronizes = Of.Order != Strength::AcquireRelease;
  if (Of.Synchronizes && !R.take(".sys"))
    return R.fail("expected '.sys'");
  return readFence(R, Of);
}

/// fence.proxy.generic::fabric and its kin: .alias, .acquire or .release, .sys. With one device,
/// what goes through the fabric is memory of that device.
static Error readFabric(InstructionReader &R) {
  ProxyFenceDetails Of{FenceKind::Alias};
  if (!R.take(".alias"))
    return R.fail("expected '.alias'");
  Of.Order = takeOrder(R, Strength::Weak);
  Of.Synchronizes = true;
  if (Of.Order != Strength::Acquire && Of.Order != Strength::Release)
    return R.fail("expected '.acquire' or '.release'");
  if (!R.take(".sys"))
    return R.fail("expected '.sys'");
  return readFence(R, Of);
}

/// The order and scope, and which memory it is for.
static Error readRestricted(InstructionReader &R, FenceKind Kind) {
  ProxyFenceDetails Of{Kind, takeOrder(R, Strength::Weak)};
  if (Of.Order != Strength::Acquire && Of.Order != Strength::Release)
    return R.fail("expected '.acquire' or '.release'");
  // Of a thread's own reads: it hands on nothing that the thread has seen of others.
  const StringRef Reads = ".sync_restrict::shared::cluster::read";
  if (Of.Order == Strength::Release && R.peek() == Reads) {
    R.take(Reads);
    if (!R.take(".cluster"))
      return R.fail("expected '" + Reads + ".cluster'");
    return readFence(R, {FenceKind::AsyncReads, Of.Order, Scope::Cluster});
  }
  Of.Synchronizes = true;
  const StringRef Memory = Of.Order == Strength::Acquire ? ".sync_restrict::shared::cluster"
                                                         : ".sync_restrict::shared::cta";
  if (!R.take(Memory) || !R.take(".cluster"))
    return R.fail("expected '" + Memory + ".cluster'");
  Of.Within = Scope::Cluster;
  return readFence(R, Of);
}

static Error readAsyncGeneric(InstructionReader &R) {
  return readRestricted(R, FenceKind::AsyncShared);
}

namespace {
struct MapFenceDetails {
  Scope Within;
};
} // namespace

static Step releaseMaps(const Instruction &I, ThreadGroup &G) {
  G.getCluster().Order.releaseMaps(G, G.getActive(), I.details<MapFenceDetails>().Within);
  return Step::Next;
}

static Step acquireMap(const Instruction &I, ThreadGroup &G) {
  G.forEachLane([&](unsigned Lane) {
    G.getCluster().Order.acquireMap(G, Lane, G.getAddress(I.Addresses[0], Lane),
                                    I.details<MapFenceDetails>().Within);
  });
  return Step::Next;
}

/// fence.proxy.tensormap::generic: .release, or .acquire of the 128 bytes at an address
static Error readTensorMapFence(InstructionReader &R) {
  const Strength Order = takeOrder(R, Strength::Weak);
  if (Order != Strength::Acquire && Order != Strength::Release)
    return R.fail("expected '.acquire' or '.release'");
  R.setDetails(MapFenceDetails{takeScope(R, Scope::System)});
  const bool IsRelease = Order == Strength::Release;
  R.Result.Execute = IsRelease ? releaseMaps : acquireMap;
  if (Error E = R.expectOperands(IsRelease ? 0 : 2))
    return E;
  if (IsRelease)
    return Error::success();
  Expected<int64_t> Size = R.readInteger(R.operand(1));
  if (!Size)
    return Size.takeError();
  if (*Size != 128)
    return R.fail("a fence of " + Twine(*Size) + " bytes; expected 128");
  return readAddresses(R, 0, 1);
}

static Error readMBarrierInit(InstructionReader &R) {
  if (!R.take(".release") || !R.take(".cluster"))
    return R.fail("expected '.release.cluster'");
  return readFence(R, {FenceKind::MBarrierInit, Strength::Release, Scope::Cluster});
}

/// fence.acquire and fence.release of a part of memory
static Error readPartial(InstructionReader &R, Strength Order) {
  if (!R.take(".cluster"))
    return R.fail("expected '.cluster'");
  return readFence(R, {FenceKind::Memory, Order, Scope::Cluster});
}

static Error readPartialAcquire(InstructionReader &R) { return readPartial(R, Strength::Acquire); }
static Error readPartialRelease(InstructionReader &R) { return readPartial(R, Strength::Release); }

ArrayRef<InstructionFamily> emulator::getProxyFenceInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"fence.proxy.async", readAsync},
      {"fence.proxy.alias", readAlias},
      {"fence.proxy.generic::fabric", readFabric},
      {"fence.proxy.fabric::generic", readFabric},
      {"fence.proxy.fabric::fabric", readFabric},
      {"fence.proxy.async::generic", readAsyncGeneric},
      {"fence.proxy.tensormap::generic", readTensorMapFence},
      {"fence.mbarrier_init", readMBarrierInit},
      {"fence.acquire.sync_restrict::shared::cluster", readPartialAcquire},
      {"fence.release.sync_restrict::shared::cta", readPartialRelease},
  };
  return Families;
}
