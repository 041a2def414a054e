//===- CheapInstructions.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/CheapInstructions.h"
#include "NVPTX.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isDivision(unsigned Opcode) {
#define DIVISION(NAME)                                                                             \
  case NVPTX::NAME##16rr:                                                                          \
  case NVPTX::NAME##16ri:                                                                          \
  case NVPTX::NAME##32rr:                                                                          \
  case NVPTX::NAME##32ri:                                                                          \
  case NVPTX::NAME##64rr:                                                                          \
  case NVPTX::NAME##64ri:
  switch (Opcode) {
    DIVISION(SDIV)
    DIVISION(UDIV)
    DIVISION(SREM)
    DIVISION(UREM)
    return true;
  default:
    return false;
  }
#undef DIVISION
}

bool tensorcore::isCheap(const MachineInstr &I, const MachineRegisterInfo &MRI) {
  if (I.isPHI() || I.isCopyLike() || I.isInlineAsm() || I.isConvergent() || I.isTerminator() ||
      I.mayLoadOrStore() || I.hasUnmodeledSideEffects() || isDivision(I.getOpcode()) ||
      I.getNumExplicitDefs() != 1)
    return false;
  unsigned NumRegisters = 0;
  for (const MachineOperand &O : I.operands()) {
    if (!O.isReg())
      continue;
    if (!O.getReg().isVirtual() || O.getSubReg() || !MRI.getVRegDef(O.getReg()))
      return false;
    NumRegisters += O.isUse();
  }
  const TargetRegisterClass *Class = MRI.getRegClass(I.getOperand(0).getReg());
  return NumRegisters && I.getOperand(0).isDef() &&
         (Class == &NVPTX::B32RegClass || Class == &NVPTX::B64RegClass);
}

MachineBasicBlock *tensorcore::getBlockOf(const MachineOperand &Use) {
  const MachineInstr &User = *Use.getParent();
  if (User.isPHI())
    return User.getOperand(Use.getOperandNo() + 1).getMBB();
  return const_cast<MachineBasicBlock *>(User.getParent());
}

/// Before the first of the instructions that use a value in a block, or at its end.
static MachineBasicBlock::iterator findLocation(MachineBasicBlock &Block,
                                                ArrayRef<MachineOperand *> Uses) {
  SmallPtrSet<MachineInstr *, 8> Users;
  for (const MachineOperand *Use : Uses)
    if (auto *User = const_cast<MachineInstr *>(Use->getParent());
        User->getParent() == &Block && !User->isPHI())
      Users.insert(User);
  if (Users.empty())
    return Block.getFirstTerminator();
  if (Users.size() == 1) // there is no need to go through a large block
    return (*Users.begin())->getIterator();
  return find_if(Block, [&](MachineInstr &I) { return Users.contains(&I); });
}

MachineInstr &tensorcore::repeatIn(MachineBasicBlock &Block, MachineInstr &I,
                                   ArrayRef<MachineOperand *> Uses) {
  MachineRegisterInfo &MRI = Block.getParent()->getRegInfo();
  const auto Location = findLocation(Block, Uses);
  MachineInstr *Copy = Block.getParent()->CloneMachineInstr(&I);
  Register New = MRI.cloneVirtualRegister(I.getOperand(0).getReg());
  Copy->getOperand(0).setReg(New);
  Block.insert(Location, Copy);
  for (MachineOperand *Use : Uses)
    Use->setReg(New);
  return *Copy;
}

void tensorcore::eraseUnused(MachineInstr &I) {
  MachineRegisterInfo &MRI = I.getMF()->getRegInfo();
  Register Value = I.getOperand(0).getReg();
  if (!MRI.use_nodbg_empty(Value))
    return;
  MRI.markUsesInDebugValueAsUndef(Value);
  I.eraseFromParent();
}
