;===-- role-values.ll - what warps with different roles have in common ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Each role computes it out of parameters, ahead of its own loop.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o %t.ptx && FileCheck %s --input-file %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: %llc -O0 -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %s -o - | FileCheck %s --check-prefix=O0

declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64, <64 x float>)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()

; Not what is computed from a value that neither role reads otherwise, nor what is used where the roles have joined.
; CHECK-LABEL: .entry roles(
; CHECK-NOT:   , 127;
; CHECK:       xor.b32 [[FAR:%r[0-9]+]],
; CHECK:       add.s32 [[JOINED:%r[0-9]+]], %r{{[0-9]+}}, 7;
; CHECK-NOT:   , 127;
; CHECK:       bra
; CHECK:       ld.param.b32 [[DEPTH:%r[0-9]+]], [roles_param_2];
; CHECK-NEXT:  add.s32 [[ROUND:%r[0-9]+]], [[DEPTH]], 127;
; CHECK-NEXT:  shr.u32 [[TILES:%r[0-9]+]], [[ROUND]], 7;
; CHECK:       wgmma.mma_async
; CHECK:       setp.lt.u32 %p{{[0-9]+}}, %r{{[0-9]+}}, [[TILES]];
; CHECK:       ld.param.b32 [[DEPTH2:%r[0-9]+]], [roles_param_2];
; CHECK-NEXT:  add.s32 [[ROUND2:%r[0-9]+]], [[DEPTH2]], 127;
; CHECK-NEXT:  shr.u32 [[TILES2:%r[0-9]+]], [[ROUND2]], 7;
; CHECK:       st.volatile.global.b32 [%rd{{[0-9]+}}], [[FAR]];
; CHECK-NEXT:  st.volatile.global.b32 [%rd{{[0-9]+}}], [[JOINED]];
; CHECK:       setp.lt.u32 %p{{[0-9]+}}, %r{{[0-9]+}}, [[TILES2]];
; O0-LABEL:     .entry roles(
; O0-COUNT-1:   , 127;
; O0-NOT:       , 127;
; O0:           ret;
define ptx_kernel void @roles(ptr addrspace(1) %out, i64 %a, i32 %depth, i32 %role, i32 %x, i32 %y) {
entry:
  %round = add i32 %depth, 127
  %tiles = lshr i32 %round, 7
  %x.read = load volatile i32, ptr addrspace(1) %out
  %far = xor i32 %x.read, 5
  %joined = add i32 %y, 7
  %is.producer = icmp eq i32 %role, 0
  br i1 %is.producer, label %producer, label %consumer

producer:
  %p = phi i32 [ 0, %entry ], [ %p.next, %producer ]
  store volatile i32 %far, ptr addrspace(1) %out
  store volatile i32 %joined, ptr addrspace(1) %out
  %p.next = add i32 %p, 1
  %p.more = icmp ult i32 %p.next, %tiles
  br i1 %p.more, label %producer, label %done

consumer:
  %k = phi i32 [ 0, %entry ], [ %k.next, %consumer ]
  %d = phi <64 x float> [ zeroinitializer, %entry ], [ %d.next, %consumer ]
  store volatile i32 %far, ptr addrspace(1) %out
  store volatile i32 %joined, ptr addrspace(1) %out
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.next = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %d, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %tiles
  br i1 %more, label %consumer, label %store

store:
  %sum = call <64 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32(i64 0, <64 x float> %d.next)
  %e = extractelement <64 x float> %sum, i32 0
  store volatile float %e, ptr addrspace(1) %out
  br label %done

done:
  store volatile i32 %joined, ptr addrspace(1) %out
  ret void
}
