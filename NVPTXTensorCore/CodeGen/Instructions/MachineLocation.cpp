//===- MachineLocation.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks as the IR names them, or by number.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "Model/Instructions/MMAPTXText.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace llvm::tensorcore;

std::string tensorcore::nameLocation(const MachineInstr &MI) {
  if (const DebugLoc &Loc = MI.getDebugLoc())
    return "line " + std::to_string(Loc.getLine());
  const MachineBasicBlock &Block = *MI.getParent();
  return Block.getName().empty() ? "block " + std::to_string(Block.getNumber())
                                 : "block '" + Block.getName().str() + "'";
}

Location tensorcore::getLocation(const MachineInstr &MI) {
  Location At(MI.getMF()->getFunction(), MI.getDebugLoc(), nameLocation(MI));
  // The checks of machine code are about these.
  const MMAInstruction *Instruction = lookupMMAInstructionByRecord(MI.getOpcode());
  if (!Instruction || getMMAOpcodeInfo(Instruction->Opcode).Family != MMAFamily_WGMMA)
    return At;
  if (Expected<MMADescriptor> Word = MMADescriptor::decode(getMMADescriptorWord(MI)))
    At.Subject = printMnemonic(Instruction->Opcode, *Word);
  else // of MIR that was written by hand
    consumeError(Word.takeError());
  return At;
}
