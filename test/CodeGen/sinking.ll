;===-- sinking.ll - what moves behind a multiplication ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM moves a computation into the block that uses its result. Where its operands would be alive for longer and
; take as many registers, it stays in a function with matrix instructions, and moves in any other, as in stock LLVM.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: .entry matrix(
; CHECK:       xor.b32 [[SUM:%r[0-9]+]],
; CHECK-NOT:   and.b32
; CHECK:       @%p1 bra
; CHECK:       and.b32 [[LOW:%r[0-9]+]],
; CHECK:       mma.sync
; CHECK-NOT:   xor.b32
; CHECK:       st.volatile.global.b32 [%rd{{[0-9]+}}], [[SUM]];
; CHECK:       st.volatile.global.b32 [%rd{{[0-9]+}}], [[LOW]];
define ptx_kernel void @matrix(ptr addrspace(1) %out, i32 %x, i32 %y, i32 %z, i32 %c) {
entry:
  %a = mul i32 %x, 3
  %b = mul i32 %y, 5
  %sum = xor i32 %a, %b
  %low = and i32 %z, 255
  %test = icmp eq i32 %c, 0
  br i1 %test, label %then, label %done

then:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %z, i32 %z, i32 %z, i32 %z, i32 %z, i32 %z, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  store volatile float %d.0, ptr addrspace(1) %out
  store volatile i32 %sum, ptr addrspace(1) %out
  store volatile i32 %low, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; CHECK-LABEL: .entry other(
; CHECK-NOT:   xor.b32
; CHECK:       @%p1 bra
; CHECK:       xor.b32
define ptx_kernel void @other(ptr addrspace(1) %out, i32 %x, i32 %y, i32 %c) {
entry:
  %a = mul i32 %x, 3
  %b = mul i32 %y, 5
  %sum = xor i32 %a, %b
  %test = icmp eq i32 %c, 0
  br i1 %test, label %then, label %done

then:
  store volatile i32 %sum, ptr addrspace(1) %out
  br label %done

done:
  ret void
}
