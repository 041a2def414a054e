;===-- pointers.ll - pointers to tensor memory have 32 bits ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; As parameters and in memory: what tcgen05.alloc writes to shared memory is 32 bits.
; Whatever data layout the module comes with, llc gives it the target's.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a %s -o - | FileCheck %s
; RUN: sed 's/^;LAYOUT //' %s > %t.ll
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a %t.ll -o - | FileCheck %s

;LAYOUT target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)

; CHECK-LABEL: .entry k
; CHECK: .param .u32 .ptr .align 1 k_param_0
; CHECK: ld.param.b32 [[D:%r[0-9]+]], [k_param_0];
; CHECK: ld.shared.b32 [[T:%r[0-9]+]],
; CHECK: add.s32 [[U:%r[0-9]+]], [[T]], 8;
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32 {[[X:%r[0-9]+]]}, {{[[]}}[[U]]];
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32 {[[Y:%r[0-9]+]]}, {{[[]}}[[D]]];
; CHECK: st.shared.b32 {{.*}}, [[U]];
define ptx_kernel void @k(ptr addrspace(6) %d, ptr addrspace(3) %s, ptr %o) {
  %t = load ptr addrspace(6), ptr addrspace(3) %s
  %u = getelementptr i8, ptr addrspace(6) %t, i32 8
  %x = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %u, i1 false)
  %y = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  store ptr addrspace(6) %u, ptr addrspace(3) %s
  %z = add i32 %x, %y
  store i32 %z, ptr %o
  ret void
}
