//===-- bad-declarations.cu - intrinsics declared as something else ----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asm label declares an intrinsic with any type, and clang does not verify the
// module that it makes: wrong signatures, operands that are no immediates and
// immediates out of range are reported with their line, all in one run, at every
// optimisation level.
//
//===----------------------------------------------------------------------===//

// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -g -O0 -S %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -g -O2 -S %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

__device__ float mma(int A, int B) asm("llvm.nvvm.mma.m16n8k16.row.col.bf16");
__device__ void setmaxnreg(int Count) asm("llvm.nvvm.setmaxnreg.inc.sync.aligned.u32");
__device__ void waitGroup(int Count) asm("llvm.nvvm.cp.async.wait.group");

__global__ void kernel(int *P) {
  // CHECK: bad-declarations.cu:[[@LINE+1]]:8: error: llvm.nvvm.mma.m16n8k16.row.col.bf16 is declared with the type float (i32, i32), which is not its signature; it is { float, float, float, float } (i32, i32, i32, i32, i32, i32, float, float, float, float)
  *P = mma(1, 2);
  // CHECK: bad-declarations.cu:[[@LINE+1]]:3: error: operand 0 of llvm.nvvm.setmaxnreg.inc.sync.aligned.u32, registers, must be a constant, 24 to 256 in steps of 8
  setmaxnreg(P[0]);
  // CHECK: bad-declarations.cu:[[@LINE+1]]:3: error: operand 0 of llvm.nvvm.setmaxnreg.inc.sync.aligned.u32, registers, must be 24 to 256 in steps of 8
  setmaxnreg(264);
  // CHECK: bad-declarations.cu:[[@LINE+1]]:3: error: operand 0 of llvm.nvvm.setmaxnreg.inc.sync.aligned.u32, registers, must be 24 to 256 in steps of 8
  setmaxnreg(28);
  // CHECK: bad-declarations.cu:[[@LINE+1]]:3: error: operand 0 of llvm.nvvm.cp.async.wait.group must be a constant
  waitGroup(P[1]);
  // Legal twins.
  setmaxnreg(256);
  waitGroup(1);
}

// What has an intrinsic's name and is none.
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -O0 -DNAMES -S %s -o - 2>&1 | FileCheck %s --check-prefix=NAMES --implicit-check-not=".extern .func llvm" --implicit-check-not="= llvm."
#ifdef NAMES
// NAMES-DAG: error: llvm.nvvm.mma.m8n8k16.row.col.s9 cannot be defined here
__device__ int defined(int A) asm("llvm.nvvm.mma.m8n8k16.row.col.s9");
__device__ int defined(int A) { return A; }
// NAMES-DAG: error: the address of llvm.nvvm.redux.sync.add is taken; an intrinsic can only be called
__device__ int taken(int A, int B) asm("llvm.nvvm.redux.sync.add");
__device__ int (*Pointer)(int, int) = taken;
// NAMES-DAG: error: llvm.nvm.barrier0 is not an intrinsic of NVPTX
__device__ void prefix() asm("llvm.nvm.barrier0");
__device__ void user() { prefix(); }
#endif
