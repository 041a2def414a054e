;===-- reordered-accumulators.ll - accumulators in flight, in another order ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; PTX ISA lets a wgmma have accumulators in flight of the same shape; whether they are the same
; list it does not say. ptxas has them in a row of registers, moves them where the list is another,
; and serialises the function. That is a warning.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/slow.ll -o %t.ptx 2>&1 | FileCheck %t/slow.ll --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %t/slow.ll -o /dev/null 2>&1 | FileCheck %t/slow.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-serialization=off %t/slow.ll -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %t/slow.ll --check-prefix=PTXAS %}
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/fast.ll -o %t.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

;--- slow.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK: warning: {{.*}}in function reversed {{.*}}: wgmma.mma_async has accumulators that are in flight, but not in the order, or not together, as the wgmma.mma_async before had them: ptxas moves them, and serialises every wgmma of the function (C7511); keep them in one order [-nvptx-wgmma-serialization]
; CHECK: warning: {{.*}}in function mixed {{.*}}: wgmma.mma_async has accumulators that are in flight, but not in the order, or not together
; PTXAS-DAG: (C75{{[0-9]+}}) {{.*}}serialized {{.*}}'reversed'
; PTXAS-DAG: (C75{{[0-9]+}}) {{.*}}serialized {{.*}}'mixed'
define ptx_kernel void @reversed(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %s = shufflevector <4 x float> %d, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %s, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %p
  ret void
}

define ptx_kernel void @mixed(ptr %p, i64 %a, i64 %b, <4 x float> %x, <4 x float> %y) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %c = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %y, i64 %b, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %s = shufflevector <4 x float> %d, <4 x float> %c, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %s, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %e, ptr %p
  ret void
}

;--- fast.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

define ptx_kernel void @in_order(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %b, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  %f = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %e, i64 %b, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %f, ptr %p
  ret void
}
