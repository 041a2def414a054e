//===-- tensor-memory.cu - kernels that use tensor memory as usual --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One warp allocates, all use, another one deallocates; one thread issues what it is
// elected for; loops, early returns, helpers. Nothing is reported, with optimisation or
// without; each mistake is, with its line.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{flags} =
// DEFINE: %{optimize} =
// DEFINE: %{llvm} = %clangxx --cuda-gpu-arch=sm_90a --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S -emit-llvm -gline-tables-only %{flags} %s -o %t.ll
// DEFINE: %{ptx} = %llc -mcpu=sm_100a %{optimize} -verify-machineinstrs %t.ll -o %t.ptx
// DEFINE: %{good} = %{llvm} && %{ptx} 2>&1 | count 0
// DEFINE: %{bad} = %{llvm} && not %{ptx} 2>&1

// REDEFINE: %{flags} = -O0
// REDEFINE: %{optimize} = -O0
// RUN: %{good}
// REDEFINE: %{flags} = -O0 -DUNIFORM
// RUN: %{bad} | FileCheck %s --check-prefix=UNIFORM --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DTHREAD
// RUN: %{bad} | FileCheck %s --check-prefix=THREAD --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DSEVERAL
// RUN: %{bad} | FileCheck %s --check-prefix=SEVERAL-HELPER --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DEARLY
// RUN: %{bad} | FileCheck %s --check-prefix=EARLY --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DTWICE
// RUN: %{bad} | FileCheck %s --check-prefix=TWICE --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DAFTER
// RUN: %{bad} | FileCheck %s --check-prefix=AFTER --implicit-check-not=error:

// REDEFINE: %{flags} = -O2
// REDEFINE: %{optimize} = -O2
// RUN: %{good}
// REDEFINE: %{flags} = -O2 -DUNIFORM
// RUN: %{bad} | FileCheck %s --check-prefix=UNIFORM --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DTHREAD
// RUN: %{bad} | FileCheck %s --check-prefix=THREAD --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DSEVERAL
// RUN: %{bad} | FileCheck %s --check-prefix=SEVERAL --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DEARLY
// RUN: %{bad} | FileCheck %s --check-prefix=EARLY --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DTWICE
// RUN: %{bad} | FileCheck %s --check-prefix=TWICE --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DAFTER
// RUN: %{bad} | FileCheck %s --check-prefix=AFTER --implicit-check-not=error:

#include "device_only.h"

#define shared __attribute__((shared))
#define tensor_pointer __attribute__((address_space(6))) void *
#define shared_pointer __attribute__((address_space(3))) void *

typedef unsigned u32;
typedef unsigned long long u64;
typedef u32 Loaded __attribute__((ext_vector_type(8)));

__device__ void tcgen05_alloc(void *, u32) asm("llvm.nvvm.tcgen05.alloc.cg1");
__device__ void tcgen05_dealloc(tensor_pointer, u32) asm("llvm.nvvm.tcgen05.dealloc.cg1");
__device__ void tcgen05_relinquish() asm("llvm.nvvm.tcgen05.relinq.alloc.permit.cg1");
__device__ void tcgen05_commit(void *) asm("llvm.nvvm.tcgen05.commit.cg1");
__device__ void tcgen05_fence_before() asm("llvm.nvvm.tcgen05.fence.before.thread.sync");
__device__ void tcgen05_fence_after() asm("llvm.nvvm.tcgen05.fence.after.thread.sync");
__device__ void tcgen05_wait_ld() asm("llvm.nvvm.tcgen05.wait.ld");
__device__ Loaded tcgen05_ld(tensor_pointer, bool) asm("llvm.nvvm.tcgen05.ld.32x32b.x8");
__device__ void tcgen05_mma(tensor_pointer, u64, u64, u32, bool, u32, u32, u32) asm("llvm.nvvm.tcgen05.mma.shared");

__device__ inline tensor_pointer at(u32 address) { return (tensor_pointer)(u64)address; }

