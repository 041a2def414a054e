//===-- grid-constant-assembly.cu - tensor maps in inline assembly ----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map among a kernel's parameters stays there, whichever way its address goes; without
// __grid_constant__ too, if the assembly that it comes to says that it is a map. Nothing is copied
// to local memory.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{ours} = %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Werror -include %S/Inputs/cuda_keywords.h -S %s
// DEFINE: %{prefixes} = CHECK,ANNOTATED
// DEFINE: %{check} = FileCheck %s --input-file=%t.ptx --check-prefixes=%{prefixes} --implicit-check-not=.local --implicit-check-not=st.
// RUN: %{ours} -O1 -o %t.ptx && %{check}
// RUN: %{ours} -O3 -g -o %t.ptx && %{check}
// RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}
// REDEFINE: %{prefixes} = CHECK
// RUN: %{ours} -O3 -DPLAIN -o %t.ptx && %{check}
// RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}

// At -O0 there are variables, but no copy of the parameter.
// RUN: %{ours} -O0 -g -o %t.O0.ptx
// RUN: FileCheck %s --input-file=%t.O0.ptx --check-prefixes=O0,ANNOTATED-O0 --implicit-check-not='ld.param.u8' --implicit-check-not='ld.param.b8'
// RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.O0.ptx -o %t.cubin %}
// RUN: %{ours} -O0 -DPLAIN -o %t.O0.ptx
// RUN: FileCheck %s --input-file=%t.O0.ptx --check-prefix=O0 --implicit-check-not='ld.param.u8' --implicit-check-not='ld.param.b8'

// With an SDK, for later targets.
// RUN: %if cuda-sdk %{ %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90a,sm_100a,sm_120a -O2 -Wall -Werror -c %s -o %t.o %}

// RUN: not %{ours} -O2 -DWRONG -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
// RUN: not %{ours} -O0 -DWRONG -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:

#ifdef PLAIN // as CUTLASS has it for clang
#define CONSTANT const
#else
#define CONSTANT const __grid_constant__
#endif

using u64 = unsigned long long;
struct __attribute__((aligned(64))) TensorMap { char bytes[128]; };

__device__ inline void load(const TensorMap *map, unsigned tile, unsigned barrier, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               :: "r"(tile), "l"(reinterpret_cast<u64>(map)), "r"(barrier), "r"(x), "r"(y) : "memory");
}
__device__ inline void store(const TensorMap &map, unsigned tile, int x) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1];" :: "l"(&map), "r"(tile), "r"(x) : "memory");
}
__device__ inline void reduce(const TensorMap &map, unsigned tile, int x) {
  asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {%2}], [%1];" :: "l"(&map), "r"(tile), "r"(x) : "memory");
}
__device__ inline void prefetch(const TensorMap *map) {
  asm volatile("prefetch.tensormap [%0];" :: "l"(reinterpret_cast<u64>(map)) : "memory");
}
__device__ inline void prefetch_tile(const TensorMap *map, int x) {
  asm volatile("cp.async.bulk.prefetch.tensor.1d.L2.global [%0, {%1}];" :: "l"(map), "r"(x) : "memory");
}

#ifndef WRONG
// CHECK-LABEL: .entry straight(
// CHECK: cvta.param.u64
// CHECK: cp.async.bulk.tensor.2d
// O0-LABEL: .entry straight(
// O0: cvta.param.u64
extern "C" __global__ void straight(CONSTANT TensorMap map, unsigned tile, unsigned barrier) {
  load(&map, tile, barrier, 1, 2);
}

// CHECK-LABEL: .entry others(
// CHECK: cvta.param.u64
// O0-LABEL: .entry others(
// O0: cvta.param.u64
extern "C" __global__ void others(CONSTANT TensorMap a, CONSTANT TensorMap b, CONSTANT TensorMap c, CONSTANT TensorMap d, unsigned tile) {
  store(a, tile, 1);
  reduce(b, tile, 1);
  prefetch(&c);
  prefetch_tile(&d, 1);
}

