//===- SubjectNames.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets names and words, and suggests others for unknown ones.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Subjects.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/NameSuggestions.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Returns true if the words of a query are among those of a mnemonic, in their order.
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
    return !IsMeant(printMnemonic(F.Opcode, F.Descriptor), getMMAOpcodeInfo(F.Opcode).Name);
  });
  erase_if(Selected.CompanionForms, [&](CompanionForm F) {
    return !IsMeant(printMnemonic(F), getCompanionFormInfo(F).Name);
  });
  return Selected;
}

/// Returns true if the predicate holds for an intrinsic without rows: for its mnemonic, for a
/// special register that it reads, or for the name of one that has no mnemonic.
static bool isPlainMeant(const Subject &S,
                         function_ref<bool(StringRef Mnemonic, StringRef Opcode)> IsMeant) {
  if (S.Plain->Statements.empty())
    return IsMeant(S.Name.substr(NVVMPrefix.size()), "");
  return any_of(S.Plain->Statements, [&](StringRef Statement) {
    const StringRef Register = getSpecialRegister(Statement);
    return IsMeant(getMnemonic(Statement), "") || (!Register.empty() && IsMeant(Register, ""));
  });
}

static std::vector<Subject>
selectSubjects(ArrayRef<Subject> Of,
               function_ref<bool(StringRef Mnemonic, StringRef Opcode)> IsMeant) {
  std::vector<Subject> Found;
  for (const Subject &S : Of) {
    Subject Selected = selectForms(S, IsMeant);
    if (!Selected.Forms.empty() || !Selected.CompanionForms.empty() ||
        (S.Plain && isPlainMeant(S, IsMeant)))
      Found.push_back(std::move(Selected));
  }
  return Found;
}

