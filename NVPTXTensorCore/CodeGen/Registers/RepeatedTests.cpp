//===- RepeatedTests.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/RepeatedTests.h"
#include "CodeGen/Registers/CheapInstructions.h"
#include "NVPTX.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Predicates of a thread.
static constexpr unsigned NumPredicates = 7;

using UsesByBlock = MapVector<MachineBasicBlock *, SmallVector<MachineOperand *, 4>>;

/// Finds the uses of a result in other blocks.
static UsesByBlock findUses(const MachineInstr &I, MachineRegisterInfo &MRI) {
  UsesByBlock Uses;
  for (MachineOperand &Use : MRI.use_nodbg_operands(I.getOperand(0).getReg()))
    if (MachineBasicBlock *Block = getBlockOf(Use); Block != I.getParent())
      Uses[Block].push_back(&Use);
  return Uses;
}

/// Returns the instruction that takes bits of a register for a test of them, or null.
static MachineInstr *getMask(const MachineInstr &Test, const MachineRegisterInfo &MRI) {
  if (Test.getOpcode() != NVPTX::SETP_i32ri || !Test.getOperand(1).getReg().isVirtual())
    return nullptr;
  MachineInstr *I = MRI.getVRegDef(Test.getOperand(1).getReg());
  return I && I->getOpcode() == NVPTX::AND_b32ri && isCheap(*I, MRI) ? I : nullptr;
}

bool tensorcore::repeatTests(MachineFunction &MF) {
  MachineRegisterInfo &MRI = MF.getRegInfo();
  SmallVector<std::pair<MachineInstr *, UsesByBlock>, 0> Tests;
  for (MachineBasicBlock &Block : MF)
    for (MachineInstr &I : Block)
      if (getMask(I, MRI))
        if (UsesByBlock Uses = findUses(I, MRI); !Uses.empty())
          Tests.push_back({&I, std::move(Uses)});
  if (Tests.size() <= NumPredicates)
    return false;
  for (auto &[Test, Uses] : Tests) {
    MachineInstr &Mask = *getMask(*Test, MRI);
    for (auto &[Block, Operands] : Uses) {
      MachineInstr &Copy = repeatIn(*Block, *Test, Operands);
      repeatIn(*Block, Mask, {&Copy.getOperand(1)});
    }
    eraseUnused(*Test);
    eraseUnused(Mask);
  }
  return true;
}
