;===-- unroll-remainder.ll - trips that are left over of convergent loops -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop whose number of trips is not known is unrolled by two, and the trip that is left over has a
; condition of its own: once more the same instructions. The threads that execute a convergent
; instruction together have to agree in that condition. They do if a warp executes an instruction as
; a whole on each trip, or if each thread executes all of them by itself.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -mcpu=sm_100a -passes=nvptx-unroll-by-two -S %s | FileCheck %s
; RUN: %opt -mcpu=sm_100a -passes=nvptx-unroll-by-two -nvptx-unroll-by-two=0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -mcpu=sm_100a -O3 -S %s | FileCheck %s --check-prefix=O3

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32, i32, i32, float, float, float, float)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @threads()

; The threads of a warp shuffle, and multiply as a whole.
; OFF-LABEL: define void @whole(
; OFF-COUNT-1: wgmma.mma_async
; OFF-NOT: wgmma.mma_async
; OFF: ret void
; O3-LABEL: define {{.*}}@whole(
; O3-COUNT-3: wgmma.mma_async
; O3-NOT: wgmma.mma_async
; O3: ret void
; CHECK-LABEL: define void @whole(
; CHECK: %xtraiter = and i32 {{.*}}, 1
; CHECK-COUNT-3: wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: ret void
define void @whole(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
  call void asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;", "l"(i64 %d) convergent
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""() convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Accumulators that are in flight at the end of a trip cannot be those of one loop or another.
; CHECK-LABEL: define void @flight(
; CHECK-COUNT-1: wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: ret void
define void @flight(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
  call void asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;", "l"(i64 %d) convergent
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", ""() convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define void @thread(
; CHECK-COUNT-3: tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: ret void
define void @thread(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect "{mbarrier.try_wait.parity.shared::cta.b64 p, [$0], 0;}", "r"(i32 %i) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1;", "r,l"(i32 %i, i64 %d) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Several threads may be there, with different numbers of trips.
; CHECK-LABEL: define void @shuffle(
; CHECK-COUNT-1: tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: ret void
define void @shuffle(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1;", "r,l"(i32 %lane, i64 %d) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define void @assembly(
; CHECK-COUNT-1: tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: ret void
define void @assembly(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 asm sideeffect "activemask.b32 $0;", "=r"() convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1;", "r,l"(i32 %lane, i64 %d) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; A function may do anything.
; CHECK-LABEL: define void @function(
; CHECK-COUNT-1: tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: ret void
define void @function(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 @threads() convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1;", "r,l"(i32 %lane, i64 %d) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Not on each trip, so the threads of a warp may have made different numbers of trips.
; CHECK-LABEL: define void @sometimes(
; CHECK-COUNT-1: wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: ret void
define void @sometimes(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %lane = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
  %c = icmp eq i32 %lane, 7
  br i1 %c, label %multiply, label %join

multiply:
  call void asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;", "l"(i64 %d) convergent
  br label %join

join:
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; The same by a predicate, and behind a label.
; CHECK-LABEL: define void @guarded(
; CHECK-COUNT-1: tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: ret void
define void @guarded(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect "{.reg .pred p; setp.ne.b32 p, $1, 3; @p wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;}", "l,r"(i64 %d, i32 %i) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1;", "r,l"(i32 %i, i64 %d) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Six instructions for one multiplication of registers, and five.
; CHECK-LABEL: define float @six(
; CHECK-COUNT-3: call {{.*}}@llvm.nvvm.mma
; CHECK-NOT: call {{.*}}@llvm.nvvm.mma
; CHECK: ret float
define float @six(ptr addrspace(3) %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %a = getelementptr i32, ptr addrspace(3) %p, i32 %i
  %x = load i32, ptr addrspace(3) %a
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %x, i32 %x, i32 %x, float %c, float %c, float %c, float %c)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret float %d0
}

; CHECK-LABEL: define float @five(
; CHECK-COUNT-1: call {{.*}}@llvm.nvvm.mma
; CHECK-NOT: call {{.*}}@llvm.nvvm.mma
; CHECK: ret float
define float @five(ptr addrspace(3) %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %x = load i32, ptr addrspace(3) %p
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %x, i32 %x, i32 %x, float %c, float %c, float %c, float %c)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret float %d0
}

; `#pragma unroll 4`: four, and three that may be left over, in a loop.
; CHECK-LABEL: define float @four(
; CHECK-COUNT-5: call {{.*}}@llvm.nvvm.mma
; CHECK-NOT: call {{.*}}@llvm.nvvm.mma
; CHECK: ret float
define float @four(ptr addrspace(3) %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %x = load i32, ptr addrspace(3) %p
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %x, i32 %x, i32 %x, float %c, float %c, float %c, float %c)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop, !llvm.loop !0

done:
  ret float %d0
}

; `#pragma unroll 1`.
; CHECK-LABEL: define void @suppressed(
; CHECK-COUNT-1: wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: ret void
define void @suppressed(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;", "l"(i64 %d) convergent
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""() convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop, !llvm.loop !2

done:
  ret void
}

; Nobody knows when this one ends.
; CHECK-LABEL: define void @endless(
; CHECK-COUNT-1: wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: ret void
define void @endless(i64 %d, ptr %n) {
entry:
  br label %loop

loop:
  call void asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r1}, $0, $0, 1, 1, 1, 0, 0;", "l"(i64 %d) convergent
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""() convergent
  %next = load volatile i32, ptr %n
  %last = icmp eq i32 %next, 0
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Without matrix instructions, loops are LLVM's, whatever is convergent there.
; CHECK-LABEL: define void @ordinary(
; CHECK-COUNT-1: asm sideeffect
; CHECK-NOT: asm sideeffect
; CHECK: ret void
define void @ordinary(i64 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect "bar.warp.sync $0;", "r"(i32 %i) convergent
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
