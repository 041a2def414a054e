//===- WGMMAOverwrites.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction that writes shared memory says so in its memory operand or in its PTX.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/WGMMAOverwrites.h"
#include "CodeGen/Instructions/CompanionInstructions.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/MachineLocation.h"
#include "CodeGen/WGMMA/WGMMAMachineProgram.h"
#include "IR/Analysis/Checks.h"
#include "MCTargetDesc/NVPTXBaseInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The PTX of an instruction, as far as it says what that does.
static std::string getText(const MachineInstr &MI) {
  return MI.isInlineAsm() ? MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName()
                          : getMnemonic(MI);
}

/// Returns true if PTX copies to shared memory, or stores there.
static bool writesShared(StringRef Text) {
  bool IsCopy = Text.contains("cp.async.") &&
                (Text.contains(".shared::cluster.global") || Text.contains(".shared::cta.global") ||
                 Text.contains(".shared.global"));
  return IsCopy || Text.contains("st.shared") || Text.contains("stmatrix");
}

static bool isStoreOfMatrix(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return Info && Info->Family == MMAFamily_StMatrix;
}

static bool writesShared(const MachineInstr &MI) {
  if (!MI.isInlineAsm() && !MI.mayStore())
    return false;
  return any_of(MI.memoperands(),
                [](const MachineMemOperand *Access) {
                  return Access->isStore() && Access->getAddrSpace() == llvm::ADDRESS_SPACE_SHARED;
                }) ||
         isStoreOfMatrix(MI) || writesShared(getText(MI));
}

static bool isWait(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  return (Info && Info->HasCount) ||
         (MI.isInlineAsm() && StringRef(getText(MI)).contains("wgmma.wait_group"));
}

/// The outermost loop that issues what a wait after it waits for.
const MachineLoop *WGMMAOverwrites::findLoop(const WGMMARepair &Repair) {
  const MachineBasicBlock *Location = Program.getInsertionPoint(Repair.Before).Block;
  if (!Loops) {
    MachineFunction &MF = *const_cast<MachineFunction *>(Location->getParent());
    Dominators.emplace(MF);
    Loops.emplace(*Dominators);
  }
  const MachineLoop *Found = nullptr;
  const MachineBasicBlock *Issue = Program.getInstruction(*Repair.Cause.Culprit).getParent();
  for (const MachineLoop *Loop = Loops->getLoopFor(Issue); Loop && !Loop->contains(Location);
       Loop = Loop->getParentLoop())
    Found = Loop;
  return Found;
}

const MachineInstr *WGMMAOverwrites::find(const WGMMARepair &Repair) {
  if (Repair.Kind != WGMMAEventKind::Wait || !Repair.Cause.isInFlight() || !Repair.Cause.Culprit)
    return nullptr;
  const MachineLoop *Loop = findLoop(Repair);
  if (!Loop)
    return nullptr;
  const MachineInstr *Write = nullptr;
  for (const MachineBasicBlock *Block : Loop->blocks())
    for (const MachineInstr &MI : *Block) {
      if (isWait(MI))
        return nullptr;
      if (!Write && writesShared(MI))
        Write = &MI;
    }
  return Write;
}

void WGMMAOverwrites::report(const WGMMARepair &Repair, const MachineInstr &Write) const {
  const MachineInstr &Issue = Program.getInstruction(*Repair.Cause.Culprit);
  tensorcore::report(
      Check::WGMMAHazards, getLocation(Issue),
      "no wgmma.wait_group in the loop of wgmma.mma_async, in which shared memory is written at " +
          nameLocation(Write) +
          ": the write may come before wgmma.mma_async of an earlier trip has read it, and a wait "
          "after the loop does not help (PTX ISA, wgmma.wait_group); expected a "
          "wgmma.wait_group in the loop, before what it reads is written again");
}
