//===- Deadlock.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report of a deadlock: its most likely cause, where warps wait, and what each barrier still
// expects.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/ClusterChecks.h"
#include "Emulator/Checks/WaitCauses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// The kinds of waits, from the likeliest cause of a deadlock to the likeliest consequence.
enum class Rank : uint8_t {
  Registers,    ///< of setmaxnreg
  Columns,      ///< of tensor memory
  Warpgroup,    ///< others of which are missing
  Bytes,        ///< which nobody copies, or which nobody expected
  PassedPhase,  ///< a phase that is over
  SomeArrivals, ///< others are missing
  Change,       ///< of memory, which a loop reads
  Threads,      ///< of a barrier with a number
  EmptyStage,   ///< which nobody has given back, and which the thread is to fill
  NoArrivals,
  Consequence,
  Other,
};

/// Warps that wait at one instruction for the same.
struct Waiting {
  const Instruction *At = nullptr;
  WaitReason Why;
  Location First;
  std::vector<std::pair<const Block *, unsigned>> Warps;
  Rank Is = Rank::Other;
  std::string Expected;  ///< what would end the wait
  std::string Missing;   ///< what would make it right; empty: what is expected
  std::string BlockSize; ///< that the block is smaller; empty if it need not be larger
};

} // namespace

static std::string printCount(uint64_t Number, const char *What) {
  return utostr(Number) + " " + What + (Number == 1 ? "" : "s");
}

/// Says that threads which a barrier waits for are not there at all, because the block is smaller
/// than what the kernel is for; empty if it is not known to be. `Expected`: what a barrier expects.
static std::string printBlockSize(const Launch &L, uint64_t Expected) {
  const auto &Max = L.Request.Kernel->MaxBlock;
  const uint64_t Threads = L.Request.Block.getCount();
  const uint64_t Bound = uint64_t(Max[0]) * std::max(Max[1], 1u) * std::max(Max[2], 1u);
  if (std::max(Expected, Bound) <= Threads)
    return "";
  return "; or a block of " + utostr(Bound > Threads ? Bound : Expected) + " threads" +
         (Bound > Threads ? ", as the kernel has at most (.maxntid)" : "") + ": it has " +
         utostr(Threads);
}

static std::string printPhase(const MBarrier &Object, const MBarrierWord &W) {
  return "phase " + utostr(Object.Phase) + " (parity " + utostr(W.Parity) + ")";
}

/// The bytes that the phase expects, or has too many.
static std::string printBytes(MBarrier &Object, const MBarrierWord &W) {
  const PhaseBytes &Bytes = Object.getBytes(Object.Phase);
  const std::string By = Bytes.AnnouncedBy ? " (" + printInstruction(*Bytes.AnnouncedBy) + ")" : "";
  if (W.Transactions > 0)
    return itostr(W.Transactions) + " more bytes of copies: " + utostr(Bytes.Announced) +
           " were announced" + By + ", " + utostr(Bytes.Came) + " came";
  return itostr(-W.Transactions) +
         " more bytes to be announced (mbarrier.expect_tx): " + utostr(Bytes.Announced) +
         " were announced" + By + ", " + utostr(Bytes.Came) + " came";
}

/// Names a multicast whose mask has not the block of an mbarrier.
static std::string printLeftOut(const MBarrier &Object, uint32_t Address) {
  if (!Object.LeftOutBy)
    return "";
  const unsigned Rank = Address >> Windows::RankShift;
  if (!Object.MaskOfOthers)
    return ".multicast::cluster of " + printInstruction(*Object.LeftOutBy) +
           ", with a mask of the blocks of the pair: it leaves out block " + utostr(Rank) +
           " of the cluster; or ";
  return "bit " + utostr(Rank) + " in the mask 0x" + utohexstr(Object.MaskOfOthers, true) + " of " +
         printInstruction(*Object.LeftOutBy) + ", which leaves out block " + utostr(Rank) +
         " of the cluster; or ";
}

