;===-- other-shape.ll - accumulators of another shape ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Only a wgmma of the same shape may go on with accumulators that are in flight.
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

; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is used with another shape while wgmma.mma_async at {{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.fence: no wgmma.fence between the access to register at {{.*}} and wgmma.mma_async
; ERROR: error: {{.*}}in function other {{.*}}: accumulator is used with another shape while wgmma.mma_async at {{.*}} is in flight
; ERROR: error: {{.*}}in function other {{.*}}: no wgmma.fence between the access to register at {{.*}} and wgmma.mma_async

; CHECK-LABEL: .entry other(
; PTX-LABEL: .entry other(
; CHECK: m64n8k16
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: m64n8k8
; PTX: m64n8k16
; PTX: wgmma.wait_group.sync.aligned 0;
; PTX: m64n8k8
define ptx_kernel void @other(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float> %d, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %p
  ret void
}

; CHECK-LABEL: .entry same(
; CHECK: m64n8k16
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.mma_async
define ptx_kernel void @same(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %p
  ret void
}
