//===-- nvcc-caches.cu - cache operators, and math without std:: -----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's loads and stores with cache operators, for each type that it has them for; isnan, isinf and
// isfinite without std::, in both halves of a program.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -Wall -Wextra -Werror -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -Wall -Wextra -Werror -c %s -o %t.o

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __device__ void cached(T *out, const T *in) {
  out[0] = __ldca(in);
  out[1] = __ldcg(in + 1);
  out[2] = __ldcs(in + 2);
  out[3] = __ldlu(in + 3);
  out[4] = __ldcv(in + 4);
  __stwb(out + 5, in[5]);
  __stcg(out + 6, in[6]);
  __stcs(out + 7, in[7]);
  __stwt(out + 8, in[8]);
}
template <class... T> __global__ void all(void *out, const void *in) {
  (cached((T *)out, (const T *)in), ...);
}

// CHECK-COUNT-32: ld.global.lu
// CHECK-NOT: ld.global.lu
template __global__ void
all<char, signed char, short, int, long, long long, char2, char4, short2, short4, int2, int4, longlong2,
    unsigned char, unsigned short, unsigned, unsigned long, unsigned long long, uchar2, uchar4, ushort2,
    ushort4, uint2, uint4, ulonglong2, float, double, float2, float4, double2, __half, __nv_bfloat16>(
    void *, const void *);

// The value is converted to what the pointer points to.
__global__ void converted(unsigned char *out, float *number) {
  __stcg(out, 7);
  __stwb(number, 1);
}

__host__ __device__ bool isOrdinary(float f, double d) {
  return isfinite(f) && isfinite(d) && !isnan(f) && !isinf(d) && !std::isnan(d);
}
__global__ void ordinary(bool *out, float f) { *out = isOrdinary(f, f); }
