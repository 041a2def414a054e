//===- WaitCauses.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the waits that were executed with the one that an access needs.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/WaitCauses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

class CauseFinder {
public:
  CauseFinder(Cluster &C, const UnendedOperation &Of)
      : C(C), Of(Of), Op(C.Order.getRecord(Of.ClusterWarp, Of.Number)),
        Issuer(getWarp(Of.ClusterWarp)), Reader(getWarp(Of.Warp)) {
    const WarpClock *Clock = Of.Seen ? Of.Seen->find(C.getNumber(), Of.ClusterWarp) : nullptr;
    SeenAt = isOfIssuer() && !Of.IsAsync ? C.Order.getTime(Of.ClusterWarp)
             : Clock                     ? Clock->Generic[Op.Lane]
                                         : 0;
  }

  WaitCause find();

private:
  Warp &getWarp(unsigned ClusterWarp) {
    const size_t PerBlock = C.Blocks.front()->Warps.size();
    return *C.Blocks[ClusterWarp / PerBlock]->Warps[ClusterWarp % PerBlock];
  }
  bool isOfIssuer() const {
    return Of.Warp == Of.ClusterWarp &&
           (Of.Lane == Op.Lane || Op.At->Operation == OperationKind_WGMMA);
  }
  /// The instruction by which the issuer let the access go on, after it had issued the operation.
  const Instruction *findRelease() const;
  std::string getForOthers() const {
    return isOfIssuer() ? "" : ", and a barrier (bar.sync, mbarrier.arrive) after it";
  }
  WaitCause findSameInstruction();
  WaitCause findIssuers();
  WaitCause findInGroup(const GroupFate &Fate, bool IsCommitted, StringRef Commit, StringRef Wait);
  WaitCause findRelease(StringRef Wait);
  WaitCause findSameStage();
  WaitCause findCopy();
  WaitCause findWGMMA();
  WaitCause findTransfer();
  WaitCause findOverlap();
  WaitCause findPhase();
  WaitCause findWait(const MBarrier &Object);
  WaitCause findLateCopy(const MBarrier &Object, const PhaseWait &Last, const std::string &Name);
  WaitCause findRefill(const PhaseWait &Last, const std::string &Name);
  WaitCause findEmptyCommit();
  WaitCause findOtherIssuer();
  WaitCause findUntold(StringRef Wait);
  WaitCause findEarlyEnd(const MBarrier &Object);

  Cluster &C;
  const UnendedOperation &Of;
  const AsyncRecord &Op;
  Warp &Issuer, &Reader;
  uint32_t SeenAt; ///< the issuer's time that the access comes after
};

} // namespace

const Instruction *CauseFinder::findRelease() const {
  if (SeenAt <= Op.IssuedAt || isOfIssuer())
    return nullptr;
  const Instruction *I = C.Order.findRelease(Of.ClusterWarp, SeenAt);
  return I && I != Op.At ? I : nullptr;
}

/// Returns the wait for its group that follows a copy in the text of the kernel, if nothing that
/// lets others go on is between the two.
static const Instruction *findWaitBehind(const Function &F, const Instruction &Copy,
                                         StringRef Wait) {
  constexpr ptrdiff_t MaxBetween = 64;
  if (&Copy < F.Code.data() || &Copy >= F.Code.data() + F.Code.size())
    return nullptr;
  const auto After = ArrayRef(F.Code).drop_front(&Copy - F.Code.data() + 1);
  for (const Instruction &I : After.take_front(MaxBetween)) {
    if (I.Source->beginsWith(Wait))
      return &I;
    if (isBarrier(I.Operation) || isMBarrier(I.Operation) || I.Operation == OperationKind_Return ||
        I.Operation == OperationKind_WarpBarrier || I.Operation == OperationKind_Call)
      break;
  }
  return nullptr;
}

/// Lanes that issue one copy by one instruction.
WaitCause CauseFinder::findSameInstruction() {
  WaitCause Result;
  const bool IsOther = Of.Warp != Of.ClusterWarp || Of.Lane != Op.Lane;
  if (!Of.IsAsync || Op.At != Of.Access || !IsOther || SeenAt > Op.IssuedAt + 1)
    return Result;
  const unsigned NumLanes = C.Order.countIssuers(Of.ClusterWarp, Of.Number);
  const std::string Who = NumLanes > 1 ? utostr(NumLanes) + " lanes of the warp" : "several warps";
  Result.Sentence = ", which another thread issued by the same instruction: " + Who + " execute it";
  Result.Missing = "one thread that issues it (elect.sync in one warp, or threadIdx.x == 0)";
  return Result;
}

