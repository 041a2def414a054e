//===- RegisterLiveness.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register by register, backwards from the blocks that want it to those that write it: the time
// is that of the answer.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Registers/RegisterLiveness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace llvm::tensorcore;

RegisterLiveness::RegisterLiveness(const MachineFunction &MF, ArrayRef<Register> Registers) {
  for (Register R : Registers)
    Indices.try_emplace(R, Indices.size());
  std::vector<Blocks> ByRegister(Registers.size());
  for (const MachineBasicBlock &MBB : MF)
    collect(MBB, ByRegister);
  propagate(MF, ByRegister);
}

std::optional<unsigned> RegisterLiveness::getIndex(Register R) const {
  auto It = Indices.find(R);
  return It == Indices.end() ? std::nullopt : std::optional(It->second);
}

ArrayRef<unsigned> RegisterLiveness::getLiveIn(const MachineBasicBlock &MBB) const {
  return LiveIn[MBB.getNumber()];
}

/// Adds the number of a block to a list, once.
static void addOnce(SmallVectorImpl<unsigned> &List, unsigned Number) {
  if (List.empty() || List.back() != Number)
    List.push_back(Number);
}

void RegisterLiveness::collect(const MachineBasicBlock &MBB,
                               MutableArrayRef<Blocks> ByRegister) const {
  unsigned Number = MBB.getNumber();
  for (const MachineInstr &MI : MBB) {
    for (const MachineOperand &Use : MI.all_uses())
      if (auto Index = getIndex(Use.getReg()); Index && !Use.isUndef()) {
        Blocks &Of = ByRegister[*Index];
        if (Of.Defining.empty() || Of.Defining.back() != Number)
          addOnce(Of.Wanting, Number);
      }
    for (const MachineOperand &Def : MI.all_defs())
      if (auto Index = getIndex(Def.getReg()))
        addOnce(ByRegister[*Index].Defining, Number);
  }
}

void RegisterLiveness::propagate(const MachineFunction &MF, ArrayRef<Blocks> ByRegister) {
  LiveIn.resize(MF.getNumBlockIDs());
  // The last register, plus one, that a block writes, and that is alive where it begins.
  std::vector<unsigned> Written(LiveIn.size(), 0), Seen(LiveIn.size(), 0);
  for (auto [Index, Of] : enumerate(ByRegister)) {
    unsigned Mark = Index + 1;
    SmallVector<unsigned> Worklist;
    auto Add = [&, Index = Index](unsigned Number) {
      if (std::exchange(Seen[Number], Mark) == Mark)
        return;
      LiveIn[Number].push_back(Index);
      Worklist.push_back(Number);
    };
    for (unsigned Number : Of.Defining)
      Written[Number] = Mark;
    for (unsigned Number : Of.Wanting)
      Add(Number);
    while (!Worklist.empty())
      for (const MachineBasicBlock *Before :
           MF.getBlockNumbered(Worklist.pop_back_val())->predecessors())
        if (Written[Before->getNumber()] != Mark)
          Add(Before->getNumber());
  }
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

RegisterLiveness::Walk::Walk(const RegisterLiveness &Liveness) : Liveness(Liveness) {
  Live.setUniverse(Liveness.Indices.size());
}

void RegisterLiveness::Walk::set(unsigned Index, bool IsAlive, Listener Changed) {
  if (IsAlive ? Live.insert(Index).second : Live.erase(Index))
    Changed(Index, IsAlive);
}

void RegisterLiveness::Walk::startAtEnd(const MachineBasicBlock &MBB, Listener Changed) {
  Live.clear();
  for (const MachineBasicBlock *Successor : MBB.successors())
    for (unsigned Index : Liveness.getLiveIn(*Successor))
      set(Index, true, Changed);
}

void RegisterLiveness::Walk::stepOver(const MachineInstr &MI, Listener Changed) {
  for (const MachineOperand &Def : MI.all_defs())
    if (auto Index = Liveness.getIndex(Def.getReg()))
      set(*Index, false, Changed);
  for (const MachineOperand &Use : MI.all_uses())
    if (auto Index = Liveness.getIndex(Use.getReg()); Index && !Use.isUndef())
      set(*Index, true, Changed);
}
