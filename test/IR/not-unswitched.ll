;===-- not-unswitched.ll - a loop with an mma is not unswitched ---------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Each version of the loop would have its own mma, and each thread take one of them.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; RUN: %opt -O3 -S %s -enable-nontrivial-unswitch -nvptx-unroll-by-two=0 | FileCheck %s --check-prefixes=CHECK,OURS
; RUN: %stock-opt -O3 -S %s -enable-nontrivial-unswitch | FileCheck %s --check-prefixes=CHECK,STOCK

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define void @unswitch(
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; OURS-NOT: @llvm.nvvm.mma.m16n8k16
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: {{^}}}
define void @unswitch(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o, i32 %n, i1 %u) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  br i1 %u, label %then, label %next

then:
  store volatile i32 7, ptr %o
  br label %next

next:
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  store volatile float %e, ptr %o
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %done, label %loop

done:
  ret void
}
