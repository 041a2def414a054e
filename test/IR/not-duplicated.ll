;===-- not-duplicated.ll - one copy after the join of a divergent branch ===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Threading the jump gives each half of the warp a copy of its own, which then waits for
; the other half. Stock does it to every one of them but ldmatrix,
; which LLVM 22 knows to be convergent.
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
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @g(i32)

; CHECK-LABEL: define void @mma(
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; OURS-NOT: @llvm.nvvm.mma.m16n8k16
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: {{^}}}
define void @mma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  br i1 %p, label %then, label %join

then:
  call void @g(i32 1)
  br label %join

join:
  %q = phi i1 [ true, %then ], [ false, %entry ]
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  store float %e, ptr %o
  br i1 %q, label %x, label %y

x:
  call void @g(i32 3)
  ret void

y:
  ret void
}

; CHECK-LABEL: define void @wmma(
; CHECK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; OURS-NOT: @llvm.nvvm.wmma.m16n16k16.mma
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; CHECK: {{^}}}
define void @wmma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  br i1 %p, label %then, label %join

then:
  call void @g(i32 1)
  br label %join

join:
  %q = phi i1 [ true, %then ], [ false, %entry ]
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float, float, float, float, float } %r, 0
  store float %e, ptr %o
  br i1 %q, label %x, label %y

x:
  call void @g(i32 3)
  ret void

y:
  ret void
}

; CHECK-LABEL: define void @load(
; CHECK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; OURS-NOT: @llvm.nvvm.wmma.m16n16k16.load
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; CHECK: {{^}}}
define void @load(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  br i1 %p, label %then, label %join

then:
  call void @g(i32 1)
  br label %join

join:
  %q = phi i1 [ true, %then ], [ false, %entry ]
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) %s)
  %e = extractvalue { i32, i32 } %r, 0
  store i32 %e, ptr %o
  br i1 %q, label %x, label %y

x:
  call void @g(i32 3)
  ret void

y:
  ret void
}

; CHECK-LABEL: define void @ldmatrix(
; CHECK: call {{.*}}@llvm.nvvm.ldmatrix
; CHECK-NOT: @llvm.nvvm.ldmatrix
; CHECK: {{^}}}
define void @ldmatrix(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  br i1 %p, label %then, label %join

then:
  call void @g(i32 1)
  br label %join

join:
  %q = phi i1 [ true, %then ], [ false, %entry ]
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %s)
  %e = extractvalue { i32, i32 } %r, 0
  store i32 %e, ptr %o
  br i1 %q, label %x, label %y

x:
  call void @g(i32 3)
  ret void

y:
  ret void
}
