//===-- divergent-branch.cu - one __hmma after a divergent branch --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without a convergent declaration clang -O2 gives each side of the branch an mma of its
// own: stock does, ours does not. -O1 is no control, stock threads no jump there.
//
//===----------------------------------------------------------------------===//

// REQUIRES: stock-tools
// RUN: %clangxx --cuda-gpu-arch=sm_70 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O1 -o - | FileCheck %s --check-prefixes=CHECK,ONCE
// RUN: %clangxx --cuda-gpu-arch=sm_70 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -o - | FileCheck %s --check-prefixes=CHECK,ONCE
// RUN: %clangxx --cuda-gpu-arch=sm_70 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O3 -o - | FileCheck %s --check-prefixes=CHECK,ONCE
// RUN: %stock-clangxx --cuda-gpu-arch=sm_70 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -o - | FileCheck %s --check-prefixes=CHECK,TWICE
// RUN: %if ptxas %{ %clangxx --cuda-gpu-arch=sm_70 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -o %t.ptx && %ptxas -c -arch=sm_75 %t.ptx -o %t.cubin %}

#include "device_only.h"

// CHECK: .entry kernel
// ONCE: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
// ONCE-NOT: wmma.mma
// TWICE-COUNT-2: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32

__device__ void other(int);

extern "C" __global__ void kernel(float *d, const int *a, const int *b, const float *c) {
  int x[8], y[8];
  float z[8], r[8];
  for (int i = 0; i < 8; ++i) {
    x[i] = a[i];
    y[i] = b[i];
    z[i] = c[i];
  }
  bool few = __nvvm_read_ptx_sreg_tid_x() < 7;
  if (few)
    other(1);
  __hmma_m16n16k16_mma_f32f32(r, x, y, z, 1, 0);
  d[0] = r[0];
  if (few)
    other(3);
}
