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

#include "IR/MMACall.h"
#include "Model/MMACatalogue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

const MMAVariant *tensorcore::getMMAVariant(Intrinsic::ID ID) {
  static const std::vector<const MMAVariant *> ByID = [] {
    std::vector<const MMAVariant *> Table(Intrinsic::num_intrinsics, nullptr);
    for (const MMAVariant &Variant : getMMAVariants())
      if (Intrinsic::ID Known = Function::lookupIntrinsicID(Variant.Name))
        Table[Known] = &Variant;
    return Table;
  }();
  return ID < ByID.size() ? ByID[ID] : nullptr;
}

const MMAVariant *tensorcore::getMMAVariant(const Function &Declaration) {
  if (!Declaration.isDeclaration() || !Declaration.getName().starts_with(NVVMPrefix))
    return nullptr;
  return lookupMMAVariant(Declaration.getName());
}

unsigned tensorcore::getMMAAddressSpace(const MMAVariant &Variant, const CallBase &Call) {
  if (!getMMADescriptor(Variant).has(MMAField_Space))
    return 0;
  return Call.getArgOperand(0)->getType()->getPointerAddressSpace();
}

bool tensorcore::hasKernel(const Module &M) {
  auto IsKernel = [](const Function &F) { return F.getCallingConv() == CallingConv::PTX_Kernel; };
  auto MarksKernel = [](const MDNode *Annotation) {
    return any_of(Annotation->operands(), [](const MDOperand &Operand) {
      auto *Name = dyn_cast_or_null<MDString>(Operand);
      return Name && Name->getString() == "kernel";
    });
  };
  const NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations");
  return any_of(M, IsKernel) || (Annotations && any_of(Annotations->operands(), MarksKernel));
}

Error tensorcore::checkLegalIn(const Module &M, const MMAVariant &Variant,
                               const TargetVersion &Target) {
  bool AsUpstream = !Variant.Rejected.empty() && Target.GPU && Target.GPU->InLLVM19 && !hasKernel(M);
  return checkLegal(Variant, Target, AsUpstream);
}