/// Lanes that issue what one thread should.
WaitCause CauseFinder::findIssuers() {
  WaitCause Result;
  const unsigned NumLanes = C.Order.countIssuers(Of.ClusterWarp, Of.Number);
  if (NumLanes == 1)
    return Result;
  Result.Sentence = ", which " + utostr(NumLanes) + " lanes of the warp issue, each its own";
  Result.Missing = "one thread that issues '" + Op.At->Source->getMnemonic() +
                   "' (elect.sync in one warp, or threadIdx.x == 0)";
  return Result;
}

/// The issuer let others go on before the operation had ended.
WaitCause CauseFinder::findRelease(StringRef Wait) {
  WaitCause Result;
  const Instruction *Release = findRelease();
  if (!Release)
    return Result;
  Result.Sentence = "; " + printInstruction(*Release) + " lets others go on while it is in flight";
  Result.Missing = (Wait + " before " + printInstruction(*Release)).str();
  Result.There = Release;
  Result.WhatIsThere = "what lets others go on before the wait";
  return Result;
}

/// By the fate of the group that an operation is in. Missing is empty if the wait was there in
/// time, or if there was none.
static WaitCause explainGroup(const GroupFate &Fate, bool IsCommitted, bool IsWrite,
                              uint32_t SeenAt, StringRef Commit, StringRef Wait) {
  WaitCause Result;
  if (Fate.WaitedAt <= SeenAt)
    return Result;
  if (!Fate.NumAfter && Fate.LeftBy) {
    Result.There = Fate.LeftBy;
    Result.Sentence = "; " + printInstruction(*Fate.LeftBy) + " does not wait for it: no " +
                      Commit.str() + " is between them";
    Result.Missing = (Commit + " before " + printInstruction(*Fate.LeftBy)).str();
    Result.WhatIsThere = "the wait, which is for groups that were committed";
    return Result;
  }
  if (!IsCommitted)
    return Result;
  if (Fate.ReadBy && IsWrite) {
    Result.There = Fate.ReadBy;
    Result.Sentence = "; " + printInstruction(*Fate.ReadBy) +
                      " waits until the source has been read, not until the copy has written";
    Result.Missing = (Wait + " without .read").str();
    Result.WhatIsThere = "the wait, which is for reads alone";
    return Result;
  }
  if (!Fate.LeftBy || Fate.ReadBy)
    return Result;
  const uint64_t After = Fate.NumAfter.value_or(0);
  const bool IsOfReads = !IsWrite && Fate.LeftBy->Source->hasModifier(".read");
  Result.There = Fate.LeftBy;
  Result.Sentence = "; " + printInstruction(*Fate.LeftBy) + " leaves its group in flight";
  Result.Missing = (Wait + (IsOfReads ? ".read " : " ") + Twine(After) + " instead of " +
                    printInstruction(*Fate.LeftBy) + ": " +
                    (After ? Twine(After) + (After == 1 ? " group was" : " groups were")
                           : Twine("no group was")) +
                    " committed after this one")
                       .str();
  Result.WhatIsThere = "the wait that leaves the group in flight";
  return Result;
}

WaitCause CauseFinder::findInGroup(const GroupFate &Fate, bool IsCommitted, StringRef Commit,
                                   StringRef Wait) {
  if (Fate.WaitedAt <= SeenAt)
    return WaitCause();
  if (!isOfIssuer() && SeenAt <= Op.IssuedAt) // the access may have come before the issue, too
    return WaitCause();
  if (WaitCause Result = explainGroup(Fate, IsCommitted, Of.IsWrite, SeenAt, Commit, Wait)) {
    if (const Instruction *Release = findRelease(); Release && Release != Result.There)
      Result.Sentence += ", and " + printInstruction(*Release) + " lets others go on";
    else
      Result.Missing += getForOthers();
    return Result;
  }
  WaitCause Result = findRelease(Wait);
  if (!Result && IsCommitted && !Fate.LeftBy)
    Result.Missing = Wait.str() + " before this access" + getForOthers();
  return Result;
}

