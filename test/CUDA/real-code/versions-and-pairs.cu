//===-- versions-and-pairs.cu - nvcc's version, and functions of float2 --===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries ask for nvcc's version, and have no kernel at all where there is none; the epilogue
// of one computes with pairs of floats.
//
//===----------------------------------------------------------------------===//

// REQUIRES: nvcc
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_100a -std=c++17 -Wall -Werror -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local
// RUN: %nvcc -arch=sm_100a -O3 -std=c++17 -ptx %s -o %t.nvcc.ptx
// RUN: %python %S/../Inputs/compare_resources.py %ptxas sm_100a %t.ptx %t.nvcc.ptx

#if __CUDACC_VER_MAJOR__ >= 13
// CHECK-LABEL: .entry scale(
// CHECK-COUNT-8: fma.rn.f32x2
extern "C" __global__ void __launch_bounds__(128) scale(float2 *out, const float2 *c, float alpha, float beta) {
  float2 a = {alpha, alpha}, b = {beta, beta};
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[i * 128 + threadIdx.x] = __ffma2_rn(c[i * 128 + threadIdx.x], a, b);
}
#endif
