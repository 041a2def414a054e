//===- WGMMAOverwrites.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Missing waits that cannot be fixed: a loop issues wgmma.mma_async, never waits, and writes
// shared memory for its next trip, which the one before may still read. A wait after the loop
// protects the registers only.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAOVERWRITES_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAOVERWRITES_H

#include "Hazards/WGMMAHazards.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

namespace llvm::tensorcore {

class WGMMAMachineProgram;

class WGMMAOverwrites {
public:
  explicit WGMMAOverwrites(const WGMMAMachineProgram &Program) : Program(Program) {}

  /// Returns the instruction that overwrites shared memory in a loop before the wait that a repair
  /// inserts after it, or null if none certainly does.
  const MachineInstr *find(const WGMMARepair &Repair);

  void report(const WGMMARepair &Repair, const MachineInstr &Write) const;

private:
  const MachineLoop *findLoop(const WGMMARepair &Repair);

  const WGMMAMachineProgram &Program;
  std::optional<MachineDominatorTree> Dominators;
  std::optional<MachineLoopInfo> Loops; ///< made once somebody asks
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAOVERWRITES_H
