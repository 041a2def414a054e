//===- MMAInstructions.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the generated opcode table a home.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MMAInstructions.h"
#include "MCTargetDesc/NVPTXMCTargetDesc.h"
#include "NVPTXGenInstrInfo/Companions.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <vector>

#define GET_INSTRINFO_NAMED_OPS
#include "NVPTXGenInstrInfo.inc"

namespace llvm::tensorcore {

using namespace NVPTX; // the table names opcodes without their namespace

#define GET_MMAInstructions_IMPL
#include "TensorCoreInstructions.inc"

bool isCompanionRecord(unsigned Record) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(Record);
  return Instruction && getMMAOpcodeInfo(Instruction->Opcode).Family == MMAFamily_Companion;
}

const MMAOpcodeInfo *getMMAOpcodeInfo(const MachineInstr &MI) {
  // By the opcode's number: passes ask this of every instruction of every function.
  static const std::vector<const MMAOpcodeInfo *> ByNumber = [] {
    std::vector<const MMAOpcodeInfo *> Result(NVPTX::INSTRUCTION_LIST_END);
    for (const MMAInstruction &Instruction : MMAInstructions)
      Result[Instruction.Record] = &getMMAOpcodeInfo(Instruction.Opcode);
    return Result;
  }();
  return MI.getOpcode() < ByNumber.size() ? ByNumber[MI.getOpcode()] : nullptr;
}

unsigned getOperandIndex(const MachineInstr &MI, NVPTX::OpName Name) {
  int Index = NVPTX::getNamedOperandIdx(MI.getOpcode(), Name);
  assert(Index >= 0 && "the instruction has no such operand");
  return Index;
}

const MachineOperand *findOperand(const MachineInstr &MI, NVPTX::OpName Name) {
  int Index = NVPTX::getNamedOperandIdx(MI.getOpcode(), Name);
  // A .mir file may have left it out; that is reported later.
  bool HasIt = Index >= 0 && unsigned(Index) < MI.getNumExplicitOperands();
  return HasIt ? &MI.getOperand(Index) : nullptr;
}

uint64_t getMMADescriptorWord(const MachineInstr &MI) {
  return MI.getOperand(getOperandIndex(MI, NVPTX::OpName::desc)).getImm();
}

unsigned getTiedRegisterCount(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  if (!Info || (Info->Family != MMAFamily_WGMMA && Info->Family != MMAFamily_Hold))
    return 0;
  // A .mir file may have left something out; that is reported later.
  auto IsRegister = [](const MachineOperand &Operand) {
    return Operand.isReg() && Operand.getReg().isVirtual();
  };
  unsigned Needed = 2 * Info->DCount;
  bool HasThem = MI.getNumExplicitOperands() >= Needed &&
                 all_of(make_range(MI.operands_begin(), MI.operands_begin() + Needed), IsRegister);
  return HasThem ? Info->DCount : 0;
}

bool isHold(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return Info && Info->Family == MMAFamily_Hold;
}

} // namespace llvm::tensorcore
