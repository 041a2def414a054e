//===- LoopDescriptors.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/LoopDescriptors.h"
#include "CodeGen/Registers/CheapInstructions.h"
#include "NVPTX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Values of a loop, of which a thread does not have registers for more; uses of one that are
/// looked at.
static constexpr unsigned MaxValues = 512, MaxUses = 256;

/// Bits of values of one address that are too many across a loop, and how many steps lead to them.
static constexpr unsigned MinBits = 32 * 32, MaxSteps = 8, MaxStepBlocks = 32;

/// Finds the blocks that use a value. Returns nothing if they are many, or if one is not in a loop.
static std::optional<SmallPtrSet<const MachineBasicBlock *, 8>>
findUsersIn(const MachineLoop &Loop, Register Value, const MachineRegisterInfo &MRI,
            unsigned MaxBlocks) {
  SmallPtrSet<const MachineBasicBlock *, 8> Blocks;
  unsigned NumUses = 0;
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Value)) {
    const MachineBasicBlock *Block = getBlockOf(Use);
    if (++NumUses > MaxUses || !Loop.contains(Block))
      return std::nullopt;
    Blocks.insert(Block);
  }
  if (Blocks.size() > MaxBlocks)
    return std::nullopt;
  return Blocks;
}

/// An instruction that is looked for.
using Kind = function_ref<bool(const MachineInstr &, const MachineRegisterInfo &)>;

/// Finds the instruction ahead of a loop that an operand in it is a copy of. LLVM moves copies out
/// of loops, too: those for inline assembly.
static MachineInstr *findAhead(const MachineOperand &Use, const MachineLoop &Loop,
                               const MachineRegisterInfo &MRI, Kind Is) {
  if (!Use.isReg() || !Use.getReg().isVirtual() || Use.getSubReg())
    return nullptr;
  MachineInstr *I = MRI.getVRegDef(Use.getReg());
  if (I && I->isFullCopy() && !Loop.contains(I) && I->getOperand(1).getReg().isVirtual())
    I = MRI.getVRegDef(I->getOperand(1).getReg());
  bool IsFound = I && !Loop.contains(I) && Is(*I, MRI) &&
                 MRI.getRegClass(Use.getReg()) == MRI.getRegClass(I->getOperand(0).getReg());
  return IsFound ? I : nullptr;
}

/// Lets an operand be the value itself, not a copy.
static void replaceCopy(MachineOperand &Use, MachineInstr &Original, MachineRegisterInfo &MRI) {
  Register Value = Original.getOperand(0).getReg(), Copied = Use.getReg();
  if (Copied == Value)
    return;
  Use.setReg(Value);
  eraseUnused(*MRI.getVRegDef(Copied));
}

/// Collects what is computed ahead of a loop and used in it, without copies between.
static SmallVector<MachineInstr *> collect(const MachineLoop &Loop, MachineRegisterInfo &MRI,
                                           Kind Is) {
  SmallSetVector<MachineInstr *, 32> Found;
  for (MachineBasicBlock *Block : Loop.blocks())
    for (MachineInstr &I : instructionsWithoutDebug(Block->begin(), Block->end()))
      for (MachineOperand &Use : I.uses())
        if (MachineInstr *Ahead = findAhead(Use, Loop, MRI, Is);
            Ahead && (Found.size() != MaxValues || Found.contains(Ahead))) {
          replaceCopy(Use, *Ahead, MRI);
          Found.insert(Ahead);
        }
  return Found.takeVector();
}

void tensorcore::removeCopies(const MachineLoop &Loop, MachineRegisterInfo &MRI) {
  collect(Loop, MRI, isCheap);
}

static void repeat(MachineInstr &Step, const MachineRegisterInfo &MRI) {
  MapVector<MachineBasicBlock *, SmallVector<MachineOperand *>> Uses;
  for (MachineOperand &Use : MRI.use_nodbg_operands(Step.getOperand(0).getReg()))
    Uses[getBlockOf(Use)].push_back(&Use);
  for (auto &[Block, Operands] : Uses)
    repeatIn(*Block, Step, Operands);
  eraseUnused(Step);
}

/// Returns true if an instruction computes its result of one register, and immediates.
static bool isStep(const MachineInstr &I, const MachineRegisterInfo &MRI) {
  return isCheap(I, MRI) &&
         count_if(I.uses(), [](const MachineOperand &O) { return O.isReg(); }) == 1;
}

static Register getOperand(const MachineInstr &Step) {
  return find_if(Step.uses(), [](const MachineOperand &O) { return O.isReg(); })->getReg();
}

/// Returns the register that a value is computed of ahead of a loop, in steps.
static Register findRoot(Register Value, const MachineLoop &Loop, const MachineRegisterInfo &MRI) {
  for (unsigned Steps = 0; Steps != MaxSteps; ++Steps) {
    const MachineInstr *I = MRI.getVRegDef(Value);
    if (!I || Loop.contains(I) || !isStep(*I, MRI))
      break;
    Value = getOperand(*I);
  }
  return Value;
}

/// Moves values into a loop, and what only they are computed of.
static void moveIntoLoop(ArrayRef<MachineInstr *> Values, const MachineLoop &Loop,
                         MachineRegisterInfo &MRI) {
  SmallVector<MachineInstr *> Worklist(Values);
  for (unsigned I = 0; I != Worklist.size(); ++I) {
    const Register Operand = getOperand(*Worklist[I]);
    repeat(*Worklist[I], MRI);
    MachineInstr *Definition = MRI.getVRegDef(Operand);
    if (Definition && !Loop.contains(Definition) && isStep(*Definition, MRI) &&
        findUsersIn(Loop, Operand, MRI, MaxStepBlocks))
      Worklist.push_back(Definition);
  }
}

bool tensorcore::repeatDescriptors(const MachineLoop &Loop, MachineRegisterInfo &MRI) {
  MapVector<Register, SmallVector<MachineInstr *, 8>> ByRoot;
  for (MachineInstr *Step : collect(Loop, MRI, isStep))
    if (findUsersIn(Loop, Step->getOperand(0).getReg(), MRI, MaxStepBlocks))
      ByRoot[findRoot(Step->getOperand(0).getReg(), Loop, MRI)].push_back(Step);
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  bool Changed = false;
  for (const auto &[Root, Steps] : ByRoot) {
    unsigned Bits = 0;
    for (const MachineInstr *Step : Steps)
      Bits += TRI.getRegSizeInBits(*MRI.getRegClass(Step->getOperand(0).getReg()));
    if (Bits < MinBits)
      continue;
    moveIntoLoop(Steps, Loop, MRI);
    Changed = true;
  }
  return Changed;
}
