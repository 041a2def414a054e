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
#include "Explain/Subjects/Subjects.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
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
  std::string Mnemonic, Opcode, Message;
};

/// Forms that are legal, or illegal for the same reason.
struct VerdictGroup {
  std::vector<const Verdict *> Verdicts;

  std::string spellForms() const {
    std::set<StringRef> Intrinsics;
    for (const Verdict *V : Verdicts)
      Intrinsics.insert(V->Intrinsic);
    std::string Text = Verdicts.front()->Mnemonic;
    if (size_t Others = Verdicts.size() - 1)
      Text += formatv(" and {0} other form{1}", Others, Others == 1 ? "" : "s");
    std::string Names = Verdicts.front()->Intrinsic.str();
    if (Intrinsics.size() > 1)
      Names = formatv("{0} intrinsics, such as {1}", Intrinsics.size(), Names);
    return Text + " (" + Names + ")";
  }
};

} // namespace

/// A message without what differs from name to name: the name and what would be the nearest.
static std::string getReason(const Verdict &V, StringRef Target) {
  std::string Reason;
  StringRef Rest = StringRef(V.Message).split(("; " + Target + " has ").str()).first;
  while (!Rest.empty()) {
    auto [Before, After] = Rest.split(V.Intrinsic);
    Reason += Before;
    Rest = After;
  }
  return Reason;
}

/// Whether a form is one that the PTX version spells otherwise, with or without `.aligned`, and
/// the subject has that other one, too: it is not what a call becomes.
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
        All.push_back({S.Name, spellMnemonic(Form.Opcode, Form.Descriptor),
                       getMMAOpcodeInfo(Form.Opcode).Name.str(),
                       toString(checkLegal(*S.Variant, Form, Target))});
    for (CompanionForm Form : S.CompanionForms)
      All.push_back({S.Name, spellMnemonic(Form), getCompanionFormInfo(Form).Name.str(),
                     toString(checkLegal(Form, Target))});
  }
  return All;
}

static void printVerdictsAsJSON(raw_ostream &OS, const TargetVersion &Target,
                                ArrayRef<Verdict> Verdicts) {
  json::OStream JSON(OS, /*IndentSize=*/1);
  JSON.object([&] {
    JSON.attribute("target", Target.Name);
    JSON.attribute("ptx", spellPTXVersion(Target.PTXVersion));
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

static void printVerdicts(raw_ostream &OS, const TargetVersion &Target,
                          ArrayRef<Verdict> Verdicts) {
  MapVector<std::string, VerdictGroup, std::map<std::string, unsigned>> Groups;
  for (const Verdict &V : Verdicts)
    Groups[getReason(V, Target.Name)].Verdicts.push_back(&V);
  for (const auto &[Reason, Group] : Groups) {
    StringRef Message = Group.Verdicts.front()->Message;
    OS << (Message.empty() ? "legal" : "illegal")
       << formatv(" on {0} with PTX ISA {1}: {2}\n", Target.Name,
                  spellPTXVersion(Target.PTXVersion), Group.spellForms());
    if (!Message.empty())
      OS << "  " << Message << '\n';
  }
}

Expected<bool> explain::runLegal(raw_ostream &OS, ArrayRef<std::string> Names, StringRef TargetName,
                                 StringRef PTXVersion, bool AsJSON) {
  Expected<TargetVersion> Target = parseTarget(TargetName, PTXVersion);
  if (!Target)
    return Target.takeError();
  Expected<std::vector<Subject>> Found = findSubjects(Names);
  if (!Found)
    return Found.takeError();
  std::vector<Verdict> Verdicts = judge(*Found, *Target);
  (AsJSON ? printVerdictsAsJSON : printVerdicts)(OS, *Target, Verdicts);
  return all_of(Verdicts, [](const Verdict &V) { return V.Message.empty(); });
}
