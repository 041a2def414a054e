;===-- stmatrix.ll - stmatrix ----------------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA: state spaces, counts, .trans, addresses with offsets;
; and that stores keep their order among loads of the same memory.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %t/good.ll -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %t/good.ll -o %t.ptx && %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx86 %t/good.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOPPER --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx86 %t/bad.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not=error:

; HOPPER: error: {{.*}}in function m16n8 {{.*}}llvm.nvvm.stmatrix.sync.aligned.m16n8.x2.trans.b8 is not supported on sm_90; it needs a target with the suffix f or a of sm_100 or higher {{.*}}; the closest intrinsic on sm_90 is llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16

;--- good.ll
@buffer = internal addrspace(3) global [256 x i32] undef, align 16

declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3), i32, i32, i32, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m16n8.x2.trans.b8.p3(ptr addrspace(3), i32, i32)

; CHECK-LABEL: {{[ 	]}}generic(
; CHECK: stmatrix.sync.aligned.m8n8.x1.b16 [%rd{{[0-9]+}}+16], {%r{{[0-9]+}}};
define void @generic(ptr %p, i32 %a) {
  %q = getelementptr i8, ptr %p, i32 16
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %q, i32 %a)
  ret void
}

; CHECK-LABEL: {{[ 	]}}symbol(
; CHECK: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [buffer], {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define void @symbol(i32 %a, i32 %b, i32 %c, i32 %d) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) @buffer, i32 %a, i32 %b, i32 %c, i32 %d)
  ret void
}

; CHECK-LABEL: {{[ 	]}}m16n8(
; CHECK: stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}};
define void @m16n8(ptr addrspace(3) %p, i32 %a, i32 %b) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m16n8.x2.trans.b8.p3(ptr addrspace(3) %p, i32 %a, i32 %b)
  ret void
}

; CHECK-LABEL: {{[ 	]}}order(
; CHECK: ld.shared.b32 [[OLD:%r[0-9]+]], [%rd{{[0-9]+}}];
; CHECK: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
; CHECK: ld.shared.b32 [[NEW:%r[0-9]+]], [%rd{{[0-9]+}}];
; CHECK: sub.s32 %r{{[0-9]+}}, [[OLD]], [[NEW]];
define i32 @order(ptr addrspace(3) %p, i32 %a) {
  %old = load i32, ptr addrspace(3) %p
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p, i32 %a, i32 %a, i32 %a, i32 %a)
  %new = load i32, ptr addrspace(3) %p
  %difference = sub i32 %old, %new
  ret i32 %difference
}

;--- bad.ll
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p1(ptr addrspace(1), i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3), i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr addrspace(3), i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16(ptr, i32)
declare i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16.p0(i32)

; What is declared with another type is reported when the module is read.
; BAD: error: {{.*}}in function count {{.*}}llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16.p3 is declared with the type void (ptr addrspace(3), i32), which is not its signature; it is void (ptr addrspace(3), i32, i32)
; BAD: error: {{.*}}in function global {{.*}}llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16 cannot address memory in addrspace(1); expected generic pointers and shared memory (addrspace(3))
define void @global(ptr addrspace(1) %p, i32 %a) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p1(ptr addrspace(1) %p, i32 %a)
  ret void
}

define void @count(ptr addrspace(3) %p, i32 %a) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %p, i32 %a)
  ret void
}

; The suffix says what the pointer points to. LLVM corrects those of names that it knows as it reads them.
; BAD: error: {{.*}}in function suffix {{.*}}llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16.p0 does not say what its arguments are; with the type i32 (i32) the name is llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16
define i32 @suffix(ptr addrspace(3) %p, ptr %q, i32 %a) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr addrspace(3) %p, i32 %a)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16(ptr %q, i32 %a)
  %r = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16.p0(i32 %a)
  ret i32 %r
}
