//===- LoopOffsets.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/LoopOffsets.h"
#include "CodeGen/Registers/CheapInstructions.h"
#include "NVPTX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Sums of a loop, of which a thread does not have registers for more; uses of a value that are
/// looked at; blocks that a sum is computed in again.
static constexpr unsigned MaxSums = 128, MaxUses = 256, MaxBlocks = 4;

using Sums = SmallVector<MachineInstr *, 8>;

/// Whether it is `base + immediate`; `base | immediate` is the same where LLVM knows the bits.
static bool isSum(const MachineInstr &I, const MachineRegisterInfo &MRI) {
  switch (I.getOpcode()) {
  case NVPTX::ADD32ri:
  case NVPTX::ADD64ri:
  case NVPTX::OR_b32ri:
  case NVPTX::OR_b64ri:
    return isCheap(I, MRI) && I.getOperand(2).isImm();
  default:
    return false;
  }
}

/// Whether all that use a value are in the loop itself, in few of its blocks.
static bool isOfLoop(Register Value, const MachineLoop &Loop, const MachineLoopInfo &Loops,
                     const MachineRegisterInfo &MRI) {
  SmallPtrSet<const MachineBasicBlock *, 8> Blocks;
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    const MachineBasicBlock *Block = getBlockOf(Use);
    if (++NumUses > MaxUses || Loops.getLoopFor(Block) != &Loop)
      return false;
    Blocks.insert(Block);
  }
  return Blocks.size() <= MaxBlocks;
}

/// The sum that an operand in a loop is a copy of. LLVM moves copies out of loops, too: those for
/// inline assembly.
static MachineInstr *findSum(const MachineOperand &Use, const MachineLoop &Loop,
                             const MachineRegisterInfo &MRI) {
  if (!Use.isReg() || !Use.getReg().isVirtual() || Use.getSubReg())
    return nullptr;
  MachineInstr *I = MRI.getVRegDef(Use.getReg());
  if (I && I->isFullCopy() && !Loop.contains(I) && I->getOperand(1).getReg().isVirtual())
    I = MRI.getVRegDef(I->getOperand(1).getReg());
  bool IsFound = I && !Loop.contains(I) && isSum(*I, MRI) &&
                 MRI.getRegClass(Use.getReg()) == MRI.getRegClass(I->getOperand(0).getReg());
  return IsFound ? I : nullptr;
}

/// Lets an operand be the sum itself, not a copy.
static void replaceCopy(MachineOperand &Use, MachineInstr &Sum, MachineRegisterInfo &MRI) {
  Register Value = Sum.getOperand(0).getReg(), Copied = Use.getReg();
  if (Copied == Value)
    return;
  Use.setReg(Value);
  MRI.clearKillFlags(Value);
  eraseUnused(*MRI.getVRegDef(Copied));
}

/// What is computed ahead of a loop for this loop, by base.
static MapVector<Register, Sums> collect(const MachineLoop &Loop, const MachineLoopInfo &Loops,
                                         MachineRegisterInfo &MRI) {
  SmallSetVector<MachineInstr *, 32> Found;
  for (MachineBasicBlock *Block : Loop.blocks())
    for (MachineInstr &I : instructionsWithoutDebug(Block->begin(), Block->end()))
      for (MachineOperand &Use : I.uses())
        if (MachineInstr *Sum = findSum(Use, Loop, MRI);
            Sum && (Found.size() != MaxSums || Found.contains(Sum))) {
          replaceCopy(Use, *Sum, MRI);
          Found.insert(Sum);
        }
  MapVector<Register, Sums> ByBase;
  for (MachineInstr *Sum : Found)
    if (isOfLoop(Sum->getOperand(0).getReg(), Loop, Loops, MRI))
      ByBase[Sum->getOperand(1).getReg()].push_back(Sum);
  return ByBase;
}

/// Whether a value is read in the loop without any of the sums.
static bool isRead(Register Value, const MachineLoop &Loop, const MachineRegisterInfo &MRI) {
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value))
    if (Loop.contains(getBlockOf(Use)) || ++NumUses > MaxUses)
      return true;
  return false;
}

static void repeat(MachineInstr &Sum, const MachineRegisterInfo &MRI) {
  MapVector<MachineBasicBlock *, SmallVector<MachineOperand *>> Uses;
  for (MachineOperand &Use : MRI.use_nodbg_operands(Sum.getOperand(0).getReg()))
    Uses[getBlockOf(Use)].push_back(&Use);
  for (auto &[Block, Operands] : Uses)
    repeatIn(*Block, Sum, Operands);
  eraseUnused(Sum);
}

bool tensorcore::repeatOffsets(const MachineLoop &Loop, const MachineLoopInfo &Loops,
                               MachineRegisterInfo &MRI) {
  bool Changed = false;
  for (const auto &[Base, SumsOfBase] : collect(Loop, Loops, MRI)) {
    if (SumsOfBase.size() == 1 && !isRead(Base, Loop, MRI))
      continue;
    for (MachineInstr *Sum : SumsOfBase)
      repeat(*Sum, MRI);
    Changed = true;
  }
  return Changed;
}
