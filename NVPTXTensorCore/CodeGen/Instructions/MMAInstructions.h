//===- MMAInstructions.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the model's opcodes (register signatures) and the target's: which machine
// opcode an MMAOpcode became. Generated from TableGen/TensorCore.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMAINSTRUCTIONS_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMAINSTRUCTIONS_H

#include "Model/Tables/MMATables.h"
#include "llvm/Config/llvm-config.h"

namespace llvm {
class MachineInstr;
class MachineOperand;
} // namespace llvm

// NVPTX::OpName: names of operands, as TensorCore.td has them.
#define GET_INSTRINFO_OPERAND_ENUM
#include "NVPTXGenInstrInfo.inc"

namespace llvm::tensorcore {

/// A machine instruction of a matrix opcode or of a companion's.
struct MMAInstruction {
  MMAOpcode Opcode;
  unsigned Record; ///< NVPTX::…
};

#define GET_MMAInstructions_DECL
#include "TensorCoreInstructions.inc"

/// Returns the row of a machine instruction; null if it is neither a matrix instruction nor a
/// companion.
const MMAOpcodeInfo *getMMAOpcodeInfo(const MachineInstr &MI);

/// Returns true if an opcode of the target, NVPTX::…, is that of companions.
bool isCompanionRecord(unsigned Record);

/// The position of the operand with a name of NVPTX::OpName, which the instruction has. A fragment
/// begins at OpName::a0, b0, c0, d0.
unsigned getOperandIndex(const MachineInstr &MI, NVPTX::OpName Name);

/// The operand with a name; null if the instruction has none.
const MachineOperand *findOperand(const MachineInstr &MI, NVPTX::OpName Name);

/// The word of the MMA descriptor of an instruction that has one.
uint64_t getMMADescriptorWord(const MachineInstr &MI);

/// Returns how many registers an instruction has both as results and as operands: the accumulators
/// of a wgmma, or the values that a hold keeps. They are its first operands and those behind them.
unsigned getTiedRegisterCount(const MachineInstr &MI);

/// Returns true if an instruction does nothing but hold registers.
bool isHold(const MachineInstr &MI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_MMAINSTRUCTIONS_H
