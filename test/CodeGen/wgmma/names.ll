;===-- names.ll - where A is, in the names of wgmma --------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; `.i64`, a matrix descriptor, or `.v4i32`, registers, both in one function; and plain names,
; which mean what their type says. Pointers of 32 bits change nothing: matrix descriptors have
; 64. Nobody may invoke an intrinsic.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll --implicit-check-not=.extern
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -O0 %t/good.ll -o - | FileCheck %t/good.ll --implicit-check-not=.extern
; RUN: %llc -mtriple=nvptx -mcpu=sm_90a -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll --implicit-check-not=.extern
; RUN: %llc -mtriple=nvptx -mcpu=sm_90a -verify-machineinstrs -O0 %t/good.ll -o - | FileCheck %t/good.ll --implicit-check-not=.extern
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a %t/invoke.ll -o /dev/null 2>&1 | FileCheck %t/invoke.ll

;--- good.ll
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32(<4 x float>, i64, i64, i1, i32, i32)
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8(<4 x i32>, <4 x i32>, i64, i1)

; CHECK-LABEL: both(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
; CHECK-NEXT: {[[D0:%r[0-9]+]], [[D1:%r[0-9]+]]},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: [[B:%rd[0-9]+]],
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 1, 0;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
; CHECK-NEXT: {[[D0]], [[D1]]},
; CHECK-NEXT: {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}},
; CHECK-NEXT: [[B]],
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 1;
define void @both(ptr %p, <4 x i32> %r, i64 %a, i64 %b) {
  %c = load <4 x half>, ptr %p
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 1, i32 0)
  %e = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half> %d, <4 x i32> %r, i64 %b, i1 true, i32 1, i32 1, i32 1)
  store <4 x half> %e, ptr %p
  ret void
}

; CHECK-LABEL: plain_shared(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32
; CHECK-NEXT: {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
define void @plain_shared(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr %p
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: plain_registers(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8
; CHECK-NEXT: {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}},
; CHECK-NEXT: {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
define void @plain_registers(ptr %p, <4 x i32> %r, i64 %b) {
  %c = load <4 x i32>, ptr %p
  %d = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8(<4 x i32> %c, <4 x i32> %r, i64 %b, i1 true)
  store <4 x i32> %d, ptr %p
  ret void
}

;--- invoke.ll
declare i32 @personality(...)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32(<4 x float>, i64, i64, i1, i32, i32)
; CHECK: Cannot invoke an intrinsic
define <4 x float> @invoked(<4 x float> %c, i64 %a, i64 %b) personality ptr @personality {
  %d = invoke <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
          to label %good unwind label %bad
good:
  ret <4 x float> %d
bad:
  %x = landingpad { ptr, i32 } cleanup
  ret <4 x float> %c
}
