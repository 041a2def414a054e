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
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Descriptors/BitLayout.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Legality/Legality.h"
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

namespace {

/// An intrinsic, declared in a module of its own.
class Prototype {
public:
  explicit Prototype(const Subject &S) : M("subject", Context), S(S), F(declare()) {
    Intrinsic = getNVVMIntrinsic(*F);
    Facts = Intrinsic ? getIntrinsicFacts(*F, *Intrinsic) : IntrinsicFacts();
    for (const ImmediateFact &Immediate : Facts.Immediates)
      Immediates[Immediate.Operand] = &Immediate;
    nameArguments();
  }

  const IntrinsicFacts &getFacts() const { return Facts; }

  /// Adds results and arguments, as the type has them.
  void addOperandsTo(InstructionFacts &To) const;
  std::string printDeclaration() const;

  /// Prints a module with a function that calls it, and the command that compiles it for the first
  /// target that has its first form.
  std::string printExample(ArrayRef<FormFact> Forms) const;

private:
  const FunctionType &getType() const { return *F->getFunctionType(); }
  const MMASignature *getSignature() const {
    return S.Intrinsic ? &S.Intrinsic->Signature : S.Variant ? &S.Variant->Signature : nullptr;
  }

  Function *declare();
  Function *declareWithPointer(const MMASignature &Signature);
  void nameArguments();
  int64_t chooseImmediate(const ImmediateFact &Immediate) const;

  LLVMContext Context;
  Module M;
  const Subject &S;
  Function *F;
  const NVVMIntrinsic *Intrinsic;
  IntrinsicFacts Facts;
  std::map<unsigned, const ImmediateFact *> Immediates; ///< by operand
  std::vector<std::string> Names;                       ///< of the arguments
};

} // namespace

/// Declares an intrinsic of the model. The end of the name says which address space a pointer to
/// one of several is to: that of the first form.
Function *Prototype::declareWithPointer(const MMASignature &Signature) {
  const bool HasPointer = Signature.findPointer();
  const unsigned Space = !HasPointer   ? 0
                         : S.Intrinsic ? getPointerSpace(S.CompanionForms.front())
                                       : choosePointerSpace(S);
  FunctionType *Type = getSignatureFunctionType(Context, Signature, Space);
  const StringRef Name = S.Intrinsic ? S.Name : S.Variant->Name;
  return Function::Create(Type, GlobalValue::ExternalLinkage,
                          Name + (HasPointer ? ".p" + Twine(Space) : Twine()), M);
}

Function *Prototype::declare() {
  if (const MMASignature *Signature = getSignature())
    return declareWithPointer(*Signature);
  if (S.Plain->ID != Intrinsic::not_intrinsic)
    return Intrinsic::getOrInsertDeclaration(&M, S.Plain->ID);
  FunctionType *Untyped = FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false);
  Function *Named = Function::Create(Untyped, GlobalValue::ExternalLinkage, S.Name, M);
  FunctionType *Type = getNVVMIntrinsic(*Named)->getType(*Named);
  Named->eraseFromParent();
  return Function::Create(Type, GlobalValue::ExternalLinkage, S.Name, M);
}

void Prototype::nameArguments() {
  for (unsigned I = 0; I < F->arg_size(); ++I) {
    const MMASignature *Signature = getSignature();
    StringRef Name = Signature ? StringRef(Signature->Arguments[I].Name) : "";
    if (const BitSlot *Field = Intrinsic ? Intrinsic->getDescriptorField(I) : nullptr)
      Name = Field->Key;
    Names.push_back(Name.empty() ? ("a" + Twine(I)).str() : Name.str());
  }
}

std::string Prototype::printDeclaration() const {
  std::vector<std::string> Arguments;
  for (auto [Index, Parameter] : enumerate(getType().params()))
    Arguments.push_back(printType(*Parameter) + (Immediates.count(Index) ? " immarg %" : " %") +
                        Names[Index]);
  return ("declare " + Twine(printType(*getType().getReturnType())) + " @" + F->getName() + "(" +
          join(Arguments, ", ") + ")")
      .str();
}

