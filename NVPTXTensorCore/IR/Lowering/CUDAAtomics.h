//===- CUDAAtomics.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's atomic functions (atomicAdd, atomicCAS and related functions without _block or _system)
// are relaxed, in the scope of the device. Clang's header implements them by builtins that are
// sequentially consistent, in the scope of the system: with fences they would be many times slower
// than nvcc's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_CUDAATOMICS_H
#define NVPTXTENSORCORE_IR_LOWERING_CUDAATOMICS_H

#include "llvm/IR/PassManager.h"

namespace llvm::tensorcore {

/// Relaxes what the functions of clang's header do: `nvptx-cuda-atomics`, at the start of the
/// pipelines of opt and clang, before these functions are inlined.
struct CUDAAtomicsPass : PassInfoMixin<CUDAAtomicsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_CUDAATOMICS_H
