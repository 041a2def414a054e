;===-- fall-through.ll - waits at the ends of blocks without a branch ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A block whose successor comes next has no branch at its end. What has to wait there waits
; behind its last instruction, be that the multiplication itself, its commit, or a wait that
; is too weak. Each function has its twin with which nothing is wrong.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o /dev/null 2>&1 | count 0
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; ERROR-NOT: in function {{[a-z]+}}_right
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function commit {{.*}}: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function commit {{.*}}: function returns while wgmma.mma_async at block 'both'{{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.commit_group: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function issue {{.*}}: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function issue {{.*}}: function returns while wgmma.mma_async at block 'both'{{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function wait {{.*}}: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function wait {{.*}}: function returns while wgmma.mma_async at block 'both'{{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function fence {{.*}}: accumulator is read while wgmma.mma_async at block 'both'{{.*}} is in flight
; ERROR: error: {{.*}}in function fence {{.*}}: function returns while wgmma.mma_async at block 'both'{{.*}} is in flight

; CHECK-LABEL: .entry commit(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: %store
define ptx_kernel void @commit(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

; CHECK-LABEL: .entry issue(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: %store
define ptx_kernel void @issue(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

; CHECK-LABEL: .entry wait(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: %store
define ptx_kernel void @wait(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

; CHECK-LABEL: .entry fence(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: %store
define ptx_kernel void @fence(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

; CHECK-LABEL: .entry commit_right(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: %store
define ptx_kernel void @commit_right(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

; CHECK-LABEL: .entry fence_right(
; CHECK: %both
; CHECK-NEXT: ld.param
; CHECK-NEXT: ld.param
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: 1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: wgmma.fence.sync.aligned;
; CHECK-NEXT: %store
define ptx_kernel void @fence_right(ptr %p, i64 %a, i64 %b, i32 %n, <4 x float> %x) {
entry:
  switch i32 %n, label %none [ i32 0, label %both
                               i32 1, label %store ]
both:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %store
store:
  %s = phi <4 x float> [ %x, %entry ], [ %d, %both ]
  store <4 x float> %s, ptr %p
  br label %none
none:
  ret void
}

