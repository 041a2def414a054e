;===-- reproducible.ll - the same PTX from the same module, always --------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The order in which accumulators are threaded decides the order of phis and so the numbers of
; registers. It must not be that of addresses in the compiler's memory, which each run has others of:
; 64 accumulators would hardly come in the same order twice.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a %s -o %t.first.ptx
; RUN: %llc -mcpu=sm_90a %s -o %t.second.ptx
; RUN: %llc -mcpu=sm_90a %s -o %t.third.ptx
; RUN: diff %t.first.ptx %t.second.ptx
; RUN: diff %t.first.ptx %t.third.ptx

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)

define ptx_kernel void @join(i64 %a, i64 %b, ptr %p, i1 %c) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  br i1 %c, label %waits, label %other
waits:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  br label %join
other:
  br label %join
join:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr %p
  ret void
}
