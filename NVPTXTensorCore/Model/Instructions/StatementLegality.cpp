//===- StatementLegality.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the row or the rule of a statement.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/StatementLegality.h"
#include "Model/Instructions/InstructionParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {
#define GET_InstructionRules_IMPL
#include "TensorCoreModel.inc"
} // namespace llvm::tensorcore

ArrayRef<InstructionRule> tensorcore::getInstructionRules() { return InstructionRules; }

static bool anyPart(StringRef Text, char Separator, function_ref<bool(StringRef)> Test) {
  return any_of(split(Text, Separator), Test);
}

/// Returns true if one of the operands, or a part of one, is the special register.
static bool reads(ArrayRef<ptx::Operand> Operands, StringRef Register) {
  return any_of(Operands, [&](const ptx::Operand &O) {
    return O.isName(Register) || reads(O.Parts, Register);
  });
}

bool tensorcore::applies(const InstructionRule &Rule, const ptx::Statement &Statement) {
  auto IsInstruction = [&](StringRef Name) {
    if (Name.starts_with("%"))
      return reads(Statement.Operands, Name);
    if (Name.starts_with("."))
      return Statement.Name == Name;
    return Name.starts_with(Statement.Name) && Statement.beginsWith(Name);
  };
  auto HasOne = [&](StringRef Alternative) {
    if (StringRef Count = Alternative; Count.consume_front("#"))
      return Count == utostr(Statement.Operands.size());
    if (StringRef Word = Alternative; Word.consume_front("!"))
      return !Statement.hasModifier(("." + Word).str());
    if (Alternative.starts_with("."))
      return StringRef(Statement.getMnemonic()).ends_with(Alternative);
    return any_of(Statement.Modifiers,
                  [&](StringRef Word) { return Word.drop_front() == Alternative; });
  };
  return anyPart(Rule.Instructions, '|', IsInstruction) &&
         (Rule.Conditions.empty() || !anyPart(Rule.Conditions, ' ', [&](StringRef Condition) {
            return !anyPart(Condition, '|', HasOne);
          }));
}

/// Rules by the opcode, directive or special register that they are about.
using RulesByWord = StringMap<SmallVector<const InstructionRule *, 4>>;

/// Returns the rules about what the target does not have.
static const RulesByWord &getBrokenRules(const TargetVersion &Target) {
  static std::mutex Lock;
  static std::map<std::pair<unsigned, unsigned>, RulesByWord> Known;
  const std::lock_guard<std::mutex> Guard(Lock);
  auto [It, IsNew] = Known.try_emplace({Target.FullSmVersion, Target.PTXVersion});
  if (IsNew)
    for (const InstructionRule &Rule : InstructionRules)
      if (!isLegal(Rule.Legality, Target))
        for (StringRef Name : split(Rule.Instructions, '|'))
          It->second[Name.take_front(Name.find('.', 1))].push_back(&Rule);
  return It->second;
}

static void visitNames(ArrayRef<ptx::Operand> Operands, function_ref<void(StringRef)> Visit) {
  for (const ptx::Operand &O : Operands) {
    if (O.is(ptx::Operand::Kind::Name))
      Visit(O.Text);
    visitNames(O.Parts, Visit);
  }
}

/// Fails with the first rule that the target breaks.
static Error checkRules(const ptx::Statement &Statement, const TargetVersion &Target) {
  const RulesByWord &Rules = getBrokenRules(Target);
  const InstructionRule *First = nullptr;
  auto Check = [&](StringRef Word) {
    if (auto It = Rules.find(Word); It != Rules.end())
      for (const InstructionRule *Rule : It->second)
        if ((!First || Rule < First) && applies(*Rule, Statement))
          First = Rule;
  };
  Check(Statement.Name);
  visitNames(Statement.Operands, Check);
  if (!First)
    return Error::success();
  return require(First->Legality, Target, [&] {
    return First->Instructions.starts_with("%")   ? StringRef(print(Statement)).rtrim(';').str()
           : First->Instructions.starts_with(".") ? Statement.Name.str()
                                                  : Statement.getMnemonic();
  });
}

/// Returns nothing if the model has no such matrix instruction.
static std::optional<Error> judgeMatrix(const ptx::Statement &Statement,
                                        const TargetVersion &Target) {
  if (!isTensorCoreMnemonic(Statement.Name))
    return std::nullopt;
  Expected<FoundForm> Found = parseInstruction(Statement);
  if (Found)
    return checkLegal(*Found->Variant, Found->Form, Target);
  consumeError(Found.takeError());
  return std::nullopt;
}

/// Returns nothing if the statement is no companion. Succeeds if one of those that it is is legal.
static std::optional<Error> judgeCompanion(const ptx::Statement &Statement,
                                           const TargetVersion &Target) {
  std::optional<ArrayRef<MMALegality>> Rejected;
  for (const CompanionWord &Word : parseCompanions(Statement)) {
    const ArrayRef<MMALegality> Legality = getCompanionFormInfo(Word.Form).Legality;
    if (isLegal(Legality, Target))
      return Error::success();
    if (!Rejected)
      Rejected = Legality;
  }
  if (!Rejected)
    return std::nullopt;
  return require(*Rejected, Target, [&] { return Statement.getMnemonic(); });
}

Error tensorcore::checkLegal(const ptx::Statement &Statement, const TargetVersion &Target) {
  if (std::optional<Error> Verdict = judgeMatrix(Statement, Target))
    return std::move(*Verdict);
  if (std::optional<Error> Verdict = judgeCompanion(Statement, Target))
    if (*Verdict)
      return std::move(*Verdict);
  // Words that mean what their absence does came later than the instruction.
  return checkRules(Statement, Target);
}
