//===- LoopDescriptors.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix descriptors of the many parts of a tile, each of which is computed of one address in
// several steps. LLVM's loop-invariant code motion computes each of them ahead of the loop, and
// each takes registers across it. They are computed in the loop again, and the address alone is
// kept.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPDESCRIPTORS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPDESCRIPTORS_H

namespace llvm {
class MachineLoop;
class MachineLoopInfo;
class MachineRegisterInfo;
} // namespace llvm

namespace llvm::tensorcore {

/// Does so in a loop with instructions of many registers, and in loops within, where they would
/// take many. True if it changed anything.
bool repeatDescriptors(const MachineLoop &Loop, MachineRegisterInfo &MRI);

/// Lets a loop use results of cheap instructions ahead of it, not copies of them.
void removeCopies(const MachineLoop &Loop, MachineRegisterInfo &MRI);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_LOOPDESCRIPTORS_H
