//===- BulkHints.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk.prefetch, applypriority.async.bulk: what tells the L2 cache of bytes that follow
// each other. They do nothing that a program could see, but a priority counts in a group of copies.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/BulkCopies.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

void emulator::issueBulkHint(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  BulkCopyRequest Request;
  Request.Way = BulkCopyRequest::Direction::Store;
  Request.Plan = std::make_shared<const CopyPlan>(); // of no bytes
  issueBulkCopy(I, G, Lane, Request);
}

/// False after a fault.
static bool checkOperands(const Instruction &I, ThreadGroup &G, unsigned Lane, unsigned Alignment) {
  const uint64_t From = G.getAddress(I.Addresses[0], Lane);
  return getBulkSize(I, G, Lane) && checkAlignment(I, G, Lane, "the source", From, Alignment);
}

static Step executePrefetch(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1)
    if (!checkOperands(I, G, llvm::countr_zero(Left), 16))
      break;
  return Step::Next;
}

static Step executePriority(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    if (!checkOperands(I, G, Lane, 128))
      break;
    issueBulkHint(I, G, Lane);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// [source], size {, policy}
static Error readHint(InstructionReader &R, bool HasPolicy, Handler Execute) {
  if (Error E = R.expectOperands(2 + HasPolicy))
    return E;
  SmallVector<Slot, 1> Size;
  if (Error E = readValue(R, 1, 32, Size))
    return E;
  R.setOperands(Size);
  R.Result.Execute = Execute;
  return readAddresses(R, 0, 1);
}

/// cp.async.bulk.prefetch.L2.global, and .L2::cache_hint or .L2::evict_last
Error emulator::readBulkPrefetch(InstructionReader &R) {
  const bool HasPolicy = R.takeAnywhere(".L2::cache_hint");
  if (!HasPolicy)
    R.takeAnywhere(".L2::evict_last");
  if (!R.take(".L2") || !R.take(".global"))
    return R.fail("expected '.L2.global'");
  return readHint(R, HasPolicy, executePrefetch);
}

/// applypriority.async.bulk{.global}.bulk_group.L2::evict_normal
Error emulator::readBulkPriority(InstructionReader &R) {
  R.take(".global");
  if (!R.take(".bulk_group") || !R.take(".L2::evict_normal"))
    return R.fail("expected '.bulk_group.L2::evict_normal'");
  return readHint(R, /*HasPolicy=*/false, executePriority);
}
