;===-- unroll-nested.ll - loops around loops ------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of few trips is not unrolled if the loop in it is unrolled in part later, as in cuRAND's
; curand_init. Flags for the threshold do not change that.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -mcpu=sm_80 -S %s | FileCheck %s
; RUN: %opt -O3 -mcpu=sm_80 -unroll-threshold=400 -S %s | FileCheck %s --check-prefix=FLAG
; RUN: %opt -O3 -mcpu=sm_80 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@rows(
; CHECK-COUNT-2: br i1
; CHECK-NOT: br i1
; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-NOT: label %outer
; CHECK: ret void
; FLAG-LABEL: define {{.*}}@rows(
; FLAG-COUNT-2: br i1
; FLAG-NOT: br i1
; FLAG-LABEL: define
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

; An array whose elements are loaded once a trip, ahead of the inner loop, stays in local memory;
; ptxas keeps a small one in registers. One whose elements are stored to is registers.
; CHECK-LABEL: define {{.*}}@array(
; CHECK: getelementptr {{.*}}%array
; CHECK-COUNT-2: br i1
; CHECK-NOT: br i1
; CHECK-LABEL: define {{.*}}@stored(
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @array(ptr noalias %p, ptr noalias readonly %q, i32 %n) {
entry:
  %array = alloca [5 x i32]
  %x0 = load <4 x i32>, ptr %q
  store <4 x i32> %x0, ptr %array
  %last = getelementptr i32, ptr %array, i32 4
  store i32 %n, ptr %last
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %first = phi i32 [ 0, %entry ], [ %sum, %latch ]
  %element = getelementptr [5 x i32], ptr %array, i32 0, i32 %i
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %before = phi i32 [ %first, %outer ], [ %sum, %inner ]
  %row = mul i32 %i, 256
  %at = add i32 %row, %j
  %address = getelementptr i32, ptr %q, i32 %at
  %x = load i32, ptr %address
  %v = load i32, ptr %element
  %y = mul i32 %x, %v
  %sum = xor i32 %before, %y
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 256
  br i1 %j.done, label %latch, label %inner

latch:
  %i.next = add nuw nsw i32 %i, 1
  %i.done = icmp eq i32 %i.next, 5
  br i1 %i.done, label %exit, label %outer

exit:
  store i32 %sum, ptr %p
  ret void
}

define ptx_kernel void @stored(ptr noalias %p, ptr noalias readonly %q) {
entry:
  %array = alloca [5 x i32]
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %element = getelementptr [5 x i32], ptr %array, i32 0, i32 %i
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %before = phi i32 [ 0, %outer ], [ %sum, %inner ]
  %row = mul i32 %i, 256
  %at = add i32 %row, %j
  %address = getelementptr i32, ptr %q, i32 %at
  %x = load i32, ptr %address
  %y = mul i32 %x, %x
  %sum = xor i32 %before, %y
  %j.next = add nuw nsw i32 %j, 1
  %j.done = icmp eq i32 %j.next, 256
  br i1 %j.done, label %latch, label %inner

latch:
  store i32 %sum, ptr %element
  %i.next = add nuw nsw i32 %i, 1
  %i.done = icmp eq i32 %i.next, 5
  br i1 %i.done, label %exit, label %outer

exit:
  %x0 = load <4 x i32>, ptr %array
  store <4 x i32> %x0, ptr %p
  %last = getelementptr i32, ptr %array, i32 4
  %x4 = load i32, ptr %last
  %p4 = getelementptr i32, ptr %p, i32 4
  store i32 %x4, ptr %p4
  ret void
}