/// The issuer waits for its copy and does not tell other threads.
WaitCause CauseFinder::findUntold(StringRef Wait) {
  WaitCause Result;
  const Instruction *Behind = findWaitBehind(*C.getLaunch().Request.Kernel, *Op.At, Wait);
  if (!Behind || SeenAt > Op.IssuedAt)
    return Result;
  Result.There = Behind;
  Result.Sentence = "; " + printInstruction(*Behind) +
                    ", by the thread that has issued it, lets only that thread know";
  Result.Missing = "a barrier (bar.sync) after " + printInstruction(*Behind) +
                   " for the threads that use the memory next";
  Result.WhatIsThere = "the wait, after which nothing orders other threads";
  return Result;
}

/// The thread has issued a copy to the same bytes before, and not waited for it at the issue of
/// this one: the address of one of them is wrong, and not the wait.
WaitCause CauseFinder::findSameStage() {
  WaitCause Result;
  constexpr uint64_t MaxBefore = 4096;
  if (Op.At->Operation != OperationKind_AsyncCopy || !Of.IsWrite)
    return Result;
  for (uint64_t Before = Of.Number; Before && Of.Number - Before < MaxBefore;) {
    const AsyncRecord &Other = C.Order.getRecord(Of.ClusterWarp, --Before);
    const bool IsOverlap = Other.At && Other.At->Operation == OperationKind_AsyncCopy &&
                           Other.To < Op.To + Op.Bytes && Op.To < Other.To + Other.Bytes;
    if (!IsOverlap || Other.Lane != Op.Lane)
      continue;
    if (Issuer.Copies.getFate(Op.Lane, *Other.Group).WaitedAt <= Op.IssuedAt)
      return Result;
    Result.There = Other.At;
    Result.Sentence = "; " + printInstruction(*Other.At) +
                      " writes the same bytes, and was in flight when this was issued";
    Result.Missing = "another stage (address) for one of the two copies, or a wait for the first "
                     "one before the second one";
    Result.WhatIsThere = "the copy before it to the same bytes";
    return Result;
  }
  return Result;
}

WaitCause CauseFinder::findCopy() {
  if (WaitCause Result = findSameStage())
    return Result;
  const bool IsBulk = isBulkCopy(Op.At->Operation);
  const CopyGroups &Groups = IsBulk ? Issuer.BulkCopies : Issuer.Copies;
  const std::string Name = IsBulk ? "cp.async.bulk" : "cp.async";
  const GroupFate Fate = Groups.getFate(Op.Lane, *Op.Group);
  if (WaitCause Result = findInGroup(Fate, Groups.isCommitted(Op.Lane, *Op.Group),
                                     Name + ".commit_group", Name + ".wait_group"))
    return Result;
  const unsigned Lane = Of.IsAsync ? Op.Lane : Of.Lane;
  auto [Own, OwnAt] = (IsBulk ? Reader.BulkCopies : Reader.Copies).getLastWait(Lane);
  WaitCause Result;
  if (Fate.WaitedAt <= SeenAt || isOfIssuer())
    return Result;
  for (unsigned L = 0; !Own && Of.Warp == Of.ClusterWarp && L != WarpSize; ++L)
    if (const auto [Others, At] = Groups.getLastWait(L); L != Op.Lane && At >= Op.IssuedAt)
      std::tie(Own, OwnAt) = std::pair(Others, At);
  if (WaitCause Untold = Own ? WaitCause() : findUntold(Name + ".wait_group"))
    return Untold;
  if (!Own)
    return Result;
  // A barrier after the reader's wait, before the issue: the copy is of a later stage.
  const VectorClock *OfIssuer = C.Order.getSeen(Of.ClusterWarp, Op.Lane);
  const WarpClock *OfReader = OfIssuer ? OfIssuer->find(C.getNumber(), Of.Warp) : nullptr;
  if (SeenAt <= Op.IssuedAt && OfReader && OfReader->Generic[Lane] >= OwnAt) {
    Result.Missing = "a barrier (bar.sync) between this access and the copy, which comes after " +
                     printInstruction(*Own) + " and refills what that has waited for";
    return Result;
  }
  Result.There = Own;
  Result.Sentence = "; " + printInstruction(*Own) +
                    " waits for the copies of the threads that execute it, not for those of others";
  Result.Missing = Name + ".wait_group in the thread that issued the copy, and a barrier "
                          "(bar.sync) after it";
  if (SeenAt <= Op.IssuedAt)
    Result.Missing +=
        "; or, if the access is to come before the copy, a barrier (bar.sync) between "
        "the two";
  Result.WhatIsThere = "the wait, which is for a thread's own copies";
  return Result;
}

