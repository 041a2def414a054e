//===- AsyncOperands.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands that mbarriers, copies and related instructions have in common: modifiers for memory
// order, addresses of shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_ASYNCOPERANDS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_ASYNCOPERANDS_H

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

namespace llvm::tensorcore::emulator {

// Words of a row.
/// Returns the first state space if it is one of shared memory, and the generic one else.
Space getSharedSpace(const InstructionReader &R);

/// Reads `Count` addresses, which are the operands from `First` on.
Error readAddresses(InstructionReader &R, size_t First, size_t Count);

/// Returns a lane's address as a shared address of the cluster; none after a fault.
std::optional<uint32_t> getSharedAddress(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                         size_t Number, Space In);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_ASYNCOPERANDS_H
