//===- InstructionRules.h - legality of other PTX ---------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where PTX instructions are legal that are neither matrix instructions nor companions
// (TableGen/InstructionRules.td).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONRULES_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONRULES_H

#include "Model/Legality/Legality.h"
#include "PTX/Syntax.h"

namespace llvm::tensorcore {

ArrayRef<InstructionRule> getInstructionRules();

/// Whether a statement is one of those that a rule is about.
bool applies(const InstructionRule &Rule, const ptx::Statement &Statement);

/// Success if the target has what a statement is; else the first rule that it breaks. Matrix
/// instructions and companions have rules of their own (InstructionParser.h).
Error checkRules(const ptx::Statement &Statement, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_INSTRUCTIONRULES_H
