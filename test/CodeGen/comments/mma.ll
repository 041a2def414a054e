;===-- mma.ll - comments above instructions of a warp ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Opcode, MMA descriptor, and how many multiply-adds there are where something is multiplied.
; Nothing else changes, and without the option nothing at all.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -nvptx-mma-comments -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %llc -O0 -mcpu=sm_80 -mattr=+ptx71 -nvptx-mma-comments -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o %t.off.ptx
; RUN: not grep -E "descriptor|multiply-adds" %t.off.ptx
; RUN: grep -v -E "^[[:space:]]// [A-Z]" %t.ptx | diff %t.off.ptx -
; RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare {float, float, float, float} @llvm.nvvm.mma.sp.m16n8k16.row.col.bf16(i32, i32, i32, i32, float, float, float, float, i32, i32)
declare {float, float, float, float, float, float, float, float} @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare {double, double} @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare {i32, i32, i32, i32} @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; The word is that of docs/mma-descriptor.md.
; CHECK-LABEL: {{[ 	]}}bf16(
; CHECK:      {{^}}	// HMMA_MMA_F32x4_B32x4_B32x2_F32x4, MMA descriptor 0x48014A1204070700, m16n8k16: 2048 multiply-adds{{$}}
; CHECK-NEXT: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
define {float, float, float, float} @bf16(i32 %a, float %c) {
  %r = call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  ret {float, float, float, float} %r
}

; With the zeros of the sparse A.
; CHECK-LABEL: {{[ 	]}}sparse(
; CHECK:      {{^}}	// HMMA_MMA_SP_F32x4_B32x2_B32x2_F32x4, MMA descriptor 0x{{[0-9A-F]+}}, m16n8k16: 2048 multiply-adds{{$}}
; CHECK-NEXT: mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
define {float, float, float, float} @sparse(i32 %a, float %c, i32 %meta) {
  %r = call {float, float, float, float} @llvm.nvvm.mma.sp.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %meta, i32 1)
  ret {float, float, float, float} %r
}

; Four times 8 x 8 x 4, and once.
; CHECK-LABEL: {{[ 	]}}quad_pairs(
; CHECK:      {{^}}	// HMMA_MMA_F32x8_B32x2_B32x2_F32x8, MMA descriptor 0x{{[0-9A-F]+}}, m8n8k4: 1024 multiply-adds{{$}}
; CHECK-NEXT: mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32
define float @quad_pairs(<2 x half> %a, float %c) {
  %r = call {float, float, float, float, float, float, float, float} @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  %e = extractvalue {float, float, float, float, float, float, float, float} %r, 7
  ret float %e
}

; CHECK-LABEL: {{[ 	]}}double(
; CHECK:      {{^}}	// DMMA_MMA_F64x2_F64x1_F64x1_F64x2, MMA descriptor 0x{{[0-9A-F]+}}, m8n8k4: 256 multiply-adds{{$}}
; CHECK-NEXT: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
define {double, double} @double(double %a) {
  %r = call {double, double} @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a, double %a, double %a, double %a)
  ret {double, double} %r
}

; CHECK-LABEL: {{[ 	]}}bits(
; CHECK:      {{^}}	// BMMA_MMA_B32x4_B32x4_B32x2_B32x4, MMA descriptor 0x{{[0-9A-F]+}}, m16n8k256: 32768 multiply-adds{{$}}
; CHECK-NEXT: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc
define {i32, i32, i32, i32} @bits(i32 %a) {
  %r = call {i32, i32, i32, i32} @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a)
  ret {i32, i32, i32, i32} %r
}

; What moves a matrix multiplies nothing.
; CHECK-LABEL: {{[ 	]}}load(
; CHECK:      {{^}}	// LDMATRIX_B32x4, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK-NEXT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
define {i32, i32, i32, i32} @load(ptr addrspace(3) %p) {
  %r = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  ret {i32, i32, i32, i32} %r
}

; CHECK-LABEL: {{[ 	]}}other(
; CHECK-NOT: {{^}}	// {{[A-Z]}}
; CHECK: ret;
define i32 @other(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
