//===- Events.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One sweep over the function.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Events.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

void TensorMemoryEvents::report(Check C, const Instruction &At, const Twine &Message) const {
  Copies.report(C, At, Message);
}

/// Adds the memory that an instruction which is no tcgen05 call may write to, or give away.
void TensorMemoryEvents::addWrites(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Written.push_back(getMemoryLocation(*Store->getPointerOperand(), Layout));
    Written.push_back(getMemoryLocation(*Store->getValueOperand(), Layout));
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (!Call->isLifetimeStartOrEnd() && !isa<DbgInfoIntrinsic>(Call))
      for (const Use &Argument : Call->args())
        Written.push_back(getMemoryLocation(*Argument, Layout));
  } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    Written.push_back(getMemoryLocation(*I.getOperand(0), Layout));
  }
}

void TensorMemoryEvents::addCall(const TensorMemoryCall &Call) {
  Calls.push_back(Call);
  switch (Call.Action) {
  case TensorMemoryAction::Allocate:
    Allocations.push_back(
        {Call,
         getMemoryLocation(*getTCGen05Argument(*Call.Variant, *Call.Call, "destination"), Layout)});
    break;
  case TensorMemoryAction::Deallocate:
    Deallocations.push_back(Call);
    break;
  case TensorMemoryAction::Relinquish:
    Relinquishments.push_back(Call);
    break;
  default:
    break;
  }
}

TensorMemoryEvents::TensorMemoryEvents(Function &Copy, const Function &F,
                                       CallEffectsFinder &Effects, FunctionCopies &Copies)
    : F(F), IsKernel(isKernel(F)), Paths(Copy, IsKernel && getBlockShape(F).IsOneDimensional),
      Layout(F.getParent()->getDataLayout()), Copies(Copies) {
  for (Instruction &I : instructions(Copy)) {
    CallEffects Effect = Effects.get(I);
    if (Effect.Commits)
      Commits.push_back(&I);
    if (Effect.AsksMBarrier)
      MBarrierWaits.push_back(&I);
    if (TensorMemoryCall Call{I}) {
      addCall(Call);
      continue;
    }
    addWrites(I);
    HasOtherAllocations |= Effect.Allocates;
    if (Effect.Deallocates)
      OtherDeallocations.push_back(&I);
    if (Effect.Synchronizes)
      Synchronizations.push_back(&I);
  }
  for (const TensorMemoryAllocation &Allocation : Allocations)
    if (!is_contained(Locations, Allocation.Location) &&
        !is_contained(Written, Allocation.Location))
      Locations.push_back(Allocation.Location);
  for (const TensorMemoryCall &Call : Calls)
    for (const Value *Address : Call.getAddresses())
      if (std::optional<TensorAddress> Followed = follow(*Address))
        Uses.push_back({Call, *Followed});
}

std::optional<TensorAddress> TensorMemoryEvents::follow(const Value &Address) const {
  return followTensorAddress(Address, Layout,
                             [&](const MemoryLocation &L) { return is_contained(Locations, L); });
}

SmallVector<const TensorMemoryAllocation *, 2>
TensorMemoryEvents::getAllocations(const MemoryLocation &At) const {
  SmallVector<const TensorMemoryAllocation *, 2> Result;
  for (const TensorMemoryAllocation &Allocation : Allocations)
    if (Allocation.Location == At)
      Result.push_back(&Allocation);
  return Result;
}

bool TensorMemoryEvents::mayDeallocate(const TensorMemoryCall &Deallocation,
                                       const MemoryLocation &Allocated) const {
  auto It =
      find_if(Uses, [&](const TensorMemoryUse &U) { return U.Call.Call == Deallocation.Call; });
  return It == Uses.end() || !It->Address.Location.isApartFrom(Allocated);
}

ControlFacts TensorMemoryEvents::getUniformFacts(const BranchEdge &Edge) const {
  ControlFacts Facts = Paths.getFacts(Edge);
  erase_if(Facts, [](const ControlFact &Fact) { return !isUniform(*Fact.Condition); });
  return Facts;
}

bool TensorMemoryEvents::isExecuted(const Instruction &I, const BranchEdge &Edge,
                                    ControlFacts Facts) const {
  // Some thread is the one that these conditions select.
  for (const ControlFact &Fact : Paths.getFacts(*I.getParent()))
    if (isOfThreadOnly(*Fact.Condition) || isElection(*Fact.Condition))
      Facts.push_back(Fact);
  if (Paths.isInevitable(nullptr, I, Facts))
    return true;
  const Instruction &Branch = *Edge.Fact.Branch;
  return Paths.reaches(nullptr, Branch, Facts) &&
         (!Paths.reaches(nullptr, Branch, Facts, &I) || Paths.isInevitable(&Branch, I, Facts));
}
