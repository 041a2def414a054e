//===-- tensor-map.cu - tensor maps among parameters, in a cluster -------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline PTX reads the maps where the host has put them: nothing of the parameters is copied to
// local memory. One map is by itself, the other one in a struct with the other parameters.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_90a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

struct __attribute__((aligned(64))) TensorMap {
  char opaque[128];
};

struct Parameters {
  int rows, columns;
  TensorMap map;
};

__device__ inline void load(unsigned tile, unsigned barrier, const TensorMap *map, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               ::"r"(tile), "l"((unsigned long long)map), "r"(barrier), "r"(x), "r"(y)
               : "memory");
}

// CHECK-LABEL: .entry maps(
// CHECK: .explicitcluster
// CHECK: .reqnctapercluster 2, 1, 1
// CHECK-COUNT-3: cp.async.bulk.tensor.2d
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128)
    maps(const __grid_constant__ TensorMap a, const __grid_constant__ Parameters p, unsigned tile, unsigned barrier) {
  if (lane())
    return;
  load(tile, barrier, &a, p.rows, 0);
#pragma unroll 1
  for (int i = 0; i < p.columns; ++i)
    load(tile + 4096, barrier, i & 1 ? &a : &p.map, i, 0);
  load(tile, barrier, &p.map, 0, p.rows);
}
