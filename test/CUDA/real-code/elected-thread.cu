//===-- elected-thread.cu - one thread issues tcgen05.mma ----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop with a commit under a condition: no stack, no spills, and no more registers than nvcc's.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: %if nvcc %{ %nvcc -arch=sm_100a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_100a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

__device__ inline bool elect() {
  unsigned elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(elected));
  return elected;
}
__device__ inline void wait(unsigned barrier, unsigned phase) {
  unsigned done;
  do
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(barrier), "r"(phase) : "memory");
  while (!done);
}

// CHECK-LABEL: .entry issue(
// CHECK: elect.sync
// CHECK-COUNT-4: tcgen05.mma
// CHECK: tcgen05.commit
// CHECK: tcgen05.commit
// CHECK-NOT: tcgen05.mma
extern "C" __global__ void __launch_bounds__(128)
    issue(unsigned d, unsigned barriers, unsigned long long a, unsigned long long b, unsigned shape, int n) {
  if (lane() / 32)
    return;
  bool leader = elect();
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    wait(barriers + 8 * (k % 4), k / 4 & 1);
    if (leader) {
#pragma unroll
      for (int i = 0; i < 4; ++i)
        multiply(d, a + (k % 4) * 1024 + i * 2, b + (k % 4) * 1024 + i * 2, shape, k || i);
      commit(barriers + 32 + 8 * (k % 4));
      if (k == n - 1)
        commit(barriers + 64);
    }
  }
}
