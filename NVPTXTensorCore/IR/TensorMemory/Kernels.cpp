//===- Kernels.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Along the call tree, in its order. Calls through pointers lead nowhere: they add no
// cta_group, but may do anything else.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Kernels.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/RegisterBudget/RegisterNeeds.h"
#include "IR/TensorMemory/Events.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if an error is the first one about a call.
static bool isNew(const TensorMemoryCall &Call, ReportedCalls &Reported) {
  return Reported.insert(Call.Call).second;
}

static void checkGroups(const Function &F, ArrayRef<TensorMemoryCall> Calls,
                        ReportedCalls &Reported) {
  const TensorMemoryCall *First =
      find_if(Calls, [](const TensorMemoryCall &C) { return C.CTAGroup != 0; });
  SmallPtrSet<const Function *, 4> Done; // one error for each function
  for (const TensorMemoryCall &Call : Calls) {
    if (!Call.CTAGroup || Call.CTAGroup == First->CTAGroup ||
        !Done.insert(Call.Call->getFunction()).second || !isNew(Call, Reported))
      continue;
    report(Check::TensorMemoryCTAGroup, *Call.Call,
           Call.Variant->Name + " with cta_group::" + Twine(Call.CTAGroup) + ", but " +
               First->Variant->Name + printLine(*First->Call) + " in " +
               printName(*First->Call->getFunction()) +
               " has cta_group::" + Twine(First->CTAGroup) + "; all tcgen05 instructions of " +
               (isKernel(F) ? "a kernel, here " + printName(F) + "," : Twine("a kernel")) +
               " must have the same cta_group (PTX ISA, tcgen05.alloc and tcgen05.mma); "
               "expected cta_group::" +
               Twine(First->CTAGroup) + " here, or cta_group::" + Twine(Call.CTAGroup) +
               " in all of them");
  }
}

static bool returns(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) { return isa<ReturnInst>(I); });
}

/// Returns true if no other block can use the permit: other blocks would find nothing to allocate,
/// or the kernel says that it is meant to have a multiprocessor for itself.
static bool needsNoPermit(const Function &Kernel, ArrayRef<TensorMemoryCall> Calls) {
  return getLaunchBounds(Kernel).Blocks == 1u || any_of(Calls, [](const TensorMemoryCall &Call) {
           return Call.is(TensorMemoryAction::Allocate) &&
                  (Call.getColumns() >= AllColumns || Call.isExclusive());
         });
}

/// Allocations of a kernel in which nobody deallocates, or nobody relinquishes.
static void checkEnd(const Function &Kernel, ArrayRef<TensorMemoryCall> Calls,
                     const CallEffects &Effects, ReportedCalls &Deallocated,
                     ReportedCalls &Relinquished) {
  bool MayKeepPermit = Effects.Relinquishes || needsNoPermit(Kernel, Calls);
  for (const TensorMemoryCall &Call : Calls) {
    if (!Call.is(TensorMemoryAction::Allocate))
      continue;
    if (!Effects.Deallocates && isNew(Call, Deallocated))
      report(Check::TensorMemoryLeak, *Call.Call,
             Call.Variant->Name + " allocates tensor memory that kernel " + printName(Kernel) +
                 " never deallocates; all tensor memory must be deallocated before its "
                 "kernel exits (PTX ISA, tcgen05.dealloc); expected a "
                 "llvm.nvvm.tcgen05.dealloc on every path from the alloc to the exit");
    if (!MayKeepPermit && isNew(Call, Relinquished))
      report(Check::TensorMemoryRelinquish, *Call.Call,
             Call.Variant->Name + " in kernel " + printName(Kernel) +
                 ", which never relinquishes the permit to allocate: no other block of the "
                 "multiprocessor can allocate before it ends (PTX ISA, "
                 "tcgen05.relinquish_alloc_permit); what lets them is a "
                 "llvm.nvvm.tcgen05.relinq.alloc.permit after the last alloc");
  }
}

void tensorcore::verifyTensorMemoryKernel(Function &F, CallEffectsFinder &Effects,
                                          TensorMemoryReports &Reported) {
  SmallVector<TensorMemoryCall, 0> Calls;
  for (Function *Each : getCallTree(F))
    for (Instruction &I : instructions(*Each))
      if (TensorMemoryCall Call{I})
        Calls.push_back(Call);
  if (Calls.empty())
    return;
  checkGroups(F, Calls, Reported.Groups);
  if (isKernel(F) && returns(F))
    checkEnd(F, Calls, Effects.get(F), Reported.Deallocated, Reported.Relinquished);
}
