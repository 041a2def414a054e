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

#include "Emulator/Instructions/InstructionTable.h"
#include "Emulator/Instructions/WarpMembers.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
enum class BarrierAction { Sync, Arrive, Count, All, Any };
struct BarrierDetails {
  BarrierAction Action = BarrierAction::Sync;
  bool HasCount = false;
  bool IsNegated = false; ///< the predicate of red
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

/// How many threads it is for: 0 of all of the block. Nothing after a fault.
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
  const auto Spell = [](uint64_t Threads) {
    return Threads ? std::to_string(Threads) + " threads" : "all threads";
  };
  G.fault(I, Check::Barriers, G.getActive(),
          "a barrier for " + Spell(*Count) + ", at which others wait as one for " +
              Spell(N.Expected));
  return std::nullopt;
}

static void addPredicate(const Instruction &I, ThreadGroup &G, NamedBarrier &N) {
  const auto &Of = I.details<BarrierDetails>();
  if (Of.Action == BarrierAction::Sync || Of.Action == BarrierAction::Arrive)
    return;
  const LaneMask Word = G.getPredicate(I.Operands[I.Operands.size() - 1]);
  const LaneMask Holds = (Of.IsNegated ? ~Word : Word) & G.getActive();
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

/// What WaitState[1] says.
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
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The predicate of red, which may be negated.
static Expected<Slot> readPredicate(InstructionReader &R, const ptx::Operand &O,
                                    BarrierDetails &Of) {
  Of.IsNegated = O.is(ptx::Operand::Kind::Expression) && O.Text == "!" && O.Parts.size() == 1;
  return R.read(Of.IsNegated ? O.Parts[0] : O, getBitsType(1));
}

static Error readAction(InstructionReader &R, BarrierDetails &Of) {
  const StringRef Action = R.takeOneOf({".sync", ".arrive", ".red"});
  if (Action.empty())
    return R.fail("expected '.sync', '.arrive' or '.red'");
  const StringRef Operation =
      Action == ".red" ? R.takeOneOf({".popc", ".and", ".or"}) : StringRef();
  if (Action == ".red" && Operation.empty())
    return R.fail("expected '.popc', '.and' or '.or'");
  Of.Action = StringSwitch<BarrierAction>(Action == ".red" ? Operation : Action)
                  .Case(".sync", BarrierAction::Sync)
                  .Case(".arrive", BarrierAction::Arrive)
                  .Case(".popc", BarrierAction::Count)
                  .Case(".and", BarrierAction::All)
                  .Default(BarrierAction::Any);
  return Error::success();
}

/// bar and barrier, with .sync, .arrive and .red
static Error readBarrier(InstructionReader &R) {
  if (R.take(".warp"))
    return readWarpBarrier(R);
  R.take(".cta");
  BarrierDetails Of;
  if (Error E = readAction(R, Of))
    return E;
  const bool IsAligned = R.take(".aligned") || R.Source.Name == "bar";
  const bool Reduces = Of.Action != BarrierAction::Sync && Of.Action != BarrierAction::Arrive;
  if (Reduces && !R.take(Of.Action == BarrierAction::Count ? ".u32" : ".pred"))
    return R.fail("expected the type of the result");
  const size_t NumOthers = Reduces ? 3 : 1; // with the barrier
  if (Error E = R.expectOperands(NumOthers + (Of.Action == BarrierAction::Arrive), NumOthers + 1))
    return E;
  Of.HasCount = R.getNumOperands() == NumOthers + 1;
  SmallVector<Slot, 3> Slots;
  for (size_t Number = Reduces; Number != Reduces + 1u + Of.HasCount; ++Number) {
    Expected<Slot> S = R.read(R.operand(Number), getBitsType(32));
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  if (Reduces) {
    Expected<Slot> Predicate = readPredicate(R, R.operand(R.getNumOperands() - 1), Of);
    if (!Predicate)
      return Predicate.takeError();
    Slots.push_back(*Predicate);
    Expected<Slot> Result =
        R.write(R.operand(0), getBitsType(Of.Action == BarrierAction::Count ? 32 : 1));
    if (!Result)
      return Result.takeError();
    R.setResults(*Result);
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
