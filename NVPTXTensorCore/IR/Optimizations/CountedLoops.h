//===- CountedLoops.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the end of a loop that counts down to zero as `count > 0`. LLVM's strength reduction makes
// `count != 0` of it. ptxas unrolls both, but counts trips of the second that may be left over one
// by one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_COUNTEDLOOPS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_COUNTEDLOOPS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for a location behind LLVM's strength reduction. It changes functions with matrix
/// instructions.
FunctionPass *createCountedLoopsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_COUNTEDLOOPS_H
