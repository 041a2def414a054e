//===-- tensor-memory-pointers.cu - clang's pointers to tensor memory --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang has pointers to tensor memory of 64 bits, and LLVM of 32.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -O2 -S %s -o - | FileCheck %s

typedef __attribute__((address_space(6))) char *TensorMemory;
extern "C" __attribute__((device)) void dealloc(TensorMemory, int) asm("llvm.nvvm.tcgen05.dealloc.cg1");

// CHECK-LABEL: .entry k
// CHECK: .param .u32 {{.*}}k_param_0
// CHECK: ld.param.b32 [[D:%r[0-9]+]], [k_param_0];
// CHECK: ld.param.b32 [[N:%r[0-9]+]], [k_param_1];
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32 [[D]], [[N]];
extern "C" __attribute__((global)) void k(TensorMemory d, int n) { dealloc(d, n); }
