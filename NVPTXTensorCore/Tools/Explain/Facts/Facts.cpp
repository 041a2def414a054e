//===- Facts.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of variants and companions, out of the model.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/Facts.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAShape.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// The address space that a declaration of a variant is shown with: shared memory, if the forms
/// that are meant have it.
static unsigned choosePointerSpace(const Subject &S) {
  auto HasSpace = [&](unsigned Space) {
    Expected<MMADescriptor> Described = describe(*S.Variant, Space, S.Variant->Legality.LastPTX);
    if (Described)
      return any_of(S.Forms, [&](const MMAForm &Form) {
        return Form.Descriptor.get(MMAField_Space) == Described->get(MMAField_Space);
      });
    consumeError(Described.takeError());
    return false;
  };
  constexpr unsigned Generic = 0, Global = 1, Shared = 3;
  return HasSpace(Shared) ? Shared : HasSpace(Global) && !HasSpace(Generic) ? Global : Generic;
}

/// A declaration in a module of its own. The end of the name says which address space a pointer to
/// one of several is to: that of the first form.
static Function *makeDeclaration(const Subject &S, Module &M) {
  const MMASignature &Signature = S.Intrinsic ? S.Intrinsic->Signature : S.Variant->Signature;
  const bool HasPointer = Signature.findPointer();
  const unsigned Space = !HasPointer   ? 0
                         : S.Intrinsic ? getPointerSpace(S.CompanionForms.front())
                                       : choosePointerSpace(S);
  FunctionType *Type = getSignatureFunctionType(M.getContext(), Signature, Space);
  const StringRef Name = S.Intrinsic ? S.Name : S.Variant->Name;
  return Function::Create(Type, GlobalValue::ExternalLinkage,
                          Name + (HasPointer ? ".p" + Twine(Space) : Twine()), M);
}

std::string explain::printDeclaration(const FunctionType &Type, StringRef Name,
                                      ArrayRef<std::string> Arguments) {
  return ("declare " + Twine(printType(*Type.getReturnType())) + " @" + Name + "(" +
          join(Arguments, ", ") + ")")
      .str();
}

static std::string printSubject(const Subject &S) {
  LLVMContext Context;
  Module M("subject", Context);
  const Function &F = *makeDeclaration(S, M);
  const MMASignature &Signature = S.Intrinsic ? S.Intrinsic->Signature : S.Variant->Signature;
  std::vector<std::string> Arguments;
  for (auto [Parameter, Argument] : zip_equal(F.getFunctionType()->params(), Signature.Arguments))
    Arguments.push_back(printType(*Parameter) + (Argument.IsImmediate ? " immarg %" : " %") +
                        Argument.Name.str());
  return explain::printDeclaration(*F.getFunctionType(), F.getName(), Arguments);
}

/// Adds the pointers that a companion takes in addition to the one of its declaration.
static void addPointerRule(InstructionFacts &Facts, const Companion &Intrinsic) {
  for (const MMAArgument &Argument : Intrinsic.Signature.Arguments)
    if (Argument.Type.Kind == MMATypeKind_AnyPointer)
      Facts.Rules.push_back((Argument.Name + " is a pointer to address space " +
                             printChoices(Intrinsic, Argument.Name) +
                             ", and the name ends with it: .p1")
                                .str());
}

/// Adds the origin of a new name.
static void addOrigin(InstructionFacts &Facts, StringRef Origin) {
  if (!Origin.empty())
    Facts.Rules.push_back(("the name is that of " + Origin).str());
}

static void addRules(InstructionFacts &Facts, const MMAVariant &V) {
  if (!V.Legality.Rejected.empty())
    Facts.Rules.push_back(("ptxas rejects it on every target: " + V.Legality.Rejected).str());
  if (getMMADescriptor(V).has(MMAField_Space))
    Facts.Rules.push_back(
        V.Family == MMAFamily_LdMatrix || V.Family == MMAFamily_StMatrix
            ? "the address is a generic pointer or one to shared memory, and the name ends with "
              ".p0 "
              "or .p3"
            : "the address is a generic pointer or one to global or shared memory, and the name "
              "ends with .p0, .p1 or .p3");
  if (V.Selectors > 1)
    Facts.Rules.push_back("the sparsity selector is " + getSparsitySelectorRange(V).print());
  for (const MMAArgument &Argument : V.Signature.Arguments)
    if (const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name))
      Facts.Rules.push_back((Argument.Name + " is " + Immediate->Meaning).str());
  if (V.Family == MMAFamily_WGMMA)
    Facts.Rules.push_back("the registers belong to the hardware from wgmma.fence to "
                          "wgmma.wait_group; the 128 threads of a warpgroup execute it together");
}

