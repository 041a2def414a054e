;===-- dead.ll - an instruction whose result nobody reads is deleted ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Stock keeps it, for fear that it does not return, but for the load, of which LLVM 22 knows that it does.
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
; OURS-NOT: call
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK: ret void
define void @mma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  ret void
}

; CHECK-LABEL: define void @wmma(
; OURS-NOT: call
; STOCK: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma
; CHECK: ret void
define void @wmma(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  ret void
}

; CHECK-LABEL: define void @load(
; CHECK-NOT: call
; CHECK: ret void
define void @load(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) %s)
  ret void
}

; CHECK-LABEL: define void @ldmatrix(
; OURS-NOT: call
; STOCK: call {{.*}}@llvm.nvvm.ldmatrix
; CHECK: ret void
define void @ldmatrix(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %s)
  ret void
}

; A store is never dead.
; CHECK-LABEL: define void @store(
; CHECK: call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(
define void @store(ptr %o, i32 %a) {
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr %o, i32 %a, i32 %a)
  ret void
}
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr, i32, i32)
