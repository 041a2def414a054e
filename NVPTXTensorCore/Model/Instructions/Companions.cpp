//===- Companions.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Look-ups, choices and legality.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMADescriptor.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/TableIndex.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/CompanionForm.h"
#include "TensorCoreModel/MMAFamily.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "TensorCoreModel/PTXInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <set>
#include <vector>

namespace llvm::tensorcore {

struct CompanionOpcode {
  CompanionForm Form;
  MMAOpcode Opcode;
};

#define GET_CompanionOpcodes_DECL
#define GET_Companions_IMPL
#define GET_CompanionForms_IMPL
#define GET_CompanionOpcodes_IMPL
#include "TensorCoreModel.inc"

ArrayRef<Companion> getCompanions() { return Companions; }
ArrayRef<CompanionFormInfo> getCompanionForms() { return CompanionForms; }
const CompanionFormInfo &getCompanionFormInfo(CompanionForm Form) { return CompanionForms[Form]; }
MMAOpcode getCompanionOpcode(CompanionForm Form) { return CompanionOpcodes[Form].Opcode; }
bool isCompanion(MMAOpcode Opcode) {
  return getMMAOpcodeInfo(Opcode).Family == MMAFamily_Companion;
}

} // namespace llvm::tensorcore

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The forms of an intrinsic.
const std::vector<CompanionForm> &getForms(StringRef Intrinsic) {
  using FormsByIntrinsic = StringMap<std::vector<CompanionForm>>;
  static const FormsByIntrinsic Map = [] {
    FormsByIntrinsic Result;
    for (auto [Number, Info] : enumerate(getCompanionForms()))
      Result[Info.Intrinsic].push_back(CompanionForm(Number));
    return Result;
  }();
  return Map.find(Intrinsic)->second;
}

ArrayRef<MMAChoice> getChoices(CompanionForm Form) { return getCompanionFormInfo(Form).Choices; }

} // namespace

const Companion *tensorcore::lookupCompanion(StringRef Name) {
  if (const Companion *Found = lookupCompanionByName(Name))
    return Found;
  StringRef Stem = Name.rtrim("0123456789");
  return Stem.consume_back(".p") ? lookupCompanionByName(Stem) : nullptr;
}

std::optional<CompanionForm> tensorcore::lookupCompanionForm(StringRef Name) {
  const CompanionFormInfo *Info = lookupCompanionFormByName(Name);
  return Info ? std::optional(CompanionForm(Info - CompanionForms)) : std::nullopt;
}

std::optional<CompanionForm> tensorcore::chooseForm(const Companion &Intrinsic,
                                                    CompanionChoice Values) {
  for (CompanionForm Form : getForms(Intrinsic.Name))
    if (all_of(getChoices(Form), [&](const MMAChoice &C) { return C.contains(Values(C.Name)); }))
      return Form;
  return std::nullopt;
}

unsigned tensorcore::getPointerSpace(CompanionForm Form) {
  const MMAArgument *Pointer =
      lookupCompanion(getCompanionFormInfo(Form).Intrinsic)->Signature.findPointer();
  for (const MMAChoice &C : getChoices(Form))
    if (Pointer && C.Name == Pointer->Name)
      return C.First;
  return 0;
}

bool tensorcore::needsAddressInRegister(const Companion &Intrinsic) {
  return any_of(getForms(Intrinsic.Name), [](CompanionForm Form) {
    return any_of(getCompanionFormInfo(Form).Signature.Arguments, [](const MMAArgument &Argument) {
      return Argument.Type.Kind == MMATypeKind_RegisterAddress;
    });
  });
}

std::string tensorcore::printChoices(CompanionForm Form) {
  auto Print = [](const MMAChoice &C) {
    return (C.Name + "=" + Twine(C.First)).str() +
           (C.Last == C.First ? "" : ".." + utostr(C.Last)) +
           (C.Step == 1 ? "" : "/" + utostr(C.Step));
  };
  return join(map_range(getChoices(Form), Print), ",");
}

static constexpr unsigned WordsShift = 16, WordBits = 4;
static constexpr uint64_t FormMask = maskTrailingOnes<uint64_t>(WordsShift);

/// The fields of a form that have words.
static SmallVector<const MMAArgument *, 4> getWordOperands(CompanionForm Form) {
  SmallVector<const MMAArgument *, 4> Operands;
  for (const MMAArgument &Operand : getCompanionFormInfo(Form).Signature.Arguments)
    if (!Operand.Words.empty())
      Operands.push_back(&Operand);
  return Operands;
}

std::vector<WordValues> tensorcore::getWordValues(CompanionForm Form) {
  std::vector<WordValues> All = {{}};
  for (const MMAArgument *Operand : getWordOperands(Form)) {
    const MMAChoice &Choice =
        *find_if(getChoices(Form), [&](const MMAChoice &C) { return C.Name == Operand->Name; });
    std::vector<WordValues> Longer;
    for (const WordValues &Values : All)
      for (uint64_t Value = Choice.First; Value <= Choice.Last; Value += Choice.Step) {
        Longer.push_back(Values);
        Longer.back().push_back(Value);
      }
    All = std::move(Longer);
  }
  return All;
}

SmallVector<StringRef, 16> tensorcore::getWords(const CompanionWord &Word) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Word.Form);
  SmallVector<StringRef, 16> Words(Info.Words);
  for (const auto &[Operand, Value] : zip(getWordOperands(Word.Form), Word.Words))
    for (StringRef &Each : Words)
      if (Each.starts_with("$") && Each.drop_front() == Operand->Name)
        Each = lookupMMAFieldByKey(Operand->Words)->Values[Value];
  return Words;
}

