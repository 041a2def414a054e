//===- EarlyJoins.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass adds a block in front of a join if a PHI of the join gets the same value from both ways
// of a branch, so that the two ways meet there.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/EarlyJoins.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Holds the last blocks of the two ways of a branch before they join.
using Ways = std::array<MachineBasicBlock *, 2>;

class EarlyJoins : public MachineFunctionPass {
public:
  static char ID;
  EarlyJoins() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX early joins"; }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

char EarlyJoins::ID = 0;

} // namespace

/// Returns the ways from a branch to a block, if both lead there through one block at most.
static std::optional<Ways> findWays(MachineBasicBlock &Branch, MachineBasicBlock &Join) {
  if (Branch.succ_size() != 2)
    return std::nullopt;
  Ways Found;
  for (auto [Way, Successor] : zip(Found, Branch.successors())) {
    bool IsArm = Successor->pred_size() == 1 && Successor->succ_size() == 1 &&
                 *Successor->succ_begin() == &Join && !Successor->isEHPad();
    if (Successor != &Join && !IsArm)
      return std::nullopt;
    Way = IsArm ? Successor : &Branch;
  }
  return Found[0] == Found[1] ? std::nullopt : std::optional<Ways>(Found);
}

static const MachineOperand &getIncoming(const MachineInstr &Phi, const MachineBasicBlock *From) {
  for (unsigned I = 1; I != Phi.getNumOperands(); I += 2)
    if (Phi.getOperand(I + 1).getMBB() == From)
      return Phi.getOperand(I);
  llvm_unreachable("a PHI has a value for each predecessor");
}

static bool isSameOn(const MachineInstr &Phi, const Ways &Both) {
  return getIncoming(Phi, Both[0]).isIdenticalTo(getIncoming(Phi, Both[1]));
}

/// Makes a PHI take from the new block what it gets from both ways.
static void updatePhi(MachineInstr &Phi, const Ways &Both, MachineBasicBlock &Early) {
  MachineFunction &MF = *Early.getParent();
  Register Value = getIncoming(Phi, Both[0]).getReg();
  unsigned SubReg = getIncoming(Phi, Both[0]).getSubReg();
  if (!isSameOn(Phi, Both)) {
    MachineRegisterInfo &MRI = MF.getRegInfo();
    Value = MRI.createVirtualRegister(MRI.getRegClass(Phi.getOperand(0).getReg()));
    SubReg = 0;
    auto New = BuildMI(Early, Early.begin(), Phi.getDebugLoc(), Phi.getDesc(), Value);
    for (MachineBasicBlock *Way : Both)
      New.add(getIncoming(Phi, Way)).addMBB(Way);
  }
  for (unsigned I = Phi.getNumOperands(); I > 1; I -= 2)
    if (is_contained(Both, Phi.getOperand(I - 1).getMBB())) {
      Phi.removeOperand(I - 1);
      Phi.removeOperand(I - 2);
    }
  MachineInstrBuilder(MF, Phi).addReg(Value, 0, SubReg).addMBB(&Early);
}

static void joinEarly(MachineBasicBlock &Join, const Ways &Both) {
  MachineFunction &MF = *Join.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  MachineBasicBlock *Early = MF.CreateMachineBasicBlock(Join.getBasicBlock());
  MF.push_back(Early);
  for (MachineInstr &Phi : Join.phis())
    updatePhi(Phi, Both, *Early);
  for (MachineBasicBlock *Way : Both) {
    if (Way->getFallThrough(/*JumpToFallThrough=*/false) == &Join)
      TII.insertUnconditionalBranch(*Way, Early, DebugLoc());
    Way->ReplaceUsesOfBlockWith(&Join, Early);
  }
  TII.insertUnconditionalBranch(*Early, &Join, DebugLoc());
  Early->addSuccessor(&Join);
}

bool EarlyJoins::runOnMachineFunction(MachineFunction &MF) {
  if (!MF.getFunction().hasFnAttribute(MatrixFunctionAttribute))
    return false;
  bool Changed = false;
  for (MachineBasicBlock &Branch : MF)
    for (MachineBasicBlock *Successor : SmallVector<MachineBasicBlock *, 2>(Branch.successors())) {
      MachineBasicBlock *Join = Successor->succ_size() == 1 ? *Successor->succ_begin() : Successor;
      std::optional<Ways> Both = findWays(Branch, *Join);
      if (!Both || Join->pred_size() < 3 ||
          none_of(Join->phis(), [&](const MachineInstr &Phi) { return isSameOn(Phi, *Both); }))
        continue;
      joinEarly(*Join, *Both);
      Changed = true;
    }
  return Changed;
}

FunctionPass *tensorcore::createEarlyJoinsPass() { return new EarlyJoins(); }
