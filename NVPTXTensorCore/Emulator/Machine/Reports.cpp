//===- Reports.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of checks, and the list of reports.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Reports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

// clang-format off
static constexpr CheckInfo Checks[] = {
    // kind                    name                    default            fault  description
    {Check::OutOfBounds,       "out-of-bounds",        Severity::Error,   true,  "accesses where no memory is, or memory of another space"},
    {Check::Misaligned,        "misaligned",           Severity::Error,   true,  "addresses that are not aligned as the instruction requires"},
    {Check::IllegalInstruction,"illegal-instruction",  Severity::Error,   true,  "values of operands that the instruction does not take"},
    {Check::Trap,              "trap",                 Severity::Error,   true,  "trap, brkpt, and assertions of the kernel"},
    {Check::Deadlock,          "deadlock",             Severity::Error,   true,  "threads that wait for what never comes"},
    {Check::StepLimit,         "step-limit",           Severity::Error,   true,  "more instructions than --max-steps"},
    {Check::Divergence,        "divergence",           Severity::Error,   true,  ".aligned and .sync instructions without threads that they need"},
    {Check::Legality,          "legality",             Severity::Error,   false, "instructions that the module's .target or .version does not have"},
    {Check::Race,              "race",                 Severity::Error,   false, "accesses to one location that nothing orders"},
    {Check::EqualWrites,       "equal-writes",         Severity::Warning, false, "writes of one value to one location, by several warps, that nothing orders"},
    {Check::WarpgroupOrder,    "warpgroup-order",      Severity::Warning, false, "reads of wgmma after writes that not all warps of the warpgroup have seen"},
    {Check::StreamOrder,       "stream-order",         Severity::Error,   false, "accesses by the work of two streams, or by two nodes of a graph, that nothing orders"},
    {Check::WarpSynchronous,   "warp-synchronous",     Severity::Warning, false, "volatile accesses of lanes of one warp to one location, without __syncwarp between them"},
    {Check::RelaxedOrder,      "relaxed-order",        Severity::Warning, false, "writes after reads of other blocks that relaxed accesses alone order"},
    {Check::ProxyFence,        "proxy-fence",          Severity::Error,   false, "accesses through two proxies without a proxy fence between them"},
    {Check::RegistersInFlight, "registers-in-flight",  Severity::Error,   false, "registers of an asynchronous instruction that are used before its end"},
    {Check::FenceCopies,       "fence-copies",         Severity::Warning, false, "copies of registers of wgmma after its wgmma.fence, where compilers move them"},
    {Check::Uninitialized,     "uninitialized",        Severity::Error,   false, "uninitialized values"},
    {Check::UninitializedShared,"uninitialized-shared",Severity::Warning, false, "values that depend on uninitialized shared memory"},
    {Check::UninitializedGlobal,"uninitialized-global",Severity::Warning, false, "uninitialized values of global memory"},
    {Check::UninitializedCopy, "uninitialized-copy",   Severity::Off,     false, "copies to the host with uninitialized bytes"},
    {Check::Barriers,          "barriers",             Severity::Error,   false, "counts and phases of barriers"},
    {Check::MBarrierOverwritten,"mbarrier-overwritten",Severity::Warning, false, "mbarriers that are written over without mbarrier.inval, and not used any more"},
    {Check::PassedPhase,       "passed-phase",         Severity::Error,   false, "phases of mbarriers that may end twice before a thread has waited for them"},
    {Check::CopyProxyFence,    "copy-proxy-fence",     Severity::Warning, false, "cp.async and a read through the async proxy without a proxy fence between them"},
    {Check::ReadProxyFence,    "read-proxy-fence",     Severity::Warning, false, "reads of shared memory and a copy into it through the async proxy without a proxy fence between them"},
    {Check::TensorFence,       "tensor-fence",         Severity::Error,   false, "tcgen05 of two threads without a tcgen05.fence on each side"},
    {Check::TensorPipeline,    "tensor-pipeline",      Severity::Warning, false, "tcgen05 of one thread in an order that PTX does not promise"},
    {Check::TensorMemoryPair,  "tensor-memory-pair",   Severity::Warning, false, "tensor memory of a pair that is allocated when the other block may not have begun"},
    {Check::TensorMemory,      "tensor-memory",        Severity::Error,   false, "tensor memory that is not allocated, of another warp, or not given back"},
    {Check::Descriptors,       "descriptors",          Severity::Error,   false, "descriptors with values that the instruction does not take"},
    {Check::Permit,            "permit",               Severity::Off,     false, "the permit to allocate tensor memory, not given back"},
    {Check::MBarrierScope,     "mbarrier-scope",       Severity::Off,     false, "arrivals of other blocks at mbarriers, and waits for them, with the scope .cta"},
    {Check::MBarrierAtExit,    "mbarrier-at-exit",     Severity::Off,     false, "kernels that end in a phase of an mbarrier that some have arrived in"},
    {Check::Unfinished,        "unfinished",           Severity::Error,   false, "asynchronous operations without a wait"},
    {Check::Leak,              "leak",                 Severity::Off,     false, "memory of the device that a program has not freed when it ends"},
};
// clang-format on

