;===-- addresses.ll - what ldmatrix can address -------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Registers, offsets, symbols, the stack through a generic pointer; global memory and
; the other state spaces not at all.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx65 -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll
; RUN: %llc -mtriple=nvptx -mcpu=sm_75 -mattr=+ptx65 -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx65 -verify-machineinstrs %t/bad.ll -o %t/bad.ptx 2>&1 \
; RUN:   | FileCheck %t/bad.ll
; RUN: test ! -s %t/bad.ptx

;--- good.ll
@tile = internal addrspace(3) global [512 x i16] undef, align 16

declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0(ptr)
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))

; CHECK-LABEL: {{[ 	]}}offset(
; CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r{{[0-9]+}}}, [%r{{d?}}1+128];
define i32 @offset(ptr addrspace(3) %p) {
  %q = getelementptr i8, ptr addrspace(3) %p, i32 128
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %q)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}symbol(
; CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r{{[0-9]+}}}, [tile];
define i32 @symbol() {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) @tile)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}frame(
; CHECK: ldmatrix.sync.aligned.m8n8.x1.b16 {%r{{[0-9]+}}}, [%SP];
define i32 @frame() {
  %a = alloca [64 x i32], align 16
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %a)
  ret i32 %r
}

;--- bad.ll
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p1(ptr addrspace(1))
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p4(ptr addrspace(4))
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p5(ptr addrspace(5))

; CHECK: in function global {{.*}}: llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16 cannot address memory in addrspace(1); expected generic pointers and shared memory (addrspace(3)){{$}}
define i32 @global(ptr addrspace(1) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p1(ptr addrspace(1) %p)
  ret i32 %r
}

; CHECK: in function constant {{.*}} cannot address memory in addrspace(4)
define i32 @constant(ptr addrspace(4) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p4(ptr addrspace(4) %p)
  ret i32 %r
}

; CHECK: in function local {{.*}} cannot address memory in addrspace(5)
define i32 @local(ptr addrspace(5) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p5(ptr addrspace(5) %p)
  ret i32 %r
}
