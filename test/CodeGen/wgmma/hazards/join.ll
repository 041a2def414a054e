;===-- join.ll - paths that did not all wait ---------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; One of two paths waits. Behind the join it is the other that counts.
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

; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; ERROR: error: {{.*}}in function one {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; ERROR: error: {{.*}}in function one {{.*}}: function returns while wgmma.mma_async at {{.*}} is in flight

; CHECK-LABEL: .entry one(
; PTX-LABEL: .entry one(
; CHECK: %join
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: st{{.*}}.v4.b32
; PTX: %join
; PTX: wgmma.wait_group.sync.aligned 0;
; PTX: st.
define ptx_kernel void @one(i64 %a, i64 %b, i1 %c, ptr %p, ptr %q) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br i1 %c, label %waits, label %other
waits:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store volatile i32 1, ptr %q
  br label %join
other:
  store volatile i32 2, ptr %q
  br label %join
join:
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry both(
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: %join
; CHECK-NOT: wgmma
; CHECK: st{{.*}}.v4.b32
define ptx_kernel void @both(i64 %a, i64 %b, i1 %c, ptr %p, ptr %q) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br i1 %c, label %waits, label %other
waits:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store volatile i32 1, ptr %q
  br label %join
other:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store volatile i32 2, ptr %q
  br label %join
join:
  store <4 x float> %d, ptr %p
  ret void
}
