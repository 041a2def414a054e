//===- RoleValues.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets each role of a kernel compute the values that warps with different roles have in common,
// such as the number of tiles along K. LLVM computes them once, ahead of the branch to the
// roles, and ptxas keeps a register for each in all roles, although the producer of a pipeline
// has few.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_ROLEVALUES_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_ROLEVALUES_H

namespace llvm {
class MachineBasicBlock;
class MachineDominatorTree;
class MachineFunction;
class MachineLoopInfo;
} // namespace llvm

namespace llvm::tensorcore {

/// True if it changed anything.
bool repeatInRoles(MachineFunction &MF, const MachineDominatorTree &Tree,
                   const MachineLoopInfo &Loops);

/// Returns true if multiplications of a block leave few registers for anything else.
bool takesManyRegisters(const MachineBasicBlock &Block);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_ROLEVALUES_H