/// Names an mbarrier of another block, at the same address, which has got arrivals that none of its
/// threads waits for.
static std::string printElsewhere(Cluster &C, const MBarrier &Object, uint32_t Address) {
  for (const auto &B : C.Blocks) {
    const uint32_t Other = B->getSharedBase() | (Address & Windows::OffsetMask);
    const MBarrier *There = Other != Address ? C.MBarriers.find(Other) : nullptr;
    if (There && There->Phase > Object.Phase && There->LastWaits.empty())
      return "another rank of mapa: block " + utostr(B->getRank()) +
             " of the cluster has got such arrivals, and does not wait for them; or ";
  }
  return "";
}

/// Names an mbarrier that has got as many bytes as another one expects, and expects none.
static std::string printStray(const Cluster &C, int64_t Bytes) {
  for (const auto &[Address, Object] : C.MBarriers.getObjects())
    if (const auto Word = MBarrierWord::decode(Object.Word); Word && Word->Transactions == -Bytes)
      return "this mbarrier in the instruction that copies " + itostr(Bytes) + " bytes to " +
             printMBarrier(C.getLaunch(), Address) + ", which does not expect them; or ";
  return "";
}

/// Returns true if what follows a wait in the text of the kernel first is a copy, or announces one:
/// then it is a wait for a stage that is to be filled.
static bool isBeforeCopy(const Function &F, const Instruction &Wait) {
  constexpr ptrdiff_t MaxBetween = 64;
  if (&Wait < F.Code.data() || &Wait >= F.Code.data() + F.Code.size())
    return false;
  const auto After = ArrayRef(F.Code).drop_front(&Wait - F.Code.data() + 1);
  for (const Instruction &I : After.take_front(MaxBetween)) {
    if (isBulkCopy(I.Operation) || I.Operation == OperationKind_AsyncCopy ||
        I.Source->hasModifier(".expect_tx"))
      return true;
    const bool IsOfShared = I.Operation == OperationKind_Load && I.Source->hasModifier(".shared");
    if (I.Operation == OperationKind_Return || isBarrier(I.Operation) || isMBarrier(I.Operation) ||
        IsOfShared)
      return false;
  }
  return false;
}

/// Returns true if a warp has waited for an mbarrier before.
static bool hasWaited(const MBarrier &Object, const Waiting &W) {
  const auto &[InBlock, Number] = W.Warps.front();
  return Object.LastWaits.count(InBlock->Warps[Number].get());
}

/// Names a multiplication or a copy whose end no thread has asked to arrive at an mbarrier.
static std::string printUncommitted(const Cluster &C) {
  for (const auto &B : C.Blocks) {
    for (const auto &W : B->Warps)
      if (const Instruction *Copy = W->Copies.Unsignalled)
        return "cp.async.mbarrier.arrive.noinc after " + printInstruction(*Copy) +
               ", for which nothing arrives; or ";
    if (B->Matrices)
      for (const auto &[Thread, Authors] : B->Matrices->Tensor.Uncommitted)
        if (!Authors.empty() && Authors.back()->At->Operation == OperationKind_TCGen05Multiply)
          return "tcgen05.commit after " + printInstruction(*Authors.back()->At) +
                 ", which is not committed; or ";
  }
  return "";
}

/// Returns the arrivals that would end a phase in which there are none.
static std::string printArrivals(Cluster &C, MBarrier &Object, const MBarrierWord &Word,
                                 const Waiting &W) {
  const Instruction *Announced = Object.getBytes(Object.Phase).AnnouncedBy;
  const std::string Count = printCount(Word.Pending, "arrival");
  const std::string By = " (mbarrier.arrive, tcgen05.commit)";
  if (Object.RaisedBy)
    return ".noinc of " + printInstruction(*Object.RaisedBy) +
           ": without it, the phase expects the arrivals of the copies in addition to those of "
           "mbarrier.init";
  if (Announced && Announced->Source->beginsWith("mbarrier.expect_tx"))
    return "mbarrier.arrive.expect_tx instead of " + printInstruction(*Announced) +
           ", which does not arrive; or " + Count + " behind it";
  if (Object.Phase && Object.LastWaits.empty())
    return "a wait with parity " + utostr((Object.Phase - 1) % 2) + ", for phase " +
           utostr(Object.Phase - 1) + ", which has ended and for which no warp has waited";
  if (W.Is == Rank::EmptyStage && (Object.Phase || hasWaited(Object, W)))
    return printUncommitted(C) + Count + By +
           " of those that have read the stage, after their reads";
  if (W.Is == Rank::EmptyStage)
    return printUncommitted(C) +
           "a wait with parity 1 for a stage that is empty at first, which the first phase lets "
           "pass, or " +
           Count + By + " before it";
  const std::string Uncommitted = printUncommitted(C);
  if (Object.Phase)
    return Uncommitted.empty() ? "" : Uncommitted + Count + By;
  return printLeftOut(Object, uint32_t(W.Why.Address)) +
         printElsewhere(C, Object, uint32_t(W.Why.Address)) + Uncommitted + Count + By +
         "; or, for a stage that is empty at first, a wait with parity 1, which the first phase "
         "lets pass";
}

