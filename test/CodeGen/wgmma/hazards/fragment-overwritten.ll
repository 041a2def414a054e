;===-- fragment-overwritten.ll - a fragment of A is overwritten in flight ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The registers of A belong to the wgmma until the wait for its group. ptxas does not look at
; this over a back edge.
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

; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: A fragment is written while wgmma.mma_async at block 'body'{{.*}} is in flight
; ERROR: error: {{.*}}in function overwritten {{.*}}: A fragment is written while wgmma.mma_async at block 'body'{{.*}} is in flight

; The next fragment goes into the registers of this one.
; CHECK-LABEL: .entry overwritten(
; PTX-LABEL: .entry overwritten(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; PTX: wgmma.commit_group.sync.aligned;
; PTX: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @overwritten(i64 %b, ptr %in, i32 %n, ptr %p) {
entry:
  %a0 = load <4 x i32>, ptr %in
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %a = phi <4 x i32> [ %a0, %entry ], [ %a.next, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %i.next = add i32 %i, 1
  %q = getelementptr <4 x i32>, ptr %in, i32 %i.next
  %a.next = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; It is loaded while this one is in flight, into registers of its own, and moved behind the wait.
; CHECK-LABEL: .entry kept(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: ld{{.*}}.v4.b32
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
; CHECK: bra
define ptx_kernel void @kept(i64 %b, ptr %in, i32 %n, ptr %p) {
entry:
  %a0 = load <4 x i32>, ptr %in
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %a = phi <4 x i32> [ %a0, %entry ], [ %a.next, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %i.next = add i32 %i, 1
  %q = getelementptr <4 x i32>, ptr %in, i32 %i.next
  %a.next = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
