//===- StaticTarget.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target in a program that links LLVM's archives, and so has no other NVPTX target. Such a
// program links the CMake target TensorCoreStatic.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_STATICTARGET_H
#define NVPTXTENSORCORE_LIBRARY_STATICTARGET_H

namespace llvm::tensorcore {

/// Registers nvptx and nvptx64.
void initializeStaticTarget();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_STATICTARGET_H
