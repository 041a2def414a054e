//===- MBarriers.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts and phases of mbarriers.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/MBarriers.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// The word
//===----------------------------------------------------------------------===//

static constexpr unsigned CountBits = 20, TransactionBits = 21;
static constexpr unsigned ExpectedShift = CountBits, TransactionShift = 2 * CountBits;
static constexpr unsigned ParityShift = TransactionShift + TransactionBits;
static constexpr unsigned MarkShift = ParityShift + 1;
/// By the layout. No zeros, and no untouched memory.
static constexpr uint64_t MarkOfV0 = 1, MarkOfV1 = 2;

uint64_t MBarrierWord::encode() const {
  const uint64_t Bytes = uint64_t(Transactions) & maskTrailingOnes<uint64_t>(TransactionBits);
  const uint64_t Mark = HasReports ? MarkOfV1 : MarkOfV0;
  return Mark << MarkShift | uint64_t(Parity) << ParityShift | Bytes << TransactionShift |
         uint64_t(Expected) << ExpectedShift | Pending;
}

std::optional<MBarrierWord> MBarrierWord::decode(uint64_t Bits) {
  const uint64_t Mark = Bits >> MarkShift;
  if (Mark != MarkOfV0 && Mark != MarkOfV1)
    return std::nullopt;
  MBarrierWord W;
  W.HasReports = Mark == MarkOfV1;
  W.Pending = Bits & MaxCount;
  W.Expected = Bits >> ExpectedShift & MaxCount;
  W.Transactions = int32_t(SignExtend64<TransactionBits>(Bits >> TransactionShift));
  W.Parity = Bits >> ParityShift & 1;
  return W;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

bool MBarriers::fail(const Actor &Who, uint32_t Address, const Twine &Sentence,
                     const Twine &Missing) {
  Of.fault(Who, Check::Barriers, printMBarrier(Of.getLaunch(), Address) + " " + Sentence, Missing);
  return false;
}

bool emulator::isOfOtherBlock(const Actor &Who, uint32_t Address) {
  const Block *By = Who.Group ? &Who.Group->getBlock() : Who.Of;
  return By && Address >> Windows::RankShift != By->getRank();
}

MBarrier *MBarriers::find(uint32_t Address) {
  auto It = Objects.find(Address);
  return It == Objects.end() ? nullptr : &It->second;
}

std::pair<uint32_t, const MBarrier *> MBarriers::findWaitedFor(
    const Warp &W, function_ref<bool(const MBarrier &Object, const PhaseWait &Wait)> Is) const {
  for (const auto &[Address, Object] : Objects)
    if (const auto It = Object.LastWaits.find(&W);
        It != Object.LastWaits.end() && Is(Object, It->second))
      return {Address, &Object};
  return {};
}

/// The bytes of an object; null after a fault.
uint8_t *MBarriers::find(const Actor &Who, uint32_t Address, Access How, MBarrier *&Object) {
  // That nobody wrote what is no mbarrier is not said apart.
  Object = find(Address);
  uint8_t *Bytes = Of.accessShared(Who, Address, sizeof(uint64_t), sizeof(uint64_t),
                                   Object ? How : Access::Write);
  if (!Bytes)
    return nullptr;
  uint64_t Word;
  std::memcpy(&Word, Bytes, sizeof(Word));
  if (Object && Object->Word == Word)
    return Bytes;
  if (Object)
    fail(Who, Address, "was overwritten: it is no longer an mbarrier");
  else
    Of.fault(Who, Check::Barriers,
             "no mbarrier is at " + printShared(Of.getLaunch(), Address) +
                 ": mbarrier.init was not executed, or mbarrier.inval was",
             isOfOtherBlock(Who, Address)
                 ? "mbarrier.init in the other block, and barrier.cluster between it and this"
                 : "mbarrier.init, or a barrier (bar.sync) between it and the threads that use the "
                   "mbarrier");
  return nullptr;
}

static StringRef printMaxCount(const MBarrierWord &W) {
  return W.HasReports ? "2^9 - 1" : "2^20 - 1";
}

bool MBarriers::init(const Actor &Who, uint32_t Address, uint64_t Count, bool HasReports) {
  uint8_t *Bytes = Of.accessShared(Who, Address, sizeof(uint64_t), sizeof(uint64_t), Access::Write);
  if (!Bytes)
    return false;
  MBarrierWord W;
  W.HasReports = HasReports;
  if (!Count || Count > W.getMaxCount())
    return fail(Who, Address,
                "is to expect " + Twine(Count) + " arrivals; expected 1 to " + printMaxCount(W));
  const MBarrier *There = find(Address);
  uint64_t Word;
  std::memcpy(&Word, Bytes, sizeof(Word));
  if (There)
    checkOverwritten(Address, *There);
  if (There && There->Word == Word && Who.Group)
    Who.Group->report(*Who.At, Check::Barriers, LaneMask(1) << Who.Lane,
                      "mbarrier.init at " + printShared(Of.getLaunch(), Address) +
                          ", where an mbarrier is already",
                      "mbarrier.inval before it");
  W.Pending = W.Expected = uint32_t(Count);
  MBarrier &Object = Objects[Address] = MBarrier();
  Object.Word = W.encode();
  if (Who.Group)
    Object.Init = Who.Group->getLocation(*Who.At, LaneMask(1) << Who.Lane);
  std::memcpy(Bytes, &Object.Word, sizeof(Object.Word));
  return true;
}

void MBarriers::checkOverwritten(uint32_t Address, const MBarrier &Object) {
  const Block &B = Of.getBlock(Address >> Windows::RankShift);
  if (!std::memcmp(B.Shared.data() + (Address & Windows::OffsetMask), &Object.Word,
                   sizeof(Object.Word)))
    return;
  Report R;
  R.Kind = Check::MBarrierOverwritten;
  R.Level = Of.getLaunch().Reports.getSeverity(R.Kind);
  R.At = Object.Init;
  R.Sentence = printMBarrier(Of.getLaunch(), Address) +
               " is written over after its last use, and is an mbarrier until mbarrier.inval";
  R.Missing = "mbarrier.inval before the memory has another use, and a barrier (bar.sync) between "
              "the last wait and it";
  if (Object.Init.Instruction)
    Of.getLaunch().Reports.add(std::move(R));
}

void MBarriers::checkAtEnd() {
  for (auto &[Address, Object] : Objects) {
    checkOverwritten(Address, Object);
    const std::optional<MBarrierWord> W = MBarrierWord::decode(Object.Word);
    if (!W || !Object.Init.Instruction || (W->Pending == W->Expected && !W->Transactions))
      continue;
    Report R;
    R.Kind = Check::MBarrierAtExit;
    R.Level = Of.getLaunch().Reports.getSeverity(R.Kind);
    R.At = Object.Init;
    R.Sentence = "the kernel ends in a phase of " + printMBarrier(Of.getLaunch(), Address) +
                 " that has " + utostr(W->Expected - W->Pending) + " of " + utostr(W->Expected) +
                 " arrivals" +
                 (W->Transactions ? ", and expects " + itostr(W->Transactions) + " bytes" : "");
    R.Missing = "as many arrivals (mbarrier.arrive, tcgen05.commit) as mbarrier.init says, in each "
                "phase";
    Of.getLaunch().Reports.add(std::move(R));
  }
}

bool MBarriers::invalidate(const Actor &Who, uint32_t Address) {
  MBarrier *Object = nullptr;
  uint8_t *Bytes = find(Who, Address, Access::Write, Object);
  if (!Bytes)
    return false;
  std::memset(Bytes, 0, sizeof(uint64_t));
  Objects.erase(Address);
  return true;
}

/// Returns what is wrong where lanes arrive by one instruction that one of them should execute;
/// empty if that is not so.
std::string MBarriers::getMissingThread(const Actor &Who, uint32_t Expected) const {
  const Ordering &Order = Of.Order;
  const unsigned NumLanes =
      Who.Group       ? unsigned(llvm::popcount(Who.Group->getActive()))
      : Who.Operation ? Order.countIssuers(Who.Operation->ClusterWarp, Who.Operation->Number)
                      : 1;
  if (NumLanes > 1 && Expected < NumLanes)
    return "one thread that executes '" + Who.At->Source->getMnemonic() +
           "' (elect.sync): " + utostr(NumLanes) +
           " lanes of the warp do, and mbarrier.init says " + utostr(Expected) +
           " arrivals a phase";
  return "";
}

/// Returns what is missing where more threads arrive than a phase takes: a wait for the phase
/// before, if it is not that too many threads execute the instruction.
std::string MBarriers::getMissingWait(const Actor &Who, const MBarrier &Object,
                                      const MBarrierWord &W) {
  const std::string Thread = getMissingThread(Who, W.Expected);
  if (!Thread.empty())
    return Thread;
  const Warp *Own = Who.Group ? &Who.Group->getWarp() : nullptr;
  const auto IsOther = [&](const auto &Each) {
    return Each.first != Own && Each.second.second && &Each.first->getBlock() == &Own->getBlock();
  };
  const auto Other = llvm::find_if(Object.WaitedAndArrived, IsOther);
  if (Own && Who.At == Object.LastArrival && Other != Object.WaitedAndArrived.end())
    return "one thread of the block that executes '" + Who.At->Source->getMnemonic() +
           "' (threadIdx.x == 0, or elect.sync in one warp): warp " +
           utostr(Other->first->getNumber()) + " has done so in this phase, and warp " +
           utostr(Own->getNumber()) + " does; or mbarrier.init with a larger count";
  return "a wait for the phase before (mbarrier.try_wait)";
}

std::string MBarriers::printAnnounced(const Warp &W) const {
  const PhaseWait *Last = nullptr;
  const PhaseBytes *Bytes = nullptr;
  for (const auto &[Address, Object] : Objects) {
    const auto It = Object.LastWaits.find(&W);
    if (It == Object.LastWaits.end() || (Last && !(Last->getTime() < It->second.getTime())))
      continue;
    Last = &It->second;
    Bytes = Object.hasBytes(Last->Phase) ? &Object.Bytes[Last->Phase % MBarrier::NumKept] : nullptr;
  }
  if (!Bytes || !Bytes->AnnouncedBy)
    return "";
  return "more bytes than the " + utostr(Bytes->Announced) + " that " +
         printInstruction(*Bytes->AnnouncedBy) + " announces, if " + printInstruction(*Last->At) +
         " is to wait for what writes it";
}

/// Returns what is wrong where two phases end by one instruction of different threads, of which
/// none has waited between them: the phase takes too few arrivals. Empty if that is not so.
std::string MBarriers::getMissingCount(const Actor &Who, const MBarrier &Object,
                                       uint32_t Expected) const {
  std::string Thread = getMissingThread(Who, Expected);
  if (!Thread.empty() || !Who.Group || Who.At != Object.EndedBy || Object.HasArrivalAfterWait)
    return Thread;
  unsigned NumThreads = 0;
  for (const auto &[W, Lanes] : Object.WaitedAndArrived) {
    if (Lanes.second & Object.ArrivedBefore.lookup(W))
      return "";
    NumThreads += unsigned(llvm::popcount(Lanes.second));
  }
  for (const auto &[W, Lanes] : Object.ArrivedBefore)
    NumThreads += unsigned(llvm::popcount(Lanes));
  return "mbarrier.init with a count of " + utostr(NumThreads) + " or more, not " +
         utostr(Expected) + ": that number of threads arrives by " + printInstruction(*Who.At) +
         " before one of them has waited";
}

/// Changes the counts. The phase ends when all have arrived and all bytes are there.
bool MBarriers::apply(const Actor &Who, uint32_t Address, const MBarrierChange &Change,
                      MBarrierWord &W) {
  constexpr int64_t MaxTransactions = MBarrierWord::MaxCount;
  const int64_t Transactions = W.Transactions + Change.Transactions;
  if (std::abs(Transactions) > MaxTransactions)
    return fail(Who, Address,
                "expects " + Twine(Transactions) + " bytes; expected -(2^20 - 1) to 2^20 - 1");
  W.Transactions = int32_t(Transactions);
  if (Change.AddsArrivals && W.Pending + Change.Arrivals > W.getMaxCount())
    return fail(Who, Address, "expects more than " + printMaxCount(W) + " arrivals");
  if (MBarrier *Object = Change.AddsArrivals ? find(Address) : nullptr)
    Object->RaisedBy = Who.At;
  if (Change.AddsArrivals)
    W.Pending += Change.Arrivals;
  else if (Change.Arrivals > W.Pending)
    return fail(Who, Address,
                "expects " + Twine(W.Pending) + " more arrivals in this phase; these are " +
                    Twine(Change.Arrivals),
                getMissingWait(Who, *find(Address), W));
  else
    W.Pending -= Change.Arrivals;
  if (Change.Drops)
    W.Expected -= std::min(Change.Arrivals, W.Expected);
  return true;
}

/// A copy has inspected what it copied. PTX ISA, "Report-on operation on mbarrier object".
bool MBarriers::report(const Actor &Who, uint32_t Address, bool Found, MBarrier &Object) {
  if (!MBarrierWord::decode(Object.Word)->HasReports)
    return fail(Who, Address, "takes no report of a copy", ".layout::v1 of mbarrier.init");
  Object.Reports |= Found;
  return true;
}

/// The lanes of a warp whose wait for a phase does not come before the arrivals in the next one. A
/// lane's wait does if an arrival has seen what the lane did after it, or what another lane did
/// after both were together.
LaneMask MBarriers::findLate(const Warp &W, const PhaseWait &Wait, const MBarrier &Object) const {
  const unsigned ClusterWarp = Of.Order.getClusterWarp(W);
  const WarpClock *Seen =
      Object.Arriving.Clock ? Object.Arriving.Clock->find(Of.getNumber(), ClusterWarp) : nullptr;
  static const WarpClock Nothing;
  if (!Seen)
    Seen = &Nothing;
  LaneMask Late = 0;
  for (LaneMask Left = Wait.Lanes; Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    const bool IsKnown = Seen->Generic[Lane] >= Wait.Times[Lane] ||
                         W.hasMetSince(Wait.NextMeetings[Lane], Left & -Left, *Seen);
    if (!IsKnown)
      Late |= Left & -Left;
  }
  return Late;
}

void MBarriers::checkPassed(const Actor &Who, uint32_t Address, const MBarrier &Object,
                            uint32_t Expected) {
  Launch &L = Of.getLaunch();
  if (!L.Options.HasChecks || Object.HasRelaxed)
    return;
  for (const auto &[W, Wait] : Object.LastWaits) {
    if (Wait.Phase + 1 != Object.Phase)
      continue;
    const LaneMask Late = findLate(*W, Wait, Object);
    if (!Late)
      continue;
    Report R;
    R.Kind = Check::PassedPhase;
    R.Level = L.Reports.getSeverity(R.Kind);
    R.At = W->getLocation(*Wait.At, Late);
    if (L.Reports.repeat(R.Kind, R.At))
      continue;
    const std::string Phase =
        Object.Phase ? "phase " + utostr(Wait.Phase) : std::string("the phase before the first");
    R.Sentence = printLanes(Late) + " of the warp may wait for " + Phase + " of " +
                 printMBarrier(L, Address) + " only after phase " + utostr(Object.Phase) +
                 " has ended, too: nothing that ends it comes after this wait, and the parity is "
                 "then again that of a phase that goes on";
    const bool IsOfWarp = Late != W->getThreads();
    const std::string Count = getMissingCount(Who, Object, Expected);
    const bool IsRepeated = Count.empty() && (Late & Wait.Again);
    R.EndsPhases = !Count.empty() || IsRepeated;
    R.MBarrier = Address;
    R.Missing =
        !Count.empty() ? Count
        : IsRepeated   ? "a wait for phase " + utostr(Object.Phase) + " (parity " +
                             utostr(Object.Phase % 2) + "): this thread has already waited for " +
                             Phase + ", and each phase has a wait of its own"
        : IsOfWarp     ? "bar.warp.sync (__syncwarp) after the wait, before a thread of the warp "
                         "goes on to what lets the next phase end"
                       : "a barrier (bar.sync) after the wait, or an arrival of these threads "
                         "that the next phase waits for (mbarrier.arrive)";
    Location End;
    End.Instruction = Who.At->Source;
    End.SourceLine = Who.At->SourceLine;
    End.Kernel = R.At.Kernel;
    R.Others.push_back({"what ends the next phase", End});
    L.Reports.add(std::move(R));
  }
}

/// The next phase begins.
static void endPhase(MBarrier &Object) {
  ++Object.Phase;
  Object.getBytes(Object.Phase) = PhaseBytes();
  Object.Done = std::move(Object.Arriving);
  Object.Arriving.clear();
  Object.Reported = Object.Reports;
  Object.Reports = false;
  if (!Object.Reported) {
    Object.ConditionalParity = !Object.ConditionalParity;
    Object.ConditionalDone = Object.Done;
  }
  Object.HadRemote = Object.HasRemote;
  Object.HasRemote = Object.HasRelaxed = false;
  Object.ArrivedBefore.clear();
  for (const auto &[W, Lanes] : Object.WaitedAndArrived)
    if (Lanes.second)
      Object.ArrivedBefore[W] = Lanes.second;
  Object.HasArrivalAfterWait = false;
  Object.WaitedAndArrived.clear();
}

/// For reports: a thread announces bytes in the phase that goes on.
void MBarriers::announceBytes(const Actor &Who, MBarrier &Object, uint64_t Number) {
  PhaseBytes &Bytes = Object.getBytes(Object.Phase);
  Bytes.Announced += Number;
  Bytes.AnnouncedBy = Who.At;
  if (!Who.Group)
    return;
  Object.Announcer.ClusterWarp = Of.Order.getClusterWarp(*Who.Group);
  Object.Announcer.Lane = Who.Lane;
  Object.Announcer.Phase = Object.Phase;
  Object.Announcer.IsKnown = true;
}

std::optional<uint64_t> MBarriers::change(const Actor &Who, uint32_t Address,
                                          const MBarrierChange &Change) {
  MBarrier *Object = nullptr;
  uint8_t *Bytes = find(Who, Address, Access::ReadWrite, Object);
  if (!Bytes)
    return std::nullopt;
  if (Who.Group && Change.Releases != Strength::Weak)
    Of.Order.release(*Who.Group, LaneMask(1) << Who.Lane, Object->Arriving, Change.Releases);
  Object->HasRelaxed |= Who.Group && Change.Arrivals && Change.Releases == Strength::Relaxed;
  Object->HasRemote |= (Change.Arrivals || Change.Transactions < 0) && isOfOtherBlock(Who, Address);
  if (Who.Group && Change.Arrivals) {
    auto &[Waited, Arrived] = Object->WaitedAndArrived[&Who.Group->getWarp()];
    Object->HasArrivalAfterWait |= Waited >> Who.Lane & 1;
    Arrived |= LaneMask(1) << Who.Lane;
  }
  PhaseBytes &OfPhase = Object->getBytes(Object->Phase);
  if (Change.Transactions < 0)
    OfPhase.Came += uint64_t(-Change.Transactions);
  else if (Change.Transactions)
    announceBytes(Who, *Object, uint64_t(Change.Transactions));
  if (Change.Report && !report(Who, Address, *Change.Report, *Object))
    return std::nullopt;
  const uint64_t Before = Object->Word;
  MBarrierWord W = *MBarrierWord::decode(Before);
  if (!apply(Who, Address, Change, W))
    return std::nullopt;
  if (Who.Group && Change.Arrivals)
    Object->LastArrival = Who.At;
  if (!W.Pending && !W.Transactions) {
    if (!Change.MayComplete) {
      fail(Who, Address, "ends its phase by an arrival with .noComplete");
      return std::nullopt;
    }
    W.Parity = !W.Parity;
    W.Pending = W.Expected;
    checkPassed(Who, Address, *Object, W.Expected);
    if (Who.Group && Object->EndedBy == Who.At)
      Object->TooMany = getMissingThread(Who, W.Expected);
    Object->EndedBy = Who.At;
    endPhase(*Object);
    ++Of.Progress;
  }
  Object->Word = W.encode();
  std::memcpy(Bytes, &Object->Word, sizeof(Object->Word));
  return Before;
}

bool MBarriers::complete(const Actor &Who, uint32_t Address, const MBarrierChange &Change) {
  if (MBarrier *Object = Who.Operation ? find(Address) : nullptr)
    Of.Order.complete(*Who.Operation, Object->Arriving);
  // PTX ISA, of bulk copies: "accesses its mbarrier operand using generic-proxy".
  Actor Arriving = Who;
  Arriving.Through = Proxy::Generic;
  Arriving.Order = Strength::Relaxed;
  return change(Arriving, Address, Change).has_value();
}

void MBarriers::expect(const AsyncAuthor &Copy, uint32_t Address, uint64_t Bytes) {
  announce(*Of.Order.findRecord(Copy), Address);
  MBarrier *Object = find(Address);
  if (!Object)
    return;
  auto &Last = Object->Announcer;
  Last.IsAfterCopies |= !Last.IsKnown;
  const bool IsLate = Last.IsKnown && !Last.IsAfterCopies && Last.ClusterWarp == Copy.ClusterWarp &&
                      Last.Lane == Copy.Lane && Object->hasBytes(Last.Phase);
  const uint64_t Phase = IsLate ? Last.Phase : Object->Phase;
  Of.Order.findRecord(Copy)->Phase = Phase;
  Object->getBytes(Phase).Copied += Bytes;
}

void MBarriers::announce(AsyncRecord &Operation, uint32_t Address) {
  Operation.MBarrier = Address;
  if (const MBarrier *Object = find(Address))
    Operation.Phase = Object->Phase;
}

const MBarrier *MBarriers::access(const Actor &Who, uint32_t Address) {
  MBarrier *Object = nullptr;
  return find(Who, Address, Access::Read, Object) ? Object : nullptr;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

bool MBarriers::givesUp(const Warp &W, bool IsTest) {
  constexpr unsigned MaxByChance = 8, MaxWhenStuck = 64, MaxTests = 1024, Rarity = 8;
  GivenUp &Of = Patience[&W];
  if (IsTest && Of.Tests++ < MaxTests)
    return true;
  if (IsStuck)
    return Of.WhenStuck++ < MaxWhenStuck;
  if (Of.ByChance >= MaxByChance || !this->Of.happens(Rarity))
    return false;
  ++Of.ByChance;
  return true;
}
