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

#include "Explain/Facts.h"
#include "Explain/Targets.h"
#include "IR/MMACall.h"
#include "IR/SignatureTypes.h"
#include "Model/MMACatalogue.h"
#include "Model/MMAFragments.h"
#include "Model/MMAPTXText.h"
#include "Model/MMASignature.h"
#include "Model/MMAWork.h"
#include "Model/TCGen05Immediates.h"
#include "Model/TCGen05Legality.h"
#include "Model/TCGen05Words.h"
#include "Model/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// "declare {float, float} @llvm.nvvm.x(i64, i32)".
static std::string spellDeclaration(StringRef Name, const FunctionType &Type) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "declare " << *Type.getReturnType() << " @" << Name << '(';
  ListSeparator Separator;
  for (const llvm::Type *Parameter : Type.params())
    OS << Separator << *Parameter;
  OS << ')';
  return Text;
}

/// A type of the rows' signatures as IR has it; p* is a pointer to a space that the name says.
static std::string spellType(LLVMContext &Context, StringRef Type) {
  if (Type == "p*")
    return "ptr addrspace(*)";
  std::string Text;
  raw_string_ostream(Text) << *getSignatureType(Context, Type);
  return Text;
}

/// A declaration with the names that the row gives: "declare void @llvm.nvvm.x(i32 immarg %n)".
static std::string spellSignature(StringRef Name, const MMASignature &Signature) {
  LLVMContext Context;
  std::vector<std::string> Results, Arguments;
  for (StringRef Result : Signature.Results)
    Results.push_back(spellType(Context, Result));
  for (const MMAArgument &Argument : Signature.Arguments)
    Arguments.push_back(spellType(Context, Argument.Type) +
                        (Argument.IsImmediate ? " immarg %" : " %") + Argument.Name.str());
  std::string Result = Results.empty()       ? "void"
                       : Results.size() == 1 ? Results.front()
                                             : "{ " + join(Results, ", ") + " }";
  return "declare " + Result + " @" + Name.str() + "(" + join(Arguments, ", ") + ")";
}

static std::string spellDeclaration(const Subject &S) {
  if (S.Intrinsic)
    return spellSignature(S.Name, getSignature(*S.Intrinsic));
  if (!S.Variant->Signature.empty())
    return spellSignature(S.Name, getMMASignature(*S.Variant));
  LLVMContext Context;
  return spellDeclaration(S.Name, *getMMAFunctionType(Context, *S.Variant, /*AddressSpace=*/0));
}

/// What the registers of a fragment are in PTX.
static std::string getRegisterType(MMAType Element) {
  StringRef Spelling = lookupMMAType(Element)->Spelling;
  return Element == MMAType_F32 || Element == MMAType_F64 ? ("." + Spelling).str() : ".b32";
}

static void addFragment(InstructionFacts &Facts, const MMAVariant &V, MMAOperand Operand,
                        unsigned Registers, MMAType Element) {
  if (!Registers)
    return;
  StringRef Spelling = Element == MMAType_None ? "" : lookupMMAType(Element)->Spelling;
  OperandFact Fact = {lookupMMAOperand(Operand)->Spelling.str(), Registers,
                      Element == MMAType_None ? ".b32" : getRegisterType(Element), Spelling.str()};
  if (Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(V, Operand)) {
    Fact.Rows = Layout->getNumRows();
    Fact.Columns = Layout->getNumColumns();
  } else {
    consumeError(Layout.takeError());
  }
  Facts.Operands.push_back(std::move(Fact));
}

