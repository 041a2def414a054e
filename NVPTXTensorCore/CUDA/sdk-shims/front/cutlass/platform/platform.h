//===- platform.h - CUTLASS without its switch for clang --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUTLASS leaves out grid constants and all of Blackwell where clang compiles, and the kernels
// become traps. This header stands in front of the one of that name.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_CUTLASS_PLATFORM_H
#define NVPTX_TENSORCORE_CUTLASS_PLATFORM_H
#pragma GCC system_header

#include_next <cutlass/platform/platform.h>

#undef CUTLASS_CLANG_CUDA
#define CUTLASS_CLANG_CUDA 0

#endif // NVPTX_TENSORCORE_CUTLASS_PLATFORM_H
