//===- DisjointRegisters.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// spcompress and spdecompress must not name a register twice, in whichever of their vectors (PTX
// ISA, "spcompress"). Registers that a value shares, or a result with an operand that dies, are
// given to copies.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_DISJOINTREGISTERS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_DISJOINTREGISTERS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location where nothing removes copies any more.
FunctionPass *createDisjointRegistersPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_DISJOINTREGISTERS_H
