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

#include "IR/Helpers/NVVMHelpers.h"
#include "IR/Analysis/Calls.h"
#include "IR/Helpers/CompanionCalls.h"
#include "IR/Helpers/HeldValue.h"
#include "IR/Helpers/InstructionDescriptorEncoder.h"
#include "IR/Helpers/MatrixDescriptorEncoder.h"
#include "IR/Helpers/WGMMAWaitWithValues.h"
#include "IR/Intrinsics/MMACall.h"
#include "Seeds/TCGen05PackedForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
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
    addCompanionCalls(Result);
    return Result;
  }();
  return Helpers;
}

namespace {

/// Helpers by name.
struct HelperIndex {
  StringMap<const NVVMHelper *> Exact;
  std::vector<const NVVMHelper *> Overloaded;

  HelperIndex() {
    for (const auto &Helper : getNVVMHelpers())
      if (Helper->isOverloaded())
        Overloaded.push_back(Helper.get());
      else
        Exact[Helper->getName()] = Helper.get();
  }
};

} // namespace

const NVVMHelper *tensorcore::getNVVMHelper(const Function &Declaration) {
  if (!Declaration.isDeclaration() || !Declaration.getName().starts_with(NVVMPrefix))
    return nullptr;
  static const HelperIndex Index;
  auto It = Index.Exact.find(Declaration.getName());
  if (It != Index.Exact.end())
    return It->second;
  auto Overloaded = find_if(Index.Overloaded, [&](const NVVMHelper *H) {
    StringRef Suffix = Declaration.getName();
    return Suffix.consume_front(H->getName()) && Suffix.starts_with(".");
  });
  return Overloaded == Index.Overloaded.end() ? nullptr : *Overloaded;
}

Function *tensorcore::declareHelper(Module &M, StringRef Name, FunctionType *Type,
                                    const AttrBuilder &Attributes) {
  auto *F = dyn_cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  if (!F || F->getFunctionType() != Type)
    return nullptr;
  F->addFnAttrs(Attributes);
  return F;
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

bool tensorcore::lowerNVVMHelpers(Module &M, bool Instructions) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    const NVVMHelper *Helper = getNVVMHelper(F);
    if (!Helper || Helper->isInstruction() != Instructions)
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
