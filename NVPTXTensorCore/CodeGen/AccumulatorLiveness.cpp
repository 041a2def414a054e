//===- AccumulatorLiveness.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers that multiplications read as C and write as D, and what tcgen05.ld writes,
// with all that copies connect with them; then backwards through the blocks.
//
//===----------------------------------------------------------------------===//

#include "AccumulatorLiveness.h"
#include "MMAInstructions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isMultiplication(const MMAOpcodeInfo &Info) {
  return Info.DCount && Info.CCount && Info.ACount && Info.BCount;
}

/// What leaves accumulators in registers.
static const MMAOpcodeInfo *getProducer(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  bool IsOne = Info && (isMultiplication(*Info) || Info->Name.starts_with("TCGEN05_LD"));
  // A .mir file may have left operands out.
  return IsOne && MI.getNumExplicitOperands() == MI.getDesc().getNumOperands() ? Info : nullptr;
}

/// Whether a value is a constant, which takes up no register until it is overwritten.
static bool isConstant(Register R, const MachineRegisterInfo &MRI) {
  return all_of(MRI.def_instructions(R), [](const MachineInstr &MI) {
    return !MI.hasUnmodeledSideEffects() && !MI.isInlineAsm() &&
           all_of(MI.explicit_uses(), [](const MachineOperand &Use) {
             return Use.isImm() || Use.isFPImm() || Use.isCImm();
           });
  });
}

unsigned AccumulatorLiveness::getSize(Register R) const {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  unsigned Bits = TRI.getRegSizeInBits(*MRI.getRegClass(R));
  return std::max(Bits / 32, 1u);
}

unsigned AccumulatorLiveness::getSize(const BitVector &Set) const {
  unsigned Size = 0;
  for (unsigned Index : Set.set_bits())
    Size += getSize(Registers[Index]);
  return Size;
}

void AccumulatorLiveness::add(Register R) {
  if (!R.isVirtual() || isConstant(R, MRI) || !Indices.try_emplace(R, Registers.size()).second)
    return;
  Registers.push_back(R);
}

void AccumulatorLiveness::collect(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getProducer(MI);
  if (!Info)
    return;
  for (const MachineOperand &D : MI.all_defs())
    add(D.getReg());
  if (!isMultiplication(*Info))
    return;
  unsigned First = Info->DCount + Info->ACount + Info->BCount;
  for (unsigned I = First; I < First + Info->CCount; ++I)
    if (MI.getOperand(I).isReg())
      add(MI.getOperand(I).getReg());
}

/// Adds what is copied to or from accumulators. True if there was something new.
bool AccumulatorLiveness::collectCopies() {
  unsigned Before = Registers.size();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.isCopy()) {
        Register To = MI.getOperand(0).getReg(), From = MI.getOperand(1).getReg();
        if (Indices.contains(To) != Indices.contains(From) && From.isVirtual() && To.isVirtual()) {
          add(To);
          add(From);
        }
      }
  return Registers.size() != Before;
}

AccumulatorLiveness::AccumulatorLiveness(MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()), Dominators(MF), Loops(Dominators) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      collect(MI);
  if (Registers.empty())
    return;
  while (collectCopies())
    ;
  Classes.grow(Registers.size());
  auto Join = [this](Register A, Register B) {
    if (Indices.contains(A) && Indices.contains(B))
      Classes.join(Indices.lookup(A), Indices.lookup(B));
  };
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      const MMAOpcodeInfo *Info = getProducer(MI);
      if (MI.isCopy())
        Join(MI.getOperand(0).getReg(), MI.getOperand(1).getReg());
      else if (Info && isMultiplication(*Info) && Info->DCount == Info->CCount)
        for (unsigned I = 0; I < Info->DCount; ++I)
          Join(MI.getOperand(I).getReg(),
               MI.getOperand(Info->DCount + Info->ACount + Info->BCount + I).getReg());
    }
  Classes.compress();
  computeLiveness();
}

void AccumulatorLiveness::stepBackwards(const MachineInstr &MI, BitVector &Live) const {
  for (const MachineOperand &Def : MI.all_defs())
    if (auto It = Indices.find(Def.getReg()); It != Indices.end())
      Live.reset(It->second);
  for (const MachineOperand &Use : MI.all_uses())
    if (auto It = Indices.find(Use.getReg()); It != Indices.end() && !Use.isUndef())
      Live.set(It->second);
}

void AccumulatorLiveness::computeLiveness() {
  LiveIn.assign(MF.getNumBlockIDs(), BitVector(Registers.size()));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const MachineBasicBlock *MBB : post_order(&MF)) {
      BitVector Live(Registers.size());
      for (const MachineBasicBlock *Successor : MBB->successors())
        Live |= LiveIn[Successor->getNumber()];
      for (const MachineInstr &MI : reverse(*MBB))
        stepBackwards(MI, Live);
      Changed |= Live != LiveIn[MBB->getNumber()];
      LiveIn[MBB->getNumber()] = Live;
    }
  }
}

/// The classes that are alive wherever one of the loops around a block begins.
BitVector AccumulatorLiveness::getCarried(const MachineBasicBlock &MBB) const {
  BitVector Carried(Registers.size());
  for (const MachineLoop *Loop = Loops.getLoopFor(&MBB); Loop; Loop = Loop->getParentLoop())
    for (unsigned Index : LiveIn[Loop->getHeader()->getNumber()].set_bits())
      Carried.set(Classes[Index]);
  return Carried;
}

/// The registers that an instruction reads beside accumulators.
unsigned AccumulatorLiveness::countOperands(const MachineInstr &MI) const {
  SmallSet<Register, 16> Read;
  for (const MachineOperand &Use : MI.all_uses())
    if (Use.getReg().isVirtual() && !Indices.contains(Use.getReg()) &&
        !isConstant(Use.getReg(), MRI))
      Read.insert(Use.getReg());
  unsigned Count = 0;
  for (Register R : Read)
    Count += getSize(R);
  return Count;
}

SmallVector<AccumulatorNeed, 0> AccumulatorLiveness::getNeeds() const {
  SmallVector<AccumulatorNeed, 0> Needs;
  if (Registers.empty())
    return Needs;
  for (const MachineBasicBlock &MBB : MF) {
    BitVector Live(Registers.size()), Carried = getCarried(MBB);
    for (const MachineBasicBlock *Successor : MBB.successors())
      Live |= LiveIn[Successor->getNumber()];
    for (const MachineInstr &MI : reverse(MBB)) {
      if (getProducer(MI)) {
        BitVector Fixed(Registers.size()), All = Live;
        for (unsigned Index : Live.set_bits())
          if (Carried.test(Classes[Index]))
            Fixed.set(Index);
        BitVector Results(Registers.size());
        for (const MachineOperand &D : MI.all_defs())
          if (auto It = Indices.find(D.getReg()); It != Indices.end())
            Results.set(It->second);
        All |= Results;
        Fixed |= Results;
        Needs.push_back({&MI, getSize(All), getSize(Fixed), countOperands(MI), getSize(Results)});
      }
      stepBackwards(MI, Live);
    }
  }
  return Needs;
}