/// Returns a value with which the first form is chosen.
int64_t Prototype::chooseImmediate(const ImmediateFact &Immediate) const {
  if (S.Intrinsic)
    for (const MMAChoice &Choice : getCompanionFormInfo(S.CompanionForms.front()).Choices)
      if (Choice.Name == Immediate.Name)
        return Choice.First;
  return Immediate.Values ? Immediate.Values->First : 0;
}

void Prototype::addOperandsTo(InstructionFacts &To) const {
  SmallVector<Type *, 1> Results(1, getType().getReturnType());
  if (const auto *Struct = dyn_cast<StructType>(Results.front()))
    Results.assign(Struct->element_begin(), Struct->element_end());
  for (const Type *Result : Results)
    if (!Result->isVoidTy())
      To.Operands.push_back({"result", 1, printType(*Result), ""});
  for (auto [Index, Parameter] : enumerate(getType().params())) {
    const bool IsImmediate = Immediates.count(Index);
    std::string Text = (IsImmediate ? "immediate " : "") + printType(*Parameter);
    if (const BitSlot *Field = Intrinsic->getDescriptorField(Index))
      Text += ", " + Field->printValues();
    To.Operands.push_back({Names[Index], !IsImmediate, std::move(Text), ""});
  }
}

/// Prints the command that compiles a call of the first form for the first target that has it.
static std::string printCommand(Subject S, ArrayRef<FormFact> Forms) {
  if (Forms.empty())
    return "";
  S.Forms.truncate(std::min<size_t>(1, S.Forms.size()));
  S.CompanionForms.truncate(std::min<size_t>(1, S.CompanionForms.size()));
  for (const std::string &Name : Forms.front().Targets)
    for (const PTXVersion &PTX : getPTXVersions()) {
      if (PTX.Version < Forms.front().FirstPTX)
        continue;
      Expected<TargetVersion> Target = parseTarget(Name, printPTXVersion(PTX.Version));
      if (!errorToBool(Target.takeError()) && isLegal(S, *Target))
        return formatv("; llc -mcpu={0} -mattr=+ptx{1}\n", Name, PTX.Version);
    }
  return "";
}

std::string Prototype::printExample(ArrayRef<FormFact> Forms) const {
  if (any_of(getType().params(), [](const Type *T) { return T->isMetadataTy(); }))
    return "";
  const std::string Result = printType(*getType().getReturnType());
  const bool IsVoid = getType().getReturnType()->isVoidTy();
  std::vector<std::string> Parameters, Arguments;
  for (auto [Index, Type] : enumerate(getType().params())) {
    const std::string Printed = printType(*Type);
    if (const auto It = Immediates.find(Index); It != Immediates.end()) {
      const int64_t Value = chooseImmediate(*It->second);
      Arguments.push_back(Printed + " " +
                          (!Type->isIntegerTy(1) ? std::to_string(Value)
                           : Value               ? "true"
                                                 : "false"));
      continue;
    }
    Parameters.push_back(Printed + " %" + Names[Index]);
    Arguments.push_back(Parameters.back());
  }
  return printCommand(S, Forms) + printDeclaration() + "\n\ndefine " + Result + " @example(" +
         join(Parameters, ", ") + ") {\n  " + (IsVoid ? "" : "%result = ") + "call " + Result +
         " @" + F->getName().str() + "(" + join(Arguments, ", ") + ")\n  ret " + Result +
         (IsVoid ? "" : " %result") + "\n}\n";
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

IntrinsicFacts explain::getEffects(const Subject &S) { return Prototype(S).getFacts(); }

InstructionFacts explain::getFacts(const Subject &S) {
  const Prototype Declared(S);
  InstructionFacts Facts;
  Facts.Name = S.Name.str();
  Facts.Family = getFamilyName(S);
  Facts.Declaration = Declared.printDeclaration();
  Facts.Effects = Declared.getFacts();
  addOperands(Facts, S);
  addForms(Facts, S);
  if (S.Plain) {
    addPlainForms(Facts, *S.Plain);
    Declared.addOperandsTo(Facts);
  } else if (S.Variant) {
    addVariant(Facts, *S.Variant);
  } else {
    addPointerRule(Facts, *S.Intrinsic);
    addOrigin(Facts, S.Intrinsic->Origin);
  }
  Facts.Example = Declared.printExample(Facts.Forms);
  return Facts;
}
