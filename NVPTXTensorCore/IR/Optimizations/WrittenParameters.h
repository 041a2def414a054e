//===- WrittenParameters.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that moves the pointers in its struct of parameters has the whole struct copied to local
// memory, as parameters are constant. LLVM copies it before selection: until then each access is
// one of memory, behind that each member has a register from the beginning of the kernel on, and
// what SROA leaves of the copy nobody removes. The members that are written are copied first.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_WRITTENPARAMETERS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_WRITTENPARAMETERS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// `nvptx-written-parameters`, behind inlining and in front of SROA in the pipelines of opt and
/// clang.
struct WrittenParametersPass : PassInfoMixin<WrittenParametersPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &);
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_WRITTENPARAMETERS_H