static std::string printMissingBytes(Cluster &C, MBarrier &Object, uint32_t Address,
                                     int64_t Number) {
  const uint64_t Came = Object.getBytes(Object.Phase).Came;
  const std::string Cause = printLeftOut(Object, Address) + printStray(C, Number);
  const char *How = Cause.empty()
                        ? " (cp.async.bulk, st.async), or, if threads write them otherwise, "
                          "mbarrier.complete_tx after that"
                        : "";
  return Cause + "copies of " + itostr(Number) + " more bytes" +
         (Came ? ", or an expect_tx of " + utostr(Came) + " bytes" : How);
}

/// Says what would end a phase: bytes or arrivals that are missing.
static void explainMissing(Cluster &C, MBarrier &Object, const MBarrierWord &Word, Waiting &W) {
  const PhaseBytes &Bytes = Object.getBytes(Object.Phase);
  const uint64_t Last = Object.Announcer.Phase;
  if (Word.Transactions < 0 && !Bytes.Announced && Last < Object.Phase && Object.hasBytes(Last) &&
      Object.getBytes(Last).Announced < Object.getBytes(Last).Copied) {
    const PhaseBytes &Short = Object.getBytes(Last);
    W.Expected += "; phase " + utostr(Last) + " " + printEarlyEnd(Short);
    W.Missing = printAnnouncement(Short, Short.Copied);
  } else if (Word.Transactions > 0)
    W.Missing = printMissingBytes(C, Object, uint32_t(W.Why.Address), Word.Transactions);
  else if (Word.Transactions)
    W.Missing = printAnnouncement(Bytes, Bytes.Came);
  else if (Word.Pending < Word.Expected)
    W.Missing = printUncommitted(C) + printCount(Word.Pending, "more arrival") +
                " (mbarrier.arrive, tcgen05.commit), " + "or mbarrier.init with a count of " +
                utostr(Word.Expected - Word.Pending);
  else
    W.Missing = printArrivals(C, Object, Word, W);
  if (Word.Pending && !Object.TooMany.empty())
    W.Missing = Object.TooMany;
}

/// Says that a warp has not waited for phases that have ended.
static void explainPassedPhase(const MBarrier &Object, const MBarrierWord &Word,
                               const std::string &Name, Waiting &W) {
  // A warp that has waited for an earlier phase than the last one was passed by two: the parity
  // that it waits for now is that of the phase that goes on.
  const auto &[InBlock, Number] = W.Warps.front();
  const auto It = Object.LastWaits.find(InBlock->Warps[Number].get());
  const bool IsFirst = It == Object.LastWaits.end();
  // A first wait is for one of the first two phases.
  if (IsFirst ? Object.Phase < 2 : It->second.Phase + 1 >= Object.Phase)
    return;
  W.Is = Rank::PassedPhase;
  W.Missing =
      !Object.TooMany.empty()
          ? Object.TooMany
          : "a wait for each phase, or what keeps the phase from ending before the warp has waited";
  // A wait with parity 1 lets a new mbarrier pass: the phase before phase 0.
  const uint64_t Next = IsFirst ? 0 : It->second.Phase + 1;
  W.Expected =
      Name + " is in " + printPhase(Object, Word) +
      (IsFirst ? "; warp " + utostr(Number) + " has not waited for it before, and phases have ended"
               : "; the last phase that warp " + utostr(Number) + " waited for is " +
                     (Next ? utostr(Next - 1) : "that before phase 0") +
                     ", and phases have ended since") +
      " that it did not wait for; " + W.Expected;
}

