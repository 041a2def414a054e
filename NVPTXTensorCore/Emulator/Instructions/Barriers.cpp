//===- Barriers.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of blocks, of warps and of clusters.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/InstructionTable.h"
#include "Emulator/Instructions/WarpMembers.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct BarrierDetails {
  bool Waits = true;
  bool HasCount = false;
};
} // namespace

/// Counts the warp's threads in, and waits until the barrier's next phase if it is to wait.
static Step executeBarrier(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<BarrierDetails>();
  Block &B = G.getBlock();
  const unsigned First = G.getFirstActive();
  const uint64_t Number = G.get(I.Operands[0], First);
  if (Number >= B.Barriers.size())
    return G.fault(I, Check::IllegalInstruction, G.getActive(),
                   "barrier " + Twine(Number) + "; there are 0 to 15");
  NamedBarrier &N = B.Barriers[Number];
  if (!G.NumWaits) {
    const uint64_t Count =
        Of.HasCount ? G.get(I.Operands[1], First) : alignTo(B.getNumThreads(), WarpSize);
    if (Count % WarpSize || !Count)
      return G.fault(I, Check::IllegalInstruction, G.getActive(),
                     "a barrier of " + Twine(Count) + " threads; it must be a multiple of 32");
    if (N.Expected && N.Expected != Count)
      return G.fault(I, Check::Barriers, G.getActive(),
                     "barrier " + Twine(Number) + " waits for " + Twine(N.Expected) +
                         " threads, and these expect " + Twine(Count));
    N.Expected = uint32_t(Count);
    N.Arrived += WarpSize;
    G.WaitState[0] = N.Phase;
    G.getCluster().Order.release(G, G.getActive(), N.Arriving);
    if (N.Arrived >= N.Expected) {
      N.Done = N.Arriving;
      N.Arriving.clear();
      ++N.Phase;
      N.Arrived = N.Expected = 0;
    }
  }
  if (!Of.Waits)
    return Step::Next;
  if (N.Phase != G.WaitState[0]) {
    G.getCluster().Order.acquire(G, G.getActive(), N.Done);
    return Step::Next;
  }
  return G.wait("a barrier of the block", Number, N.Expected - N.Arrived);
}

/// bar.sync, bar.arrive, barrier.sync, barrier.arrive
static Error readBarrier(InstructionReader &R) {
  if (R.take(".warp"))
    return readWarpBarrier(R);
  R.take(".cta");
  const StringRef Action = R.takeOneOf({".sync", ".arrive"});
  if (Action.empty())
    return R.fail("the emulator does not know '" + R.peek() + "' here");
  const bool IsAligned = R.take(".aligned") || R.Source.Name == "bar";
  if (Error E = R.expectOperands(1, 2))
    return E;
  BarrierDetails Of;
  Of.Waits = Action == ".sync";
  Of.HasCount = R.getNumOperands() == 2;
  SmallVector<Slot, 2> Slots;
  for (const ptx::Operand &O : R.Source.Operands) {
    Expected<Slot> S = R.read(O, getBitsType(32));
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.Needs = IsAligned ? Convergence::Warp : Convergence::None;
  R.Result.Execute = executeBarrier;
  return Error::success();
}

ArrayRef<InstructionFamily> emulator::getBarrierInstructions() {
  static constexpr InstructionFamily Families[] = {{"bar", readBarrier}, {"barrier", readBarrier}};
  return Families;
}