ArrayRef<CheckInfo> emulator::getChecks() { return Checks; }
const CheckInfo &emulator::getCheckInfo(Check Kind) { return Checks[unsigned(Kind)]; }

Severities emulator::getDefaultSeverities() {
  Severities Result;
  for (const CheckInfo &C : Checks)
    Result[unsigned(C.Kind)] = C.Default;
  return Result;
}

std::string emulator::printNumbers(LaneMask Lanes, unsigned First) {
  std::string Text;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Lanes >> Lane & 1))
      continue;
    unsigned Last = Lane;
    while (Last + 1 < WarpSize && Lanes >> (Last + 1) & 1)
      ++Last;
    Text += (Text.empty() ? "" : ", ") + utostr(First + Lane);
    if (Last != Lane)
      Text += (Last == Lane + 1 ? ", " : "-") + utostr(First + Last);
    Lane = Last;
  }
  return Text;
}

std::string emulator::printLanes(LaneMask Lanes) {
  return (llvm::popcount(Lanes) == 1 ? "lane " : "lanes ") + printNumbers(Lanes, 0);
}

static bool areOfOneMnemonic(const Location &A, const Location &B) {
  return A.Instruction == B.Instruction ||
         (A.Instruction && B.Instruction &&
          A.Instruction->getMnemonic() == B.Instruction->getMnemonic());
}

bool ReportList::repeat(Check Kind, const Location &At) {
  if (!isOn(Kind))
    return true;
  std::lock_guard<std::mutex> Guard(Lock);
  const auto It = Known.find({At.Instruction, Kind});
  if (It == Known.end())
    return false;
  Report &R = Reports[It->second];
  NumErrors += R.Level == Severity::Error;
  ++R.Count;
  if (R.At.Block == At.Block && R.At.Warp == At.Warp)
    R.At.Lanes |= At.Lanes;
  return true;
}

void ReportList::widen(Check Kind, const Location &At, const ptx::Statement *Other,
                       unsigned Distance, function_ref<std::string()> GetMissing) {
  std::lock_guard<std::mutex> Guard(Lock);
  const auto It = Known.find({At.Instruction, Kind});
  if (It == Known.end())
    return;
  Report &R = Reports[It->second];
  if (!R.ByDistance || R.Distance >= Distance || R.Others.front().second.Instruction != Other)
    return;
  R.Distance = Distance;
  R.Missing.replace(*R.ByDistance, std::string::npos, GetMissing());
}

void ReportList::addHint(Report R) {
  constexpr size_t MaxHints = 16;
  std::lock_guard<std::mutex> Guard(Lock);
  const auto IsLike = [&](const Report &Other) {
    const auto GetOther = [](const Report &Of) {
      return Of.Others.empty() ? Location() : Of.Others[0].second;
    };
    const Location OfOther = GetOther(Other), OfThis = GetOther(R);
    return (Other.At.Instruction == R.At.Instruction &&
            OfOther.Instruction == OfThis.Instruction) ||
           (Other.Sentence == R.Sentence && areOfOneMnemonic(Other.At, R.At) &&
            areOfOneMnemonic(OfOther, OfThis));
  };
  if (Hints.size() < MaxHints && none_of(Hints, IsLike))
    Hints.push_back(std::move(R));
}

void ReportList::add(Report R) {
  if (repeat(R.Kind, R.At))
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  NumErrors += R.Level == Severity::Error;
  Known.try_emplace({R.At.Instruction, R.Kind}, Reports.size());
  Reports.push_back(std::move(R));
}

