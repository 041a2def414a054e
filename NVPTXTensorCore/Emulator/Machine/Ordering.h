//===- Ordering.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tracks the order of accesses: what each thread has seen of the others, and through which
// proxy. Barriers, mbarriers, groups of asynchronous operations and flags in memory hold a
// SyncClock; a thread that arrives releases into it, and a thread that waits acquires from it.
// If no check asks for the order, all of this does nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_ORDERING_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_ORDERING_H

#include "Emulator/Machine/Actor.h"
#include "Emulator/Machine/VectorClock.h"
#include <deque>
#include <map>
#include <memory>

namespace llvm::tensorcore::emulator {

class Cluster;
class Warp;

/// Describes what was released into a barrier, or a phase of one.
struct SyncClock {
  std::shared_ptr<VectorClock> Clock; ///< null: nothing yet
  void clear() { Clock.reset(); }
};

/// Reach of a scope: to threads of the block, of the cluster, and of all others.
inline constexpr unsigned NumReaches = 3;
inline constexpr unsigned ReachOfAll = NumReaches - 1;
inline unsigned getReach(Scope S) {
  return S == Scope::CTA ? 0 : S == Scope::Cluster ? 1 : ReachOfAll;
}

/// Describes what accesses with a strength released into a location of memory: by whom, and how far
/// it reaches.
struct Flag {
  struct Released {
    unsigned Reach;
    uint64_t Cluster;
    unsigned Rank; ///< of the block
    SyncClock Clock;
  };
  SmallVector<Released, 1> All;
  /// Holds what those that reach all threads released together, so that each of many blocks that
  /// meet at a location takes one clock, and not one of each of the others.
  SyncClock ForAll;
  /// For reports: the last write, and its cluster, if it released nothing that reaches all threads.
  const Instruction *Unreleased = nullptr;
  uint64_t UnreleasedBy = 0;
  /// The clusters whose such writes that cluster had read before; null: none.
  std::shared_ptr<NumberSet> ReadUnreleased;

  void clear() {
    All.clear();
    ForAll.clear();
  }
  void set(const Released &R) {
    All = {R};
    ForAll = R.Reach == ReachOfAll ? R.Clock : SyncClock();
  }
};

/// Describes the author of an asynchronous operation: it has seen what its issuers had seen.
struct AsyncAuthor {
  std::shared_ptr<VectorClock> Seen;
  /// Holds what tcgen05 had seen: what the thread had at its last tcgen05.fence::after_thread_sync.
  std::shared_ptr<VectorClock> SeenAtFence;
  unsigned ClusterWarp = 0; ///< of the first issuer
  uint64_t Number = 0;      ///< among the operations of that warp
  Block *Of = nullptr;
  const Instruction *At = nullptr;
  unsigned Lane = 0;
  /// A warp that issues a wgmma, and what its threads had seen.
  struct Issuer {
    unsigned ClusterWarp;
    uint32_t Time;
    std::shared_ptr<VectorClock> Seen;
  };
  SmallVector<Issuer, 0> Issuers; ///< the warps of a warpgroup, by rank; empty of what is no wgmma
  /// The rank of the issuer that multiplies the rows of A which are being read; none of what all
  /// multiply by.
  std::optional<unsigned> Reader;
  /// The author of a multiplication's reads of A in shared memory, which a tcgen05.commit may wait
  /// for alone; mostly null.
  std::shared_ptr<AsyncAuthor> ReaderOfA;
};

/// Describes what is remembered of an operation, for reports and for the order within a pipeline.
struct AsyncRecord {
  AsyncRecord(const Instruction *At, unsigned Lane, uint64_t Pipeline, Proxy Through,
              uint32_t IssuedAt, uint64_t IssuedStep)
      : At(At), Lane(Lane), Pipeline(Pipeline), Through(Through), IssuedAt(IssuedAt),
        IssuedStep(IssuedStep) {}
  const Instruction *At = nullptr;
  unsigned Lane = 0;
  uint64_t Pipeline = 0; ///< operations of one are performed in their order; 0: of none
  Proxy Through = Proxy::Async;
  // For the causes that reports name.
  uint32_t IssuedAt = 0;               ///< the warp's time
  uint64_t IssuedStep = 0;             ///< the cluster's progress
  std::optional<uint64_t> Group;       ///< among the lane's groups of copies; of wgmma its number
  const Instruction *Commit = nullptr; ///< a tcgen05.commit after it
  std::optional<uint32_t> MBarrier;    ///< that its end, or that of the commit, arrives at
  uint64_t Phase = 0;                  ///< of the mbarrier, at its issue
  uint32_t To = 0, Bytes = 0;          ///< of shared memory, which a copy writes
};

enum class FenceKind : uint8_t {
  Memory,       ///< fence, membar: with a strength and a scope
  Async,        ///< fence.proxy.async: generic accesses before it, asynchronous ones after it
  AsyncShared,  ///< the same of shared memory alone
  AsyncGlobal,  ///< and of global memory alone
  MBarrierInit, ///< fence.mbarrier_init: what is relaxed after it releases mbarrier.init before it
  AsyncReads,   ///< and reads of shared memory, for asynchronous writes after it
  Alias,
  TensorBefore, ///< tcgen05.fence::before_thread_sync
  TensorAfter,  ///< tcgen05.fence::after_thread_sync
};

class Ordering {
public:
  explicit Ordering(Cluster &Of) : Of(Of) {}
  /// Is called once, when the blocks of the cluster exist.
  void setSize(unsigned NumWarps, unsigned NumBlocks) {
    Warps.resize(NumWarps);
    SequentialInBlocks.resize(NumBlocks);
  }