/// The fields in which two words differ.
static std::vector<MMAField> findDifferences(MMADescriptor L, MMADescriptor R) {
  std::vector<MMAField> Different;
  for (const BitSlot &Slot : getLayout(L.getFamily()).Slots)
    if (Slot.extract(L.getWord()) != Slot.extract(R.getWord()))
      Different.push_back(MMAField(Slot.Field));
  return Different;
}

/// Returns how two variants with the same word differ: their opcodes.
static std::string printOpcodeDifference(const MMAVariant &Other) {
  return ("opcode: " + getMMAOpcodeInfo(Other.Opcode).Name).str();
}

static void addRelatives(InstructionFacts &Facts, const MMAVariant &V) {
  // Some values of a field are enough: a wgmma has 31 other values of N.
  constexpr unsigned MaxOfField = 4;
  std::map<std::optional<MMAField>, unsigned> Counts; // none: the opcode
  MMADescriptor Word = getMMADescriptor(V);
  for (const MMAVariant &Other : getMMAVariants()) {
    if (Other.Family != V.Family || &Other == &V)
      continue;
    std::vector<MMAField> Different = findDifferences(Word, getMMADescriptor(Other));
    std::optional<MMAField> Field;
    if (!Different.empty())
      Field = Different.front();
    if (Different.size() > 1 || ++Counts[Field] > MaxOfField)
      continue;
    std::string Difference = printOpcodeDifference(Other);
    if (Field) {
      StringRef Value = printMMAField(getMMADescriptor(Other).getWord(), *Field);
      Difference =
          formatv("{0}: {1}", lookupMMAField(*Field)->Name, Value.empty() ? "none" : Value);
    }
    Facts.Relatives.push_back({Difference, Other.Name.str()});
  }
}

static void addWork(InstructionFacts &Facts, const MMAVariant &V) {
  Facts.MultiplyAdds = getMultiplyAdds(V);
  if (V.Family == MMAFamily_TCGen05MMA)
    Facts.Work = "M x N x K as the instruction descriptor and the kind say";
  if (!Facts.MultiplyAdds)
    return;
  Facts.Work = formatv("{0} multiply-adds for each instruction ({1})", *Facts.MultiplyAdds,
                       lookupMMAShape(V.getShape())->Spelling);
}

static void addVariant(InstructionFacts &Facts, const MMAVariant &V) {
  if (V.getShape() != MMAShape_None)
    Facts.Shape = lookupMMAShape(V.getShape())->Spelling.str();
  for (MMAType Type : {V.getD(), V.getA(), V.getB(), V.getC(), V.getElement()})
    if (Type != MMAType_None)
      Facts.Types.push_back(lookupMMAType(Type)->Spelling.str());
  for (const MMAOperandInfo &Operand : getMMAOperands())
    if (!errorToBool(getMMAFragmentLayout(V, MMAOperand(Operand.Encoding)).takeError()))
      Facts.Layouts.push_back(Operand.Spelling.str());
  addWork(Facts, V);
  addRules(Facts, V);
  addOrigin(Facts, V.Origin);
  addRelatives(Facts, V);
}

IntrinsicFacts explain::getEffects(const Subject &S) {
  LLVMContext Context;
  Module M("subject", Context);
  const Function &F = *makeDeclaration(S, M);
  const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(F);
  return Intrinsic ? getIntrinsicFacts(F, *Intrinsic) : IntrinsicFacts();
}

InstructionFacts explain::getFacts(const Subject &S) {
  InstructionFacts Facts;
  Facts.Name = S.Name.str();
  Facts.Family = getFamilyName(S);
  Facts.Declaration = printSubject(S);
  Facts.Effects = getEffects(S);
  addOperands(Facts, S);
  addForms(Facts, S);
  if (S.Variant) {
    addVariant(Facts, *S.Variant);
  } else {
    addPointerRule(Facts, *S.Intrinsic);
    addOrigin(Facts, S.Intrinsic->Origin);
  }
  return Facts;
}
