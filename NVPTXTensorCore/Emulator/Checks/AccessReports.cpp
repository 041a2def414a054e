//===- AccessReports.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports two accesses that nothing orders: where both are, and what is missing.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Checks/WaitCauses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

const GridHistory::Grid &AccessChecks::getEarlierGrid(const AccessRecord &R) const {
  return *llvm::find_if(Of.getLaunch().History.Grids,
                        [&](const GridHistory::Grid &G) { return R.Cluster < G.EndCluster; });
}

Location AccessChecks::getLocation(const AccessRecord &R) const {
  Location At;
  At.Instruction = R.At->Source;
  At.SourceLine = R.At->SourceLine;
  At.Kernel = Of.getLaunch().Request.Kernel->Name;
  At.Lanes = R.Lanes;
  if (R.Cluster < Of.getLaunch().FirstCluster) {
    const GridHistory::Grid &Earlier = getEarlierGrid(R);
    At.Kernel = Earlier.Kernel;
    if (Earlier.Module != Of.getLaunch().Request.Module)
      At.Instruction = At.SourceLine = nullptr; // of another text
  }
  if (R.Cluster != Of.getNumber()) {
    At.Warp = R.Warp;
    return At;
  }
  const size_t WarpsOfBlock = Of.Blocks.front()->Warps.size();
  const Dim3 Position = Of.Blocks[R.Warp / WarpsOfBlock]->getPosition();
  At.Block = {Position.X, Position.Y, Position.Z};
  At.Warp = unsigned(R.Warp % WarpsOfBlock);
  return At;
}

bool AccessChecks::isWaitedFor(const AccessRecord &Before) const {
  if (!Before.IsAsync || Before.Cluster != Of.getNumber())
    return false;
  const VectorClock *Seen =
      Of.Order.getSeen(Before.Warp, Of.Order.getRecord(Before.Warp, Before.Time).Lane);
  const WarpClock *Own = Seen ? Seen->find(Before.Cluster, Before.Warp) : nullptr;
  return Own && Own->Async.contains(Before.Time);
}

static std::string describe(const AccessRecord &R) {
  return std::string(R.IsAsync ? "asynchronous " : "") + (R.IsWrite ? "write" : "read");
}

/// Returns the load of a change of memory, such as ++*p, of which two accesses are the load or the
/// store; null if they are not.
static const Instruction *findChange(const Function &F, const AccessRecord &Before,
                                     const AccessRecord &Now) {
  constexpr unsigned MaxBetween = 16;
  const Instruction *Store = Before.IsWrite ? Before.At : Now.At;
  const bool IsIn = Store >= F.Code.data() && Store < F.Code.data() + F.Code.size();
  if (Before.IsStrong || Now.IsStrong || Store->Operation != OperationKind_Store || !IsIn)
    return nullptr;
  const Address &To = Store->Addresses.front();
  const Instruction *Load = Store;
  for (unsigned Left = MaxBetween; Left && Load != F.Code.data(); --Left) {
    --Load;
    if (Load->Operation != OperationKind_Load)
      continue;
    const Address &From = Load->Addresses.front();
    if (From.Is == Address::InSlot && To.Is == From.Is && To.Base.In == From.Base.In &&
        To.Base.Offset == From.Base.Offset && To.Offset == From.Offset)
      return all_of(std::array{Before.At, Now.At},
                    [&](const Instruction *I) { return I == Load || I == Store; })
                 ? Load
                 : nullptr;
  }
  return nullptr;
}

/// Returns true of a load in a loop that does nothing but wait for what it loads.
static bool isPolled(const Function &F, const Instruction &Load) {
  constexpr size_t MaxInLoop = 16;
  const bool IsIn = &Load >= F.Code.data() && &Load < F.Code.data() + F.Code.size();
  if (!IsIn || Load.Operation != OperationKind_Load)
    return false;
  const auto IsSame = [](Slot A, Slot B) { return A.In == B.In && A.Offset == B.Offset; };
  const size_t Number = size_t(&Load - F.Code.data());
  std::vector<Slot> Loaded = Load.Results.vec();
  for (const Instruction &I : ArrayRef(F.Code).slice(Number).take_front(MaxInLoop)) {
    const auto Uses = [&](Slot S) { return any_of(Loaded, [&](Slot L) { return IsSame(L, S); }); };
    if (I.Operation == OperationKind_Branch && I.Target <= Number)
      return Uses(I.Guard) && Number - I.Target < MaxInLoop &&
             all_of(
                 make_range(&F.Code[I.Target], &I),
                 [](const Instruction &Each) { return isForWaitLoops(Each.Operation); });
    if (any_of(I.Operands, Uses))
      append_range(Loaded, I.Results);
  }
  return false;
}

/// Returns the load that the address of an access comes from; null if none is close before it.
static const Instruction *findLoadOfAddress(const Function &F, const Instruction &Access) {
  constexpr ptrdiff_t MaxBetween = 16;
  const bool IsIn = &Access >= F.Code.data() && &Access < F.Code.data() + F.Code.size();
  if (!IsIn || Access.Addresses.empty() || Access.Addresses.front().Is != Address::InSlot)
    return nullptr;
  SmallVector<Slot> Needed = {Access.Addresses.front().Base};
  const auto IsNeeded = [&](Slot Result) {
    return any_of(Needed, [&](Slot S) { return S.In == Result.In && S.Offset == Result.Offset; });
  };
  const ArrayRef Before(F.Code.data(), &Access);
  for (const Instruction &I : reverse(Before.take_back(MaxBetween))) {
    if (I.In == Space::EntryParam || none_of(I.Results, IsNeeded))
      continue;
    if (I.Operation == OperationKind_Load || I.Operation == OperationKind_Atomic)
      return &I;
    append_range(Needed, I.Operands);
  }
  return nullptr;
}

