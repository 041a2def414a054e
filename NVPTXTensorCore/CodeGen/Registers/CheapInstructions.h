//===- CheapInstructions.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that can be computed again where their result is used, instead of keeping it in a
// register until then; on SSA. Does not know where that pays.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_CHEAPINSTRUCTIONS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_CHEAPINSTRUCTIONS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class MachineBasicBlock;
class MachineInstr;
class MachineOperand;
class MachineRegisterInfo;
} // namespace llvm

namespace llvm::tensorcore {

/// Integer arithmetic and conversions of registers, but no division.
bool isCheap(const MachineInstr &I, const MachineRegisterInfo &MRI);

/// The block in which an operand has to be there.
MachineBasicBlock *getBlockOf(const MachineOperand &Use);

/// Puts a copy of an instruction into a block, ahead of what uses its result there. The uses, in
/// this block and in blocks that it dominates, become those of the copy.
MachineInstr &repeatIn(MachineBasicBlock &Block, MachineInstr &I, ArrayRef<MachineOperand *> Uses);

/// Erases an instruction that only debug values use.
void eraseUnused(MachineInstr &I);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_CHEAPINSTRUCTIONS_H
