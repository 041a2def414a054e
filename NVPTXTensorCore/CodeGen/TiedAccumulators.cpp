//===- TiedAccumulators.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies before the instruction, as TwoAddressInstruction makes them, for the register
// coalescer to remove.
//
//===----------------------------------------------------------------------===//

#include "TiedAccumulators.h"
#include "AccumulatorCopies.h"
#include "MMAInstructions.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Whether nothing but undefined values reaches a register.
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
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      unsigned Count = getTiedRegisterCount(MI);
      for (unsigned I = 0; I < Count; ++I) {
        MachineOperand &D = MI.getOperand(I);
        // What is only held, and not used any more, stays where it is.
        if (isHold(MI) && MRI.use_nodbg_empty(D.getReg()))
          continue;
        tie(MI, D, MI.getOperand(Count + I), MRI);
        Changed = true;
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
