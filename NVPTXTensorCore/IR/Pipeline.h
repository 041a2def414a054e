//===- Pipeline.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps over IR.
//
// In the optimisation pipelines: attributes of CUDA that clang keeps as annotations; attributes of
// intrinsics; inlining of functions with fragments; values after their waits.
//
// Before selection: plain results; attributes; the verifier, which checks declarations, calls and
// the target; attributes of kernels; intrinsics that are values; checks of tensor memory and of
// register budgets; register form, with waits; intrinsics that are instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_PIPELINE_H
#define NVPTXTENSORCORE_IR_PIPELINE_H

#include "Model/Legality/Legality.h"

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace llvm::tensorcore {

/// Lowers a module to what instruction selection knows. Reports illegal calls and removes them.
/// `IsOptimized`: code generation keeps variables in registers. True if the module has changed.
bool prepareForSelection(Module &M, const TargetVersion &Target, bool IsOptimized);

/// Adds passes to the optimisation pipelines, and gives them names (`nvptx-mma-attributes` …).
void registerOptimizations(PassBuilder &PB);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_PIPELINE_H
