//===- nvcc_float2.h - arithmetic on two floats at once ---------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the SDK's crt/sm_100_rt.h, whose bodies are builtins of nvcc. Before sm_100 nvcc
// has none of them; here they are two operations, with the same result.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_FLOAT2_H
#define NVPTX_TENSORCORE_NVCC_FLOAT2_H
#pragma GCC system_header

#define __NVPTX_FLOAT2                                                                             \
  static __inline__ __attribute__((device, always_inline, nodebug, unused)) float2

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
// Under another name: clang has a builtin of that one, which does not return.
extern "C" __attribute__((device)) int __nvptx_reflect(const char *) asm("__nvvm_reflect");

__NVPTX_FLOAT2 __nvptx_float2(unsigned long long __bits) {
  float2 __v;
  __builtin_memcpy(&__v, &__bits, sizeof(__v));
  return __v;
}
static __inline__ __attribute__((device, always_inline, nodebug, unused)) unsigned long long
__nvptx_bits(float2 __v) {
  unsigned long long __bits;
  __builtin_memcpy(&__bits, &__v, sizeof(__bits));
  return __bits;
}

#define __NVPTX_TWO(OP, ROUNDING)                                                                  \
  unsigned long long __r;                                                                          \
  if (__nvptx_reflect("__CUDA_FTZ"))                                                               \
    asm(OP "." ROUNDING ".ftz.f32x2 %0, %1, %2;"                                                   \
        : "=l"(__r)                                                                                \
        : "l"(__nvptx_bits(__x)), "l"(__nvptx_bits(__y)));                                         \
  else                                                                                             \
    asm(OP "." ROUNDING ".f32x2 %0, %1, %2;"                                                       \
        : "=l"(__r)                                                                                \
        : "l"(__nvptx_bits(__x)), "l"(__nvptx_bits(__y)));                                         \
  return __nvptx_float2(__r)
#define __NVPTX_THREE(ROUNDING)                                                                    \
  unsigned long long __r;                                                                          \
  if (__nvptx_reflect("__CUDA_FTZ"))                                                               \
    asm("fma." ROUNDING ".ftz.f32x2 %0, %1, %2, %3;"                                               \
        : "=l"(__r)                                                                                \
        : "l"(__nvptx_bits(__x)), "l"(__nvptx_bits(__y)), "l"(__nvptx_bits(__z)));                 \
  else                                                                                             \
    asm("fma." ROUNDING ".f32x2 %0, %1, %2, %3;"                                                   \
        : "=l"(__r)                                                                                \
        : "l"(__nvptx_bits(__x)), "l"(__nvptx_bits(__y)), "l"(__nvptx_bits(__z)));                 \
  return __nvptx_float2(__r)

#define __NVPTX_FUNCTIONS(ROUNDING, PTX_ROUNDING)                                                  \
  __NVPTX_FLOAT2 __fadd2_##ROUNDING(float2 __x, float2 __y) { __NVPTX_TWO("add", PTX_ROUNDING); }  \
  __NVPTX_FLOAT2 __fmul2_##ROUNDING(float2 __x, float2 __y) { __NVPTX_TWO("mul", PTX_ROUNDING); }  \
  __NVPTX_FLOAT2 __ffma2_##ROUNDING(float2 __x, float2 __y, float2 __z) {                          \
    __NVPTX_THREE(PTX_ROUNDING);                                                                   \
  }
#else
#define __NVPTX_FUNCTIONS(ROUNDING, PTX_ROUNDING)                                                  \
  __NVPTX_FLOAT2 __fadd2_##ROUNDING(float2 __x, float2 __y) {                                      \
    return make_float2(__fadd_##ROUNDING(__x.x, __y.x), __fadd_##ROUNDING(__x.y, __y.y));          \
  }                                                                                                \
  __NVPTX_FLOAT2 __fmul2_##ROUNDING(float2 __x, float2 __y) {                                      \
    return make_float2(__fmul_##ROUNDING(__x.x, __y.x), __fmul_##ROUNDING(__x.y, __y.y));          \
  }                                                                                                \
  __NVPTX_FLOAT2 __ffma2_##ROUNDING(float2 __x, float2 __y, float2 __z) {                          \
    return make_float2(__fmaf_##ROUNDING(__x.x, __y.x, __z.x),                                     \
                       __fmaf_##ROUNDING(__x.y, __y.y, __z.y));                                    \
  }
#endif

__NVPTX_FUNCTIONS(rn, "rn")
__NVPTX_FUNCTIONS(rz, "rz")
__NVPTX_FUNCTIONS(rd, "rm")
__NVPTX_FUNCTIONS(ru, "rp")

#undef __NVPTX_FLOAT2
#undef __NVPTX_FUNCTIONS
#undef __NVPTX_THREE
#undef __NVPTX_TWO

#endif // NVPTX_TENSORCORE_NVCC_FLOAT2_H
