//===- nvptx_tensorcore_device.h - CUDA's functions without SDK -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines what kernels use of CUDA's own headers, for compilation without an SDK (-nocudainc
// -nocudalib): vector types, shuffles and votes, atomic operations, min and max, printf, and the
// mathematical functions that need no library. With an SDK, whose headers have all of this, the
// file is empty. nvptx_tensorcore.h does not include it: a program may define some of it itself.
//
// The names and the meaning are CUDA's (CUDA C++ Programming Guide, "Built-in Vector Types", "Warp
// Vote", "Match", "Reduce" and "Shuffle Functions", "Atomic Functions"; CUDA Math API). Functions
// of the math API have its errors: 2 ulp of expf, exp2f and rsqrtf, and approximations where the
// name begins with two underscores. What CUDA computes by libdevice (logf, powf, sinf, tanhf, …) is
// not here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_DEVICE_H
#define NVPTX_TENSORCORE_DEVICE_H

#include "nvptx_tensorcore_types.h"

#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__
#include <stddef.h>
#include <stdint.h>

//===----------------------------------------------------------------------===//
// Vector types
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_VECTORS(TYPE, NAME, ALIGN2, ALIGN4)                                       \
  struct NAME##1 { TYPE x; };                                                                      \
  struct alignas(ALIGN2) NAME##2 { TYPE x, y; };                                                   \
  struct NAME##3 { TYPE x, y, z; };                                                                \
  struct alignas(ALIGN4) NAME##4 { TYPE x, y, z, w; };                                             \
  __host__ __device__ constexpr NAME##1 make_##NAME##1(TYPE x) { return {x}; }                     \
  __host__ __device__ constexpr NAME##2 make_##NAME##2(TYPE x, TYPE y) { return {x, y}; }          \
  __host__ __device__ constexpr NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) {                   \
    return {x, y, z};                                                                              \
  }                                                                                                \
  __host__ __device__ constexpr NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w) {           \
    return {x, y, z, w};                                                                           \
  }
NVPTX_TENSORCORE_VECTORS(signed char, char, 2, 4)
NVPTX_TENSORCORE_VECTORS(unsigned char, uchar, 2, 4)
NVPTX_TENSORCORE_VECTORS(short, short, 4, 8)
NVPTX_TENSORCORE_VECTORS(unsigned short, ushort, 4, 8)
NVPTX_TENSORCORE_VECTORS(int, int, 8, 16)
NVPTX_TENSORCORE_VECTORS(unsigned, uint, 8, 16)
NVPTX_TENSORCORE_VECTORS(long long, longlong, 16, 16)
NVPTX_TENSORCORE_VECTORS(unsigned long long, ulonglong, 16, 16)
NVPTX_TENSORCORE_VECTORS(float, float, 8, 16)
NVPTX_TENSORCORE_VECTORS(double, double, 16, 16)
#undef NVPTX_TENSORCORE_VECTORS

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

//===----------------------------------------------------------------------===//
// The threads of a warp
//===----------------------------------------------------------------------===//

NVPTX_TENSORCORE_DEVICE void __syncwarp(unsigned mask = ~0u) { __nvvm_bar_warp_sync(mask); }
NVPTX_TENSORCORE_DEVICE int __all_sync(unsigned mask, int p) {
  return __nvvm_vote_all_sync(mask, p);
}
NVPTX_TENSORCORE_DEVICE int __any_sync(unsigned mask, int p) {
  return __nvvm_vote_any_sync(mask, p);
}
NVPTX_TENSORCORE_DEVICE unsigned __ballot_sync(unsigned mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p);
}
NVPTX_TENSORCORE_DEVICE unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

