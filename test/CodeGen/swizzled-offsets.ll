; A constant that is added to the index of a swizzled tile, and does not change the bits of the `xor`,
; is an offset of the address.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@tile = external addrspace(3) global [65536 x i8], align 16

; Three rows: the second by a bit that the index does not have, which LLVM makes part of the `xor`.
; CHECK-LABEL: rows(
; CHECK-COUNT-1: xor.b32
; CHECK-NOT:   xor.b32
; CHECK:       ld.shared.b32 %r{{[0-9]+}}, [[[AT:%r[a-z]*[0-9]+]]];
; CHECK-NOT:   xor.b32
; CHECK:       ld.shared.b32 %r{{[0-9]+}}, [[[AT]]+4096];
; CHECK-NOT:   xor.b32
; CHECK:       ld.shared.b32 %r{{[0-9]+}}, [[[AT]]+6144];
; OFF-LABEL:   rows(
; OFF-COUNT-3: xor.b32
define i32 @rows(i32 %x) {
  %index = and i32 %x, 127
  %a = xor i32 %index, 4
  %b = xor i32 %index, 260
  %sum = add nuw nsw i32 %index, 384
  %c = xor i32 %sum, 4
  %wide.a = zext i32 %a to i64
  %wide.b = zext i32 %b to i64
  %wide.c = zext i32 %c to i64
  %at.a = getelementptr [16 x i8], ptr addrspace(3) @tile, i64 %wide.a
  %at.b = getelementptr [16 x i8], ptr addrspace(3) @tile, i64 %wide.b
  %at.c = getelementptr [16 x i8], ptr addrspace(3) @tile, i64 %wide.c
  %v.a = load i32, ptr addrspace(3) %at.a
  %v.b = load i32, ptr addrspace(3) %at.b
  %v.c = load i32, ptr addrspace(3) %at.c
  %v.ab = mul i32 %v.a, %v.b
  %v = mul i32 %v.ab, %v.c
  ret i32 %v
}

; The sum of a sum, swizzled by each row's own bits, as CuTe does it.
; CHECK-LABEL: variable(
; CHECK-COUNT-1: xor.b32
; CHECK-NOT:   xor.b32
; CHECK:       ld.shared.b32 %r{{[0-9]+}}, [[[AT:%r[a-z]*[0-9]+]]];
; CHECK:       ld.shared.b32 %r{{[0-9]+}}, [[[AT]]+1024];
define i32 @variable(i32 %x) {
  %index = and i32 %x, 1023
  %row = lshr i32 %index, 3
  %bits = and i32 %row, 112
  %sum = or disjoint i32 %index, 1024
  %a = xor i32 %bits, %index
  %b = xor i32 %bits, %sum
  %at.a = getelementptr i8, ptr addrspace(3) @tile, i32 %a
  %at.b = getelementptr i8, ptr addrspace(3) @tile, i32 %b
  %v.a = load i32, ptr addrspace(3) %at.a
  %v.b = load i32, ptr addrspace(3) %at.b
  %v = mul i32 %v.a, %v.b
  ret i32 %v
}

; Bits that the sum may change stay where they are, as does an `xor` that nothing is shared with.
; CHECK-LABEL: changed(
; CHECK:       add.s32 [[SUM:%r[0-9]+]], {{%r[0-9]+}}, 4;
; CHECK:       xor.b32 {{%r[0-9]+}}, [[SUM]], 12;
; CHECK:       xor.b32 {{%r[0-9]+}}, {{%r[0-9]+}}, 260;
define i32 @changed(i32 %x) {
  %sum = add i32 %x, 4
  %a = xor i32 %sum, 12
  %index = and i32 %x, 127
  %b = xor i32 %index, 260
  %v = mul i32 %a, %b
  ret i32 %v
}

; An `xor` of an `xor`, whose sum overflows where it did.
; CHECK-LABEL: twice(
; CHECK:       xor.b32 [[BOTH:%r[0-9]+]], {{%r[0-9]+}}, 6;
; CHECK-NEXT:  add.s32 {{%r[0-9]+}}, [[BOTH]], 24;
define i32 @twice(i32 %x) {
  %first = xor i32 %x, 2
  %sum = add i32 %first, 8
  %second = xor i32 %sum, 4
  %more = add i32 %second, 16
  ret i32 %more
}