//===----------------------------------------------------------------------===//
// Causes
//===----------------------------------------------------------------------===//

/// Returns true if a check names what is missing between two accesses.
static bool isOfOrder(Check Kind) {
  return is_contained({Check::Race, Check::RelaxedOrder, Check::WarpgroupOrder, Check::ProxyFence,
                       Check::TensorFence, Check::RegistersInFlight},
                      Kind);
}

/// Returns true if two locations are one instruction of the source: a compiler may have unrolled a
/// loop.
static bool areOfOneLine(const Location &A, const Location &B) {
  if (A.Instruction == B.Instruction)
    return true;
  return A.Instruction && B.Instruction && A.SourceLine && B.SourceLine &&
         A.Instruction->getMnemonic() == B.Instruction->getMnemonic() &&
         ptx::print(*A.SourceLine) == ptx::print(*B.SourceLine);
}

/// Returns true for an instruction that multiplies matrices in shared or tensor memory, or loads
/// some of the latter.
static bool isMultiplication(const ptx::Statement &S) {
  return S.beginsWith("wgmma.mma_async") || S.beginsWith("tcgen05.mma") ||
         S.beginsWith("tcgen05.ld");
}

/// Returns true if two races are of the same two instructions, either of which may come first: what
/// orders them orders both.
static bool areOfOnePair(const Report &A, const Report &B) {
  if (A.Others.empty() || B.Others.empty())
    return false;
  const Location &FirstOfA = A.Others[0].second, &FirstOfB = B.Others[0].second;
  return (areOfOneLine(A.At, FirstOfB) && areOfOneLine(FirstOfA, B.At)) ||
         (A.Others.size() == 1 && B.Others.size() == 1 && areOfOneLine(A.At, B.At) &&
          areOfOneLine(FirstOfA, FirstOfB));
}

/// Returns true if two reports say of the same instruction, or of operations of one kind that
/// nobody has waited for, that it needs the same.
static bool haveSameRemedy(const Report &A, const Report &B) {
  if (A.Others.empty() || B.Others.empty() || A.Missing.empty() || A.Remedy != B.Remedy)
    return false;
  return A.Others.size() == B.Others.size()
             ? areOfOneLine(A.Others.back().second, B.Others.back().second) &&
                   A.Others.back().first == B.Others.back().first
             : A.IsAfterAsync && B.IsAfterAsync && A.At.Kernel == B.At.Kernel &&
                   areOfOneMnemonic(A.Others.front().second, B.Others.front().second);
}

/// Returns true if two reports name one cause: the same instruction to wait for or to fence, and
/// the same remedy.
static bool haveSameCause(const Report &A, const Report &B) {
  // Code relies on the warp as a whole, with all the accesses of a reduction.
  if (A.Kind == Check::WarpSynchronous && A.Kind == B.Kind && A.At.Kernel == B.At.Kernel)
    return true;
  // Multiplications of an unrolled loop read what one copy should have written.
  if (A.Kind == Check::Uninitialized && B.Kind == A.Kind && A.At.Instruction && B.At.Instruction &&
      !A.Missing.empty() && A.At.Kernel == B.At.Kernel && isMultiplication(*A.At.Instruction) &&
      A.At.Instruction->getMnemonic() == B.At.Instruction->getMnemonic() && A.Missing == B.Missing)
    return true;
  if (A.Kind != B.Kind || A.Level != B.Level)
    return false;
  if (A.IsNowhere && B.IsNowhere && A.Remedy == B.Remedy && A.At.Kernel == B.At.Kernel)
    return true;
  if (A.Others.empty() && B.Others.empty() && areOfOneLine(A.At, B.At)) // of an unrolled loop
    return A.Sentence == B.Sentence && A.At.Kernel == B.At.Kernel;
  return isOfOrder(A.Kind) && (haveSameRemedy(A, B) || areOfOnePair(A, B));
}

/// Returns true if a report says what is wrong with an instruction that is there.
static bool hasCause(const Report &R) { return isOfOrder(R.Kind) && R.HasCause; }

/// Returns true if a report names an instruction.
static bool names(const Report &R, const Location &At) {
  return At.Instruction && (areOfOneLine(R.At, At) || any_of(R.Others, [&](const auto &Other) {
                              return areOfOneLine(Other.second, At);
                            }));
}

