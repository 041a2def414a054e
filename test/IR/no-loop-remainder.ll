;===-- no-loop-remainder.ll - no remainder loop is split off ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Threads whose trip counts differ would execute different copies of the instruction.
; Stock unrolls with a remainder, but for ldmatrix, which LLVM 22 knows to be convergent.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; RUN: %opt -O1 -S %s | FileCheck %s --check-prefixes=CHECK,OURS
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefixes=CHECK,OURS
; RUN: %opt -O3 -S %s | FileCheck %s --check-prefixes=CHECK,OURS
; RUN: %stock-opt -O1 -S %s | FileCheck %s --check-prefixes=CHECK,STOCK
; RUN: %stock-opt -O2 -S %s | FileCheck %s --check-prefixes=CHECK,STOCK
; RUN: %stock-opt -O3 -S %s | FileCheck %s --check-prefixes=CHECK,STOCK

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))

; CHECK-LABEL: define void @mma(
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; OURS-NOT: @llvm.nvvm.mma.m16n8k16
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: {{^}}}
define void @mma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %u = icmp slt i32 %i, %a
  br i1 %u, label %then, label %next

then:
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  store volatile float %e, ptr %o
  br label %next

next:
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define void @wmma(
; CHECK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; OURS-NOT: @llvm.nvvm.wmma.m16n16k16.mma
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; CHECK: {{^}}}
define void @wmma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %u = icmp slt i32 %i, %a
  br i1 %u, label %then, label %next

then:
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float, float, float, float, float } %r, 0
  store volatile float %e, ptr %o
  br label %next

next:
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define void @load(
; CHECK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; OURS-NOT: @llvm.nvvm.wmma.m16n16k16.load
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; CHECK: {{^}}}
define void @load(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %u = icmp slt i32 %i, %a
  br i1 %u, label %then, label %next

then:
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) %s)
  %e = extractvalue { i32, i32 } %r, 0
  store volatile i32 %e, ptr %o
  br label %next

next:
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define void @ldmatrix(
; CHECK: call {{.*}}@llvm.nvvm.ldmatrix
; CHECK-NOT: @llvm.nvvm.ldmatrix
; CHECK: {{^}}}
define void @ldmatrix(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %u = icmp slt i32 %i, %a
  br i1 %u, label %then, label %next

then:
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %s)
  %e = extractvalue { i32, i32 } %r, 0
  store volatile i32 %e, ptr %o
  br label %next

next:
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %done, label %loop

done:
  ret void
}
