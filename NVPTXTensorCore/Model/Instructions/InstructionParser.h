//===- InstructionParser.h - PTX statements to rows -------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the form of a variant or the companion that a PTX statement is: the reverse of
// MMAPTXText.h. The row of a statement leads to both.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONPARSER_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONPARSER_H

#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "PTX/Syntax.h"

namespace llvm::tensorcore {

struct FoundForm {
  const MMAVariant *Variant;
  MMAForm Form;
};

/// Returns true if a statement is of a family with matrix instructions, known form or not.
bool isTensorCoreMnemonic(StringRef Mnemonic);

/// The form that a statement is. Fails with the nearest form, or with the operands that the
/// form has.
Expected<FoundForm> parseInstruction(const ptx::Statement &Statement);

/// Describes the difference between a statement of inline assembly and the instructions of PTX.
struct StatementFault {
  std::string Message;
  bool IsCertain; ///< ptxas rejects the statement, although it accepts more than PTX documents
};

/// Compares a statement of inline assembly with the instructions that begin with its first word, if
/// there are any. Unknown mnemonics and lists of operands are not certainly wrong; registers of
/// other widths and constants with other values are. `Bits` has the width of each operand of the
/// template that is a register, and 0 for the others.
std::optional<StatementFault> checkStatement(const ptx::Statement &Statement,
                                             ArrayRef<unsigned> Bits);

/// Returns true if a mnemonic begins as that of a companion does, other than a special register.
bool isCompanionMnemonic(StringRef Mnemonic);

/// The companions that a statement is: those of its row with its words and as many operands.
const std::vector<CompanionWord> &parseCompanions(const ptx::Statement &Statement);

/// The names that a companion has for the parts of its operands; a word that is no operand stands
/// as it is.
SmallVector<StringRef, 8> getOperandNames(CompanionForm Form);

/// The parts of a statement's operands: what is between brackets and commas.
SmallVector<const ptx::Operand *, 8> getOperandParts(const ptx::Statement &Statement);

/// The operands of a statement with their roles in PTX.
using RoleList = std::vector<std::pair<const ptx::Operand *, OperandRole>>;
RoleList getRoles(const ptx::Statement &Statement, const FoundForm &Found);

/// The operand that has a role; null if the statement has none.
const ptx::Operand *getOperand(const ptx::Statement &Statement, const FoundForm &Found,
                               StringRef Role);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONPARSER_H