/// Says how far from each other two accesses are: of one warp, block, cluster or grid.
enum Distance : unsigned { OfWarp, OfBlock, OfCluster, OfGrid };
static Distance getDistance(const AccessRecord &Before, const AccessRecord &Now,
                            size_t WarpsOfBlock) {
  return Before.Cluster != Now.Cluster                           ? OfGrid
         : Before.Warp / WarpsOfBlock != Now.Warp / WarpsOfBlock ? OfCluster
         : Before.Warp != Now.Warp                               ? OfBlock
                                                                 : OfWarp;
}

/// Returns what would order an access after an earlier one. `IsWaitedFor`: the thread that issued
/// the earlier one has waited for it.
static std::string getMissing(const AccessRecord &Before, Distance Between, bool IsWaitedFor) {
  constexpr StringLiteral OfGrids = "a release and an acquire at gpu scope (fence.acq_rel.gpu)";
  const std::string ForOthers =
      Between == OfWarp ? ""
      : Between == OfGrid
          ? ", and " + OfGrids.str()
          : ", and a barrier (bar.sync) or an mbarrier (mbarrier.arrive, mbarrier.try_wait)";
  if (Before.IsAsync && !IsWaitedFor) {
    switch (Before.At->Operation) {
    case OperationKind_WGMMA:
      return "wgmma.commit_group, and wgmma.wait_group" + ForOthers;
    case OperationKind_TCGen05Load:
      return "tcgen05.wait::ld" + ForOthers;
    case OperationKind_TCGen05Store:
      return "tcgen05.wait::st" + ForOthers;
    case OperationKind_BulkGroupCopy:
      return "cp.async.bulk.commit_group, and cp.async.bulk.wait_group" + ForOthers;
    case OperationKind_BulkCopy:
    case OperationKind_TensorCopy:
      return "a wait on the mbarrier of the copy (mbarrier.try_wait)";
    case OperationKind_AsyncCopy:
      return "cp.async.wait_group, and a barrier (bar.sync) for other threads; or "
             "cp.async.mbarrier.arrive, and a wait on its mbarrier";
    case OperationKind_ReleasingStore:
      return "a load that acquires what it writes (ld.acquire)";
    default:
      return isTCGen05(Before.At->Operation)
                 ? "tcgen05.commit, and a wait on its mbarrier (mbarrier.try_wait)"
                 : "a wait for the operation";
    }
  }
  if (Before.At->Operation == OperationKind_MBarrierInit)
    return "fence.mbarrier_init, and a barrier (bar.sync; barrier.cluster for other blocks)";
  if (Between == OfGrid)
    return OfGrids.str() + ", and bar.sync for the other threads of a block";
  constexpr StringLiteral Barriers[] = {
      "bar.warp.sync, or a barrier of the block (bar.sync)",
      "a barrier of the block (bar.sync), or an mbarrier (mbarrier.arrive, mbarrier.try_wait)",
      "barrier.cluster, or an mbarrier (mbarrier.arrive, mbarrier.try_wait)"};
  return Barriers[Between].str();
}

/// Returns true if a thread's access came after the issue of an operation that performs its own
/// only now, and in the order of the program: then it is the access that comes too early.
bool AccessChecks::isAccessOfLater(const AccessRecord &Access, const Observer &O) const {
  if (!O.Operation || Access.Cluster != Of.getNumber())
    return false;
  const AsyncRecord &Op = Of.Order.getRecord(O.Record.Warp, O.Record.Time);
  // The same of two operations of one warp, of which the later one was performed first.
  if (Access.IsAsync)
    return Access.Warp == O.Record.Warp &&
           Of.Order.getRecord(Access.Warp, Access.Time).IssuedStep > Op.IssuedStep;
  if (Access.Warp == O.Record.Warp)
    return Access.Time > Op.IssuedAt;
  const unsigned Lane = unsigned(llvm::countr_zero(Access.Lanes));
  const VectorClock *Seen = Of.Order.getSeen(Access.Warp, Lane);
  const WarpClock *Clock = Seen ? Seen->find(Access.Cluster, O.Record.Warp) : nullptr;
  return Clock && Clock->Generic[Op.Lane] > Op.IssuedAt &&
         Of.Order.isAfter(Access.Warp, Access.Time, Op.IssuedStep);
}

/// The same report the other way around.
void AccessChecks::reportLater(const AccessRecord &Access, const Observer &O, const Target &T) {
  Observer Later;
  Later.Record = Access;
  Later.Lanes = Access.Lanes;
  Later.In = O.In;
  Later.Seen = Of.Order.getSeen(Access.Warp, unsigned(llvm::countr_zero(Access.Lanes)));
  AccessRecord Before = O.Record;
  Before.Lanes = O.Lanes;
  report(Before, Later, T, Relation::Unordered, /*IsLater=*/true);
}

/// Returns true for a write after a read of another block of this kernel, if a relaxed write of
/// that block was read since: what the block computed from its read has come here.
bool AccessChecks::isOrderedByRelaxed(const AccessRecord &Before, const AccessRecord &Now) const {
  return !Before.IsWrite && Now.IsWrite && !Before.IsAsync && !Now.IsAsync &&
         Before.Cluster != Of.getNumber() && Before.Cluster >= Of.getLaunch().FirstCluster &&
         Of.Order.findUnreleased(Before.Cluster);
}

