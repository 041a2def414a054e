//===- Fences.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fences of memory: fence, membar. Those between proxies are beside what they order.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/InstructionTable.h"
#include "Emulator/Instructions/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static Step executeFence(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MemoryOrder>();
  G.getCluster().Order.fence(G, G.getActive(), FenceKind::Memory, Of.Order, Of.Within);
  return Step::Next;
}

static Step executeSequentialFence(const Instruction &I, ThreadGroup &G) {
  G.getCluster().Order.fenceSequentially(G, G.getActive(), I.details<MemoryOrder>().Within);
  return Step::Next;
}

static Error readFence(InstructionReader &R) {
  const bool IsSequential = R.get<words::Order>() == words::Order::Sc;
  R.setDetails(getMemoryOrder(R, Strength::AcquireRelease, Scope::System));
  R.Result.Execute = IsSequential ? executeSequentialFence : executeFence;
  return Error::success();
}

/// Reads membar, a synonym of fence.sc (PTX ISA, membar).
template <Scope Within> static Error readMemoryBarrier(InstructionReader &R) {
  R.setDetails(MemoryOrder{Strength::AcquireRelease, Within});
  R.Result.Execute = executeSequentialFence;
  return Error::success();
}

ArrayRef<RowReader> emulator::getFenceRows() {
  static constexpr RowReader Rows[] = {
      {PTX_FENCE, readFence},
      {PTX_MEMBAR_CTA, readMemoryBarrier<Scope::CTA>},
      {PTX_MEMBAR_GL, readMemoryBarrier<Scope::GPU>},
      {PTX_MEMBAR_SYS, readMemoryBarrier<Scope::System>},
  };
  return Rows;
}
