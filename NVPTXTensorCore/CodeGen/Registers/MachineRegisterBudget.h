//===- MachineRegisterBudget.h ----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many registers a thread may have at each instruction of a kernel: what its launch
// bounds leave, and what setmaxnreg has changed since.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEREGISTERBUDGET_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEREGISTERBUDGET_H

#include "Model/RegisterBudget.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace llvm::tensorcore {

class MachineRegisterBudget {
public:
  explicit MachineRegisterBudget(const MachineFunction &MF);

  /// The most that a thread may have there; nothing if that is not known.
  std::optional<RegisterBudget> getAt(const MachineInstr &MI) const;

  /// Returns the registers of a thread when the kernel begins. They limit single instructions:
  /// setmaxnreg does not help a wgmma or a tcgen05.ld whose own registers are more (C7602).
  std::optional<RegisterBudget> getAtEntry() const;

  /// Returns what would give each thread that many registers: "at most 384 threads (.maxntid)".
  /// `AtEntry` leaves out what only setmaxnreg gives.
  std::string printRemedy(unsigned Registers, bool IsAtEntry) const;

private:
  void findChanges(const MachineFunction &MF);
  void propagate(const MachineFunction &MF);

  unsigned SM;
  LaunchBounds Bounds;
  RegisterBudget AtEntry;
  bool IsKnown = false;
  bool HasSetMaxNReg = false;                           ///< on this target
  DenseMap<const MachineBasicBlock *, unsigned> Before; ///< the most, of reachable blocks
  DenseMap<const MachineBasicBlock *, unsigned> AtEnd;  ///< of blocks with setmaxnreg
  DenseMap<const MachineInstr *, unsigned> Changed;     ///< of instructions behind it in its block
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEREGISTERBUDGET_H
