//===- Questions.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks before selection ask about declarations; one is made here, in a module of its own.
//
//===----------------------------------------------------------------------===//

#include "Library/Questions.h"
#include "IR/Verifier/IntrinsicFacts.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace llvm::tensorcore;

Expected<TargetVersion> tensorcore::findTarget(StringRef Name, StringRef Features) {
  const GPUTarget *GPU = lookupGPUTarget(Name);
  if (!GPU) {
    const std::string Meant = suggestTarget(Name);
    return createStringError("there is no target '" + Name + "' with tensor cores" +
                             (Meant.empty() ? "; nvptxtc_targets lists them" : Meant));
  }
  unsigned PTX = Features.empty() ? GPU->MinimumPTX : 0;
  for (StringRef Feature : split(Features, ',')) {
    unsigned Version = 0;
    if (!Feature.empty() && (!Feature.consume_front("+ptx") || Feature.getAsInteger(10, Version) ||
                             none_of(getPTXVersions(), [&](const PTXVersion &Known) {
                               return Known.Version == Version;
                             })))
      return createStringError("the features are '" + Features + "'; expected one such as +ptx80");
    PTX = std::max(PTX, Version);
  }
  if (PTX < GPU->MinimumPTX)
    return createStringError("PTX ISA " + printPTXVersion(PTX) + " does not have the target " +
                             Name + "; it needs " + printPTXVersion(GPU->MinimumPTX) + " or later");
  return getTargetVersion(Name, GPU->FullSmVersion, PTX);
}

static json::Array printImmediates(ArrayRef<ImmediateFact> Immediates) {
  json::Array List;
  for (const ImmediateFact &Fact : Immediates) {
    json::Object Immediate{{"operand", Fact.Operand}};
    if (!Fact.Name.empty())
      Immediate["name"] = Fact.Name;
    if (Fact.Values) {
      Immediate["first"] = Fact.Values->First;
      Immediate["last"] = Fact.Values->Last;
      Immediate["step"] = Fact.Values->Step;
    }
    List.push_back(std::move(Immediate));
  }
  return List;
}

/// A call in a function of its own: constants where immediates are, parameters for all else.
static CallInst *createCall(Function &F, ArrayRef<ImmediateFact> Immediates) {
  FunctionType *Type = FunctionType::get(F.getReturnType(), F.getFunctionType()->params(), false);
  Function *Caller = Function::Create(Type, GlobalValue::ExternalLinkage, "caller", F.getParent());
  IRBuilder<> Builder(BasicBlock::Create(F.getContext(), "", Caller));
  SmallVector<Value *> Arguments;
  for (unsigned I = 0; I < F.arg_size(); ++I) {
    llvm::Type *T = F.getArg(I)->getType();
    const ImmediateFact *Immediate =
        find_if(Immediates, [I](const ImmediateFact &Fact) { return Fact.Operand == I; });
    if (Immediate != Immediates.end() && Immediate->Values)
      Arguments.push_back(ConstantInt::getSigned(T, Immediate->Values->First));
    else if (Immediate != Immediates.end())
      Arguments.push_back(Constant::getNullValue(T));
    else
      Arguments.push_back(Caller->getArg(I));
  }
  CallInst *Call = Builder.CreateCall(&F, Arguments);
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return Call;
}

Expected<std::string> tensorcore::describeIntrinsic(StringRef Name,
                                                    const std::optional<TargetVersion> &Target) {
  LLVMContext Context;
  Module M("question", Context);
  FunctionType *Unknown = FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false);
  Function *F = Function::Create(Unknown, GlobalValue::ExternalLinkage, Name, M);
  const NVVMIntrinsic *Found = getNVVMIntrinsic(*F);
  if (!Found)
    return createStringError(explainUnknownName(Name));

  json::Object Facts{{"schema", 2}, {"name", Name}};
  if (FunctionType *Type = Found->getType(*F)) {
    F->eraseFromParent();
    F = Function::Create(Type, GlobalValue::ExternalLinkage, Name, M);
    Facts["signature"] = printType(*Type);
  }
  const IntrinsicFacts Known = getIntrinsicFacts(*F, *Found);
  Facts["memory"] = Known.Memory;
  Facts["attributes"] = Known.Attributes;
  Facts["immediates"] = printImmediates(Known.Immediates);
  if (Target) {
    const CallInst *Call =
        F->getFunctionType() == Unknown ? nullptr : createCall(*F, Known.Immediates);
    auto Ask = [&](const TargetVersion &Of) {
      Error E = Found->checkDeclaration(*F, Of);
      return !E && Call ? Found->check(*Call, Of) : std::move(E);
    };
    std::string Reason;
    if (Error E = Ask(*Target)) {
      Reason = toString(std::move(E));
      // The arguments of this call may be what is wrong; then, the declaration has the answer.
      if (!isLegalSomewhere(Ask)) {
        Error OfDeclaration = Found->checkDeclaration(*F, *Target);
        Reason = OfDeclaration ? toString(std::move(OfDeclaration)) : "";
      }
    }
    // An intrinsic that ptxas rejects on every target is only a warning in a module without
    // kernels.
    if (const MMAVariant *Variant = Found->getVariant(); Variant && Reason.empty())
      if (Error E = checkLegal(*Variant, *Target))
        Reason = toString(std::move(E));
    Facts["legal"] = Reason.empty();
    if (!Reason.empty())
      Facts["reason"] = Reason;
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Facts));
  return Text;
}
