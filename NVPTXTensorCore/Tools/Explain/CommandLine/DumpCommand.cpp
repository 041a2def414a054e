//===- DumpCommand.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dump: the model for scripts, which learn it from here and nowhere else. Signatures have LLVM's
// types, immediates their ranges, rules their targets, and fragment layouts the terms of their
// tile. Rules and layouts are lists, whose indices the instructions have.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/Facts/Facts.h"
#include "Explain/Subjects/Subjects.h"
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/StatementLegality.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Version.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

/// Values that many instructions have, each once; an instruction has the index.
class Pool {
public:
  size_t getIndex(json::Value Value) {
    std::string Text;
    raw_string_ostream(Text) << Value;
    auto [It, IsNew] = Indices.try_emplace(std::move(Text), Values.size());
    if (IsNew)
      Values.push_back(std::move(Value));
    return It->second;
  }
  json::Array take() { return std::move(Values); }

private:
  std::map<std::string, size_t> Indices;
  json::Array Values;
};

class ModelDump {
public:
  json::Value make();

private:
  json::Object getInstruction(const Subject &S);
  json::Object getCompanion(const Subject &S);
  json::Object getLayouts(const MMAVariant &V);
  json::Value getKindRules(const Subject &S);
  void addSignature(json::Object &To, const MMASignature &Signature, const Subject &S);
  size_t getRule(const MMALegality &Rule);
  static const MMAModifierRule *findRule(const MMAArgument &Argument);

  LLVMContext Context;
  Pool Rules, Layouts, Effects;
};

} // namespace

size_t ModelDump::getRule(const MMALegality &Rule) {
  return Rules.getIndex(json::Object{{"targets", json::Array(getTargetNames(Rule.Targets.Mask))},
                                     {"text", Rule.Targets.Description},
                                     {"firstPTX", Rule.FirstPTX},
                                     {"lastPTX", Rule.LastPTX},
                                     {"source", Rule.Source},
                                     {"rejected", Rule.Rejected},
                                     {"verified", Rule.Verified}});
}