/// Returns the wait for the first phase of an mbarrier that an operation completes, if the write of
/// the operation comes after a read by a warp that has never waited for that mbarrier: the read may
/// have come too early, or the write.
std::string AccessChecks::findMissedWait(const AccessRecord &Before, const Observer &O) const {
  if (Before.IsAsync || Before.IsWrite || !O.Operation || Before.Cluster != Of.getNumber())
    return "";
  const AsyncRecord &Op = Of.Order.getRecord(O.Record.Warp, O.Record.Time);
  MBarrier *Object = Op.MBarrier && !Op.Phase ? Of.MBarriers.find(*Op.MBarrier) : nullptr;
  const size_t PerBlock = Of.Blocks.front()->Warps.size();
  const Warp &Reader = *Of.Blocks[Before.Warp / PerBlock]->Warps[Before.Warp % PerBlock];
  if (!Object || Object->LastWaits.count(&Reader) ||
      *Op.MBarrier >> Windows::RankShift != Reader.getBlock().getRank())
    return "";
  return "a wait for the first phase of " + printMBarrier(Of.getLaunch(), *Op.MBarrier) +
         " (mbarrier.try_wait.parity with 0)";
}

/// Returns what accesses may lack that no order would help, as the beginning of a sentence about
/// the order; empty if nothing is known.
std::string AccessChecks::findOtherRemedy(const AccessRecord &Before, const Observer &O,
                                          unsigned Between) const {
  const AccessRecord &Now = O.Record;
  if (const Instruction *Load = findChange(*Of.getLaunch().Request.Kernel, Before, Now))
    return "an atomic operation (atomicAdd) instead of " + printInstruction(*Load) +
           " and the store after it; or, if a lock or a barrier is to order such changes, ";
  if (Between == OfGrid && Before.At == Now.At && Before.IsWrite && Now.IsWrite)
    return "another address in each block, or a reduction (atomicAdd, cp.reduce.async) instead "
           "of " +
           printInstruction(*Now.At) + "; or, if one block is to write after the other, ";
  const std::string Wait = findMissedWait(Before, O);
  return Wait.empty() ? "" : Wait + " before the read, if it is to see what is written; if not, ";
}

/// Returns true if an asynchronous write, such as of a tile, is over an mbarrier.
static bool isOverMBarrier(const AccessRecord &Before, const AccessRecord &Now) {
  return Now.IsAsync && isMBarrier(Before.At->Operation);
}

std::string AccessChecks::printRelation(Relation Found, const char *Fence,
                                        const AccessRecord &Before, const AccessRecord &Now) {
  if (Found == Relation::NotCoherent)
    return ": " + printInstruction(*Now.At) +
           " reads through a cache that need not see what this kernel writes, such as the ";
  if (!Fence)
    return ": nothing orders it after the ";
  return (isOverMBarrier(Before, Now) ? ": the memory is an mbarrier's, and no " : ": no ") +
         std::string(Fence) + " is between it and the ";
}