/// Returns true if a report may come of phases that end too early.
static bool mayComeOfPhases(const Report &R) {
  return isOfOrder(R.Kind) ||
         is_contained({Check::PassedPhase, Check::Deadlock, Check::Barriers, Check::Uninitialized,
                       Check::UninitializedShared, Check::UninitializedGlobal, Check::Unfinished,
                       Check::ReadProxyFence, Check::Divergence},
                      R.Kind) ||
         (R.Kind == Check::OutOfBounds && !R.At.Lanes);
}

/// Returns true if a report is of a wait that another report says is for the wrong phase.
static bool isOfWrongWait(const Report &R, const Report &Of) {
  return is_contained({Check::PassedPhase, Check::Deadlock, Check::Barriers}, R.Kind) &&
         hasCause(Of) &&
         any_of(drop_begin(Of.Others), [&](const auto &Other) { return names(R, Other.second); });
}

/// Returns true if a report is of a read of what nobody wrote, because lanes of one stmatrix write
/// the same bytes instead.
static bool isOfSameRows(const Report &R, const Report &Of) {
  return R.Kind == Check::Uninitialized && hasCause(Of) && Of.At.Kernel == R.At.Kernel &&
         Of.At.Instruction && Of.At.Instruction->beginsWith("stmatrix") &&
         Of.Others.back().second.Instruction == Of.At.Instruction;
}

/// Returns true if a report is of a write to a block that has ended, and another one says that a
/// thread of the block has read what nobody wrote: the write comes too late.
static bool isLateWrite(const Report &R, const Report &Of) {
  return R.Kind == Check::OutOfBounds && Of.Kind == Check::Uninitialized && R.SharedOf &&
         R.SharedOf == Of.SharedOf && R.At.Kernel == Of.At.Kernel;
}

/// Returns true if a report is of an access to another block of the cluster that has ended or not
/// begun, or of a race with it, and another one is of the same access: what orders the two blocks
/// is missing.
static bool isOfOtherBlock(const Report &R, const Report &Of) {
  if (R.At.Kernel != Of.At.Kernel || Of.Kind != Check::Race)
    return false;
  if (R.Kind == Check::OutOfBounds && R.SharedOf)
    return names(Of, R.At);
  const bool IsOfTwo = R.Kind == Check::Race || R.Kind == Check::EqualWrites;
  return IsOfTwo && Of.Others.empty() && names(R, Of.At);
}

/// Returns true if a report is of bulk copies that a thread has not waited for, and another one
/// says that another thread's wait is not for them.
static bool isOfOthersWait(const Report &R, const Report &Of) {
  if (R.Kind != Check::Unfinished || !R.Others.empty() || !hasCause(Of) || !Of.IsAfterAsync)
    return false;
  const ptx::Statement *Copy = Of.Others.front().second.Instruction;
  return Of.At.Kernel == R.At.Kernel && Copy &&
         (Copy->beginsWith("cp.async.bulk") || Copy->beginsWith("cp.reduce.async.bulk"));
}

/// Returns true if a report is of what an instruction does that another report says nobody has
/// waited for: undefined values, an operation that is unfinished, memory that is given back, or
/// that finds the block ended.
static bool isConsequence(const Report &R, const Report &Of) {
  if (R.At.Kernel == Of.At.Kernel && Of.EndsPhases && mayComeOfPhases(R))
    return true;
  // The block has ended, and operations go on: nobody has waited for them.
  if (R.Kind == Check::OutOfBounds && !R.At.Lanes &&
      (hasCause(Of) || Of.Kind == Check::Unfinished ||
       (Of.Kind == Check::OutOfBounds && !Of.At.Lanes)))
    return true;
  if (isOfWrongWait(R, Of) || isLateWrite(R, Of) || isOfSameRows(R, Of) || isOfOtherBlock(R, Of) ||
      isOfOthersWait(R, Of))
    return true;
  if (isOfOrder(Of.Kind) && names(Of, R.AddressFrom)) // the address is a value of a race
    return true;
  if (Of.Kind == Check::Legality && R.Kind == Check::TensorMemory &&
      R.At.Instruction == Of.At.Instruction) // another .cta_group
    return true;
  // An operation that nothing orders may end phases of threads that it should wait for.
  if (R.Kind == Check::PassedPhase && Of.Kind == Check::Race && Of.Others.size() == 1 &&
      R.MBarrier && R.MBarrier == Of.MBarrier && R.At.Kernel == Of.At.Kernel)
    return true;
  if (Of.Level != Severity::Error || !Of.At.Instruction)
    return false;
  // A warning about two instructions that an error is about, too, says nothing more.
  const bool HasOther = !R.Others.empty() && isOfOrder(Of.Kind);
  if (R.Level != Severity::Error && isOfOrder(R.Kind) && HasOther)
    return names(Of, R.At) && names(Of, R.Others[0].second);
  if (R.Kind == Check::TensorPipeline && Of.Kind == Check::Uninitialized)
    return names(Of, R.Others[0].second);
  if (R.Kind == Check::TensorMemory && HasOther)
    return names(Of, R.Others[0].second);
  const bool IsLate = R.Kind == Check::Unfinished || R.Kind == Check::UninitializedGlobal ||
                      R.Kind == Check::Uninitialized || R.Kind == Check::UninitializedShared ||
                      (R.Kind == Check::OutOfBounds && !R.At.Lanes);
  return IsLate &&
         (isOfOrder(Of.Kind) || (Of.Kind == Check::Uninitialized && R.Kind == Check::Unfinished)) &&
         names(Of, R.At);
}

