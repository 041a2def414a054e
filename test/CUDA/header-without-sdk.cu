//===-- header-without-sdk.cu - CUDA's own words, without an SDK ----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of docs/use.md, and a kernel as everybody writes one.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-feature=+ptx70 --cuda-device-only -nocudainc -nocudalib -O3 -S %s -o - | FileCheck %s

#include <nvptx_tensorcore.h>

__constant__ float scale;

__host__ __device__ int mirror(int i) { return 127 - i; }

// CHECK: .visible .entry reverse(
// CHECK: .maxntid 128
// CHECK: bar.sync
extern "C" __global__ void __launch_bounds__(128) reverse(float *p) {
  __shared__ float tile[128];
  tile[threadIdx.x] = p[blockIdx.x * blockDim.x + threadIdx.x] * scale;
  __syncthreads();
  p[blockIdx.x * blockDim.x + threadIdx.x] = tile[mirror(threadIdx.x)];
}
