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

#include "CodeGen/Instructions/CompanionInstructions.h"
#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "NVPTX.h"
#include "NVPTXGenInstrInfo/Companions.h"
#include "TensorCoreModel/CompanionForm.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm::tensorcore {

using namespace NVPTX; // the table names opcodes without their namespace

#define GET_CompanionInstructions_IMPL
#include "TensorCoreInstructions.inc"

} // namespace llvm::tensorcore

using namespace llvm;
using namespace llvm::tensorcore;

/// What an operand has to be.
enum class OperandKind { Register, Base, Immediate };

/// The operands of a form: those of a pointer are base and offset.
static SmallVector<OperandKind, 16> getOperandKinds(const MMASignature &Signature) {
  SmallVector<OperandKind, 16> Kinds(Signature.Results.size(), OperandKind::Register);
  for (const MMAArgument &Argument : Signature.Arguments) {
    if (isAddress(Argument))
      Kinds.append({Argument.Type.Kind == MMATypeKind_RegisterAddress ? OperandKind::Register
                                                                      : OperandKind::Base,
                    OperandKind::Immediate});
    else
      Kinds.push_back(Argument.IsImmediate ? OperandKind::Immediate : OperandKind::Register);
  }
  return Kinds;
}

static Error checkOperand(const MachineOperand &Operand, OperandKind Kind, StringRef Name) {
  auto Fail = [&](StringRef What) {
    return makeError(Name + ": operand " + Twine(Operand.getOperandNo()) + " must be " + What);
  };
  bool IsRegister = Operand.isReg() && Operand.getReg();
  if (Kind == OperandKind::Register && !IsRegister)
    return Fail("a register");
  if (Kind == OperandKind::Immediate && !Operand.isImm())
    return Fail("an immediate");
  if (Kind == OperandKind::Base && (Operand.isReg() ? !IsRegister : Operand.isImm()))
    return Fail("a register or a symbol");
  return Error::success();
}

Error tensorcore::checkCompanion(const MachineInstr &MI, CompanionForm Form,
                                 const TargetVersion &Target) {
  StringRef Name = getCompanionFormInfo(Form).Name;
  const MMASignature &Signature = getCompanionFormInfo(Form).Signature;
  SmallVector<OperandKind, 16> Kinds = getOperandKinds(Signature);
  if (MI.getNumExplicitOperands() != Kinds.size())
    return makeError(Name + " has " + Twine(MI.getNumExplicitOperands()) + " operands; it needs " +
                     Twine(Kinds.size()));
  for (auto [Operand, Kind] : zip(MI.explicit_operands(), Kinds))
    if (Error E = checkOperand(Operand, Kind, Name))
      return E;
  unsigned Position = Signature.Results.size();
  for (const MMAArgument &Argument : Signature.Arguments) {
    if (Argument.IsImmediate && !isChoiceOf(Form, Argument.Name, MI.getOperand(Position).getImm()))
      return makeError(Name + ": " + Argument.Name + " cannot be " +
                       Twine(MI.getOperand(Position).getImm()));
    Position += isAddress(Argument) ? 2 : 1;
  }
  return checkLegal(Form, Target);
}

StringRef tensorcore::getMnemonic(const MachineInstr &MI) {
  const TargetMachine &TM = MI.getMF()->getTarget();
  const NVPTXInstPrinter Printer(*TM.getMCAsmInfo(), *TM.getMCInstrInfo(), *TM.getMCRegisterInfo());
  MCInst Instruction;
  Instruction.setOpcode(MI.getOpcode());
  const char *Text = Printer.getMnemonic(Instruction).first;
  return Text ? Text : "";
}