/// Returns true if a race is one of accesses that other reports name, and those say why.
static bool isOfNamed(const Report &R, ArrayRef<Report> All) {
  const auto IsNamed = [&](const Location &At) {
    return any_of(All, [&](const Report &Of) {
      return hasCause(Of) && Of.Kind == R.Kind && Of.Level == R.Level &&
             (areOfOneLine(Of.At, At) || areOfOneLine(Of.Others[0].second, At));
    });
  };
  return isOfOrder(R.Kind) && R.Others.size() == 1 && IsNamed(R.At) && IsNamed(R.Others[0].second);
}

/// Adds a report to that of its cause. A write that comes too late says what is missing before it.
static void addConsequence(Report &To, const Report &R) {
  if (isLateWrite(R, To) && R.At.Instruction && To.Consequences.empty()) {
    To.Missing = !To.MissingIfLate.empty()
                     ? To.MissingIfLate
                     : "barrier.cluster, or an mbarrier, between '" +
                           R.At.Instruction->getMnemonic() + "' on line " +
                           utostr(R.At.Instruction->At.Line) + " and this read";
  }
  To.Consequences.push_back({R.Sentence, R.At});
}

std::vector<Report> emulator::groupReports(ArrayRef<Report> All) {
  std::vector<Report> Sorted(All.begin(), All.end()), Result;
  // Values are undefined or unfinished mostly for want of an order.
  const auto Rank = [](const Report &R) {
    return std::make_tuple(R.Level != Severity::Error, !R.EndsPhases,
                           !isOfOrder(R.Kind) && R.Kind != Check::Legality, !hasCause(R),
                           R.IsOfPhase, isOfOrder(R.Kind) && !R.IsAfterAsync,
                           R.Kind == Check::OutOfBounds, R.AddressFrom.Instruction != nullptr);
  };
  llvm::stable_sort(Sorted, [&](const Report &A, const Report &B) { return Rank(A) < Rank(B); });
  std::vector<std::vector<const Report *>> Members; // of each result
  for (const Report &R : Sorted) {
    const auto Same = find_if(Result, [&](const Report &Of) { return haveSameCause(R, Of); });
    if (Same != Result.end()) {
      Same->Count += R.Count;
      if (R.Distance > Same->Distance && !R.IsAfterAsync && !Same->IsAfterAsync)
        std::tie(Same->Distance, Same->Missing) = std::tie(R.Distance, R.Missing);
      Same->Same.push_back(R.At);
      Members[Same - Result.begin()].push_back(&R);
      continue;
    }
    const bool IsNamed = isOfNamed(R, Result);
    const auto Cause = find_if(Members, [&](ArrayRef<const Report *> All) {
      return any_of(All, [&](const Report *Of) { return isConsequence(R, *Of); }) ||
             (IsNamed && hasCause(*All.front()) && All.front()->Kind == R.Kind);
    });
    if (Cause != Members.end()) {
      addConsequence(Result[Cause - Members.begin()], R);
      continue;
    }
    Result.push_back(R);
    Members.push_back({&R});
  }
  return Result;
}

void ReportList::clear() {
  Reports.clear();
  Hints.clear();
  Known.clear();
  NumErrors = 0;
}
