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

/// The calls of a function.
static SmallVector<CallBase *> getCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  return Calls;
}

/// Sets the attributes of a declaration or a call. True if that changed anything.
template <typename T> static bool setAttributes(T &Holder, const AttrBuilder &True) {
  LLVMContext &Context = Holder.getContext();
  AttributeList Old = Holder.getAttributes();
  AttributeList New =
      Old.removeFnAttributes(Context, getReplacedAttributes()).addFnAttributes(Context, True);
  Holder.setAttributes(New);
  return Old != New;
}

/// Who calls a convergent function is convergent, and so is the call.
static bool makeCallersConvergent(SmallVector<Function *> Worklist) {
  bool Changed = false;
  while (!Worklist.empty())
    for (CallBase *Call : getCalls(*Worklist.pop_back_val())) {
      if (!Call->isConvergent()) {
        Call->setConvergent();
        Changed = true;
      }
      Function *Caller = Call->getFunction();
      if (!Caller->isConvergent()) {
        Caller->setConvergent();
        Worklist.push_back(Caller);
        Changed = true;
      }
    }
  return Changed;
}

bool tensorcore::addMMAAttributes(Module &M) {
  bool Changed = false;
  SmallVector<Function *> Declarations;
  for (Function &F : M) {
    const MMAVariant *Variant = getMMAVariant(F);
    if (!Variant)
      continue;
    Declarations.push_back(&F);
    AttrBuilder True = getTrueAttributes(M.getContext(), Variant->Family);
    Changed |= setAttributes(F, True);
    for (CallBase *Call : getCalls(F))
      Changed |= setAttributes(*Call, True);
  }
  return makeCallersConvergent(std::move(Declarations)) || Changed;
}

PreservedAnalyses MMAAttributesPass::run(Module &M, ModuleAnalysisManager &) {
  return addMMAAttributes(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
