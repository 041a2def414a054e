//===- MBarriers.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mbarrier: what threads do with mbarrier objects. The objects are in Machine/MBarriers.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/AsyncOperands.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct MBarrierDetails {
  Space In = Space::Generic;
  Strength Order = Strength::Weak;
  Scope Within = Scope::CTA;
  bool SaysCTA = false; ///< which does not reach the threads of other blocks
  // Of what changes counts.
  bool Arrives = false, Drops = false, MayComplete = true;
  int TransactionSign = 0; ///< 1: the operand is bytes that are expected; -1: that are there
  // Of waits.
  bool HasParity = false, Waits = false;
};
} // namespace

static Actor getActor(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<MBarrierDetails>();
  Actor Who = G.getActor(I, Lane);
  Who.Within = Of.Within;
  // What the phases release and acquire is in MBarrier's clocks, not in those of atomics.
  Who.Order = Of.Order == Strength::Weak ? Strength::Weak : Strength::Relaxed;
  return Who;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

template <class F> static Step forEachObject(const Instruction &I, ThreadGroup &G, F Visit) {
  const Space In = I.details<MBarrierDetails>().In;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> Address = getSharedAddress(I, G, Lane, 0, In);
    if (!Address || !Visit(Lane, *Address))
      break;
  }
  return Step::Next;
}

static Step initialize(const Instruction &I, ThreadGroup &G) {
  return forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    const uint64_t Count = G.get(I.Operands[0], Lane);
    return G.getCluster().MBarriers.init(getActor(I, G, Lane), Address, Count);
  });
}

static Step invalidate(const Instruction &I, ThreadGroup &G) {
  return forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    return G.getCluster().MBarriers.invalidate(getActor(I, G, Lane), Address);
  });
}

static Step countPending(const Instruction &I, ThreadGroup &G) {
  const uint64_t *States = G.lanes<uint64_t>(I.Operands[0]);
  G.forEachLane([&](unsigned Lane) {
    const std::optional<MBarrierWord> W = MBarrierWord::decode(States[Lane]);
    if (!W)
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              "0x" + utohexstr(States[Lane], true) +
                  " is no state that an arrival (mbarrier.arrive) returned");
    else
      G.set(I.Results[0], Lane, W->Pending);
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// The scope is right without a word: .cta is the default, which is all that libraries use.
static void reportScope(const Instruction &I, ThreadGroup &G, unsigned Lane, const char *What) {
  G.report(I, Check::Barriers, LaneMask(1) << Lane, Twine(What) + " with the scope .cta",
           ".cluster");
}

/// arrive, arrive_drop, expect_tx, complete_tx
static Step change(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MBarrierDetails>();
  return forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    const uint64_t Operand = I.Operands.empty() ? 1 : G.get(I.Operands[0], Lane);
    MBarrierChange Change;
    Change.Drops = Of.Drops;
    Change.MayComplete = Of.MayComplete;
    Change.Transactions = Of.TransactionSign * int64_t(Operand);
    if (Of.Arrives)
      Change.Arrivals = Of.TransactionSign ? 1 : uint32_t(Operand);
    if (Of.Arrives && (!Change.Arrivals || Change.Arrivals > MBarrierWord::MaxCount)) {
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              Twine(Change.Arrivals) + " arrivals; expected 1 to 2^20 - 1");
      return false;
    }
    if (Of.Arrives)
      Change.Releases = Of.Order;
    if (Of.Arrives && Of.SaysCTA && isOfOtherBlock(getActor(I, G, Lane), Address))
      reportScope(I, G, Lane, "arrives at an mbarrier of another block");
    const std::optional<uint64_t> State =
        G.getCluster().MBarriers.change(getActor(I, G, Lane), Address, Change);
    if (State && !I.Results.empty())
      G.set(I.Results[0], Lane, *State);
    return State.has_value();
  });
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Reports a wait for the phase before by a thread that has waited for it and arrived since: the
/// parity was not changed.
static void checkWaitedBefore(const Instruction &I, ThreadGroup &G, unsigned Lane, MBarrier &Of) {
  auto &[Waited, Arrived] = Of.WaitedAndArrived[&G.getWarp()];
  const LaneMask Bit = LaneMask(1) << Lane;
  if (Waited & Arrived & Bit)
    G.report(I, Check::Barriers, Bit,
             "waits for the same phase again, after an arrival in the next one",
             "the parity of the phase that goes on");
  Waited |= Bit;
}