void AccessChecks::report(const AccessRecord &Before, const Observer &O, const Target &T,
                          Relation Found, bool IsLater) {
  if (Found == Relation::Unordered && isAccessOfLater(Before, O))
    return reportLater(Before, O, T);
  Report R;
  Launch &L = Of.getLaunch();
  const char *Fence = nullptr;
  switch (Found) {
  case Relation::NoProxyFence:
    R.Kind = Before.IsAsync ? Check::CopyProxyFence : Check::ProxyFence;
    Fence = "fence.proxy.async";
    break;
  case Relation::NoFenceOfReads:
    R.Kind = Check::ReadProxyFence;
    Fence = "fence.proxy.async";
    break;
  case Relation::NoMapRelease:
    R.Kind = Check::ProxyFence;
    Fence = "fence.proxy.tensormap::generic.release";
    break;
  case Relation::NoMapAcquire:
    R.Kind = Check::ProxyFence;
    Fence = "fence.proxy.tensormap::generic.acquire";
    break;
  case Relation::NoFenceBefore:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::before_thread_sync";
    break;
  case Relation::NoFenceAfter:
    R.Kind = Check::TensorFence;
    Fence = "tcgen05.fence::after_thread_sync";
    break;
  case Relation::NoWarpgroupOrder:
    R.Kind = Check::WarpgroupOrder;
    break;
  case Relation::EqualWrites:
    R.Kind = Check::EqualWrites;
    break;
  case Relation::NotTogether:
    R.Kind = Check::WarpSynchronous;
    break;
  case Relation::NotPipelined:
    R.Kind = Check::TensorPipeline;
    break;
  default:
    R.Kind = Check::Race;
  }
  if (R.Kind == Check::Race && isOrderedByRelaxed(Before, O.Record))
    R.Kind = Check::RelaxedOrder;
  R.Level = L.Reports.getSeverity(R.Kind);
  R.Distance = getDistance(Before, O.Record, Of.Blocks.front()->Warps.size());
  R.At = getLocation(O.Record);
  R.At.Lanes = O.Lanes;
  if (L.Reports.repeat(R.Kind, R.At))
    return L.Reports.widen(R.Kind, R.At, Before.At->Source, R.Distance, [&] {
      return getMissing(Before, Distance(R.Distance), isWaitedFor(Before));
    });
  constexpr unsigned MaxAccess = 32; // of a thread
  const WaitCause Cause = Found == Relation::Unordered ? findCause(Before, O, T) : WaitCause();
  R.Sentence =
      describe(O.Record) + (IsLater && T.Bytes > MaxAccess ? " in the " : " of ") +
      utostr(T.Bytes) + " bytes at " + print(T) + printRelation(Found, Fence, Before, O.Record) +
      describe(Before) + " before it" +
      (R.Kind == Check::EqualWrites ? ", which writes the same value" : "") +
      (R.Kind == Check::WarpgroupOrder
           ? " in each of the four warps, and wgmma is not a barrier of the warpgroup"
           : "") +
      (R.Kind == Check::WarpSynchronous
           ? ", by another lane of the warp: lanes need not execute together"
           : "") +
      Cause.Sentence +
      (R.Kind == Check::RelaxedOrder
           ? ", so that PTX does not order the two; hardware does if what was written there "
             "depends on what was read"
           : "");
  const bool IsOfEarlierGrid = Before.Cluster < L.FirstCluster;
  if (IsOfEarlierGrid)
    R.Sentence += "; that is of kernel '" + getEarlierGrid(Before).Kernel.str() +
                  "', which may still run: this one is launched with programmatic stream "
                  "serialization";
  R.Missing =
      IsOfEarlierGrid && O.Seen && O.Seen->EarlierGridsFrom != VectorClock::None
          ? "griddepcontrol.wait in the kernels between the two: that of this one waits for the "
            "kernel "
            "before it, which may end before '" +
                getEarlierGrid(Before).Kernel.str() + "' does"
      : IsOfEarlierGrid
          ? "griddepcontrol.wait (cudaGridDependencySynchronize) before it, and what orders other "
            "threads after that"
      : R.Kind == Check::WarpgroupOrder
          ? Before.IsAsync
                ? "the wait for it in each warp of the warpgroup, or a barrier (bar.sync) "
                  "between the wait and wgmma.mma_async"
                : "a barrier of the warpgroup (bar.sync) between the write, or its "
                  "fence.proxy.async, and wgmma.mma_async"
      : Found == Relation::NotCoherent
          ? "a load without .nc (no __ldg, and no const __restrict__ for what the kernel writes)"
      : Fence && isOverMBarrier(Before, O.Record)
          ? "memory for all that the copy writes, before the mbarrier; or, if the mbarrier is not "
            "needed any more, mbarrier.inval and " +
                std::string(Fence)
      : Fence ? Fence
      : Found == Relation::NotPipelined && Before.At->Operation == OperationKind_TCGen05Copy &&
              O.Record.At->Operation == OperationKind_TCGen05Copy
          ? "another tensor address, if both are to be there; or tcgen05.commit, and a wait on its "
            "mbarrier (mbarrier.try_wait)"
      : Cause ? Cause.Missing
              : getMissing(Before, Distance(R.Distance), isWaitedFor(Before));
  if (Found == Relation::Unordered && !Cause && !IsOfEarlierGrid &&
      R.Kind != Check::WarpgroupOrder) {
    const std::string Other = findOtherRemedy(Before, O, Distance(R.Distance));
    R.ByDistance = Other.size();
    R.Missing = Other + R.Missing;
  }
  const bool IsOfProxies = Found == Relation::NoProxyFence || Found == Relation::NoFenceOfReads;
  const bool IsOfOthers = Before.Lanes != O.Lanes || Before.Warp != O.Record.Warp;
  if (IsOfProxies && !Before.IsAsync && IsOfOthers)
    R.Missing +=
        ", and what orders other threads after it (bar.warp.sync, bar.sync, mbarrier.arrive)";
  R.Remedy = unsigned(Found);
  R.IsAfterAsync = Before.IsAsync;
  R.HasCause = !Cause.Sentence.empty();
  R.IsOfPhase = Cause.IsOfPhase;
  R.IsNowhere = Fence && none_of(L.Request.Kernel->Code, [&](const Instruction &I) {
                  return I.Operation == OperationKind_Call || I.Source->beginsWith(Fence);
                });
  if (O.Operation)
    R.MBarrier = Of.Order.getRecord(O.Record.Warp, O.Record.Time).MBarrier;
  if (const Instruction *Load = findLoadOfAddress(*L.Request.Kernel, *O.Record.At)) {
    R.AddressFrom = R.At;
    R.AddressFrom.Instruction = Load->Source;
    R.AddressFrom.SourceLine = Load->SourceLine;
  }
  R.Others.push_back({"the " + describe(Before) + " before it", getLocation(Before)});
  if (Cause.There) {
    Location At = getLocation(Before);
    At.Instruction = Cause.There->Source;
    At.SourceLine = Cause.There->SourceLine;
    At.Lanes = 0;
    R.Others.push_back({Cause.WhatIsThere, At});
  }
  L.Reports.add(std::move(R));
}

void AccessChecks::widen(const AccessRecord &Before, const Observer &O) {
  const bool Conflicts =
      Before.At && (Before.Bytes & O.Record.Bytes) && (Before.IsWrite || O.Record.IsWrite);
  if (!Conflicts || relate(Before, O) != Relation::Unordered)
    return;
  const unsigned Between = getDistance(Before, O.Record, Of.Blocks.front()->Warps.size());
  Of.getLaunch().Reports.widen(Check::Race, getLocation(O.Record), Before.At->Source, Between, [&] {
    return getMissing(Before, Distance(Between), isWaitedFor(Before));
  });
}

