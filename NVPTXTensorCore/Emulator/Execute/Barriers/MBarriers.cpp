//===- MBarriers.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mbarrier: what threads do with mbarrier objects, except for their waits, which are in
// MBarrierWaits.cpp. The objects are in Machine/MBarriers.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Barriers/MBarriers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Actor emulator::getMBarrierActor(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<MBarrierDetails>();
  Actor Who = G.getActor(I, Lane);
  // An mbarrier is for all threads of the cluster, whatever the scope of what it orders.
  Who.Within = Scope::Cluster;
  // MBarrier's clocks have what the phases release and acquire, and those of atomics do not.
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
    return G.getCluster().MBarriers.init(getMBarrierActor(I, G, Lane), Address, Count,
                                         I.details<MBarrierDetails>().HasReports);
  });
}

static Step invalidate(const Instruction &I, ThreadGroup &G) {
  return forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    return G.getCluster().MBarriers.invalidate(getMBarrierActor(I, G, Lane), Address);
  });
}

static Step checkLayout(const Instruction &I, ThreadGroup &G) {
  LaneMask Fits = 0;
  const Step Next = forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    const MBarrier *Object = G.getCluster().MBarriers.access(getMBarrierActor(I, G, Lane), Address);
    const bool Wanted = I.details<MBarrierDetails>().HasReports;
    if (Object && MBarrierWord::decode(Object->Word)->HasReports == Wanted)
      Fits |= LaneMask(1) << Lane;
    return Object != nullptr;
  });
  G.setPredicate(I.Results[0], Fits);
  return Next;
}

static Step countPending(const Instruction &I, ThreadGroup &G) {
  const uint64_t *States = G.lanes<uint64_t>(I.Operands[0]);
  G.forEachLane([&](unsigned Lane) {
    const std::optional<MBarrierWord> W = MBarrierWord::decode(States[Lane]);
    if (!W)
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              "0x" + utohexstr(States[Lane], true) +
                  " is not a state that an arrival (mbarrier.arrive) returned");
    else if (W->HasReports)
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              "0x" + utohexstr(States[Lane], true) +
                  " is the state of an mbarrier with .layout::v1; expected one with .layout::v0");
    else
      G.set(I.Results[0], Lane, W->Pending);
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// Libraries leave the scope out, which is .cta then (PTX ISA, mbarrier.arrive).
void emulator::reportMBarrierScope(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                   const char *What) {
  if (G.getLaunch().Reports.isOn(Check::MBarrierScope))
    G.report(I, Check::MBarrierScope, LaneMask(1) << Lane,
             Twine(What) + " with the scope .cta, which is the default", ".cluster");
}

/// Returns what a lane does to an mbarrier.
static MBarrierChange getChange(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<MBarrierDetails>();
  const bool HasValue = I.Operands.size() > size_t(Of.IsMulticast);
  const uint64_t Operand = HasValue ? G.get(I.Operands[0], Lane) : 1;
  MBarrierChange Change;
  Change.Drops = Of.Drops;
  Change.MayComplete = Of.MayComplete;
  Change.Transactions = Of.TransactionSign * int64_t(Operand);
  if (!Of.Arrives)
    return Change;
  Change.Arrivals = Of.TransactionSign ? 1 : uint32_t(Operand);
  Change.Releases = Of.Order;
  return Change;
}

/// The same at one mbarrier. False after a fault.
static bool changeOne(const Instruction &I, ThreadGroup &G, unsigned Lane, uint32_t Address,
                      const MBarrierChange &Change) {
  const auto &Of = I.details<MBarrierDetails>();
  const Actor Who = getMBarrierActor(I, G, Lane);
  if (Of.Arrives && Of.Within == Scope::CTA && isOfOtherBlock(Who, Address))
    reportMBarrierScope(I, G, Lane, "arrives at an mbarrier of another block");
  const std::optional<uint64_t> State = G.getCluster().MBarriers.change(Who, Address, Change);
  if (State && !I.Results.empty())
    G.set(I.Results[0], Lane, *State);
  return State.has_value();
}

/// The mbarriers at the same location of all blocks of a mask. False after a fault.
static bool changeAll(const Instruction &I, ThreadGroup &G, unsigned Lane, uint32_t Address,
                      const MBarrierChange &Change) {
  const uint64_t Mask = G.get(I.Operands.back(), Lane);
  const unsigned NumBlocks = G.getCluster().getNumBlocks();
  if (!Mask || Mask >> NumBlocks) {
    G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
            "a multicast with the mask 0x" + utohexstr(Mask, true) + " in a cluster of " +
                Twine(NumBlocks) + " blocks");
    return false;
  }
  for (unsigned Rank = 0; Rank != NumBlocks; ++Rank)
    if (Mask >> Rank & 1 &&
        !changeOne(I, G, Lane, Rank << Windows::RankShift | (Address & Windows::OffsetMask),
                   Change))
      return false;
  return true;
}

