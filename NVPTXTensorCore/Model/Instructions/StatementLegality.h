//===- StatementLegality.h - legality of PTX statements ---------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges PTX statements for a target: matrix instructions and companions by their rows, other
// instructions by the rules of TableGen/InstructionRules.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_STATEMENTLEGALITY_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_STATEMENTLEGALITY_H

#include "Model/Legality/Legality.h"
#include "PTX/Syntax.h"

namespace llvm::tensorcore {

/// Returns the rules for instructions that are neither matrix instructions nor companions.
ArrayRef<InstructionRule> getInstructionRules();

/// Returns true if the rule is about the statement.
bool applies(const InstructionRule &Rule, const ptx::Statement &Statement);

/// Succeeds if the target has the statement's instruction, or if the model does not know it.
Error checkLegal(const ptx::Statement &Statement, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_STATEMENTLEGALITY_H
