//===- MBarriers.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mbarrier: what threads do with mbarrier objects, but for their waits, which are in
// MBarrierWaits.cpp. The objects are in Machine/MBarriers.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/MBarriers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Actor emulator::getMBarrierActor(const Instruction &I, ThreadGroup &G, unsigned Lane) {
  const auto &Of = I.details<MBarrierDetails>();
  Actor Who = G.getActor(I, Lane);
  // An mbarrier is for all threads of the cluster, whatever the scope of what it orders.
  Who.Within = Scope::Cluster;
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
                  " is no state that an arrival (mbarrier.arrive) returned");
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

/// What a lane does to an mbarrier.
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

/// The mbarriers at the same place of all blocks of a mask. False after a fault.
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
// Reading
//===----------------------------------------------------------------------===//

Error emulator::readMBarrierOperands(InstructionReader &R, MBarrierDetails Of, size_t First,
                                     size_t MinValues, size_t MaxValues, unsigned Bits,
                                     Handler Execute) {
  if (!R.take(".b64"))
    return R.fail("expected the type '.b64'");
  if (Of.IsMulticast && Of.In == Space::SharedCTA)
    return R.fail("a multicast is to mbarriers in '.shared::cluster'");
  MinValues += Of.IsMulticast; // the mask
  MaxValues += Of.IsMulticast;
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

static bool takeMulticast(InstructionReader &R) {
  return R.takeAnywhere(".multicast::cluster::32b");
}

static Error readArrival(InstructionReader &R, MBarrierDetails Of) {
  Of.Arrives = true;
  if (R.takeAnywhere(".expect_tx"))
    Of.TransactionSign = 1;
  Of.MayComplete = !R.takeAnywhere(".noComplete");
  Of.In = takeSharedSpace(R);
  Of.Order = takeOrder(R, Strength::Release);
  Of.Within = takeScope(R, Scope::CTA);
  Of.IsMulticast = takeMulticast(R);
  if (Error E = R.expectOperands(2 + Of.IsMulticast, 3 + Of.IsMulticast))
    return E;
  if (!R.operand(0).isName("_")) {
    if (Of.In == Space::SharedCluster || Of.IsMulticast)
      return R.fail("an arrival at '.shared::cluster' returns no state; expected '_'");
    Expected<Slot> State = R.write(R.operand(0), getBitsType(64));
    if (!State)
      return State.takeError();
    R.setResults(*State);
  }
  const bool NeedsValue = Of.TransactionSign || !Of.MayComplete;
  return readMBarrierOperands(R, Of, 1, NeedsValue, 1, 32, change);
}

static Error readTransactions(InstructionReader &R, int Sign) {
  MBarrierDetails Of;
  Of.TransactionSign = Sign;
  Of.In = takeSharedSpace(R);
  Of.Order = takeOrder(R, Strength::Relaxed);
  Of.Within = takeScope(R, Scope::CTA);
  Of.IsMulticast = takeMulticast(R);
  return readMBarrierOperands(R, Of, 0, 1, 1, 32, change);
}

static Error readPendingCount(InstructionReader &R) {
  R.take(".layout::v0");
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
  Of.HasReports = R.takeOneOf({".layout::v0", ".layout::v1"}) == ".layout::v1";
  Of.In = takeSharedSpace(R);
  return readMBarrierOperands(R, Of, 0, 1, 1, 32, initialize);
}

static Error readCheckLayout(InstructionReader &R) {
  MBarrierDetails Of;
  const StringRef Layout = R.takeOneOf({".layout::v0", ".layout::v1"});
  if (Layout.empty())
    return R.fail("expected '.layout::v0' or '.layout::v1'");
  Of.HasReports = Layout == ".layout::v1";
  Of.In = takeSharedSpace(R);
  if (Of.In == Space::SharedCluster)
    return R.fail("expected '.shared::cta'");
  if (Error E = R.expectOperands(2))
    return E;
  Expected<Slot> Fits = R.write(R.operand(0), getBitsType(1));
  if (!Fits)
    return Fits.takeError();
  R.setResults(*Fits);
  return readMBarrierOperands(R, Of, 1, 0, 0, 32, checkLayout);
}

/// Who uses the object after it finds no mbarrier there. So an order is not asked for: libcu++ has
/// one lane of a warp invalidate what others have used.
static Error readInval(InstructionReader &R) {
  MBarrierDetails Of;
  Of.Order = Strength::Relaxed;
  Of.In = takeSharedSpace(R);
  return readMBarrierOperands(R, Of, 0, 0, 0, 32, invalidate);
}

static Error readArrive(InstructionReader &R) { return readArrival(R, MBarrierDetails()); }
static Error readArriveDrop(InstructionReader &R) {
  MBarrierDetails Of;
  Of.Drops = true;
  return readArrival(R, Of);
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
      {"mbarrier.test_wait", readMBarrierTestWait},
      {"mbarrier.try_wait", readMBarrierTryWait},
      {"mbarrier.check_layout", readCheckLayout},
      {"mbarrier.pending_count", readPendingCount},
  };
  return Families;
}
