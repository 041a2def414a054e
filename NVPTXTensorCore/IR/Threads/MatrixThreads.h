//===- MatrixThreads.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks which threads execute a matrix instruction: mma, wmma, ldmatrix, stmatrix and movmatrix
// are executed by a whole warp, wgmma by a warpgroup. Those of tcgen05 are
// TensorMemory/Threads'.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_THREADS_MATRIXTHREADS_H
#define NVPTXTENSORCORE_IR_THREADS_MATRIXTHREADS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Reports matrix instructions that only a part of a warp or warpgroup executes.
void verifyMatrixThreads(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_THREADS_MATRIXTHREADS_H