/// Returns the arrivals and bytes that would end the phase of an mbarrier.
static void explainPhase(Cluster &C, Waiting &W) {
  const auto Address = uint32_t(W.Why.Address);
  MBarrier *Object = C.MBarriers.find(Address);
  const std::optional<MBarrierWord> Word =
      Object ? MBarrierWord::decode(Object->Word) : std::nullopt;
  if (!Word)
    return;
  const std::string Name = printMBarrier(C.getLaunch(), Address);
  if (W.Why.What == WaitReason::ForConditionalPhase && Object->Reported) {
    W.Expected = "the last phase of " + Name +
                 " ended with a report of a copy, after which its conditional phase goes on";
    return;
  }
  W.Expected = Name + ", in " + printPhase(*Object, *Word) + ", expects ";
  if (Word->Pending || !Word->Transactions)
    W.Expected += printCount(Word->Pending, "more arrival") + " of " + utostr(Word->Expected) +
                  " (mbarrier.arrive, tcgen05.commit)";
  if (Word->Transactions)
    W.Expected += (Word->Pending ? " and " : "") + printBytes(*Object, *Word);
  W.Is = Word->Transactions                                   ? Rank::Bytes
         : Word->Pending < Word->Expected                     ? Rank::SomeArrivals
         : isBeforeCopy(*C.getLaunch().Request.Kernel, *W.At) ? Rank::EmptyStage
                                                              : Rank::NoArrivals;
  explainMissing(C, *Object, *Word, W);
  if (Word->Pending)
    W.BlockSize = printBlockSize(C.getLaunch(), C.getNumBlocks() == 1 ? Word->Pending : 0);
  explainPassedPhase(*Object, *Word, Name, W);
}

/// Names a barrier of the block that threads have arrived at, and that no thread waits for.
static std::string printOtherBarrier(const Block &B, uint64_t Number) {
  for (const auto &[Other, N] : enumerate(B.Barriers)) {
    const auto IsAtOther = [&, Other = Other](const auto &G) {
      return G->Reason.What == WaitReason::ForBarrier && G->Reason.Address == Other;
    };
    if (Other != Number && N.IsInUse && N.LastArrival &&
        none_of(B.Warps, [&](const auto &W) { return any_of(W->Groups, IsAtOther); }))
      return "; " + printInstruction(*N.LastArrival) + " has arrived at barrier " + utostr(Other) +
             ", which no thread waits for: should it be barrier " + utostr(Number) + "?";
  }
  return "";
}

/// Says what would end a wait for a barrier with a number.
static void explainBarrier(Waiting &W) {
  const Block &B = *W.Warps.front().first;
  const NamedBarrier &N = B.Barriers[W.Why.Address];
  const uint32_t Expected = N.Expected ? N.Expected : B.getNumAlive();
  W.Is = Rank::Threads;
  W.Expected = "barrier " + utostr(W.Why.Address) + " of the block expects " +
               utostr(Expected - N.Arrived) + " more threads (bar.sync, bar.arrive)";
  if (N.Expected && N.Arrived)
    W.Missing = utostr(Expected - N.Arrived) +
                " more threads (bar.sync, bar.arrive), or a thread " + "count of " +
                utostr(N.Arrived) + printOtherBarrier(B, W.Why.Address);
  W.BlockSize = printBlockSize(B.getLaunch(), N.Expected);
}

/// "0-3, 6"
static std::string printNumbers(ArrayRef<unsigned> Numbers) {
  std::string Text;
  for (size_t I = 0; I != Numbers.size(); ++I) {
    size_t Last = I;
    while (Last + 1 != Numbers.size() && Numbers[Last + 1] == Numbers[Last] + 1)
      ++Last;
    Text += (Text.empty() ? "" : ", ") + utostr(Numbers[I]);
    if (Last != I)
      Text += "-" + utostr(Numbers[Last]);
    I = Last;
  }
  return Text;
}