__device__ inline void mma(u32 d, u64 a, u64 b, u32 idesc, bool accumulate) {
  tcgen05_mma(at(d), a, b, idesc, accumulate, 0, 1, 0); // the mma
}

__device__ inline u32 elect() {
  u32 predicate = 0, lane = 0;
  asm volatile("{\n .reg .b32 %%rx;\n .reg .pred %%px;\n elect.sync %%rx|%%px, %2;\n @%%px mov.s32 %1, 1;\n mov.s32 %0, %%rx;\n}"
               : "+r"(lane), "+r"(predicate)
               : "r"(0xFFFFFFFF));
  return predicate;
}

__device__ inline void wait(u64 *barrier, u32 phase) {
  u32 address = (u32)(u64)(shared_pointer)barrier;
  asm volatile("{\n .reg .pred p;\nagain:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @p bra done;\n bra again;\ndone:\n}" ::"r"(address),
               "r"(phase));
}

__device__ inline u32 thread() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline u32 block() { return __nvvm_read_ptx_sreg_ctaid_x(); }
__device__ inline u32 blocks() { return __nvvm_read_ptx_sreg_nctaid_x(); }
__device__ inline u32 warp_index() { return __nvvm_shfl_sync_idx_i32(-1, thread() / 32, 0, 31); }

struct Storage {
  u64 full[4], empty[4], done;
  u32 base;
  char data[1024];
};

struct Params {
  u64 a, b;
  u32 idesc, k, tiles;
  u32 *out;
  int mode;
};