/// Whether the phase that a lane waits for has ended; nothing after a fault.
static std::optional<bool> hasEnded(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                    uint32_t Address) {
  const auto &Of = I.details<MBarrierDetails>();
  MBarriers &All = G.getCluster().MBarriers;
  const MBarrier *Object = G.NumWaits ? All.find(Address) : nullptr;
  if (!Object)
    Object = All.access(getActor(I, G, Lane), Address);
  if (!Object)
    return std::nullopt;
  const uint64_t Operand = G.get(I.Operands[0], Lane);
  bool Parity = Operand & 1;
  if (Of.HasParity && Operand > 1)
    G.report(I, Check::Barriers, LaneMask(1) << Lane,
             "phase parity " + Twine(Operand) + "; expected 0 or 1");
  if (!Of.HasParity) {
    const std::optional<MBarrierWord> State = MBarrierWord::decode(Operand);
    if (!State) {
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              "0x" + utohexstr(Operand, true) +
                  " is no state that an arrival (mbarrier.arrive) returned");
      return std::nullopt;
    }
    Parity = State->Parity;
  }
  return MBarrierWord::decode(Object->Word)->Parity != Parity;
}

/// test_wait, try_wait. A wait of several lanes goes on when it can for all, or gives up.
static Step wait(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MBarrierDetails>();
  MBarriers &All = G.getCluster().MBarriers;
  uint32_t Addresses[WarpSize];
  LaneMask Ended = 0;
  unsigned Waiting = 0;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const std::optional<uint32_t> Address = getSharedAddress(I, G, Lane, 0, Of.In);
    const std::optional<bool> Has = Address ? hasEnded(I, G, Lane, *Address) : std::nullopt;
    if (!Has)
      return Step::Next;
    Addresses[Lane] = *Address;
    if (*Has)
      Ended |= LaneMask(1) << Lane;
    else
      Waiting = Lane;
  }
  if (Ended == G.getActive())
    All.hasSucceeded(G.getWarp());
  else if (!All.givesUp(G.getWarp(), !Of.Waits))
    return G.wait(WaitReason::ForPhase, Addresses[Waiting], All.find(Addresses[Waiting])->Phase);
  for (LaneMask Left = Ended; Left;) {
    const uint32_t Address = Addresses[llvm::countr_zero(Left)];
    MBarrier &Object = *All.find(Address);
    LaneMask Same = 0;
    for (LaneMask M = Left; M; M &= M - 1)
      if (Addresses[llvm::countr_zero(M)] == Address) {
        Same |= M & -M;
        checkWaitedBefore(I, G, llvm::countr_zero(M), Object);
        if (Of.SaysCTA && Object.HadRemote)
          reportScope(I, G, llvm::countr_zero(M), "waits for arrivals of another block");
      }
    Left &= ~Same;
    G.getCluster().Order.acquire(G, Same, Object.Done, Of.Order);
  }
  G.setPredicate(I.Results[0], Ended);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The operands of what has no result: an address and, or not, a value.
static Error readOperands(InstructionReader &R, MBarrierDetails Of, size_t First, size_t MinValues,
                          size_t MaxValues, unsigned Bits, Handler Execute) {
  if (!R.take(".b64"))
    return R.fail("expected the type '.b64'");
  if (Error E = R.expectOperands(First + 1 + MinValues, First + 1 + MaxValues))
    return E;
  if (Error E = readAddresses(R, First, 1))
    return E;
  SmallVector<Slot, 2> Slots;
  for (size_t Number = First + 1; Number != R.getNumOperands(); ++Number)
    if (Error E = readValue(R, Number, Number == First + 1 ? Bits : 32, Slots))
      return E;
  R.setOperands(Slots);
  R.setDetails(Of);
  R.Result.Execute = Execute;
  return Error::success();
}

static void takeScope(InstructionReader &R, MBarrierDetails &Of) {
  constexpr Scope None = Scope::System; // which mbarriers do not have
  Of.Within = takeScope(R, None);
  Of.SaysCTA = Of.Within == Scope::CTA;
  if (Of.Within == None)
    Of.Within = Scope::CTA;
}

