//===- MMAPTXText.h - instructions as PTX text ------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX of an instruction, by the groups of words and the operands that its row and its opcode
// have (TableGen/PTX): for the printer of the target, which has registers, and with roles in their
// place: "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {a0}, {b0}, {c0, c1};".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H

#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMADescriptor.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore {

/// Operands of an opcode with one role (TableGen/MMAOpcodes.td).
struct MMAStatementOperand {
  MMAOperandForm Form;
  uint8_t Bits;  ///< of a register; 0 of a base and offset
  bool IsMemory; ///< of base and offset
  bool IsNear;   ///< on the line of the operand before it
  StringLiteral Role;
  ArrayRef<StringLiteral> Names; ///< empty if they are the role with numbers
  uint8_t First;                 ///< the number of the first one
  uint8_t Count;

  std::string getName(unsigned Index) const;
};

/// The operands of an opcode in PTX's order, and the rows of which the first that has words for a
/// descriptor prints it.
struct MMAStatement {
  MMAOpcode Opcode;
  ArrayRef<MMAStatementOperand> Operands;
  ArrayRef<PTXInstruction> Rows;
};

/// The fields of the MMA descriptor whose values are the positions of a group's words.
struct FieldsOfGroup {
  ArrayRef<MMAField> Fields;
};

/// A row of matrix instructions (TableGen/PTX/Matrix.td).
struct MatrixInstruction {
  PTXInstruction Row;
  ArrayRef<FieldsOfGroup> Groups;
  StringLiteral Begin, Between; ///< what stands before operands
};

#define GET_MMAStatements_DECL
#define GET_MatrixInstructions_DECL
#include "TensorCoreModel.inc"

/// The mnemonic with its modifiers. `Opcode` has the family of the word; one that only holds
/// registers has no PTX and an empty text.
std::string printMnemonic(MMAOpcode Opcode, MMADescriptor Descriptor);

/// Returns the row that prints an instruction, with the mnemonic; null if it is none of PTX.
std::pair<const MatrixInstruction *, std::string> findRow(MMAOpcode Opcode,
                                                          MMADescriptor Descriptor);

/// The whole statement, on a line.
std::string printStatement(MMAOpcode Opcode, MMADescriptor Descriptor);

/// Prints the statement of a machine instruction. `PrintOperand` is called for each operand in the
/// order of the machine instruction's.
void printMatrixInstruction(
    raw_ostream &OS, MMAOpcode Opcode, MMADescriptor Descriptor,
    function_ref<void(const MMAStatementOperand &Operand, unsigned Index)> PrintOperand);

/// Names the role that an operand has: "b", "idesc", or "{byte_a, thread_a}" with its parts. An
/// immediate of wgmma is named by its value, "1" or "0".
struct OperandRole {
  std::string Name;
  std::vector<std::string> Parts; ///< of what has no parts the name
  bool IsAddress = false;
  unsigned Bits = 0; ///< of a register, or 0
};
std::vector<OperandRole> getOperandRoles(MMAOpcode Opcode, MMADescriptor Descriptor);

/// The same of a companion, with the first words that its immediates may have. A block of several
/// statements is on a line, too; the others only move operands to where the instruction needs them.
std::string printMnemonic(const CompanionWord &Word);
std::string printMnemonic(CompanionForm Form);
std::string printStatement(CompanionForm Form);

/// Returns the statement of a companion with "$name" for its operands, and "${name}" for the words
/// of its immediates.
std::string printTemplate(CompanionForm Form);

/// Prints the statement of a machine instruction, a block on several lines;
/// `PrintOperand` writes the operand of a name.
void printCompanion(raw_ostream &OS, const CompanionWord &Word,
                    function_ref<void(raw_ostream &OS, StringRef Name)> PrintOperand);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXTEXT_H
