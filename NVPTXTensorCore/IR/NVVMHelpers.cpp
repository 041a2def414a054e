//===- NVVMHelpers.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of helpers, and the walk that lowers their calls.
//
//===----------------------------------------------------------------------===//

#include "IR/NVVMHelpers.h"
#include "IR/HeldValue.h"
#include "IR/InstructionDescriptorEncoder.h"
#include "IR/MatrixDescriptorEncoder.h"
#include "IR/TCGen05PackedForms.h"
#include "IR/WGMMAWaitWithValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

NVVMHelper::~NVVMHelper() = default;

void tensorcore::addArithmeticAttributes(AttrBuilder &Builder) {
  for (Attribute::AttrKind Kind :
       {Attribute::Speculatable, Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync})
    Builder.addAttribute(Kind);
  Builder.addMemoryAttr(MemoryEffects::none());
}

const NVVMHelpers &tensorcore::getNVVMHelpers() {
  static const NVVMHelpers Helpers = [] {
    NVVMHelpers Result;
    addInstructionDescriptorEncoders(Result);
    addMatrixDescriptorEncoders(Result);
    addHeldValue(Result);
    addWGMMAWaitWithValues(Result);
    addTCGen05PackedForms(Result);
    return Result;
  }();
  return Helpers;
}

const NVVMHelper *tensorcore::getNVVMHelper(const Function &Declaration) {
  if (!Declaration.isDeclaration())
    return nullptr;
  const NVVMHelpers &Helpers = getNVVMHelpers();
  auto It = find_if(Helpers, [&](const auto &H) {
    StringRef Suffix = Declaration.getName();
    return Suffix.consume_front(H->getName()) &&
           (H->isOverloaded() ? Suffix.starts_with(".") : Suffix.empty());
  });
  return It == Helpers.end() ? nullptr : It->get();
}

static void lowerCall(const NVVMHelper &Helper, CallBase *Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(Call))
    Call = changeToCall(Invoke);
  IRBuilder<TargetFolder> Builder(Call->getContext(),
                                  TargetFolder(Call->getModule()->getDataLayout()));
  Builder.SetInsertPoint(Call);
  if (Value *Result = Helper.lower(*Call, Builder)) {
    Result->takeName(Call);
    Call->replaceAllUsesWith(Result);
  }
  Call->eraseFromParent();
}

bool tensorcore::lowerNVVMHelpers(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    const NVVMHelper *Helper = getNVVMHelper(F);
    if (!Helper)
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
        lowerCall(*Helper, Call);
    if (F.use_empty())
      F.eraseFromParent();
    Changed = true;
  }
  return Changed;
}
