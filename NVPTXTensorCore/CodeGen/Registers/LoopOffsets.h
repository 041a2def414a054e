//===- LoopOffsets.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses and matrix descriptors of a loop that differ by a constant. LLVM's loop-invariant code
// motion computes each of them ahead of the loop, and each takes registers across it. They are
// added in the loop again: of all that have a base in common, the base alone is kept.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPOFFSETS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPOFFSETS_H

namespace llvm {
class MachineLoop;
class MachineLoopInfo;
class MachineRegisterInfo;
} // namespace llvm

namespace llvm::tensorcore {

/// For a loop with instructions of many registers. True if it changed anything.
bool repeatOffsets(const MachineLoop &Loop, const MachineLoopInfo &Loops, MachineRegisterInfo &MRI);

/// The same for values that are computed in several steps of one register, such as the matrix
/// descriptors of many parts of a tile, where they would take many registers. Loops within count.
bool repeatDescriptors(const MachineLoop &Loop, MachineRegisterInfo &MRI);

/// Lets a loop use results of cheap instructions ahead of it, not copies of them.
void removeCopies(const MachineLoop &Loop, MachineRegisterInfo &MRI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPOFFSETS_H
