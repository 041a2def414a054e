;===-- commit-missing.ll - a group that is never committed -------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A wait does not wait for what no group holds. The commit goes before the wait that is there.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o - 2>/dev/null | FileCheck %s --check-prefix=PTX
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=off -pass-remarks-missed=nvptx-wgmma-hazards %s -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32)

; CHECK: remark: {{.*}}: inserted wgmma.commit_group: accumulator is read while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet
; CHECK: remark: {{.*}}: inserted wgmma.commit_group: function returns while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: function returns while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet
; ERROR: error: {{.*}}in function uncommitted {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet
; ERROR: error: {{.*}}in function uncommitted {{.*}}: function returns while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet
; ERROR: error: {{.*}}in function never {{.*}}: function returns while wgmma.mma_async at {{.*}} is in flight, in no wgmma-group yet

; CHECK-LABEL: .entry uncommitted(
; PTX-LABEL: .entry uncommitted(
; CHECK: wgmma.mma_async
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
; CHECK: st{{.*}}.v4.b32
; PTX: wgmma.commit_group.sync.aligned;
; PTX-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @uncommitted(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; Nobody reads the result; the registers are busy all the same when the function returns.
; CHECK-LABEL: .entry never(
; CHECK: wgmma.mma_async
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: ret;
define ptx_kernel void @never(i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  ret void
}

; A wait for the older of two groups, while the younger one is not committed yet, is right.
; CHECK-LABEL: .entry committed(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: st{{.*}}.v4.b32
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
define ptx_kernel void @committed(i64 %a, i64 %b, ptr %p, ptr %q) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %q
  ret void
}
