//===- Warps.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has the threads that its launch bounds allow, if the kernel says them.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Warps.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/TensorMemory/Cells.h"
#include "IR/TensorMemory/Events.h"
#include "IR/Threads/ThreadSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// A warp accesses a quarter of the lanes: by its index, modulo four.
static constexpr unsigned Quarters = 4; // of tensor memory, each for a warp

namespace {

class Checker {
public:
  explicit Checker(const TensorMemoryEvents &Events)
      : Events(Events), Selection(Events.Paths, Events.F) {}

  void checkLanes(const TensorMemoryUse &Use) const;
  void checkDeallocation(const TensorMemoryUse &Deallocation) const;
  void checkAccumulators() const;

private:
  std::optional<SelectedThreads> getThreads(const Instruction &I) const;
  std::vector<unsigned> getWarps(const Instruction &I) const;
  bool isSeparated(const Instruction &First, const Instruction &Then) const;

  const TensorMemoryEvents &Events;
  const ThreadSelection Selection;
};

} // namespace

/// The threads that come to an instruction, if these are whole warps; nothing else is known to be
/// right.
std::optional<SelectedThreads> Checker::getThreads(const Instruction &I) const {
  std::optional<ControlFacts> Controls = Events.Paths.getControls(*I.getParent());
  if (!Controls)
    return std::nullopt;
  SelectedThreads Selected = Selection.get(*Controls);
  return Selected.AreAllOfWarps ? std::optional(Selected) : std::nullopt;
}

/// The warps that certainly come to an instruction, if any does; none if that is not known.
std::vector<unsigned> Checker::getWarps(const Instruction &I) const {
  const std::optional<SelectedThreads> Selected = getThreads(I);
  const unsigned BlockSize = Selection.Shape.MaxThreads;
  std::vector<unsigned> Warps;
  if (!Selected || !Selected->AreAll || (!Selection.Shape.X && BlockSize == MaxBlockThreads))
    return Warps;
  for (unsigned Warp = 0; Warp * WarpThreads < BlockSize; ++Warp)
    if (Selected->Max[Warp * WarpThreads])
      Warps.push_back(Warp);
  return Warps;
}

void Checker::checkLanes(const TensorMemoryUse &Use) const {
  if (!Use.Call.is(TensorMemoryAction::Access) || !Use.Address.Offset)
    return;
  const unsigned Lane = *Use.Address.Offset >> 16 & 0x7f, Quarter = Lane / WarpThreads;
  const std::vector<unsigned> Warps = getWarps(*Use.Call.Call);
  const auto Other = find_if(Warps, [&](unsigned Warp) { return Warp % Quarters != Quarter; });
  if (Other == Warps.end())
    return;
  const unsigned First = *Other % Quarters * WarpThreads;
  Events.report(Check::TensorMemoryWarps, *Use.Call.Call,
                Use.Call.Variant->Name + " accesses lanes from " + Twine(Lane) + " in warp " +
                    Twine(*Other) + ", which can access lanes " + Twine(First) + " to " +
                    Twine(First + WarpThreads - 1) +
                    " (PTX ISA, tcgen05 Access restrictions); expected an address with the lane "
                    "32 * (warp % 4) in bits 16 to 31");
}

/// Returns true if something can make a thread wait between two instructions.
bool Checker::isSeparated(const Instruction &First, const Instruction &Then) const {
  auto IsBetween = [&](const Instruction *I) {
    return !Events.Paths.mayGoOn() ||
           (Events.Paths.reaches(&First, *I, {}) && Events.Paths.reaches(I, Then, {}));
  };
  return any_of(Events.Synchronizations, IsBetween) || any_of(Events.MBarrierWaits, IsBetween);
}

/// One warp deallocates, of those that a condition selects.
void Checker::checkDeallocation(const TensorMemoryUse &Deallocation) const {
  const std::optional<SelectedThreads> Selected = getThreads(*Deallocation.Call.Call);
  if (!Selected || (!Selected->AreOfSomeWarps && Selected->Max.all()))
    return;
  for (const TensorMemoryUse &Use : Events.Uses) {
    if (!Use.Call.is(TensorMemoryAction::Access) ||
        !(Use.Address.Location == Deallocation.Address.Location) ||
        getWarps(*Use.Call.Call).size() < 2 ||
        !Events.Paths.reaches(Use.Call.Call, *Deallocation.Call.Call, {}) ||
        isSeparated(*Use.Call.Call, *Deallocation.Call.Call))
      continue;
    Events.report(Check::TensorMemoryWarps, *Deallocation.Call.Call,
                  Deallocation.Call.Variant->Name + " frees tensor memory that " +
                      Use.Call.Variant->Name + printLine(*Use.Call.Call) +
                      " may still access in other warps: nothing between them can make a thread "
                      "wait (PTX ISA, tcgen05.dealloc); expected "
                      "tcgen05.fence::before_thread_sync and a barrier of the block between them");
    return;
  }
}

/// Returns true if a call surely adds to D.
static bool isAddition(const TensorMemoryCall &Call) {
  if (Call.Variant->Family != MMAFamily_TCGen05MMA)
    return false;
  auto *Adds = dyn_cast_or_null<ConstantInt>(
      getTCGen05Argument(*Call.Variant, *Call.Call, "enable_input_d"));
  return Adds && !Adds->isZero();
}

/// Returns true if a call may write tensor memory without adding to it.
static bool maySet(const TensorMemoryCall &Call) {
  if (isAddition(Call) || isCommit(Call))
    return false;
  if (Call.is(TensorMemoryAction::Access))
    return Call.Call->getType()->isVoidTy();
  return Call.is(TensorMemoryAction::Issue) || !getWrittenCells(*Call.Call).empty();
}

/// Reports the first multiplication that adds to an allocation that nothing sets.
void Checker::checkAccumulators() const {
  if (Events.HasOtherAllocations)
    return;
  DenseMap<const CallBase *, const TensorMemoryUse *> Uses;
  for (const TensorMemoryUse &Use : Events.Uses)
    Uses.try_emplace(Use.Call.Call, &Use);
  SmallVector<MemoryLocation> Known;
  for (const TensorMemoryCall &Call : make_filter_range(Events.Calls, maySet)) {
    const TensorMemoryUse *Use = Uses.lookup(Call.Call);
    if (!Use)
      return;
    if (!is_contained(Known, Use->Address.Location))
      Known.push_back(Use->Address.Location);
  }
  for (const TensorMemoryUse &Use : Events.Uses) {
    if (!Use.Call.is(TensorMemoryAction::Issue) || !isAddition(Use.Call) ||
        is_contained(Known, Use.Address.Location))
      continue;
    Known.push_back(Use.Address.Location);
    Events.report(Check::UninitializedAccumulators, *Use.Call.Call,
                  Use.Call.Variant->Name + " adds to tensor memory that nothing in kernel " +
                      printName(Events.F) +
                      " sets: all multiplications have enable_input_d (PTX ISA, tcgen05.mma); "
                      "expected enable_input_d false for the first");
  }
}

void tensorcore::verifyTensorMemoryWarps(const TensorMemoryEvents &Events) {
  if (!Events.IsKernel)
    return;
  const Checker Check(Events);
  for (const TensorMemoryUse &Use : Events.Uses) {
    Check.checkLanes(Use);
    if (Use.Call.is(TensorMemoryAction::Deallocate))
      Check.checkDeallocation(Use);
  }
  Check.checkAccumulators();
}
