//===- Ordering.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders accesses: which thread has seen what of the others, and through which proxy.
// Barriers, mbarriers, groups of asynchronous operations and flags in memory hold a SyncClock; who
// arrives releases into it, who waits acquires from it. Without checks all of this does nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_ORDERING_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_ORDERING_H

#include "Emulator/Machine/Actor.h"
#include <memory>

namespace llvm::tensorcore::emulator {

class Cluster;
class VectorClock;

/// What was released into a barrier, or a phase of one.
struct SyncClock {
  std::shared_ptr<const VectorClock> Clock; ///< null: nothing yet
  void clear() { Clock.reset(); }
};

/// Who does what an asynchronous operation does: it has seen what its issuer had seen.
struct AsyncAuthor {
  std::shared_ptr<const VectorClock> Seen;
  uint64_t Entity = 0, Time = 0; ///< of its accesses
  Block *Of = nullptr;
  const Instruction *At = nullptr;
  unsigned Warp = 0, Lane = 0;
};

enum class FenceKind : uint8_t {
  Memory,       ///< fence, membar: with a strength and a scope
  Async,        ///< fence.proxy.async: generic accesses before it, asynchronous ones after it
  MBarrierInit, ///< fence.mbarrier_init: the same of mbarrier.init
  TensorMap,    ///< fence.proxy.tensormap
  Alias,
};

class Ordering {
public:
  explicit Ordering(Cluster &Of) : Of(Of) {}

  /// Adds to a clock all that the lanes did and saw.
  void release(ThreadGroup &G, LaneMask Lanes, SyncClock &To);
  /// The lanes have seen what was released into a clock.
  void acquire(ThreadGroup &G, LaneMask Lanes, const SyncClock &From);
  /// The lanes have seen each other's accesses: bar.warp.sync and other .sync and .aligned.
  void synchronize(ThreadGroup &G, LaneMask Lanes);
  void fence(ThreadGroup &G, LaneMask Lanes, FenceKind Kind,
             Strength Order = Strength::AcquireRelease, Scope Within = Scope::System);

  /// An operation that a lane issues. Operations that end in their order have a chain, others a
  /// chain of their own.
  std::shared_ptr<AsyncAuthor> issue(ThreadGroup &G, unsigned Lane, const Instruction &I);
  /// Adds to a clock what the operation did.
  void complete(AsyncAuthor &Operation, SyncClock &To);

private:
  Cluster &Of;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_ORDERING_H
