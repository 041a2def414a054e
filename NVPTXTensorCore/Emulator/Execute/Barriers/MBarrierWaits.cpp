//===- MBarrierWaits.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mbarrier.test_wait, mbarrier.try_wait: waits for the end of a phase, and what its copies have
// reported.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Barriers/MBarriers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Reports a wait for the phase before by a thread that has waited for it and arrived since: the
/// parity was not changed.
static void checkWaitedBefore(const Instruction &I, ThreadGroup &G, unsigned Lane, MBarrier &Of) {
  auto &[Waited, Arrived] = Of.WaitedAndArrived[&G.getWarp()];
  const LaneMask Bit = LaneMask(1) << Lane;
  if (Waited & Arrived & Bit) {
    Report R;
    R.Kind = Check::Barriers;
    R.Level = G.getLaunch().Reports.getSeverity(R.Kind);
    R.Sentence = "waits for the same phase again, after an arrival in the next one";
    R.Missing = "the parity of the phase that goes on";
    R.At = G.getLocation(I, Bit);
    R.EndsPhases = true;
    G.getLaunch().Reports.add(std::move(R));
  }
  Waited |= Bit;
}

/// Notes which phase a lane has waited for: the one before that which goes on.
static void rememberWait(const Instruction &I, ThreadGroup &G, unsigned Lane, MBarrier &Of) {
  constexpr unsigned MaxMeetings = 8; // of parts of the warp
  Warp &W = G.getWarp();
  Ordering &Order = G.getCluster().Order;
  PhaseWait &Last = Of.LastWaits[&W];
  if (Last.Phase + 1 != Of.Phase)
    Last = PhaseWait();
  Last.At = &I;
  Last.Phase = Of.Phase - 1;
  const LaneMask Bit = LaneMask(1) << Lane;
  Last.Again = (Last.Again & ~Bit) | (Last.Lanes & Bit);
  Last.Lanes |= Bit;
  Last.Times[Lane] = Order.getTime(Order.getClusterWarp(W));
  Last.NextMeetings[Lane] = W.NumMeetings;
  W.MeetingsToNote = G.getLaunch().Options.HasChecks ? MaxMeetings : 0;
}

/// Returns true if the phase that a lane waits for has ended; nothing after a fault.
static std::optional<bool> hasEnded(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                    uint32_t Address) {
  const auto &Of = I.details<MBarrierDetails>();
  MBarriers &All = G.getCluster().MBarriers;
  const MBarrier *Object = G.NumWaits ? All.find(Address) : nullptr;
  if (!Object)
    Object = All.access(getMBarrierActor(I, G, Lane), Address);
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
                  " is not a state that an arrival (mbarrier.arrive) returned");
      return std::nullopt;
    }
    Parity = State->Parity;
  }
  const bool GoesOn =
      Of.IsConditional ? Object->ConditionalParity : MBarrierWord::decode(Object->Word)->Parity;
  return GoesOn != Parity;
}

/// The lanes have seen what the phases released that they waited for.
static void acquireEnded(const Instruction &I, ThreadGroup &G, LaneMask Ended,
                         const uint32_t (&Addresses)[WarpSize]) {
  const auto &Of = I.details<MBarrierDetails>();
  for (LaneMask Left = Ended; Left;) {
    const uint32_t Address = Addresses[llvm::countr_zero(Left)];
    MBarrier &Object = *G.getCluster().MBarriers.find(Address);
    LaneMask Same = 0;
    for (LaneMask M = Left; M; M &= M - 1)
      if (Addresses[llvm::countr_zero(M)] == Address) {
        Same |= M & -M;
        checkWaitedBefore(I, G, llvm::countr_zero(M), Object);
        rememberWait(I, G, llvm::countr_zero(M), Object);
        if (Of.Within == Scope::CTA && Object.HadRemote)
          reportMBarrierScope(I, G, llvm::countr_zero(M),
                              "waits for arrivals or bytes of another block");
      }
    Left &= ~Same;
    G.getCluster().Order.acquire(G, Same, Of.IsConditional ? Object.ConditionalDone : Object.Done,
                                 Of.Order);
  }
}

/// The report predicate and value of the phases that have ended. No copy reports a value other than
/// 0. Those of other phases are undefined, so random.
static void setReports(const Instruction &I, ThreadGroup &G, LaneMask Ended,
                       const uint32_t (&Addresses)[WarpSize]) {
  Cluster &C = G.getCluster();
  if (I.Results.size() < 2)
    return;
  LaneMask Reported = 0;
  if (C.getLaunch().Options.IsAdversary)
    Reported = LaneMask(C.choose(uint64_t(1) << WarpSize)) & ~Ended;
  for (LaneMask Left = Ended; Left; Left &= Left - 1)
    if (C.MBarriers.find(Addresses[llvm::countr_zero(Left)])->Reported)
      Reported |= Left & -Left;
  G.setPredicate(I.Results[1], Reported);
  if (I.Results.size() > 2)
    G.forEachLane([&](unsigned Lane) { G.set(I.Results[2], Lane, 0); });
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
    return G.wait(Of.IsConditional ? WaitReason::ForConditionalPhase : WaitReason::ForPhase,
                  Addresses[Waiting], All.find(Addresses[Waiting])->Phase);
  acquireEnded(I, G, Ended, Addresses);
  G.setPredicate(I.Results[0], Ended);
  setReports(I, G, Ended, Addresses);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// A time limit is a hint.
template <bool Waits, bool HasParity> static Error readWait(InstructionReader &R) {
  MBarrierDetails Of = getMBarrierDetails(R, Strength::Acquire);
  Of.Waits = Waits;
  Of.HasParity = HasParity;
  R.setDetails(Of);
  return readAs<wait>(R);
}

ArrayRef<RowReader> emulator::getMBarrierWaitRows() {
  static constexpr RowReader Rows[] = {
      {PTX_MBARRIER_TEST_WAIT, readWait<false, false>},
      {PTX_MBARRIER_TEST_WAIT_REPORT, readWait<false, false>},
      {PTX_MBARRIER_TEST_WAIT_REPORT_VALUE, readWait<false, false>},
      {PTX_MBARRIER_TEST_WAIT_PARITY, readWait<false, true>},
      {PTX_MBARRIER_TEST_WAIT_PARITY_REPORT, readWait<false, true>},
      {PTX_MBARRIER_TEST_WAIT_PARITY_REPORT_VALUE, readWait<false, true>},
      {PTX_MBARRIER_TRY_WAIT, readWait<true, false>},
      {PTX_MBARRIER_TRY_WAIT_REPORT, readWait<true, false>},
      {PTX_MBARRIER_TRY_WAIT_REPORT_VALUE, readWait<true, false>},
      {PTX_MBARRIER_TRY_WAIT_PARITY, readWait<true, true>},
      {PTX_MBARRIER_TRY_WAIT_PARITY_REPORT, readWait<true, true>},
      {PTX_MBARRIER_TRY_WAIT_PARITY_REPORT_VALUE, readWait<true, true>},
  };
  return Rows;
}
