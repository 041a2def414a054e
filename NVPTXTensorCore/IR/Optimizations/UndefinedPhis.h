//===- UndefinedPhis.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets values in a loop that are undefined on a path:
//
//     for (int row = ...) {
//       float4 residual;
//       if (params.residual)
//         residual = params.residual[row];
//
// LLVM has no instruction for an undefined value of a phi, so the register keeps the value of the
// trip before in ptxas, which is alive in all of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDPHIS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDPHIS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs before LLVM's strength reduction.
FunctionPass *createUndefinedPhisPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_UNDEFINEDPHIS_H
