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

#include "Emulator/Instructions/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct ProxyFenceDetails {
  FenceKind Kind;
  MemoryOrder How;
};
} // namespace

template <bool Synchronizes> static Step executeFence(const Instruction &I, ThreadGroup &G) {
  const auto &[Kind, How] = I.details<ProxyFenceDetails>();
  Ordering &All = G.getCluster().Order;
  if (Synchronizes && How.Order == Strength::Acquire)
    All.fence(G, G.getActive(), FenceKind::Memory, How.Order, How.Within);
  All.fence(G, G.getActive(), Kind, How.Order, How.Within);
  if (Synchronizes && How.Order == Strength::Release)
    All.fence(G, G.getActive(), FenceKind::Memory, How.Order, How.Within);
  return Step::Next;
}

template <FenceKind Kind> static Error readFence(InstructionReader &R) {
  const MemoryOrder How = getMemoryOrder(R, Strength::AcquireRelease, Scope::System);
  R.setDetails(ProxyFenceDetails{Kind, How});
  R.Result.Execute = executeFence<false>;
  return Error::success();
}

/// Reads a fence that is one of memory, too: .acquire or .release.
template <FenceKind Kind> static Error readSynchronizing(InstructionReader &R) {
  if (Error E = readFence<Kind>(R))
    return E;
  R.Result.Execute = executeFence<true>;
  return Error::success();
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

/// fence.proxy.tensormap::generic.release
static Error readMapRelease(InstructionReader &R) {
  R.setDetails(MapFenceDetails{getMemoryOrder(R, Strength::Release, Scope::System).Within});
  R.Result.Execute = releaseMaps;
  return Error::success();
}

/// fence.proxy.tensormap::generic.acquire of the 128 bytes at an address
static Error readMapAcquire(InstructionReader &R) {
  R.setDetails(MapFenceDetails{getMemoryOrder(R, Strength::Acquire, Scope::System).Within});
  R.Result.Execute = acquireMap;
  Expected<int64_t> Size = R.readInteger(R.operand(1));
  if (!Size)
    return Size.takeError();
  if (*Size != 128)
    return R.fail("a fence of " + Twine(*Size) + " bytes; expected 128");
  return Error::success();
}

ArrayRef<RowReader> emulator::getProxyFenceRows() {
  // With one device, what goes through the fabric is memory of that device. A fence of a thread's
  // own reads hands on nothing that the thread has seen of others.
  static constexpr RowReader Rows[] = {
      {PTX_FENCE_PROXY_ASYNC, readFence<FenceKind::Async>},
      {PTX_FENCE_PROXY_ASYNC_GLOBAL, readFence<FenceKind::AsyncGlobal>},
      {PTX_FENCE_PROXY_ASYNC_SHARED, readFence<FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ALIAS, readFence<FenceKind::Alias>},
      {PTX_MEMBAR_PROXY_ALIAS, readFence<FenceKind::Alias>},
      {PTX_FENCE_PROXY_ALIAS_ORDERED, readSynchronizing<FenceKind::Alias>},
      {PTX_FENCE_PROXY_FABRIC, readSynchronizing<FenceKind::Alias>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_ACQUIRE, readSynchronizing<FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_RELEASE, readSynchronizing<FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_READ, readFence<FenceKind::AsyncReads>},
      {PTX_FENCE_PROXY_TENSORMAP_RELEASE, readMapRelease},
      {PTX_FENCE_PROXY_TENSORMAP_ACQUIRE, readMapAcquire},
      {PTX_FENCE_MBARRIER_INIT, readFence<FenceKind::MBarrierInit>},
      {PTX_FENCE_RESTRICTED_ACQUIRE, readFence<FenceKind::Memory>},
      {PTX_FENCE_RESTRICTED_RELEASE, readFence<FenceKind::Memory>},
  };
  return Rows;
}
