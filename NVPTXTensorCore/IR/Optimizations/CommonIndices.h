//===- CommonIndices.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes an address once that several branches need. An epilogue asks for each element whether
// it is inside of the matrix, and its loops are unrolled:
//
//     if (row < m)
//       C[row * n + column] = a;
//     if (row < m)
//       C[row * n + column + 8] = b;
//
// Neither store dominates the other, so that LLVM multiplies for each.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMMONINDICES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMMONINDICES_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location behind LLVM's separation of constant offsets.
FunctionPass *createCommonIndicesPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_COMMONINDICES_H
