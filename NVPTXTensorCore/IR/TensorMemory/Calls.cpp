//===- Calls.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Actions by opcode; effects by what a callee is: an intrinsic, inline assembly, a function
// with a body, anything else.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Calls.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Tables/MMATables.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::tensorcore;

static TensorMemoryAction getAction(const MMAVariant &Variant) {
  switch (Variant.Family) {
  case MMAFamily_TCGen05MMA:
  case MMAFamily_TCGen05Copy:
    return TensorMemoryAction::Issue;
  case MMAFamily_TCGen05Access:
    return TensorMemoryAction::Access;
  default:
    break;
  }
  switch (Variant.Opcode) {
  case MMAOpcode_TCGEN05_ALLOC:
    return TensorMemoryAction::Allocate;
  case MMAOpcode_TCGEN05_DEALLOC:
    return TensorMemoryAction::Deallocate;
  case MMAOpcode_TCGEN05_RELINQUISH_ALLOC_PERMIT:
    return TensorMemoryAction::Relinquish;
  case MMAOpcode_TCGEN05_COMMIT:
  case MMAOpcode_TCGEN05_COMMIT_MULTICAST:
  case MMAOpcode_TCGEN05_COMMIT_MULTICAST_32B:
  case MMAOpcode_TCGEN05_SHIFT:
    return TensorMemoryAction::Issue;
  case MMAOpcode_TCGEN05_WAIT:
    return TensorMemoryAction::Wait;
  default:
    return TensorMemoryAction::Fence;
  }
}

TensorMemoryCall::TensorMemoryCall(Instruction &I) : Variant(getTCGen05(I)) {
  if (!Variant)
    return;
  Call = cast<CallBase>(&I);
  Action = getAction(*Variant);
  MMADescriptor Descriptor = getTCGen05Descriptor(*Variant, *Call);
  if (Descriptor.has(MMAField_CTAGroup))
    CTAGroup = Descriptor.get(MMAField_CTAGroup);
}

bool TensorMemoryCall::isOfWarp() const {
  switch (Action) {
  case TensorMemoryAction::Allocate:
  case TensorMemoryAction::Deallocate:
  case TensorMemoryAction::Relinquish:
  case TensorMemoryAction::Access:
  case TensorMemoryAction::Wait:
    return true;
  default:
    return false;
  }
}

SmallVector<Value *, 4> TensorMemoryCall::getAddresses() const {
  SmallVector<Value *, 4> Result;
  for (auto [Index, Argument] : enumerate(Variant->Signature.Arguments))
    if (Argument.Type.Kind == MMATypeKind_Pointer && Argument.Type.AddressSpace == 6)
      Result.push_back(Call->getArgOperand(Index));
  return Result;
}

unsigned TensorMemoryCall::getColumns() const {
  auto *Columns = dyn_cast_or_null<ConstantInt>(getTCGen05Argument(*Variant, *Call, "columns"));
  return Columns ? Columns->getZExtValue() : 0;
}

bool TensorMemoryCall::isExclusive() const {
  MMADescriptor Descriptor = getTCGen05Descriptor(*Variant, *Call);
  return Descriptor.has(MMAField_Exclusive) && Descriptor.get(MMAField_Exclusive);
}

bool tensorcore::isCommit(const TensorMemoryCall &Call) {
  return Call && (Call.Variant->Opcode == MMAOpcode_TCGEN05_COMMIT ||
                  Call.Variant->Opcode == MMAOpcode_TCGEN05_COMMIT_MULTICAST ||
                  Call.Variant->Opcode == MMAOpcode_TCGEN05_COMMIT_MULTICAST_32B);
}

StringRef tensorcore::getMnemonic(const TensorMemoryCall &Call) {
  switch (Call.Action) {
  case TensorMemoryAction::Relinquish:
    return "tcgen05.relinquish_alloc_permit";
  default: {
    StringRef Name = StringRef(Call.Variant->Name).drop_front(NVVMPrefix.size());
    return Name.take_front(Name.find('.', Name.find('.') + 1));
  }
  }
}