WaitCause CauseFinder::findWGMMA() {
  const Block &B = Issuer.getBlock();
  if (!B.Matrices)
    return WaitCause();
  // The warps of a warpgroup may be at different waits; this one's is asked if it is one of them.
  const bool IsOfGroup = &Reader.getBlock() == &B &&
                         Reader.getNumber() / WarpsOfGroup == Issuer.getNumber() / WarpsOfGroup;
  const unsigned Number = IsOfGroup && !Of.IsAsync ? Reader.getNumber() : Issuer.getNumber();
  const WarpProgress &P =
      B.Matrices->Warpgroups[Number / WarpsOfGroup].Warps[Number % WarpsOfGroup];
  if (WaitCause Result = findInGroup(P.History.find(*Op.Group), *Op.Group < P.LastCommitted,
                                     "wgmma.commit_group", "wgmma.wait_group"))
    return Result;
  return isOfIssuer() ? WaitCause() : findUntold("wgmma.wait_group");
}

WaitCause CauseFinder::findTransfer() {
  const bool IsLoad = Op.At->Operation == OperationKind_TCGen05Load;
  const std::string Wait = IsLoad ? "tcgen05.wait::ld" : "tcgen05.wait::st";
  const TransferWaits &Waits = Issuer.getBlock().Matrices->Tensor.Waits[Issuer.getNumber()];
  const TransferWaits::Wait &Other = IsLoad ? Waits.OfStores : Waits.OfLoads;
  const TransferWaits::Wait &Own = IsLoad ? Waits.OfLoads : Waits.OfStores;
  const bool HasOwn = Own.At && Own.Time > Op.IssuedAt && Own.Time <= SeenAt;
  if (!HasOwn && Other.At && Other.Time > Op.IssuedAt) {
    WaitCause Result;
    Result.There = Other.At;
    Result.Sentence = "; " + printInstruction(*Other.At) + " waits for " +
                      (IsLoad ? "stores" : "loads") + " alone";
    Result.Missing = Wait + ", in addition to or instead of " + printInstruction(*Other.At);
    Result.WhatIsThere = "the wait, which is for others";
    return Result;
  }
  return findRelease(Wait);
}

static std::string printPhase(uint64_t Phase) {
  return Phase == ~uint64_t(0) ? "the phase before the first one (parity 1)"
                               : "phase " + utostr(Phase) + " (parity " + utostr(Phase % 2) + ")";
}

/// The stage is filled again before the thread that has waited for it has read it: nothing tells
/// that the copy was issued before, and the thread has not let others go on since its wait.
WaitCause CauseFinder::findRefill(const PhaseWait &Last, const std::string &Name) {
  WaitCause Result;
  const LaneMask Bit = LaneMask(1) << Of.Lane;
  const bool IsLater = Op.Phase && Last.Phase + 1 == Op.Phase && SeenAt <= Op.IssuedAt;
  const uint32_t WaitedAt = Last.Times[Of.Lane];
  const bool HasReleased = Of.Warp == Of.ClusterWarp // the issuer has, in another branch
                               ? C.Order.getTogetherTime(Of.Warp) > WaitedAt
                               : C.Order.getTime(Of.Warp) != WaitedAt;
  if (Of.IsAsync || !IsLater || HasReleased || !(Last.Lanes & ~Last.Again & Bit) ||
      !isBulkCopy(Op.At->Operation))
    return Result;
  const bool IsOfOther = &Issuer.getBlock() != &Reader.getBlock();
  Result.There = Last.At;
  Result.Sentence = "; it refills what " + printInstruction(*Last.At) + " has waited for, " +
                    printPhase(Last.Phase) + " of " + Name + ", and arrives in " +
                    printPhase(Op.Phase);
  Result.Missing = "an arrival after the read, at an mbarrier that the thread which executes " +
                   printInstruction(*Op.At) + " waits for before it (mbarrier.arrive" +
                   (IsOfOther ? " with .shared::cluster" : "") + ", mbarrier.try_wait)";
  Result.WhatIsThere = "the wait for what was there before";
  Result.IsOfPhase = true;
  return Result;
}

