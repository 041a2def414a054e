//===- KnownBranches.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leads control past branches whose way is known where it comes from. In
//
//   if (warp == 0 && elect_one()) load(); else if (warp == 1) multiply();
//
// the lanes of warp 0 that were not elected do not test `warp == 1`. LLVM's jump threading leaves
// targets with divergent control flow alone. ptxas, which does not know that those lanes never
// come to the multiplication, would take its warp for divided, and emit each tcgen05.mma twice.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNBRANCHES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNBRANCHES_H

namespace llvm {
class Function;
class FunctionPass;
} // namespace llvm

namespace llvm::tensorcore {

/// Does so in functions with matrix instructions. True if it changed anything.
bool skipKnownBranches(Function &F);

/// The same as a pass.
FunctionPass *createKnownBranchesPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_KNOWNBRANCHES_H
