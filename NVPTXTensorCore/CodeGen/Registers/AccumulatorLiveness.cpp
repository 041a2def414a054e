//===- AccumulatorLiveness.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers that multiplications read as C and write as D, and what tcgen05.ld writes,
// with all that copies connect with them; then backwards through the blocks, with sums that
// follow what changes.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/AccumulatorLiveness.h"
#include "CodeGen/Instructions/MMAInstructions.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isMultiplication(const MMAOpcodeInfo &Info) {
  return Info.DCount && Info.CCount && Info.ACount && Info.BCount;
}

/// Returns the row of an instruction that leaves accumulators in registers, or null.
static const MMAOpcodeInfo *getProducer(const MachineInstr &MI) {
  const MMAOpcodeInfo *Info = getMMAOpcodeInfo(MI);
  bool IsOne = Info && (isMultiplication(*Info) || Info->Name.starts_with("TCGEN05_LD"));
  // A .mir file may have left operands out.
  return IsOne && MI.getNumExplicitOperands() == MI.getDesc().getNumOperands() ? Info : nullptr;
}

static bool setsConstant(const MachineInstr &MI) {
  return !MI.hasUnmodeledSideEffects() && !MI.isInlineAsm() &&
         all_of(MI.explicit_uses(), [](const MachineOperand &Use) {
           return Use.isImm() || Use.isFPImm() || Use.isCImm();
         });
}

/// Returns true if a value is a constant, which takes up no register until it is overwritten.
bool AccumulatorLiveness::isConstant(Register R) const {
  auto [It, IsNew] = Constants.try_emplace(R, false);
  if (IsNew)
    It->second = all_of(MRI.def_instructions(R), setsConstant);
  return It->second;
}

unsigned AccumulatorLiveness::getSize(Register R) const {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  unsigned Bits = TRI.getRegSizeInBits(*MRI.getRegClass(R));
  return std::max(Bits / 32, 1u);
}

void AccumulatorLiveness::add(Register R) {
  if (R.isVirtual() && !isConstant(R) && Indices.try_emplace(R, Registers.size()).second)
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
  unsigned First = getOperandIndex(MI, NVPTX::OpName::c0);
  for (unsigned I = First; I < First + Info->CCount; ++I)
    if (MI.getOperand(I).isReg())
      add(MI.getOperand(I).getReg());
}

/// Adds what is copied to or from accumulators.
void AccumulatorLiveness::collectCopies() {
  for (size_t I = 0; I < Registers.size(); ++I)
    for (const MachineInstr &MI : MRI.reg_nodbg_instructions(Registers[I]))
      if (MI.isCopy()) {
        add(MI.getOperand(0).getReg());
        add(MI.getOperand(1).getReg());
      }
}

AccumulatorLiveness::AccumulatorLiveness(MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()), Dominators(MF), Loops(Dominators) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      collect(MI);
  if (Registers.empty())
    return;
  collectCopies();
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
               MI.getOperand(getOperandIndex(MI, NVPTX::OpName::c0) + I).getReg());
    }
  Classes.compress();
  Liveness.emplace(MF, Registers);
  for (const MachineLoop *Loop : Loops.getLoopsInPreorder())
    for (unsigned Index : Liveness->getLiveIn(*Loop->getHeader()))
      Carried[Loop].insert(Classes[Index]);
}

/// Returns true if a register is alive wherever one of the loops around a block begins, by whatever
/// name.
bool AccumulatorLiveness::isCarried(unsigned Index, const MachineBasicBlock &MBB) const {
  for (const MachineLoop *Loop = Loops.getLoopFor(&MBB); Loop; Loop = Loop->getParentLoop())
    if (auto It = Carried.find(Loop); It != Carried.end() && It->second.contains(Classes[Index]))
      return true;
  return false;
}

/// The registers that an instruction reads in addition to accumulators.
unsigned AccumulatorLiveness::countOperands(const MachineInstr &MI) const {
  SmallSet<Register, 16> Read;
  for (const MachineOperand &Use : MI.all_uses())
    if (Use.getReg().isVirtual() && !Indices.contains(Use.getReg()) && !isConstant(Use.getReg()))
      Read.insert(Use.getReg());
  unsigned Count = 0;
  for (Register R : Read)
    Count += getSize(R);
  return Count;
}

/// Returns what an instruction needs if its results are added to the values that are alive behind
/// it.
AccumulatorNeed AccumulatorLiveness::getNeed(const MachineInstr &MI,
                                             const RegisterLiveness::Walk &Walk,
                                             AccumulatorNeed Behind) const {
  SmallSet<unsigned, 16> Results;
  for (const MachineOperand &D : MI.all_defs())
    if (auto It = Indices.find(D.getReg()); It != Indices.end())
      Results.insert(It->second);
  AccumulatorNeed Need = Behind;
  Need.MI = &MI;
  Need.Operands = countOperands(MI);
  for (unsigned Index : Results) {
    unsigned Size = getSize(Registers[Index]);
    bool IsAlive = Walk.isAlive(Index);
    Need.Results += Size;
    Need.Accumulators += IsAlive ? 0 : Size;
    Need.Fixed += IsAlive && isCarried(Index, *MI.getParent()) ? 0 : Size;
  }
  return Need;
}

SmallVector<AccumulatorNeed, 0> AccumulatorLiveness::getNeeds() const {
  SmallVector<AccumulatorNeed, 0> Needs;
  if (Registers.empty())
    return Needs;
  RegisterLiveness::Walk Walk(*Liveness);
  for (const MachineBasicBlock &MBB : MF) {
    AccumulatorNeed Behind = {};
    auto Changed = [&](unsigned Index, bool IsAlive) {
      unsigned Size = getSize(Registers[Index]);
      Behind.Accumulators += IsAlive ? Size : -Size;
      if (isCarried(Index, MBB))
        Behind.Fixed += IsAlive ? Size : -Size;
    };
    Walk.startAtEnd(MBB, Changed);
    for (const MachineInstr &MI : reverse(MBB)) {
      if (getProducer(MI))
        Needs.push_back(getNeed(MI, Walk, Behind));
      Walk.stepOver(MI, Changed);
    }
  }
  return Needs;
}
