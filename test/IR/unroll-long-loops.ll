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

; A loop whose number of trips is not known has four trips in one, where LLVM has eight: ptxas unrolls
; what is left once more.
; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-COUNT-5: load i32
; CHECK-NOT: load i32
; CHECK: ret void
; LLVM-LABEL: define {{.*}}@unknown(
; LLVM-COUNT-9: load i32
; LLVM-NOT: load i32
; LLVM: ret void
define void @unknown(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %a
  %sum1 = xor i32 %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  store i32 %sum1, ptr addrspace(1) %out
  ret void
}
