;===-- not-sunk.ll - what all threads execute does not move under a condition ===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The front end said willreturn, which is true; stock, which does not know that the call
; is convergent, then sinks it to its only use (LLVM 22 knows it of ldmatrix).
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

; CHECK-LABEL: define void @mma(
; OURS: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: br i1
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: {{^}}}
define void @mma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c) nounwind willreturn
  br i1 %p, label %then, label %join

then:
  %e = extractvalue { float, float, float, float } %r, 0
  store volatile float %e, ptr %o
  br label %join

join:
  ret void
}

; CHECK-LABEL: define void @wmma(
; OURS: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; CHECK: br i1
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; CHECK: {{^}}}
define void @wmma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c) nounwind willreturn
  br i1 %p, label %then, label %join

then:
  %e = extractvalue { float, float, float, float, float, float, float, float } %r, 0
  store volatile float %e, ptr %o
  br label %join

join:
  ret void
}

; CHECK-LABEL: define void @load(
; OURS: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; CHECK: br i1
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load
; CHECK: {{^}}}
define void @load(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) %s) nounwind willreturn
  br i1 %p, label %then, label %join

then:
  %e = extractvalue { i32, i32 } %r, 0
  store volatile i32 %e, ptr %o
  br label %join

join:
  ret void
}

; CHECK-LABEL: define void @ldmatrix(
; CHECK: call {{.*}}@llvm.nvvm.ldmatrix
; CHECK: br i1
; CHECK: {{^}}}
define void @ldmatrix(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = icmp ult i32 %t, 7
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %s) nounwind willreturn
  br i1 %p, label %then, label %join

then:
  %e = extractvalue { i32, i32 } %r, 0
  store volatile i32 %e, ptr %o
  br label %join

join:
  ret void
}
