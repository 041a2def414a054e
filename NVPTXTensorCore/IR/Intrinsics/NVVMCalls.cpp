//===- NVVMCalls.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of a call.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/NVVMCalls.h"
#include "IR/Analysis/Calls.h"
#include "IR/Helpers/NVVMHelpers.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/NVVMDeclarations.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether the operands that must be immediates are.
static Error checkImmediates(const CallBase &Call, AttributeList Attributes) {
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Attributes.hasParamAttr(I, Attribute::ImmArg) &&
        !isa<ConstantInt, ConstantFP>(Call.getArgOperand(I)))
      return makeError("operand " + Twine(I) + " of " + getCallee(Call)->getName() +
                       " must be a constant");
  return Error::success();
}

/// Whether an operand is a constant between two bounds.
static bool isConstantIn(const Value *Operand, uint64_t Low, uint64_t High) {
  auto *Constant = dyn_cast<ConstantInt>(Operand);
  return Constant && Constant->getValue().uge(Low) && Constant->getValue().ule(High);
}

static bool isAtomicAddressSpace(unsigned AddressSpace) {
  return AddressSpace == 0 || AddressSpace == 1 || AddressSpace == 3;
}

/// What an intrinsic wants of its first operand beyond what its declaration says.
/// Upstream crashes, or prints what ptxas rejects, where it does not get that.
static Error checkFirstOperand(const CallBase &Call) {
  auto Fail = [&Call](const Twine &What) {
    return makeError(getCallee(Call)->getName() + " needs " + What + " as its operand");
  };
  StringRef String;
  switch (getCallee(Call)->getIntrinsicID()) {
  case Intrinsic::nvvm_reflect:
    if (!getConstantStringInfo(Call.getArgOperand(0), String))
      return Fail("a constant string");
    break;
  case Intrinsic::nvvm_texsurf_handle_internal:
    if (!isa<GlobalVariable>(Call.getArgOperand(0)))
      return Fail("a global variable");
    break;
  case Intrinsic::nvvm_bar_sync:
    if (!isConstantIn(Call.getArgOperand(0), 0, 15))
      return Fail("a constant from 0 to 15 (the barriers of a CTA)");
    break;
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

/// Whether an operand that selects something does so within its range.
static Error checkRange(const MMAVariant &Variant, const CallBase &Call, unsigned Argument,
                        StringRef Name, MMASelectorRange Range) {
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Argument));
  if (Constant && Constant->getValue().getActiveBits() <= 64 &&
      Range.contains(Constant->getZExtValue()))
    return Error::success();
  return makeError("operand " + Twine(Argument) + " of " + Variant.Name + ", the " + Name +
                   ", must be " + (Constant ? "" : "a constant, ") + Range.spell() + " (" +
                   Variant.Legality.Source + ")");
}

static Error checkSparsitySelector(const MMAVariant &Variant, const CallBase &Call) {
  std::optional<unsigned> Argument = Variant.Signature.find("selector");
  return Argument ? checkRange(Variant, Call, *Argument, "sparsity selector",
                               getSparsitySelectorRange(Variant))
                  : Error::success();
}

/// byte-id and thread-id of the scales may be registers, whose content nobody knows;
/// constants are checked here, for ptxas does not see them in registers.
static Error checkScaleSelectors(const MMAVariant &Variant, const CallBase &Call) {
  if (!getMMAOpcodeInfo(Variant.Opcode).HasScales)
    return Error::success();
  Error E = Error::success();
  auto Check = [&](StringRef Role, StringRef Name, MMASelectorRange Range) {
    unsigned Argument = *Variant.Signature.find(Role);
    if (isa<ConstantInt>(Call.getArgOperand(Argument)))
      E = joinErrors(std::move(E), checkRange(Variant, Call, Argument, Name, Range));
  };
  Check("byte_a", "byte-id of A's scales", getScaleByteRange(Variant));
  Check("thread_a", "thread-id of A's scales", getScaleThreadRange(Variant, true));
  Check("byte_b", "byte-id of B's scales", getScaleByteRange(Variant));
  Check("thread_b", "thread-id of B's scales", getScaleThreadRange(Variant, false));
  return E;
}