/// The operands of families whose registers are fragments.
static void addFragments(InstructionFacts &Facts, const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  bool IsMoved = V.Element != MMAType_None;
  bool IsWarpgroup = V.Family == MMAFamily_WGMMA;
  auto AddOther = [&](StringRef Name, unsigned Registers, StringRef Type) {
    Facts.Operands.push_back({Name.str(), Registers, Type.str(), ""});
  };
  if (getMMADescriptor(V).has(MMAField_Space))
    AddOther("address", 1, "pointer");
  addFragment(Facts, V, MMAOperand_D, Opcode.DCount, IsMoved ? V.Element : V.D);
  if (IsWarpgroup && !V.Residency)
    AddOther("A", 1, ".b64 matrix descriptor");
  else
    addFragment(Facts, V, MMAOperand_A, Opcode.ACount, IsMoved ? V.Element : V.A);
  if (IsWarpgroup)
    AddOther("B", 1, ".b64 matrix descriptor");
  else
    addFragment(Facts, V, MMAOperand_B, Opcode.BCount, V.B);
  if (!IsWarpgroup)
    addFragment(Facts, V, MMAOperand_C, Opcode.CCount, IsMoved ? V.Element : V.C);
  if (Opcode.HasStride)
    AddOther("stride", 1, ".b32");
  if (Opcode.HasMetadata) {
    addFragment(Facts, V, MMAOperand_Metadata, 1, MMAType_None);
    AddOther("sparsity selector", 0, "immediate, " + getSparsitySelectorRange(V).spell());
  }
  for (MMAOperand Scale : {MMAOperand_ScaleA, MMAOperand_ScaleB})
    if (Opcode.HasScales) {
      addFragment(Facts, V, Scale, 1, MMAType_None);
      bool IsOfA = Scale == MMAOperand_ScaleA;
      StringRef Matrix = IsOfA ? "A" : "B";
      AddOther(("byte-id of " + Matrix).str(), 1, ".b16, " + getScaleByteRange(V).spell());
      AddOther(("thread-id of " + Matrix).str(), 1,
               ".b16, " + getScaleThreadRange(V, IsOfA).spell());
    }
  if (Opcode.HasCount)
    AddOther("count", 0, "immediate");
  if (IsWarpgroup) {
    AddOther("scale-d", 1, ".pred");
    StringRef Immediates = spellMMAField(MMAField_Immediates, V.Immediates);
    if (Immediates.contains("scale"))
      AddOther("imm-scale-a, imm-scale-b", 0, "immediates, -1 or 1");
    if (Immediates.contains("trans"))
      AddOther(V.Residency ? "imm-trans-b" : "imm-trans-a, imm-trans-b", 0, "immediates, 0 or 1");
  }
}

/// "r32", "m32", … of a row's operand list.
static std::string spellOperandKind(StringRef Kind) {
  return StringSwitch<std::string>(Kind)
      .Case("r16", ".b16")
      .Case("r32", ".b32")
      .Case("r64", ".b64")
      .Case("p1", ".pred")
      .Case("m32", ".b32 address of tensor memory")
      .Case("l32", ".b32")
      .Case("i64", "immediate")
      .Default(Kind.str());
}

static void addListedOperands(InstructionFacts &Facts, const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  addFragment(Facts, V, MMAOperand_D, Opcode.DCount, V.Element);
  if (Opcode.HasReduced)
    Facts.Operands.push_back({"reduced", 1, getRegisterType(V.Element), ""});
  for (const MMAOperandGroup &Group : getMMAOperandGroups(V.Opcode))
    Facts.Operands.push_back({Group.Role.str(), Group.isImmediate() ? 0 : Group.Count,
                              spellOperandKind(Group.Kind), ""});
}

static void addCompanionOperands(InstructionFacts &Facts, CompanionForm Form) {
  const MMASignature &Signature = getSignature(Form);
  for (StringRef Type : Signature.Results)
    Facts.Operands.push_back({"result", 1, Type.str(), ""});
  for (const MMAArgument &Argument : Signature.Arguments)
    Facts.Operands.push_back({Argument.Name.str(), !Argument.IsImmediate,
                              (Argument.IsImmediate ? "immediate " : "") + Argument.Type.str(),
                              ""});
}

namespace {

struct PTXRange {
  unsigned First = 0, Last = 0;
};

} // namespace

