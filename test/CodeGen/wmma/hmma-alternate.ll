;===-- hmma-alternate.ll - wmma with bf16 and tf32 ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of the alternate floating-point types, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.bf16.p1(ptr addrspace(1), i32)
declare { i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.b.col.bf16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.stride.tf32.p0(ptr, i32)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k8.load.c.row.f32.p1(ptr addrspace(1))
declare void @llvm.nvvm.wmma.m16n16k8.store.d.col.stride.f32.p0(ptr, float, float, float, float, float, float, float, float, i32)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m8n32k16.mma.row.col.bf16(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k8.mma.col.row.tf32(i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float)

; CHECK-LABEL: {{[ 	]}}load_a_bf16(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1], %r1;
define { i32, i32, i32, i32 } @load_a_bf16(ptr addrspace(1) %p, i32 %stride) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.bf16.p1(ptr addrspace(1) %p, i32 %stride)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_b_bf16(
; CHECK: wmma.load.b.sync.aligned.col.m32n8k16.shared.bf16 {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, [%rd1];
define { i32, i32 } @load_b_bf16(ptr addrspace(3) %p) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m32n8k16.load.b.col.bf16.p3(ptr addrspace(3) %p)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_a_tf32(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k8.tf32 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1], %r1;
define { i32, i32, i32, i32 } @load_a_tf32(ptr %p, i32 %stride) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.stride.tf32.p0(ptr %p, i32 %stride)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}load_c(
; CHECK: wmma.load.c.sync.aligned.row.m16n16k8.global.f32 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1];
define { float, float, float, float, float, float, float, float } @load_c(ptr addrspace(1) %p) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k8.load.c.row.f32.p1(ptr addrspace(1) %p)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}store_d(
; CHECK: wmma.store.d.sync.aligned.col.m16n16k8.f32 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, %r9;
define void @store_d(ptr %p, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7, i32 %stride) {
  call void @llvm.nvvm.wmma.m16n16k8.store.d.col.stride.f32.p0(ptr %p, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7, i32 %stride)
  ret void
}

; CHECK-LABEL: {{[ 	]}}mma_bf16(
; CHECK: wmma.mma.sync.aligned.row.col.m8n32k16.f32.bf16.bf16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { float, float, float, float, float, float, float, float } @mma_bf16(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 %b2, i32 %b3, i32 %b4, i32 %b5, i32 %b6, i32 %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m8n32k16.mma.row.col.bf16(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 %b2, i32 %b3, i32 %b4, i32 %b5, i32 %b6, i32 %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}mma_tf32(
; CHECK: wmma.mma.sync.aligned.col.row.m16n16k8.f32.tf32.tf32.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { float, float, float, float, float, float, float, float } @mma_tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %b2, i32 %b3, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k8.mma.col.row.tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %b2, i32 %b3, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { float, float, float, float, float, float, float, float } %r
}
