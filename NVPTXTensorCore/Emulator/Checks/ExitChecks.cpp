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
#include "Emulator/Checks/WaitCauses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Reports operations of other blocks in the tensor memory of a block whose last threads end: what
/// no thread of the block has seen may come after that.
static void checkPeer(const Instruction &I, ThreadGroup &G) {
  Cluster &C = G.getCluster();
  Block &B = G.getBlock();
  if (C.getNumBlocks() == 1 || !B.Matrices ||
      B.getNumAlive() != unsigned(llvm::popcount(G.getActive())))
    return;
  ClockPointer Seen;
  for (const auto &W : B.Warps)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      joinInto(Seen, C.Order.shareSeen(C.Order.getClusterWarp(*W), Lane));
  B.Matrices->Tensor.checkEnd(C,
                              {G.getLocation(I, G.getActive()), "the block ends",
                               C.Order.getClusterWarp(G), Seen.get(), /*IsOfOtherBlocks=*/true},
                              0, TensorMemory::NumColumns);
}

void emulator::checkExit(const Instruction &I, ThreadGroup &G) {
  checkPeer(I, G);
  LaneMask Unwaited = 0;
  WaitCause Cause;
  G.forEachLane([&](unsigned Lane) {
    if (const auto Group = G.getWarp().BulkCopies.findUnwaited(Lane)) {
      Unwaited |= LaneMask(1) << Lane;
      Cause = findBulkCause(G, Lane, *Group);
    }
  });
  if (Unwaited)
    G.report(I, Check::Unfinished, Unwaited,
             "the thread ends, and has not waited until its bulk copies have read shared memory" +
                 Cause.Sentence,
             Cause.Missing);
}
