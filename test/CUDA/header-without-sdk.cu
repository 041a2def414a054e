//===-- header-without-sdk.cu - CUDA's own words, without an SDK ----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of docs/use.md, and a kernel as everybody writes one. Where there is no SDK at all,
// the PTX version is the target's first, also for clang's builtins.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-feature=+ptx70 --cuda-device-only -nocudainc -nocudalib -O3 -S %s -o - | FileCheck %s
// DEFINE: %{none} = %clangxx --cuda-path=%t.none --cuda-device-only -nocudainc -nocudalib -O3 -S %s -o -
// RUN: %{none} --cuda-gpu-arch=sm_80 | FileCheck %s --check-prefixes=FIRST,CHECK
// RUN: %{none} --cuda-gpu-arch=sm_100a | FileCheck %s --check-prefixes=NEWER,CHECK
// RUN: %{none} --cuda-gpu-arch=sm_80 --cuda-feature=+ptx75 | FileCheck %s --check-prefixes=ASKED,CHECK
// RUN: not %{none} --cuda-gpu-arch=sm_80 --cuda-feature=+ptx65 2>&1 | FileCheck %s --check-prefix=TOO-LOW
// FIRST: .version 7.0
// NEWER: .version 8.6
// ASKED: .version 7.5
// TOO-LOW: error: '__nvvm_cp_async_wait_all' needs target feature

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
  __nvvm_cp_async_wait_all();
  p[blockIdx.x * blockDim.x + threadIdx.x] = tile[mirror(threadIdx.x)];
}