/// The PTX versions that spell a form so: `.aligned` came with one.
static PTXRange getPTXRange(const MMAVariant &V, const MMAForm &Form) {
  PTXRange Range;
  for (const PTXVersion &PTX : getPTXVersions()) {
    if (PTX.Version < V.FirstPTX || PTX.Version > V.LastPTX)
      continue;
    MMADescriptor Described = cantFail(describe(V, /*AddressSpace=*/0, PTX.Version));
    if (Described.get(MMAField_Aligned) != Form.Descriptor.get(MMAField_Aligned))
      continue;
    Range.First = Range.First ? Range.First : PTX.Version;
    Range.Last = PTX.Version;
  }
  return Range;
}

/// Targets that have a form in some PTX version.
static std::vector<std::string> findTargets(const MMAVariant &V, const MMAForm &Form,
                                            PTXRange Range) {
  std::vector<std::string> Names;
  for (const GPUTarget &GPU : getGPUTargets()) {
    TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, Range.Last);
    if (GPU.MinimumPTX <= Range.Last && !errorToBool(checkLegal(V, Form, Target)))
      Names.push_back(GPU.Name.str());
  }
  return Names;
}

static FormFact getFormFact(const MMAVariant &V, const MMAForm &Form) {
  PTXRange Range = getPTXRange(V, Form);
  FormFact Fact = {spellMnemonic(Form.Opcode, Form.Descriptor),
                   spellStatement(Form.Opcode, Form.Descriptor),
                   getMMAOpcodeInfo(Form.Opcode).Name.str(),
                   formatv("{0}", format_hex(Form.Descriptor.getWord(), 18, /*Upper=*/true)),
                   {},
                   findTargets(V, Form, Range),
                   V.TargetText.str(),
                   Range.First,
                   Range.Last == getPTXVersions().back().Version ? 0 : Range.Last,
                   V.Source.str(),
                   ""};
  if (V.Family != MMAFamily_TCGen05MMA)
    return Fact;
  if (const TCGen05Form *Row = lookupTCGen05Form(getFormKey(Form.Descriptor))) {
    Fact.TargetText = Row->TargetText.str();
    Fact.FirstPTX = Row->FirstPTX;
    Fact.Source = Row->Source.str();
  }
  return Fact;
}

static FormFact getFormFact(CompanionForm Form) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Form);
  std::string Targets = Info.TargetText.str();
  if (Info.AlsoTargets)
    Targets = formatv("{0}; {1} since PTX ISA {2}", Targets, Info.AlsoTargetText,
                      spellPTXVersion(Info.AlsoFirstPTX));
  return {spellMnemonic(Form),
          spellStatement(Form),
          Info.Name.str(),
          "",
          {},
          getTargetNames(Info.Targets | Info.AlsoTargets),
          Targets,
          Info.FirstPTX,
          0,
          Info.Source.str(),
          Info.Choices.str()};
}

/// Puts a form to those that are legal where it is, and have its opcode.
static void addForm(std::vector<FormFact> &Forms, FormFact Fact) {
  auto IsAlike = [&](const FormFact &F) {
    return F.Targets == Fact.Targets && F.FirstPTX == Fact.FirstPTX && F.LastPTX == Fact.LastPTX &&
           F.Opcode == Fact.Opcode && F.Choices == Fact.Choices;
  };
  auto It = find_if(Forms, IsAlike);
  if (It == Forms.end())
    Forms.push_back(std::move(Fact));
  else if (Fact.Mnemonic != It->Mnemonic)
    It->Others.push_back(Fact.Mnemonic);
}