/// The arrival that was waited for is of a tcgen05.commit before the operation.
WaitCause CauseFinder::findEmptyCommit() {
  WaitCause Result;
  const auto Is = [](const MBarrier &Object, const PhaseWait &Wait) {
    return Object.EmptyCommit.At && Object.EmptyCommit.Phase == Wait.Phase;
  };
  const MBarrier *Object = C.MBarriers.findWaitedFor(Reader, Is).second;
  if (!Object)
    return Result;
  const auto &Commit = Object->EmptyCommit;
  const bool IsOfOther = Commit.ClusterWarp != Of.ClusterWarp || Commit.Lane != Op.Lane;
  Result.There = Commit.At;
  Result.Sentence = "; " + printInstruction(*Commit.At) + ", whose arrival was waited for, " +
                    (IsOfOther ? "is executed by another thread" : "comes before it") +
                    ", and is for nothing";
  Result.Missing =
      printInstruction(*Commit.At) +
      (IsOfOther ? " in the thread that executes " + printInstruction(*Op.At) + ", and after it"
                 : " after " + printInstruction(*Op.At) + ", not before it");
  Result.WhatIsThere = IsOfOther ? "the commit, which is for operations of its own thread"
                                 : "the commit, which is for operations before it";
  return Result;
}

/// A phase has ended before a copy was issued that nobody announces, such as that of another block.
WaitCause CauseFinder::findLateCopy(const MBarrier &Object, const PhaseWait &Last,
                                    const std::string &Name) {
  WaitCause Result;
  if (Last.Phase + 1 != Op.Phase || !Op.Phase || !isBulkCopy(Op.At->Operation) ||
      !Object.hasBytes(Last.Phase))
    return Result;
  const PhaseBytes &Ended = Object.getBytes(Last.Phase);
  if (Object.getBytes(Op.Phase).AnnouncedBy)
    return Result;
  Result.There = Ended.AnnouncedBy;
  Result.Sentence = "; " + printPhase(Last.Phase) + " of " + Name +
                    (Ended.AnnouncedBy ? " ended after " + utostr(Ended.Announced) + " bytes, as " +
                                             printInstruction(*Ended.AnnouncedBy) + " announces"
                                       : " ended without an announcement") +
                    ", and no expect_tx announces those of this copy";
  Result.Missing =
      "mbarrier.arrive.expect_tx of " +
      (Ended.AnnouncedBy ? "more than " + utostr(Ended.Announced) + " bytes, those" : "the bytes") +
      " of this copy" + (Ended.AnnouncedBy ? " included" : "") + "; or, if it is to be of " +
      printPhase(Op.Phase) + ", a wait for that";
  Result.WhatIsThere = "the bytes that are announced";
  return Result;
}

/// By the last wait of the access' warp for the mbarrier.
WaitCause CauseFinder::findWait(const MBarrier &Object) {
  WaitCause Result;
  const std::string Name = printMBarrier(C.getLaunch(), *Op.MBarrier);
  const auto It = Object.LastWaits.find(&Reader);
  if (It == Object.LastWaits.end())
    return Result;
  const PhaseWait &Last = It->second;
  if ((Result = findRefill(Last, Name)) || (Result = findLateCopy(Object, Last, Name)))
    return Result;
  Result.There = Last.At;
  if (Last.Phase != Op.Phase && int64_t(Last.Phase) < int64_t(Op.Phase)) {
    Result.Sentence = "; " + printInstruction(*Last.At) + " was for " + printPhase(Last.Phase) +
                      " of " + Name + ", and this arrives in " + printPhase(Op.Phase);
    Result.Missing = "a wait for " + printPhase(Op.Phase) + " of " + Name;
    Result.WhatIsThere = "the wait, which is for another phase";
    Result.IsOfPhase = true;
  } else if (Last.Phase == Op.Phase && !Of.IsAsync && !(Last.Lanes >> Of.Lane & 1)) {
    Result.Sentence =
        "; " + printInstruction(*Last.At) + " was executed by other lanes of the warp";
    Result.Missing = "the same wait in each thread that uses the data, or bar.warp.sync after it";
    Result.WhatIsThere = "the wait of other lanes";
  }
  return Result;
}

