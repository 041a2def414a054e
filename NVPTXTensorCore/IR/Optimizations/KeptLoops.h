//===- KeptLoops.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps loops over constant addresses of shared memory:
//
//     if (threadIdx.x == 0)
//       for (int i = 0; i < 1024; ++i)
//         shared[i] += i;
//
// ptxas unrolls such a loop completely, whatever its number of trips is: its addresses cost nothing
// then. LLVM has unrolled it before as far as it pays.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs after LLVM's strength reduction.
FunctionPass *createKeptLoopsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H
