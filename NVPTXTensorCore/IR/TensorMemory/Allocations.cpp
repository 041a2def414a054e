//===- Allocations.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any warp may deallocate. A dealloc is missing if a condition that is the same for all
// threads keeps all of them from every dealloc.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Allocations.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "IR/TensorMemory/Cells.h"
#include "IR/TensorMemory/Events.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool returnsFrom(const FunctionPaths &Paths, const Instruction &Start,
                        const ControlFacts &Facts) {
  return Paths.walk(&Start, Facts, [](const Instruction &I) {
    return isa<ReturnInst>(I) ? WalkStep::Found : WalkStep::GoOn;
  });
}

using Deallocations = SmallPtrSet<const Instruction *, 8>;

/// Returns the calls that may deallocate an allocation.
static Deallocations getDeallocations(const TensorMemoryEvents &Events,
                                      const MemoryLocation &Location) {
  Deallocations Result(Events.OtherDeallocations.begin(), Events.OtherDeallocations.end());
  for (const TensorMemoryCall &D : Events.Deallocations)
    if (Events.mayDeallocate(D, Location))
      Result.insert(D.Call);
  return Result;
}

/// Returns true if one of the deallocations may be executed under the facts.
static bool mayBeDeallocated(const FunctionPaths &Paths, const Deallocations &By,
                             const ControlFacts &Facts) {
  return any_of(By, [&](const Instruction *I) { return Paths.isLeftOpen(*I, Facts); }) ||
         Paths.walk(nullptr, Facts, [&](const Instruction &I) {
           return By.contains(&I) ? WalkStep::Found : WalkStep::GoOn;
         });
}

/// A dealloc that a path to the exit does not come by. An allocation that nobody ever
/// deallocates is TensorMemoryKernels' to report.
static void checkDeallocated(const TensorMemoryEvents &Events,
                             const TensorMemoryAllocation &Allocation) {
  const FunctionPaths &Paths = Events.Paths;
  const Instruction &Alloc = *Allocation.Call.Call;
  Deallocations By = getDeallocations(Events, Allocation.Location);
  if (!mayBeDeallocated(Paths, By, {}))
    return;
  for (const BranchEdge &Edge : Paths.getEdges()) {
    if (!Paths.mayGoOn())
      return;
    if (!isUniform(*Edge.Fact.Condition))
      continue;
    ControlFacts Facts = Events.getUniformFacts(Edge);
    if (mayBeDeallocated(Paths, By, Facts) || !returnsFrom(Paths, Alloc, Facts) ||
        !Events.isExecuted(Alloc, Edge, Facts))
      continue;
    Events.report(Check::TensorMemoryLeak, Alloc,
                  Allocation.Call.Variant->Name +
                      " allocates tensor memory that is not deallocated on every path: no "
                      "dealloc is executed if the condition of the branch" +
                      printLine(*Edge.Fact.Branch) + " is " +
                      (Edge.Fact.IsTrue ? "true" : "false") +
                      "; all tensor memory must be deallocated before its kernel exits "
                      "(PTX ISA, tcgen05.dealloc); expected a tcgen05.dealloc on every "
                      "path from the alloc to the exit");
    return;
  }
}

/// Returns true if the rest of an allocation is deallocated elsewhere. PTX ISA does not say whether
/// that may be done in parts.
static bool hasOtherPart(const TensorMemoryEvents &Events, const TensorMemoryUse &Deallocation) {
  return any_of(Events.Uses, [&](const TensorMemoryUse &Use) {
    return Use.Call.is(TensorMemoryAction::Deallocate) && Use.Address.Offset != 0 &&
           Use.Address.Location == Deallocation.Address.Location;
  });
}

/// A dealloc of a number of columns that no alloc there has.
static void checkColumns(const TensorMemoryEvents &Events, const TensorMemoryUse &Deallocation) {
  unsigned Columns = Deallocation.Call.getColumns();
  if (!Columns || Deallocation.Address.Offset != 0 || hasOtherPart(Events, Deallocation))
    return;
  auto Allocations = Events.getAllocations(Deallocation.Address.Location);
  if (any_of(Allocations, [&](const TensorMemoryAllocation *A) {
        return !A->Call.getColumns() || A->Call.getColumns() == Columns;
      }))
    return;
  const TensorMemoryCall &Alloc = Allocations.front()->Call;
  Events.report(Check::TensorMemoryColumns, *Deallocation.Call.Call,
                Deallocation.Call.Variant->Name + " of " + Twine(Columns) +
                    " columns of tensor memory, but " + Alloc.Variant->Name +
                    printLine(*Alloc.Call) + " allocates " + Twine(Alloc.getColumns()) +
                    "; a dealloc is of a whole allocation (PTX ISA, tcgen05.dealloc); expected " +
                    Twine(Alloc.getColumns()) + " columns");
}

