//===- TensorMemoryAllocation.cpp --------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit. Blocks of different clusters
// have tensor memory of their own here, as if each had a multiprocessor.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Block *emulator::getPeer(Block &B) {
  const unsigned Rank = B.getRank() ^ 1;
  return Rank < B.getCluster().getNumBlocks() ? &B.getCluster().getBlock(Rank) : nullptr;
}

static TensorMemory &getTensorMemory(Block &B) { return getMatrixUnits(B).Tensor; }

/// Returns true if a number of columns is one. Reports what is not.
static bool checkColumns(const Instruction &I, ThreadGroup &G, uint64_t Columns) {
  const bool IsExclusive = I.details<TensorManageDetails>().IsExclusive;
  if (Columns >= TensorMemory::MinColumns && Columns <= TensorMemory::NumColumns &&
      (IsExclusive ? Columns % TensorMemory::MinColumns == 0 : isPowerOf2_64(Columns)))
    return true;
  G.fault(I, Check::IllegalInstruction, G.getActive(),
          Twine(Columns) + " columns of tensor memory; expected " +
              (IsExclusive ? "a multiple of 32 to 512, which the emulator has"
                           : "32, 64, 128, 256 or 512"));
  return false;
}

/// Returns true if the block has a pair, if the instruction wants one.
static bool checkPair(const Instruction &I, ThreadGroup &G, unsigned CTAGroup) {
  if (CTAGroup == 1 || getPeer(G.getBlock()))
    return true;
  G.fault(I, Check::IllegalInstruction, G.getActive(),
          "'" + I.Source->getMnemonic() + "' is for a pair of blocks, and this cluster has " +
              Twine(G.getCluster().getNumBlocks()) + "; expected an even number");
  return false;
}

static std::string printPeer(const ThreadGroup &G) {
  return "block " + std::to_string(getPeer(G.getBlock())->getRank()) + " of the cluster";
}

/// Reports an allocation in a pair whose other block may not run yet.
static void checkPeerHasBegun(const Instruction &I, ThreadGroup &G) {
  Cluster &C = G.getCluster();
  const Block &Peer = *getPeer(G.getBlock());
  if (C.getLaunch().Options.HasChecks && !C.knowsBegun(G, G.getFirstActive(), Peer))
    G.report(I, Check::TensorMemoryPair, G.getActive(),
             "allocates tensor memory in a pair with " + printPeer(G) +
                 ", which may not have begun",
             "barrier.cluster before it");
}

/// Reports tensor memory of a pair that a block gives back when the other one may not have its part
/// yet: nothing orders this after the tcgen05.alloc of the other one.
static void checkPeerHasAllocated(const Instruction &I, ThreadGroup &G, unsigned First) {
  Cluster &C = G.getCluster();
  if (!C.getLaunch().Options.HasChecks)
    return;
  Block &Peer = *getPeer(G.getBlock());
  const std::optional<TensorAllocation> &Theirs = getTensorMemory(Peer).Last;
  const bool IsThere = Theirs && Theirs->First == First && Theirs->CTAGroup == 2;
  bool IsSeen = false;
  if (IsThere) {
    const unsigned Lane = G.getFirstActive();
    const VectorClock *Seen = C.Order.getSeen(C.Order.getClusterWarp(G), Lane);
    const unsigned TheirWarp = C.Order.getClusterWarp(*Peer.Warps[Theirs->Warp]);
    const WarpClock *Clock = Seen ? Seen->find(C.getNumber(), TheirWarp) : nullptr;
    IsSeen = (Clock &&
              llvm::any_of(Clock->Generic, [&](uint32_t Time) { return Time >= Theirs->Time; })) ||
             C.Barrier.Phase > Theirs->ClusterPhase;
  }
  if (!IsSeen)
    G.report(
        I, Check::TensorMemory, G.getActive(),
        "gives back tensor memory of a pair, and nothing orders it after the tcgen05.alloc of " +
            printPeer(G),
        "barrier.cluster, or an mbarrier at which that block arrives, between the two");
}

static Step finishAlloc(const Instruction &I, ThreadGroup &G, unsigned First, unsigned Count) {
  const auto &Of = I.details<TensorManageDetails>();
  const Cluster &C = G.getCluster();
  const unsigned ClusterWarp = C.Order.getClusterWarp(G);
  const bool HasArrived =
      ClusterWarp < C.Barrier.Arrived.size() && C.Barrier.Arrived[ClusterWarp] != 0;
  getTensorMemory(G.getBlock())
      .allocate({First, Count, Of.CTAGroup, &I, G.getWarp().getNumber(), Of.IsExclusive,
                 G.getCluster().Order.getTime(ClusterWarp), C.Barrier.Phase + HasArrived});
  const unsigned Lane = G.getFirstActive();
  uint8_t *To = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), 4, 4, Access::Write);
  const uint32_t Word = TensorAddress(0, First).getWord();
  if (To)
    std::memcpy(To, &Word, sizeof(Word));
  return Step::Next;
}

