;===-- disjoint-registers.ll - no register twice -------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; spcompress and spdecompress must not name a register twice: results and operands that one register
; could hold, and a value that stands in two places, get registers of their own.
;
; RUN: %llc -mcpu=sm_107a -mattr=+ptx94 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -O0 -mcpu=sm_107a -mattr=+ptx94 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=SAME

target triple = "nvptx64-nvidia-cuda"

declare { i32, i32 } @llvm.nvvm.spcompress.b8.b2.sp.2.4.x1(<2 x i32>, i32)
declare i32 @llvm.nvvm.spdecompress.b8.b2.sp.2.4.x1(i32, i32)

; CHECK-LABEL: .entry loop(
; CHECK:      $L__BB0_1:
; CHECK:      mov.b32 [[A:%r[0-9]+]], [[FIRST:%r[0-9]+]];
; CHECK:      mov.b32 [[B:%r[0-9]+]], [[SECOND:%r[0-9]+]];
; CHECK:      spcompress.b8.b2.sp::2:4.x1 {[[SECOND]]}, {[[FIRST]]}, {[[A]], [[B]]}, %r
define ptx_kernel void @loop(ptr addrspace(1) %p, i32 %n, i32 %start) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %first = phi i32 [ %start, %entry ], [ %kept, %loop ]
  %second = phi i32 [ %n, %entry ], [ %metadata, %loop ]
  %one = insertelement <2 x i32> poison, i32 %first, i32 0
  %data = insertelement <2 x i32> %one, i32 %second, i32 1
  %r = call { i32, i32 } @llvm.nvvm.spcompress.b8.b2.sp.2.4.x1(<2 x i32> %data, i32 5)
  %metadata = extractvalue { i32, i32 } %r, 0
  %kept = extractvalue { i32, i32 } %r, 1
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  store i32 %kept, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry same(
; SAME-LABEL:  .entry same(
; SAME:        mov.b32 [[C:%r[0-9]+]], [[X:%r[0-9]+]];
; SAME-NEXT:   spdecompress.b8.b2.sp::2:4.x1 {%r{{[0-9]+}}}, {[[X]]}, {[[C]]};
; CHECK:       mov.b32 [[C:%r[0-9]+]], [[X:%r[0-9]+]];
; CHECK-NEXT:  spdecompress.b8.b2.sp::2:4.x1 {%r{{[0-9]+}}}, {[[X]]}, {[[C]]};
define ptx_kernel void @same(ptr addrspace(1) %p, i32 %x) {
  %r = call i32 @llvm.nvvm.spdecompress.b8.b2.sp.2.4.x1(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Different registers stay as they are.
; CHECK-LABEL: .entry different(
; CHECK-NOT:   mov.b32
; CHECK:       spdecompress.
define ptx_kernel void @different(ptr addrspace(1) %p, i32 %x, i32 %y) {
  %r = call i32 @llvm.nvvm.spdecompress.b8.b2.sp.2.4.x1(i32 %x, i32 %y)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
