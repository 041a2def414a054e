//===- PairedStores.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of two registers to memory is, after InstCombine and SROA, the store of an integer of 64
// bits that is put together of them. InstCombine then moves the parts of that integer into phis,
// and accumulators are carried around the main loop's end twice, the second time in 64 bits for
// each. Such stores become stores of two elements, which PTX has (st.v2).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_PAIREDSTORES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_PAIREDSTORES_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-paired-stores`, behind InstCombine in the pipelines of opt and clang, for functions
/// with matrix instructions.
struct PairedStoresPass : PassInfoMixin<PairedStoresPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_PAIREDSTORES_H
