//===- LegalCommand.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// legal.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/Facts/Facts.h"
#include "Explain/Subjects/Subjects.h"
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

/// One form, and the compiler's message; empty if it is legal.
struct Verdict {
  StringRef Intrinsic;
  std::string Family, Mnemonic, Opcode, Message;
};

/// Forms of a family that are legal, or illegal for the same reason; or legal on the same targets.
struct FormGroup {
  std::vector<std::pair<StringRef, std::string>> Forms; ///< intrinsics and mnemonics
  std::string Message;                                  ///< of the first

  std::string print() const {
    std::set<StringRef> Intrinsics;
    for (const auto &[Intrinsic, Mnemonic] : Forms)
      Intrinsics.insert(Intrinsic);
    std::string Text = Forms.front().second;
    if (size_t Others = Forms.size() - 1)
      Text += formatv(" and {0} other form{1}", Others, Others == 1 ? "" : "s");
    std::string Names = Forms.front().first.str();
    if (Intrinsics.size() > 1)
      Names = formatv("{0} intrinsics, such as {1}", Intrinsics.size(), Names);
    return Text + " (" + Names + ")";
  }
};

/// By family and reason, in the order of insertion.
using FormGroups = MapVector<std::pair<std::string, std::string>, FormGroup,
                             std::map<std::pair<std::string, std::string>, unsigned>>;

} // namespace

/// A message without what differs from name to name: the name and what would be the nearest.
static std::string getReason(const Verdict &V, StringRef Target) {
  std::string Reason;
  StringRef Rest = StringRef(V.Message).split(("; the closest intrinsic on " + Target).str()).first;
  while (!Rest.empty()) {
    auto [Before, After] = Rest.split(V.Intrinsic);
    Reason += Before;
    Rest = After;
  }
  return Reason;
}

/// Returns true if a form is one that the PTX version writes otherwise, with or without `.aligned`,
/// and the subject has that other one, too: it is not what a call becomes.
static bool isSpelledOtherwise(const Subject &S, const MMAForm &Form, const TargetVersion &Target) {
  if (!Form.Descriptor.has(MMAField_Aligned))
    return false;
  MMADescriptor Described = cantFail(describe(*S.Variant, /*AddressSpace=*/0, Target.PTXVersion));
  MMADescriptor Other =
      cantFail(Form.Descriptor.with(MMAField_Aligned, Described.get(MMAField_Aligned)));
  return !(Other == Form.Descriptor) &&
         any_of(S.Forms, [&](const MMAForm &F) { return F.Descriptor == Other; });
}

static std::vector<Verdict> judge(ArrayRef<Subject> Subjects, const TargetVersion &Target) {
  std::vector<Verdict> All;
  for (const Subject &S : Subjects) {
    for (const MMAForm &Form : S.Forms)
      if (!isSpelledOtherwise(S, Form, Target))
        All.push_back({S.Name, getFamilyName(S), printMnemonic(Form.Opcode, Form.Descriptor),
                       getMMAOpcodeInfo(Form.Opcode).Name.str(),
                       toString(checkLegal(*S.Variant, Form, Target))});
    for (CompanionForm Form : S.CompanionForms)
      All.push_back({S.Name, getFamilyName(S), printMnemonic(Form),
                     getCompanionFormInfo(Form).Name.str(), toString(checkLegal(Form, Target))});
    if (S.Plain)
      for (const std::string &Mnemonic : getMnemonics(S))
        All.push_back({S.Name, getFamilyName(S), Mnemonic, "",
                       toString(checkNVVMRequirements(S.Plain->ID, Target))});
  }
  return All;
}

static void printVerdictsAsJSON(raw_ostream &OS, const TargetVersion &Target,
                                ArrayRef<Verdict> Verdicts) {
  json::OStream JSON(OS, /*IndentSize=*/1);
  JSON.object([&] {
    JSON.attribute("target", Target.Name);
    JSON.attribute("ptx", printPTXVersion(Target.PTXVersion));
    JSON.attributeArray("forms", [&] {
      for (const Verdict &V : Verdicts)
        JSON.object([&] {
          JSON.attribute("intrinsic", V.Intrinsic);
          JSON.attribute("mnemonic", V.Mnemonic);
          JSON.attribute("opcode", V.Opcode);
          JSON.attribute("legal", V.Message.empty());
          if (!V.Message.empty())
            JSON.attribute("message", V.Message);
        });
    });
  });
  OS << '\n';
}

