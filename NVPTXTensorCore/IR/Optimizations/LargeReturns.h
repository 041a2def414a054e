//===- LargeReturns.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that return more than a thread's registers hold, such as a CuTe tensor of 128 x 128
// floats of which a kernel wants the layout alone. clang's calling convention for NVPTX returns it
// as one value, of which SROA makes one of each element: LLVM then takes minutes for a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_LARGERETURNS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_LARGERETURNS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Inlines such functions, and copies in memory what they return. It has to run before SROA.
struct LargeReturnsPass : PassInfoMixin<LargeReturnsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_LARGERETURNS_H
