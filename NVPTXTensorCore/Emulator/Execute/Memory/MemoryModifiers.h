//===- MemoryModifiers.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifiers that loads, stores and atomic operations have in common, and accesses of all lanes
// of an instruction to memory together.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MEMORY_MEMORYMODIFIERS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MEMORY_MEMORYMODIFIERS_H

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

struct MemoryOrder {
  Strength Order = Strength::Weak;
  Scope Within = Scope::System;
};

/// Returns the order and scope of a row's words, or these if a word is absent.
MemoryOrder getMemoryOrder(const InstructionReader &R, Strength Default, Scope DefaultScope);

/// Returns the state space of a word; generic without one.
Space getSpace(words::StateSpace Word);

/// Returns the state space of an access. `.param` of functions that are no kernels is local.
Space getSpace(InstructionReader &R, const ptx::Operand &At);

/// Fails unless the second operand is 128, the bytes of a line of a cache or a tensor map.
Error expectLine(InstructionReader &R);

/// Host memory for each active lane; null for the others, and after a fault, which is reported. The
/// access must be aligned to its size.
void accessLanes(const Instruction &I, ThreadGroup &G, unsigned Bytes, Access How,
                 const MemoryOrder &Order, uint8_t *(&Hosts)[WarpSize]);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MEMORY_MEMORYMODIFIERS_H
