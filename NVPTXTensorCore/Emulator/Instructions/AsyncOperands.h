//===- AsyncOperands.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mbarriers, copies and their relatives have in common: modifiers for memory order, addresses
// of shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_ASYNCOPERANDS_H
#define NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_ASYNCOPERANDS_H

#include "Emulator/Instructions/InstructionTable.h"
#include "Emulator/Machine/Block.h"

namespace llvm::tensorcore::emulator {

/// .acquire, .release, .acq_rel or .relaxed, wherever it stands.
Strength takeOrder(InstructionReader &R, Strength Default);
/// .cta, .cluster, .gpu or .sys, wherever it stands.
Scope takeScope(InstructionReader &R, Scope Default);
/// .shared, .shared::cta or .shared::cluster, wherever it stands; generic without one.
Space takeSharedSpace(InstructionReader &R);

/// Reads so many addresses, which are the operands from one on.
Error readAddresses(InstructionReader &R, size_t First, size_t Count);
/// Reads a value of so many bits; a register may be wider.
Error readValue(InstructionReader &R, size_t Number, unsigned Bits, SmallVectorImpl<Slot> &Slots);

/// Of a lane, an address of an instruction as a shared address of the cluster; none after a fault.
std::optional<uint32_t> getSharedAddress(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                         size_t Number, Space In);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_INSTRUCTIONS_ASYNCOPERANDS_H
