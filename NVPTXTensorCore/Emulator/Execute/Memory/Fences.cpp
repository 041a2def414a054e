//===- Fences.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fences of memory, of a part of it, and those that order accesses through two proxies or of
// asynchronous operations. All give at least the order that PTX asks for.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct FenceDetails {
  FenceKind Kind;
  MemoryOrder How;
};
} // namespace

/// IsOfMemory: it is a fence of memory, too, which has the order .acquire or .release.
template <bool IsOfMemory> static Step fence(const Instruction &I, ThreadGroup &G) {
  const auto &[Kind, How] = I.details<FenceDetails>();
  Ordering &All = G.getCluster().Order;
  if (IsOfMemory && How.Order == Strength::Acquire)
    All.fence(G, G.getActive(), FenceKind::Memory, How.Order, How.Within);
  All.fence(G, G.getActive(), Kind, How.Order, How.Within);
  if (IsOfMemory && How.Order == Strength::Release)
    All.fence(G, G.getActive(), FenceKind::Memory, How.Order, How.Within);
  return Step::Next;
}

static Step fenceSequentially(const Instruction &I, ThreadGroup &G) {
  G.getCluster().Order.fenceSequentially(G, G.getActive(), I.details<FenceDetails>().How.Within);
  return Step::Next;
}

static Step releaseMaps(const Instruction &I, ThreadGroup &G) {
  G.getCluster().Order.releaseMaps(G, G.getActive(), I.details<FenceDetails>().How.Within);
  return Step::Next;
}

static Step acquireMap(const Instruction &I, ThreadGroup &G) {
  G.forEachLane([&](unsigned Lane) {
    G.getCluster().Order.acquireMap(G, Lane, G.getAddress(I.Addresses[0], Lane),
                                    I.details<FenceDetails>().How.Within);
  });
  return Step::Next;
}

template <Handler Execute, FenceKind Kind = FenceKind::Memory, Scope Default = Scope::System>
static Error readFence(InstructionReader &R) {
  R.setDetails(FenceDetails{Kind, getMemoryOrder(R, Strength::AcquireRelease, Default)});
  R.Result.Execute = Execute;
  return Error::success();
}

static Error readMapAcquire(InstructionReader &R) {
  if (Error E = readFence<acquireMap>(R))
    return E;
  return expectLine(R);
}

ArrayRef<RowReader> emulator::getFenceRows() {
  // membar is a synonym of fence.sc (PTX ISA, membar). With one device, what goes through the
  // fabric is memory of that device. A fence of a thread's own reads passes on nothing that the
  // thread has seen of others.
  static constexpr RowReader Rows[] = {
      {PTX_FENCE, readFence<fence<false>>},
      {PTX_FENCE_SC, readFence<fenceSequentially>},
      {PTX_MEMBAR, readFence<fenceSequentially>},
      {PTX_MEMBAR_GL, readFence<fenceSequentially, FenceKind::Memory, Scope::GPU>},
      {PTX_MEMBAR_PROXY_ALIAS, readFence<fence<false>, FenceKind::Alias>},
      {PTX_FENCE_PROXY_ALIAS, readFence<fence<false>, FenceKind::Alias>},
      {PTX_FENCE_PROXY_ALIAS_ORDERED, readFence<fence<true>, FenceKind::Alias>},
      {PTX_FENCE_PROXY_FABRIC, readFence<fence<true>, FenceKind::Alias>},
      {PTX_FENCE_PROXY_ASYNC, readFence<fence<false>, FenceKind::Async>},
      {PTX_FENCE_PROXY_ASYNC_GLOBAL, readFence<fence<false>, FenceKind::AsyncGlobal>},
      {PTX_FENCE_PROXY_ASYNC_SHARED, readFence<fence<false>, FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_ACQUIRE, readFence<fence<true>, FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_RELEASE, readFence<fence<true>, FenceKind::AsyncShared>},
      {PTX_FENCE_PROXY_ASYNC_GENERIC_READ, readFence<fence<false>, FenceKind::AsyncReads>},
      {PTX_FENCE_PROXY_TENSORMAP_RELEASE, readFence<releaseMaps>},
      {PTX_FENCE_PROXY_TENSORMAP_ACQUIRE, readMapAcquire},
      {PTX_FENCE_MBARRIER_INIT, readFence<fence<false>, FenceKind::MBarrierInit>},
      {PTX_FENCE_RESTRICTED_ACQUIRE, readFence<fence<false>>},
      {PTX_FENCE_RESTRICTED_RELEASE, readFence<fence<false>>},
  };
  return Rows;
}
