//===- IntrinsicFacts.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our intrinsics have their immediates in the tables, LLVM's have them as attributes.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/IntrinsicFacts.h"
#include "Model/Descriptors/BitLayout.h"
#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Function.h"
#include <numeric>

using namespace llvm;
using namespace llvm::tensorcore;

using ValueRange = ImmediateFact::ValueRange;

/// The signs and transposes of a wgmma; see checkWGMMAImmediates.
static std::optional<ValueRange> getWGMMAValues(StringRef Name) {
  if (Name.starts_with("imm_scale_"))
    return ValueRange{-1, 1, 2};
  if (Name.starts_with("imm_trans_"))
    return ValueRange{0, 1, 1};
  return std::nullopt;
}

static std::optional<ValueRange> getValues(const MMAVariant &Variant, const MMAArgument &Argument) {
  if (Argument.Name == "selector")
    return ValueRange{0, getSparsitySelectorRange(Variant).Maximum, 1};
  if (std::optional<ValueRange> Found = getWGMMAValues(Argument.Name))
    return Found;
  if (Argument.Type.Bits == 1)
    return ValueRange{0, 1, 1};
  if (getMMAOpcodeInfo(Variant.Opcode).HasCount)
    return ValueRange{0, INT64_MAX, 1};
  const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name);
  if (!Immediate || Immediate->Low == INT64_MIN)
    return std::nullopt;
  if (!Immediate->Field)
    return ValueRange{Immediate->Low, Immediate->High, 1};
  std::optional<ValueRange> Values;
  for (const MMAForm &Form : getLegalForms(Variant)) {
    const int64_t Value = Immediate->getImmediate(Form.Descriptor.get(*Immediate->Field));
    if (!Values)
      Values = {Value, Value, 1};
    Values->First = std::min(Values->First, Value);
    Values->Last = std::max(Values->Last, Value);
  }
  return Values;
}

static std::vector<ImmediateFact> getImmediates(const MMAVariant &Variant) {
  std::vector<ImmediateFact> Found;
  for (auto [Index, Argument] : enumerate(Variant.Signature.Arguments))
    if (Argument.IsImmediate)
      Found.push_back({unsigned(Index), Argument.Name.str(), getValues(Variant, Argument)});
  return Found;
}

static std::optional<ValueRange> getValues(const Companion &Intrinsic,
                                           const MMAArgument &Argument) {
  std::optional<ValueRange> Values;
  for (const CompanionFormInfo &Info : getCompanionForms()) {
    if (Info.Intrinsic != Intrinsic.Name)
      continue;
    for (const MMAArgument &Operand : Info.Signature.Arguments)
      if (Operand.Name == Argument.Name && !Operand.Words.empty())
        return ValueRange{0, int64_t(lookupMMAFieldByKey(Operand.Words)->Values.size()) - 1, 1};
    for (const MMAChoice &Choice : Info.Choices) {
      if (Choice.Name != Argument.Name)
        continue;
      const ValueRange Next = {int64_t(Choice.First), int64_t(Choice.Last), int64_t(Choice.Step)};
      if (!Values) {
        Values = Next;
        continue;
      }
      Values->Step = std::gcd(Values->Step, std::abs(Next.First - Values->First));
      Values->Step = std::max<int64_t>(1, std::gcd(Values->Step, Next.Step));
      Values->First = std::min(Values->First, Next.First);
      Values->Last = std::max(Values->Last, Next.Last);
    }
  }
  if (!Values && Argument.Type.Bits == 1)
    return ValueRange{0, 1, 1};
  return Values;
}

static std::vector<ImmediateFact> getImmediates(const Companion &Intrinsic) {
  std::vector<ImmediateFact> Found;
  for (auto [Index, Argument] : enumerate(Intrinsic.Signature.Arguments))
    if (Argument.IsImmediate)
      Found.push_back({unsigned(Index), Argument.Name.str(), getValues(Intrinsic, Argument)});
  return Found;
}

/// Returns those that LLVM's declaration has.
static std::vector<ImmediateFact> getDeclaredImmediates(const Function &F) {
  std::vector<ImmediateFact> Found;
  for (unsigned I = 0; I < F.arg_size(); ++I) {
    if (!F.hasParamAttribute(I, Attribute::ImmArg))
      continue;
    ImmediateFact Fact = {I, "", std::nullopt};
    if (const Attribute Range = F.getParamAttribute(I, Attribute::Range); Range.isValid())
      Fact.Values = {Range.getRange().getSignedMin().getSExtValue(),
                     Range.getRange().getSignedMax().getSExtValue(), 1};
    else if (F.getArg(I)->getType()->isIntegerTy(1))
      Fact.Values = {0, 1, 1};
    Found.push_back(std::move(Fact));
  }
  return Found;
}

/// Returns the fields of a descriptor that have to be constants.
static std::vector<ImmediateFact> getConstantFields(const Function &F,
                                                    const NVVMIntrinsic &Intrinsic) {
  std::vector<ImmediateFact> Found;
  for (unsigned I = 0; I < F.arg_size(); ++I) {
    if (!Intrinsic.isConstantField(I))
      continue;
    const BitSlot &Field = *Intrinsic.getDescriptorField(I);
    Found.push_back(
        {I, Field.Key.str(), ValueRange{Field.Values.front().Value, Field.Values.back().Value, 1}});
  }
  return Found;
}

IntrinsicFacts tensorcore::getIntrinsicFacts(const Function &F, const NVVMIntrinsic &Intrinsic) {
  IntrinsicFacts Facts;
  AttrBuilder Attributes(F.getContext(), F.getAttributes().getFnAttrs());
  Intrinsic.addAttributes(Attributes);
  if (const Attribute Memory = Attributes.getAttribute(Attribute::Memory); Memory.isValid())
    Facts.Memory = Memory.getAsString();
  Attributes.removeAttribute(Attribute::Memory);
  for (Attribute A : Attributes.attrs())
    Facts.Attributes.push_back(A.getAsString());
  if (const MMAVariant *Variant = Intrinsic.getVariant())
    Facts.Immediates = getImmediates(*Variant);
  else if (const Companion *Found = lookupCompanion(Intrinsic.getName()))
    Facts.Immediates = getImmediates(*Found);
  else if (F.arg_size() && Intrinsic.getDescriptorField(0))
    Facts.Immediates = getConstantFields(F, Intrinsic);
  else
    Facts.Immediates = getDeclaredImmediates(F);
  return Facts;
}
