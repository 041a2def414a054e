//===- TCGen05Lowering.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the tcgen05 calls whose operands have no registers of their own - pointers to
// tensor memory, vectors, immediates that are fields of a word - into register form
// (RegisterForm.h). Tensor memory is addressed by 32 bits, however long its pointers are.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_TCGEN05LOWERING_H
#define NVPTXTENSORCORE_IR_LOWERING_TCGEN05LOWERING_H

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

/// Lowers the calls of a function that has been verified. True if there were any.
bool lowerTCGen05(Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_TCGEN05LOWERING_H