/// Notes for setmaxnreg which warps have the registers.
static void explainRegisters(const Launch &L, Waiting &W) {
  const Block &B = *W.Warps.front().first;
  const unsigned AtEntry = L.Request.Kernel->RegistersAtEntry;
  std::map<unsigned, std::vector<unsigned>> Holders;
  for (const auto &Each : B.Warps)
    if (!Each->isDone())
      Holders[Each->Registers ? Each->Registers : AtEntry].push_back(Each->getNumber());
  std::string Who;
  for (const auto &[Count, Numbers] : Holders)
    Who += (Who.empty() ? "" : ", ") + std::string(Numbers.size() == 1 ? "warp " : "warps ") +
           printNumbers(Numbers) + " " + (Numbers.size() == 1 ? "has " : "have ") + utostr(Count);
  W.Is = Rank::Registers;
  W.Expected = printInstruction(*W.At) + " wants " + utostr(W.Why.Value) +
               " registers a thread, and the block has " + utostr(B.Warps.size() * AtEntry) +
               " for its warps together (" + utostr(AtEntry) + " each at the entry): " + Who +
               " registers";
  W.Missing = "a setmaxnreg.dec to fewer registers of the other warps, before they wait for these";
}

/// Says that tcgen05.alloc waits for columns which no thread gives back.
static void explainColumns(Waiting &W) {
  W.Is = Rank::Columns;
  W.Expected =
      printInstruction(*W.At) + " waits for " + std::string(W.Why.What) +
      (W.Why.Value ? ": it wants " + utostr(W.Why.Value) + " of " + utostr(TensorMemory::NumColumns)
                   : "");
  W.Missing =
      W.Why.What == WaitReason::ForPeerAlloc
          ? "the same tcgen05.alloc in a warp of each block of the pair"
          : "fewer columns, or a tcgen05.dealloc before it that does not wait for these threads";
}

/// wgmma: which warps have not come to it.
static void explainWarpgroup(Waiting &W) {
  const auto &[B, Number] = W.Warps.front();
  std::vector<unsigned> Others;
  bool HaveEnded = true;
  for (const auto &Each : B->getWarpgroup(*B->Warps[Number])) {
    if (is_contained(W.Warps, std::pair<const Block *, unsigned>(B, Each->getNumber())))
      continue;
    Others.push_back(Each->getNumber());
    HaveEnded &= Each->isDone();
  }
  if (Others.empty())
    return;
  W.Is = Rank::Warpgroup;
  W.Expected = "wgmma.mma_async is for the four warps of a warpgroup, and " +
               std::string(Others.size() == 1 ? "warp " : "warps ") + printNumbers(Others) +
               (Others.size() == 1 ? " has" : " have") + (HaveEnded ? " ended" : " not come to it");
  W.Missing =
      "a branch to wgmma.mma_async that all four warps of the warpgroup take or do not take";
}

/// "block (1,0,0)", "blocks (1,0,0), (2,0,0) and 5 others"
static std::string printBlocks(Dim3 Grid, ArrayRef<uint64_t> Numbers) {
  constexpr size_t MaxNamed = 4;
  std::string Text = Numbers.size() == 1 ? "block " : "blocks ";
  for (const auto &[Index, Number] : enumerate(Numbers.take_front(MaxNamed))) {
    const Dim3 At = Grid.getPosition(Number);
    Text += (Index ? ", (" : "(") + utostr(At.X) + "," + utostr(At.Y) + "," + utostr(At.Z) + ")";
  }
  return Numbers.size() > MaxNamed ? Text + " and " + utostr(Numbers.size() - MaxNamed) + " others"
                                   : Text;
}

/// Names the blocks that have not come to a barrier of the grid as often as others.
static void explainGridBarrier(const Launch &L, Waiting &W) {
  uint64_t Most = 0;
  for (const auto &[Block, Count] : L.GridArrivals)
    Most = std::max(Most, Count);
  std::vector<uint64_t> Missing;
  for (uint64_t Block = 0; Block != L.Request.Grid.getCount(); ++Block) {
    const auto Found = L.GridArrivals.find(Block);
    if (Found == L.GridArrivals.end() || Found->second != Most)
      Missing.push_back(Block);
  }
  if (Missing.empty())
    return;
  W.Expected = printBlocks(L.Request.Grid, Missing) + (Missing.size() == 1 ? " does" : " do") +
               " not come to the barrier of the grid (grid.sync of cooperative groups) that " +
               utostr(L.Request.Grid.getCount() - Missing.size()) + " of " +
               utostr(L.Request.Grid.getCount()) + " blocks wait at";
  W.Missing = "grid.sync() by all threads of all blocks, also of those that return early";
}