// Several in one struct, by references to members, in a member function of it and in a lambda.
struct Params {
  int rows;
  TensorMap a;
  struct Output { float scale; TensorMap map; } output;
  __device__ const TensorMap &first() const { return a; }
  __device__ void start(unsigned tile, unsigned barrier) const {
    prefetch(&first());
    load(&a, tile, barrier, rows, 0);
  }
};
// CHECK-LABEL: .entry members(
// CHECK: cvta.param.u64
// CHECK: add.s64
// O0-LABEL: .entry members(
// O0: cvta.param.u64
extern "C" __global__ void members(CONSTANT Params params, unsigned tile, unsigned barrier) {
  params.start(tile, barrier);
  const TensorMap &map = params.output.map;
  store(map, tile, params.rows);
}

#ifndef PLAIN // what the lambda has is in memory at -O0
// ANNOTATED-LABEL: .entry captured(
// ANNOTATED: cvta.param.u64
// ANNOTATED-O0-LABEL: .entry captured(
// ANNOTATED-O0: cvta.param.u64
extern "C" __global__ void captured(CONSTANT Params params, unsigned tile, unsigned barrier) {
  auto body = [&](int i) { load(&params.a, tile, barrier, i, params.rows); };
  for (int i = 0; i < params.rows; ++i)
    body(i);
}
#endif

// A number on the way; an offset; cvta in assembly.
// CHECK-LABEL: .entry moved(
// CHECK: cvta.param.u64
// O0-LABEL: .entry moved(
// O0: cvta.param.u64
extern "C" __global__ void moved(CONSTANT Params params, unsigned tile) {
  u64 base = reinterpret_cast<u64>(&params), address = base + __builtin_offsetof(Params, output.map);
  asm volatile("// moved\n\tmov.u64 %0, %0;" : "+l"(address));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1]; }" :: "l"(address), "r"(tile), "r"(1) : "memory");
}

// What is no tensor map is copied if it is written: no false error. What these instructions do, they
// do to shared and to global memory.
// O0-LABEL: .entry unconcerned(
extern "C" __global__ void unconcerned(TensorMap *global, unsigned shared, u64 address) {
  asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" :: "r"(shared), "l"(address) : "memory");
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" :: "l"(global), "l"(address) : "memory");
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" :: "l"(global), "r"(shared) : "memory");
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" :: "l"(global) : "memory");
  store(*global, shared, 0);
}

// CHECK-LABEL: .entry _Z9templatedI6ParamsEvT_j(
// CHECK: cvta.param.u64
// O0-LABEL: .entry _Z9templatedI6ParamsEvT_j(
// O0: cvta.param.u64
template <class T> __global__ void templated(CONSTANT T params, unsigned tile) { store(params.a, tile, 0); }
template __global__ void templated<Params>(const Params, unsigned);
#else
// WRONG-DAG: :[[@LINE+1]]:{{.*}}error: {{.*}}parameter 0 of written is a tensor map, which a copy reads where it is, and is also written
extern "C" __global__ void written(TensorMap map, unsigned tile, char byte) {
  map.bytes[tile] = byte;
  store(map, tile, 0);
}

// WRONG-DAG: error: {{.*}}parameter 0 of replaced is a tensor map, which a copy reads where it is, and is also written
extern "C" __global__ void replaced(TensorMap map, unsigned tile, u64 address) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" :: "l"(&map), "l"(address) : "memory");
  store(map, tile, 0);
}

// WRONG-DAG: :[[@LINE+5]]:{{.*}}error: {{.*}}the tensor map of inline assembly is in local memory; it must be in global or constant memory or a __grid_constant__ parameter of the kernel
extern "C" __global__ void local(unsigned tile, const char *bytes) {
  TensorMap map;
  for (int i = 0; i < 128; ++i)
    map.bytes[i] = bytes[i];
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1];" :: "l"(reinterpret_cast<u64>(&map)), "r"(tile), "r"(0) : "memory");
}

// By value into a function.
// WRONG-DAG: :[[@LINE+2]]:{{.*}}error: {{.*}}the tensor map of inline assembly is in local memory
__device__ __noinline__ void by_value(TensorMap map) {
  asm volatile("prefetch.tensormap [%0];" :: "l"(&map) : "memory");
}
extern "C" __global__ void caller(const __grid_constant__ TensorMap map) { by_value(map); }
#endif
