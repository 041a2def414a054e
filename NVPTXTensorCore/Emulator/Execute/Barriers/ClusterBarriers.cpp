//===- ClusterBarriers.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier of clusters: barrier.cluster.arrive, barrier.cluster.wait.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct ClusterBarrierDetails {
  Strength Order;
};
} // namespace

/// Calls a function with the number of each warp of the cluster, and the warp.
template <class F> static void forEachWarp(Cluster &C, F Visit) {
  size_t Number = 0;
  for (const auto &B : C.Blocks)
    for (const auto &W : B->Warps)
      Visit(Number++, *W);
}

/// Ends the phase if all threads have arrived or ended.
static void settle(Cluster &C) {
  ClusterBarrier &Of = C.Barrier;
  bool HaveAll = true;
  forEachWarp(C, [&](size_t Number, const Warp &W) {
    HaveAll &= (W.getAlive() & ~Of.Arrived[Number]) == 0;
  });
  if (!HaveAll)
    return;
  std::fill(Of.Arrived.begin(), Of.Arrived.end(), LaneMask(0));
  Of.Done = Of.Arriving;
  Of.Arriving.clear();
  ++Of.Phase;
  ++C.Progress;
}

/// The number of the group's warp, which the barrier can hold afterwards.
static unsigned prepare(ThreadGroup &G) {
  Cluster &C = G.getCluster();
  size_t NumWarps = 0;
  for (const auto &B : C.Blocks)
    NumWarps += B->Warps.size();
  C.Barrier.Arrived.resize(NumWarps);
  C.Barrier.Waits.resize(NumWarps);
  return C.Order.getClusterWarp(G);
}

static Step arrive(const Instruction &I, ThreadGroup &G) {
  Cluster &C = G.getCluster();
  const unsigned Number = prepare(G);
  ClusterBarrier &Of = C.Barrier;
  if (const LaneMask Twice = Of.Waits[Number] & G.getActive())
    return G.fault(I, Check::Barriers, Twice,
                   "arrives at the barrier of the cluster again; expected barrier.cluster.wait "
                   "before it");
  Of.Arrived[Number] |= G.getActive();
  Of.Waits[Number] |= G.getActive();
  C.Order.release(G, G.getActive(), Of.Arriving, I.details<ClusterBarrierDetails>().Order);
  settle(C);
  return Step::Next;
}

static Step wait(const Instruction &I, ThreadGroup &G) {
  Cluster &C = G.getCluster();
  const unsigned Number = prepare(G);
  ClusterBarrier &Of = C.Barrier;
  if (const LaneMask Early = G.getActive() & ~Of.Waits[Number])
    return G.fault(I, Check::Barriers, Early,
                   "waits at the barrier of the cluster; expected barrier.cluster.arrive before "
                   "it");
  if (Of.Arrived[Number] & G.getActive())
    settle(C); // others may have ended
  if (Of.Arrived[Number] & G.getActive())
    return G.wait("the barrier of the cluster", 0, Of.Phase);
  Of.Waits[Number] &= ~G.getActive();
  G.getWarp().KnowsCluster |= G.getActive();
  C.Order.acquire(G, G.getActive(), Of.Done);
  return Step::Next;
}

template <Strength Default, Handler Execute> static Error readBarrier(InstructionReader &R) {
  R.setDetails(ClusterBarrierDetails{getMemoryOrder(R, Default, Scope::Cluster).Order});
  if (R.get<words::Aligned>() == words::Aligned::Aligned)
    R.Result.Needs = Convergence::Warp;
  return readAs<Execute>(R);
}

ArrayRef<RowReader> emulator::getClusterBarrierRows() {
  static constexpr RowReader Rows[] = {
      {PTX_BARRIER_CLUSTER_ARRIVE, readBarrier<Strength::Release, arrive>},
      {PTX_BARRIER_CLUSTER_WAIT, readBarrier<Strength::Acquire, wait>},
  };
  return Rows;
}
