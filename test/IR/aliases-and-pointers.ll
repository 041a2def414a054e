;===-- aliases-and-pointers.ll - convergence through other names -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A function with an mma is convergent, and so is a call of it through an alias, and
; any call through a pointer in a module that takes its address.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-mma-attributes %s -S | FileCheck %s
; RUN: %opt -mtriple=nvptx64 -O2 %s -S | FileCheck %s --check-prefix=ONCE

target triple = "nvptx64-nvidia-cuda"

declare {i32, i32} @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)

@other = weak alias i32 (i32), ptr @tile
@table = global ptr @tile

; CHECK: define i32 @tile(i32 %a) #[[CONVERGENT:[0-9]+]]
define i32 @tile(i32 %a) noinline {
  %d = call {i32, i32} @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a, i32 %a, i32 0, i32 0)
  %e = extractvalue {i32, i32} %d, 0
  ret i32 %e
}

; CHECK: define void @through_alias(
; CHECK: call i32 @other(i32 %a) #[[CALL:[0-9]+]]
; ONCE-LABEL: define void @through_alias(
; ONCE: call i32 @other(
; ONCE-NOT: call i32 @other(
; ONCE-LABEL: define void @through_pointer(
define void @through_alias(i32 %a, i1 %odd, ptr %p, ptr %q) {
entry:
  br i1 %odd, label %before, label %multiply
before:
  store volatile i32 1, ptr %p
  br label %multiply
multiply:
  %d = call i32 @other(i32 %a)
  store i32 %d, ptr %q
  br i1 %odd, label %after, label %exit
after:
  store volatile i32 2, ptr %p
  br label %exit
exit:
  ret void
}

; CHECK: define void @through_pointer(
; CHECK: call i32 %f(i32 %a) #[[CALL]]
define void @through_pointer(i32 %a, ptr %q) {
  %f = load ptr, ptr @table
  %d = call i32 %f(i32 %a)
  store i32 %d, ptr %q
  ret void
}

; CHECK: attributes #[[CONVERGENT]] = { convergent {{.*}}}
; CHECK: attributes #[[CALL]] = { convergent }
