//===-- mma-references.cu - accumulators and fragments of mma by reference -===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Main loops in a lambda, a member function and a functor, which LLVM's inliner finds too large:
// plain mma, and block-scaled with its scale factors by reference, too.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local --implicit-check-not=.func --implicit-check-not=call.uni
// RUN: %if nvcc %{ %nvcc -arch=sm_80 -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_80 %t.ptx %t.nvcc.ptx %}
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_120a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S -DSCALED %s -o %t.scaled.ptx
// RUN: FileCheck %s --input-file %t.scaled.ptx --implicit-check-not=.local --implicit-check-not=.func --implicit-check-not=call.uni
// RUN: %if nvcc %{ %nvcc -arch=sm_120a -O3 -std=c++17 -I %S/../Inputs -ptx -DSCALED %s -o %t.scaled.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_120a %t.scaled.ptx %t.scaled.nvcc.ptx %}

#include "real_code.h"

struct Fragments {
  unsigned a[4][4], b[8][2], scale[2];
};

__device__ inline void load(Fragments &f, const unsigned *in, int k) {
  in += k * 1024 + lane();
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    f.a[i / 4][i % 4] = in[i * 32];
    f.b[i / 2][i % 2] = in[i * 32 + 512];
  }
  f.scale[0] = in[0] ^ in[512];
  f.scale[1] = in[0] + in[512];
}

__device__ inline void multiply(float (&d)[4][8][4], const Fragments &f) {
#pragma unroll
  for (int m = 0; m < 4; ++m)
#pragma unroll
    for (int n = 0; n < 8; ++n)
#ifdef SCALED
      mma_scaled(d[m][n], f.a[m], f.b[n], f.scale[0], f.scale[1]);
#else
      mma(d[m][n], f.a[m], f.b[n]);
#endif
}

/// What is loaded while the last is multiplied.
__device__ inline void stage(float (&d)[4][8][4], Fragments (&f)[2], const unsigned *in, int k) {
#pragma unroll
  for (int half = 0; half < 4; ++half) {
    load(f[(half + 1) % 2], in, 4 * k + half);
    multiply(d, f[half % 2]);
  }
}

__device__ inline void clear(float (&d)[4][8][4]) {
#pragma unroll
  for (int i = 0; i < 128; ++i)
    d[i / 32][i / 4 % 8][i % 4] = 0;
}

__device__ inline void store(float *out, const float (&d)[4][8][4]) {
#pragma unroll
  for (int i = 0; i < 128; ++i)
    out[lane() * 128 + i] = d[i / 32][i / 4 % 8][i % 4];
}

template <typename Body> __device__ void repeat(int n, Body body) {
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    body(i);
}

// CHECK-LABEL: .entry lambda(
// CHECK-COUNT-256: mma.sync
extern "C" __global__ void __launch_bounds__(128) lambda(float *out, const unsigned *in, int n) {
  float d[4][8][4];
  Fragments f[2];
  clear(d);
  load(f[0], in, 0);
  auto step = [&](int k) { stage(d, f, in, k); };
  repeat(n, step);
  step(n + 1);
  store(out, d);
}

struct MainLoop {
  float d[4][8][4];
  Fragments f[2];
  const unsigned *in;

  __device__ void step(int k) { stage(d, f, in, k); }
  __device__ void run(int n) {
#pragma unroll 1
    for (int k = 0; k < n; ++k)
      step(k);
    step(n + 1);
  }
};

// CHECK-LABEL: .entry member(
// CHECK-COUNT-256: mma.sync
extern "C" __global__ void __launch_bounds__(128) member(float *out, const unsigned *in, int n) {
  MainLoop loop;
  loop.in = in;
  clear(loop.d);
  load(loop.f[0], in, 0);
  loop.run(n);
  store(out, loop.d);
}

struct Step {
  const unsigned *in;

  __device__ void operator()(float (&d)[4][8][4], Fragments (&f)[2], int k) const { stage(d, f, in, k); }
};

template <typename Function> __device__ void run(float (&d)[4][8][4], Fragments (&f)[2], const Function &step, int n) {
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    step(d, f, k);
  step(d, f, n + 1);
}

// CHECK-LABEL: .entry functor(
// CHECK-COUNT-256: mma.sync
extern "C" __global__ void __launch_bounds__(128) functor(float *out, const unsigned *in, int n) {
  float d[4][8][4];
  Fragments f[2];
  clear(d);
  load(f[0], in, 0);
  run(d, f, Step{in}, n);
  store(out, d);
}
