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

#include "MMAInstructions.h"
#include "MCTargetDesc/NVPTXMCTargetDesc.h"
#include "llvm/CodeGen/MachineInstr.h"

namespace llvm::tensorcore {

using namespace NVPTX; // the table names opcodes without their namespace

#define GET_MMAInstructions_IMPL
#include "TensorCoreInstructions.inc"

const MMAOpcodeInfo *getMMAOpcodeInfo(const MachineInstr &MI) {
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  return Instruction ? &getMMAOpcodeInfo(Instruction->Opcode) : nullptr;
}

unsigned getTiedRegisterCount(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  bool IsTied = Info && (Info->Family == MMAFamily_WGMMA || Info->Family == MMAFamily_Hold);
  return IsTied ? Info->DCount : 0;
}

bool isHold(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return Info && Info->Family == MMAFamily_Hold;
}

} // namespace llvm::tensorcore