/// Cells after the end of all allocations that they can be of.
static void checkExtent(const TensorMemoryEvents &Events, const TensorMemoryCall &Use,
                        const TensorMemoryCells &Cells) {
  auto Address = Cells.Base ? Events.follow(*Cells.Base) : std::nullopt;
  if (!Address || !Address->Column)
    return;
  unsigned First = uint16_t(*Address->Column + Cells.Offset), Last = First + Cells.Columns - 1;
  auto Allocations = Events.getAllocations(Address->Location);
  if (any_of(Allocations, [&](const TensorMemoryAllocation *A) {
        return !A->Call.getColumns() || A->Call.getColumns() > Last;
      }))
    return;
  const TensorMemoryCall &Alloc = Allocations.front()->Call;
  uint64_t Needed = PowerOf2Ceil(Last + 1);
  Events.report(Check::TensorMemoryColumns, *Use.Call,
                Use.Variant->Name + " touches columns " + Twine(First) + " to " + Twine(Last) +
                    " of " + Twine(Alloc.getColumns()) + " columns that " + Alloc.Variant->Name +
                    printLine(*Alloc.Call) +
                    " allocates; the columns of an allocation are numbered from 0 (PTX ISA, Tensor "
                    "Memory Allocation); expected " +
                    (Needed <= AllColumns ? "an alloc of " + Twine(Needed) + " columns"
                                          : "an address inside the allocation"));
}

/// Allocs that surely follow each other, with no dealloc that is not behind the last one.
static void checkTotal(const TensorMemoryEvents &Events, const TensorMemoryAllocation &Last) {
  const FunctionPaths &Paths = Events.Paths;
  const Instruction &Alloc = *Last.Call.Call;
  auto IsBehind = [&](const Instruction &I) { return Paths.isAlwaysBefore(Alloc, I); };
  unsigned Total = Last.Call.getColumns();
  if (!Total || Paths.isInLoop(Alloc) ||
      !all_of(Events.OtherDeallocations, [&](const Instruction *I) { return IsBehind(*I); }) ||
      !all_of(Events.Deallocations, [&](const TensorMemoryCall &D) { return IsBehind(*D.Call); }))
    return;
  unsigned Own = Total, All = Last.Call.isExclusive() ? AllColumnsExclusive : AllColumns;
  for (const TensorMemoryAllocation &Other : Events.Allocations)
    if (&Other != &Last && Paths.mayGoOn() && Paths.isAlwaysBefore(*Other.Call.Call, Alloc))
      Total += Other.Call.getColumns();
  if (Total <= All || Total - Own > All)
    return;
  unsigned Free = All - (Total - Own);
  std::string Fewer = Free ? "at most " + std::to_string(Free) + " columns here, or " : "";
  Events.report(Check::TensorMemoryColumns, Alloc,
                Last.Call.Variant->Name + " of " + Twine(Own) + " columns makes " + Twine(Total) +
                    " columns of tensor memory that are allocated at once; there are " +
                    Twine(All) +
                    " (PTX ISA, Tensor Memory), and the alloc would block forever; expected " +
                    Fewer + "a dealloc before it");
}

static void checkRelinquished(const TensorMemoryEvents &Events,
                              const TensorMemoryAllocation &Allocation) {
  const Instruction &Alloc = *Allocation.Call.Call;
  for (const TensorMemoryCall &Relinquish : Events.Relinquishments) {
    if (!Events.Paths.mayGoOn())
      return;
    if (!Events.Paths.isAlwaysBefore(*Relinquish.Call, Alloc) &&
        !Events.Paths.isAlwaysAfter(Alloc, *Relinquish.Call))
      continue;
    Events.report(Check::TensorMemoryLifetime, Alloc,
                  Allocation.Call.Variant->Name + " comes after " + Relinquish.Variant->Name +
                      printLine(*Relinquish.Call) +
                      "; a CTA must not allocate once one of its threads has given up the "
                      "permit (PTX ISA, tcgen05.relinquish_alloc_permit); expected an "
                      "alloc before it");
    return;
  }
}

void tensorcore::verifyTensorMemoryAllocations(const TensorMemoryEvents &Events) {
  if (Events.Paths.HasIrreducibleCFG)
    return;
  for (const TensorMemoryAllocation &Allocation : Events.Allocations) {
    checkRelinquished(Events, Allocation);
    // The caller of a function may deallocate what the function leaves allocated, and may have
    // allocated what the function finds.
    if (!Events.IsKernel)
      continue;
    checkDeallocated(Events, Allocation);
    checkTotal(Events, Allocation);
  }
  if (Events.HasOtherAllocations)
    return;
  for (const TensorMemoryUse &Use : Events.Uses)
    if (Use.Call.is(TensorMemoryAction::Deallocate))
      checkColumns(Events, Use);
  for (const TensorMemoryCall &Use : Events.Calls) {
    auto Read = getReadCells(*Use.Call);
    auto Written = getWrittenCells(*Use.Call);
    for (const TensorMemoryCells &Cells : concat<TensorMemoryCells>(Read, Written))
      checkExtent(Events, Use, Cells);
  }
}
