//===- NarrowAddresses.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes addresses of shared memory in 32 bits. LLVM's pointers have 64 bits in all address
// spaces; loads and stores of shared memory, and inline assembly that gets an address by
// `__cvta_generic_to_shared`, use the low half. ptxas does not find that out across loops, and an
// address takes two registers.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_NARROWADDRESSES_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_NARROWADDRESSES_H

namespace llvm {
class MachineFunction;
}

namespace llvm::tensorcore {

/// Computes all registers of 64 bits in 32 of which nothing reads the high half; on SSA.
bool narrowAddresses(MachineFunction &MF);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_NARROWADDRESSES_H