/// The intrinsic with exactly this name, whatever ends its plain name or its pointer.
static std::vector<Subject> findIntrinsic(StringRef Name) {
  const std::string Written = Name.starts_with(NVVMPrefix) ? Name.str() : (NVVMPrefix + Name).str();
  const StringRef Full = getCurrentName(Written);
  const MMAVariant *Variant = lookupMMAVariant(Full);
  const Companion *Intrinsic = Variant ? nullptr : lookupCompanion(Full);
  std::vector<Subject> Found;
  copy_if(getSubjects(), std::back_inserter(Found), [&](const Subject &S) {
    if (Intrinsic)
      return S.Intrinsic == Intrinsic;
    if (S.Plain)
      return S.Name == Full;
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

//===----------------------------------------------------------------------===//
// Names and words
//===----------------------------------------------------------------------===//

/// Returns what has exactly this name; nothing for words.
static Expected<std::vector<Subject>> findNamed(StringRef Name) {
  Name.consume_front("%");
  std::vector<Subject> Found = findIntrinsic(Name);
  if (Error E = selectAddressSpace(Name, Found))
    return E;
  if (Found.empty())
    Found = selectSubjects(getSubjects(),
                           [Name](StringRef, StringRef Opcode) { return Opcode == Name; });
  if (Found.empty())
    Found = selectSubjects(getSubjects(),
                           [Name](StringRef Mnemonic, StringRef) { return Mnemonic == Name; });
  if (Found.empty())
    Found = selectSubjects(getSubjects(), [Name](StringRef Mnemonic, StringRef) {
      return areSameMnemonics(Name, Mnemonic);
    });
  return Found;
}

/// Those whose mnemonics have the words of a query in their order; if `IsBeginning`, the first word
/// at the beginning.
static std::vector<Subject> selectWords(ArrayRef<Subject> Of, StringRef Query, bool IsBeginning) {
  SmallVector<StringRef, 16> Words;
  Query.split(Words, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Words.empty())
    return {};
  return selectSubjects(Of, [&](StringRef Mnemonic, StringRef) {
    return (!IsBeginning || Mnemonic.split('.').first == Words.front()) &&
           hasWords(Mnemonic, Words);
  });
}

/// As above. An instruction's own name at the beginning is its alone: `mma` is not `tcgen05.mma`.
static std::vector<Subject> findWords(ArrayRef<Subject> Of, StringRef Query) {
  std::vector<Subject> Found = selectWords(Of, Query, /*IsBeginning=*/true);
  return Found.empty() ? selectWords(Of, Query, /*IsBeginning=*/false) : Found;
}

//===----------------------------------------------------------------------===//
// Names that mean nothing
//===----------------------------------------------------------------------===//

namespace {

/// The parts of all mnemonics, such as "kind::i8".
struct MnemonicParts {
  std::vector<std::string> Names; ///< in the order of the instructions
  StringSet<> Known;
  StringMap<std::string> BySuffix; ///< by what follows "::"
};

} // namespace

static const MnemonicParts &getMnemonicParts() {
  static const auto Parts = [] {
    MnemonicParts Found;
    for (const Subject &S : getSubjects())
      for (const std::string &Mnemonic : getMnemonics(S))
        for (StringRef Part : split(Mnemonic, '.'))
          if (Found.Known.insert(Part).second) {
            Found.Names.push_back(Part.str());
            if (Part.contains("::"))
              Found.BySuffix.try_emplace(Part.split("::").second, Part.str());
          }
    return Found;
  }();
  return Parts;
}

/// Returns the part that was meant: itself, the one that ends with it after "::" ("kind::i8" for
/// "i8"), or the nearest one. Returns an empty string if none is near.
static std::string getMeantPart(StringRef Part, bool IsExact) {
  const MnemonicParts &Parts = getMnemonicParts();
  if (Parts.Known.contains(Part))
    return Part.str();
  if (auto It = Parts.BySuffix.find(Part); It != Parts.BySuffix.end())
    return It->second;
  return IsExact ? "" : findNearestWord(Part, Parts.Names).str();
}

/// Returns the query with the part that was meant in place of each part. Returns an empty string if
/// a part means nothing, or if all are meant as they are.
static std::string completeParts(StringRef Query, bool IsExact) {
  std::string Completed;
  for (StringRef Part : split(Query, '.')) {
    std::string Meant = getMeantPart(Part, IsExact);
    if (Meant.empty())
      return "";
    Completed += (Completed.empty() ? "" : ".") + Meant;
  }
  return Completed == Query ? "" : Completed;
}

/// All that a name can be.
static std::vector<std::string> listNames(bool OnlyIntrinsics) {
  std::vector<std::string> Names;
  for (const Subject &S : getSubjects()) {
    Names.push_back(S.Name.str());
    if (OnlyIntrinsics)
      continue;
    Names.push_back(S.Name.drop_front(NVVMPrefix.size()).str());
    append_range(Names, getMnemonics(S));
  }
  for (const MMAOpcodeInfo &Opcode : getMMAOpcodes())
    if (Opcode.Family != MMAFamily_Companion)
      Names.push_back(Opcode.Name.str());
  return Names;
}

static Error rejectName(StringRef Name) {
  std::string Message = ("no instruction has the name or the word '" + Name + "'").str();
  if (std::string Completed = completeParts(Name, /*IsExact=*/true); !Completed.empty())
    return makeError(Message + "; did you mean '" + Completed + "'?");
  bool IsIntrinsic = Name.starts_with(NVVMPrefix);
  if (std::string Words = IsIntrinsic ? suggestWords(Name) : ""; !Words.empty())
    return makeError(Message + "; " + Words);
  std::vector<std::string> Names = listNames(IsIntrinsic);
  if (StringRef Nearest = findNearestName(Name, std::vector<StringRef>(Names.begin(), Names.end()));
      !Nearest.empty())
    return makeError(Message + "; did you mean '" + Nearest + "'?");
  if (std::string Meant = completeParts(Name, /*IsExact=*/false);
      !Meant.empty() && !findWords(getSubjects(), Meant).empty())
    return makeError(Message + "; did you mean '" + Meant + "'?");
  return makeError(Message + "; expected the name of an intrinsic or an opcode, a PTX mnemonic, or "
                             "some of a mnemonic's words in their order, such as m16n8k16.f16");
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

Expected<std::vector<Subject>> explain::findSubjects(ArrayRef<std::string> Names) {
  std::vector<Subject> Found;
  SmallVector<StringRef> Queries;
  StringSet<> Seen;
  for (StringRef Argument : Names) {
    SmallVector<StringRef> Parts;
    SplitString(Argument, Parts);
    for (StringRef Name : Parts) {
      Expected<std::vector<Subject>> Named = findNamed(Name);
      if (!Named)
        return Named.takeError();
      if (Named->empty())
        *Named = selectWords(getSubjects(), Name, /*IsBeginning=*/true);
      if (Named->empty())
        Queries.push_back(Name);
      for (Subject &S : *Named)
        if (Seen.insert(S.Name).second)
          Found.push_back(std::move(S));
    }
  }
  if (Found.empty() && Queries.empty())
    return rejectName("");
  if (Found.empty())
    Found = getSubjects();
  for (StringRef Query : Queries) {
    std::vector<Subject> Left = findWords(Found, Query);
    if (Left.empty() && selectWords(getSubjects(), Query, /*IsBeginning=*/false).empty())
      return rejectName(Query);
    Found = std::move(Left);
  }
  if (Found.empty())
    return makeError("no instruction has all of the words " + join(Queries, ", "));
  return Found;
}