uint64_t CompanionWord::encode() const {
  uint64_t Word = uint64_t(MMAFamily_Companion) << MMADescriptor::FamilyShift | Form;
  for (auto [Index, Value] : enumerate(Words))
    Word |= uint64_t(Value) << (WordsShift + Index * WordBits);
  return Word;
}

Expected<CompanionWord> CompanionWord::decode(uint64_t Word) {
  const uint64_t Number = Word & FormMask;
  if (Word >> MMADescriptor::FamilyShift != MMAFamily_Companion ||
      Number >= getCompanionForms().size())
    return makeError("0x" + utohexstr(Word) + " names no instruction");
  CompanionWord Result = {CompanionForm(Number), {}};
  for (const MMAArgument *Operand : getWordOperands(Result.Form)) {
    const unsigned Shift = WordsShift + Result.Words.size() * WordBits;
    const unsigned Value = Word >> Shift & maskTrailingOnes<uint64_t>(WordBits);
    if (!isChoiceOf(Result.Form, Operand->Name, Value))
      return makeError(getCompanionFormInfo(Result.Form).Name + ": " + Operand->Name +
                       " cannot be " + Twine(Value));
    Result.Words.push_back(Value);
  }
  if (Result.encode() != Word)
    return makeError("0x" + utohexstr(Word) + " has bits that " +
                     getCompanionFormInfo(Result.Form).Name + " does not have");
  return Result;
}

std::string CompanionWord::print() const {
  std::string Text = ("." + getCompanionFormInfo(Form).Name).str();
  for (unsigned Value : Words)
    Text += "." + utostr(Value);
  return Text;
}

std::optional<Expected<CompanionWord>> CompanionWord::parse(StringRef Text) {
  if (!Text.consume_front("."))
    return std::nullopt;
  SmallVector<StringRef, 5> Parts;
  Text.split(Parts, '.');
  const std::optional<CompanionForm> Form = lookupCompanionForm(Parts.front());
  if (!Form)
    return std::nullopt;
  CompanionWord Result = {*Form, {}};
  for (StringRef Part : ArrayRef(Parts).drop_front())
    if (unsigned Value; !Part.getAsInteger(10, Value) && Value >> WordBits == 0)
      Result.Words.push_back(Value);
    else
      return makeError("'" + Part + "' is not a word of " + Parts.front());
  if (Result.Words.size() != getWordOperands(*Form).size())
    return makeError(Parts.front() + " has " + Twine(getWordOperands(*Form).size()) +
                     " words, not " + Twine(Result.Words.size()));
  return decode(Result.encode());
}

bool tensorcore::isChoiceOf(CompanionForm Form, StringRef Name, uint64_t Value) {
  return none_of(getChoices(Form),
                 [&](const MMAChoice &C) { return C.Name == Name && !C.contains(Value); });
}

bool tensorcore::isChoice(const Companion &Intrinsic, StringRef Name, uint64_t Value) {
  return any_of(getForms(Intrinsic.Name),
                [&](CompanionForm Form) { return isChoiceOf(Form, Name, Value); });
}

std::string tensorcore::printChoices(const Companion &Intrinsic, StringRef Name) {
  std::set<unsigned> Values;
  for (CompanionForm Form : getForms(Intrinsic.Name))
    for (const MMAChoice &C : getChoices(Form))
      for (uint64_t Value = C.First; C.Name == Name && Value <= C.Last; Value += C.Step)
        Values.insert(Value);
  std::vector<unsigned> List(Values.begin(), Values.end());
  bool IsWhole = List.back() - List.front() == List.size() - 1;
  if (List.size() > 3)
    return IsWhole ? "from " + utostr(List.front()) + " to " + utostr(List.back())
                   : printNumbers(List);
  return printAlternatives(map_to_vector(List, [](unsigned Value) { return utostr(Value); }));
}

/// "llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d with cta_group 1": what is not 0 of the values
/// that tell the form from others. Address spaces end the name.
static std::string printForm(CompanionForm Form) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Form);
  const MMASignature &Signature = Info.Signature;
  std::string Name = Info.Intrinsic.str();
  SmallVector<std::string, 4> Words;
  for (const MMAChoice &C : getChoices(Form)) {
    std::optional<unsigned> Operand = Signature.find(C.Name);
    if (Operand && Signature.Arguments[*Operand].Type.Kind == MMATypeKind_AnyPointer)
      Name += ".p" + utostr(C.First);
    else if (C.Last && getForms(Info.Intrinsic).size() > 1)
      Words.push_back((C.Name + " " + Twine(C.First)).str() +
                      (C.Last == C.First ? "" : " to " + utostr(C.Last)));
  }
  return Name + (Words.empty() ? "" : " with " + join(Words, ", "));
}

/// The first of the intrinsic's forms that the target has: "… with …"; empty if it has none.
static std::string suggestForm(CompanionForm Form, const TargetVersion &Target) {
  for (CompanionForm Other : getForms(getCompanionFormInfo(Form).Intrinsic))
    if (isLegal(getCompanionFormInfo(Other).Legality, Target))
      return printForm(Other);
  return "";
}

Error tensorcore::checkLegal(CompanionForm Form, const TargetVersion &Target) {
  return require(
      getCompanionFormInfo(Form).Legality, Target, [&] { return printForm(Form); },
      [&] { return suggestForm(Form, Target); });
}
