//===-- nvcc-builtins.cu - what nvcc has built in --------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The version, and atomic functions with the very instructions of nvcc, in both halves of a
// program. What nvcc refuses is an error.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// DEFINE: %{ours} = %clangxx --cuda-path=%cuda --cuda-device-only -Wall -Wextra -Werror -S %s
// RUN: %{ours} --cuda-gpu-arch=sm_90 -O3 -o %t.90.ptx
// RUN: grep -oE '^.(visible .entry [a-z_0-9]*|.*(fence|atom|ld|st)\.[a-z_.0-9]*(relaxed|acquire|release|acq_rel|sc)\.[a-z0-9.]*)' %t.90.ptx | sed -e 's/.*[ \t]//' >%t.90
// RUN: FileCheck %s --input-file=%t.90
// RUN: %ptxas -arch=sm_90 %t.90.ptx -o %t.cubin
// RUN: %if nvcc %{ %nvcc -arch=sm_90 -ptx %s -o %t.nvcc.ptx %}
// RUN: %if nvcc %{ grep -oE '^.(visible .entry [a-z_0-9]*|.*(fence|atom|ld|st)\.[a-z_.0-9]*(relaxed|acquire|release|acq_rel|sc)\.[a-z0-9.]*)' %t.nvcc.ptx | sed -e 's/.*[ \t]//' | diff %t.90 - %}
// RUN: %{ours} --cuda-gpu-arch=sm_90 -O0 -o %t.O0.ptx
// RUN: %ptxas -arch=sm_90 %t.O0.ptx -o %t.cubin
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80,sm_100a -Wall -Wextra -Werror -DOLD -c %s -o %t.o
// RUN: not %{ours} --cuda-gpu-arch=sm_80 -DWRONG -o %t.wrong 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:

#if __CUDACC_VER_MAJOR__ != CUDART_VERSION / 1000 || __CUDACC_VER_MINOR__ != CUDART_VERSION % 1000 / 10
#error not the version of the SDK
#endif
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_BUILD__ != 88
#error not the build of nvcc
#endif

#define KERNEL extern "C" __global__ void

