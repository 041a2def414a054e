//===- RegisterLowering.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the calls of wgmma and tcgen05 whose operands have no registers of their own into register
// form (IR/Intrinsics/RegisterForm.h): vectors become scalars, pointers to tensor memory 32 bits,
// however long they are, and immediates fields of the MMA descriptor.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_REGISTERLOWERING_H
#define NVPTXTENSORCORE_IR_LOWERING_REGISTERLOWERING_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
}

namespace llvm::tensorcore {

/// The name of the metadata of a wgmma in register form: the call that it was, without operands.
inline constexpr StringLiteral CallMark = "nvptx.call";

/// Lowers the calls of a function that has been verified, and splits what inline assembly with
/// wgmma returns. True if there were any.
bool lowerToRegisters(Function &F, unsigned PTXVersion);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_REGISTERLOWERING_H
