;===-- unrolled-and-inlined.ll - copies that are right are made ---------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of constant trip count is unrolled in full, and a function with an mma is inlined
; into both of its callers: noduplicate would forbid both.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %opt -O3 -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: define void @unrolled(
; CHECK-COUNT-4: call {{.*}}@llvm.nvvm.mma.m16n8k16
; CHECK-NOT: @llvm.nvvm.mma.m16n8k16
; CHECK-NOT: br
; CHECK: ret void
define void @unrolled(i32 %a, i32 %b, ptr %o) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %c = phi float [ 0.0, %entry ], [ %e, %loop ]
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  %i1 = add i32 %i, 1
  %d = icmp eq i32 %i1, 4
  br i1 %d, label %done, label %loop

done:
  store float %e, ptr %o
  ret void
}

; CHECK-NOT: define {{.*}}@tile(
define internal float @tile(i32 %a, i32 %b, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  ret float %e
}

; CHECK-LABEL: define {{.*}}float @first(
; CHECK-NOT: call {{.*}}@tile
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16
define float @first(i32 %a, float %c) {
  %r = call float @tile(i32 %a, i32 1, float %c)
  ret float %r
}

; CHECK-LABEL: define {{.*}}float @second(
; CHECK-NOT: call {{.*}}@tile
; CHECK: call {{.*}}@llvm.nvvm.mma.m16n8k16
define float @second(i32 %a, float %c) {
  %r = call float @tile(i32 %a, i32 2, float %c)
  ret float %r
}
