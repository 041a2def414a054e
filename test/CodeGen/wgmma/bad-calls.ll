;===-- bad-calls.ll - what calls of wgmma must not say -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Immediates out of their range, and immediates that are none; the sparsity selector; the number of
; groups; types that are not those of the name. Each call is one error; llc goes on to the next.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %t/immediates.ll -o /dev/null 2>&1 | FileCheck %t/immediates.ll --check-prefixes=READ,CHECK --implicit-check-not=error:
; RUN: not %llc -disable-verify -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %t/immediates.ll -o /dev/null 2>&1 | FileCheck %t/immediates.ll --check-prefixes=CHECK,LATE --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %t/types.ll -o /dev/null 2>&1 | FileCheck %t/types.ll --implicit-check-not=error:

;--- immediates.ll
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8.i64(<4 x i32>, i64, i64, i32, i32, i1)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64(<4 x float>, i64, i64, i32, i32, i1, i32, i32)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)

; LLVM knows wait_group: its immediates are checked when the module is read, as by LLVM's verifier.
; READ: error: {{.*}}in function wait {{.*}}operand 0 of llvm.nvvm.wgmma.wait_group.sync.aligned, the number of groups that stay in flight, must be a constant, 0 or higher (PTX ISA 8.0, wgmma.fence, commit_group, wait_group)
; CHECK: error: {{.*}}in function scale_a {{.*}}operand 4 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a scale of A or B, must be -1 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @scale_a(<4 x float> %c, i64 %a, i64 %b) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 2, i32 1, i32 0, i32 0)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function scale_b {{.*}}operand 5 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a scale of A or B, must be -1 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @scale_b(<4 x float> %c, i64 %a, i64 %b) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 0, i32 0, i32 0)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function trans_a {{.*}}operand 6 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a transpose of A or B, must be 0 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @trans_a(<4 x float> %c, i64 %a, i64 %b) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 2, i32 0)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function trans_b {{.*}}operand 7 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a transpose of A or B, must be 0 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @trans_b(<4 x float> %c, i64 %a, i64 %b) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 -1)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function all {{.*}}operand 4 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a scale of A or B, must be -1 or 1 (PTX ISA 8.0, wgmma.mma_async)
; CHECK-NEXT: {{^}}operand 6 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a transpose of A or B, must be 0 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @all(<4 x float> %c, i64 %a, i64 %b) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 3, i32 3, i32 3, i32 3)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function variable {{.*}}operand 5 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a scale of A or B, must be a constant, -1 or 1 (PTX ISA 8.0, wgmma.mma_async)
; CHECK-NEXT: {{^}}operand 7 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64, a transpose of A or B, must be a constant, 0 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x float> @variable(<4 x float> %c, i64 %a, i64 %b, i32 %s) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 %s, i32 0, i32 %s)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function registers_trans {{.*}}operand 6 of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32, a transpose of A or B, must be 0 or 1 (PTX ISA 8.0, wgmma.mma_async)
define <4 x half> @registers_trans(<4 x half> %c, <4 x i32> %a, i64 %b) {
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1, i32 5)
  ret <4 x half> %d
}

; CHECK: error: {{.*}}in function selector_of_bytes {{.*}}operand 4 of llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8.i64, the sparsity selector, must be 0 (PTX ISA 8.2, wgmma.mma_async.sp)
define <4 x i32> @selector_of_bytes(<4 x i32> %c, i64 %a, i64 %b, i32 %e) {
  %d = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8.i64(<4 x i32> %c, i64 %a, i64 %b, i32 %e, i32 1, i1 true)
  ret <4 x i32> %d
}

; CHECK: error: {{.*}}in function selector_of_words {{.*}}operand 4 of llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64, the sparsity selector, must be 0 or 1 (PTX ISA 8.2, wgmma.mma_async.sp)
define <4 x float> @selector_of_words(<4 x float> %c, i64 %a, i64 %b, i32 %e) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64(<4 x float> %c, i64 %a, i64 %b, i32 %e, i32 2, i1 true, i32 1, i32 1)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function selector_variable {{.*}}operand 4 of llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64, the sparsity selector, must be a constant, 0 or 1 (PTX ISA 8.2, wgmma.mma_async.sp)
define <4 x float> @selector_variable(<4 x float> %c, i64 %a, i64 %b, i32 %e) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64(<4 x float> %c, i64 %a, i64 %b, i32 %e, i32 %e, i1 true, i32 1, i32 1)
  ret <4 x float> %d
}

; CHECK: error: {{.*}}in function wait {{.*}}operand 0 of llvm.nvvm.wgmma.wait_group.sync.aligned, the number of groups that stay in flight, must be 0 or higher (PTX ISA 8.0, wgmma.fence, commit_group, wait_group)
; LATE: error: {{.*}}in function wait {{.*}}operand 0 of llvm.nvvm.wgmma.wait_group.sync.aligned, the number of groups that stay in flight, must be a constant, 0 or higher (PTX ISA 8.0, wgmma.fence, commit_group, wait_group)
define void @wait(i64 %n) {
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 -1)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 %n)
  ret void
}

;--- types.ll
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x i32>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.v4i32(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16(<4 x half>, <2 x i64>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i32)

; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.wait_group.sync.aligned is declared with the type void (i32), which is not its signature; it is void (i64)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16.i64 is declared with the type <4 x float> (<4 x float>, i64, i64, i1, i32, i32, i32, i32), which is not its signature; it is <8 x float> (<8 x float>, i64, i64, i1, i32, i32, i32, i32)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64 is declared with the type <4 x i32> (<4 x i32>, i64, i64, i1, i32, i32, i32, i32), which is not its signature; it is <4 x float> (<4 x float>, i64, i64, i1, i32, i32, i32, i32)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64 is declared with the type <4 x float> (<4 x float>, <4 x i32>, i64, i1, i32, i32, i32), which is not its signature; it is <4 x float> (<4 x float>, i64, i64, i1, i32, i32, i32, i32)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.v4i32 is declared with the type <4 x float> (<4 x float>, i64, i64, i1, i32, i32, i32, i32), which is not its signature; it is <4 x float> (<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 is declared with the type <4 x half> (<4 x half>, <2 x i64>, i64, i1, i32, i32, i32), which is not its signature; it is <4 x half> (<4 x half>, <4 x i32>, i64, i1, i32, i32, i32)
; CHECK: error: {{.*}}in function types {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64 is declared with the type <4 x float> (<4 x float>, i64, i64, i1, i32, i32, i32, i32), which is not its signature; it is <4 x float> (<4 x float>, i64, i64, i1, i32, i32)
define void @types(i64 %a, i64 %b, <4 x i32> %r) {
  %1 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %2 = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x i32> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %3 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float> zeroinitializer, <4 x i32> %r, i64 %b, i1 true, i32 1, i32 1, i32 0)
  %4 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.v4i32(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %5 = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16(<4 x half> zeroinitializer, <2 x i64> zeroinitializer, i64 %b, i1 true, i32 1, i32 1, i32 0)
  %6 = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i32 0)
  ret void
}