CallEffects &CallEffects::operator|=(const CallEffects &Other) {
  Allocates |= Other.Allocates;
  Deallocates |= Other.Deallocates;
  Relinquishes |= Other.Relinquishes;
  Synchronizes |= Other.Synchronizes;
  Commits |= Other.Commits;
  AsksMBarrier |= Other.AsksMBarrier;
  return *this;
}

/// Functions outside of the module that every program may call, and that have nothing to
/// do with tensor memory.
static bool isOfRuntime(const Function &F) {
  return is_contained({"vprintf", "__assertfail", "malloc", "free"}, F.getName());
}

/// Inline assembly may do what it has instructions for, and synchronise in many ways.
static CallEffects getEffectsOfAsm(const InlineAsm &Asm) {
  StringRef Text = Asm.getAsmString();
  CallEffects Result;
  Result.Allocates = ptx::hasInstruction(Text, "tcgen05.alloc");
  Result.Deallocates = ptx::hasInstruction(Text, "tcgen05.dealloc");
  Result.Relinquishes = ptx::hasInstruction(Text, "tcgen05.relinquish_alloc_permit");
  Result.Synchronizes = true;
  Result.Commits = ptx::hasInstruction(Text, "tcgen05.commit");
  Result.AsksMBarrier = ptx::hasInstruction(Text, "mbarrier.test_wait") ||
                        ptx::hasInstruction(Text, "mbarrier.try_wait");
  return ptx::hasInstruction(Text, "call") ? CallEffects::unknown() : Result;
}

/// Returns true if an intrinsic can make a thread wait for another warp.
static bool maySynchronize(const IntrinsicInst &Call) {
  if (isa<DbgInfoIntrinsic, AssumeInst>(Call) || Call.isLifetimeStartOrEnd())
    return false;
  StringRef Name = Call.getCalledFunction()->getName();
  bool IsOfWarp = Name.starts_with("llvm.nvvm.shfl.") || Name.starts_with("llvm.nvvm.vote.") ||
                  Name.starts_with("llvm.nvvm.registers.");
  return !Call.doesNotAccessMemory() && !IsOfWarp;
}

/// Returns the effects of an instruction, without those of a called function that has a body.
static CallEffects getOwnEffects(const Instruction &I) {
  CallEffects Result;
  Result.Synchronizes = I.isAtomic() || I.isVolatile();
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return Result;
  if (TensorMemoryCall Own{const_cast<Instruction &>(I)}) {
    Result.Allocates = Own.is(TensorMemoryAction::Allocate);
    Result.Deallocates = Own.is(TensorMemoryAction::Deallocate);
    Result.Relinquishes = Own.is(TensorMemoryAction::Relinquish);
    Result.Commits = isCommit(Own);
    return Result;
  }
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return getEffectsOfAsm(*Asm);
  const Function *Callee = getCallee(*Call);
  if (!Callee || Callee->isInterposable())
    return CallEffects::unknown();
  if (!Callee->isDeclaration() || isOfRuntime(*Callee))
    return Result;
  if (!Callee->getName().starts_with("llvm."))
    return CallEffects::unknown();
  Result.AsksMBarrier = Callee->getName().starts_with("llvm.nvvm.mbarrier.test.wait") ||
                        Callee->getName().starts_with("llvm.nvvm.mbarrier.try.wait");
  auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  Result.Synchronizes = !Intrinsic || maySynchronize(*Intrinsic);
  return Result;
}

CallEffects CallEffectsFinder::get(const Instruction &I) {
  CallEffects Result = getOwnEffects(I);
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  if (Callee && !Callee->isDeclaration())
    Result |= get(*Callee);
  return Result;
}

CallEffects CallEffectsFinder::get(const Function &F) {
  auto [It, IsNew] = Known.try_emplace(&F);
  if (IsNew)
    for (const Function *Each : getCallTree(const_cast<Function &>(F))) {
      if (isDamaged(*Each))
        It->second |= CallEffects::unknown();
      for (const Instruction &I : instructions(*Each))
        It->second |= getOwnEffects(I);
    }
  return It->second;
}
