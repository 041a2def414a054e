//===- CompanionInstructions.h ----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes companions as machine instructions. Results and operands of an instruction are those of
// the form's signature, in its order, without words; a pointer, except for a base, is two operands:
// base and offset. The last operand is the companion word, which names the form.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H

#include "Model/Instructions/Companions.h"

namespace llvm {
class MachineInstr;
class MCInst;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if an argument is base and offset in an instruction.
inline bool isAddress(const MMAArgument &Argument) {
  return Argument.Type.Kind == MMATypeKind_Pointer ||
         Argument.Type.Kind == MMATypeKind_AnyPointer ||
         Argument.Type.Kind == MMATypeKind_RegisterAddress;
}

/// Returns how many operands of an instruction an argument of its form becomes: none if it is a
/// word.
inline unsigned getOperandCount(const MMAArgument &Argument) {
  return !Argument.Words.empty() ? 0 : isAddress(Argument) ? 2 : 1;
}

/// Returns the word in the last operand of a companion.
Expected<CompanionWord> getCompanionWord(const MCInst &MI);
Expected<CompanionWord> getCompanionWord(const MachineInstr &MI);

/// Checks that an instruction has its operands, and the target has it; a .mir file may say
/// anything.
Error checkCompanion(const MachineInstr &MI, MMAOpcode Opcode, const TargetVersion &Target);

/// Prints the PTX of an instruction up to its first operand, also of a companion that LLVM selects
/// itself.
std::string getMnemonic(const MachineInstr &MI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H