#ifndef WRONG
// CHECK: loads
// CHECK-NEXT: ld.relaxed.sys.b8
// CHECK-NEXT: ld.acquire.cta.b16
// CHECK-NEXT: ld.acquire.gpu.b32
// CHECK-NEXT: fence.sc.cluster
// CHECK-NEXT: ld.acquire.cluster.b64
// CHECK-NEXT: ld.relaxed.sys.b64
// CHECK-NEXT: ld.acquire.sys.b32
KERNEL loads(char *c, short *s, int *i, long long *l, double *d, float *f) {
  *c = __nv_atomic_load_n(c, __NV_ATOMIC_RELAXED);
  *s = __nv_atomic_load_n(s, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  *i = __nv_atomic_load_n(i, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_DEVICE);
  *l = __nv_atomic_load_n(l, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
  __nv_atomic_load(d, d + 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_load(f, f + 1, __NV_ATOMIC_ACQUIRE);
}

// CHECK: stores
// CHECK-NEXT: st.relaxed.cta.b8
// CHECK-NEXT: fence.sc.gpu
// CHECK-NEXT: st.relaxed.gpu.b32
// CHECK-NEXT: st.release.sys.b64
KERNEL stores(char *c, int *i, double *d) {
  __nv_atomic_store_n(c, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
  __nv_atomic_store_n(i, 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store(d, d + 1, __NV_ATOMIC_RELEASE);
}

// CHECK: exchanges
// CHECK-NEXT: atom.exch.acq_rel.sys.b32
// CHECK-NEXT: atom.exch.relaxed.gpu.b64
// CHECK-NEXT: atom.cas.acquire.cta.b32
// CHECK-NEXT: atom.cas.relaxed.cta.b16
// CHECK-NEXT: fence.sc.sys
// CHECK-NEXT: atom.cas.acquire.sys.b64
KERNEL exchanges(int *i, double *d, short *s, bool *same) {
  *i = __nv_atomic_exchange_n(i, 7, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_exchange(d, d + 1, d + 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  same[0] = __nv_atomic_compare_exchange_n(i, i + 1, 7, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  same[1] = __nv_atomic_compare_exchange_n(s, s + 1, 7, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  same[2] = __nv_atomic_compare_exchange(d, d + 1, d + 2, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED);
}

// CHECK: arithmetic
// CHECK-NEXT: atom.add.relaxed.sys.s32
// CHECK-NEXT: atom.add.acquire.cta.u32
// CHECK-NEXT: atom.add.release.cluster.f32
// CHECK-NEXT: atom.add.acq_rel.gpu.f64
// CHECK-NEXT: fence.sc.gpu
// CHECK-NEXT: atom.add.acquire.gpu.u64
// CHECK-NEXT: atom.min.relaxed.gpu.s64
// CHECK-NEXT: atom.max.relaxed.gpu.u64
// CHECK-NEXT: atom.and.relaxed.gpu.b32
// CHECK-NEXT: atom.or.relaxed.gpu.b32
// CHECK-NEXT: atom.xor.relaxed.gpu.b64
KERNEL arithmetic(int *i, unsigned *u, float *f, double *d, unsigned long long *w, long long *l) {
  *i = __nv_atomic_fetch_sub(i, *i, __NV_ATOMIC_RELAXED);
  *u = __nv_atomic_fetch_add(u, 2, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  *f = __nv_atomic_fetch_add(f, 2, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);
  *d = __nv_atomic_fetch_add(d, 2, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(w, 2, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  *l = __nv_atomic_fetch_min(l, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  *w = __nv_atomic_fetch_max(w, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_and(i, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_or(u, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_xor(w, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// CHECK: fences
// CHECK-NEXT: fence.acq_rel.cta
// CHECK-NEXT: fence.sc.cluster
// CHECK-NEXT: fence.sc.sys
KERNEL fences() {
  __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST);
}

#ifndef OLD
// nvcc's 128 bits are a register of LLVM's; ours are two around the instruction.
KERNEL wide(__int128 *p, ulonglong2 *q, bool *same) {
  p[0] = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED);
  __nv_atomic_load(q, q + 1, __NV_ATOMIC_RELAXED);
  __nv_atomic_store(q + 1, q, __NV_ATOMIC_RELAXED);
  p[2] = __nv_atomic_exchange_n(p, 7, __NV_ATOMIC_RELAXED);
  *same = __nv_atomic_compare_exchange_n(p, p + 1, 7, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
}
#endif
#else
struct Three { char c[3]; };
// WRONG-DAG: error: the memory order of a load is relaxed, consume, acquire or seq_cst
KERNEL load_release(int *p) { *p = __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE); }
// WRONG-DAG: error: the memory order of a store is relaxed, release or seq_cst
KERNEL store_acquire(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_ACQUIRE); }
// WRONG-DAG: error: the scope is one of __NV_THREAD_SCOPE_*
KERNEL scope(int *p) { *p = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, 7); }
// WRONG-DAG: error: the memory order is one of __NV_ATOMIC_*
KERNEL order(int *p) { *p = __nv_atomic_exchange_n(p, 1, 7); }
// WRONG-DAG: error: static assertion failed {{.*}}: an atomic function that ends in _n is for integers
KERNEL not_integer(float *p) { *p = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED); }
// WRONG-DAG: error: static assertion failed {{.*}}: an atomic exchange of 16 bytes needs sm_90
KERNEL too_wide(ulonglong2 *p) { __nv_atomic_exchange(p, p + 1, p + 2, __NV_ATOMIC_RELAXED); }
// WRONG-DAG: error: static assertion failed {{.*}}: atomic arithmetic needs an object of 4 or 8 bytes
// WRONG-DAG: error: implicit instantiation of undefined template {{.*}}__nvptx_number<short
KERNEL narrow(short *p) { *p = __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED); }
// WRONG-DAG: error: static assertion failed {{.*}}: an atomic function needs an object of 1, 2, 4, 8 or 16 bytes
// WRONG-DAG: error: implicit instantiation of undefined template {{.*}}__nvptx_word<3
KERNEL three(Three *p) { __nv_atomic_load(p, p + 1, __NV_ATOMIC_RELAXED); }
// WRONG-DAG: error: no matching function for call to '__nv_atomic_load_n'
void host(int *p) { *p = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED); }
#endif
