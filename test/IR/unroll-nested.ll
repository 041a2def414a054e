;===-- unroll-nested.ll - loops around loops ------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of few trips is not unrolled if the loop in it is unrolled in part later, as in cuRAND's
; curand_init.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -mcpu=sm_80 -S %s | FileCheck %s
; RUN: %opt -O3 -mcpu=sm_80 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@rows(
; CHECK-COUNT-2: br i1
; CHECK-NOT: br i1
; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-NOT: label %outer
; CHECK: ret void
; LLVM-LABEL: define {{.*}}@rows(
; LLVM-COUNT-5: br i1
define ptx_kernel void @rows(ptr noalias %p, ptr noalias readonly %q) {
entry:
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %first = phi i32 [ 0, %entry ], [ %sum, %latch ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %before = phi i32 [ %first, %outer ], [ %sum, %inner ]
  %row = mul i32 %i, 32
  %at = add i32 %row, %j
  %address = getelementptr i32, ptr %q, i32 %at
  %x = load i32, ptr %address
  %y = mul i32 %x, %x
  %z = xor i32 %y, %j
  %z1 = mul i32 %z, %z
  %z2 = xor i32 %z1, %x
  %z3 = mul i32 %z2, %z2
  %z4 = xor i32 %z3, %x
  %w = mul i32 %z4, %z4
  %sum = add i32 %before, %w
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 32
  br i1 %j.done, label %latch, label %inner

latch:
  %i.next = add nuw nsw i32 %i, 1
  %i.done = icmp eq i32 %i.next, 5
  br i1 %i.done, label %exit, label %outer

exit:
  store i32 %sum, ptr %p
  ret void
}

; A loop in it whose number of trips is unknown has fewer instructions.
define ptx_kernel void @unknown(ptr noalias %p, ptr noalias readonly %q, i32 %n) {
entry:
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %first = phi i32 [ 0, %entry ], [ %sum, %latch ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %before = phi i32 [ %first, %outer ], [ %sum, %inner ]
  %row = mul i32 %i, 32
  %at = add i32 %row, %j
  %address = getelementptr i32, ptr %q, i32 %at
  %x = load i32, ptr %address
  %y = mul i32 %x, %x
  %z = xor i32 %y, %j
  %z1 = mul i32 %z, %z
  %z2 = xor i32 %z1, %x
  %z3 = mul i32 %z2, %z2
  %z4 = xor i32 %z3, %x
  %w = mul i32 %z4, %z4
  %sum = add i32 %before, %w
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, %n
  br i1 %j.done, label %latch, label %inner

latch:
  %i.next = add nuw nsw i32 %i, 1
  %i.done = icmp eq i32 %i.next, 3
  br i1 %i.done, label %exit, label %outer

exit:
  store i32 %sum, ptr %p
  ret void
}