std::string emulator::printAnnouncement(const PhaseBytes &Bytes, uint64_t Needed) {
  return "mbarrier.arrive.expect_tx of " + utostr(Needed) + " bytes" +
         (Bytes.AnnouncedBy ? " instead of " + utostr(Bytes.Announced) : "");
}

std::string emulator::printEarlyEnd(const PhaseBytes &Bytes) {
  return "ended after " +
         (Bytes.AnnouncedBy ? utostr(Bytes.Announced) + " bytes, as " +
                                  printInstruction(*Bytes.AnnouncedBy) + " announces"
                            : "0 bytes, as no expect_tx announces any") +
         ", and its copies have " + utostr(Bytes.Copied);
}

/// Two copies of one phase write the same bytes: the destination or the size of one is wrong.
WaitCause CauseFinder::findOverlap() {
  WaitCause Result;
  if (!Of.IsAsync || !Of.IsWrite || !Op.Bytes)
    return Result;
  const AsyncRecord &Other = C.Order.getRecord(Of.Warp, Of.AccessNumber);
  if (!Other.Bytes || Other.MBarrier != Op.MBarrier || Other.Phase != Op.Phase)
    return Result;
  const auto Print = [&](const AsyncRecord &R) {
    return utostr(R.Bytes) + " bytes from " + printShared(C.getLaunch(), R.To) + " on";
  };
  Result.Sentence = "; both are of " + printPhase(Op.Phase) + " of " +
                    printMBarrier(C.getLaunch(), *Op.MBarrier) + ", and overlap: that one writes " +
                    Print(Op) + ", this one " + Print(Other);
  Result.Missing = "copies of one phase whose destinations do not overlap: another address, or a "
                   "smaller box of the tensor map (are two tensor maps exchanged?)";
  return Result;
}

/// The phase may have ended before the copy did: too few bytes were announced.
WaitCause CauseFinder::findEarlyEnd(const MBarrier &Object) {
  WaitCause Result;
  const WarpClock *Clock = Of.Seen ? Of.Seen->find(C.getNumber(), Of.ClusterWarp) : nullptr;
  const bool HasEnded = Clock && Clock->Async.contains(Of.Number);
  if (Op.Commit || Object.Phase <= Op.Phase || !Object.hasBytes(Op.Phase) || HasEnded)
    return Result;
  const PhaseBytes &Bytes = Object.getBytes(Op.Phase);
  if (Bytes.Announced >= Bytes.Copied)
    return Result;
  Result.There = Bytes.AnnouncedBy;
  Result.Sentence = "; " + printPhase(Op.Phase) + " of " +
                    printMBarrier(C.getLaunch(), *Op.MBarrier) + " " + printEarlyEnd(Bytes);
  Result.Missing = printAnnouncement(Bytes, Bytes.Copied);
  Result.WhatIsThere = "the bytes that are announced";
  return Result;
}

WaitCause CauseFinder::findPhase() {
  if (WaitCause Result = findOverlap())
    return Result;
  MBarrier *Object = C.MBarriers.find(*Op.MBarrier);
  if (!Object)
    return WaitCause();
  WaitCause Result;
  if ((Result = findEarlyEnd(*Object)) || (Result = findWait(*Object)))
    return Result;
  // Nobody waits for the mbarrier of another block.
  const unsigned Rank = *Op.MBarrier >> Windows::RankShift;
  const uint32_t Own = (*Op.MBarrier & Windows::OffsetMask) | Reader.getBlock().getRank()
                                                                  << Windows::RankShift;
  const bool IsForOwn =
      Op.Commit && Op.Commit->Source->hasModifier(".multicast::cluster") && C.MBarriers.find(Own);
  if (Rank != Reader.getBlock().getRank() && !IsForOwn) {
    const std::string Other = "block " + utostr(Rank) + " of the cluster";
    Result.Missing = "an arrival of " + Other + " after its threads' wait for " +
                     printPhase(Op.Phase) + " of " + printMBarrier(C.getLaunch(), *Op.MBarrier) +
                     ", at an mbarrier that this block waits for (mbarrier.arrive with "
                     ".shared::cluster), or barrier.cluster";
    return Result;
  }
  Result = findRelease(Op.Commit ? "a wait on the mbarrier of the tcgen05.commit"
                                 : "a wait on the mbarrier of the copy");
  if (Result && !isMBarrier(Result.There->Operation))
    Result = WaitCause();
  if (!Result)
    Result.Missing = "a wait for " + printPhase(Op.Phase) + " of " +
                     printMBarrier(C.getLaunch(), IsForOwn ? Own : *Op.MBarrier) +
                     " (mbarrier.try_wait.parity with " + utostr(Op.Phase % 2) + ")";
  return Result;
}

