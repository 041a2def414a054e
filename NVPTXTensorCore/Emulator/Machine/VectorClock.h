//===- VectorClock.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements a vector clock. It has for each thread the time up to which its accesses happened
// before, and the asynchronous operations that have ended. The threads of a warp share one time,
// which goes on whenever one of them releases something.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_VECTORCLOCK_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_VECTORCLOCK_H

#include "Emulator/Program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>
#include <memory>
#include <optional>

namespace llvm::tensorcore::emulator {

/// Numbers, as ranges: [First, End).
class NumberSet {
public:
  bool contains(uint64_t Number) const;
  void insert(uint64_t Number);
  void insert(const NumberSet &Other);
  bool includes(const NumberSet &Other) const;

private:
  SmallVector<std::pair<uint64_t, uint64_t>, 1> Ranges; ///< in order, apart from each other
};

/// A time for each lane of a warp.
using LaneTimes = std::array<uint32_t, WarpSize>;
/// Holds times up to which another proxy sees accesses through the generic one: the async proxy
/// those to shared memory and those to global memory, and the proxy of tensor maps. A proxy fence
/// may be for one of them.
struct ProxiedTimes {
  LaneTimes Shared = {}, Global = {}, Maps = {};
};
/// Describes which of them a fence is for.
struct FencedProxies {
  bool Shared = false, Global = false, Maps = false;
};

/// Describes what was seen of the threads of a warp.
struct WarpClock {
  LaneTimes Generic = {}; ///< accesses through the generic proxy
  /// The first and the last of Generic, which mostly say whether an access was seen.
  uint32_t FirstGeneric = 0, LastGeneric = 0;
  bool IsPlain = false;   ///< nothing but Generic is known to be set
  ProxiedTimes Proxied;   ///< of these, what other proxies see
  LaneTimes Inits = {};   ///< executions of mbarrier.init, which have a fence of their own
  LaneTimes Reads = {};   ///< reads of shared memory that the async proxy comes after
  NumberSet Async;        ///< operations that the warp issued and that ended
  NumberSet ProxiedAsync; ///< of these, what the async proxy sees of those of the generic one
  NumberSet Fenced;       ///< and what tcgen05 of other threads sees: tcgen05.fence, tcgen05.commit

  /// Returns true if anything was seen of the threads.
  bool hasAny() const;
  /// Must be called after a change of Generic.
  void updateBounds();
  void join(const WarpClock &Other);
  /// Returns true if joining the other one would change nothing.
  bool includes(const WarpClock &Other) const;
};

/// Holds the clocks of the warps of a cluster; null: nothing was seen.
class WarpClocks {
public:
  WarpClocks() = default;
  WarpClocks(const WarpClocks &O) : Clocks(O.Clocks) {}
  ArrayRef<std::shared_ptr<WarpClock>> get() const { return Clocks; }
  /// Returns them to be changed.
  std::vector<std::shared_ptr<WarpClock>> &change() {
    Known = 0;
    return Clocks;
  }
  /// Returns true if joining the other ones would change nothing.
  bool includes(const WarpClocks &Other) const;

private:
  /// The first and the last time of all warps, and whether no clock has more than times.
  struct Bounds {
    uint32_t First = 0, Last = 0;
    bool ArePlain = true;
  };
  Bounds getBounds() const;

  std::vector<std::shared_ptr<WarpClock>> Clocks;
  mutable std::atomic<uint64_t> Known{0}; ///< the bounds; 0: not computed yet
};

/// Clocks of many threads are mostly equal in most parts, so that clocks share the parts of
/// clusters and of warps until one of them changes: a barrier of a grid costs no more than the
/// number of its clusters.
class VectorClock {
public:
  /// Returns the clock of a warp of a cluster; null if nothing was seen of it.
  const WarpClock *find(uint64_t Cluster, unsigned Warp) const {
    const OfCluster *C = findCluster(Cluster);
    return C && Warp < C->Warps->get().size() ? C->Warps->get()[Warp].get() : nullptr;
  }
  /// Returns true if nothing was seen of other clusters.
  bool hasOnly(uint64_t Cluster) const {
    return Clusters.size() == 1 && Clusters.front().Number == Cluster;
  }
  /// Returns the first and the last time that was seen of lanes of a cluster's warps but one.
  std::pair<uint32_t, uint32_t> getBounds(uint64_t Cluster, size_t NumWarps,
                                          unsigned Except) const {
    const OfCluster *C = findCluster(Cluster);
    if (!C)
      return {0, 0};
    uint32_t First = C->Warps->get().size() == NumWarps ? ~0u : 0, Last = 0;
    for (const auto &[Number, W] : enumerate(C->Warps->get()))
      if (Number != Except) {
        First = std::min(First, W ? W->FirstGeneric : 0);
        Last = std::max(Last, W ? W->LastGeneric : 0);
      }
    return {First, Last};
  }
  /// Returns a part that may be changed.
  WarpClock &get(uint64_t Cluster, unsigned Warp);

  /// Counts clusters of earlier kernels that may run at the same time: those from this number on
  /// have been seen.
  static constexpr uint64_t None = ~uint64_t(0);
  uint64_t EarlierGridsFrom = None;

  void join(const VectorClock &Other);
  /// Returns true if joining the other one would change nothing.
  bool includes(const VectorClock &Other) const;
  /// Lets the proxies that a fence is for see all that was seen.
  void proxyAll(const FencedProxies &For);
  /// Lets tcgen05 of other threads see all operations that ended.
  void fenceAll();

private:
  struct OfCluster {
    uint64_t Number;
    std::shared_ptr<WarpClocks> Warps;
  };
  const OfCluster *findCluster(uint64_t Number) const {
    if (Clusters.size() == 1)
      return Clusters.front().Number == Number ? &Clusters.front() : nullptr;
    const auto *It = lower_bound(Clusters, Number, isBefore);
    return It != Clusters.end() && It->Number == Number ? It : nullptr;
  }
  static bool isBefore(const OfCluster &C, uint64_t Number) { return C.Number < Number; }
  static void join(OfCluster &To, const OfCluster &From);
  /// Calls a function for each clock of a warp. It changes a copy if the clock is shared.
  template <class F> void change(F Each);

  SmallVector<OfCluster, 1> Clusters; ///< by their numbers
};

using ClockPointer = std::shared_ptr<VectorClock>;
/// Returns a clock that nobody else sees, so that it may be changed.
VectorClock &makeOwn(ClockPointer &Clock);
/// Adds a clock to another; it stays shared if it can.
void joinInto(ClockPointer &To, const ClockPointer &From);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_VECTORCLOCK_H
