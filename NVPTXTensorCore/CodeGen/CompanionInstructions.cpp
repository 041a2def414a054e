//===- CompanionInstructions.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table, and the last check.
//
//===----------------------------------------------------------------------===//

#include "CompanionInstructions.h"
#include "Model/Errors.h"
#include "NVPTX.h"
#include "llvm/CodeGen/MachineInstr.h"

namespace llvm::tensorcore {

using namespace NVPTX; // the table names opcodes without their namespace

#define GET_CompanionInstructions_IMPL
#include "TensorCoreInstructions.inc"

} // namespace llvm::tensorcore

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether one operand is what the instruction has there.
static Error checkOperand(const MachineInstr &MI, const MachineOperand &Operand, StringRef Name) {
  const MCOperandInfo &Info = MI.getDesc().operands()[Operand.getOperandNo()];
  if (Operand.isReg() && !Operand.getReg())
    return makeError(Name + " has no register where it needs one");
  if (Info.RegClass >= 0 ? !Operand.isReg() : Info.OperandType != MCOI::OPERAND_MEMORY &&
                                                  !Operand.isImm())
    return makeError(Name + ": operand " + Twine(Operand.getOperandNo()) + " must be " +
                     (Info.RegClass >= 0 ? "a register" : "an immediate"));
  return Error::success();
}

Error tensorcore::checkCompanion(const MachineInstr &MI, CompanionForm Form,
                                 const TargetVersion &Target) {
  StringRef Name = getCompanionFormInfo(Form).Name;
  if (MI.getNumExplicitOperands() != MI.getDesc().getNumOperands())
    return makeError(Name + " has " + Twine(MI.getNumExplicitOperands()) +
                     " operands; it needs " + Twine(MI.getDesc().getNumOperands()));
  for (const MachineOperand &Operand : MI.explicit_operands())
    if (Error E = checkOperand(MI, Operand, Name))
      return E;
  const MMASignature &Signature = getSignature(Form);
  unsigned Position = Signature.Results.size();
  for (const MMAArgument &Argument : Signature.Arguments) {
    if (Argument.IsImmediate &&
        !isChoiceOf(Form, Argument.Name, MI.getOperand(Position).getImm()))
      return makeError(Name + ": " + Argument.Name + " cannot be " +
                       Twine(MI.getOperand(Position).getImm()));
    Position += Argument.Type.starts_with("p") ? 2 : 1;
  }
  return checkLegal(Form, Target);
}
