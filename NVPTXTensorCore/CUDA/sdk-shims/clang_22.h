//===- clang_22.h - before CUDA C++ of clang 22 -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The configuration file clang-22.cfg includes this before each file, after clang's own CUDA header
// where there is an SDK. It has what nvcc has built in.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_CLANG_22_H
#define NVPTX_TENSORCORE_CLANG_22_H
#pragma GCC system_header

// nvcc's names for targets with a suffix. Those of a family, with -mllvm -nvptx-target=sm_100f, are
// compiled as ones with the suffix a.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL) ||                   \
    defined(__CUDA_ARCH_FEAT_SM101_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL) ||                  \
    defined(__CUDA_ARCH_FEAT_SM110_ALL) || defined(__CUDA_ARCH_FEAT_SM120_ALL) ||                  \
    defined(__CUDA_ARCH_FEAT_SM121_ALL)
#define __CUDA_ARCH_FAMILY_SPECIFIC__ __CUDA_ARCH__
#ifdef NVPTX_TENSORCORE_FAMILY
#undef __CUDA_ARCH_FEAT_SM100_ALL
#undef __CUDA_ARCH_FEAT_SM101_ALL
#undef __CUDA_ARCH_FEAT_SM103_ALL
#undef __CUDA_ARCH_FEAT_SM110_ALL
#undef __CUDA_ARCH_FEAT_SM120_ALL
#undef __CUDA_ARCH_FEAT_SM121_ALL
#else
#define __CUDA_ARCH_SPECIFIC__ __CUDA_ARCH__
#endif
#endif

#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__
#include "nvcc_builtins.h"

// nvcc's version is its SDK's.
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
#endif

#endif // NVPTX_TENSORCORE_CLANG_22_H
