//===-- device_only.h - CUDA C++ without a CUDA SDK -------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few names that a device-only CUDA C++ file needs when it is compiled with
//
//   clang++ -x cuda --cuda-device-only -nocudainc -nocudalib -S ...
//
// so that no header of the CUDA SDK has to be installed. Everything here is an
// attribute that clang knows, or a clang builtin under its CUDA name.
// `__syncthreads()` and the `__hmma_*`, `__imma_*`, `__bmma_*` and `__mma_*`
// families are clang builtins already and need no declaration.
//
// This header knows nothing of host code: there is no kernel launch syntax and
// no runtime API here. With an SDK at hand, include <cuda_runtime.h> instead.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSOR_CORE_EXAMPLES_DEVICE_ONLY_H
#define NVPTX_TENSOR_CORE_EXAMPLES_DEVICE_ONLY_H

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

// threadIdx.x, blockIdx.x and so on: a property read is a read of the PTX special
// register (%tid, %ntid, %ctaid, %nctaid). clang enables __declspec for CUDA.
#include <__clang_cuda_builtin_vars.h> // threadIdx, blockIdx, …

using size_t = decltype(sizeof(0));

/// IEEE binary16, the element type behind `wmma ... .f16`.
using half_t = _Float16;

/// Sixteen bytes that move with one `ld.global.v4` / `st.shared.v4`. A vector,
/// not a struct: it is a value in registers from the start.
using Vec16B = unsigned __attribute__((ext_vector_type(4)));

#endif // NVPTX_TENSOR_CORE_EXAMPLES_DEVICE_ONLY_H
