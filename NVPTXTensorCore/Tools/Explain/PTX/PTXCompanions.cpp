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
#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/StatementLegality.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Returns true if it is a companion, or is one on some targets alone as these are.
static bool isReported(const ptx::Statement &Statement) {
  return !parseCompanions(Statement).empty() ||
         any_of(getInstructionRules(), [&](const auto &Rule) { return applies(Rule, Statement); });
}

std::optional<ReportedInstruction> CompanionReader::read(const ptx::Statement &Statement) {
  std::string Mnemonic = Statement.getMnemonic();
  std::optional<std::string> Verdict;
  if (isCompanionMnemonic(Statement.Name)) {
    auto [It, IsNew] =
        Verdicts.try_emplace((Mnemonic + " " + Twine(getOperandParts(Statement).size())).str());
    if (IsNew && isReported(Statement))
      It->second = Target ? toString(checkLegal(Statement, *Target)) : "";
    Verdict = It->second;
  }
  // Special registers and the number of operands count, too.
  if (!Verdict && Target)
    if (Error E = checkLegal(Statement, *Target))
      Verdict = toString(std::move(E));
  if (!Verdict)
    return std::nullopt;
  ReportedInstruction Report = {};
  Report.Line = Statement.At.Line;
  Report.Mnemonic = std::move(Mnemonic);
  Report.Error = std::move(*Verdict);
  return Report;
}