// A tile for each block; the warp that allocates deallocates.
extern "C" __global__ void tile(Params p) {
  extern shared char memory[];
  Storage &s = *(Storage *)memory;
  u32 warp = warp_index();
  bool first = warp == 0;
#ifdef UNIFORM
  first = p.mode == 3;
#endif
  if (first)
    tcgen05_alloc(&s.base, 512); // the alloc
#ifdef THREAD
  if (thread() == 0)
    tcgen05_relinquish(); // by one thread
#endif
  first = warp == 0;
  __syncthreads();
  u32 d = s.base;
#ifdef SEVERAL
  if (thread() < 8) {
#else
  if (first && elect()) {
#endif
    for (u32 k = 0; k < p.k; ++k)
      mma(d, p.a, p.b, p.idesc, k != 0);
    tcgen05_commit(&s.done); // the commit
  }
  wait(&s.done, 0);
  tcgen05_fence_after();
  Loaded v = tcgen05_ld(at(d + ((thread() / 32) << 21)), false); // the ld
  tcgen05_wait_ld();
  for (int i = 0; i < 8; ++i)
    p.out[thread() * 8 + i] = v[i];
#ifdef EARLY
  if (p.mode == 2)
    return;
#endif
  __syncthreads();
  if (first) {
    tcgen05_relinquish();
    tcgen05_dealloc(at(d), 512); // the dealloc
  }
#ifdef TWICE
  if (first)
    tcgen05_dealloc(at(d), 512); // again
#endif
#ifdef AFTER
  __syncthreads();
  if (warp == 0 && elect())
    mma(d, p.a, p.b, p.idesc, true), tcgen05_commit(&s.done);
#endif
}

// UNIFORM: error: {{.*}}tensor-memory.cu:[[#@LINE-24]]:{{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x8 uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.cg1 at line [[#@LINE-43]] is skipped if the condition of the branch at line [[#@LINE-44]] is false;
// UNIFORM: error: {{.*}}tensor-memory.cu:[[#@LINE-14]]:{{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 uses tensor memory that need not be allocated:

// THREAD: error: {{.*}}tensor-memory.cu:[[#@LINE-43]]:{{.*}}: llvm.nvvm.tcgen05.relinq.alloc.permit.cg1 is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch at line [[#@LINE-44]] selects;

// The function that the call is in is the helper's before it is inlined.
// SEVERAL-HELPER: error: {{.*}}tensor-memory.cu:[[#@LINE-94]]:{{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by 8 threads of a warp, which the condition of the branch at line [[#@LINE-40]] selects;
// SEVERAL-HELPER: error: {{.*}}tensor-memory.cu:[[#@LINE-35]]:{{.*}}: llvm.nvvm.tcgen05.commit.cg1 is issued by every thread that executes it, here by 8 threads of a warp
// SEVERAL: error: {{.*}}tensor-memory.cu:[[#@LINE-36]]:{{.*}}: llvm.nvvm.tcgen05.commit.cg1 is issued by every thread that executes it, here by 8 threads of a warp
// SEVERAL: error: {{.*}}tensor-memory.cu:[[#@LINE-97]]:{{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by 8 threads of a warp

// EARLY: error: {{.*}}tensor-memory.cu:[[#@LINE-54]]:{{.*}}: llvm.nvvm.tcgen05.alloc.cg1 allocates tensor memory that is not deallocated on every path: no dealloc is executed if the condition of the branch at line [[#@LINE-30]] is true;

// TWICE: error: {{.*}}tensor-memory.cu:[[#@LINE-22]]:{{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 deallocates tensor memory for the second time, after llvm.nvvm.tcgen05.dealloc.cg1 at line [[#@LINE-26]];

// AFTER: error: {{.*}}tensor-memory.cu:[[#@LINE-103]]:{{.*}}: llvm.nvvm.tcgen05.mma.shared uses tensor memory after its deallocation by llvm.nvvm.tcgen05.dealloc.cg1 at line [[#@LINE-28]];

// Persistent; each warp has its part. The third allocates, the fourth deallocates.
extern "C" __global__ void persistent(Params p) {
  extern shared char memory[];
  Storage *s = (Storage *)memory;
  u32 warp = thread() / 32, lane = thread() % 32;
  if (warp == 2) {
    tcgen05_alloc(&s->base, 256);
    tcgen05_relinquish();
  }
  tcgen05_fence_before();
  __syncthreads();
  tcgen05_fence_after();
  volatile u32 *base_address = &s->base;
  u32 base = *base_address;
  if (warp == 0) {
    for (u32 t = block(); t < p.tiles; t += blocks())
      wait(&s->empty[0], t & 1);
  } else if (warp == 1) {
    u32 n = 0;
    for (u32 t = block(); t < p.tiles; t += blocks(), ++n) {
      u32 stage = n & 1;
      wait(&s->empty[stage], n & 1);
      tcgen05_fence_after();
      for (u32 k = 0; k < p.k; ++k) {
        wait(&s->full[k & 3], k & 1);
        if (elect()) {
          mma(base + stage * 128, p.a + k, p.b + k, p.idesc, k > 0);
          tcgen05_commit(&s->empty[k & 3]);
        }
      }
      if (lane == 0)
        tcgen05_commit(&s->done);
    }
  } else {
    u32 n = 0;
    for (u32 t = block(); t < p.tiles; t += blocks(), ++n) {
      wait(&s->done, n & 1);
      tcgen05_fence_after();
      for (u32 column = 0; column < 128; column += 8) {
        Loaded v = tcgen05_ld(at(base + (n & 1) * 128 + column + ((warp % 4) << 21)), false);
        tcgen05_wait_ld();
        p.out[t * 128 + column] = v[0];
      }
      tcgen05_fence_before();
    }
  }
  __syncthreads();
  if (warp == 3)
    tcgen05_dealloc(at(base), 256);
}

__device__ __attribute__((noinline)) void allocate(u32 *place, u32 columns) {
  tcgen05_alloc(place, columns);
  tcgen05_relinquish();
}

// By helpers, a switch, a jump.
extern "C" __global__ void helpers(Params p) {
  shared static u32 place;
  shared static u64 done;
  u32 warp = thread() >> 5;
  switch (warp) {
  case 0:
    allocate(&place, 64);
    break;
  default:
    break;
  }
  __syncthreads();
  u32 d = place;
  if (p.k == 0)
    goto out;
  if (warp == 1 && elect())
    mma(d, p.a, p.b, p.idesc, false), tcgen05_commit(&done);
  wait(&done, 0);
out:
  __syncthreads();
  if (warp == 0)
    tcgen05_dealloc(at(d), 64);
}