std::string AccessChecks::print(const Target &T) const {
  const Launch &L = Of.getLaunch();
  if (T.In == Memory::Tensor)
    return "tensor address 0x" + utohexstr(T.Address, true) + " (lane " +
           utostr(T.Address / TensorMemory::NumColumns) + ", column " +
           utostr(T.Address % TensorMemory::NumColumns) + ")";
  return T.In == Memory::Shared ? printShared(L, uint32_t(T.Address)) : printGlobal(L, T.Address);
}

/// Returns true if a thread may wait for others in an instruction.
static bool mayWait(const Instruction &I) {
  const OperationKind Is = I.Operation;
  return isBarrier(Is) || Is == OperationKind_WarpBarrier || Is == OperationKind_Return ||
         Is == OperationKind_Call || (isMBarrier(Is) && !isArrival(Is));
}

/// Returns true if a thread accesses something after it has arrived at a barrier, and waits for
/// nothing between the two.
static bool isBehindArrival(const Function &F, const Instruction &Arrival,
                            const Instruction &Access) {
  const auto IsIn = [&](const Instruction &I) {
    return &I >= F.Code.data() && &I < &F.Code.back();
  };
  return isArrival(Arrival.Operation) && !isMBarrier(Access.Operation) && IsIn(Arrival) &&
         IsIn(Access) && &Arrival < &Access && none_of(make_range(&Arrival + 1, &Access), mayWait);
}

WaitCause AccessChecks::findBarrierCause(const AccessRecord &Before,
                                         const AccessRecord &Now) const {
  const size_t PerBlock = Of.Blocks.front()->Warps.size();
  const Block &B = *Of.Blocks[Now.Warp / PerBlock];
  WaitCause Result;
  if (Before.Warp / PerBlock != Now.Warp / PerBlock)
    return Result;
  const Warp &First = *B.Warps[Before.Warp % PerBlock], &Second = *B.Warps[Now.Warp % PerBlock];
  for (const auto &[W, Other] : {std::pair(&Second, &First), std::pair(&First, &Second)}) {
    if (!W->LastBarrier || W->WarpsOfLastBarrier >> Other->getNumber() & 1)
      continue;
    const unsigned Threads = unsigned(llvm::popcount(W->WarpsOfLastBarrier)) * WarpSize;
    const std::string Is = printInstruction(*W->LastBarrier);
    Result.There = W->LastBarrier;
    Result.Sentence = "; " + Is + " was for " + utostr(Threads) + " threads, which warp " +
                      utostr(Other->getNumber()) + " is not among";
    Result.Missing = "a barrier for the threads of both (another number or thread count of " + Is +
                     ", or bar.sync of all)";
    Result.WhatIsThere = "the barrier, which is for others";
    return Result;
  }
  return Result;
}

/// Returns what follows an access in the text of the kernel and may tell other blocks of it, a
/// strong write without a release, if no fence is between the two.
static const Instruction *findUnfencedFlag(const Function &F, const Instruction &Access) {
  constexpr ptrdiff_t MaxBetween = 64;
  if (&Access < F.Code.data() || &Access >= F.Code.data() + F.Code.size())
    return nullptr;
  const auto After = ArrayRef(F.Code).drop_front(&Access - F.Code.data() + 1);
  for (const Instruction &I : After.take_front(MaxBetween)) {
    const ptx::Statement &S = *I.Source;
    if (I.Operation == OperationKind_Return || isBarrier(I.Operation) || S.beginsWith("fence") ||
        S.beginsWith("membar") || S.hasModifier(".release") || S.hasModifier(".acq_rel"))
      return nullptr;
    const bool IsStrongStore = I.Operation == OperationKind_Store &&
                               (S.hasModifier(".volatile") || S.hasModifier(".relaxed"));
    if (IsStrongStore || I.Operation == OperationKind_Atomic ||
        I.Operation == OperationKind_Reduction)
      return &I;
  }
  return nullptr;
}

/// Returns true if what comes before an access in the text of the kernel may take a lock or wait
/// for a flag.
static bool isBehindStrongRead(const Function &F, const Instruction &Access) {
  constexpr ptrdiff_t MaxBetween = 64;
  if (&Access < F.Code.data() || &Access >= F.Code.data() + F.Code.size())
    return false;
  const auto Before = ArrayRef(F.Code).take_front(&Access - F.Code.data());
  return any_of(Before.take_back(MaxBetween), [](const Instruction &I) {
    const ptx::Statement &S = *I.Source;
    return I.Operation == OperationKind_Atomic ||
           (I.Operation == OperationKind_Load &&
            (S.hasModifier(".volatile") || S.hasModifier(".relaxed") || S.hasModifier(".acquire")));
  });
}

