//===- BulkCopy.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies and reductions as operations that go on without their threads, through the async
// proxy: from global to shared memory, from shared to global memory, between the shared memories of
// a cluster. Rows are moved at random moments.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_BULKCOPY_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_BULKCOPY_H

#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/CopyPlan.h"
#include "Emulator/Machine/Reduction.h"

namespace llvm::tensorcore::emulator {

struct BulkCopyRequest {
  enum class Direction : uint8_t { Load, Store, WithinCluster };
  Direction Way = Direction::Load;
  std::shared_ptr<const CopyPlan> Plan;
  uint32_t Shared = 0;      ///< the box: of loads the destination, of others the source
  uint32_t Destination = 0; ///< of copies within the cluster
  uint64_t Map = 0;         ///< the tensor map, if it is in global memory
  /// Counts the bytes; without one the copy is of the lane's open group.
  std::optional<uint32_t> MBarrier;
  std::optional<AtomicOperation> Reduction;
  Type ReducedType;
  std::optional<Scope> Relaxed;           ///< .relaxed: it accesses memory strongly
  std::optional<CopyInspection> Inspects; ///< of loads: for a report to the mbarrier
};

/// Begins the copy for a lane.
void issueBulkCopy(const Instruction &I, ThreadGroup &G, unsigned Lane,
                   const BulkCopyRequest &Request);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_BULKCOPY_H
