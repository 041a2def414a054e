//===- VectorClock.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What somebody has seen of all others: of each thread the time up to which its accesses happened
// before, and of asynchronous operations which of them have ended. The threads of a warp share one
// time, which goes on whenever one of them releases something.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_VECTORCLOCK_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_VECTORCLOCK_H

#include "Emulator/Program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

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
/// Times up to which another proxy sees accesses through the generic one: the async proxy those to
/// shared memory and those to global memory, and the proxy of tensor maps. A proxy fence may be for
/// one of them.
struct ProxiedTimes {
  LaneTimes Shared = {}, Global = {}, Maps = {};
};
/// Which of them a fence is for.
struct FencedProxies {
  bool Shared = false, Global = false, Maps = false;
};

/// What was seen of the threads of a warp.
struct WarpClock {
  LaneTimes Generic = {}; ///< accesses through the generic proxy
  ProxiedTimes Proxied;   ///< of these, what other proxies see
  LaneTimes Inits = {};   ///< executions of mbarrier.init, which have a fence of their own
  LaneTimes Reads = {};   ///< reads of shared memory that the async proxy comes after
  NumberSet Async;        ///< operations that the warp issued and that ended
  NumberSet ProxiedAsync; ///< of these, what the async proxy sees of those of the generic one
  NumberSet Fenced;       ///< and what tcgen05 of other threads sees: tcgen05.fence, tcgen05.commit

  /// Whether anything was seen of the threads.
  bool hasAny() const;
};

class VectorClock {
public:
  /// Of a warp of a cluster; null if nothing was seen of it.
  const WarpClock *find(uint64_t Cluster, unsigned Warp) const {
    for (const OfCluster &C : Clusters)
      if (C.Number == Cluster)
        return Warp < C.Warps.size() ? &C.Warps[Warp] : nullptr;
    return nullptr;
  }
  WarpClock &get(uint64_t Cluster, unsigned Warp);

  void join(const VectorClock &Other);
  /// Whether joining the other one would change nothing.
  bool includes(const VectorClock &Other) const;
  /// The proxies that a fence is for see all that was seen.
  void proxyAll(const FencedProxies &For);
  /// tcgen05 of other threads sees all operations that ended.
  void fenceAll();

private:
  struct OfCluster {
    uint64_t Number;
    std::vector<WarpClock> Warps;
  };
  OfCluster &getCluster(uint64_t Number);

  SmallVector<OfCluster, 1> Clusters;
};

using ClockPointer = std::shared_ptr<VectorClock>;
/// A clock that nobody else sees, to be changed.
VectorClock &makeOwn(ClockPointer &Clock);
/// Adds a clock to another; it stays shared if it can.
void joinInto(ClockPointer &To, const ClockPointer &From);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_VECTORCLOCK_H
