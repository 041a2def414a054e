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

#include "Emulator/Execute/Copies/BulkCopies.h"

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

ArrayRef<RowReader> emulator::getBulkHintRows() {
  static constexpr RowReader Rows[] = {
      {PTX_CP_ASYNC_BULK_PREFETCH, readAs<executePrefetch>},
      {PTX_APPLYPRIORITY_BULK, readAs<executePriority>},
  };
  return Rows;
}
