//===- EarlyIncreases.h - Computations behind setmaxnreg.inc ----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A role of a kernel asks for more registers, and then computes the addresses that its loops need.
// The scheduler may compute them first. ptxas then gives them registers that a thread had ahead of
// setmaxnreg.inc, or spills them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYINCREASES_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYINCREASES_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Creates a pass that moves setmaxnreg.inc up in its block, across computations alone.
FunctionPass *createEarlyIncreasesPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_EARLYINCREASES_H