/// Says that a loop reads memory which no thread is left to write.
static void explainChange(const Launch &L, Waiting &W) {
  W.Is = Rank::Change;
  const bool IsShared = (W.Why.Address & Windows::Mask) == Windows::Shared;
  const std::string Name =
      IsShared ? printShared(L, uint32_t(W.Why.Address)) : printGlobal(L, W.Why.Address);
  W.Expected = "a loop reads " + Name + " until it changes, and no thread is left that writes it";
  W.Missing = "a write of " + Name + " by a thread that does not wait";
  if (!IsShared)
    W.Missing += L.Request.HasOthers
                     ? ", by the host or by another kernel"
                     : "; the host and the kernels that follow go on when this kernel has ended, "
                       "other than on a GPU";
  if (L.isInWorkspace(W.Why.Address))
    explainGridBarrier(L, W);
}

/// Threads that wait for others of their warp are the cause where those wait for them, too.
static bool isDiverged(const Warp &W) {
  return !W.Groups.empty() && all_of(W.Groups, [](const auto &G) {
    return G->Reason.What == WaitReason::ForOthersOfWarp;
  });
}

/// "waits for a phase of an mbarrier"; of several warps "4 warps wait for …: warps 0-3".
static std::string printWaiting(const Waiting &W) {
  const std::string For = std::string("for ") + (W.Why.What ? W.Why.What : "something");
  if (W.Warps.size() == 1)
    return "waits " + For;
  std::map<const Block *, std::vector<unsigned>> ByBlock;
  for (const auto &[B, Number] : W.Warps)
    ByBlock[B].push_back(Number);
  std::string Text = utostr(W.Warps.size()) + " warps wait " + For + ": warps " +
                     printNumbers(ByBlock[W.Warps.front().first]);
  if (ByBlock.size() == 1)
    return Text;
  const Cluster &First = W.Warps.front().first->getCluster();
  const bool AreOfOne =
      all_of(ByBlock, [&](const auto &Each) { return &Each.first->getCluster() == &First; });
  return Text + ", and those of " + printCount(ByBlock.size() - 1, "other block") +
         (AreOfOne ? " of the cluster" : "");
}

/// Adds a group of threads to those that wait at the same instruction for the same.
static void addWaiting(std::vector<Waiting> &All, const Block &B, const Warp &W,
                       const ThreadGroup &G) {
  const Instruction &I = G.getFunction().Code[G.PC];
  const WaitReason &Why = G.Reason;
  auto It = find_if(All, [&](const Waiting &Other) {
    return Other.At == &I && Other.Why.What == Why.What &&
           (Other.Why.Address & Windows::OffsetMask) == (Why.Address & Windows::OffsetMask);
  });
  if (It == All.end()) {
    It = All.insert(It, Waiting());
    It->At = &I;
    It->Why = Why;
    It->First = G.getLocation(I, G.getThreads());
  }
  const std::pair<const Block *, unsigned> Here = {&B, W.getNumber()};
  if (It->Warps.empty() || It->Warps.back() != Here) // not another part of the same warp
    It->Warps.push_back(Here);
}

/// Says that a group waits for threads of its warp.
static void reportDivergence(Report &R, const Warp &W, const ThreadGroup &G) {
  const Instruction &I = G.getFunction().Code[G.PC];
  R.Kind = Check::Divergence;
  R.At = G.getLocation(I, G.getThreads());
  R.Sentence = "'" + I.Source->getMnemonic() +
               "' waits for threads of the warp that do not come to it: " +
               printLanes(W.getAlive() & ~G.getThreads());
}

