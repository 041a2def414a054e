//===- nvcc_caches.h - loads and stores with cache operators ----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Load Functions Using Cache Hints", "Store Functions Using Cache
// Hints", for values of 1 to 16 bytes. clang has some of them for some types, which are preferred.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_CACHES_H
#define NVPTX_TENSORCORE_NVCC_CACHES_H
#pragma GCC system_header

#include "nvcc_atomics.h" // __nvptx_same

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 320

#define __NVPTX_CACHED_LOAD(NAME, OPERATOR)                                                        \
  template <typename __Type>                                                                       \
  static __inline__ __attribute__((device, always_inline, nodebug, unused)) __Type NAME(           \
      const __Type *__address) {                                                                   \
    static_assert(sizeof(__Type) <= 16 && (sizeof(__Type) & (sizeof(__Type) - 1)) == 0,            \
                  #NAME ": expected a value of 1, 2, 4, 8 or 16 bytes");                           \
    __Type __value;                                                                                \
    if constexpr (sizeof(__Type) == 1) {                                                           \
      unsigned __r;                                                                                \
      asm volatile("ld.global." OPERATOR ".u8 %0, [%1];" : "=r"(__r) : "l"(__address) : "memory"); \
      __builtin_memcpy(&__value, &__r, sizeof(__Type));                                            \
    } else if constexpr (sizeof(__Type) == 2) {                                                    \
      unsigned short __r;                                                                          \
      asm volatile("ld.global." OPERATOR ".u16 %0, [%1];"                                          \
                   : "=h"(__r)                                                                     \
                   : "l"(__address)                                                                \
                   : "memory");                                                                    \
      __builtin_memcpy(&__value, &__r, sizeof(__Type));                                            \
    } else if constexpr (sizeof(__Type) == 4) {                                                    \
      unsigned __r;                                                                                \
      asm volatile("ld.global." OPERATOR ".u32 %0, [%1];"                                          \
                   : "=r"(__r)                                                                     \
                   : "l"(__address)                                                                \
                   : "memory");                                                                    \
      __builtin_memcpy(&__value, &__r, sizeof(__Type));                                            \
    } else if constexpr (sizeof(__Type) == 8) {                                                    \
      unsigned long long __r;                                                                      \
      asm volatile("ld.global." OPERATOR ".u64 %0, [%1];"                                          \
                   : "=l"(__r)                                                                     \
                   : "l"(__address)                                                                \
                   : "memory");                                                                    \
      __builtin_memcpy(&__value, &__r, sizeof(__Type));                                            \
    } else {                                                                                       \
      unsigned long long __r[2];                                                                   \
      asm volatile("ld.global." OPERATOR ".v2.u64 {%0, %1}, [%2];"                                 \
                   : "=l"(__r[0]), "=l"(__r[1])                                                    \
                   : "l"(__address)                                                                \
                   : "memory");                                                                    \
      __builtin_memcpy(&__value, __r, sizeof(__Type));                                             \
    }                                                                                              \
    return __value;                                                                                \
  }

#define __NVPTX_CACHED_STORE(NAME, OPERATOR)                                                       \
  template <typename __Type>                                                                       \
  static __inline__ __attribute__((device, always_inline, nodebug, unused)) void NAME(             \
      __Type *__address, typename __nvptx_same<__Type>::__type __value) {                          \
    static_assert(sizeof(__Type) <= 16 && (sizeof(__Type) & (sizeof(__Type) - 1)) == 0,            \
                  #NAME ": expected a value of 1, 2, 4, 8 or 16 bytes");                           \
    if constexpr (sizeof(__Type) == 1) {                                                           \
      unsigned __r = 0;                                                                            \
      __builtin_memcpy(&__r, &__value, sizeof(__Type));                                            \
      asm volatile("st.global." OPERATOR ".u8 [%0], %1;" ::"l"(__address), "r"(__r) : "memory");   \
    } else if constexpr (sizeof(__Type) == 2) {                                                    \
      unsigned short __r;                                                                          \
      __builtin_memcpy(&__r, &__value, sizeof(__Type));                                            \
      asm volatile("st.global." OPERATOR ".u16 [%0], %1;" ::"l"(__address), "h"(__r) : "memory");  \
    } else if constexpr (sizeof(__Type) == 4) {                                                    \
      unsigned __r;                                                                                \
      __builtin_memcpy(&__r, &__value, sizeof(__Type));                                            \
      asm volatile("st.global." OPERATOR ".u32 [%0], %1;" ::"l"(__address), "r"(__r) : "memory");  \
    } else if constexpr (sizeof(__Type) == 8) {                                                    \
      unsigned long long __r;                                                                      \
      __builtin_memcpy(&__r, &__value, sizeof(__Type));                                            \
      asm volatile("st.global." OPERATOR ".u64 [%0], %1;" ::"l"(__address), "l"(__r) : "memory");  \
    } else {                                                                                       \
      unsigned long long __r[2];                                                                   \
      __builtin_memcpy(__r, &__value, sizeof(__Type));                                             \
      asm volatile("st.global." OPERATOR ".v2.u64 [%0], {%1, %2};" ::"l"(__address), "l"(__r[0]),  \
                   "l"(__r[1])                                                                     \
                   : "memory");                                                                    \
    }                                                                                              \
  }

__NVPTX_CACHED_LOAD(__ldca, "ca")
__NVPTX_CACHED_LOAD(__ldcg, "cg")
__NVPTX_CACHED_LOAD(__ldcs, "cs")
__NVPTX_CACHED_LOAD(__ldlu, "lu")
__NVPTX_CACHED_LOAD(__ldcv, "cv")
__NVPTX_CACHED_STORE(__stwb, "wb")
__NVPTX_CACHED_STORE(__stcg, "cg")
__NVPTX_CACHED_STORE(__stcs, "cs")
__NVPTX_CACHED_STORE(__stwt, "wt")

#undef __NVPTX_CACHED_LOAD
#undef __NVPTX_CACHED_STORE

#endif

#endif // NVPTX_TENSORCORE_NVCC_CACHES_H