static Error readArrival(InstructionReader &R, MBarrierDetails Of) {
  Of.Arrives = true;
  if (R.takeAnywhere(".expect_tx"))
    Of.TransactionSign = 1;
  Of.MayComplete = !R.takeAnywhere(".noComplete");
  Of.In = takeSharedSpace(R);
  Of.Order = takeOrder(R, Strength::Release);
  takeScope(R, Of);
  if (Error E = R.expectOperands(2, 3))
    return E;
  if (!R.operand(0).isName("_")) {
    if (Of.In == Space::SharedCluster)
      return R.fail("an arrival at '.shared::cluster' returns no state; expected '_'");
    Expected<Slot> State = R.write(R.operand(0), getBitsType(64));
    if (!State)
      return State.takeError();
    R.setResults(*State);
  }
  const bool NeedsValue = Of.TransactionSign || !Of.MayComplete;
  return readOperands(R, Of, 1, NeedsValue, 1, 32, change);
}

static Error readWait(InstructionReader &R, MBarrierDetails Of) {
  Of.HasParity = R.takeAnywhere(".parity");
  Of.In = takeSharedSpace(R);
  Of.Order = takeOrder(R, Strength::Acquire);
  takeScope(R, Of);
  if (Of.In == Space::SharedCluster)
    return R.fail("a thread waits at mbarriers of its own block; expected '.shared::cta'");
  if (Error E = R.expectOperands(3, Of.Waits ? 4 : 3))
    return E;
  Expected<Slot> P = R.write(R.operand(0), getBitsType(1));
  if (!P)
    return P.takeError();
  R.setResults(*P);
  // A time limit is a hint.
  return readOperands(R, Of, 1, 1, 2, Of.HasParity ? 32 : 64, wait);
}

static Error readTransactions(InstructionReader &R, int Sign) {
  MBarrierDetails Of;
  Of.TransactionSign = Sign;
  Of.In = takeSharedSpace(R);
  Of.Order = takeOrder(R, Strength::Relaxed);
  Of.Within = takeScope(R, Scope::CTA);
  return readOperands(R, Of, 0, 1, 1, 32, change);
}

static Error readPendingCount(InstructionReader &R) {
  if (!R.take(".b64"))
    return R.fail("expected the type '.b64'");
  if (Error E = R.expectOperands(2))
    return E;
  Expected<Slot> Count = R.write(R.operand(0), getBitsType(32));
  if (!Count)
    return Count.takeError();
  SmallVector<Slot, 1> State;
  if (Error E = readValue(R, 1, 64, State))
    return E;
  R.setResults(*Count);
  R.setOperands(State);
  R.Result.Execute = countPending;
  return Error::success();
}

static Error readInit(InstructionReader &R) {
  MBarrierDetails Of;
  Of.In = takeSharedSpace(R);
  return readOperands(R, Of, 0, 1, 1, 32, initialize);
}

/// Who uses the object after it finds no mbarrier there. So an order is not asked for: libcu++ has
/// one lane of a warp invalidate what others have used.
static Error readInval(InstructionReader &R) {
  MBarrierDetails Of;
  Of.Order = Strength::Relaxed;
  Of.In = takeSharedSpace(R);
  return readOperands(R, Of, 0, 0, 0, 32, invalidate);
}

static Error readArrive(InstructionReader &R) { return readArrival(R, MBarrierDetails()); }
static Error readArriveDrop(InstructionReader &R) {
  MBarrierDetails Of;
  Of.Drops = true;
  return readArrival(R, Of);
}
static Error readTestWait(InstructionReader &R) { return readWait(R, MBarrierDetails()); }
static Error readTryWait(InstructionReader &R) {
  MBarrierDetails Of;
  Of.Waits = true;
  return readWait(R, Of);
}
static Error readExpect(InstructionReader &R) { return readTransactions(R, 1); }
static Error readComplete(InstructionReader &R) { return readTransactions(R, -1); }

ArrayRef<InstructionFamily> emulator::getMBarrierInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"mbarrier.init", readInit},
      {"mbarrier.inval", readInval},
      {"mbarrier.arrive", readArrive},
      {"mbarrier.arrive_drop", readArriveDrop},
      {"mbarrier.expect_tx", readExpect},
      {"mbarrier.complete_tx", readComplete},
      {"mbarrier.test_wait", readTestWait},
      {"mbarrier.try_wait", readTryWait},
      {"mbarrier.pending_count", readPendingCount},
  };
  return Families;
}