static std::string printType(Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

/// Where all values of an immediate but 0 are legal, if that is a rule of its own.
const MMAModifierRule *ModelDump::findRule(const MMAArgument &Argument) {
  const TCGen05Immediate *Immediate = lookupTCGen05Immediate(Argument.Name);
  if (!Immediate || !Immediate->Field)
    return nullptr;
  uint64_t AllBut0 =
      maskTrailingOnes<uint64_t>(lookupMMAField(*Immediate->Field)->Values.size()) & ~1ULL;
  for (const MMAModifierRule &Rule : getTCGen05MMARules())
    if (Rule.Targets.Mask && Rule.Conditions.size() == 1 &&
        Rule.Conditions[0].Field == *Immediate->Field && Rule.Conditions[0].Values == AllBut0)
      return &Rule;
  return nullptr;
}

void ModelDump::addSignature(json::Object &To, const MMASignature &Signature, const Subject &S) {
  FunctionType *Type = getSignatureFunctionType(Context, Signature);
  IntrinsicFacts Facts = getEffects(S);
  const ArrayRef<ImmediateFact> Immediates = Facts.Immediates;
  json::Array Results, Arguments;
  for (const MMAArgumentType &Result : Signature.Results)
    Results.push_back(printType(
        getSignatureFunctionType(Context, MMASignature{ArrayRef(Result), {}})->getReturnType()));
  for (auto [Argument, Parameter] : zip(Signature.Arguments, Type->params())) {
    json::Object Described{{"name", Argument.Name}, {"type", printType(Parameter)}};
    if (&Argument == Signature.findPointer())
      Described["type"] = "ptr*";
    auto Immediate =
        find_if(Immediates, [&](const ImmediateFact &Fact) { return Fact.Name == Argument.Name; });
    if (Immediate != Immediates.end() && Immediate->Values)
      Described["values"] = json::Object{{"first", Immediate->Values->First},
                                         {"last", Immediate->Values->Last},
                                         {"step", Immediate->Values->Step}};
    else if (Immediate != Immediates.end())
      Described["values"] = nullptr;
    if (const MMAModifierRule *Rule = S.Variant ? findRule(Argument) : nullptr)
      Described["nonzero"] =
          json::Object{{"targets", json::Array(getTargetNames(Rule->Targets.Mask))},
                       {"firstPTX", Rule->FirstPTX}};
    Arguments.push_back(std::move(Described));
  }
  To["results"] = std::move(Results);
  To["arguments"] = std::move(Arguments);
  To["effects"] = Effects.getIndex(json::Object{{"attributes", std::move(Facts.Attributes)},
                                                {"memory", std::move(Facts.Memory)}});
}

/// The rules of the kinds of a tcgen05.mma, by the number that an intrinsic takes for the kind.
json::Value ModelDump::getKindRules(const Subject &S) {
  std::map<int64_t, size_t> Found;
  const TCGen05Immediate *Kind = lookupTCGen05Immediate("any_kind");
  for (const MMAForm &Form : S.Forms)
    if (const TCGen05Form *Row = lookupTCGen05Form(getFormKey(Form.Descriptor)))
      Found[Kind->getImmediate(Form.Descriptor.get(MMAField_MMAKind))] = getRule(Row->Legality);
  json::Array Result;
  for (auto [Number, Rule] : Found)
    Result.push_back(Rule);
  return Result;
}

/// Returns what the bit of a slot's number adds, found by asking; nothing counts as tiles.
static json::Value getTerm(const MMAFragmentLayout &Layout, FragmentSlot Slot) {
  TilePosition P = Layout.getPosition(Slot).value_or(TilePosition());
  for (auto [Name, Amount] : {std::pair("Row", P.Row),
                              {"Column", P.Column},
                              {"Selector", P.Selector},
                              {"Byte", P.ByteSelector}})
    if (Amount)
      return json::Array{Name, Amount};
  return json::Array{"Tile", P.Tile};
}

json::Object ModelDump::getLayouts(const MMAVariant &V) {
  json::Object Found;
  for (const MMAOperandInfo &Operand : getMMAOperands()) {
    Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(V, MMAOperand(Operand.Encoding));
    if (!Layout) {
      consumeError(Layout.takeError());
      continue;
    }
    json::Array Lanes, Values;
    for (unsigned Lane = 1; Lane < Layout->getNumLanes(); Lane *= 2)
      Lanes.push_back(getTerm(*Layout, {Lane, 0, 0}));
    for (unsigned Element = 1; Element < Layout->getElementsPerRegister(); Element *= 2)
      Values.push_back(getTerm(*Layout, {0, 0, Element}));
    for (unsigned Register = 1; Register < Layout->getNumRegisters(); Register *= 2)
      Values.push_back(getTerm(*Layout, {0, Register, 0}));
    json::Object Described{{"name", Layout->getTableRow().Name},
                           {"rows", Layout->getNumRows()},
                           {"columns", Layout->getNumColumns()},
                           {"elementBits", Layout->getElementBits()},
                           {"elementsPerRegister", Layout->getElementsPerRegister()},
                           {"lanes", std::move(Lanes)},
                           {"values", std::move(Values)}};
    Found[Operand.Spelling] = Layouts.getIndex(std::move(Described));
  }
  return Found;
}

json::Object ModelDump::getInstruction(const Subject &S) {
  const MMAVariant &V = *S.Variant;
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  const MMAShapeInfo *Shape = lookupMMAShape(V.getShape());
  json::Object Fields, Registers;
  for (const MMAFieldInfo &Field : getMMAFields())
    if (StringRef Word = V.print(MMAField(Field.Encoding)); !Word.empty())
      Fields[Field.Key] = Word;
  for (auto [Operand, Count] : {std::pair("D", Opcode.DCount),
                                {"A", Opcode.ACount},
                                {"B", Opcode.BCount},
                                {"C", Opcode.CCount}})
    Registers[Operand] = Count;
  json::Array Spaces;
  for (unsigned Space : {0, 1, 3})
    if (V.Signature.findPointer() &&
        !errorToBool(describe(V, Space, V.Legality.LastPTX).takeError()))
      Spaces.push_back(Space);
  json::Object Result{{"name", V.Name},
                      {"origin", V.Origin},
                      {"family", lookupMMAFamily(V.Family)->Spelling},
                      {"rule", getRule(V.Legality)},
                      {"fields", std::move(Fields)},
                      {"registers", std::move(Registers)},
                      {"shape", json::Array{Shape->Rows, Shape->Columns, Shape->Depth}},
                      {"selectors", V.Selectors},
                      {"scales", V.ScaleCount},
                      {"spaces", std::move(Spaces)},
                      {"layouts", getLayouts(V)}};
  if (V.Signature.find("kind") || V.Signature.find("any_kind"))
    Result["kindRules"] = getKindRules(S);
  addSignature(Result, V.Signature, S);
  return Result;
}

json::Object ModelDump::getCompanion(const Subject &S) {
  json::Array Forms;
  for (CompanionForm Form : S.CompanionForms) {
    const CompanionFormInfo &Info = getCompanionFormInfo(Form);
    json::Array FormRules, Immediates;
    json::Object Choices, Words;
    for (const MMALegality &Rule : Info.Legality)
      FormRules.push_back(getRule(Rule));
    for (const MMAArgument &Operand : Info.Signature.Arguments)
      if (!Operand.Words.empty())
        Words[Operand.Name] = json::Array(lookupMMAFieldByKey(Operand.Words)->Values);
      else if (Operand.IsImmediate)
        Immediates.push_back(Operand.Name);
    for (const MMAChoice &Choice : Info.Choices) {
      json::Array Values;
      for (uint64_t Value = Choice.First; Value <= Choice.Last; Value += Choice.Step)
        Values.push_back(Value);
      Choices[Choice.Name] = std::move(Values);
    }
    Forms.push_back(json::Object{{"opcode", Info.Name},
                                 {"choices", std::move(Choices)},
                                 {"text", printTemplate(Form)},
                                 {"immediates", std::move(Immediates)},
                                 {"words", std::move(Words)},
                                 {"rules", std::move(FormRules)}});
  }
  json::Object Result{
      {"name", S.Name}, {"origin", S.Intrinsic->Origin}, {"forms", std::move(Forms)}};
  addSignature(Result, S.Intrinsic->Signature, S);
  return Result;
}

json::Value ModelDump::make() {
  json::Array Targets, Versions, Instructions, Companions, Others;
  std::vector<GPUTarget> GPUs(getGPUTargets().begin(), getGPUTargets().end());
  llvm::sort(GPUs, [](const GPUTarget &A, const GPUTarget &B) { return A.Index < B.Index; });
  for (const GPUTarget &GPU : GPUs)
    Targets.push_back(json::Object{{"name", GPU.Name},
                                   {"minimumPTX", GPU.MinimumPTX},
                                   {"inLLVM", GPU.InLLVM},
                                   {"laterName", GPU.LaterName}});
  for (const PTXVersion &PTX : getPTXVersions())
    Versions.push_back(PTX.Version);
  for (const Subject &S : getSubjects())
    if (S.Variant)
      Instructions.push_back(getInstruction(S));
    else if (S.Intrinsic)
      Companions.push_back(getCompanion(S));
  for (const InstructionRule &Rule : getInstructionRules())
    Others.push_back(json::Object{{"example", Rule.Example}, {"rule", getRule(Rule.Legality)}});
  return json::Object{{"schema", JSONSchema},
                      {"version", getVersionText()},
                      {"targets", std::move(Targets)},
                      {"ptxVersions", std::move(Versions)},
                      {"instructions", std::move(Instructions)},
                      {"companions", std::move(Companions)},
                      {"others", std::move(Others)},
                      {"rules", Rules.take()},
                      {"effects", Effects.take()},
                      {"layouts", Layouts.take()}};
}

Expected<bool> explain::runDump(raw_ostream &OS) {
  OS << ModelDump().make() << '\n';
  return true;
}
