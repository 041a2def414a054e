//===-- warp-roles.cu - one warp loads, another multiplies -----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where ptxas cannot see that the warp which multiplies is together, it emits each tcgen05.mma
// twice. It is not together if lanes of another warp that were not elected pass by there.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -I %S/../Inputs -O3 -S %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
// RUN: %if ptxas %{ %python %root/test/Inputs/machine_code.py %t.cubin | FileCheck %s --check-prefix=MACHINE %}
// RUN: %if nvcc %{ %nvcc -arch=sm_100a -O3 -std=c++17 -I %S/../Inputs -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ %python %S/../Inputs/compare_resources.py %ptxas sm_100a %t.ptx %t.nvcc.ptx %}

#include "real_code.h"

__device__ inline unsigned warp() {
  unsigned value;
  asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, -1;" : "=r"(value) : "r"(lane() / 32));
  return value;
}
__device__ inline bool elect() {
  unsigned elected = 0;
  asm volatile("{ .reg .pred p; elect.sync _|p, %1; @p mov.s32 %0, 1; }" : "+r"(elected) : "r"(0xffffffff));
  return elected;
}
__device__ inline void wait(unsigned barrier, unsigned phase) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra done; bra again; done: }"
               ::"r"(barrier), "r"(phase) : "memory");
}
__device__ inline void load(unsigned to, const void *map, unsigned barrier, int k) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];"
               ::"r"(to), "l"(map), "r"(barrier), "r"(k) : "memory");
}

// CHECK-LABEL: .entry roles(
// CHECK-COUNT-2: tcgen05.mma
// CHECK-NOT: tcgen05.mma
// MACHINE-COUNT-2: opcode=5ea
// MACHINE-NOT: opcode=5ea
extern "C" __global__ void __launch_bounds__(128)
    roles(const void *map, unsigned d, unsigned barriers, unsigned long long a, unsigned shape, int n, int leader) {
  unsigned role = warp();
  if (role == 0 && elect()) {
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
      wait(barriers + 64 + 8 * (k % 4), k / 4 & 1);
      load(k % 4 * 1024, map, barriers + 8 * (k % 4), k);
    }
  } else if (role == 1 && leader) {
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
      wait(barriers + 8 * (k % 4), k / 4 & 1);
      for (int i = 0; i < 2; ++i)
        if (elect())
          multiply(d, a + (k % 4) * 1024 + i * 2, a, shape, k || i);
      if (elect())
        commit(barriers + 64 + 8 * (k % 4));
    }
  }
}
