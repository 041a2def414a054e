//===-- scalar.cu - Tutorial, step 1: a GEMM without tensor cores ------------ ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 16, M / 16), block(16, 16).
#include <nvptx_tensorcore.h>

/// C = A · Bᵀ: each thread computes one element of C.
extern "C" __global__ void gemm(float *c, const __bf16 *a, const __bf16 *b, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += float(a[row * long(k) + i]) * float(b[column * long(k) + i]);
  c[row * long(n) + column] = sum;
}
