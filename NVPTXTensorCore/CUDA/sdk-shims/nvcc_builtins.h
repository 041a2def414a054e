//===- nvcc_builtins.h - what nvcc 13 has built in --------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler includes this right behind clang's own CUDA header, where there is an SDK. The
// SDK's crt/device_functions.h, which has these enumerations, is one that clang's header hides.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_BUILTINS_H
#define NVPTX_TENSORCORE_NVCC_BUILTINS_H
#pragma GCC system_header

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};

enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#include "nvcc_atomics.h"
#include "nvcc_caches.h"
#include "nvcc_float2.h"
#include "nvcc_minmax.h"
#include "nvcc_simd.h"

// The SDK's crt/math_functions.h has it for nvcc alone.
extern "C" __attribute__((device)) void *__cuda_syscall_aligned_malloc(unsigned long,
                                                                       unsigned long);
static __inline__ __attribute__((device, always_inline, nodebug, unused)) void *
__nv_aligned_device_malloc(unsigned long size, unsigned long alignment) {
  return __cuda_syscall_aligned_malloc(size, alignment);
}

// The libdevice of CUDA 13 has it, and clang's headers do not.
#if CUDA_VERSION >= 13000
extern "C" __attribute__((device)) float __nv_fast_tanhf(float);
static __inline__ __attribute__((device, always_inline, nodebug, unused)) float __tanhf(float x) {
  return __nv_fast_tanhf(x);
}
#endif

// `isnan` and the like without `std::`, in host code too, `stderr`, and `time`: nvcc's headers
// include all of them.
#include <math.h>
#include <stdio.h>
#include <time.h>

// cooperative_groups.h has clusters where nvcc compiles, or where this says that there are
// intrinsics for them.
#define _CG_CLUSTER_INTRINSICS_AVAILABLE

// clang has its own attribute for HIP alone.
#undef __managed__
#define __managed__ __device__ __attribute__((nvptx_managed))

// clang takes no more than 15 blocks for its own attribute, and compiles it to nothing.
#undef __cluster_dims__
#define __cluster_dims__(...) __attribute__((nvptx_cluster_dims(__VA_ARGS__)))

// The host's half has no use for launch bounds, and clang warns there of the third one.
#ifndef __CUDA_ARCH__
#undef __launch_bounds__
#define __launch_bounds__(...)
#endif

// The storage of a shared variable whose constructor is not run (Driver/NvccSources.cpp).
template <class T> union nvcc_uninitialized {
  T value;
  __host__ __device__ nvcc_uninitialized() {}
  __host__ __device__ ~nvcc_uninitialized() {}
};

#endif // NVPTX_TENSORCORE_NVCC_BUILTINS_H
