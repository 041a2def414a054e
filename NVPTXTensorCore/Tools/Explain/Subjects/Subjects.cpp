//===- Subjects.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index of names.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Subjects.h"
#include "Explain/Subjects/MnemonicIndex.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Instructions/NameSuggestions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

static constexpr StringLiteral NVVMPrefix = "llvm.nvvm.";

bool explain::isLegalSomewhere(const MMAVariant &Variant, const MMAForm &Form) {
  return any_of(getGPUTargets(), [&](const GPUTarget &GPU) {
    TargetVersion Target = getNewestVersion(GPU);
    Target.PTXVersion = std::min<unsigned>(Target.PTXVersion, Variant.Legality.LastPTX);
    // Without the words of an error, which look for what is near.
    bool IsDecidedByForm = Variant.Family == MMAFamily_TCGen05MMA;
    return (IsDecidedByForm ? hasTensorMemory(Target) : isLegal(Variant, Target)) &&
           !errorToBool(checkLegal(Variant, Form, Target));
  });
}

static Subject makeSubject(const MMAVariant &Variant) {
  Subject S;
  S.Name = Variant.Name;
  S.Variant = &Variant;
  SmallVector<MMAForm, 0> All = getMMAForms(Variant);
  // Which state space or PTX version there is decides nothing but for tcgen05.mma's words.
  copy_if(All, std::back_inserter(S.Forms), [&](const MMAForm &Form) {
    return Variant.Family != MMAFamily_TCGen05MMA || isLegalSomewhere(Variant, Form);
  });
  if (S.Forms.empty())
    S.Forms = All;
  return S;
}

ArrayRef<Subject> explain::getSubjects() {
  static const std::vector<Subject> Subjects = [] {
    std::vector<Subject> Result;
    for (const MMAVariant &Variant : getMMAVariants())
      Result.push_back(makeSubject(Variant));
    StringMap<size_t> Indices;
    for (const Companion &Intrinsic : getCompanions()) {
      Indices[Intrinsic.Name] = Result.size();
      Result.emplace_back();
      Result.back().Name = Intrinsic.Name;
      Result.back().Intrinsic = &Intrinsic;
    }
    for (auto [Number, Info] : enumerate(getCompanionForms()))
      Result[Indices.lookup(Info.Intrinsic)].CompanionForms.push_back(CompanionForm(Number));
    return Result;
  }();
  return Subjects;
}

std::string explain::getFamilyName(const Subject &S) {
  if (S.Variant)
    return lookupMMAFamily(S.Variant->Family)->Spelling.str();
  return StringRef(spellMnemonic(S.CompanionForms.front())).split('.').first.str();
}

std::vector<std::string> explain::getMnemonics(const Subject &S) {
  std::vector<std::string> Mnemonics;
  for (const MMAForm &Form : S.Forms)
    Mnemonics.push_back(spellMnemonic(Form.Opcode, Form.Descriptor));
  for (CompanionForm Form : S.CompanionForms)
    Mnemonics.push_back(spellMnemonic(Form));
  return Mnemonics;
}

/// Whether the words of a query are among those of a mnemonic, in their order.
static bool hasWords(StringRef Mnemonic, ArrayRef<StringRef> Words) {
  SmallVector<StringRef, 16> Parts;
  Mnemonic.split(Parts, '.');
  const StringRef *Next = Words.begin();
  for (StringRef Part : Parts)
    if (Next != Words.end() && Part == *Next)
      ++Next;
  return Next == Words.end();
}

/// The forms of a subject for which a predicate of their mnemonic and opcode holds.
static Subject selectForms(const Subject &S,
                           function_ref<bool(StringRef Mnemonic, StringRef Opcode)> IsMeant) {
  Subject Selected = S;
  erase_if(Selected.Forms, [&](const MMAForm &F) {
    return !IsMeant(spellMnemonic(F.Opcode, F.Descriptor), getMMAOpcodeInfo(F.Opcode).Name);
  });
  erase_if(Selected.CompanionForms, [&](CompanionForm F) {
    return !IsMeant(spellMnemonic(F), getCompanionFormInfo(F).Name);
  });
  return Selected;
}

static std::vector<Subject>
selectSubjects(function_ref<bool(StringRef Mnemonic, StringRef Opcode)> IsMeant) {
  std::vector<Subject> Found;
  for (const Subject &S : getSubjects()) {
    Subject Selected = selectForms(S, IsMeant);
    if (!Selected.Forms.empty() || !Selected.CompanionForms.empty())
      Found.push_back(std::move(Selected));
  }
  return Found;
}

