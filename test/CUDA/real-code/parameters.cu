//===-- parameters.cu - a kernel's parameter whose address is chosen --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// alpha is in the parameters, or where a pointer in them says. Neither a parameter by value nor a
// __grid_constant__ is copied to local memory for that, and all else of it is read by ld.param.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx80 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_90a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

struct Parameters {
  float alpha, beta;
  const float *alpha_pointer, *beta_pointer;
  const unsigned *a, *b;
  float *out;
  int steps;
};

__device__ inline void multiply(const Parameters &p) {
  const float alpha = p.alpha_pointer ? *p.alpha_pointer : p.alpha;
  const float beta = p.beta_pointer ? *p.beta_pointer : p.beta;
  float d[4] = {};
  for (int step = 0; step < p.steps; ++step) {
    unsigned a[4], b[2];
    for (int i = 0; i < 4; ++i)
      a[i] = p.a[(step * 4 + i) * 32 + lane()];
    for (int i = 0; i < 2; ++i)
      b[i] = p.b[(step * 2 + i) * 32 + lane()];
    mma(d, a, b);
  }
  for (int i = 0; i < 4; ++i)
    p.out[lane() * 4 + i] = alpha * d[i] + beta;
}

// CHECK: .entry by_value(
// CHECK: ld.param.b32
extern "C" __global__ void by_value(Parameters p) { multiply(p); }

// CHECK: .entry grid_constant(
// CHECK: ld.param.b32
extern "C" __global__ void grid_constant(const __grid_constant__ Parameters p) { multiply(p); }
