;===-- imma.ll - wmma with integers -------------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of 8-bit and 4-bit integers, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.s8.p1(ptr addrspace(1), i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.wmma.m8n32k16.load.b.col.u8.p3(ptr addrspace(3))
declare i32 @llvm.nvvm.wmma.m8n32k16.load.a.col.stride.u8.p0(ptr, i32)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.c.row.stride.s32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.wmma.m8n8k32.load.a.row.stride.s4.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.wmma.m8n8k32.load.b.col.u4.p3(ptr addrspace(3))
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.s32.p1(ptr addrspace(1), i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare void @llvm.nvvm.wmma.m8n8k32.store.d.col.s32.p3(ptr addrspace(3), i32, i32)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m32n8k16.mma.col.row.u8.satfinite(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.wmma.m8n8k32.mma.row.col.s4.satfinite(i32, i32, i32, i32)

; CHECK-LABEL: {{[ 	]}}load_a(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, [%rd1], %r1;
define { i32, i32 } @load_a(ptr addrspace(1) %p, i32 %stride) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.s8.p1(ptr addrspace(1) %p, i32 %stride)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_b(
; CHECK: wmma.load.b.sync.aligned.col.m8n32k16.shared.u8 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1];
define { i32, i32, i32, i32 } @load_b(ptr addrspace(3) %p) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m8n32k16.load.b.col.u8.p3(ptr addrspace(3) %p)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_a_one(
; CHECK: wmma.load.a.sync.aligned.col.m8n32k16.u8 {{[{]%r[0-9]+[}]}}, [%rd1], %r1;
define i32 @load_a_one(ptr %p, i32 %stride) {
  %r = call i32 @llvm.nvvm.wmma.m8n32k16.load.a.col.stride.u8.p0(ptr %p, i32 %stride)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}load_c(
; CHECK: wmma.load.c.sync.aligned.row.m32n8k16.global.s32 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1], %r1;
define { i32, i32, i32, i32, i32, i32, i32, i32 } @load_c(ptr addrspace(1) %p, i32 %stride) {
  %r = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.c.row.stride.s32.p1(ptr addrspace(1) %p, i32 %stride)
  ret { i32, i32, i32, i32, i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_s4(
; CHECK: wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {{[{]%r[0-9]+[}]}}, [%rd1], %r1;
define i32 @load_s4(ptr addrspace(1) %p, i32 %stride) {
  %r = call i32 @llvm.nvvm.wmma.m8n8k32.load.a.row.stride.s4.p1(ptr addrspace(1) %p, i32 %stride)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}load_u4(
; CHECK: wmma.load.b.sync.aligned.col.m8n8k32.shared.u4 {{[{]%r[0-9]+[}]}}, [%rd1];
define i32 @load_u4(ptr addrspace(3) %p) {
  %r = call i32 @llvm.nvvm.wmma.m8n8k32.load.b.col.u4.p3(ptr addrspace(3) %p)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}store_d(
; CHECK: wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, %r9;
define void @store_d(ptr addrspace(1) %p, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7, i32 %stride) {
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.s32.p1(ptr addrspace(1) %p, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7, i32 %stride)
  ret void
}

; CHECK-LABEL: {{[ 	]}}store_d_s4(
; CHECK: wmma.store.d.sync.aligned.col.m8n8k32.shared.s32 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define void @store_d_s4(ptr addrspace(3) %p, i32 %c0, i32 %c1) {
  call void @llvm.nvvm.wmma.m8n8k32.store.d.col.s32.p3(ptr addrspace(3) %p, i32 %c0, i32 %c1)
  ret void
}

; CHECK-LABEL: {{[ 	]}}mma_s8(
; CHECK: wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { i32, i32, i32, i32, i32, i32, i32, i32 } @mma_s8(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7) {
  %r = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.col.s8(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7)
  ret { i32, i32, i32, i32, i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}mma_u8_sat(
; CHECK: wmma.mma.sync.aligned.col.row.m32n8k16.s32.u8.u8.s32.satfinite
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { i32, i32, i32, i32, i32, i32, i32, i32 } @mma_u8_sat(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7) {
  %r = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m32n8k16.mma.col.row.u8.satfinite(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7)
  ret { i32, i32, i32, i32, i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}mma_s4_sat(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32.satfinite
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @mma_s4_sat(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m8n8k32.mma.row.col.s4.satfinite(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}
