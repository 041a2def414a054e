//===- NVVMDeclarations.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, signatures, and what the target has.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/NVVMDeclarations.h"
#include "IR/Helpers/CompanionCalls.h"
#include "IR/Helpers/NVVMHelpers.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

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
    for (const auto &Helper : getNVVMHelpers())
      Result.push_back(Helper->getName());
    return Result;
  }();
  return Names;
}

std::string tensorcore::explainUnknownName(StringRef Name) {
  std::string Message = (Name + " is not an intrinsic of NVPTX").str();
  if (std::string Reason = explainNoCopy(Name); !Reason.empty())
    return Message + "; " + Reason;
  if (std::string Words = suggestWords(Name); !Words.empty())
    return Message + "; " + Words;
  StringRef Nearest = findNearestName(Name, getKnownNames());
  if (Nearest == Name)
    return Message + " without the types of its operands, which end the name of an overloaded one";
  return Nearest.empty() ? Message : Message + "; did you mean " + Nearest.str() + "?";
}

std::string tensorcore::printType(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

/// The address space of a declaration's first parameter if that is a pointer.
static unsigned getPointerSpace(const Function &F) {
  FunctionType *Type = F.getFunctionType();
  bool HasPointer = Type->getNumParams() && Type->getParamType(0)->isPointerTy();
  return HasPointer ? Type->getParamType(0)->getPointerAddressSpace() : 0;
}

bool tensorcore::isKnownIntrinsic(const Function &F) {
  return F.getIntrinsicID() != Intrinsic::not_intrinsic || getMMAVariant(F) ||
         getRegisterFormOpcode(F) || getCompanionForm(F) || getNVVMHelper(F);
}

/// Whether two types of functions are the same but for the name of the struct that is
/// returned.
static bool isSameButForName(const FunctionType &L, const FunctionType &R) {
  auto *Left = dyn_cast<StructType>(L.getReturnType()),
       *Right = dyn_cast<StructType>(R.getReturnType());
  return &L == &R || (L.params() == R.params() && L.isVarArg() == R.isVarArg() && Left && Right &&
                      Left->isLayoutIdentical(Right));
}

/// Whether a name ends in the address space of its pointer, if it has one.
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

/// The sentence for a wrong type; `Expected` is null where several are right.
static Error rejectType(const Function &F, FunctionType *Expected) {
  return makeError(F.getName() + " is declared with the type " + printType(*F.getFunctionType()) +
                   ", which is not its signature" +
                   (Expected ? "; it is " + printType(*Expected) : std::string()));
}

/// What NVIDIA's compilers say of a tcgen05.commit whose mask has another size; theirs have
/// one of 32 bits too, which PTX does not.
static Error checkMaskSize(const Function &F, const MMAVariant &Variant) {
  std::optional<unsigned> Mask = Variant.Signature.find("cta_mask");
  bool IsOther = Mask && *Mask < F.getFunctionType()->getNumParams() &&
                 !F.getFunctionType()->getParamType(*Mask)->isIntegerTy(16);
  return IsOther ? makeError("tcgen05.commit.* supports only 16-bit and 32-bit multicast mask "
                             "size.; PTX has masks of 16 bits")
                 : Error::success();
}

/// Whether an intrinsic is declared with its own type. Nobody else looks at those
/// that LLVM does not know; and clang lets an `asm("llvm.nvvm…")` label declare
/// anything of the others too. A struct that is returned has a name then, which is
/// fine as long as LLVM's own verifier does not know better.
static Error checkSignature(const Function &F) {
  if (std::optional<MMAOpcode> Opcode = getRegisterFormOpcode(F)) {
    Type *Register = getRegisterFormType(F);
    FunctionType *Expected = Register ? getRegisterFormFunctionType(*Opcode, *Register) : nullptr;
    return F.getFunctionType() == Expected ? Error::success() : rejectType(F, Expected);
  }
  if (std::optional<CompanionForm> Form = getCompanionForm(F)) {
    FunctionType *Expected = getCompanionFunctionType(F.getContext(), *Form);
    return F.getFunctionType() == Expected ? Error::success() : rejectType(F, Expected);
  }
  if (const NVVMHelper *Helper = getNVVMHelper(F)) {
    FunctionType *Expected = Helper->getType(F);
    bool IsRight = Expected && isSameButForName(*F.getFunctionType(), *Expected);
    return IsRight ? Error::success() : rejectType(F, Expected);
  }
  if (const MMAVariant *Variant = getMMAVariant(F)) {
    FunctionType *Expected = getMMAFunctionType(F.getContext(), *Variant, getPointerSpace(F));
    bool IsNameFree = F.getIntrinsicID() == Intrinsic::not_intrinsic;
    if (F.getFunctionType() == Expected ||
        (IsNameFree && isSameButForName(*F.getFunctionType(), *Expected)))
      return checkSuffix(F, *Variant);
    if (Error E = checkMaskSize(F, *Variant))
      return makeError(toString(std::move(E)) + "; " + toString(rejectType(F, Expected)));
    return rejectType(F, Expected);
  }
  Intrinsic::ID ID = F.getIntrinsicID();
  SmallVector<Type *, 4> Overloads;
  if (Intrinsic::getIntrinsicSignature(ID, F.getFunctionType(), Overloads))
    return Error::success();
  return rejectType(F,
                    Intrinsic::isOverloaded(ID) ? nullptr : Intrinsic::getType(F.getContext(), ID));
}

Error tensorcore::checkDeclaration(const Function &F, const TargetVersion &Target) {
  if (!isKnownIntrinsic(F))
    return makeError(explainUnknownName(F.getName()));
  if (Error E = checkSignature(F))
    return E;
  if (const MMAVariant *Variant = getMMAVariant(F))
    return checkLegalIn(*F.getParent(), *Variant, Target);
  // Selection looks at the operands of what is in register form.
  if (getRegisterFormOpcode(F) || getCompanionForm(F) || getNVVMHelper(F))
    return Error::success();
  return checkNVVMRequirements(F.getIntrinsicID(), Target);
}
