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
#include "llvm/ADT/StringSwitch.h"

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
  const bool IsSequential = !R.takeOneOf({".sc"}).empty();
  const MemoryOrder Of = takeMemoryOrder(R, Strength::AcquireRelease, Scope::System);
  R.setDetails(Of);
  R.Result.Execute = IsSequential ? executeSequentialFence : executeFence;
  return R.expectOperands(0);
}

/// Reads membar, a synonym of fence.sc (PTX ISA, membar).
static Error readMemoryBarrier(InstructionReader &R) {
  const auto Within = StringSwitch<std::optional<Scope>>(R.peek())
                          .Case(".cta", Scope::CTA)
                          .Case(".gl", Scope::GPU)
                          .Case(".sys", Scope::System)
                          .Default(std::nullopt);
  if (!Within)
    return R.fail("expected '.cta', '.gl' or '.sys'");
  R.take(R.peek());
  R.setDetails(MemoryOrder{Strength::AcquireRelease, *Within});
  R.Result.Execute = executeSequentialFence;
  return R.expectOperands(0);
}

ArrayRef<InstructionFamily> emulator::getFenceInstructions() {
  static constexpr InstructionFamily Families[] = {{"fence", readFence},
                                                   {"membar", readMemoryBarrier}};
  return Families;
}
