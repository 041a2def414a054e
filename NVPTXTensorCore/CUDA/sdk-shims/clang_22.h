//===- clang_22.h - before CUDA C++ of clang 22 -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The configuration file clang-22.cfg includes this before each file, after clang's own CUDA header
// where there is an SDK. It has what nvcc has built in, and attributes of CUDA 13 that clang 22
// does not know or drops without a word (__cluster_dims__): as annotations they come into IR, where
// IR/Lowering/SourceAttributes.cpp gives them their meaning. The host has no use for them.
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

#undef __cluster_dims__
#undef __block_size__
#undef __maxnreg__
#undef __inline_hint__
#undef __nv_pure__
#define __nv_pure__ __attribute__((pure))

#ifdef __CUDA_ARCH__
#define __NVPTX_ANNOTATE(...) __attribute__((annotate(__VA_ARGS__)))
#define __NVPTX_NUMBERS(...) __VA_ARGS__
#define __NVPTX_BLOCK_SIZE(THREADS, BLOCKS, FORM, ...) FORM(THREADS, BLOCKS)
#define __NVPTX_THREADS(THREADS, NONE) __NVPTX_ANNOTATE("nvptx.block_size", __NVPTX_NUMBERS THREADS)
#define __NVPTX_THREADS_AND_BLOCKS(THREADS, BLOCKS)                                                \
  __NVPTX_ANNOTATE("nvptx.block_size", __NVPTX_NUMBERS THREADS, __NVPTX_NUMBERS BLOCKS)

#define __cluster_dims__(...) __NVPTX_ANNOTATE("nvptx.cluster_dims", __VA_ARGS__)
#define __block_size__(...)                                                                        \
  __NVPTX_BLOCK_SIZE(__VA_ARGS__, __NVPTX_THREADS_AND_BLOCKS, __NVPTX_THREADS)
#define __maxnreg__(NUMBER) __NVPTX_ANNOTATE("nvptx.maxnreg", NUMBER)
#define __inline_hint__ __NVPTX_ANNOTATE("nvptx.nv_inline_hint")
#else
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(NUMBER)
#define __inline_hint__
#endif
#endif

#endif // NVPTX_TENSORCORE_CLANG_22_H
