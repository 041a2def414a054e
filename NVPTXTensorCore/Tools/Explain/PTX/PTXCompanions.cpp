//===- PTXCompanions.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks companions up by what their mnemonics say.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXCompanions.h"
#include "Explain/Facts/LLVMInstructions.h"
#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/MnemonicIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Empty if a target has one of the forms of a companion; else the first reason why it lacks them.
static std::string judgeCompanion(ArrayRef<CompanionForm> Forms, const TargetVersion *Target) {
  std::string Reason;
  for (CompanionForm Form : Forms) {
    std::string Message = Target ? toString(checkLegal(Form, *Target)) : "";
    if (Message.empty())
      return "";
    if (Reason.empty())
      Reason = Message;
  }
  return Reason;
}

/// An instruction that LLVM has itself, of the families of companions.
static std::optional<std::string> judgeLLVMInstruction(StringRef Mnemonic,
                                                       const TargetVersion *Target) {
  std::vector<InstructionFacts> Found = findLLVMInstructions(Mnemonic);
  if (Found.empty())
    return std::nullopt;
  const FormFact &Form = Found.front().Forms.front();
  if (!Target || (is_contained(Form.Targets, Target->Name) && Form.FirstPTX <= Target->PTXVersion))
    return "";
  return (Mnemonic + " is not supported on " + Target->Name + " with PTX ISA " +
          spellPTXVersion(Target->PTXVersion) + "; it needs " +
          (Form.Targets.empty() ? "another target" : Form.Targets.front() + " or higher") +
          " and PTX ISA " + spellPTXVersion(Form.FirstPTX))
      .str();
}

namespace {

struct CompanionIndex {
  StringMap<std::vector<CompanionForm>> Forms; ///< by normalized mnemonics
  StringSet<> Families;                        ///< "cp", "mbarrier"

  CompanionIndex() {
    for (size_t Number = 0; Number < getCompanionForms().size(); ++Number)
      for (const WordValues &Words : getWordValues(CompanionForm(Number))) {
        std::string Mnemonic = spellMnemonic(CompanionForm(Number), Words);
        Forms[normalizeMnemonic(Mnemonic)].push_back(CompanionForm(Number));
        Families.insert(StringRef(Mnemonic).split('.').first);
      }
  }
};

const CompanionIndex &getIndex() {
  static const CompanionIndex Index;
  return Index;
}

} // namespace

std::optional<std::string> CompanionReader::judge(StringRef Mnemonic) const {
  auto It = getIndex().Forms.find(normalizeMnemonic(Mnemonic));
  return It == getIndex().Forms.end() ? judgeLLVMInstruction(Mnemonic, Target)
                                      : judgeCompanion(It->second, Target);
}

std::optional<PTXInstruction> CompanionReader::read(const ptx::Statement &Statement) {
  if (!getIndex().Families.contains(Statement.Name))
    return std::nullopt;
  std::string Mnemonic = Statement.getMnemonic();
  auto [It, IsNew] = Verdicts.try_emplace(Mnemonic);
  if (IsNew)
    It->second = judge(Mnemonic);
  if (!It->second)
    return std::nullopt;
  PTXInstruction Report = {};
  Report.Line = Statement.At.Line;
  Report.Mnemonic = std::move(Mnemonic);
  Report.Error = *It->second;
  return Report;
}