/// Finds the cause between blocks of different clusters.
WaitCause AccessChecks::findClusterCause(const AccessRecord &Before,
                                         const AccessRecord &Now) const {
  WaitCause Result;
  if (Before.IsStrong && Now.IsStrong) {
    const Instruction &Narrow = Before.isStrongForAll() ? *Now.At : *Before.At;
    Result.Sentence = "; the scope of " + printInstruction(Narrow) + " does not reach that far";
    Result.Missing = "the scope .gpu of " + printInstruction(Narrow);
  } else if (const Instruction *Flag = Of.Order.findUnreleased(Before.Cluster)) {
    Result.There = Flag;
    Result.Sentence =
        "; " + printInstruction(*Flag) + ", which was read since, releases nothing to this block";
    Result.Missing = "a release at gpu scope: .release.gpu of " + printInstruction(*Flag) +
                     ", or fence.acq_rel.gpu before it (__threadfence)";
    Result.WhatIsThere = "the write that releases nothing";
  } else if (Of.Order.hasUnacquired(Before.Cluster, Before.Warp, Before.Time)) {
    Result.Sentence = "; what was released after that was read, and not acquired";
    Result.Missing = "an acquire at gpu scope: ld.acquire.gpu, or fence.acq_rel.gpu after the "
                     "read of the flag (__threadfence)";
  } else if (const Function &F = *Of.getLaunch().Request.Kernel; isBehindStrongRead(F, *Now.At)) {
    const Instruction *Flag = findUnfencedFlag(F, *Before.At);
    if (!Flag)
      return Result;
    Result.There = Flag;
    Result.Sentence = "; " + printInstruction(*Flag) + ", which follows that, releases nothing";
    Result.Missing = "a release at gpu scope: fence.acq_rel.gpu (__threadfence) between the " +
                     describe(Before) + " and " + printInstruction(*Flag) +
                     ", or .release.gpu of it, if it gives back a lock or sets a flag";
    Result.WhatIsThere = "what gives back a lock or sets a flag";
  }
  return Result;
}

/// Finds a release by the warp of an earlier access that another warp has seen, but which is not
/// behind the access: of another lane, or too early.
WaitCause AccessChecks::findReleaseCause(const AccessRecord &Before, const WarpClock &Seen) const {
  WaitCause Result;
  const auto Lane = unsigned(llvm::countr_zero(Before.Lanes));
  for (unsigned Other = 0; Other != WarpSize; ++Other) {
    const Instruction *Release =
        Seen.Generic[Other] >= Before.Time && Seen.Generic[Lane] < Before.Time
            ? Of.Order.findRelease(Before.Warp, Seen.Generic[Other])
            : nullptr;
    if (!Release)
      continue;
    Result.There = Release;
    Result.Sentence = "; " + printInstruction(*Release) + " is executed by another lane";
    Result.Missing = "bar.warp.sync before " + printInstruction(*Release) +
                     ", so that it is after what the other lanes of the warp did";
    Result.WhatIsThere = "what lets others go on, by another lane of the warp";
    return Result;
  }
  const Instruction *Own = Of.Order.findRelease(Before.Warp, Seen.Generic[Lane]);
  if (!Own || !isBehindArrival(*Of.getLaunch().Request.Kernel, *Own, *Before.At))
    return Result;
  Result.There = Own;
  Result.Sentence = "; " + printInstruction(*Own) + " lets others go on before it";
  Result.Missing = "the " + describe(Before) + " before " + printInstruction(*Own);
  Result.WhatIsThere = "what lets others go on too early";
  return Result;
}

/// Says which addresses the lanes of ldmatrix and stmatrix give.
static constexpr StringLiteral MatrixLanes =
    "lanes 0-7 give the rows of the first matrix, lanes 8-15 those of the second one, and so on";

/// Finds a loop that waits for a flag by a load that is not strong.
WaitCause AccessChecks::findFlagCause(const AccessRecord &Before, const AccessRecord &Now) const {
  WaitCause Result;
  const AccessRecord &Read = Before.IsWrite ? Now : Before, &Write = Before.IsWrite ? Before : Now;
  if (Read.IsWrite || Read.IsStrong || !isPolled(*Of.getLaunch().Request.Kernel, *Read.At))
    return Result;
  const Distance Between = getDistance(Before, Now, Of.Blocks.front()->Warps.size());
  const std::string Scope = Between == OfGrid ? ".gpu" : Between == OfCluster ? ".cluster" : ".cta";
  Result.Sentence =
      "; a loop waits for a change by " + printInstruction(*Read.At) + ", which is not strong";
  Result.Missing = "ld.acquire" + Scope + " or an atomic operation instead of " +
                   printInstruction(*Read.At) +
                   (Write.IsStrong ? ""
                                   : ", and st.release" + Scope +
                                         " or an atomic operation behind "
                                         "a fence (__threadfence) instead of " +
                                         printInstruction(*Write.At));
  return Result;
}

/// Finds a relaxed wait for a phase of an mbarrier that an access was released to.
WaitCause AccessChecks::findRelaxedWait(const AccessRecord &Before, const AccessRecord &Now) const {
  WaitCause Result;
  const size_t PerBlock = Of.Blocks.front()->Warps.size();
  const Warp &Reader = *Of.Blocks[Now.Warp / PerBlock]->Warps[Now.Warp % PerBlock];
  const Instruction *Wait = nullptr;
  (void)Of.MBarriers.findWaitedFor(Reader, [&](const MBarrier &Object, const PhaseWait &Last) {
    const VectorClock *Done = Object.Done.Clock.get();
    const WarpClock *Seen = Done ? Done->find(Before.Cluster, Before.Warp) : nullptr;
    const bool IsOf = Seen && Seen->Generic[llvm::countr_zero(Before.Lanes)] >= Before.Time &&
                      Last.Phase + 1 == Object.Phase && Last.At->Source->hasModifier(".relaxed");
    Wait = IsOf ? Last.At : Wait;
    return IsOf;
  });
  if (!Wait)
    return Result;
  Result.There = Wait;
  Result.Sentence = "; " + printInstruction(*Wait) + " is relaxed, and acquires nothing";
  Result.Missing = ".acquire instead of .relaxed in " + printInstruction(*Wait);
  Result.WhatIsThere = "the wait that acquires nothing";
  return Result;
}

