//===- CompanionInstructions.h ----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of companions and machine opcodes. Results and operands of an instruction are those
// of the form's signature, in its order; a pointer, but for a base, is two operands: base and
// offset.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H

#include "Model/Instructions/Companions.h"

namespace llvm {
class MachineInstr;
}

namespace llvm::tensorcore {

struct CompanionInstruction {
  CompanionForm Form;
  unsigned Record; ///< NVPTX::…
};

#define GET_CompanionInstructions_DECL
#include "TensorCoreInstructions.inc"

/// Whether an argument is base and offset in an instruction.
inline bool isAddress(const MMAArgument &Argument) {
  return Argument.Type.Kind == MMATypeKind_Pointer ||
         Argument.Type.Kind == MMATypeKind_AnyPointer ||
         Argument.Type.Kind == MMATypeKind_RegisterAddress;
}

/// Whether an instruction has its operands, and the target has it; a .mir file may say
/// anything.
Error checkCompanion(const MachineInstr &MI, CompanionForm Form, const TargetVersion &Target);

/// The PTX of an instruction up to its first operand, also of a companion that LLVM selects itself.
StringRef getMnemonic(const MachineInstr &MI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_COMPANIONINSTRUCTIONS_H
