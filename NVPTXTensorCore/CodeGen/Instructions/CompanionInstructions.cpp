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
#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXInstPrinter.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "NVPTX.h"
#include "NVPTXGenInstrInfo/Companions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Names the kinds of operands that an instruction can need.
enum class OperandKind { Register, Base, Immediate };

template <class Operand> static Expected<CompanionWord> readWord(const Operand &Last) {
  if (!Last.isImm())
    return makeError("the last operand names no instruction");
  return CompanionWord::decode(Last.getImm());
}

Expected<CompanionWord> tensorcore::getCompanionWord(const MCInst &MI) {
  return readWord(MI.getOperand(MI.getNumOperands() - 1));
}

Expected<CompanionWord> tensorcore::getCompanionWord(const MachineInstr &MI) {
  if (MI.getNumExplicitOperands() != MI.getDesc().getNumOperands())
    return makeError("an instruction has " + Twine(MI.getNumExplicitOperands()) +
                     " operands; it needs " + Twine(MI.getDesc().getNumOperands()));
  return readWord(MI.getOperand(MI.getNumExplicitOperands() - 1));
}

/// The operands of a form: those of a pointer are base and offset.
static SmallVector<OperandKind, 16> getOperandKinds(const MMASignature &Signature) {
  SmallVector<OperandKind, 16> Kinds(Signature.Results.size(), OperandKind::Register);
  for (const MMAArgument &Argument : Signature.Arguments) {
    if (!Argument.Words.empty())
      continue;
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

Error tensorcore::checkCompanion(const MachineInstr &MI, MMAOpcode Opcode,
                                 const TargetVersion &Target) {
  Expected<CompanionWord> Word = getCompanionWord(MI);
  if (!Word)
    return makeError(getMMAOpcodeInfo(Opcode).Name + ": " + toString(Word.takeError()));
  const CompanionForm Form = Word->Form;
  StringRef Name = getCompanionFormInfo(Form).Name;
  if (getCompanionOpcode(Form) != Opcode)
    return makeError(Name + " is not an instruction of the opcode " +
                     getMMAOpcodeInfo(Opcode).Name + "; it is one of " +
                     getMMAOpcodeInfo(getCompanionOpcode(Form)).Name);
  const MMASignature &Signature = getCompanionFormInfo(Form).Signature;
  for (auto [Operand, Kind] : zip(MI.explicit_operands(), getOperandKinds(Signature)))
    if (Error E = checkOperand(Operand, Kind, Name))
      return E;
  unsigned Position = Signature.Results.size();
  for (const MMAArgument &Argument : Signature.Arguments) {
    if (Argument.IsImmediate && Argument.Words.empty() &&
        !isChoiceOf(Form, Argument.Name, MI.getOperand(Position).getImm()))
      return makeError(Name + ": " + Argument.Name + " cannot be " +
                       Twine(MI.getOperand(Position).getImm()));
    Position += getOperandCount(Argument);
  }
  return checkLegal(Form, Target);
}

std::string tensorcore::getMnemonic(const MachineInstr &MI) {
  if (isCompanionRecord(MI.getOpcode())) {
    Expected<CompanionWord> Word = getCompanionWord(MI);
    if (!Word)
      return consumeError(Word.takeError()), "";
    return printMnemonic(*Word);
  }
  const TargetMachine &TM = MI.getMF()->getTarget();
  const NVPTXInstPrinter Printer(*TM.getMCAsmInfo(), *TM.getMCInstrInfo(), *TM.getMCRegisterInfo());
  MCInst Instruction;
  Instruction.setOpcode(MI.getOpcode());
  const char *Text = Printer.getMnemonic(Instruction).first;
  return Text ? Text : "";
}
