//===- InstructionRules.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares statements with the rules' words.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/InstructionRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

/// Whether one of some operands, or of their parts, is a special register.
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

Error tensorcore::checkRules(const ptx::Statement &Statement, const TargetVersion &Target) {
  for (const InstructionRule &Rule : InstructionRules)
    if (!isLegal(Rule.Legality, Target) && applies(Rule, Statement))
      return require(Rule.Legality, Target, [&] {
        return Rule.Instructions.starts_with("%")   ? StringRef(spell(Statement)).rtrim(';').str()
               : Rule.Instructions.starts_with(".") ? Statement.Name.str()
                                                    : Statement.getMnemonic();
      });
  return Error::success();
}
