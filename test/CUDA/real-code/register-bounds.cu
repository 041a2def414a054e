//===-- register-bounds.cu - setmaxnreg with launch bounds --------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A producer warpgroup gives registers away and two consumers take them: ptxas honours that
// (C7508 is what it says where it does not) with threads and blocks said, in clusters too.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_90a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

__device__ inline void give() { asm volatile("setmaxnreg.dec.sync.aligned.u32 24;"); }
__device__ inline void take() { asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); }

__device__ inline void work(float *out, const float *in, unsigned long long a, unsigned long long b, int n) {
  if (lane() < 128) {
    give();
    for (int i = 0; i < n; ++i)
      asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i * 128 + lane()));
    return;
  }
  take();
  float d[2][64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    d[0][i] = d[1][i] = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    wgmma_fence();
    wgmma(d[0], a + i, b);
    wgmma(d[1], a + i, b + 512);
    wgmma_commit();
    wgmma_wait<0>();
  }
#pragma unroll
  for (int i = 0; i < 64; ++i)
    out[lane() * 64 + i] = d[0][i] + d[1][i];
}

#define KERNEL(name, bounds)                                                                                           \
  extern "C" __global__ void bounds name(float *out, const float *in, unsigned long long a, unsigned long long b,       \
                                         int n) {                                                                       \
    work(out, in, a, b, n);                                                                                             \
  }

// CHECK-LABEL: .entry both(
// CHECK: .maxntid 384
// CHECK: .minnctapersm 1
// CHECK: setmaxnreg.inc.sync.aligned.u32 240
KERNEL(both, __launch_bounds__(384, 1))
// CHECK-LABEL: .entry cluster(
// CHECK: .reqnctapercluster 2, 1, 1
KERNEL(cluster, __cluster_dims__(2, 1, 1) __launch_bounds__(384, 1))
