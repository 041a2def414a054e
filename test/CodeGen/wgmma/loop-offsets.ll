;===-- loop-offsets.ll - descriptors of a loop that differ by a constant -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; They are added in the loop, and one register pair is kept for all of them. For inline assembly LLVM moves copies
; of them out of the loop.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o %t.ptx && FileCheck %s --input-file %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64, <64 x float>)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()

; Not the one whose base nothing else reads there. The one that is stored behind the loop, too, is added again there.
; CHECK-LABEL: .entry descriptors(
; CHECK-DAG:   mad.lo.s64 [[ALONE:%rd[0-9]+]], %rd{{[0-9]+}}, 3, 6;
; CHECK-NOT:   add.s64
; CHECK:       [[LOOP:\$L__BB0_[0-9]+]]:
; CHECK-DAG:   add.s64 [[A:%rd[0-9]+]], [[BASE:%rd[0-9]+]], 2;
; CHECK-DAG:   add.s64 [[B:%rd[0-9]+]], [[BASE]], 4;
; CHECK-DAG:   add.s64 [[STORED:%rd[0-9]+]], [[BASE]], 8;
; CHECK:       // use [[A]] [[B]] [[ALONE]] [[STORED]]
; CHECK:       wgmma.mma_async
; CHECK:       [[A]],
; CHECK-NEXT:  [[B]],
; CHECK:       bra [[LOOP]];
; CHECK:       add.s64 [[AGAIN:%rd[0-9]+]], [[BASE]], 8;
; CHECK:       st.volatile.global.b64 [%rd{{[0-9]+}}], [[AGAIN]];
define ptx_kernel void @descriptors(ptr addrspace(1) %out, i64 %x, i64 %y, i32 %depth) {
entry:
  %base = mul i64 %x, 3
  %other = mul i64 %y, 3
  %a = add i64 %base, 2
  %b = add i64 %base, 4
  %alone = add i64 %other, 6
  %stored = add i64 %base, 8
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %d = phi <64 x float> [ zeroinitializer, %entry ], [ %d.next, %loop ]
  call void asm sideeffect "// use $0 $1 $2 $3", "l,l,l,l"(i64 %a, i64 %b, i64 %alone, i64 %stored)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.next = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %d, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %depth
  br i1 %more, label %loop, label %done

done:
  %sum = call <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 0, <64 x float> %d.next)
  %e = extractelement <64 x float> %sum, i32 0
  store volatile float %e, ptr addrspace(1) %out
  store volatile i64 %stored, ptr addrspace(1) %out
  ret void
}
