//===- LowHalves.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only operands of inline assembly are changed: the arithmetic of CUDA's 16-bit floats is inline
// assembly.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/LowHalves.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "NVPTXSubtarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The PTX ISA version with `_` in a mov.
static constexpr unsigned SinkVersion = 71;

namespace {

class LowHalves : public MachineFunctionPass {
public:
  static char ID;
  LowHalves() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX low halves"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

char LowHalves::ID = 0;

} // namespace

/// Returns true if inline assembly has a value as an operand, or a copy of it.
static bool isOfAssembly(Register Value, const MachineRegisterInfo &MRI) {
  return any_of(MRI.use_nodbg_instructions(Value), [&](const MachineInstr &User) {
    return User.isInlineAsm() || (User.isFullCopy() && User.getOperand(0).getReg().isVirtual() &&
                                  any_of(MRI.use_nodbg_instructions(User.getOperand(0).getReg()),
                                         [](const MachineInstr &I) { return I.isInlineAsm(); }));
  });
}

bool LowHalves::runOnMachineFunction(MachineFunction &MF) {
  const auto &Subtarget = MF.getSubtarget<NVPTXSubtarget>();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  if (Subtarget.getPTXVersion() < SinkVersion || !MRI.isSSA() ||
      !MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = false;
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &I : make_early_inc_range(Block)) {
      if (I.getOpcode() != NVPTX::CVT_u16_u32 || !isOfAssembly(I.getOperand(0).getReg(), MRI))
        continue;
      BuildMI(Block, I, I.getDebugLoc(), Subtarget.getInstrInfo()->get(NVPTX::I32toI16L_Sink),
              I.getOperand(0).getReg())
          .add(I.getOperand(1));
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

FunctionPass *tensorcore::createLowHalvesPass() { return new LowHalves(); }
