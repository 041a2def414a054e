//===- __clang_cuda_math.h - functions of --use_fast_math -------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With --use_fast_math, nvcc takes approximate functions for all that have one ("Intrinsic
// Functions" in the CUDA C++ Programming Guide). Clang's header of this name does so for sinf,
// cosf, sincosf, logf and log2f alone. This header stands in front of it, and hands it the others.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_CLANG_CUDA_MATH_H
#define NVPTX_TENSORCORE_CLANG_CUDA_MATH_H
#pragma GCC system_header

#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
#define __nv_exp10f __nv_fast_exp10f
#define __nv_expf __nv_fast_expf
#define __nv_log10f __nv_fast_log10f
#define __nv_powf __nv_fast_powf
#define __nv_tanf __nv_fast_tanf
#if CUDA_VERSION >= 13000 // whose libdevice has it
extern "C" __attribute__((device)) float __nv_fast_tanhf(float);
#define __nv_tanhf __nv_fast_tanhf
#endif
#endif

#include_next <__clang_cuda_math.h>

#undef __nv_exp10f
#undef __nv_expf
#undef __nv_log10f
#undef __nv_powf
#undef __nv_tanf
#undef __nv_tanhf

#endif // NVPTX_TENSORCORE_CLANG_CUDA_MATH_H
