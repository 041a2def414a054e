//===- LowHalves.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the low half of a register by mov, as the high half is taken. For ptxas, a conversion to 16
// bits is an instruction that sets the other bits to zero, and `mov.b32 {low, _}` is none: an
// operand says which half it is. Bits of the low half of 64 bits, as in a matrix descriptor, are
// taken from 32 bits: ptxas then computes no high half of the address that they are from.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_LOWHALVES_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_LOWHALVES_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location before PHIs are eliminated.
FunctionPass *createLowHalvesPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_LOWHALVES_H
