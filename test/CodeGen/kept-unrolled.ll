;===-- kept-unrolled.ll - loops that LLVM has unrolled --------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; ptxas does not unroll a loop of unknown length again that LLVM has unrolled by four. It may unroll
; others.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_90 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

; OFF-NOT:     .pragma
; CHECK-LABEL: .entry unrolled(
; CHECK:       .pragma "nounroll";
; CHECK-LABEL: .entry any_limit(
; CHECK-NOT:   .pragma
; CHECK-LABEL: .entry by_one(
; CHECK-NOT:   .pragma
define ptx_kernel void @unrolled(ptr addrspace(1) %p, i32 %n) {
entry:
  %limit = and i32 %n, 2147483644
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %at
  %y = mul i32 %x, %x
  store i32 %y, ptr addrspace(1) %at
  %next = add nuw i32 %i, 4
  %end = icmp eq i32 %next, %limit
  br i1 %end, label %exit, label %loop

exit:
  ret void
}

define ptx_kernel void @any_limit(ptr addrspace(1) %p, i32 %n) {
entry:
  %limit = and i32 %n, 2147483646
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %at
  %y = mul i32 %x, %x
  store i32 %y, ptr addrspace(1) %at
  %next = add nuw i32 %i, 4
  %end = icmp eq i32 %next, %limit
  br i1 %end, label %exit, label %loop

exit:
  ret void
}

define ptx_kernel void @by_one(ptr addrspace(1) %p, i32 %n) {
entry:
  %limit = and i32 %n, 2147483644
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %at
  %y = mul i32 %x, %x
  store i32 %y, ptr addrspace(1) %at
  %next = add nuw i32 %i, 1
  %end = icmp eq i32 %next, %limit
  br i1 %end, label %exit, label %loop

exit:
  ret void
}
