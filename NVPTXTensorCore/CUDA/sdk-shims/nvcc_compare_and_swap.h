//===- nvcc_compare_and_swap.h - atomicCAS is relaxed -----------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler includes this before clang's own CUDA header, where there is an SDK. clang's
// builtins behind atomicCAS are sequentially consistent in IR, which is a fence of the whole system
// before each of them. CUDA's atomicCAS is relaxed (CUDA C++ Programming Guide, "Atomic
// Functions"). nvcc_builtins.h ends these macros after clang's header.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_COMPARE_AND_SWAP_H
#define NVPTX_TENSORCORE_NVCC_COMPARE_AND_SWAP_H
#pragma GCC system_header

#define __NVPTX_RELAXED_CAS(TYPE, ADDRESS, EXPECTED, DESIRED)                                      \
  __extension__({                                                                                  \
    TYPE __old = (TYPE)(EXPECTED);                                                                 \
    __scoped_atomic_compare_exchange_n((TYPE *)(ADDRESS), &__old, (TYPE)(DESIRED), 0,              \
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); \
    __old;                                                                                         \
  })

#define __nvvm_atom_cas_gen_i(ADDRESS, EXPECTED, DESIRED)                                          \
  __NVPTX_RELAXED_CAS(int, ADDRESS, EXPECTED, DESIRED)
#define __nvvm_atom_cas_gen_ll(ADDRESS, EXPECTED, DESIRED)                                         \
  __NVPTX_RELAXED_CAS(long long, ADDRESS, EXPECTED, DESIRED)

#endif // NVPTX_TENSORCORE_NVCC_COMPARE_AND_SWAP_H
