//===- DisjointRegisters.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/DisjointRegisters.h"
#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "NVPTXGenInstrInfo/Companions.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// By opcode: whether some of its instructions are of those.
static const BitVector &getOpcodes() {
  static const BitVector Opcodes = [] {
    BitVector Found(NVPTX::INSTRUCTION_LIST_END);
    for (const auto &[Form, Info] : enumerate(getCompanionForms()))
      if (Info.HasDisjointRegisters)
        Found.set(lookupMMAInstruction(getCompanionOpcode(CompanionForm(Form)))->Record);
    return Found;
  }();
  return Opcodes;
}

/// Returns true if an instruction of such an opcode is one of them.
static bool needsDisjointRegisters(const MachineInstr &MI) {
  Expected<CompanionWord> Word = getCompanionWord(MI);
  return errorToBool(Word.takeError()) ? false
                                       : getCompanionFormInfo(Word->Form).HasDisjointRegisters;
}

/// Gives an operand a register of its own if one before it has the same.
static bool separate(MachineInstr &MI, MachineRegisterInfo &MRI, const TargetInstrInfo &TII) {
  SmallSet<Register, 32> Seen;
  bool Changed = false;
  for (MachineOperand &O : MI.explicit_operands()) {
    if (!O.isReg() || Seen.insert(O.getReg()).second)
      continue;
    // All are of 32 bits.
    const Register Copy = MRI.createVirtualRegister(MRI.getRegClass(O.getReg()));
    BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(NVPTX::MOV_B32_r), Copy)
        .addReg(O.getReg(), getUndefRegState(O.isUndef()));
    O.setReg(Copy);
    O.setIsUndef(false);
    Changed = true;
  }
  return Changed;
}

namespace {

class DisjointRegisters : public MachineFunctionPass {
public:
  static char ID;
  DisjointRegisters() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX disjoint registers"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    const BitVector &Opcodes = getOpcodes();
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    bool Changed = false;
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB)
        if (Opcodes.test(MI.getOpcode()) && needsDisjointRegisters(MI))
          Changed |= separate(MI, MF.getRegInfo(), TII);
    return Changed;
  }
};

} // namespace

char DisjointRegisters::ID = 0;

FunctionPass *tensorcore::createDisjointRegistersPass() { return new DisjointRegisters(); }
