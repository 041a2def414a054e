//===- WaitCauses.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why an asynchronous operation was not waited for where an access needs its end: the wait that is
// there leaves its group in flight, waits for reads alone, is of another thread or phase, or comes
// after the thread has let others go on.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_WAITCAUSES_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_WAITCAUSES_H

#include "Emulator/Machine/MBarriers.h"
#include "Emulator/Machine/MemoryNames.h"
#include "Emulator/Machine/WaitHistory.h"

namespace llvm::tensorcore::emulator {

struct WaitCause {
  std::string Sentence; ///< the end of one: "; 'wgmma.wait_group 1' on line 7 leaves …"
  std::string Missing;
  const Instruction *There = nullptr; ///< the instruction that is there and does not do
  std::string WhatIsThere;            ///< of the note that shows it
  bool IsOfPhase = false;             ///< it waits for another phase
  explicit operator bool() const { return !Missing.empty(); }
};

/// Describes what an access needs the end of an operation for.
struct UnendedOperation {
  unsigned ClusterWarp;
  uint64_t Number;
  bool IsWrite;              ///< of the operation's two sides, the writes
  unsigned Warp, Lane;       ///< of the access; a warp of the cluster
  const Instruction *Access; ///< with this
  uint64_t AccessNumber;     ///< of its operation, if it is one's
  bool IsAsync;              ///< the access is one of an operation, too
  const VectorClock *Seen;   ///< what the access comes after; null: nothing
};

/// None if nothing more is known than that nothing waits.
WaitCause findWaitCause(Cluster &C, const UnendedOperation &Of);

/// The same of a bulk copy's group, when its thread ends.
WaitCause findBulkCause(const ThreadGroup &G, unsigned Lane, uint64_t Group);

/// The same of a register of a wgmma or a tcgen05.ld, which its own warp uses.
WaitCause findRegisterCause(const ThreadGroup &G, const Instruction &By, uint64_t Group);

/// Names what would announce the bytes that the copies of a phase have: "mbarrier.arrive.expect_tx
/// of 1024 bytes instead of 512"
std::string printAnnouncement(const PhaseBytes &Bytes, uint64_t Needed);

/// Says that a phase ended before its copies did: "ended after 512 bytes, as … announces,
/// and its copies have 1024".
std::string printEarlyEnd(const PhaseBytes &Bytes);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_WAITCAUSES_H
