//===- NVVMIntrinsics.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of intrinsics, by name.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/NVVMIntrinsics.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixIntrinsics.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/LoweredIntrinsics/CompanionCalls.h"
#include "IR/LoweredIntrinsics/HeldValue.h"
#include "IR/LoweredIntrinsics/InstructionDescriptorEncoder.h"
#include "IR/LoweredIntrinsics/MatrixDescriptorEncoder.h"
#include "IR/LoweredIntrinsics/TCGen05PackedForms.h"
#include "IR/LoweredIntrinsics/WGMMAWaitWithValues.h"
#include "IR/Lowering/ArbitraryFormats.h"
#include "IR/Verifier/LLVMIntrinsics.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/NameSuggestions.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Those that are no rows of the tables of matrix instructions.
static const NVVMIntrinsics &getLoweredIntrinsics() {
  static const NVVMIntrinsics Intrinsics = [] {
    NVVMIntrinsics Result;
    addInstructionDescriptorEncoders(Result);
    addMatrixDescriptorEncoders(Result);
    addHeldValue(Result);
    addWGMMAWaitWithValues(Result);
    addTCGen05PackedForms(Result);
    addCompanionCalls(Result);
    return Result;
  }();
  return Intrinsics;
}

namespace {

/// Lowered intrinsics by name.
struct LoweredIndex {
  StringMap<const NVVMIntrinsic *> Exact;
  std::vector<const NVVMIntrinsic *> Overloaded;

  LoweredIndex() {
    for (const auto &Lowered : getLoweredIntrinsics())
      if (Lowered->isOverloaded())
        Overloaded.push_back(Lowered.get());
      else
        Exact[Lowered->getName()] = Lowered.get();
  }
};

} // namespace

static const NVVMIntrinsic *getLoweredIntrinsic(const Function &Declaration) {
  static const LoweredIndex Index;
  auto It = Index.Exact.find(Declaration.getName());
  if (It != Index.Exact.end())
    return It->second;
  auto Overloaded = find_if(Index.Overloaded, [&](const NVVMIntrinsic *H) {
    StringRef Suffix = Declaration.getName();
    return Suffix.consume_front(H->getName()) && Suffix.starts_with(".");
  });
  return Overloaded == Index.Overloaded.end() ? nullptr : *Overloaded;
}

const NVVMIntrinsic *tensorcore::getNVVMIntrinsic(const Function &F) {
  if (!F.isDeclaration() || !F.getName().starts_with(NVVMPrefix))
    return nullptr;
  if (const MMAVariant *Variant = getMMAVariant(F))
    return &getMatrixIntrinsic(*Variant);
  if (const NVVMIntrinsic *InRegisters = getRegisterFormIntrinsic(F))
    return InRegisters;
  if (const NVVMIntrinsic *Lowered = getLoweredIntrinsic(F))
    return Lowered;
  return F.getIntrinsicID() != Intrinsic::not_intrinsic ? &getLLVMIntrinsic() : nullptr;
}

std::vector<StringRef> tensorcore::getProjectNames() {
  std::vector<StringRef> Names;
  for (const MMAVariant &Variant : getMMAVariants())
    if (!Intrinsic::lookupIntrinsicID(Variant.Name))
      Names.push_back(Variant.Name);
  for (const auto &Lowered : getLoweredIntrinsics())
    Names.push_back(Lowered->getName());
  return Names;
}

/// All names that an `llvm.nvvm.*` call may have.
static ArrayRef<StringRef> getKnownNames() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> Result;
    for (unsigned ID = 1; ID < Intrinsic::num_intrinsics; ++ID)
      if (StringRef Name = Intrinsic::getBaseName(ID); Name.starts_with(NVVMPrefix))
        Result.push_back(Name);
    append_range(Result, getProjectNames());
    return Result;
  }();
  return Names;
}

std::string tensorcore::explainLaterName(StringRef Name) {
  if (std::string Reason = explainArbitraryFormat(Name); !Reason.empty())
    return Reason;
  StringRef Rest = Name, Type;
  if (!Rest.consume_front("llvm.nvvm.tcgen05.ld.red."))
    return "";
  std::tie(Rest, Type) = Rest.rsplit('.');
  if (Rest.count('.') != 1 || (Type != "i32" && Type != "f32"))
    return "";
  const std::string Stem = ("llvm.nvvm.tcgen05.ld.red." + Rest + ".min").str();
  return "with the operation as an operand, that and those behind it must be the constants 0 or 1; "
         "else the name says it: " +
         Stem +
         (Type == "f32" ? ".f32, with .max, and with .abs and .NaN before the type"
                        : ".s32 or .u32, with .max");
}

std::string tensorcore::explainUnknownName(StringRef Name) {
  std::string Message = (Name + " is not an intrinsic of NVPTX").str();
  if (std::string Reason = explainLaterName(Name); !Reason.empty())
    return Message + "; " + Reason;
  if (std::string Reason = explainNoCopy(Name); !Reason.empty())
    return Message + "; " + Reason;
  if (std::string Meant = suggestByMnemonic(Name); !Meant.empty())
    return Message + "; " + Meant;
  if (std::string Words = suggestWords(Name); !Words.empty())
    return Message + "; " + Words;
  StringRef Nearest = findNearestName(Name, getKnownNames());
  if (Nearest == Name)
    return Message + " without the types of its operands, which end the name of an overloaded one";
  return Nearest.empty() ? Message : Message + "; did you mean " + Nearest.str() + "?";
}

static void lowerCall(const NVVMIntrinsic &Intrinsic, CallBase *Call, const TargetVersion &Target) {
  if (auto *Invoke = dyn_cast<InvokeInst>(Call))
    Call = changeToCall(Invoke);
  IRBuilder<TargetFolder> Builder(Call->getContext(),
                                  TargetFolder(Call->getModule()->getDataLayout()));
  Builder.SetInsertPoint(Call);
  if (Value *Result = Intrinsic.lower(*Call, Builder, Target)) {
    Result->takeName(Call);
    Call->replaceAllUsesWith(Result);
  }
  Call->eraseFromParent();
}

bool tensorcore::lowerNVVMIntrinsics(Module &M, const TargetVersion &Target,
                                     NVVMIntrinsic::Stage Stage) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
    if (!Intrinsic || Intrinsic->getStage(F, Target) != Stage)
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
        lowerCall(*Intrinsic, Call, Target);
    if (F.use_empty())
      F.eraseFromParent();
    Changed = true;
  }
  return Changed;
}
