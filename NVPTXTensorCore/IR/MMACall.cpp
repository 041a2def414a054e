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
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
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
