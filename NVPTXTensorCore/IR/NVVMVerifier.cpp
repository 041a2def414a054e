//===- NVVMVerifier.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One check a call, and one sweep over the declarations to find the calls.
//
//===----------------------------------------------------------------------===//

#include "IR/NVVMVerifier.h"
#include "IR/MMACall.h"
#include "IR/NVVMRequirements.h"
#include "Model/MMACatalogue.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

void tensorcore::reportError(const Function &F, const DebugLoc &Loc, const Twine &Message) {
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Message, Loc));
}

/// All names that an `llvm.nvvm.*` call may have.
static ArrayRef<StringRef> getKnownNames() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> Result;
    for (unsigned ID = 1; ID < Intrinsic::num_intrinsics; ++ID)
      if (StringRef Name = Intrinsic::getBaseName(ID); Name.starts_with(NVVMPrefix))
        Result.push_back(Name);
    for (const MMAVariant &Variant : getMMAVariants())
      if (!getMMAVariant(Function::lookupIntrinsicID(Variant.Name)))
        Result.push_back(Variant.Name);
    return Result;
  }();
  return Names;
}

static std::string explainUnknownName(StringRef Name) {
  StringRef Nearest = findNearestName(Name, getKnownNames());
  return (Name + " is not an intrinsic of NVPTX" +
          (Nearest.empty() ? Twine() : "; did you mean " + Nearest + "?"))
      .str();
}

/// Whether the declaration as such can be called on the target.
static Error checkDeclaration(const Function &F, const TargetVersion &Target) {
  if (const MMAVariant *Variant = getMMAVariant(F))
    return checkLegalIn(*F.getParent(), *Variant, Target);
  if (F.getIntrinsicID() != Intrinsic::not_intrinsic)
    return checkNVVMRequirements(F.getIntrinsicID(), Target);
  return createStringError(inconvertibleErrorCode(), explainUnknownName(F.getName()));
}

/// Whether more is wanted of the first operand than the intrinsic's declaration says.
/// Upstream crashes where it does not get that.
static bool wantsSpecialOperand(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_reflect:
  case Intrinsic::nvvm_texsurf_handle_internal:
  case Intrinsic::nvvm_bar_sync:
  case Intrinsic::nvvm_atomic_load_inc_32:
  case Intrinsic::nvvm_atomic_load_dec_32:
    return true;
  default:
    return false;
  }
}

static bool isAtomicAddressSpace(unsigned AddressSpace) {
  return AddressSpace == 0 || AddressSpace == 1 || AddressSpace == 3;
}

static Error checkSpecialOperand(const CallBase &Call) {
  auto Fail = [&Call](const Twine &What) {
    return createStringError(inconvertibleErrorCode(), Call.getCalledFunction()->getName() +
                                                           " needs " + What + " as its operand");
  };
  switch (Call.getCalledFunction()->getIntrinsicID()) {
  case Intrinsic::nvvm_reflect: {
    StringRef String;
    if (!getConstantStringInfo(Call.getArgOperand(0), String))
      return Fail("a constant string");
    break;
  }
  case Intrinsic::nvvm_texsurf_handle_internal:
    if (!isa<GlobalVariable>(Call.getArgOperand(0)))
      return Fail("a global variable");
    break;
  case Intrinsic::nvvm_bar_sync: {
    auto *Barrier = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    if (!Barrier || Barrier->getValue().ugt(15))
      return Fail("a constant from 0 to 15 (the barriers of a CTA)");
    break;
  }
  case Intrinsic::nvvm_atomic_load_inc_32:
  case Intrinsic::nvvm_atomic_load_dec_32:
    if (!isAtomicAddressSpace(Call.getArgOperand(0)->getType()->getPointerAddressSpace()))
      return Fail("a pointer to generic, global (1) or shared (3) memory");
    break;
  default:
    break;
  }
  return Error::success();
}

static Error checkCall(const CallBase &Call, const TargetVersion &Target) {
  const Function &F = *Call.getCalledFunction();
  if (Error E = checkDeclaration(F, Target))
    return E;
  if (Error E = checkSpecialOperand(Call))
    return E;
  if (const MMAVariant *Variant = getMMAVariant(F))
    return describe(*Variant, getMMAAddressSpace(*Variant, Call), Target.PTXVersion).takeError();
  return Error::success();
}

static void replaceByPoison(CallBase *Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(Call))
    Call = changeToCall(Invoke);
  Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
  Call->eraseFromParent();
}

/// Says what ptxas will say of an intrinsic that checkLegalIn let pass.
static void warnIfRejected(const Function &F, const CallBase &Call, const MMAVariant &Variant,
                           const TargetVersion &Target) {
  if (Error E = checkLegal(Variant, Target))
    F.getContext().diagnose(DiagnosticInfoUnsupported(F, toString(std::move(E)), Call.getDebugLoc(),
                                                      DS_Warning));
}

/// Reports the faulty calls of one function, in program order.
static bool verifyFunction(Function &F, const SmallPtrSetImpl<const Function *> &Suspects,
                           const TargetVersion &Target) {
  SmallVector<CallBase *> Faulty;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->getCalledFunction() || !Suspects.contains(Call->getCalledFunction()))
      continue;
    if (Error E = checkCall(*Call, Target)) {
      reportError(F, Call->getDebugLoc(), toString(std::move(E)));
      Faulty.push_back(Call);
    } else if (const MMAVariant *Variant = getMMAVariant(*Call->getCalledFunction())) {
      warnIfRejected(F, *Call, *Variant, Target);
    }
  }
  for (CallBase *Call : Faulty)
    replaceByPoison(Call);
  return Faulty.empty();
}

/// Whether some call of a declaration may be faulty: a declaration that the target
/// does not have or ptxas rejects, or one that wants more of its operands than a type.
static bool isSuspect(const Function &F, const TargetVersion &Target) {
  if (wantsSpecialOperand(F.getIntrinsicID()))
    return true;
  if (Error E = checkDeclaration(F, Target)) {
    consumeError(std::move(E));
    return true;
  }
  const MMAVariant *Variant = getMMAVariant(F);
  return Variant && (!Variant->Rejected.empty() || getMMADescriptor(*Variant).has(MMAField_Space));
}

static bool isCalled(const Function &F) {
  return any_of(F.users(), [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledOperand() == &F;
  });
}

bool tensorcore::verifyNVVMIntrinsics(Module &M, const TargetVersion &Target) {
  bool Fine = true;
  SmallPtrSet<const Function *, 16> Suspects;
  for (Function &F : M) {
    if (!F.isDeclaration() || !F.getName().starts_with(NVVMPrefix))
      continue;
    if (isCalled(F)) {
      if (isSuspect(F, Target))
        Suspects.insert(&F);
    } else if (F.getIntrinsicID() == Intrinsic::not_intrinsic && !getMMAVariant(F)) {
      M.getContext().emitError(explainUnknownName(F.getName()));
      Fine = false;
    }
  }
  if (!Suspects.empty())
    for (Function &F : M)
      Fine &= verifyFunction(F, Suspects, Target);
  return Fine;
}