/// arrive, arrive_drop, expect_tx, complete_tx
static Step change(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MBarrierDetails>();
  return forEachObject(I, G, [&](unsigned Lane, uint32_t Address) {
    const MBarrierChange Change = getChange(I, G, Lane);
    if (Of.Arrives && (!Change.Arrivals || Change.Arrivals > MBarrierWord::MaxCount)) {
      G.fault(I, Check::Barriers, LaneMask(1) << Lane,
              Twine(Change.Arrivals) + " arrivals; expected 1 to 2^20 - 1");
      return false;
    }
    return Of.IsMulticast ? changeAll(I, G, Lane, Address, Change)
                          : changeOne(I, G, Lane, Address, Change);
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

MBarrierDetails emulator::getMBarrierDetails(const InstructionReader &R, Strength Default) {
  MBarrierDetails Of;
  Of.In = getSharedSpace(R);
  const MemoryOrder How = getMemoryOrder(R, Default, Scope::CTA);
  Of.Order = How.Order;
  Of.Within = How.Within;
  Of.HasReports = R.get<words::Layout>() == words::Layout::LayoutV1;
  Of.IsConditional = R.get<words::PhaseType>() == words::PhaseType::PhaseTypeConditional;
  return Of;
}

/// The address of an invalidated object holds no mbarrier. So an order is not asked for: libcu++
/// has one lane of a warp invalidate what others have used.
template <Handler Execute, Strength Default = Strength::Weak>
static Error readObject(InstructionReader &R) {
  R.setDetails(getMBarrierDetails(R, Default));
  return readAs<Execute>(R);
}

template <bool Drops, int TransactionSign = 0, bool IsMulticast = false, bool MayComplete = true>
static Error readArrival(InstructionReader &R) {
  MBarrierDetails Of = getMBarrierDetails(R, Strength::Release);
  Of.Arrives = true;
  Of.Drops = Drops;
  Of.MayComplete = MayComplete;
  Of.TransactionSign = TransactionSign;
  Of.IsMulticast = IsMulticast;
  if ((Of.In == Space::SharedCluster || IsMulticast) && !R.operand(0).isName("_"))
    return R.fail("an arrival at '.shared::cluster' returns no state; expected '_'");
  if (!R.Result.Operands.front()) // one arrival
    R.Result.Operands = {};
  R.setDetails(Of);
  return readAs<change>(R);
}

template <int Sign, bool IsMulticast = false> static Error readTransactions(InstructionReader &R) {
  MBarrierDetails Of = getMBarrierDetails(R, Strength::Relaxed);
  Of.TransactionSign = Sign;
  Of.IsMulticast = IsMulticast;
  R.setDetails(Of);
  return readAs<change>(R);
}

ArrayRef<RowReader> emulator::getMBarrierRows() {
  static constexpr RowReader Rows[] = {
      {PTX_MBARRIER_INIT, readObject<initialize>},
      {PTX_MBARRIER_INVAL, readObject<invalidate, Strength::Relaxed>},
      {PTX_MBARRIER_CHECK_LAYOUT, readObject<checkLayout>},
      {PTX_MBARRIER_PENDING_COUNT, readAs<countPending>},
      {PTX_MBARRIER_ARRIVE, readArrival<false>},
      {PTX_MBARRIER_ARRIVE_REMOTE, readArrival<false>},
      {PTX_MBARRIER_ARRIVE_EXPECT_TX, readArrival<false, 1>},
      {PTX_MBARRIER_ARRIVE_EXPECT_TX_REMOTE, readArrival<false, 1>},
      {PTX_MBARRIER_ARRIVE_NO_COMPLETE, readArrival<false, 0, false, false>},
      {PTX_MBARRIER_ARRIVE_MULTICAST, readArrival<false, 0, true>},
      {PTX_MBARRIER_ARRIVE_MULTICAST_COUNTED, readArrival<false, 0, true>},
      {PTX_MBARRIER_ARRIVE_EXPECT_TX_MULTICAST, readArrival<false, 1, true>},
      {PTX_MBARRIER_ARRIVE_DROP, readArrival<true>},
      {PTX_MBARRIER_ARRIVE_DROP_REMOTE, readArrival<true>},
      {PTX_MBARRIER_ARRIVE_DROP_EXPECT_TX, readArrival<true, 1>},
      {PTX_MBARRIER_ARRIVE_DROP_EXPECT_TX_REMOTE, readArrival<true, 1>},
      {PTX_MBARRIER_ARRIVE_DROP_NO_COMPLETE, readArrival<true, 0, false, false>},
      {PTX_MBARRIER_ARRIVE_DROP_MULTICAST, readArrival<true, 0, true>},
      {PTX_MBARRIER_ARRIVE_DROP_MULTICAST_COUNTED, readArrival<true, 0, true>},
      {PTX_MBARRIER_ARRIVE_DROP_EXPECT_TX_MULTICAST, readArrival<true, 1, true>},
      {PTX_MBARRIER_EXPECT_TX, readTransactions<1>},
      {PTX_MBARRIER_EXPECT_TX_MULTICAST, readTransactions<1, true>},
      {PTX_MBARRIER_COMPLETE_TX, readTransactions<-1>},
      {PTX_MBARRIER_COMPLETE_TX_MULTICAST, readTransactions<-1, true>},
  };
  return Rows;
}
