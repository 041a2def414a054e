; The low half of a register is taken by mov where inline assembly uses it, in functions with matrix
; instructions: the pass "NVPTX low halves".
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefix=OLD
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))

; CHECK-LABEL: .entry halves(
; CHECK:       mov.b32 {%rs[[#LOW:]], _}, %r[[#R:]];
; CHECK:       {mul.f16 %rs{{[0-9]+}}, %rs[[#LOW]], %rs{{[0-9]+}};}
; CHECK:       ret;
; OLD-LABEL:   .entry halves(
; OLD:         cvt.u16.u32
; OLD:         ret;
define ptx_kernel void @halves(ptr addrspace(3) %from, ptr addrspace(1) %to) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  %low = trunc i32 %a to i16
  %shifted = lshr i32 %a, 16
  %high = trunc i32 %shifted to i16
  %product = call i16 asm "{mul.f16 $0, $1, $2;}", "=h,h,h"(i16 %low, i16 %high)
  store i16 %product, ptr addrspace(1) %to
  ret void
}

; Arithmetic of integers, and functions without matrix instructions, are as in LLVM.
; CHECK-LABEL: .entry integers(
; CHECK:       cvt.u16.u32
; CHECK:       ret;
define ptx_kernel void @integers(ptr addrspace(3) %from, ptr addrspace(1) %to, i16 %b) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  %low = trunc i32 %a to i16
  %quotient = udiv i16 %low, %b
  store i16 %quotient, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: .entry ordinary(
; CHECK:       cvt.u16.u32
; CHECK:       ret;
define ptx_kernel void @ordinary(i32 %a, ptr addrspace(1) %to) {
  %b = lshr i32 %a, 3
  %low = trunc i32 %b to i16
  %product = call i16 asm "{mul.f16 $0, $1, $1;}", "=h,h"(i16 %low)
  store i16 %product, ptr addrspace(1) %to
  ret void
}