  /// Adds to a clock all that the lanes did and saw.
  void release(ThreadGroup &G, LaneMask Lanes, SyncClock &To);
  /// The lanes have seen what was released into a clock.
  void acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From);
  /// The same with a strength: what is relaxed releases what a fence before it has released, and
  /// lets a fence after it acquire.
  void release(ThreadGroup &G, LaneMask Lanes, SyncClock &To, Strength Order);
  void acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From, Strength Order) {
    acquire(G, Lanes, From, Order, /*Distance=*/0);
  }
  /// The lanes have seen each other's accesses: bar.warp.sync, and .aligned.
  void synchronize(ThreadGroup &G, LaneMask Lanes);
  void fence(ThreadGroup &G, LaneMask Lanes, FenceKind Kind,
             Strength Order = Strength::AcquireRelease, Scope Within = Scope::System);
  /// Executes griddepcontrol.wait: the lanes have seen what the kernels before this one did.
  void waitForEarlierGrids(ThreadGroup &G, LaneMask Lanes);
  /// Executes fence.sc: it synchronizes with the later fence.sc of each thread if the scope of each
  /// of the two includes the other thread (PTX ISA, Fence-SC Order; Memory Synchronization).
  void fenceSequentially(ThreadGroup &G, LaneMask Lanes, Scope Within);

  /// fence.proxy.tensormap::generic.release: the proxy of tensor maps sees what the lanes have
  /// seen,
  void releaseMaps(ThreadGroup &G, LaneMask Lanes, Scope Within);
  /// and .acquire: of the map at an address.
  void acquireMap(ThreadGroup &G, unsigned Lane, uint64_t Address, Scope Within);

  /// An operation that lanes issue.
  std::shared_ptr<AsyncAuthor> issue(ThreadGroup &G, unsigned Lane, const Instruction &I,
                                     uint64_t Pipeline = 0, Proxy Through = Proxy::Async);
  /// Gives an operation an author for its reads of A.
  void addReaderOfA(AsyncAuthor &Operation, uint64_t Pipeline);
  /// Another warp that issues it, too: of wgmma.
  void addIssuer(AsyncAuthor &Operation, ThreadGroup &G, LaneMask Lanes);
  /// Notes what the warp has seen of which the operation is a part: of wgmma.
  void noteIssuer(AsyncAuthor &Operation, ThreadGroup &G, unsigned Rank, unsigned NumRanks);
  /// Adds one clock to another.
  void add(const SyncClock &From, SyncClock &To);
  /// Adds to a clock what the operation did. tcgen05 of other threads sees it after a
  /// tcgen05.fence::before_thread_sync only, unless the signal is one itself: tcgen05.commit is,
  /// tcgen05.wait is not.
  void complete(AsyncAuthor &Operation, SyncClock &To, bool IsFenced = true);

  /// Is set in addresses of shared memory, which have the number of the cluster below it.
  static constexpr uint64_t FlagOfShared = uint64_t(1) << 62;
  /// An atomic access or one with a strength releases and acquires through a location in memory.
  void accessStrongly(ThreadGroup &G, unsigned Lane, uint64_t Address, Access How, Strength Order,
                      Scope Within);
  /// A write of a block that releases what a clock has: a st.async, later than its thread.
  void publish(const SyncClock &From, const Block &By, uint64_t Address, Scope Within);

  // For the checks of accesses.

  unsigned getClusterWarp(const ThreadGroup &G) const;
  unsigned getClusterWarp(const Warp &W) const;
  uint32_t getTime(unsigned ClusterWarp) { return getWarp(ClusterWarp).Time; }
  /// The time up to which the lanes of a warp have seen each other's accesses.
  uint32_t getTogetherTime(unsigned ClusterWarp) { return getWarp(ClusterWarp).TogetherTime; }
  /// Returns true if lanes of a warp have seen the same.
  bool haveSeenTheSame(unsigned ClusterWarp, LaneMask Lanes) {
    const auto &Seen = getWarp(ClusterWarp).Seen;
    const VectorClock *First = Seen[llvm::countr_zero(Lanes)].get();
    bool AreSame = true;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      AreSame &= Seen[Lane].get() == First || !(Lanes >> Lane & 1);
    return AreSame;
  }
  /// Returns what a lane has seen; null: nothing.
  const VectorClock *getSeen(unsigned ClusterWarp, unsigned Lane) {
    return getWarp(ClusterWarp).Seen[Lane].get();
  }
  const ClockPointer &shareSeen(unsigned ClusterWarp, unsigned Lane) {
    return getWarp(ClusterWarp).Seen[Lane];
  }
  /// Returns what the lane had seen when it acquired the tensor map; null: it has not.
  const VectorClock *getSeenOfMap(unsigned ClusterWarp, unsigned Lane, uint64_t Address);
  AsyncRecord &getRecord(unsigned ClusterWarp, uint64_t Number) {
    return getWarp(ClusterWarp).Operations[Number];
  }
  /// That of an operation; null without checks.
  AsyncRecord *findRecord(const AsyncAuthor &Operation) {
    return isOn() ? &getRecord(Operation.ClusterWarp, Operation.Number) : nullptr;
  }
  /// Returns how many lanes of a warp issued the operations in addition to one of its operations by
  /// the same instruction, one after the other.
  unsigned countIssuers(unsigned ClusterWarp, uint64_t Number) const;
  /// The instruction by which threads of a warp released at a time; null if it was long ago, or
  /// if it did something else then.
  const Instruction *findRelease(unsigned ClusterWarp, uint32_t Time);
  /// The instruction by which a warp arrived at a barrier at that time or after it, and released
  /// nothing since it is relaxed; null if there is none.
  const Instruction *findRelaxedArrival(unsigned ClusterWarp, uint32_t Time) {
    const WarpView &W = getWarp(ClusterWarp);
    return W.RelaxedArrivalTime >= Time ? W.RelaxedArrival : nullptr;
  }
  /// The write of another cluster that a thread of this one has read, and that released nothing
  /// that reaches it; the last one of those that lead there if the cluster's own was read by
  /// others; null if there is none.
  const Instruction *findUnreleased(uint64_t OtherCluster) const {
    const auto Found = UnreleasedReads.find(OtherCluster);
    if (Found != UnreleasedReads.end())
      return Found->second;
    return ReadUnreleased && ReadUnreleased->contains(OtherCluster) ? LastUnreleased : nullptr;
  }
  /// Returns true if threads have read what was released after a time of a warp of another cluster,
  /// and no fence has acquired it.
  bool hasUnacquired(uint64_t OtherCluster, unsigned Warp, uint32_t Time) const;
  /// Returns true if a warp's action at a time came after a step of the cluster.
  bool isAfter(unsigned ClusterWarp, uint32_t Time, uint64_t Step) {
    const Release *R = findTick(ClusterWarp, Time - 1);
    return R && R->Step > Step;
  }

