//===- WGMMALowering.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the `llvm.nvvm.wgmma.mma_async.*` that users write to register form, in which
// code generation handles them: accumulators as scalars, everything else in an MMA
// descriptor. Accumulators that are nothing but zeros are not made: scale-d says so.
// The calls have been verified.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_WGMMALOWERING_H
#define NVPTXTENSORCORE_IR_LOWERING_WGMMALOWERING_H

namespace llvm {
class Function;
}

namespace llvm::tensorcore {

/// Lowers the calls in a function, and splits what inline assembly with wgmma returns.
/// True if there were any.
bool lowerWGMMA(Function &F, unsigned PTXVersion);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_WGMMALOWERING_H