static void addRules(InstructionFacts &Facts, const MMAVariant &V) {
  if (!V.Rejected.empty())
    Facts.Rules.push_back(("ptxas rejects it on every target: " + V.Rejected).str());
  if (getMMADescriptor(V).has(MMAField_Space))
    Facts.Rules.push_back(
        V.Family == MMAFamily_LdMatrix || V.Family == MMAFamily_StMatrix
            ? "the address is a generic pointer or one to shared memory"
            : "the address is a generic pointer, or one to global or shared memory");
  if (V.Selectors > 1)
    Facts.Rules.push_back("the sparsity selector is " + getSparsitySelectorRange(V).spell());
  for (const MMAArgument &Argument : getMMASignature(V).Arguments)
    if (const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name))
      Facts.Rules.push_back((Argument.Name + " is " + Immediate->Meaning).str());
  if (V.Family == MMAFamily_WGMMA)
    Facts.Rules.push_back("the registers belong to the hardware from wgmma.fence to "
                          "wgmma.wait_group; the 128 threads of a warpgroup execute it together");
}

/// The fields in which two words differ.
static std::vector<MMAField> findDifferences(MMADescriptor L, MMADescriptor R) {
  std::vector<MMAField> Different;
  for (const MMASlot &Slot : getMMASlots())
    if (Slot.Family == L.getFamily() && L.get(Slot.Field) != R.get(Slot.Field))
      Different.push_back(Slot.Field);
  return Different;
}

/// How two variants with the same word differ: their opcodes.
static std::string spellOpcodeDifference(const MMAVariant &Other) {
  return ("opcode: " + getMMAOpcodeInfo(Other.Opcode).Name).str();
}

static void addRelatives(InstructionFacts &Facts, const MMAVariant &V) {
  // Of a field with many values some are enough: a wgmma has 31 other values of N.
  constexpr unsigned MostOfField = 4;
  std::map<std::optional<MMAField>, unsigned> Counts; // none: the opcode
  MMADescriptor Word = getMMADescriptor(V);
  for (const MMAVariant &Other : getMMAVariants()) {
    if (Other.Family != V.Family || &Other == &V)
      continue;
    std::vector<MMAField> Different = findDifferences(Word, getMMADescriptor(Other));
    std::optional<MMAField> Field;
    if (!Different.empty())
      Field = Different.front();
    if (Different.size() > 1 || ++Counts[Field] > MostOfField)
      continue;
    std::string Difference = spellOpcodeDifference(Other);
    if (Field) {
      StringRef Value = spellMMAField(getMMADescriptor(Other).getWord(), *Field);
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
                       lookupMMAShape(V.Shape)->Spelling);
}

static void addVariant(InstructionFacts &Facts, const Subject &S) {
  const MMAVariant &V = *S.Variant;
  if (V.Signature.empty())
    addFragments(Facts, V);
  else
    addListedOperands(Facts, V);
  for (const MMAForm &Form : S.Forms)
    addForm(Facts.Forms, getFormFact(V, Form));
  if (V.Shape != MMAShape_None)
    Facts.Shape = lookupMMAShape(V.Shape)->Spelling.str();
  for (MMAType Type : {V.D, V.A, V.B, V.C, V.Element})
    if (Type != MMAType_None)
      Facts.Types.push_back(lookupMMAType(Type)->Spelling.str());
  for (const MMAOperandInfo &Operand : getMMAOperands())
    if (!errorToBool(getMMAFragmentLayout(V, MMAOperand(Operand.Encoding)).takeError()))
      Facts.Layouts.push_back(Operand.Spelling.str());
  addWork(Facts, V);
  addRules(Facts, V);
  addRelatives(Facts, V);
}

InstructionFacts explain::getFacts(const Subject &S) {
  InstructionFacts Facts;
  Facts.Name = S.Name.str();
  Facts.Family = getFamilyName(S);
  Facts.Declaration = spellDeclaration(S);
  if (S.Variant)
    addVariant(Facts, S);
  if (!S.CompanionForms.empty())
    addCompanionOperands(Facts, S.CompanionForms.front());
  for (CompanionForm Form : S.CompanionForms)
    addForm(Facts.Forms, getFormFact(Form));
  return Facts;
}