/// Says what threads expect, and what is missing.
static void explain(Launch &L, Waiting &W) {
  if (W.Why.What == WaitReason::ForPhase || W.Why.What == WaitReason::ForConditionalPhase)
    explainPhase(W.Warps.front().first->getCluster(), W);
  else if (W.Why.What == WaitReason::ForChange)
    explainChange(L, W);
  else if (W.Why.What == WaitReason::ForBarrier)
    explainBarrier(W);
  else if (W.Why.What == WaitReason::ForRegisters)
    explainRegisters(L, W);
  else if (W.Why.What && W.At->Source->beginsWith("tcgen05.alloc"))
    explainColumns(W);
  else if (W.Why.What == WaitReason::ForWarpgroup)
    explainWarpgroup(W);
}

/// Returns true if control may go from one instruction of a function to another one.
static bool mayReach(const Function &F, const Instruction *From, const Instruction *To) {
  const auto IsIn = [&](const Instruction *I) {
    return I >= F.Code.data() && I < F.Code.data() + F.Code.size();
  };
  if (!IsIn(From) || !IsIn(To))
    return false;
  std::vector<bool> Seen(F.Code.size());
  SmallVector<size_t> Left = {size_t(From - F.Code.data())};
  while (!Left.empty()) {
    const size_t At = Left.pop_back_val();
    if (At >= F.Code.size() || Seen[At])
      continue;
    const Instruction &I = F.Code[At];
    if (&I == To)
      return true;
    Seen[At] = true;
    const bool IsBranch = I.Operation == OperationKind_Branch;
    if (IsBranch)
      Left.push_back(I.Target);
    if (I.Guard || (!IsBranch && I.Operation != OperationKind_Return))
      Left.push_back(At + 1);
  }
  return false;
}

/// Threads that wait for arrivals at an mbarrier, and would come to a barrier of the block after
/// it, are the cause of others that wait there.
static void findConsequences(const Function &F, MutableArrayRef<Waiting> All) {
  const auto IsAwaited = [&](const Waiting &Barrier) {
    return any_of(All, [&](const Waiting &W) {
      return is_contained({Rank::EmptyStage, Rank::NoArrivals}, W.Is) &&
             W.Warps.front().first == Barrier.Warps.front().first && mayReach(F, W.At, Barrier.At);
    });
  };
  for (Waiting &W : All)
    if (W.Is == Rank::Threads && W.Missing.empty() && IsAwaited(W))
      W.Is = Rank::Consequence;
}

void ClusterChecks::reportDeadlock(ArrayRef<Cluster *> Clusters) {
  Launch &L = Of.getLaunch();
  std::vector<Waiting> All;
  Report R;
  R.Kind = Check::Deadlock;
  R.Level = Severity::Error;
  R.Sentence = "deadlock: every thread waits";
  for (Cluster *C : Clusters)
    for (const auto &B : C->Blocks)
      for (const auto &W : B->Warps)
        for (const auto &G : W->Groups) {
          addWaiting(All, *B, *W, *G);
          if (isDiverged(*W))
            reportDivergence(R, *W, *G);
        }
  for (Waiting &W : All)
    explain(L, W);
  findConsequences(*L.Request.Kernel, All);
  llvm::stable_sort(All, [](const Waiting &A, const Waiting &B) { return A.Is < B.Is; });
  if (!All.empty() && !R.At.Instruction) {
    R.At = All.front().First;
    if (!All.front().Expected.empty())
      R.Sentence += "; " + All.front().Expected;
  }
  std::vector<std::string> Missing;
  for (const Waiting &W : All) {
    R.Others.push_back({printWaiting(W), W.First});
    if (W.Is == Rank::Consequence ||
        (W.Is == Rank::NoArrivals && All.front().Is == Rank::EmptyStage))
      continue;
    const std::string &Text = W.Missing.empty() || (&W != &All.front() && W.Is != Rank::NoArrivals)
                                  ? W.Expected
                                  : W.Missing;
    if (!Text.empty() && !is_contained(Missing, Text + W.BlockSize))
      Missing.push_back(Text + W.BlockSize);
  }
  R.Missing = R.Kind == Check::Divergence && R.At.Instruction
                  ? "a branch to '" + R.At.Instruction->getMnemonic() +
                        "' that all threads of the warp take or do not take"
                  : join(Missing, "; ");
  L.Reports.add(std::move(R));
  L.IsStopped = true;
}
