;===-- repeated-comparisons.ll - predicates that are computed again ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM moves a comparison out of a loop, and ahead of two branches that compute it. In a function with matrix
; instructions, it stays in the loop, because a thread has seven predicates only, and behind the branches, if its
; operands are alive there anyway. Otherwise its result takes fewer registers.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: .entry loop(
; CHECK:       $L__BB0_1:
; CHECK:       setp.eq.b32 [[TEST:%p[0-9]+]], [[FLAG:%r[0-9]+]], 7;
; CHECK:       selp.b32 {{.*}}, [[TEST]];
; CHECK:       st.volatile.global.b32 [%rd{{[0-9]+}}], [[FLAG]];
define ptx_kernel void @loop(ptr addrspace(1) %out, i32 %flag, i32 %n, i32 %x) {
entry:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  store volatile float %d.0, ptr addrspace(1) %out
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %test = icmp eq i32 %flag, 7
  %value = select i1 %test, i32 %i, i32 %x
  store volatile i32 %value, ptr addrspace(1) %out
  store volatile i32 %flag, ptr addrspace(1) %out
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %done

done:
  ret void
}

; CHECK-LABEL: .entry ordinary_loop(
; CHECK:       setp.eq.b32 {{.*}}, 7;
; CHECK:       $L__BB1_1:
define ptx_kernel void @ordinary_loop(ptr addrspace(1) %out, i32 %flag, i32 %n, i32 %x) {
entry:
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %test = icmp eq i32 %flag, 7
  %value = select i1 %test, i32 %i, i32 %x
  store volatile i32 %value, ptr addrspace(1) %out
  store volatile i32 %flag, ptr addrspace(1) %out
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %done

done:
  ret void
}

; CHECK-LABEL: .entry branches(
; CHECK:       @%p{{[0-9]+}} bra
; CHECK:       setp.eq.b32 {{.*}}, 7;
; CHECK:       setp.eq.b32 {{.*}}, 7;
define ptx_kernel void @branches(ptr addrspace(1) %out, i32 %flag, i32 %n, i32 %x) {
entry:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  store volatile float %d.0, ptr addrspace(1) %out
  %side = icmp slt i32 %n, %x
  br i1 %side, label %left, label %middle

left:
  %left.read = load volatile i32, ptr addrspace(1) %out
  %left.test = icmp eq i32 %flag, 7
  %left.value = select i1 %left.test, i32 %left.read, i32 %x
  store volatile i32 %left.value, ptr addrspace(1) %out
  store volatile i32 %flag, ptr addrspace(1) %out
  br label %middle

middle:
  %other = icmp ult i32 %x, 100
  br i1 %other, label %right, label %done

right:
  %right.read = load volatile i32, ptr addrspace(1) %out
  %right.test = icmp eq i32 %flag, 7
  %right.value = select i1 %right.test, i32 %right.read, i32 5
  store volatile i32 %flag, ptr addrspace(1) %out
  store volatile i32 %right.value, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; CHECK-LABEL: .entry single_uses(
; CHECK:       setp.eq.b32 {{.*}}, 7;
; CHECK:       @%p{{[0-9]+}} bra
; CHECK-NOT:   setp.eq.b32 {{.*}}, 7;
; CHECK:       ret;
define ptx_kernel void @single_uses(ptr addrspace(1) %out, i32 %flag, i32 %n, i32 %x) {
entry:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  store volatile float %d.0, ptr addrspace(1) %out
  %side = icmp slt i32 %n, %x
  br i1 %side, label %left, label %middle

left:
  %left.read = load volatile i32, ptr addrspace(1) %out
  %left.test = icmp eq i32 %flag, 7
  %left.value = select i1 %left.test, i32 %left.read, i32 %x
  store volatile i32 %left.value, ptr addrspace(1) %out
  br label %middle

middle:
  %other = icmp ult i32 %x, 100
  br i1 %other, label %right, label %done

right:
  %right.read = load volatile i32, ptr addrspace(1) %out
  %right.test = icmp eq i32 %flag, 7
  %right.value = select i1 %right.test, i32 %right.read, i32 5
  store volatile i32 %right.value, ptr addrspace(1) %out
  br label %done

done:
  ret void
}
