//===- AccumulatorLiveness.h ------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes how many registers accumulators need, at the least, while an instruction is executed.
// This is a lower bound: it counts the accumulators and the operands of the instruction, and no
// other live value.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_ACCUMULATORLIVENESS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_ACCUMULATORLIVENESS_H

#include "CodeGen/Registers/RegisterLiveness.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

namespace llvm::tensorcore {

/// Holds the registers of 32 bits that one instruction needs.
struct AccumulatorNeed {
  const MachineInstr *MI;
  unsigned Accumulators; ///< alive behind it
  unsigned Fixed;        ///< of them, those that a loop carries around, and its own results
  unsigned Operands;     ///< what else it reads
  unsigned Results;      ///< its own
};

class AccumulatorLiveness {
public:
  explicit AccumulatorLiveness(MachineFunction &MF);

  /// One for each instruction that makes accumulators.
  SmallVector<AccumulatorNeed, 0> getNeeds() const;

private:
  void add(Register R);
  void collect(const MachineInstr &MI);
  void collectCopies();
  bool isConstant(Register R) const;
  bool isCarried(unsigned Index, const MachineBasicBlock &MBB) const;
  AccumulatorNeed getNeed(const MachineInstr &MI, const RegisterLiveness::Walk &Walk,
                          AccumulatorNeed Behind) const;
  unsigned countOperands(const MachineInstr &MI) const;
  unsigned getSize(Register R) const;

  MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  MachineDominatorTree Dominators;
  MachineLoopInfo Loops;
  DenseMap<Register, unsigned> Indices;
  SmallVector<Register> Registers;
  IntEqClasses Classes; ///< what becomes one register if copies go away
  std::optional<RegisterLiveness> Liveness;
  DenseMap<const MachineLoop *, DenseSet<unsigned>> Carried; ///< classes alive where it begins
  mutable DenseMap<Register, bool> Constants;                ///< whether a register is one
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_ACCUMULATORLIVENESS_H
