//===-- register-budget.cu - setmaxnreg of producers and consumers --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of a producer and two consumers as it is usually written says nothing, with
// optimisation or without; each mistake does, with its line.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{flags} =
// DEFINE: %{optimize} =
// DEFINE: %{llvm} = %clangxx --cuda-gpu-arch=sm_90a --cuda-feature=+ptx80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S -emit-llvm -gline-directives-only %{flags} %s -o %t.ll
// DEFINE: %{ptx} = %llc -mcpu=sm_90a %{optimize} -verify-machineinstrs %t.ll -o %t.ptx
// DEFINE: %{good} = %{llvm} && %{ptx} 2>&1 | count 0
// DEFINE: %{warned} = %{llvm} && %{ptx} 2>&1
// DEFINE: %{bad} = %{llvm} && not %{ptx} 2>&1

// REDEFINE: %{flags} = -O0
// REDEFINE: %{optimize} = -O0
// RUN: %{good}
// REDEFINE: %{flags} = -O0 -DTHREADS_ONLY
// RUN: %{warned} | FileCheck %s --check-prefix=THREADS --implicit-check-not=warning: --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DNO_BOUNDS
// RUN: %{warned} | FileCheck %s --check-prefix=NOTHING --implicit-check-not=warning: --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DWARPS=1
// RUN: %{bad} | FileCheck %s --check-prefix=WARPS --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DPRODUCER=176
// RUN: %{bad} | FileCheck %s --check-prefix=PRODUCER --implicit-check-not=error:
// REDEFINE: %{flags} = -O0 -DCONSUMER=240
// RUN: %{warned} | FileCheck %s --check-prefix=CONSUMER --implicit-check-not=warning: --implicit-check-not=error:

// REDEFINE: %{flags} = -O2
// REDEFINE: %{optimize} = -O2
// RUN: %{good}
// RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=C7508 %}
// REDEFINE: %{flags} = -O2 -DTHREADS_ONLY
// RUN: %{warned} | FileCheck %s --check-prefix=THREADS --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | grep C7508 %}
// REDEFINE: %{flags} = -O2 -DNO_BOUNDS
// RUN: %{warned} | FileCheck %s --check-prefix=NOTHING --implicit-check-not=warning: --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DWARPS=1
// RUN: %{bad} | FileCheck %s --check-prefix=WARPS --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DPRODUCER=176
// RUN: %{bad} | FileCheck %s --check-prefix=PRODUCER --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DCONSUMER=240
// RUN: %{warned} | FileCheck %s --check-prefix=CONSUMER --implicit-check-not=warning: --implicit-check-not=error:
// REDEFINE: %{flags} = -O2 -DASSEMBLY -DWARPS=1
// RUN: %{bad} | FileCheck %s --check-prefix=WARPS --implicit-check-not=error:

// PTXAS: Used 168 registers
// THREADS: warning: {{.*}}register-budget.cu:{{[0-9]+}}:{{.*}}in function _Z4gemmPi {{.*}} in kernel gemm(int*), which has .maxntid, but no .minnctapersm: {{.*}} __launch_bounds__(384, 1)
// NOTHING: warning: {{.*}}in function _Z4gemmPi {{.*}} in kernel gemm(int*), which has no launch bounds:
// WARPS: error: {{.*}} setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 32 of the 128 threads of warpgroup 0, which the condition of the branch at line {{[0-9]+}} selects
// WARPS: error: {{.*}} setmaxnreg.inc.sync.aligned.u32 232 must be executed by all threads of a warpgroup alike, here only by 96 of the 128 threads of warpgroup 0, which the condition of the branch at line {{[0-9]+}} selects
// PRODUCER: error: {{.*}} setmaxnreg.dec.sync.aligned.u32 176: a thread has 168 registers at entry
// CONSUMER: warning: {{.*}} the warpgroups of a block of kernel gemm(int*) end up with 40 + 240 + 240 registers a thread, but began with 168 each

#include "device_only.h"

#if defined(THREADS_ONLY)
#define BOUNDS __attribute__((launch_bounds(384)))
#elif defined(NO_BOUNDS)
#define BOUNDS
#else
#define BOUNDS __attribute__((launch_bounds(384, 1)))
#endif
#ifndef WARPS
#define WARPS 4
#endif
#ifndef PRODUCER
#define PRODUCER 40
#endif
#ifndef CONSUMER
#define CONSUMER 232
#endif

#ifdef ASSEMBLY
#define setmaxnreg_dec(N) asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N))
#define setmaxnreg_inc(N) asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N))
#else
__device__ void setmaxnreg_dec(int) asm("llvm.nvvm.setmaxnreg.dec.sync.aligned.u32");
__device__ void setmaxnreg_inc(int) asm("llvm.nvvm.setmaxnreg.inc.sync.aligned.u32");
#endif

__global__ void BOUNDS gemm(int *p) {
  int warp = __nvvm_shfl_sync_idx_i32(-1, __nvvm_read_ptx_sreg_tid_x() / 32, 0, 31);
  int role = warp / WARPS;
  if (role == 0) {
    setmaxnreg_dec(PRODUCER);
    if (__nvvm_read_ptx_sreg_tid_x() == 0)
      *p = 1;
  } else {
    setmaxnreg_inc(CONSUMER);
    p[role] = 2;
  }
}