// A value of 4 or 8 bytes, shuffled by words.
#define NVPTX_TENSORCORE_SHUFFLE(NAME, BUILTIN, OFFSET, CLAMP)                                     \
  template <class T>                                                                               \
  NVPTX_TENSORCORE_DEVICE T NAME(unsigned mask, T value, OFFSET offset, int width = 32) {          \
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, #NAME ": expected a type of 4 or 8 bytes");    \
    int words[sizeof(T) / 4];                                                                      \
    __builtin_memcpy(words, &value, sizeof(T));                                                    \
    for (int &word : words)                                                                        \
      word = BUILTIN(mask, word, int(offset), (32 - width) << 8 | CLAMP);                          \
    __builtin_memcpy(&value, words, sizeof(T));                                                    \
    return value;                                                                                  \
  }
NVPTX_TENSORCORE_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_i32, int, 31)
NVPTX_TENSORCORE_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_i32, unsigned, 0)
NVPTX_TENSORCORE_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_i32, unsigned, 31)
NVPTX_TENSORCORE_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_i32, int, 31)
#undef NVPTX_TENSORCORE_SHUFFLE

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

NVPTX_TENSORCORE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
NVPTX_TENSORCORE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
NVPTX_TENSORCORE_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

#define NVPTX_TENSORCORE_LDG(TYPE, SUFFIX)                                                         \
  NVPTX_TENSORCORE_DEVICE TYPE __ldg(const TYPE *from) { return __nvvm_ldg_##SUFFIX(from); }
NVPTX_TENSORCORE_LDG(int, i)
NVPTX_TENSORCORE_LDG(unsigned, ui)
NVPTX_TENSORCORE_LDG(long long, ll)
NVPTX_TENSORCORE_LDG(unsigned long long, ull)
NVPTX_TENSORCORE_LDG(float, f)
NVPTX_TENSORCORE_LDG(double, d)
#undef NVPTX_TENSORCORE_LDG

// The compiler gives functions of the inner one's names the scope of the device (clang's builtins
// have no scope but the system's).
#define NVPTX_TENSORCORE_ATOMIC(NAME, OPERATION, KEY, TYPE)                                        \
  NVPTX_TENSORCORE_DEVICE TYPE __##KEY##Atomic##NAME(TYPE *at, TYPE value) {                       \
    return __scoped_atomic_##OPERATION(at, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);        \
  }                                                                                                \
  NVPTX_TENSORCORE_DEVICE TYPE atomic##NAME(TYPE *at, TYPE value) {                                \
    return __##KEY##Atomic##NAME(at, value);                                                       \
  }
#define NVPTX_TENSORCORE_INTEGER_ATOMICS(KEY, TYPE)                                                \
  NVPTX_TENSORCORE_ATOMIC(Add, fetch_add, KEY, TYPE)                                               \
  NVPTX_TENSORCORE_ATOMIC(Min, fetch_min, KEY, TYPE)                                               \
  NVPTX_TENSORCORE_ATOMIC(Max, fetch_max, KEY, TYPE)                                               \
  NVPTX_TENSORCORE_ATOMIC(And, fetch_and, KEY, TYPE)                                               \
  NVPTX_TENSORCORE_ATOMIC(Or, fetch_or, KEY, TYPE)                                                 \
  NVPTX_TENSORCORE_ATOMIC(Xor, fetch_xor, KEY, TYPE)                                               \
  NVPTX_TENSORCORE_ATOMIC(Exch, exchange_n, KEY, TYPE)                                             \
  NVPTX_TENSORCORE_DEVICE TYPE __##KEY##AtomicCAS(TYPE *at, TYPE expected, TYPE value) {           \
    __scoped_atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_RELAXED,              \
                                       __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                   \
    return expected;                                                                               \
  }                                                                                                \
  NVPTX_TENSORCORE_DEVICE TYPE atomicCAS(TYPE *at, TYPE expected, TYPE value) {                    \
    return __##KEY##AtomicCAS(at, expected, value);                                                \
  }
