;===-- hoisted-by-opt.ll - what optimisation moves ---------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A read behind a wait, in a loop, through opt.
;
;===----------------------------------------------------------------------===;

; RUN: opt-22 '-passes=loop-mssa(licm)' %s -S | FileCheck %s --check-prefix=STOCK
; RUN: opt-22 -O3 %s -S | %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards -o - 2>&1 | FileCheck %s --check-prefix=HOISTED
; RUN: %opt '-passes=nvptx-wgmma-ordering,loop-mssa(licm)' %s -S | FileCheck %s --check-prefix=OURS
; RUN: %opt -mcpu=sm_90a -O2 %s -S | %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards -o - 2>&1 | FileCheck %s --check-prefix=THREADED --implicit-check-not=remark:
; RUN: %opt -mcpu=sm_90a -O3 %s -S | %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards -o - 2>&1 | FileCheck %s --check-prefix=THREADED --implicit-check-not=remark:

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32)

; The product is the same in each iteration, and LICM moves it out of the loop, up past the wait:
; nothing tells LLVM's own opt that it must not.
; STOCK: fmul
; STOCK: call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
; OURS: call <4 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v4f32(i64 0, <4 x float> %
; OURS: fmul

; HOISTED: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; HOISTED: wgmma.wait_group.sync.aligned 0;
; HOISTED: mul{{.*}}.f32
; HOISTED: wgmma.wait_group.sync.aligned 0;

; THREADED: wgmma.commit_group.sync.aligned;
; THREADED: %body
; THREADED: wgmma.wait_group.sync.aligned 0;
; THREADED: mul{{.*}}.f32
; THREADED-NOT: wgmma
define ptx_kernel void @product(i64 %a, i64 %b, i32 %n, ptr addrspace(1) noalias %p) {
entry:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %product = fmul <4 x float> %d, %d
  %q = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %i
  store <4 x float> %product, ptr addrspace(1) %q
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}
