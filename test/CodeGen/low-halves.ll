; The low half of a register is taken by mov where inline assembly uses it, and bits of the low half
; of 64 bits are taken from 32 bits, in functions with matrix instructions: the pass "NVPTX low halves".
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefix=OLD
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -nvptx-low-halves=0 %s -o - | FileCheck %s --check-prefix=OFF
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
; OFF-LABEL:   .entry halves(
; OFF:         cvt.u16.u32
; OFF:         ret;
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

; Bits 4 to 17 of an address, as matrix descriptors have them.
; CHECK-LABEL: .entry bits(
; CHECK:       cvt.u32.u64 %r[[#A:]], %rd{{[0-9]+}};
; CHECK:       bfe.u32 %r[[#B:]], %r[[#A]], 4, 14;
; CHECK:       cvt.u64.u32 %rd[[#C:]], %r[[#B]];
; CHECK:       or.b64 %rd{{[0-9]+}}, %rd[[#C]], 4611686293305360384;
; CHECK-NOT:   bfe.u64
; CHECK:       ret;
; OLD-LABEL:   .entry bits(
; OLD:         bfe.u32 %r{{[0-9]+}}, %r{{[0-9]+}}, 4, 14;
; OLD:         ret;
; OFF-LABEL:   .entry bits(
; OFF:         bfe.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 4, 14;
; OFF:         ret;
define ptx_kernel void @bits(ptr addrspace(3) %from, ptr addrspace(1) %to, i64 %address) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store i32 %a, ptr addrspace(1) %to
  %shifted = lshr i64 %address, 4
  %field = and i64 %shifted, 16383
  %descriptor = or i64 %field, 4611686293305360384
  call void asm sideeffect "{st.global.b64 [$0], $1;}", "l,l"(ptr addrspace(1) %to, i64 %descriptor)
  ret void
}

; Bit 32 is in the high half.
; CHECK-LABEL: .entry across(
; CHECK:       shr.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 19;
; CHECK-NOT:   bfe
; CHECK:       ret;
define ptx_kernel void @across(ptr addrspace(3) %from, ptr addrspace(1) %to, i64 %address) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store i32 %a, ptr addrspace(1) %to
  %shifted = lshr i64 %address, 19
  %field = and i64 %shifted, 16383
  call void asm sideeffect "{st.global.b64 [$0], $1;}", "l,l"(ptr addrspace(1) %to, i64 %field)
  ret void
}

; The highest bit of the low half is in it.
; CHECK-LABEL: .entry highest(
; CHECK:       bfe.u32 %r{{[0-9]+}}, %r{{[0-9]+}}, 18, 14;
; CHECK:       ret;
define ptx_kernel void @highest(ptr addrspace(3) %from, ptr addrspace(1) %to, i64 %address) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store i32 %a, ptr addrspace(1) %to
  %shifted = lshr i64 %address, 18
  %field = and i64 %shifted, 16383
  call void asm sideeffect "{st.global.b64 [$0], $1;}", "l,l"(ptr addrspace(1) %to, i64 %field)
  ret void
}

; CHECK-LABEL: .entry ordinarybits(
; CHECK:       bfe.u64
; CHECK:       ret;
define ptx_kernel void @ordinarybits(ptr addrspace(1) %to, i64 %address) {
  %shifted = lshr i64 %address, 4
  %field = and i64 %shifted, 16383
  call void asm sideeffect "{st.global.b64 [$0], $1;}", "l,l"(ptr addrspace(1) %to, i64 %field)
  ret void
}