/// The intrinsic with exactly this name, whatever ends its plain name or its pointer.
static std::vector<Subject> findIntrinsic(StringRef Name) {
  std::string Full = Name.starts_with(NVVMPrefix) ? Name.str() : (NVVMPrefix + Name).str();
  const MMAVariant *Variant = lookupMMAVariant(Full);
  const Companion *Intrinsic = Variant ? nullptr : lookupCompanion(Full);
  std::vector<Subject> Found;
  copy_if(getSubjects(), std::back_inserter(Found), [&](const Subject &S) {
    if (Intrinsic)
      return S.Intrinsic == Intrinsic;
    bool IsPlain = Variant && S.Variant && Full == getPlainName(*Variant) &&
                   lookupOtherResidency(*Variant) == S.Variant;
    return Variant && (S.Variant == Variant || IsPlain);
  });
  return Found;
}

/// The number of an address space at the end of an intrinsic's name: ".p3".
static std::optional<unsigned> getAddressSpace(StringRef Name, StringRef IntrinsicName) {
  unsigned Space;
  StringRef Suffix = Name.substr(Name.rfind('.') + 1);
  bool IsOfIntrinsic = Name.ends_with(IntrinsicName) || IntrinsicName.ends_with(Name);
  if (IsOfIntrinsic || !Suffix.consume_front("p") || Suffix.getAsInteger(10, Space))
    return std::nullopt;
  return Space;
}

/// Leaves the forms with the address space that the name has.
static Error selectAddressSpace(StringRef Name, std::vector<Subject> &Subjects) {
  for (Subject &S : Subjects) {
    std::optional<unsigned> Space = getAddressSpace(Name, S.Name);
    if (!S.Variant || !Space)
      continue;
    Expected<MMADescriptor> Described = describe(*S.Variant, *Space, S.Variant->Legality.LastPTX);
    if (!Described)
      return Described.takeError();
    erase_if(S.Forms, [&](const MMAForm &Form) {
      return Form.Descriptor.get(MMAField_Space) != Described->get(MMAField_Space);
    });
  }
  return Error::success();
}

static Error rejectName(StringRef Name) {
  std::vector<std::string> Mnemonics;
  std::vector<StringRef> Names;
  bool IsIntrinsic = Name.starts_with(NVVMPrefix);
  for (const Subject &S : getSubjects()) {
    Names.push_back(S.Name);
    if (!IsIntrinsic)
      Names.push_back(S.Name.drop_front(NVVMPrefix.size()));
  }
  if (!IsIntrinsic)
    for (const Subject &S : getSubjects())
      append_range(Mnemonics, getMnemonics(S));
  Names.insert(Names.end(), Mnemonics.begin(), Mnemonics.end());
  for (const MMAOpcodeInfo &Opcode : getMMAOpcodes())
    Names.push_back(Opcode.Name);
  std::string Message = ("nothing has the name '" + Name + "'").str();
  if (std::string Words = IsIntrinsic ? suggestWords(Name) : ""; !Words.empty())
    return makeError(Message + "; " + Words);
  if (StringRef Nearest = findNearestName(Name, Names); !Nearest.empty())
    return makeError(Message + "; did you mean '" + Nearest + "'?");
  return makeError(Message + "; a name is that of an intrinsic or an opcode, a PTX mnemonic, or "
                             "some of a mnemonic's words in their order, such as m16n8k16.f16");
}

Expected<std::vector<Subject>> explain::findSubjects(StringRef Name) {
  std::vector<Subject> Found = findIntrinsic(Name);
  if (Error E = selectAddressSpace(Name, Found))
    return std::move(E);
  if (Found.empty())
    Found = selectSubjects([Name](StringRef, StringRef Opcode) { return Opcode == Name; });
  if (Found.empty())
    Found = selectSubjects([Name](StringRef Mnemonic, StringRef) { return Mnemonic == Name; });
  std::string Normal = normalizeMnemonic(Name);
  if (Found.empty())
    Found = selectSubjects(
        [&](StringRef Mnemonic, StringRef) { return normalizeMnemonic(Mnemonic) == Normal; });
  SmallVector<StringRef, 16> Words;
  Name.split(Words, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Found.empty() && !Words.empty())
    Found =
        selectSubjects([&](StringRef Mnemonic, StringRef) { return hasWords(Mnemonic, Words); });
  if (Found.empty())
    return rejectName(Name);
  return Found;
}

Expected<std::vector<Subject>> explain::findSubjects(ArrayRef<std::string> Names) {
  std::vector<Subject> All;
  for (StringRef Name : Names) {
    Expected<std::vector<Subject>> Found = findSubjects(Name);
    if (!Found)
      return Found.takeError();
    All.insert(All.end(), Found->begin(), Found->end());
  }
  return All;
}
