;===-- addresses.ll - what wmma can address -----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; One address form, base + offset, for registers, symbols, frame indexes and numbers,
; with 64-bit, 32-bit and short shared pointers.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,CHECK64 --implicit-check-not=.extern
; RUN: %llc -mtriple=nvptx -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %llc -mtriple=nvptx64 -nvptx-short-ptr -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=SHORT
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -nvptx-short-ptr -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o %t.short.ptx \
; RUN:   && %ptxas -arch=sm_75 %t.short.ptx -o %t.cubin %}

; SHORT-LABEL: {{[ 	]}}symbol_offset(
; SHORT: wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r1, %r2}, [shared+64];
; SHORT-LABEL: {{[ 	]}}generic_symbol_offset(
; SHORT: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r1, %r2}, [%rd2+64];

@shared = internal addrspace(3) global [256 x i32] undef, align 16
@generic = global [256 x i32] zeroinitializer, align 16

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr)
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p1(ptr addrspace(1))
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3))
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr, i32, i32)

; CHECK-LABEL: {{[ 	]}}register(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [[[R:%r[d]?]]1];
define { i32, i32 } @register(ptr %p) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr %p)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}register_offset(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [[[R]]1+32];
define { i32, i32 } @register_offset(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i32 32
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p1(ptr addrspace(1) %q)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}negative_offset(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [[[R]]1+-32];
define { i32, i32 } @negative_offset(ptr %p) {
  %q = getelementptr i8, ptr %p, i32 -32
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr %q)
  ret { i32, i32 } %r
}

; An offset is 32 bits wide.
; CHECK-LABEL: {{[ 	]}}far_offset(
; CHECK64: add.s64 %rd2, %rd1, 68719476736;
; CHECK64: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd2];
define { i32, i32 } @far_offset(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 68719476736
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr %q)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}symbol(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [shared];
define { i32, i32 } @symbol() {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) @shared)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}symbol_offset(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [shared+64];
define { i32, i32 } @symbol_offset() {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i32 64))
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}generic_symbol_offset(
; CHECK: cvta.global.{{u64|u32}} [[G:%r[d]?2]],
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [[[G]]+64];
define { i32, i32 } @generic_symbol_offset() {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr getelementptr (i8, ptr @generic, i32 64))
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}frame(
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%SP];
define { i32, i32 } @frame() {
  %a = alloca [64 x i32], align 16
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p0(ptr %a)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}frame_offset(
; CHECK: wmma.store.d.sync.aligned.row.m8n8k32.s32 [%SP+64],{%r1, %r1};
define void @frame_offset(i32 %v) {
  %a = alloca [64 x i32], align 16
  %q = getelementptr i8, ptr %a, i32 64
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr %q, i32 %v, i32 %v)
  ret void
}

; CHECK-LABEL: {{[ 	]}}number(
; CHECK: mov.{{b64|b32}} [[N:%r[d]?1]], 512;
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [[[N]]];
define { i32, i32 } @number() {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) inttoptr (i32 512 to ptr addrspace(3)))
  ret { i32, i32 } %r
}
