//===-- grid-constant.cu - tensor maps among a kernel's parameters ---------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy reads a tensor map in the parameters, where the host has put it; clang 22 does not know
// __grid_constant__ and would have a copy in local memory made. What has to be there is an error.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %headers -O3 -S %s -o %t.O3.ptx
// RUN: FileCheck %s --input-file=%t.O3.ptx --check-prefixes=CHECK,O3
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %headers -O0 -S %s -o %t.O0.ptx
// RUN: FileCheck %s --input-file=%t.O0.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.O3.ptx -o %t.cubin %}
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -O3 -DWRONG -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:

#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

#ifndef WRONG
__device__ __attribute__((noinline)) void load(void *tile, MBarrier *m, const TensorMap *map) { tma_load(tile, m, map, {1, 2}); }

// CHECK-LABEL: .entry straight(
// O3-NOT: .local
// CHECK: cvta.param.u64
// CHECK: cp.async.bulk.tensor.2d
extern "C" __global__ void straight(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ MBarrier m;
  __shared__ __attribute__((aligned(128))) char tile[1024];
  prefetch_tensormap(&a);
  tma_load(tile, &m, &a, {1, 2});
  tma_store(&b, {1, 2}, tile);
}

// By a function; and one of them by a choice.
// CHECK-LABEL: .entry passed(
// CHECK: cvta.param.u64
extern "C" __global__ void passed(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, bool which) {
  __shared__ MBarrier m;
  __shared__ __attribute__((aligned(128))) char tile[1024];
  load(tile, &m, &a);
  load(tile, &m, which ? &a : &b);
}
#else
extern TensorMap *__device__ last;

// WRONG: error: {{.*}}parameter 0 of written is a tensor map, which a copy reads where it is, and is also written
extern "C" __global__ void written(TensorMap a, unsigned long address) {
  __shared__ MBarrier m;
  __shared__ __attribute__((aligned(128))) char tile[1024];
  a.opaque[0] = address;
  tma_load(tile, &m, &a, {1, 2});
}

// WRONG: error: {{.*}}the tensor map of llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d is in local memory; it must be in global or constant memory or a __grid_constant__ parameter of the kernel
extern "C" __global__ void local(unsigned long address) {
  __shared__ MBarrier m;
  __shared__ __attribute__((aligned(128))) char tile[1024];
  TensorMap a = {{address}};
  tma_load(tile, &m, &a, {1, 2});
}
#endif
