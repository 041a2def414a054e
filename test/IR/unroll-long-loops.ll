;===-- unroll-long-loops.ll - #pragma unroll of long loops ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop that `#pragma unroll` names is not unrolled as a whole if it would have more instructions
; than the cache of instructions holds. It stays a loop then, with several trips in one.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -S %s | FileCheck %s
; RUN: %opt -O3 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@long(
; CHECK-COUNT-8: call void @llvm.nvvm.barrier
; CHECK: br i1 %{{.*}}, label %exit, label %loop
; LLVM-LABEL: define {{.*}}@long(
; LLVM-NOT: br i1
; LLVM: ret void
define void @long(ptr %p, float %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %h, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = fmul float %sum, %x
  %b = fadd float %a, %x
  %c = fmul float %b, %x
  %d = fadd float %c, %x
  %e = fmul float %d, %x
  %f = fadd float %e, %x
  %g = fmul float %f, %x
  %h = fadd float %g, %x
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 1024
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  store float %h, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}}@short(
; CHECK-NOT: br i1
; CHECK: ret void
define void @short(ptr %p, float %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %h, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = fmul float %sum, %x
  %b = fadd float %a, %x
  %c = fmul float %b, %x
  %d = fadd float %c, %x
  %e = fmul float %d, %x
  %f = fadd float %e, %x
  %g = fmul float %f, %x
  %h = fadd float %g, %x
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 256
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  store float %h, ptr %p
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
