//===- PackedFloats.h - Two operations of floats as one ---------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `add.f32x2`, `sub.f32x2`, `mul.f32x2` and `fma.f32x2` (PTX ISA 9.7.3) compute two floats in an
// aligned pair of registers. On sm_100 and sm_103 they are one instruction of the machine. Elements
// of an accumulator or of a vector in memory are in such pairs already. ptxas does not pack
// operations by itself.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_PACKEDFLOATS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_PACKEDFLOATS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Creates a pass that makes one packed operation of two with the same rounding, if their operands
/// are in pairs of registers, or are the same.
FunctionPass *createPackedFloatsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_PACKEDFLOATS_H
