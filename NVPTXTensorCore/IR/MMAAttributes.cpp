//===- MMAAttributes.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes by family.
//
//===----------------------------------------------------------------------===//

#include "IR/MMAAttributes.h"
#include "IR/MMACall.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace llvm::tensorcore;

static MemoryEffects getMemoryEffects(MMAFamily Family) {
  switch (Family) {
  case MMAFamily_WMMALoad:
  case MMAFamily_LdMatrix:
    return MemoryEffects::argMemOnly(ModRefInfo::Ref);
  case MMAFamily_WMMAStore:
    return MemoryEffects::argMemOnly(ModRefInfo::Mod);
  case MMAFamily_WMMA:
  case MMAFamily_MMA:
    return MemoryEffects::none();
  }
  return MemoryEffects::unknown();
}

static AttributeMask getReplacedAttributes() {
  AttributeMask Mask;
  Mask.addAttribute(Attribute::Memory);
  return Mask;
}

static AttrBuilder getTrueAttributes(LLVMContext &Context, MMAFamily Family) {
  AttrBuilder Builder(Context);
  for (Attribute::AttrKind Kind : {Attribute::Convergent, Attribute::NoUnwind,
                                   Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree})
    Builder.addAttribute(Kind);
  Builder.addMemoryAttr(getMemoryEffects(Family));
  return Builder;
}

bool tensorcore::addMMAAttributes(Module &M) {
  bool Changed = false;
  LLVMContext &Context = M.getContext();
  auto Apply = [&](auto &Holder, const AttrBuilder &True) {
    AttributeList Old = Holder.getAttributes();
    AttributeList New = Old.removeFnAttributes(Context, getReplacedAttributes())
                            .addFnAttributes(Context, True);
    Changed |= Old != New;
    Holder.setAttributes(New);
  };
  for (Function &F : M) {
    const MMAVariant *Variant = getMMAVariant(F);
    if (!Variant)
      continue;
    AttrBuilder True = getTrueAttributes(Context, Variant->Family);
    Apply(F, True);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
        Apply(*Call, True);
  }
  return Changed;
}

PreservedAnalyses MMAAttributesPass::run(Module &M, ModuleAnalysisManager &) {
  return addMMAAttributes(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
