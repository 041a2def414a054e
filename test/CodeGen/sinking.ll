;===-- sinking.ll - what moves behind a multiplication ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM moves a computation into the block that uses its result. Where its operands would be alive for longer and
; take as many registers, it stays in a function with matrix instructions, and where they take at least two more, or
; were loaded, in any other. Loads stay in both.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM

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

; Two registers more than the result are too many, and one is not.
; CHECK-LABEL: .entry other(
; CHECK:       fma.rn.f32 [[SUM:%r[0-9]+]],
; CHECK-NOT:   xor.b32
; CHECK:       @%p1 bra
; CHECK-NOT:   fma
; CHECK:       xor.b32
; CHECK:       st.volatile.global.b32 [%rd{{[0-9]+}}], [[SUM]];
; LLVM-LABEL: .entry other(
; LLVM-NOT:   {{xor|fma}}
; LLVM:       @%p1 bra
; LLVM:       fma.rn.f32
define ptx_kernel void @other(ptr addrspace(1) %out, float %x, float %y, float %z, i32 %u, i32 %v, i32 %c) {
entry:
  %a = fmul float %x, 3.0
  %b = fmul float %y, 5.0
  %d = fmul float %z, 7.0
  %sum = call float @llvm.fma.f32(float %a, float %b, float %d)
  %e = mul i32 %u, 3
  %f = mul i32 %v, 5
  %both = xor i32 %e, %f
  %test = icmp eq i32 %c, 0
  br i1 %test, label %then, label %done

then:
  store volatile i32 %both, ptr addrspace(1) %out
  store volatile float %sum, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; One more is too many if it was loaded: the loads do not move, and sums of them would follow each other.
; CHECK-LABEL: .entry loaded(
; CHECK-COUNT-3: add.rn.f32
; CHECK:       @%p1 bra
; CHECK-NOT:   add
; CHECK:       ret;
; LLVM-LABEL: .entry loaded(
; LLVM-NOT:   add.rn.f32
; LLVM:       @%p1 bra
; LLVM-COUNT-3: add.rn.f32
define ptx_kernel void @loaded(ptr addrspace(1) %out, float %x, i32 %c) {
entry:
  %a = load volatile float, ptr addrspace(1) %out
  %b = load volatile float, ptr addrspace(1) %out
  %d = load volatile float, ptr addrspace(1) %out
  %e = load volatile float, ptr addrspace(1) %out
  %first = fadd float %a, %b
  %second = fadd float %first, %d
  %third = fadd float %second, %e
  %test = icmp eq i32 %c, 0
  br i1 %test, label %then, label %done

then:
  store volatile float %third, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; A load that precedes a branch is executed by all threads.
; CHECK-LABEL: .entry load(
; CHECK:       ld.shared.b32
; CHECK:       @%p1 bra
; CHECK:       ret;
; LLVM-LABEL: .entry load(
; LLVM:       @%p1 bra
; LLVM:       ld.shared.b32
define ptx_kernel void @load(ptr addrspace(3) %in, ptr addrspace(1) %out, i32 %c) {
entry:
  %a = load float, ptr addrspace(3) %in
  %test = icmp slt i32 %c, 0
  br i1 %test, label %then, label %done

then:
  store volatile float %a, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; Of what the sum is computed of, one is the accumulator of the next multiplication, and the other is
; needed where there was none: neither is alive behind the block for another reason.
; CHECK-LABEL: .entry accumulators(
; CHECK:       mma.sync
; CHECK:       add.rn.f32
; CHECK:       mma.sync
; CHECK-NOT:   add.rn.f32
; CHECK:       ret;
define ptx_kernel void @accumulators(ptr addrspace(1) %out, i32 %x, i32 %trips) {
entry:
  br label %loop

loop:
  %trip = phi i32 [ 0, %entry ], [ %next, %done ]
  %before = phi float [ 0.0, %entry ], [ %result, %done ]
  %test = load volatile i32, ptr addrspace(1) %out
  %skip = icmp eq i32 %test, 0
  br i1 %skip, label %done, label %multiply

multiply:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  %sum = fadd float %before, %d.0
  %e = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float %d.0, float 0.0, float 0.0, float 0.0)
  %e.0 = extractvalue { float, float, float, float } %e, 0
  %c = icmp eq i32 %test, 1
  br i1 %c, label %signal, label %add

signal:
  store volatile i32 %x, ptr addrspace(1) %out
  br label %add

add:
  %total = fadd float %sum, %e.0
  br label %done

done:
  %result = phi float [ %before, %loop ], [ %total, %add ]
  %next = add i32 %trip, 1
  %more = icmp slt i32 %next, %trips
  br i1 %more, label %loop, label %exit

exit:
  store float %result, ptr addrspace(1) %out
  ret void
}

; A load stays ahead of a store that may write what it loads.
; CHECK-LABEL: .entry ahead(
; CHECK:       ld.global.b32
; CHECK:       st.global.b32
; CHECK:       bra
define ptx_kernel void @ahead(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %o, i64 %i, i32 %n) {
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %v = load i32, ptr addrspace(1) %a
  store i32 %n, ptr addrspace(1) %b
  %c = icmp eq i32 %n, 0
  br i1 %c, label %use, label %done
use:
  store i32 %v, ptr addrspace(1) %o
  br label %done
done:
  ret void
}
