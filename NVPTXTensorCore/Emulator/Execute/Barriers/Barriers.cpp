//===- Barriers.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of blocks: bar, barrier.cta. A warp arrives when all of its threads that have not ended
// have come to the barrier, and counts as 32 threads (PTX ISA, "bar, barrier").
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
enum class BarrierAction { Sync, Arrive, Count, All, Any };
struct BarrierDetails {
  BarrierAction Action = BarrierAction::Sync;
  bool HasCount = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

static constexpr LaneMask None = 0;

/// Counts warps of which all threads have come or ended, and ends the phase if that were all.
static void settle(Block &B, NamedBarrier &N) {
  uint32_t Expected = N.Expected;
  for (const auto &W : B.Warps) {
    LaneMask &Present = N.Present[W->getNumber()];
    if (!N.Expected && W->getAlive())
      Expected += WarpSize;
    if (!Present || (W->getAlive() & ~Present))
      continue;
    Present = None;
    N.Arrived += WarpSize;
  }
  if (!N.IsInUse || N.Arrived < Expected)
    return;
  NamedBarrier::Result &Result = N.Results[N.Phase % NamedBarrier::NumKept];
  Result.Released = N.Arriving;
  Result.Sum = N.Sum;
  Result.Warps = std::exchange(N.Warps, 0);
  N.Arriving.clear();
  N.Sum = NamedBarrier::Reduction();
  N.Arrived = N.Expected = 0;
  N.IsInUse = false;
  ++N.Phase;
  ++B.getCluster().Progress;
}

/// The value of an operand that all threads must agree on; nothing after a fault.
static std::optional<uint64_t> getAgreed(const Instruction &I, ThreadGroup &G, Slot S,
                                         const char *What) {
  const uint64_t Value = G.get(S, G.getFirstActive());
  bool Agree = true;
  G.forEachLane([&](unsigned Lane) { Agree &= G.get(S, Lane) == Value; });
  if (Agree)
    return Value;
  G.fault(I, Check::IllegalInstruction, G.getActive(),
          Twine("threads of one warp name different ") + What);
  return std::nullopt;
}

/// The barrier that an instruction names; null after a fault.
static NamedBarrier *getBarrier(const Instruction &I, ThreadGroup &G) {
  const std::optional<uint64_t> Number = getAgreed(I, G, I.Operands[0], "barriers");
  if (!Number)
    return nullptr;
  Block &B = G.getBlock();
  if (*Number >= B.Barriers.size()) {
    G.fault(I, Check::IllegalInstruction, G.getActive(),
            "barrier " + Twine(*Number) + "; expected 0 to 15");
    return nullptr;
  }
  NamedBarrier &N = B.Barriers[*Number];
  N.Present.resize(B.Warps.size(), None);
  return &N;
}

/// Returns how many threads it is for: 0 of all of the block. Nothing after a fault.
static std::optional<uint32_t> getCount(const Instruction &I, ThreadGroup &G, NamedBarrier &N) {
  const auto &Of = I.details<BarrierDetails>();
  std::optional<uint64_t> Count = 0;
  if (Of.HasCount)
    Count = getAgreed(I, G, I.Operands[1], "counts");
  if (!Count)
    return std::nullopt;
  if (Of.HasCount && (*Count % WarpSize || !*Count)) {
    G.fault(I, Check::IllegalInstruction, G.getActive(),
            "a barrier of " + Twine(*Count) + " threads; expected a multiple of 32");
    return std::nullopt;
  }
  if (!N.IsInUse || N.Expected == *Count)
    return uint32_t(*Count);
  const auto Print = [](uint64_t Threads) {
    return Threads ? std::to_string(Threads) + " threads" : "all threads";
  };
  G.fault(I, Check::Barriers, G.getActive(),
          "a barrier for " + Print(*Count) + ", at which others wait as one for " +
              Print(N.Expected),
          "another number for one of the two barriers (__syncthreads is barrier 0), or the same "
          "count of threads");
  return std::nullopt;
}

static void addPredicate(const Instruction &I, ThreadGroup &G, NamedBarrier &N) {
  const auto &Of = I.details<BarrierDetails>();
  if (Of.Action == BarrierAction::Sync || Of.Action == BarrierAction::Arrive)
    return;
  const LaneMask Holds = G.getPredicate(I.Operands.back()) & G.getActive();
  N.Sum.Count += llvm::popcount(Holds);
  N.Sum.All &= Holds == G.getActive();
  N.Sum.Any |= Holds != None;
}

static void setResult(const Instruction &I, ThreadGroup &G, const NamedBarrier::Reduction &Sum) {
  switch (I.details<BarrierDetails>().Action) {
  case BarrierAction::Sync:
  case BarrierAction::Arrive:
    return;
  case BarrierAction::Count:
    G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, Sum.Count); });
    return;
  case BarrierAction::All:
    return G.setPredicate(I.Results[0], Sum.All ? AllLanes : None);
  case BarrierAction::Any:
    return G.setPredicate(I.Results[0], Sum.Any ? AllLanes : None);
  }
}