/// The immediates of a wgmma: the signs of A and B, and the transposes.
static Error checkWGMMAImmediates(const MMAVariant &Variant, const CallBase &Call) {
  auto Check = [&](ArrayRef<StringRef> Roles, StringRef Name, int64_t Other) -> Error {
    for (StringRef Role : Roles) {
      std::optional<unsigned> Argument = Variant.Signature.find(Role);
      if (!Argument)
        continue;
      auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(*Argument));
      if (!Constant || (Constant->getSExtValue() != 1 && Constant->getSExtValue() != Other))
        return makeError("operand " + Twine(*Argument) + " of " + Variant.Name + ", " + Name +
                         ", must be " + (Constant ? "" : "a constant, ") + Twine(Other) +
                         " or 1 (" + Variant.Legality.Source + ")");
    }
    return Error::success();
  };
  Error E = Check({"imm_scale_a", "imm_scale_b"}, "a scale of A or B", -1);
  return joinErrors(std::move(E),
                    Check({"imm_trans_a", "imm_trans_b"}, "a transpose of A or B", 0));
}

Error tensorcore::checkGroupCount(const MMAVariant &Variant, const CallBase &Call) {
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (Constant && !Constant->isNegative())
    return Error::success();
  return makeError(
      "operand 0 of " + Variant.Name + ", the number of groups that stay in flight, must be " +
      (Constant ? "" : "a constant, ") + "0 or higher (" + Variant.Legality.Source + ")");
}

/// The matrix descriptors of a wgmma that are constants.
static Error checkWGMMADescriptors(const MMAVariant &Variant, const CallBase &Call,
                                   const TargetVersion &Target) {
  for (StringRef Role : {"a", "b"}) {
    unsigned Argument = *Variant.Signature.find(Role);
    if (auto *Word = dyn_cast<ConstantInt>(Call.getArgOperand(Argument)))
      if (Error E =
              checkMatrixDescriptor(Word->getZExtValue(), MatrixDescriptorFormat_WGMMA, &Target))
        return makeError("operand " + Twine(Argument) + " of " + Variant.Name + ": " +
                         toString(std::move(E)));
  }
  return Error::success();
}

static Error checkWGMMA(const MMAVariant &Variant, const CallBase &Call) {
  if (Variant.Family == MMAFamily_WGMMA)
    return checkWGMMAImmediates(Variant, Call);
  return getMMAOpcodeInfo(Variant.Opcode).HasCount ? checkGroupCount(Variant, Call)
                                                   : Error::success();
}

CalleeFacts::CalleeFacts(const Function &Declaration)
    : Attributes(Intrinsic::getAttributes(Declaration.getContext(), Declaration.getIntrinsicID())),
      Variant(getMMAVariant(Declaration)), Helper(getNVVMHelper(Declaration)) {}

Error tensorcore::checkCall(const CallBase &Call, const CalleeFacts &Callee,
                            const TargetVersion &Target) {
  const Function &F = *getCallee(Call);
  if (Call.getFunctionType() != F.getFunctionType())
    return makeError(F.getName() + " is called with the type " +
                     printType(*Call.getFunctionType()) + ", but declared with " +
                     printType(*F.getFunctionType()));
  if (Callee.Helper)
    return Callee.Helper->check(Call, Target);
  if (Error E = checkImmediates(Call, Callee.Attributes))
    return E;
  if (Error E = checkFirstOperand(Call))
    return E;
  const MMAVariant *Variant = Callee.Variant;
  if (!Variant)
    return Error::success();
  if (Error E = checkSparsitySelector(*Variant, Call))
    return E;
  if (Error E = checkScaleSelectors(*Variant, Call))
    return E;
  if (Error E = checkWGMMA(*Variant, Call))
    return E;
  if (isTCGen05(*Variant))
    if (Error E = checkTCGen05Call(*Variant, Call, Target))
      return E;
  return describe(*Variant, getMMAAddressSpace(*Variant, Call), Target.PTXVersion).takeError();
}

Error tensorcore::checkDescriptors(const CallBase &Call, const CalleeFacts &Callee,
                                   const TargetVersion &Target) {
  if (Callee.Helper)
    return Callee.Helper->checkDescriptors(Call, Target);
  if (!Callee.Variant)
    return Error::success();
  if (Callee.Variant->Family == MMAFamily_WGMMA)
    return checkWGMMADescriptors(*Callee.Variant, Call, Target);
  return isTCGen05(*Callee.Variant) ? checkTCGen05Descriptors(*Callee.Variant, Call, Target)
                                    : Error::success();
}