WaitCause AccessChecks::findOrderCause(const AccessRecord &Before, const Observer &O) const {
  WaitCause Result;
  const AccessRecord &Now = O.Record;
  if ((Result = findFlagCause(Before, Now)))
    return Result;
  if (isStoreOverMBarrier(Now, Before) || isStoreOverMBarrier(Before, Now)) {
    Result.Sentence = "; the memory is an mbarrier's";
    Result.Missing = "mbarrier.inval before the memory has another use, and a barrier (bar.sync) "
                     "between the last wait and it";
    return Result;
  }
  if (Before.Cluster != Of.getNumber())
    return findClusterCause(Before, Now);
  if (const Instruction *Relaxed = Of.Order.findRelaxedArrival(Before.Warp, Before.Time)) {
    Result.There = Relaxed;
    Result.Sentence = "; " + printInstruction(*Relaxed) + " is relaxed, and releases nothing";
    Result.Missing = ".release instead of .relaxed in " + printInstruction(*Relaxed);
    Result.WhatIsThere = "the arrival that releases nothing";
    return Result;
  }
  if ((Result = findRelaxedWait(Before, Now)))
    return Result;
  if (Before.At == Now.At && Before.Warp == Now.Warp && Now.At->Source->beginsWith("stmatrix")) {
    Result.There = Now.At;
    Result.Sentence = "; " + printLanes(Before.Lanes) + " and " + printLanes(O.Lanes) +
                      " of 'stmatrix' give the same bytes";
    Result.Missing = "another address in each lane: " + MatrixLanes.str();
    Result.WhatIsThere = "the instruction itself";
    return Result;
  }
  if (Before.Warp == Now.Warp)
    return Result;
  if (const WarpClock *Seen = O.Seen ? O.Seen->find(Before.Cluster, Before.Warp) : nullptr)
    Result = findReleaseCause(Before, *Seen);
  return Result.Sentence.empty() ? findBarrierCause(Before, Now) : Result;
}

/// Finds multiplications whose accumulators overlap.
static WaitCause findTensorOverlap(const AccessRecord &Before, const AccessRecord &Now,
                                   const TensorMemory &In, unsigned Column) {
  WaitCause Result;
  for (const Instruction *I : {Now.At, Before.At}) {
    const auto Found = In.findOverlap(*I, Column);
    if (!Found)
      continue;
    const auto Print = [](const TensorMemory::Multiply &M) {
      return utostr(M.Column) + "-" + utostr(M.Column + M.NumColumns - 1);
    };
    const auto &[First, Second] = *Found;
    Result.There = Second.At;
    Result.Sentence =
        "; D of " + printInstruction(*First.At) + " is in columns " + Print(First) + ", and " +
        (First.At == Second.At ? "another time" : "D of " + printInstruction(*Second.At)) +
        " in columns " + Print(Second);
    Result.Missing = "columns for one that are none of the other (the tensor address, or N of the "
                     "instruction descriptor); or, if the older one is not needed any more, the "
                     "wait of its readers (tcgen05.wait::ld) and a barrier between the two";
    Result.WhatIsThere = "the multiplication";
    break;
  }
  return Result;
}

WaitCause AccessChecks::findCause(const AccessRecord &Before, const Observer &O,
                                  const Target &T) const {
  if (T.In == Memory::Tensor)
    if (WaitCause Result = findTensorOverlap(Before, O.Record, T.Of->Matrices->Tensor,
                                             unsigned(T.Address % TensorMemory::NumColumns)))
      return Result;
  if (!Before.IsAsync)
    return findOrderCause(Before, O);
  if (Before.Cluster != Of.getNumber())
    return WaitCause();
  UnendedOperation Unended;
  Unended.ClusterWarp = Before.Warp;
  Unended.Number = Before.Time;
  Unended.IsWrite = Before.IsWrite;
  Unended.Warp = O.Record.Warp;
  Unended.Lane = unsigned(llvm::countr_zero(O.Lanes));
  Unended.Access = O.Record.At;
  Unended.AccessNumber = O.Record.Time;
  Unended.IsAsync = O.Record.IsAsync;
  Unended.Seen = O.Seen;
  return findWaitCause(Of, Unended);
}

/// The first operation in columns of a lane that is not known to have ended; null if there is none.
static const AccessRecord *findUnended(const TensorEnd &End, const Block &B, ShadowMemory &Shadow,
                                       uint32_t &Offset, unsigned Bytes) {
  AccessRecord Known;
  const auto IsUnended = [&](const AccessRecord &R) {
    if (!R.At || (R.Time == Known.Time && R.hasAuthorOf(Known)))
      return false;
    const bool IsOwn = R.Warp / B.Warps.size() == B.getRank();
    const WarpClock *Clock = End.Seen ? End.Seen->find(R.Cluster, R.Warp) : nullptr;
    if (!(IsOwn && End.IsOfOtherBlocks) && !(Clock && Clock->Async.contains(R.Time)))
      return true;
    Known = R;
    return false;
  };
  for (const uint32_t Last = Offset + Bytes; Offset != Last; Offset += 4) {
    ShadowWord &Word = Shadow.getWord(Offset);
    for (const AccessRecord *R : {&Word.Write, &Word.Reads[0], &Word.Reads[1]})
      if (IsUnended(*R))
        return R;
    if (Word.More)
      for (const AccessRecord &R : Shadow.getOthers(Word).Records)
        if (IsUnended(R))
          return &R;
  }
  return nullptr;
}

