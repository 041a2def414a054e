//===-- wgmma-references.cu - accumulators of wgmma by reference -----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Main loops in a lambda, a member function and a functor, which LLVM's inliner finds too large.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local --implicit-check-not=.func --implicit-check-not=call.uni
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O1 -S %s -o %t.O1.ptx
// RUN: FileCheck %s --input-file %t.O1.ptx --implicit-check-not=.local --implicit-check-not=.func --implicit-check-not=call.uni
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_90a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

__device__ inline void store(float *out, const float (&d)[2][64]) {
#pragma unroll
  for (int i = 0; i < 64; ++i)
    out[lane() * 64 + i] = d[0][i] + d[1][i];
}

__device__ inline void clear(float (&d)[2][64]) {
#pragma unroll
  for (int i = 0; i < 64; ++i)
    d[0][i] = d[1][i] = 0;
}

__device__ inline void stage(float (&d)[2][64], unsigned long long a, unsigned long long b) {
  wgmma_fence();
#pragma unroll
  for (int k = 0; k < 12; ++k) {
    wgmma(d[0], a + 2 * k, b + 2 * k);
    wgmma(d[1], a + 2 * k + 512, b + 2 * k);
  }
  wgmma_commit();
  wgmma_wait<0>();
}

template <typename Body> __device__ void repeat(int n, Body body) {
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    body(i);
}

// CHECK-LABEL: .entry lambda(
// CHECK-COUNT-72: wgmma.mma_async
extern "C" __global__ void __launch_bounds__(128) lambda(float *out, unsigned long long a, unsigned long long b, int n) {
  float d[2][64];
  clear(d);
  auto step = [&](int i) { stage(d, a + i * 64, b + i * 64); };
  step(n);
  repeat(n, step);
  step(n + 1);
  store(out, d);
}

struct MainLoop {
  float d[2][64];
  unsigned long long a, b;

  __device__ void step(int i) { stage(d, a + i * 64, b + i * 64); }
  __device__ void run(int n) {
    step(n);
#pragma unroll 1
    for (int i = 0; i < n; ++i)
      step(i);
    step(n + 1);
  }
};

// CHECK-LABEL: .entry member(
// CHECK-COUNT-72: wgmma.mma_async
extern "C" __global__ void __launch_bounds__(128) member(float *out, unsigned long long a, unsigned long long b, int n) {
  MainLoop loop;
  loop.a = a;
  loop.b = b;
  clear(loop.d);
  loop.run(n);
  store(out, loop.d);
}

struct Step {
  unsigned long long a, b;

  __device__ void operator()(float (&d)[2][64], int i) const { stage(d, a + i * 64, b + i * 64); }
};

template <typename Function> __device__ void run(float (&d)[2][64], const Function &step, int n) {
  step(d, n);
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    step(d, i);
  step(d, n + 1);
}

// CHECK-LABEL: .entry functor(
// CHECK-COUNT-72: wgmma.mma_async
extern "C" __global__ void __launch_bounds__(128) functor(float *out, unsigned long long a, unsigned long long b, int n) {
  float d[2][64];
  clear(d);
  run(d, Step{a, b}, n);
  store(out, d);
}
