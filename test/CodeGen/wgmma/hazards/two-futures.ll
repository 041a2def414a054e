;===-- two-futures.ll - copies of accumulators come before the fence -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A value that goes into a wgmma and is wanted elsewhere too takes a copy. The source cannot say
; where that is; it has to be before the fence that the source has. Each of these programs is
; right, and nothing is inserted into it.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=error %t/right.ll -o - | FileCheck %t/right.ll
; RUN: %llc -O0 -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=error %t/right.ll -o - 2>/dev/null | FileCheck %t/right.ll
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -nvptx-wgmma-serialization=off -pass-remarks-missed=nvptx-wgmma-hazards %t/right.ll -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %t/right.ll -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: not %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=error %t/wrong.ll -o /dev/null 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:

;--- right.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK-LABEL: .entry stored(
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: {{mov|wgmma.fence}}
; CHECK: wgmma.mma_async
define ptx_kernel void @stored(ptr %p, i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x float> %e, ptr %q
  ret void
}

; Two multiplications behind one fence begin with the same value.
; CHECK-LABEL: .entry twice(
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: {{mov|wgmma.fence}}
; CHECK: wgmma.mma_async
; CHECK-NOT: {{mov|wgmma.fence}}
; CHECK: wgmma.mma_async
define ptx_kernel void @twice(ptr %p, i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  %f = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x float> %f, ptr %q
  ret void
}

; Accumulators move on from iteration to iteration.
; CHECK-LABEL: .entry moving(
; CHECK: {{^\$L}}
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: {{mov|wgmma.fence}}
; CHECK: wgmma.mma_async
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: {{mov|wgmma.fence}}
; CHECK: wgmma.mma_async
; CHECK: bra
define ptx_kernel void @moving(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %z) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.1, %loop ]
  %x = phi <4 x float> [ %z, %entry ], [ %e, %loop ]
  %y = phi <4 x float> [ %z, %entry ], [ %x, %loop ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %y, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %i.1 = add i32 %i, 1
  %more = icmp ult i32 %i.1, %n
  br i1 %more, label %loop, label %done
done:
  store <4 x float> %y, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x float> %d, ptr %q
  %r = getelementptr i8, ptr %p, i64 32
  store <4 x float> %e, ptr %r
  ret void
}

; The fence is before the loop, and the value is wanted behind it.
; CHECK-LABEL: .entry before_loop(
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: {{mov.b32.*, %r|wgmma.fence}}
; CHECK: wgmma.mma_async
; CHECK: bra
define ptx_kernel void @before_loop(ptr %p, i64 %a, i64 %b, i64 %n) {
entry:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %z = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.1, %loop ]
  %x = phi <4 x float> [ %z, %entry ], [ %d, %loop ]
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %i.1 = add i64 %i, 1
  %more = icmp ult i64 %i.1, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %z, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x float> %d, ptr %q
  ret void
}

;--- wrong.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK: error: {{.*}}in function no_fence {{.*}}: no wgmma.fence between the access to register at {{.*}} and wgmma.mma_async
define ptx_kernel void @no_fence(ptr %p, i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x float> %e, ptr %q
  ret void
}
