//===- Stack.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack: addresses in local memory, after the frame of the function.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Machine/Block.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// All threads of the frame have the same stack; each gets as much as the one that wants most.
static Step allocateOnStack(const Instruction &I, ThreadGroup &G) {
  const auto Alignment = I.details<uint64_t>();
  Frame &F = G.getFrame();
  uint64_t Size = 0;
  G.forEachLane([&](unsigned Lane) { Size = std::max(Size, G.get(I.Operands[0], Lane)); });
  const uint64_t Location = alignTo(F.getLocalEnd(), Alignment);
  if (Size > MaxLocalBytes || Location + Size > MaxLocalBytes)
    return G.fault(I, Check::OutOfBounds, G.getActive(),
                   "an alloca of " + Twine(Size) + " bytes; a thread has " + Twine(MaxLocalBytes) +
                       " bytes of local memory");
  F.DynamicBytes += alignTo(Location + Size, 16) - F.getLocalEnd();
  G.getWarp().reserveLocal(F.getLocalEnd());
  G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, Location); });
  return Step::Next;
}

static Step saveStack(const Instruction &I, ThreadGroup &G) {
  const uint64_t End = G.getFrame().getLocalEnd();
  G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, End); });
  return Step::Next;
}

/// Returns what others of the frame may still use is kept.
static Step restoreStack(const Instruction &I, ThreadGroup &G) {
  Frame &F = G.getFrame();
  const uint64_t End = G.get(I.Operands[0], G.getFirstActive());
  const uint64_t Begin = F.LocalBegin + F.Callee.FrameBytes;
  if (End < Begin || End > F.getLocalEnd())
    return G.fault(I, Check::IllegalInstruction, G.getActive(),
                   "expected what stacksave returned in this function");
  if (G.getActive() == G.getWarp().getAlive())
    F.DynamicBytes = End - Begin;
  return Step::Next;
}

static Error readAlloca(InstructionReader &R) {
  uint64_t Alignment = 16;
  if (R.getNumOperands() == 3) {
    Expected<int64_t> Given = R.readInteger(R.operand(2));
    if (!Given)
      return Given.takeError();
    if (*Given < 1 || *Given > 4096 || !isPowerOf2_64(uint64_t(*Given)))
      return R.fail("expected an alignment that is a power of 2");
    Alignment = std::max<uint64_t>(Alignment, uint64_t(*Given));
  }
  R.setDetails(Alignment);
  R.Result.Execute = allocateOnStack;
  return Error::success();
}

ArrayRef<RowReader> emulator::getStackRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ALLOCA, readAlloca},
      {PTX_STACKSAVE, readAs<saveStack>},
      {PTX_STACKRESTORE, readAs<restoreStack>},
  };
  return Rows;
}
