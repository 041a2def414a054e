//===- MMAPTXText.h - instructions as PTX text ------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX of an instruction, without a machine instruction to print: the assembly string of its
// opcode (TableGen/MMAPTXText.td) with the fields of its MMA descriptor, and roles in the
// place of registers: "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {a0}, {b0},
// {c0, c1};". The target's printer prints the same strings with registers. Companions are printed
// by the groups and operands of their rows (TableGen/PTX).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H

#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMADescriptor.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore {

/// The mnemonic with its modifiers. `Opcode` has the family of the word; one that only holds
/// registers has no PTX and an empty text.
std::string spellMnemonic(MMAOpcode Opcode, MMADescriptor Descriptor);

/// Its operands: "{d0, d1}, {a0}, {b0}, {c0, c1}".
std::string spellOperands(MMAOpcode Opcode, MMADescriptor Descriptor);

/// The whole statement, on a line.
std::string spellStatement(MMAOpcode Opcode, MMADescriptor Descriptor);

/// The same of a companion, with the first words that its immediates may have. A block of several
/// statements is on a line, too; the others only move operands to where the instruction needs them.
std::string spellMnemonic(const CompanionWord &Word);
std::string spellMnemonic(CompanionForm Form);
std::string spellStatement(CompanionForm Form);

/// Returns the statement of a companion with "$name" for its operands, and "${name}" for the words
/// of its immediates.
std::string spellTemplate(CompanionForm Form);

/// Prints the statement of a machine instruction, a block on several lines;
/// `PrintOperand` writes the operand of a name.
void printCompanion(raw_ostream &OS, const CompanionWord &Word,
                    function_ref<void(raw_ostream &OS, StringRef Name)> PrintOperand);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H
