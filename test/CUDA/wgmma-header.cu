//===-- wgmma-header.cu - nvptx_tensorcore_wgmma.h ------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Template arguments become the immediates they are said to be, in PTX's order; what is
// no argument is refused with a sentence. Every function is called in wgmma-header.test.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -Wno-unused-parameter -mllvm -nvptx-wgmma-hazards=fix-silently -I %headers -I %S/Inputs -S %s -O3 -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --implicit-check-not=.extern
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -I %S/Inputs -S %s -DBAD -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not=error:
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -I %S/Inputs -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET
// The host's half of a compilation sees declarations only.
// RUN: %clangxx -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -I %headers -fsyntax-only -include nvptx_tensorcore_wgmma.h %S/Inputs/device_only.h
// RUN: not %clangxx -fsyntax-only -x c++ %headers/nvptx_tensorcore_wgmma.h 2>&1 | FileCheck %s --check-prefix=HOST

// TARGET: error: llvm.nvvm.wgmma.{{.*}} is not supported on sm_90; it needs sm_90a
// HOST: error: "nvptx_tensorcore.h and its parts are for clang: compile this file with build/bin/clang++

#include "device_only.h"
#include "nvptx_tensorcore_wgmma.h"

using namespace nvptx_tensorcore;

#ifndef BAD
using F = wgmma<16, f32, f16>;
using I = wgmma<16, s32, s8, u8>;

static_assert(F::Rows == 64 && F::Columns == 16 && F::K == 16 && F::SparseK == 32 && F::Elements == 8);
static_assert(wgmma<8, f32, tf32>::K == 8 && wgmma<8, f16, e4m3, e5m2>::K == 32 && wgmma<8, s32, b1>::K == 256);
static_assert(sizeof(F::Accumulator) == 8 * sizeof(float) && sizeof(wgmma<16, f16, f16>::Accumulator) == 16);

// CHECK-LABEL: .entry immediates(
// CHECK: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16
// CHECK: 1, 1, 1, 0, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16
// CHECK: 1, -1, 1, 0, 1;
// CHECK: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16
// CHECK: 1, 1, -1, 1, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16
// CHECK: {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}},
// CHECK: 1, 1, -1, 1;
// CHECK: wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16
// CHECK: {{^[ 	]*}}1,
// CHECK: 1, -1, 1, 0, 1;
// CHECK: wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16
// CHECK: {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}},
// CHECK: {{^[ 	]*}}0,
// CHECK: 1, 1, 1, 0;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.wait_group.sync.aligned 	0;
extern "C" __global__ void immediates(F::Accumulator *p, MatrixDescriptor a, MatrixDescriptor b, unsigned x) {
  F::Accumulator d = *p;
  F::FragmentA r = {x, x + 1, x + 2, x + 3};
  wgmma_fence();
  d = F::mma_async(d, a, b, true);
  d = F::mma_async<-1, 1, 0, 1>(d, a, b, true);
  d = F::mma_async<1, -1, 1>(d, a, b, true);
  d = F::mma_async<1, -1, 0, 1>(d, r, b, true);
  d = F::mma_async_sp<1, -1, 1, 0, 1>(d, a, b, x, true);
  d = F::mma_async_sp(d, r, b, x, true);
  wgmma_commit_group();
  wgmma_wait_group<0>(d);
  *p = d;
}

// CHECK-LABEL: .entry two(
// CHECK: wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.u8
// CHECK: {{^[ 	]*}}%p{{[0-9]+}};
// CHECK: wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.u8.satfinite
// CHECK: {{^[ 	]*}}1;
// The two waits come to stand together, and the stronger one is enough.
// CHECK: wgmma.wait_group.sync.aligned 	0;
// CHECK-NOT: wgmma
extern "C" __global__ void two(I::Accumulator *p, MatrixDescriptor a, MatrixDescriptor b, unsigned x) {
  I::Accumulator d0 = p[0], d1 = p[1];
  wgmma_fence();
  d0 = I::mma_async(d0, a, b, x != 0);
  d1 = I::mma_async_satfinite(d1, I::FragmentA{x, x, x, x}, b, true);
  wgmma_commit_group();
  wgmma_wait_group<1>();
  wgmma_wait_group<0>(d0, d1);
  p[0] = d0;
  p[1] = d1;
}

// CHECK-LABEL: .entry descriptors(
// CHECK-DAG: st.global.b64 {{.*}}, 4611686293305360640;
// CHECK-DAG: st.global.b64 {{.*}}, 4611686293305360642;
extern "C" __global__ void descriptors(MatrixDescriptor *p) {
  const void *address = (const void *)(__attribute__((address_space(3))) void *)4096;
  MatrixDescriptor a = wgmma_smem_desc(address, 16, 1024);
  p[0] = a;
  p[1] = wgmma_advance(a, 32);
}

// Element 7 of thread 37: warp 1, lane 5.
static_assert(F::row(37, 7) == 16 + 1 + 8 && F::column(37, 7) == 8 + 2 + 1);
#else
extern "C" __global__ void bad(MatrixDescriptor a, bool s) {
  wgmma<8, f32, f16>::Accumulator f = 0;
  wgmma<8, s32, s8>::Accumulator i = 0;
  wgmma<8, s32, b1>::Accumulator b = 0;
  WGMMAFragmentA r = 0;
  // BAD-DAG: error: static assertion failed {{.*}} ScaleA: a scale is 1 or -1
  wgmma<8, f32, f16>::mma_async<2>(f, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} TransA: 0 for a K-major, 1 for an M-major matrix
  wgmma<8, f32, f16>::mma_async<1, 1, 2>(f, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} TransA: A cannot be transposed in registers
  wgmma<8, f32, f16>::mma_async<1, 1, 1>(f, r, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} TransB: only f16 and bf16 can be transposed
  wgmma<8, f32, tf32>::mma_async<1, 1, 0, 1>(f, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} ScaleA: integers have no scale
  wgmma<8, s32, s8>::mma_async<-1>(i, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} '1 < {{.*}} Selector: the sparsity selector is 0 or 1, with 8-bit types 0
  wgmma<8, s32, s8>::mma_async_sp<1>(i, a, a, 0, s);
  // BAD-DAG: error: static assertion failed {{.*}} '2 < {{.*}} Selector: the sparsity selector is 0 or 1, with 8-bit types 0
  wgmma<8, f32, f16>::mma_async_sp<2>(f, a, a, 0, s);
  // BAD-DAG: error: static assertion failed {{.*}} A: only wgmma of s8 and u8 has .satfinite
  wgmma<8, f32, f16>::mma_async_satfinite(f, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} A: b1 has no sparse form
  wgmma<8, s32, b1>::mma_async_sp(b, a, a, 0, s);
  // BAD-DAG: error: static assertion failed {{.*}}'LegalN<12>': N: expected a multiple of 8 from 8 to 256
  wgmma<12, f32, f16>::mma_async(f, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}}'LegalN<40>': N: expected 8, 24 or a multiple of 16 from 16 to 256, as D is s32
  wgmma<40, s32, s8>::mma_async(i, a, a, s);
  // BAD-DAG: error: static assertion failed {{.*}} Pending: the number of groups that may stay in flight is 0 or higher
  wgmma_wait_group<-1>();
  // BAD-DAG: error: static assertion failed {{.*}} no wgmma has accumulators of this type
  wgmma_wait_group<0>(r);
}
#endif
