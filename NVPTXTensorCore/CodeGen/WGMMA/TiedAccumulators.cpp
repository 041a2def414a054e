//===- TiedAccumulators.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass inserts copies before the instruction, as TwoAddressInstruction does, and the register
// coalescer removes them.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/TiedAccumulators.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/WGMMA/AccumulatorCopies.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if nothing but undefined values reaches a register.
static bool isUndefined(Register R, const MachineRegisterInfo &MRI) {
  return all_of(MRI.def_instructions(R), [](const MachineInstr &MI) { return MI.isImplicitDef(); });
}

/// Makes the result D and the operand C of an instruction one register.
static void tie(MachineInstr &MI, MachineOperand &D, MachineOperand &C, MachineRegisterInfo &MRI) {
  if (D.getReg() == C.getReg())
    return;
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  bool Undefined = C.isUndef() || isUndefined(C.getReg(), MRI);
  if (!Undefined)
    BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(TargetOpcode::COPY), D.getReg())
        .addReg(C.getReg());
  C.setReg(D.getReg());
  C.setIsKill(false);
  C.setIsUndef(Undefined);
}

/// Returns true if D and C of an instruction can be one register without a copy: C is made for D
/// alone, by a tied instruction before in the same block, so that they are never alive at once.
static bool isMadeFor(const MachineOperand &D, const MachineOperand &C,
                      const MachineRegisterInfo &MRI) {
  const MachineInstr *Def = MRI.getUniqueVRegDef(C.getReg());
  return D.getReg() != C.getReg() && Def && Def->getParent() == C.getParent()->getParent() &&
         getTiedRegisterCount(*Def) && MRI.hasOneNonDBGUse(C.getReg()) &&
         MRI.getRegClass(C.getReg()) == MRI.getRegClass(D.getReg());
}

/// Returns true if no instruction reads a result. A register that a chain of
/// instructions shares is read by the next instruction of the chain; a search for a read among all
/// of its definitions would take too long.
static bool isUnused(Register D, const MachineRegisterInfo &MRI) {
  return MRI.hasOneDef(D) && MRI.use_nodbg_empty(D);
}

/// Gives one register to accumulators that go from instruction to instruction in a block. No
/// copy can come between these, where it would be behind the fence or in flight, whatever else
/// is coalesced with them.
static void joinChains(MachineBasicBlock &MBB, MachineRegisterInfo &MRI) {
  for (MachineInstr &MI : reverse(MBB)) {
    unsigned Count = getTiedRegisterCount(MI);
    for (unsigned I = 0; I < Count; ++I) {
      MachineOperand &D = MI.getOperand(I), &C = MI.getOperand(Count + I);
      if (C.isUndef() || isUnused(D.getReg(), MRI) || !isMadeFor(D, C, MRI))
        continue;
      C.setIsKill(false);
      MRI.replaceRegWith(C.getReg(), D.getReg());
    }
  }
}

namespace {

class TiedAccumulators : public MachineFunctionPass {
public:
  static char ID;
  explicit TiedAccumulators(bool Coalesce) : MachineFunctionPass(ID), Coalesce(Coalesce) {}

  StringRef getPassName() const override { return "NVPTX tied accumulators"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool Coalesce;
};

char TiedAccumulators::ID = 0;

} // namespace

bool TiedAccumulators::runOnMachineFunction(MachineFunction &MF) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF) {
    joinChains(MBB, MRI);
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      unsigned Count = getTiedRegisterCount(MI);
      for (unsigned I = 0; I < Count; ++I) {
        MachineOperand &D = MI.getOperand(I);
        // A value that is only held, and not used any more, stays where it is.
        if (isHold(MI) && isUnused(D.getReg(), MRI))
          continue;
        tie(MI, D, MI.getOperand(Count + I), MRI);
        Changed = true;
      }
    }
  }
  if (!Coalesce || !hasAccumulators(MF))
    return Changed;
  removeAccumulatorCopies(MF);
  return true;
}

FunctionPass *tensorcore::createTiedAccumulatorsPass(bool Coalesce) {
  return new TiedAccumulators(Coalesce);
}
