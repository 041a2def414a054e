;===-- rematerialization.ll - addresses behind a matrix loop ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What was computed before a loop over tiles, and is used only when a tile is stored, is computed again
; there, and not kept in registers across the loop over K. What this would not help stays where it is.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o %t.ptx && FileCheck %s --input-file %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: %llc -O0 -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %s -o - | FileCheck %s --check-prefix=O0

declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64, <64 x float>)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Three sums, of which one is used in the loop over K, too, and a quotient, which takes long to compute. Each sum has a
; scale of its own: of addresses with the same one LLVM 22 makes one, and offsets from it.
; CHECK-LABEL: .entry persistent(
; CHECK-NOT:   , 80;
; CHECK-NOT:   , 81;
; CHECK-NOT:   mul.wide
; CHECK:       add.s32 [[IN:%r[0-9]+]], [[BASE:%r[0-9]+]], 82;
; CHECK-NEXT:  div.u32 [[QUOTIENT:%r[0-9]+]], %r{{[0-9]+}}, [[BASE]];
; CHECK-NOT:   , 80;
; CHECK-NOT:   , 81;
; CHECK-NOT:   mul.wide
; CHECK:       wgmma.mma_async
; CHECK:       wgmma.wait_group
; CHECK-NOT:   div
; CHECK-NOT:   , 82;
; CHECK-DAG:   add.s32 [[FIRST:%r[0-9]+]], %r{{[0-9]+}}, 80;
; CHECK-DAG:   add.s32 [[SECOND:%r[0-9]+]], %r{{[0-9]+}}, 81;
; CHECK-DAG:   mul.wide.u32 %rd{{[0-9]+}}, [[FIRST]], 4;
; CHECK-DAG:   mul.wide.u32 %rd{{[0-9]+}}, [[SECOND]], 8;
; CHECK-DAG:   mul.wide.u32 %rd{{[0-9]+}}, [[IN]], 16;
; CHECK-DAG:   mul.wide.s32 %rd{{[0-9]+}}, [[QUOTIENT]], 4;
; CHECK:       ret;
; O0-LABEL: .entry persistent(
; O0:       add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 80;
; O0:       wgmma.mma_async
define ptx_kernel void @persistent(ptr addrspace(1) %out, i64 %a, i32 %tiles, i32 %depth) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = shl i32 %tid, 3
  %first = add i32 %base, 80
  %second = add i32 %base, 81
  %both = add i32 %base, 82
  %quotient = udiv i32 %tiles, %base
  br label %tile

tile:
  %t = phi i32 [ 0, %entry ], [ %t.next, %store ]
  br label %loop

loop:
  %k = phi i32 [ 0, %tile ], [ %k.next, %loop ]
  %d = phi <64 x float> [ zeroinitializer, %tile ], [ %d.next, %loop ]
  %step = mul i32 %k, %both
  %step.wide = zext i32 %step to i64
  %b = add i64 %a, %step.wide
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.next = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %d, i64 %b, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %depth
  br i1 %more, label %loop, label %store

store:
  %sum = call <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 0, <64 x float> %d.next)
  %e0 = extractelement <64 x float> %sum, i32 0
  %e1 = extractelement <64 x float> %sum, i32 1
  %e2 = extractelement <64 x float> %sum, i32 2
  %e3 = extractelement <64 x float> %sum, i32 3
  %p0 = getelementptr float, ptr addrspace(1) %out, i32 %first
  %p1 = getelementptr [2 x float], ptr addrspace(1) %out, i32 %second
  %p2 = getelementptr [4 x float], ptr addrspace(1) %out, i32 %both
  %p3 = getelementptr float, ptr addrspace(1) %out, i32 %quotient
  store volatile float %e0, ptr addrspace(1) %p0
  store volatile float %e1, ptr addrspace(1) %p1
  store volatile float %e2, ptr addrspace(1) %p2
  store volatile float %e3, ptr addrspace(1) %p3
  %t.next = add i32 %t, 1
  %go.on = icmp slt i32 %t.next, %tiles
  br i1 %go.on, label %tile, label %done

done:
  ret void
}

; A sum of two values that nothing else keeps alive saves nothing; of two sums that share them, one does.
; CHECK-LABEL: .entry operands(
; CHECK:       xor.b32 [[ALONE:%r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}};
; CHECK-NOT:   or.b32
; CHECK:       wgmma.mma_async
; CHECK-NOT:   xor.b32
; CHECK-COUNT-3: or.b32
; CHECK-NOT:   xor.b32
; CHECK:       ret;
define ptx_kernel void @operands(ptr addrspace(1) %out, i64 %a, i32 %depth, i32 %x, i32 %y, i32 %u, i32 %v, i32 %w) {
entry:
  %u.1 = mul i32 %u, 3
  %v.1 = mul i32 %v, 5
  %w.1 = mul i32 %w, 7
  %x.1 = mul i32 %x, 3
  %y.1 = mul i32 %y, 5
  %alone = xor i32 %x.1, %y.1
  %uv = or i32 %u.1, %v.1
  %vw = or i32 %v.1, %w.1
  %wu = or i32 %w.1, %u.1
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %d = phi <64 x float> [ zeroinitializer, %entry ], [ %d.next, %loop ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.next = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %d, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %depth
  br i1 %more, label %loop, label %store

store:
  %sum = call <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 0, <64 x float> %d.next)
  %e0 = extractelement <64 x float> %sum, i32 0
  store volatile float %e0, ptr addrspace(1) %out
  store volatile i32 %alone, ptr addrspace(1) %out
  store volatile i32 %uv, ptr addrspace(1) %out
  store volatile i32 %vw, ptr addrspace(1) %out
  store volatile i32 %wu, ptr addrspace(1) %out
  ret void
}

; A loop behind the multiplication is not made longer. Without a loop around it, there is nothing to be alive across.
; CHECK-LABEL: .entry hotter(
; CHECK:       add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 80;
; CHECK:       wgmma.mma_async
; CHECK-NOT:   , 80;
; CHECK:       ret;
define ptx_kernel void @hotter(ptr addrspace(1) %out, i64 %a, i32 %depth, i32 %x) {
entry:
  %value = add i32 %x, 80
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %d = phi <64 x float> [ zeroinitializer, %entry ], [ %d.next, %loop ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.next = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %d, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %depth
  br i1 %more, label %loop, label %wait

wait:
  %sum = call <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 0, <64 x float> %d.next)
  %e0 = extractelement <64 x float> %sum, i32 0
  br label %store

store:
  %i = phi i32 [ 0, %wait ], [ %i.next, %store ]
  store volatile float %e0, ptr addrspace(1) %out
  store volatile i32 %value, ptr addrspace(1) %out
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %depth
  br i1 %again, label %store, label %done

done:
  ret void
}
