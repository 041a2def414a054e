//===- MatrixIntrinsics.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the declaration of a variant, and each call of it.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/MatrixIntrinsics.h"
#include "IR/Intrinsics/DescriptorOperands.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The address space of a declaration's first parameter if that is a pointer.
static unsigned getPointerSpace(const Function &F) {
  FunctionType *Type = F.getFunctionType();
  bool HasPointer = Type->getNumParams() && Type->getParamType(0)->isPointerTy();
  return HasPointer ? Type->getParamType(0)->getPointerAddressSpace() : 0;
}

/// Checks that a name ends in the address space of its pointer, if it has one.
static Error checkSuffix(const Function &F, const MMAVariant &Variant) {
  std::string Expected = Variant.Name.str();
  if (getMMADescriptor(Variant).has(MMAField_Space))
    Expected += ".p" + std::to_string(getPointerSpace(F));
  bool IsPlain = Variant.Family == MMAFamily_WGMMA && F.getName() == getPlainName(Variant);
  if (F.getName() == Expected || IsPlain)
    return Error::success();
  return makeError(F.getName() + " does not say what its arguments are; with the type " +
                   printType(*F.getFunctionType()) + " the name is " + Expected);
}

/// The mask of a tcgen05.commit has one size.
static Error checkMaskSize(const Function &F, const MMAVariant &Variant) {
  std::optional<unsigned> Mask = Variant.Signature.find("cta_mask");
  bool IsOther = Mask && *Mask < F.getFunctionType()->getNumParams() &&
                 !F.getFunctionType()->getParamType(*Mask)->isIntegerTy(16);
  return IsOther ? makeError("the multicast mask of tcgen05.commit has 16 bits") : Error::success();
}

/// Checks that an operand that selects something does so within its range.
static Error checkRange(const MMAVariant &Variant, const CallBase &Call, unsigned Argument,
                        StringRef Name, MMASelectorRange Range) {
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Argument));
  if (Constant && Constant->getValue().getActiveBits() <= 64 &&
      Range.contains(Constant->getZExtValue()))
    return Error::success();
  return makeError("operand " + Twine(Argument) + " of " + Variant.Name + ", the " + Name +
                   ", must be " + (Constant ? "" : "a constant, ") + Range.print() + " (" +
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

static Error checkWGMMA(const MMAVariant &Variant, const CallBase &Call) {
  if (Variant.Family == MMAFamily_WGMMA)
    return checkWGMMAImmediates(Variant, Call);
  return getMMAOpcodeInfo(Variant.Opcode).HasCount ? checkGroupCount(Variant, Call)
                                                   : Error::success();
}

namespace {

class MatrixIntrinsic final : public NVVMIntrinsic {
public:
  explicit MatrixIntrinsic(const MMAVariant &Variant) : Variant(&Variant) {}

  StringRef getName() const override { return Variant->Name; }
  const MMAVariant *getVariant() const override { return Variant; }
  bool mayBeUndefined() const override { return true; }
  bool hasDescriptors() const override {
    return Variant->Family == MMAFamily_WGMMA || isTCGen05(*Variant);
  }

  FunctionType *getType(const Function &F) const override {
    return getMMAFunctionType(F.getContext(), *Variant, getPointerSpace(F));
  }
  void addAttributes(AttrBuilder &Builder) const override {
    addTrueAttributes(Builder, Variant->Family);
  }
  Error checkDeclaration(const Function &F, const TargetVersion &Target) const override;
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Error checkDescriptors(const CallBase &Call, const TargetVersion &Target) const override;

private:
  Error checkType(const Function &F) const;

  const MMAVariant *Variant;
};

} // namespace

Error MatrixIntrinsic::checkType(const Function &F) const {
  FunctionType *Expected = getType(F);
  // LLVM wants its own intrinsics to return a struct without a name.
  bool IsNameFree = F.getIntrinsicID() == Intrinsic::not_intrinsic;
  if (F.getFunctionType() == Expected ||
      (IsNameFree && isSameButForName(*F.getFunctionType(), *Expected)))
    return checkSuffix(F, *Variant);
  if (Error E = checkMaskSize(F, *Variant))
    return makeError(toString(std::move(E)) + "; " + toString(rejectType(F, Expected)));
  return rejectType(F, Expected);
}

Error MatrixIntrinsic::checkDeclaration(const Function &F, const TargetVersion &Target) const {
  if (Error E = checkType(F))
    return E;
  return checkLegalIn(*F.getParent(), *Variant, Target);
}

Error MatrixIntrinsic::check(const CallBase &Call, const TargetVersion &Target) const {
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

Error MatrixIntrinsic::checkDescriptors(const CallBase &Call, const TargetVersion &Target) const {
  if (Variant->Family == MMAFamily_WGMMA)
    return checkMatrixDescriptorOperands(*Variant, Call, MatrixDescriptorFormat_WGMMA, Target);
  return isTCGen05(*Variant) ? checkTCGen05Descriptors(*Variant, Call, Target) : Error::success();
}

const NVVMIntrinsic &tensorcore::getMatrixIntrinsic(const MMAVariant &Variant) {
  static const std::vector<MatrixIntrinsic> All(getMMAVariants().begin(), getMMAVariants().end());
  return All[&Variant - getMMAVariants().data()];
}
