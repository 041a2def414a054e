;===-- wait-too-weak.ll - a wait that leaves too much in flight --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Two groups take turns in a loop. A wait that leaves two of them in flight is one too weak;
; one that leaves one takes its place.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o - 2>/dev/null | FileCheck %s --check-prefix=PTX
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=off -pass-remarks-missed=nvptx-wgmma-hazards %s -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32)

; Without debug information, the calls are named.
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 1, which waits for 1 group: accumulator is read while wgmma.mma_async at block '{{body', '%d2|entry', '%d0}} = call @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64' is in flight
; ERROR: error: {{.*}}in function weak {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight

; CHECK-LABEL: .entry weak(
; PTX-LABEL: .entry weak(
; CHECK-NOT: wgmma.wait_group
; CHECK: wgmma.wait_group.sync.aligned 1;
; CHECK-NEXT: st.volatile
; PTX-NOT: wgmma.wait_group.sync.aligned 2;
; PTX: wgmma.wait_group.sync.aligned 1;
define ptx_kernel void @weak(i64 %a, i64 %b, i32 %n, ptr %p, ptr %q) {
entry:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d0 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %d = phi <4 x float> [ %d0, %entry ], [ %d2, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 2)
  store volatile <4 x float> %d, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d2 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  store volatile <4 x float> %e, ptr %q
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  ret void
}

; CHECK-LABEL: .entry strong(
; CHECK: wgmma.wait_group.sync.aligned 1;
; CHECK: st.volatile
; CHECK: wgmma.wait_group.sync.aligned 1;
; CHECK: st.volatile
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
define ptx_kernel void @strong(i64 %a, i64 %b, i32 %n, ptr %p, ptr %q) {
entry:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d0 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %d = phi <4 x float> [ %d0, %entry ], [ %d2, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  store volatile <4 x float> %d, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d2 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  store volatile <4 x float> %e, ptr %q
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  ret void
}
