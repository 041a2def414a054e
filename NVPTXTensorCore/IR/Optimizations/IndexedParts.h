//===- IndexedParts.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an array in a struct a variable of its own if a loop's counter indexes it:
//
//     struct { Params params; unsigned state[5]; } generator;
//     for (int i = 0; i < 5; ++i)
//       ... generator.state[i] ...
//
// LLVM's SROA leaves a variable in local memory as a whole if any of its addresses depends on a
// variable. ptxas keeps small arrays in registers, and the other members become values.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXEDPARTS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXEDPARTS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-indexed-parts`, ahead of the last SROA of the pipelines of opt and clang: loops that can
/// be unrolled as a whole are.
struct IndexedPartsPass : PassInfoMixin<IndexedPartsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_INDEXEDPARTS_H