/// Describes what WaitState[1] says.
enum : uint64_t { HasNotCome, HasCome };

static Step executeBarrier(const Instruction &I, ThreadGroup &G) {
  NamedBarrier *N = getBarrier(I, G);
  if (!N)
    return Step::Next;
  Block &B = G.getBlock();
  if (!G.NumWaits)
    G.WaitState[1] = HasNotCome;
  if (G.WaitState[1] == HasNotCome) {
    LaneMask &Present = N->Present[G.getWarp().getNumber()];
    if (Present & G.getActive())
      return G.wait("the other threads of the warp at a barrier", N - B.Barriers.data());
    const std::optional<uint32_t> Count = getCount(I, G, *N);
    if (!Count)
      return Step::Next;
    N->Expected = *Count;
    N->IsInUse = true;
    N->LastArrival = &I;
    N->Warps |= 1u << G.getWarp().getNumber();
    Present |= G.getActive();
    G.WaitState[0] = N->Phase;
    G.WaitState[1] = HasCome;
    G.getCluster().Order.release(G, G.getActive(), N->Arriving);
    addPredicate(I, G, *N);
  }
  settle(B, *N);
  if (I.details<BarrierDetails>().Action == BarrierAction::Arrive)
    return Step::Next;
  if (N->Phase == G.WaitState[0])
    return G.wait(WaitReason::ForBarrier, N - B.Barriers.data());
  const NamedBarrier::Result &Result = N->Results[G.WaitState[0] % NamedBarrier::NumKept];
  G.getCluster().Order.acquire(G, G.getActive(), Result.Released);
  setResult(I, G, Result.Sum);
  const bool IsOfSome = I.details<BarrierDetails>().HasCount;
  G.getWarp().LastBarrier = IsOfSome ? &I : nullptr;
  G.getWarp().WarpsOfLastBarrier = Result.Warps;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <BarrierAction Action, bool IsAligned> static Error readBarrier(InstructionReader &R) {
  constexpr bool Reduces = Action != BarrierAction::Sync && Action != BarrierAction::Arrive;
  BarrierDetails Of{Action};
  if (R.get<words::BarrierReduction>() == words::BarrierReduction::Or)
    Of.Action = BarrierAction::Any;
  Of.HasCount = R.Result.Operands.size() > 1 + Reduces && R.Result.Operands[1];
  R.setDetails(Of);
  R.Result.Needs = IsAligned || R.get<words::Aligned>() == words::Aligned::Aligned
                       ? Convergence::Warp
                       : Convergence::None;
  return readAs<executeBarrier>(R);
}

ArrayRef<RowReader> emulator::getBarrierRows() {
  static constexpr RowReader Rows[] = {
      {PTX_BAR_SYNC, readBarrier<BarrierAction::Sync, true>},
      {PTX_BAR_ARRIVE, readBarrier<BarrierAction::Arrive, true>},
      {PTX_BAR_RED_POPC, readBarrier<BarrierAction::Count, true>},
      {PTX_BAR_RED_POPC_COUNTED, readBarrier<BarrierAction::Count, true>},
      {PTX_BAR_RED, readBarrier<BarrierAction::All, true>},
      {PTX_BAR_RED_COUNTED, readBarrier<BarrierAction::All, true>},
      {PTX_BARRIER_SYNC, readBarrier<BarrierAction::Sync, false>},
      {PTX_BARRIER_ARRIVE, readBarrier<BarrierAction::Arrive, false>},
      {PTX_BARRIER_RED_POPC, readBarrier<BarrierAction::Count, false>},
      {PTX_BARRIER_RED_POPC_COUNTED, readBarrier<BarrierAction::Count, false>},
      {PTX_BARRIER_RED, readBarrier<BarrierAction::All, false>},
      {PTX_BARRIER_RED_COUNTED, readBarrier<BarrierAction::All, false>},
  };
  return Rows;
}