bool AccessChecks::checkTensorEnd(const TensorEnd &End, const Block &B, ShadowMemory &Shadow,
                                  uint32_t Offset, unsigned Bytes) {
  const AccessRecord *Found = findUnended(End, B, Shadow, Offset, Bytes);
  if (!Found)
    return true;
  Report R;
  R.Kind = Check::TensorMemory;
  R.Level = Of.getLaunch().Reports.getSeverity(R.Kind);
  R.At = End.At;
  R.Sentence = std::string(End.What) + ": nothing orders it after the " + describe(*Found) +
               " of column " + utostr(Offset / 4 % TensorMemory::NumColumns) + " of lane " +
               utostr(Offset / 4 / TensorMemory::NumColumns) + " before it";
  AccessRecord Now;
  Now.Warp = uint16_t(End.ClusterWarp);
  Now.Cluster = uint32_t(Of.getNumber());
  R.Missing = getMissing(*Found, getDistance(*Found, Now, B.Warps.size()), isWaitedFor(*Found));
  R.Others.push_back({"the " + describe(*Found) + " before it", getLocation(*Found)});
  Of.getLaunch().Reports.add(std::move(R));
  return false;
}

/// Reports a read of what an operation that is in flight will write. False if there is none.
bool AccessChecks::reportInFlight(const Target &T) {
  WrittenLocation At;
  At.Address = Last.In == Memory::Tensor ? T.Address * sizeof(uint32_t) : T.Address;
  At.Size = T.Bytes;
  At.IsTensor = Last.In == Memory::Tensor;
  At.IsGlobal = Last.In == Memory::Global;
  At.Of = T.Of;
  const AsyncAuthor *Author = Of.Pending.findWriter(At);
  if (!Author || !Author->At)
    return false;
  AccessRecord Before;
  Before.At = Author->At;
  Before.Time = uint32_t(Author->Number);
  Before.Lanes = LaneMask(1) << Author->Lane;
  Before.Cluster = uint32_t(Of.getNumber());
  Before.Warp = uint16_t(Author->ClusterWarp);
  Before.IsAsync = Before.IsWrite = true;
  if (relate(Before, Last) == Relation::Ordered)
    return false;
  report(Before, Last, T, Relation::Unordered);
  return true;
}

void AccessChecks::reportUndefined(const Target &T, Check Kind, bool IsStored) {
  Launch &L = Of.getLaunch();
  Report R;
  R.Kind = Kind;
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = getLocation(Last.Record);
  R.At.Lanes = Last.Lanes;
  if (reportInFlight(T) || L.Reports.repeat(Kind, R.At))
    return;
  const bool Accumulates =
      Last.Record.At->Operation == OperationKind_TCGen05Multiply && T.ReadsAccumulators;
  R.Sentence = "read of " + utostr(T.Bytes) + " bytes at " + print(T) + ", some of which " +
               (IsStored ? "are of an uninitialized register" : "are uninitialized") +
               (Accumulates ? ": the multiplication adds to new tensor memory" : "");
  if (Accumulates)
    R.Missing = "a false enable-input-d (the predicate) of the first multiplication, or zeros in D "
                "(tcgen05.st, and tcgen05.wait::st)";
  else if (Last.In == Memory::Tensor)
    R.Missing = "a write before it (tcgen05.mma, tcgen05.cp, tcgen05.st), and a wait for it "
                "(mbarrier.try_wait after tcgen05.commit, tcgen05.wait::st)";
  else if (IsStored)
    R.Missing = "a write of the register before it is stored";
  else if (Last.In == Memory::Shared)
    R.Missing = getMissingWrite();
  if (Last.Record.At->Operation == OperationKind_TCGen05Load)
    R.Missing += T.Of->Matrices->Tensor.printLastMultiply();
  if (Last.Record.At->Source->beginsWith("ldmatrix"))
    R.Missing += "; or other addresses: " + MatrixLanes.str();
  if (Last.In == Memory::Shared)
    R.SharedOf = unsigned(T.Address >> Windows::RankShift);
  L.Reports.add(std::move(R));
}

std::string AccessChecks::getMissingWrite() const {
  return Of.Pending.isEmpty()
             ? "a write before it, or what orders it: a barrier (bar.sync, barrier.cluster), or an "
               "mbarrier (mbarrier.arrive, mbarrier.try_wait)"
             : "a write before it, or a wait for copies (cp.async.wait_group, mbarrier.try_wait), "
               "and a barrier (bar.sync, barrier.cluster)";
}

void AccessChecks::reportUnwritten(ThreadGroup &G, const Instruction &Load, LaneMask Lanes,
                                   uint32_t Address, std::pair<std::string, Location> Use) {
  Launch &L = Of.getLaunch();
  Report R;
  R.Kind = Check::Uninitialized;
  R.Level = L.Reports.getSeverity(R.Kind);
  R.At = G.getLocation(Load, Lanes);
  if (L.Reports.repeat(R.Kind, R.At))
    return;
  R.Sentence = "read of " + utostr(Load.On.getBytes()) + " bytes at " + printShared(L, Address) +
               ", which are uninitialized";
  R.Others.push_back(std::move(Use));
  R.Missing = getMissingWrite();
  R.MissingIfLate = Of.MBarriers.printAnnounced(G.getWarp());
  if (!R.MissingIfLate.empty())
    R.Missing += "; or " + R.MissingIfLate;
  R.SharedOf = Address >> Windows::RankShift;
  L.Reports.add(std::move(R));
}
