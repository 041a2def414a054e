//===- ExitChecks.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies that read the shared memory of a block must have read it before the block ends.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/ExitChecks.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

void emulator::checkExit(const Instruction &I, ThreadGroup &G) {
  LaneMask Unwaited = 0;
  G.forEachLane([&](unsigned Lane) {
    if (G.getWarp().BulkCopies.hasUnwaited(Lane, /*OnlyReads=*/true))
      Unwaited |= LaneMask(1) << Lane;
  });
  if (Unwaited)
    G.report(I, Check::Unfinished, Unwaited,
             "the thread ends, and has not waited until its bulk copies have read shared memory",
             "cp.async.bulk.commit_group, and cp.async.bulk.wait_group.read 0");
}
