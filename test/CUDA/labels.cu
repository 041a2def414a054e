//===-- labels.cu - intrinsics that clang has no builtin for -------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device function with an asm label is a call of the intrinsic; the struct that it
// returns may have a name. What is wrong is shown with the source.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O0 -o - | FileCheck %s --implicit-check-not=.extern
// RUN: %clangxx --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O3 -o - | FileCheck %s --implicit-check-not=.extern
// RUN: %if ptxas %{ %clangxx --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O3 -o %t.ptx && %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}
// RUN: not %clangxx --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O3 -gline-tables-only -DBAD -o %t.bad 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not=error:
// RUN: not %clangxx --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O3 -gline-tables-only -DTYPES -o %t.bad 2>&1 | FileCheck %s --check-prefix=TYPES --implicit-check-not=error:

#include "device_only.h"

#define shared_pointer __attribute__((address_space(3))) void *

struct Accumulator {
  int c0, c1, c2, c3;
};

__device__ Accumulator mma_sp(int a0, int a1, int b0, int b1, int c0, int c1, int c2, int c3, int metadata,
                              int selector) asm("llvm.nvvm.mma.sp.m16n8k32.row.col.s8");
__device__ int movmatrix(int a) asm("llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16");
__device__ void stmatrix(shared_pointer p, int a) asm("llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3");
__device__ float fp8(int a) asm("llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32");

// CHECK-LABEL: .entry kernel(
// CHECK: mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
// CHECK: {{^[ 	]*}}1;
// CHECK: movmatrix.sync.aligned.m8n8.trans.b16 	[[D:%r[0-9]+]], %r{{[0-9]+}};
// CHECK: stmatrix.sync.aligned.m8n8.x1.shared.b16 [{{.*}}], {[[D]]};
extern "C" __global__ void kernel(int *out, int x) {
  __attribute__((shared)) static int buffer[128];
  Accumulator d = mma_sp(x, x, x, x, 1, 2, 3, 4, x, 1);
  stmatrix((shared_pointer)buffer, movmatrix(x));
  *out = d.c0 + d.c3;
}

#ifdef BAD
// BAD: labels.cu:[[#@LINE+2]]:10: error: operand 9 of llvm.nvvm.mma.sp.m16n8k32.row.col.s8, the sparsity selector, must be 0 or 1 (PTX ISA 7.1, mma.sp)
extern "C" __global__ void selector(int *out, int x) {
  *out = mma_sp(x, x, x, x, 1, 2, 3, 4, x, 2).c0;
}

#endif

#ifdef TYPES
// TYPES: labels.cu:[[#@LINE+2]]:10: error: llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32 is declared with the type float (i32), which is not its signature; it is { float, float, float, float } (i32, i32, i32, i32, i32, i32, float, float, float, float)
extern "C" __global__ void signature(float *out, int x) {
  *out = fp8(x);
}
#endif