NVPTX_TENSORCORE_INTEGER_ATOMICS(i, int)
NVPTX_TENSORCORE_INTEGER_ATOMICS(u, unsigned)
NVPTX_TENSORCORE_INTEGER_ATOMICS(ull, unsigned long long)
NVPTX_TENSORCORE_ATOMIC(Add, fetch_add, f, float)
NVPTX_TENSORCORE_ATOMIC(Add, fetch_add, d, double)
NVPTX_TENSORCORE_DEVICE int atomicSub(int *at, int value) { return atomicAdd(at, -value); }
NVPTX_TENSORCORE_DEVICE unsigned atomicSub(unsigned *at, unsigned value) {
  return atomicAdd(at, 0 - value);
}
#undef NVPTX_TENSORCORE_INTEGER_ATOMICS
#undef NVPTX_TENSORCORE_ATOMIC

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_MINMAX(TYPE)                                                              \
  NVPTX_TENSORCORE_DEVICE TYPE min(TYPE a, TYPE b) { return a < b ? a : b; }                       \
  NVPTX_TENSORCORE_DEVICE TYPE max(TYPE a, TYPE b) { return a > b ? a : b; }
NVPTX_TENSORCORE_MINMAX(int)
NVPTX_TENSORCORE_MINMAX(unsigned)
NVPTX_TENSORCORE_MINMAX(long)
NVPTX_TENSORCORE_MINMAX(unsigned long)
NVPTX_TENSORCORE_MINMAX(long long)
NVPTX_TENSORCORE_MINMAX(unsigned long long)
#undef NVPTX_TENSORCORE_MINMAX
NVPTX_TENSORCORE_DEVICE float min(float a, float b) { return __builtin_fminf(a, b); }
NVPTX_TENSORCORE_DEVICE float max(float a, float b) { return __builtin_fmaxf(a, b); }

#define NVPTX_TENSORCORE_UNARY(NAME)                                                               \
  NVPTX_TENSORCORE_DEVICE float NAME##f(float x) { return __builtin_##NAME##f(x); }
NVPTX_TENSORCORE_UNARY(fabs)
NVPTX_TENSORCORE_UNARY(floor)
NVPTX_TENSORCORE_UNARY(ceil)
NVPTX_TENSORCORE_UNARY(trunc)
NVPTX_TENSORCORE_UNARY(rint)
NVPTX_TENSORCORE_UNARY(sqrt)
#undef NVPTX_TENSORCORE_UNARY
NVPTX_TENSORCORE_DEVICE float fminf(float a, float b) { return __builtin_fminf(a, b); }
NVPTX_TENSORCORE_DEVICE float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
NVPTX_TENSORCORE_DEVICE float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
NVPTX_TENSORCORE_DEVICE float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
NVPTX_TENSORCORE_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
NVPTX_TENSORCORE_DEVICE float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.44269504f); }
NVPTX_TENSORCORE_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
NVPTX_TENSORCORE_DEVICE float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.693147182f; }
NVPTX_TENSORCORE_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
NVPTX_TENSORCORE_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
NVPTX_TENSORCORE_DEVICE float __frcp_rn(float x) { return __nvvm_rcp_rn_f(x); }
NVPTX_TENSORCORE_DEVICE float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }

/// 2 to the integral part of x / ln(2), in two factors that are in range, and 2 to the rest.
NVPTX_TENSORCORE_DEVICE float expf(float x) {
  const float bounded = __builtin_fminf(__builtin_fmaxf(x, -150.0f), 150.0f);
  const float whole = __builtin_rintf(bounded * 1.44269504f);
  const float rest =
      __builtin_fmaf(bounded, 1.92596303e-8f, __builtin_fmaf(bounded, 1.44269502f, -whole));
  const float half = __builtin_truncf(whole * 0.5f);
  const float power =
      __nvvm_ex2_approx_f(rest) * __nvvm_ex2_approx_f(half) * __nvvm_ex2_approx_f(whole - half);
  return x != x ? x : power;
}

extern "C" __device__ int printf(const char *format, ...);

#endif // __CLANG_CUDA_RUNTIME_WRAPPER_H__
#endif // NVPTX_TENSORCORE_DEVICE_H