/// "all 100 forms of mma.sync are legal; none of 96 forms of tcgen05.mma is legal".
static std::string summarize(ArrayRef<Verdict> Verdicts) {
  MapVector<StringRef, std::pair<size_t, size_t>> Counts; // legal ones, and all
  for (const Verdict &V : Verdicts) {
    auto &[Legal, All] = Counts[V.Family];
    Legal += V.Message.empty();
    ++All;
  }
  std::string Text;
  for (const auto &[Family, Count] : Counts) {
    auto [Legal, All] = Count;
    Text += Text.empty() ? "" : "; ";
    if (All == 1)
      Text += formatv("1 form of {0} is {1}", Family, Legal ? "legal" : "not legal");
    else if (Legal == All)
      Text += formatv("all {0} forms of {1} are legal", All, Family);
    else if (Legal)
      Text += formatv("{0} of {1} forms of {2} are legal", Legal, All, Family);
    else
      Text += formatv("none of {0} forms of {1} is legal", All, Family);
  }
  return Text;
}

static void printVerdicts(raw_ostream &OS, const TargetVersion &Target,
                          ArrayRef<Verdict> Verdicts) {
  OS << formatv("{0} with PTX ISA {1}: {2}\n", Target.Name, printPTXVersion(Target.PTXVersion),
                summarize(Verdicts));
  FormGroups Groups;
  for (const Verdict &V : Verdicts) {
    FormGroup &Group = Groups[{V.Family, getReason(V, Target.Name)}];
    Group.Forms.emplace_back(V.Intrinsic, V.Mnemonic);
    if (Group.Message.empty())
      Group.Message = V.Message;
  }
  for (const auto &[Key, Group] : Groups) {
    OS << (Group.Message.empty() ? "legal: " : "illegal: ") << Group.print() << '\n';
    if (!Group.Message.empty())
      OS << "  " << Group.Message << '\n';
  }
}

/// Without a target: the targets that have each form, and since which PTX version.
static void printTargets(raw_ostream &OS, ArrayRef<Subject> Subjects) {
  FormGroups Groups;
  for (const Subject &S : Subjects)
    for (const FormFact &Form : getFacts(S).Forms) {
      std::string Locations =
          Form.Targets.empty()
              ? "no target"
              : formatv("{0}; PTX ISA {1} or later ({2})", join(Form.Targets, ", "),
                        printPTXVersion(Form.FirstPTX), Form.Source)
                    .str();
      FormGroup &Group = Groups[{getFamilyName(S), std::move(Locations)}];
      Group.Forms.emplace_back(S.Name, Form.Mnemonic);
      for (const std::string &Other : Form.Others)
        Group.Forms.emplace_back(S.Name, Other);
    }
  for (const auto &[Key, Group] : Groups)
    OS << Key.first << ": " << Group.print() << "\n  legal on " << Key.second << '\n';
}

static Expected<std::vector<Subject>> findSubjectsOf(ArrayRef<std::string> Names,
                                                     StringRef Family) {
  Expected<std::vector<Subject>> Found = findSubjects(Names);
  if (!Found || Family.empty())
    return Found;
  if (Error E = checkFamily(Family))
    return E;
  erase_if(*Found, [&](const Subject &S) { return !isOfFamily(S, Family); });
  if (Found->empty())
    return makeError("no instruction of " + Family + " is that");
  return Found;
}

Expected<bool> explain::runLegal(raw_ostream &OS, ArrayRef<std::string> Names,
                                 const LegalOptions &Options) {
  Expected<std::vector<Subject>> Found = findSubjectsOf(Names, Options.Family);
  if (!Found)
    return Found.takeError();
  if (Options.Target.empty()) {
    if (!Options.PTXVersion.empty() || Options.IsJSON)
      return makeError((Options.IsJSON ? "--json" : "--ptx") +
                       StringRef(" needs --target; 'show --json' says all targets"));
    printTargets(OS, *Found);
    return true;
  }
  Expected<TargetVersion> Target = parseTarget(Options.Target, Options.PTXVersion);
  if (!Target)
    return Target.takeError();
  std::vector<Verdict> Verdicts = judge(*Found, *Target);
  (Options.IsJSON ? printVerdictsAsJSON : printVerdicts)(OS, *Target, Verdicts);
  return all_of(Verdicts, [](const Verdict &V) { return V.Message.empty(); });
}
