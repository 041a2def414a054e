//===- MemoryNames.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names things in messages: addresses with the variable or argument that they are in, and
// instructions with their lines.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_MEMORYNAMES_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_MEMORYNAMES_H

#include "Emulator/Machine/Launch.h"

namespace llvm::tensorcore::emulator {

/// "full", "smem + 0x400": the variable that a shared address is in; empty if it is in none.
std::string nameShared(const Launch &L, uint32_t Address);
/// "argument 'A' + 0x40"; empty where nothing is allocated.
std::string nameGlobal(const Launch &L, uint64_t Address);

/// "shared address 0x800 (smem + 0x400)"
std::string printShared(const Launch &L, uint32_t Address);
std::string printGlobal(const Launch &L, uint64_t Address);
/// "the mbarrier 'full' at shared address 0x800"
std::string printMBarrier(const Launch &L, uint32_t Address);

/// "'cp.async.wait_group 1' on line 12"
std::string printInstruction(const Instruction &I);

/// The name of a variable or function as the source has it, without what it is in.
std::string printSymbol(StringRef Name);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_MEMORYNAMES_H
