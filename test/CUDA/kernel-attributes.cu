//===-- kernel-attributes.cu - attributes of CUDA 13 -----------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that clang 22 does not know, with the directives that nvcc prints for them; with an SDK
// and without, at all levels, in templates.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{compile} = %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -include nvptx_tensorcore.h -S %s
// RUN: %{compile} -O0 -o %t.O0.ptx
// RUN: FileCheck %s --input-file=%t.O0.ptx --implicit-check-not=.reqnctapercluster
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.O0.ptx -o %t.cubin %}
// RUN: %{compile} -O3 -g -o %t.O3.ptx
// RUN: FileCheck %s --input-file=%t.O3.ptx --check-prefixes=CHECK,O3 --implicit-check-not=.reqnctapercluster
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.O3.ptx -o %t.cubin %}
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ FileCheck %s --input-file=%t.nvcc.ptx --check-prefix=NVCC %}
// RUN: %if cuda-sdk %{ %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90a,sm_100a -Wall -Werror -O2 -c %s -o %t.o %}

// CHECK-LABEL: .entry fixed(
// CHECK:       .explicitcluster
// CHECK-NEXT:  .reqnctapercluster 2, 1, 1
// NVCC-LABEL:  .entry fixed(
// NVCC:        .explicitcluster
// NVCC-NEXT:   .reqnctapercluster 2, 1, 1
extern "C" __global__ void __cluster_dims__(2, 1, 1) fixed(int *p) { *p = 1; }

// The extents that are left out are 1; a constant's name may stand alone.
// CHECK-LABEL: .entry named(
// CHECK:       .maxntid 256
// CHECK-NEXT:  .minnctapersm 2
// CHECK-NEXT:  .explicitcluster
// CHECK-NEXT:  .reqnctapercluster 4, 1, 1
constexpr int four = 4;
extern "C" __global__ void __cluster_dims__(four) __launch_bounds__(256, 2) named(int *p) { *p = 1; }

// ptxas takes no .maxclusterrank beside .reqnctapercluster (nvcc prints both).
// CHECK-LABEL: .entry ranked(
// CHECK:       .minnctapersm 2
// CHECK-NEXT:  .explicitcluster
// CHECK-NEXT:  .reqnctapercluster 2, 1, 1
// CHECK-NOT:   .maxclusterrank
// CHECK:       {{^}}{
#ifndef __NVCC__
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(256, 2, 4) ranked(int *p) { *p = 1; }
#endif

// CHECK-LABEL: .entry bounded(
// CHECK:       .maxclusterrank 4
// NVCC-LABEL:  .entry bounded(
// NVCC:        .maxclusterrank 4
extern "C" __global__ void __launch_bounds__(256, 2, 4) bounded(int *p) { *p = 1; }

// CHECK-LABEL: .entry registers(
// CHECK:       .maxnreg 64
// NVCC-LABEL:  .entry registers(
// NVCC:        .maxnreg 64
extern "C" __global__ void __maxnreg__(64) registers(int *p) { *p = 1; }

// CHECK-LABEL: .entry declared(
// CHECK:       .reqnctapercluster 8, 1, 1
extern "C" __global__ void __cluster_dims__(8) declared(int *p);
extern "C" __global__ void declared(int *p) { *p = 1; }

// Both calls are one, without reading the function.
// O3-LABEL: .entry pure(
// O3:       call.uni
// O3-NOT:   call.uni
// O3:       ret
extern __device__ int opaque(int) __nv_pure__;
__device__ __noinline__ __nv_pure__ int opaque(int a) {
  int b = a;
  asm volatile("add.s32 %0, %0, 1;" : "+r"(b));
  return b;
}
extern "C" __global__ void pure(int *p) { *p = opaque(p[1]) + opaque(p[1]); }

__device__ __inline_hint__ int hinted(int a) { return a; }

// In templates, by a parameter of theirs.
// CHECK-LABEL: .entry _Z9dependentILi2E3TwoEvPi(
// CHECK:       .reqnctapercluster 2, 3, 1
// NVCC-LABEL:  .entry _Z9dependentILi2E3TwoEvPi(
// NVCC:        .reqnctapercluster 2, 3, 1
struct Two { static constexpr int Y = 3; };
template <int X, class T> __global__ void __cluster_dims__(X, T::Y) dependent(int *p) { *p = X + hinted(X); }
template __global__ void dependent<2, Two>(int *);

// CHECK-LABEL: .entry _Z6boundsILi32EEvPi(
// CHECK:       .maxnreg 32
template <int N> __global__ void __maxnreg__(N) bounds(int *p) { *p = N; }
template __global__ void bounds<32>(int *);
