;===-- copy-in-flight.ll - an accumulator is copied in flight ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Two accumulators change places in every iteration. One of them has to be moved, and is in
; flight: there is a wait before the move. Without the exchange there is neither.
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

; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at block 'body'{{.*}} is in flight
; ERROR: error: {{.*}}in function exchanged {{.*}}: accumulator is read while wgmma.mma_async at block 'body'{{.*}} is in flight
; ERROR: error: {{.*}}in function exchanged {{.*}}: accumulator is written while wgmma.mma_async at block 'body'{{.*}} is in flight

; CHECK-LABEL: .entry exchanged(
; PTX-LABEL: .entry exchanged(
; CHECK: %body
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: wgmma.commit_group.sync.aligned;
; PTX: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @exchanged(i64 %a, i64 %b, i32 %n, ptr %p, ptr %q) {
entry:
  %c0 = load <4 x float>, ptr %p
  %e0 = load <4 x float>, ptr %q
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %c = phi <4 x float> [ %c0, %entry ], [ %e, %body ]
  %e = phi <4 x float> [ %e0, %entry ], [ %d, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  store <4 x float> %e, ptr %q
  ret void
}

; CHECK-LABEL: .entry carried(
; CHECK: %body
; CHECK-NOT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK-NOT: {{mov.b32.*, %r|wait_group}}
; CHECK: bra
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
define ptx_kernel void @carried(i64 %a, i64 %b, i32 %n, ptr %p, ptr %q) {
entry:
  %c0 = load <4 x float>, ptr %p
  %e0 = load <4 x float>, ptr %q
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %c = phi <4 x float> [ %c0, %entry ], [ %d, %body ]
  %e = phi <4 x float> [ %e0, %entry ], [ %f, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %f = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %e, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  store <4 x float> %f, ptr %q
  ret void
}
