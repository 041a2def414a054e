;===-- fence.ll - fences -----------------------------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A fence is missing, or stands behind the wgmma that it is for.
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

; CHECK: remark: {{.*}}: inserted wgmma.fence: no wgmma.fence before the first wgmma.mma_async
; CHECK: remark: {{.*}}: inserted wgmma.fence: no wgmma.fence before the first wgmma.mma_async
; CHECK: remark: {{.*}}: inserted wgmma.fence: no wgmma.fence between the access to register at {{.*}} and wgmma.mma_async
; ERROR: error: {{.*}}in function missing {{.*}}: no wgmma.fence before the first wgmma.mma_async
; ERROR: error: {{.*}}in function sunk {{.*}}: no wgmma.fence before the first wgmma.mma_async
; ERROR: error: {{.*}}in function stale {{.*}}: no wgmma.fence between the access to register at {{.*}} and wgmma.mma_async

; CHECK-LABEL: .entry missing(
; PTX-LABEL: .entry missing(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; PTX: wgmma.fence.sync.aligned;
; PTX: wgmma.mma_async
define ptx_kernel void @missing(i64 %a, i64 %b, ptr %p) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry sunk(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.commit_group
define ptx_kernel void @sunk(i64 %a, i64 %b, ptr %p) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; The accumulator is computed between fence and wgmma.
; CHECK-LABEL: .entry stale(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: ld.volatile
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
define ptx_kernel void @stale(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %c = load volatile <4 x float>, ptr %p
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; Of values that are there before the fence, nothing is computed behind it.
; CHECK-LABEL: .entry fresh(
; CHECK: ld{{.*}}.v4.b32
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async
; CHECK-NOT: wgmma.fence
define ptx_kernel void @fresh(i64 %a, i64 %b, ptr %p) {
  %c = load <4 x float>, ptr %p
  %twice = fadd <4 x float> %c, %c
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %twice, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
