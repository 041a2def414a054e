//===- NVVMDialect.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns NVVM IR, as NVIDIA specifies it, into LLVM IR for NVPTX where the two differ.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_NVVMDIALECT_H
#define NVPTXTENSORCORE_LIBRARY_NVVMDIALECT_H

#include "llvm/Support/Error.h"

namespace llvm {
class DataLayout;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

/// The newest version of NVVM IR that is known, and of its debug information: those of CUDA 13.
inline constexpr unsigned NVVMIRVersion[] = {2, 0, 3, 2};

/// Fails if a module's data layout gives types that memory of GPUs has another size or alignment
/// than the target's.
Error checkDataLayout(StringRef Stated, const DataLayout &Target);

/// Fails if `nvvmir.version` is of a newer release.
Error checkNVVMIRVersion(const Module &M);

/// Makes atomic read-modify-writes of a module of NVVM IR relaxed, in the scope of the device,
/// unless they name another scope: NVVM ignores their order. Does nothing to other modules.
void relaxNVVMAtomics(Module &M);

/// Replaces intrinsics that only NVVM IR has by LLVM's: shuffles, votes, matches and wmma whose
/// mode is an argument.
void lowerNVVMDialect(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_NVVMDIALECT_H
