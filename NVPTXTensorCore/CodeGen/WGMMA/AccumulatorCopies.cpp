//===- AccumulatorCopies.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chaitin's way: liveness of the registers concerned, an interference graph, and copies
// merged one after the other where the graph has no edge.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/WGMMA/AccumulatorCopies.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "CodeGen/Instructions/WGMMAInlineAsm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class CopyRemover {
public:
  explicit CopyRemover(MachineFunction &MF) : MF(MF), MRI(MF.getRegInfo()) {}
  void run();

private:
  using Set = SparseBitVector<>;

  bool isCopyOfVirtual(const MachineInstr &MI) const;
  void collectRegisters();
  void computeLiveness();
  void computeInterference();
  void stepBackwards(const MachineInstr &MI, Set &Live) const;
  void mergeCopies();
  unsigned find(unsigned Index);

  MachineFunction &MF;
  MachineRegisterInfo &MRI;
  DenseMap<Register, unsigned> Indices; ///< of the registers concerned
  SmallVector<Register> Registers;
  SmallVector<unsigned> Leader; ///< whom a register was merged into
  SmallVector<Set> Interference;
  DenseMap<const MachineBasicBlock *, Set> LiveOut;
};

} // namespace

/// Inline assembly that has wgmma in it, or, as between them, no text at all.
static bool isWGMMAStatement(const MachineInstr &MI) {
  return MI.isInlineAsm() && (WGMMAInlineAsm(MI).hasWGMMA() || WGMMAInlineAsm(MI).isEmpty());
}

bool tensorcore::hasAccumulators(const MachineFunction &MF) {
  return any_of(MF, [](const MachineBasicBlock &MBB) {
    return any_of(MBB, [](const MachineInstr &MI) {
      return getTiedRegisterCount(MI) || (MI.isInlineAsm() && WGMMAInlineAsm(MI).hasWGMMA());
    });
  });
}

bool CopyRemover::isCopyOfVirtual(const MachineInstr &MI) const {
  return MI.isCopy() && MI.getOperand(0).getReg().isVirtual() &&
         MI.getOperand(1).getReg().isVirtual() &&
         MRI.getRegClass(MI.getOperand(0).getReg()) == MRI.getRegClass(MI.getOperand(1).getReg());
}

/// The tied registers, and what copies connect with them.
void CopyRemover::collectRegisters() {
  SmallVector<Register> Worklist;
  auto Add = [&](Register R) {
    if (!Indices.try_emplace(R, Registers.size()).second)
      return;
    Leader.push_back(Registers.size());
    Registers.push_back(R);
    Worklist.push_back(R);
  };
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (getTiedRegisterCount(MI) || isWGMMAStatement(MI))
        for (const MachineOperand &Operand : MI.all_defs())
          if (Operand.getReg().isVirtual())
            Add(Operand.getReg());
  while (!Worklist.empty())
    for (MachineInstr &MI : MRI.reg_instructions(Worklist.pop_back_val()))
      if (isCopyOfVirtual(MI))
        for (const MachineOperand &Operand : MI.explicit_operands())
          Add(Operand.getReg());
}

/// Turns the set of registers that are alive behind an instruction into that before it.
void CopyRemover::stepBackwards(const MachineInstr &MI, Set &Live) const {
  for (const MachineOperand &Operand : MI.all_defs())
    if (auto It = Indices.find(Operand.getReg()); It != Indices.end())
      Live.reset(It->second);
  for (const MachineOperand &Operand : MI.all_uses())
    if (auto It = Indices.find(Operand.getReg());
        It != Indices.end() && !Operand.isUndef() && !MI.isDebugInstr())
      Live.set(It->second);
}

void CopyRemover::computeLiveness() {
  DenseMap<const MachineBasicBlock *, Set> LiveIn;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (MachineBasicBlock *MBB : post_order(&MF)) {
      Set &Out = LiveOut[MBB];
      for (MachineBasicBlock *Successor : MBB->successors())
        Out |= LiveIn[Successor];
      Set Live = Out;
      for (MachineInstr &MI : reverse(*MBB))
        stepBackwards(MI, Live);
      Changed |= LiveIn[MBB] |= Live;
    }
  }
}

/// A register that is written while another one is alive interferes with it, unless the
/// instruction makes them the same.
void CopyRemover::computeInterference() {
  Interference.resize(Registers.size());
  for (MachineBasicBlock &MBB : MF) {
    Set Live = LiveOut[&MBB];
    for (MachineInstr &MI : reverse(MBB)) {
      for (const MachineOperand &D : MI.all_defs()) {
        auto It = Indices.find(D.getReg());
        if (It == Indices.end())
          continue;
        Set Others = Live;
        for (const MachineOperand &Other : MI.all_defs())
          if (auto At = Indices.find(Other.getReg()); At != Indices.end())
            Others.set(At->second);
        Others.reset(It->second);
        if (isCopyOfVirtual(MI))
          Others.reset(Indices.lookup(MI.getOperand(1).getReg()));
        Interference[It->second] |= Others;
        for (unsigned Other : Others)
          Interference[Other].set(It->second);
      }
      stepBackwards(MI, Live);
    }
  }
}

unsigned CopyRemover::find(unsigned Index) {
  while (Leader[Index] != Index)
    Index = Leader[Index] = Leader[Leader[Index]];
  return Index;
}

void CopyRemover::mergeCopies() {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (!isCopyOfVirtual(MI) || !Indices.contains(MI.getOperand(0).getReg()))
        continue;
      unsigned To = find(Indices.lookup(MI.getOperand(0).getReg()));
      unsigned From = find(Indices.lookup(MI.getOperand(1).getReg()));
      if (To != From) {
        if (Interference[To].test(From))
          continue;
        Leader[From] = To;
        Interference[To] |= Interference[From];
        for (unsigned Other : Interference[From])
          Interference[find(Other)].set(To);
      }
      MI.eraseFromParent();
    }
}

void CopyRemover::run() {
  collectRegisters();
  computeLiveness();
  computeInterference();
  mergeCopies();
  for (unsigned I = 0; I < Registers.size(); ++I)
    if (unsigned Into = find(I); Into != I)
      MRI.replaceRegWith(Registers[I], Registers[Into]);
  for (Register R : Registers)
    MRI.clearKillFlags(R);
}

void tensorcore::removeAccumulatorCopies(MachineFunction &MF) { CopyRemover(MF).run(); }
