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
// then. LLVM has unrolled it before as far as it pays. A loop of unknown length that LLVM has
// unrolled is kept, too: ptxas would unroll it by four again, and give the trips more registers.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The trips of an unrolled loop whose number of trips is unknown. LLVM's are 8. The pass keeps a
/// loop that LLVM has unrolled by this number.
inline constexpr unsigned RuntimeCount = 4;

/// Makes the pass, which runs before LLVM's strength reduction, as that changes counters.
FunctionPass *createKeptLoopsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_KEPTLOOPS_H
