;===-- hmma.ll - wmma with half precision -------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of loads, stores and multiplications with f16 multiplicands, typed from
; the PTX ISA: each matrix, each state space, with and without a stride.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx64 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx64 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p1(ptr addrspace(1), i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.col.f16.p3(ptr addrspace(3))
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr, i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m8n32k16.load.c.row.stride.f16.p0(ptr, i32)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p1(ptr addrspace(1), i32)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p1(ptr addrspace(1), <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32)
declare void @llvm.nvvm.wmma.m32n8k16.store.d.col.f32.p3(ptr addrspace(3), float, float, float, float, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.mma.col.row.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m8n32k16.mma.row.row.f16.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.col.col.f32.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)

; CHECK-LABEL: {{[ 	]}}load_a(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1], %r1;
define { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @load_a(ptr addrspace(1) %p, i32 %stride) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p1(ptr addrspace(1) %p, i32 %stride)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}load_a_plain(
; CHECK: wmma.load.a.sync.aligned.col.m16n16k16.shared.f16 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1];
define { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @load_a_plain(ptr addrspace(3) %p) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.col.f16.p3(ptr addrspace(3) %p)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}load_b(
; CHECK: wmma.load.b.sync.aligned.col.m32n8k16.f16 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1], %r1;
define { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @load_b(ptr %p, i32 %stride) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr %p, i32 %stride)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}load_c_f16(
; CHECK: wmma.load.c.sync.aligned.row.m8n32k16.f16 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1], %r1;
define { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @load_c_f16(ptr %p, i32 %stride) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m8n32k16.load.c.row.stride.f16.p0(ptr %p, i32 %stride)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}load_c_f32(
; CHECK: wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}}, [%rd1], %r1;
define { float, float, float, float, float, float, float, float } @load_c_f32(ptr addrspace(1) %p, i32 %stride) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p1(ptr addrspace(1) %p, i32 %stride)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}store_f16(
; CHECK: wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, %r5;
define void @store_f16(ptr addrspace(1) %p, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3, i32 %stride) {
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p1(ptr addrspace(1) %p, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3, i32 %stride)
  ret void
}

; CHECK-LABEL: {{[ 	]}}store_f32(
; CHECK: wmma.store.d.sync.aligned.col.m32n8k16.shared.f32 [%rd1],{{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define void @store_f32(ptr addrspace(3) %p, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  call void @llvm.nvvm.wmma.m32n8k16.store.d.col.f32.p3(ptr addrspace(3) %p, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret void
}

; CHECK-LABEL: {{[ 	]}}mma_f32_f32(
; CHECK: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { float, float, float, float, float, float, float, float } @mma_f32_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}mma_f16_f16(
; CHECK: wmma.mma.sync.aligned.col.row.m32n8k16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @mma_f16_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m32n8k16.mma.col.row.f16.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}mma_f16_f32(
; CHECK: wmma.mma.sync.aligned.row.row.m8n32k16.f16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @mma_f16_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m8n32k16.mma.row.row.f16.f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}mma_f32_f16(
; CHECK: wmma.mma.sync.aligned.col.col.m16n16k16.f32.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float, float, float, float, float } @mma_f32_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.col.col.f32.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3)
  ret { float, float, float, float, float, float, float, float } %r
}
