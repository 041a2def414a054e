//===- MachinePass.h - A function as a pass ---------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most passes of this folder need no analysis, and leave the blocks of a function as they are.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEPASS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEPASS_H

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace llvm::tensorcore {

/// Runs a function, which returns true if it changed instructions.
class MachinePass final : public MachineFunctionPass {
public:
  using Function = bool (*)(MachineFunction &);

  MachinePass(StringLiteral Name, Function Run) : MachineFunctionPass(ID), Name(Name), Run(Run) {}

  StringRef getPassName() const override { return Name; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override { return Run(MF); }

private:
  static inline char ID = 0;

  const StringLiteral Name;
  const Function Run;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_MACHINEPASS_H