private:
  /// The end of a time of a warp.
  struct Release {
    const Instruction *At = nullptr; ///< null if it was none
    uint64_t Step = 0;               ///< of the cluster
    uint32_t Time = 0;
  };
  /// Describes what a fence of a lane has released. The clock of the lane is not copied until an
  /// access releases it: few lanes of a barrier of the grid do, and each copy is as large as the
  /// grid.
  struct FencedClock {
    std::shared_ptr<VectorClock> Clock;
    uint32_t Time = 0; ///< of the warp at the fence; 0: the clock has it, or there was no fence
    uint32_t TogetherTime = 0; ///< the same

    explicit operator bool() const { return Clock || Time; }
  };
  struct WarpView {
    uint32_t Time = 1;
    ProxiedTimes TogetherProxied; ///< Proxied at that time
    uint32_t TogetherTime = 0;    ///< all lanes have seen each other's accesses up to it
    ProxiedTimes Proxied;         ///< own accesses that other proxies see
    bool HasProxied = false;      ///< some of Proxied are set
    std::array<std::shared_ptr<VectorClock>, WarpSize> Seen;
    std::array<std::shared_ptr<VectorClock>, WarpSize> AtTensorFence;
    /// Holds what the last fence of each reach has released.
    std::array<FencedClock, WarpSize> Fenced[NumReaches];
    /// Holds what the next fence acquires, by how far away it was released.
    std::array<std::shared_ptr<VectorClock>, WarpSize> Pending[NumReaches];
    std::deque<AsyncRecord> Operations;
    std::vector<Release> Releases;               ///< the last ones, by their times
    const Instruction *RelaxedArrival = nullptr; ///< the last one
    uint32_t RelaxedArrivalTime = 0;
    /// Holds what the lanes had seen when they acquired tensor maps, by lane and address.
    std::map<std::pair<unsigned, uint64_t>, std::shared_ptr<VectorClock>> AcquiredMaps;
  };
  static constexpr size_t NumReleases = 512;
  const Release *findTick(unsigned ClusterWarp, uint32_t Time);
  bool isOn() const;
  void tick(WarpView &W, const ThreadGroup &G);
  void noteUnreleased(const Flag &Read);
  WarpView &getWarp(unsigned ClusterWarp) { return Warps[ClusterWarp]; }
  std::shared_ptr<VectorClock> &getFenced(unsigned ClusterWarp, unsigned Reach, unsigned Lane);
  void addOwn(VectorClock &To, unsigned ClusterWarp, LaneMask Lanes);
  void acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From, Strength Order,
               unsigned Distance);
  void fenceMemory(WarpView &W, unsigned ClusterWarp, LaneMask Lanes, Strength Order,
                   unsigned Reach);
  void fenceProxy(WarpView &W, unsigned ClusterWarp, LaneMask Lanes, const FencedProxies &For);
  void join(WarpView &W, LaneMask Lanes, const std::shared_ptr<VectorClock> &From);

  Cluster &Of;
  std::vector<WarpView> Warps;
  bool HasSharedFlags = false; ///< something was released into a word of shared memory
  /// Holds what the cluster's threads released by a fence.sc whose scope includes the cluster.
  SyncClock SequentialInCluster;
  /// Holds the same for each block, by rank.
  std::vector<SyncClock> SequentialInBlocks;
  /// For reports: by the number of another cluster, its write that a thread has read, and that
  /// released nothing.
  DenseMap<uint64_t, const Instruction *> UnreleasedReads;
  const Instruction *LastUnreleased = nullptr;
  /// The clusters whose such writes were read here, or by those whose writes were.
  std::shared_ptr<NumberSet> ReadUnreleased;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_ORDERING_H