/// Both blocks of the pair must come; the second one finds a gap in both.
static Step allocateInPair(const Instruction &I, ThreadGroup &G, unsigned Count) {
  TensorMemory &Own = getTensorMemory(G.getBlock()),
               &Peer = getTensorMemory(*getPeer(G.getBlock()));
  PairRequest &Request = Own.Request;
  if (Request.By && Request.By != &G.getWarp())
    return G.wait("another tcgen05.alloc of the block");
  if (!Request.By)
    Request = {&G.getWarp(), Count, std::nullopt};
  const bool IsExclusive = I.details<TensorManageDetails>().IsExclusive;
  if (!Request.Given && (!Own.hasPermit(IsExclusive) || !Peer.hasPermit(IsExclusive)))
    return G.wait("the end of an exclusive allocation, or of others before one");
  if (!Request.Given && Peer.Request.By && !Peer.Request.Given) {
    if (Peer.Request.Count != Count)
      return G.fault(I, Check::TensorMemory, G.getActive(),
                     "the other block of the pair allocates " + Twine(Peer.Request.Count) +
                         " columns, and this one " + Twine(Count) + "; expected the same");
    Request.Given = Peer.Request.Given = Own.findGap(Count, Peer);
  }
  if (!Request.Given)
    return Peer.Request.By ? G.wait("free columns of tensor memory", 0, Count)
                           : G.wait(WaitReason::ForPeerAlloc);
  const unsigned First = *Request.Given;
  Request = PairRequest();
  return finishAlloc(I, G, First, Count);
}

Step emulator::executeTensorAlloc(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TensorManageDetails>();
  TensorMemory &T = getTensorMemory(G.getBlock());
  const uint64_t Count = G.get(I.Operands[0], G.getFirstActive());
  if (!checkColumns(I, G, Count) || !checkPair(I, G, Of.CTAGroup))
    return Step::Next;
  if (T.IsPermitGivenBack && !G.NumWaits)
    G.report(I, Check::TensorMemory, G.getActive(),
             "the block has executed tcgen05.relinquish_alloc_permit, and must not allocate again");
  if (Of.CTAGroup == 2 && !G.NumWaits)
    checkPeerHasBegun(I, G);
  if (Of.CTAGroup == 2)
    return allocateInPair(I, G, unsigned(Count));
  if (!T.hasPermit(Of.IsExclusive))
    return G.wait("the end of an exclusive allocation, or of others before one");
  if (const std::optional<unsigned> First = T.findGap(unsigned(Count)))
    return finishAlloc(I, G, *First, unsigned(Count));
  return G.wait("free columns of tensor memory", 0, Count);
}

Step emulator::executeTensorDealloc(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TensorManageDetails>();
  Cluster &C = G.getCluster();
  TensorMemory &T = getTensorMemory(G.getBlock());
  const unsigned Lane = G.getFirstActive();
  const TensorAddress At{uint32_t(G.get(I.Operands[0], Lane))};
  const uint64_t Count = G.get(I.Operands[1], Lane);
  if (!checkColumns(I, G, Count) || !checkPair(I, G, Of.CTAGroup))
    return Step::Next;
  const TensorAllocation *A = At.Lane ? nullptr : T.find(At.Column);
  if (!A)
    return G.fault(I, Check::TensorMemory, G.getActive(),
                   "lane " + Twine(At.Lane) + ", column " + Twine(At.Column) +
                       " was not returned by a tcgen05.alloc, or is already deallocated");
  if (A->Count != Count)
    return G.fault(I, Check::TensorMemory, G.getActive(),
                   "tcgen05.alloc gave " + Twine(A->Count) + " columns there, not " + Twine(Count));
  if (A->CTAGroup != Of.CTAGroup)
    G.report(I, Check::TensorMemory, G.getActive(),
             "the allocation was made with .cta_group::" + Twine(A->CTAGroup) +
                 "; expected the same in all tcgen05 instructions of a kernel");
  if (A->CTAGroup == 2)
    checkPeerHasAllocated(I, G, A->First);
  if (C.getLaunch().Options.HasChecks) {
    const unsigned ClusterWarp = C.Order.getClusterWarp(G);
    T.checkEnd(C,
               {G.getLocation(I, G.getActive()), "gives back tensor memory", ClusterWarp,
                C.Order.getSeen(ClusterWarp, Lane)},
               A->First, A->Count);
  }
  if (A->IsExclusive != Of.IsExclusive)
    G.report(I, Check::TensorMemory, G.getActive(),
             Twine("the allocation was made with") + (A->IsExclusive ? "" : "out") +
                 " .exclusive; expected the same");
  T.free(A->First);
  return Step::Next;
}

Step emulator::executeTensorRelinquish(const Instruction &I, ThreadGroup &G) {
  if (checkPair(I, G, I.details<TensorManageDetails>().CTAGroup))
    getTensorMemory(G.getBlock()).IsPermitGivenBack = true;
  return Step::Next;
}
