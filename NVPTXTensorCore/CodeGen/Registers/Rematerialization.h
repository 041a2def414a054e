//===- Rematerialization.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes integers again where they are used instead of keeping them in registers until then:
// values of several roles (RoleValues.h), descriptors in a loop (LoopDescriptors.h), and addresses
// behind one. In a persistent kernel LLVM's loop-invariant code motion computes what the store of
// each tile needs once, before the loop over tiles. These values are then alive across the loop
// over K, next to all the accumulators, and ptxas spills them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_REMATERIALIZATION_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_REMATERIALIZATION_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Creates the pass, which changes functions whose matrix instructions have many registers. It runs
/// on SSA, behind LLVM's own code motion.
FunctionPass *createRematerializationPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_REMATERIALIZATION_H