/// Returns true of tcgen05.ld and tcgen05.st, which a warp executes, and not a thread.
static bool isTransfer(OperationKind Is) {
  return Is == OperationKind_TCGen05Load || Is == OperationKind_TCGen05Store;
}

/// Operations of tensor memory by two threads, whose instructions nothing orders.
WaitCause CauseFinder::findOtherIssuer() {
  WaitCause Result;
  const OperationKind Is = Of.Access->Operation;
  if (!Of.IsAsync || !isTCGen05(Is) || isTransfer(Is) || isOfIssuer() || SeenAt > Op.IssuedAt)
    return Result;
  Result.Missing = "one thread that executes " + printInstruction(*Op.At) + " and " +
                   printInstruction(*Of.Access) +
                   "; or tcgen05.commit after the one that is to be first, and a wait on its "
                   "mbarrier in the thread of the other";
  return Result;
}

WaitCause CauseFinder::find() {
  const OperationKind Is = Op.At->Operation;
  if (WaitCause Result = isTransfer(Is) ? WaitCause() : findSameInstruction())
    return Result;
  if (isTCGen05(Is) && !isTransfer(Is)) {
    if (WaitCause Result = findIssuers())
      return Result;
    if (WaitCause Result = findEmptyCommit())
      return Result;
    if (WaitCause Result = findOtherIssuer())
      return Result;
  }
  if (Op.MBarrier)
    return findPhase();
  if (Op.Group)
    return Is == OperationKind_WGMMA ? findWGMMA() : findCopy();
  if (isTransfer(Is))
    return findTransfer();
  return isTCGen05(Is) ? findRelease("tcgen05.commit, and a wait on its mbarrier,") : WaitCause();
}

WaitCause emulator::findWaitCause(Cluster &C, const UnendedOperation &Of) {
  return CauseFinder(C, Of).find();
}

WaitCause emulator::findBulkCause(const ThreadGroup &G, unsigned Lane, uint64_t Group) {
  const CopyGroups &Copies = G.getWarp().BulkCopies;
  WaitCause Result = explainGroup(Copies.getFate(Lane, Group), Copies.isCommitted(Lane, Group),
                                  /*IsWrite=*/false, /*SeenAt=*/0, "cp.async.bulk.commit_group",
                                  "cp.async.bulk.wait_group");
  if (!Result)
    Result.Missing = Copies.isCommitted(Lane, Group)
                         ? "cp.async.bulk.wait_group.read 0"
                         : "cp.async.bulk.commit_group, and cp.async.bulk.wait_group.read 0";
  return Result;
}

WaitCause emulator::findRegisterCause(const ThreadGroup &G, const Instruction &By, uint64_t Group) {
  Cluster &C = G.getCluster();
  const unsigned Number = G.getWarp().getNumber();
  MatrixUnits &Units = getMatrixUnits(G.getBlock());
  if (By.Operation == OperationKind_WGMMA) {
    const WarpProgress &P = Units.Warpgroups[Number / WarpsOfGroup].Warps[Number % WarpsOfGroup];
    const bool IsCommitted = Group < P.LastCommitted;
    WaitCause Result = explainGroup(P.History.find(Group), IsCommitted, /*IsWrite=*/true,
                                    C.Order.getTime(C.Order.getClusterWarp(G)),
                                    "wgmma.commit_group", "wgmma.wait_group");
    if (!Result && IsCommitted)
      Result.Missing = "wgmma.wait_group before this instruction";
    return Result;
  }
  // The group of a tcgen05.ld is the warp's time at its issue.
  const TransferWaits &Waits = Units.Tensor.Waits[Number];
  WaitCause Result;
  if (Waits.OfStores.At && Waits.OfStores.Time >= Group) {
    Result.There = Waits.OfStores.At;
    Result.Sentence = "; " + printInstruction(*Result.There) + " waits for stores alone";
    Result.Missing =
        "tcgen05.wait::ld, in addition to or instead of " + printInstruction(*Result.There);
    Result.WhatIsThere = "the wait, which is for others";
  }
  return Result;
}
