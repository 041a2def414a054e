;===-- bmma.ll - wmma with single bits ----------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of b1, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare i32 @llvm.nvvm.wmma.m8n8k128.load.a.row.stride.b1.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.wmma.m8n8k128.load.b.col.b1.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.wmma.m8n8k128.load.c.row.stride.s32.p0(ptr, i32)
declare void @llvm.nvvm.wmma.m8n8k128.store.d.col.stride.s32.p1(ptr addrspace(1), i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.wmma.m8n8k128.mma.xor.popc.row.col.b1(i32, i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.wmma.m8n8k128.mma.and.popc.row.col.b1(i32, i32, i32, i32)

; CHECK-LABEL: {{[ 	]}}load_a(
; CHECK: wmma.load.a.sync.aligned.row.m8n8k128.global.b1 {{[{]%r[0-9]+[}]}}, [%rd1], %r1;
define i32 @load_a(ptr addrspace(1) %p, i32 %stride) {
  %r = call i32 @llvm.nvvm.wmma.m8n8k128.load.a.row.stride.b1.p1(ptr addrspace(1) %p, i32 %stride)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}load_b(
; CHECK: wmma.load.b.sync.aligned.col.m8n8k128.shared.b1 {{[{]%r[0-9]+[}]}}, [%rd1];
define i32 @load_b(ptr addrspace(3) %p) {
  %r = call i32 @llvm.nvvm.wmma.m8n8k128.load.b.col.b1.p3(ptr addrspace(3) %p)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}load_c(
; CHECK: wmma.load.c.sync.aligned.row.m8n8k128.s32 {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, [%rd1], %r1;
define { i32, i32 } @load_c(ptr %p, i32 %stride) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m8n8k128.load.c.row.stride.s32.p0(ptr %p, i32 %stride)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}store_d(
; CHECK: wmma.store.d.sync.aligned.col.m8n8k128.global.s32 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, %r3;
define void @store_d(ptr addrspace(1) %p, i32 %c0, i32 %c1, i32 %stride) {
  call void @llvm.nvvm.wmma.m8n8k128.store.d.col.stride.s32.p1(ptr addrspace(1) %p, i32 %c0, i32 %c1, i32 %stride)
  ret void
}

; CHECK-LABEL: {{[ 	]}}mma_xor(
; CHECK: wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @mma_xor(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m8n8k128.mma.xor.popc.row.col.b1(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}mma_and(
; CHECK: wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @mma_and(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m8n8k128.mma.and.popc.row.col.b1(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}
