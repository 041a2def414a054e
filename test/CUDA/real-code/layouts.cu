//===-- layouts.cu - functions that vanish once they are simplified -------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that compute a layout at compile time call each other by the ten thousand. They count as what
// is left of them, and do not keep a main loop from being inlined. What is left of a function that was inlined
// everywhere is no reason for a warning.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local --implicit-check-not=call.uni
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_90a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

template <int I> __device__ int layout(const int &x) {
  int y = x;
  if constexpr (I == 0)
    return 0;
  else
    return layout<I - 1>(y) + layout<I - 1>(y);
}

// Not static: the function stays, and nothing calls it.
__device__ void stage(float (&d)[64], unsigned long long a, unsigned long long b) {
  int zero = 0;
  a += layout<15>(zero);
#pragma unroll
  for (int k = 0; k < 12; ++k)
    wgmma(d, a + 2 * k, b + 2 * k);
}

// CHECK: .visible .entry kernel(
// CHECK-COUNT-24: wgmma.mma_async
extern "C" __global__ __launch_bounds__(128, 1) void kernel(float *out, unsigned long long a, unsigned long long b, int n) {
  float d[64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    d[i] = 0;
  wgmma_fence();
  for (int i = 0; i < n; ++i) {
    stage(d, a, b);
    stage(d, a + 64, b);
  }
  wgmma_commit();
  wgmma_wait<0>();
#pragma unroll
  for (int i = 0; i < 64; ++i)
    out[lane() * 64 + i] = d[i];
}
