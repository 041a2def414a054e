//===- RepeatedConstants.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk visits blocks in reverse post-order. A block with one predecessor begins with the
// constants that are known at the end of the predecessor; other blocks begin with none.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/RepeatedConstants.h"
#include "CodeGen/Registers/MachinePass.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Maps registers to the constants that they hold, as operands of the moves that set them.
using Constants = DenseMap<Register, const MachineOperand *>;

} // namespace

/// Returns the constant that an instruction sets its register to, null if it does something else.
static const MachineOperand *getConstant(const MachineInstr &MI, const Constants &Known) {
  if (MI.isCopy() || MI.isMoveReg())
    return Known.lookup(MI.getOperand(1).getReg());
  if (!MI.isMoveImmediate() || MI.getNumExplicitOperands() != 2)
    return nullptr;
  const MachineOperand &Value = MI.getOperand(1);
  return Value.isImm() || Value.isFPImm() ? &Value : nullptr;
}

/// Removes moves from a block, and updates what is known. Returns true if there were any.
static bool removeRepeated(MachineBasicBlock &MBB, Constants &Known) {
  MachineRegisterInfo &MRI = MBB.getParent()->getRegInfo();
  bool Changed = false;
  for (MachineInstr &MI : make_early_inc_range(MBB)) {
    const MachineOperand *Value = getConstant(MI, Known);
    if (Value) {
      const Register Set = MI.getOperand(0).getReg();
      const MachineOperand *&Held = Known[Set];
      if (Held && Held->isIdenticalTo(*Value)) {
        MRI.clearKillFlags(Set); // it is alive for longer
        MI.eraseFromParent();
        Changed = true;
      } else {
        Held = Value;
      }
      continue;
    }
    for (const MachineOperand &Defined : MI.all_defs())
      Known.erase(Defined.getReg());
  }
  return Changed;
}

static bool repeatConstants(MachineFunction &MF) {
  if (!MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  DenseMap<const MachineBasicBlock *, Constants> AtEnd;
  bool Changed = false;
  for (MachineBasicBlock *MBB : ReversePostOrderTraversal<MachineFunction *>(&MF)) {
    Constants Known;
    if (MBB->pred_size() == 1)
      Known = AtEnd.lookup(*MBB->pred_begin());
    Changed |= removeRepeated(*MBB, Known);
    AtEnd[MBB] = std::move(Known);
  }
  return Changed;
}

FunctionPass *tensorcore::createRepeatedConstantsPass() {
  return new MachinePass("NVPTX repeated constants", repeatConstants);
}
