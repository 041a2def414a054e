//===-- staging.cu - copies, arrays and addresses of GEMMs -----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nvcc makes well of plain source: 16 bytes to dynamic shared memory that is declared as
// characters, accumulators in loops without `#pragma unroll`, addresses within a struct in dynamic
// shared memory.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.local
// RUN: %if nvcc %{ %nvcc -arch=sm_80 -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_80 %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

struct __attribute__((aligned(16))) Int4 {
  int x, y, z, w;
};
extern __shared__ char memory[];

// CHECK: .extern .shared .align 16 .b8 memory[];
// CHECK-LABEL: .entry stage(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK-NOT: st.shared.b
extern "C" __global__ void stage(const Int4 *from, int at) { ((Int4 *)memory)[at] = from[lane()]; }

// CHECK-LABEL: .entry multiply(
// CHECK-COUNT-16: mma.sync.aligned.m16n8k16
// CHECK: ret;
extern "C" __global__ void multiply(float *out, const unsigned *from, int k) {
  float d[4][4][4] = {};
  for (int step = 0; step < k; ++step) {
    unsigned a[4][4], b[4][2];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        a[i][j] = from[(step * 4 + i) * 128 + j * 32 + lane()];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 2; ++j)
        b[i][j] = from[(step * 4 + i) * 64 + j * 32 + lane()];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        mma(d[i][j], a[i], b[j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 4; ++e)
        out[((i * 4 + j) * 4 + e) * 32 + lane()] = d[i][j][e];
}
