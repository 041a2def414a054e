//===- Subjects.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All instructions.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Subjects.h"
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

static Subject makeSubject(const MMAVariant &Variant) {
  Subject S;
  S.Name = Variant.Name;
  S.Variant = &Variant;
  S.Forms = getLegalForms(Variant);
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
    for (const PlainIntrinsic &Plain : getPlainIntrinsics()) {
      Result.emplace_back();
      Result.back().Name = Plain.Name;
      Result.back().Plain = &Plain;
    }
    return Result;
  }();
  return Subjects;
}

bool explain::isLegal(const Subject &S, const TargetVersion &Target) {
  return any_of(S.Forms,
                [&](const MMAForm &Form) {
                  return !errorToBool(checkLegal(*S.Variant, Form, Target));
                }) ||
         any_of(S.CompanionForms,
                [&](CompanionForm Form) { return !errorToBool(checkLegal(Form, Target)); }) ||
         (S.Plain && !errorToBool(checkNVVMRequirements(S.Plain->ID, Target)));
}

std::string explain::getFamilyName(const Subject &S) {
  if (S.Variant)
    return lookupMMAFamily(S.Variant->Family)->Spelling.str();
  if (S.Intrinsic)
    return StringRef(printMnemonic(S.CompanionForms.front())).split('.').first.str();
  if (!S.Plain->Statements.empty())
    return getMnemonic(S.Plain->Statements.front()).split('.').first.str();
  StringRef Name = S.Name;
  Name.consume_front(NVVMPrefix);
  return Name.take_front(Name.find(".encode")).str();
}

static bool isOrBegins(StringRef Beginning, StringRef Family) {
  return Family.consume_front(Beginning) && (Family.empty() || Family.front() == '.');
}

bool explain::isOfFamily(const Subject &S, StringRef Family) {
  return isOrBegins(Family, getFamilyName(S));
}

Error explain::checkFamily(StringRef Family) {
  std::vector<std::string> Families;
  for (const Subject &S : getSubjects())
    if (std::string Name = getFamilyName(S); !is_contained(Families, Name))
      Families.push_back(std::move(Name));
  if (any_of(Families, [&](StringRef Known) { return isOrBegins(Family, Known); }))
    return Error::success();
  return makeError("there is no family '" + Family + "'" + suggestWord(Family, Families));
}

std::vector<std::string> explain::getMnemonics(const Subject &S) {
  std::vector<std::string> Mnemonics;
  for (const MMAForm &Form : S.Forms)
    Mnemonics.push_back(printMnemonic(Form.Opcode, Form.Descriptor));
  for (CompanionForm Form : S.CompanionForms)
    Mnemonics.push_back(printMnemonic(Form));
  if (S.Plain)
    for (StringRef Statement : S.Plain->Statements)
      if (StringRef Mnemonic = getMnemonic(Statement); !is_contained(Mnemonics, Mnemonic))
        Mnemonics.push_back(Mnemonic.str());
  return Mnemonics;
}
