//===- Pipeline.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps over IR, and their order:
//
//   optimisation   names of CUDA's attributes -> attributes of intrinsics -> values behind their
//   waits;
//                  inlining of what holds fragments, where variables are registers already
//   code generation, before anything else of the target's
//                  plain results -> attributes -> the gate: declarations, calls, target
//                  -> kernels' attributes -> helpers that are values -> checks of tensor memory
//                  and registers -> register form, with waits -> helpers that are instructions
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_PIPELINE_H
#define NVPTXTENSORCORE_IR_PIPELINE_H

#include "Model/MMALegality.h"

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace llvm::tensorcore {

/// Takes a module to what selection knows. Calls that are not legal are reported and removed.
/// True if the module has changed.
bool prepareForSelection(Module &M, const TargetVersion &Target);

/// Adds passes to the optimisation pipelines, and gives them names (`nvptx-mma-attributes` …).
void registerOptimizations(PassBuilder &PB);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_PIPELINE_H
