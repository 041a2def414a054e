//===- MMACall.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and intrinsic IDs to variants.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/MMACall.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

FunctionType *tensorcore::getMMAFunctionType(LLVMContext &Context, const MMAVariant &V,
                                             unsigned AddressSpace) {
  return getSignatureFunctionType(Context, V.Signature, AddressSpace);
}

Function *tensorcore::getMMADeclaration(Module &M, const MMAVariant &Variant,
                                        unsigned AddressSpace) {
  std::string Name = Variant.Name.str();
  if (Variant.Signature.findPointer())
    Name += ".p" + std::to_string(AddressSpace);
  FunctionType *Type = getMMAFunctionType(M.getContext(), Variant, AddressSpace);
  const bool IsNew = !M.getNamedValue(Name);
  auto *Callee = dyn_cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  if (!Callee || Callee->getFunctionType() != Type)
    return nullptr;
  if (IsNew && Callee->isIntrinsic())
    Callee->setAttributes(Intrinsic::getAttributes(M.getContext(), Callee->getIntrinsicID(), Type));
  return Callee;
}

const MMAVariant *tensorcore::getMMAVariant(const Function &Declaration) {
  if (!Declaration.isDeclaration() || !Declaration.getName().starts_with(NVVMPrefix))
    return nullptr;
  const MMAVariant *Variant = lookupMMAVariant(Declaration.getName());
  // A plain name says nothing of A: its type does.
  if (Variant && Variant->Family == MMAFamily_WGMMA &&
      Declaration.getName() == getPlainName(*Variant)) {
    FunctionType *Type = Declaration.getFunctionType();
    bool InRegisters = Type->getNumParams() > 1 && Type->getParamType(1)->isVectorTy();
    return InRegisters ? lookupOtherResidency(*Variant) : Variant;
  }
  return Variant;
}

unsigned tensorcore::getMMAAddressSpace(const MMAVariant &Variant, const CallBase &Call) {
  if (!getMMADescriptor(Variant).has(MMAField_Space))
    return 0;
  return Call.getArgOperand(0)->getType()->getPointerAddressSpace();
}

bool tensorcore::hasKernel(const Module &M) { return any_of(M, isKernel); }

Error tensorcore::checkLegalIn(const Module &M, const MMAVariant &Variant,
                               const TargetVersion &Target) {
  bool AsUpstream =
      !Variant.Legality.Rejected.empty() && Target.GPU && Target.GPU->InLLVM && !hasKernel(M);
  return checkLegal(Variant, Target, AsUpstream);
}

Error tensorcore::checkOnTarget(const TargetVersion &Target,
                                function_ref<Error(const TargetVersion &)> Ask) {
  Error E = Ask(Target);
  if (!E || getMode(Check::Legality) == CheckMode::Error || !isLegalSomewhere(Ask))
    return E;
  consumeError(std::move(E));
  return Error::success();
}
