//===- WGMMA.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes instructions of wgmma for a warp.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WGMMA_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WGMMA_H

#include "Emulator/Program/Program.h"

namespace llvm::tensorcore::emulator {

Step executeWGMMAFence(const Instruction &I, ThreadGroup &G);
/// wgmma.mma_async, with WGMMADetails.
Step executeWGMMAMultiply(const Instruction &I, ThreadGroup &G);
Step executeWGMMACommit(const Instruction &I, ThreadGroup &G);
/// The operand is the number of groups that may go on.
Step executeWGMMAWait(const Instruction &I, ThreadGroup &G);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_WGMMA_H
