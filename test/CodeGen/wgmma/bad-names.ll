;===-- bad-names.ll - names of wgmma that are none ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The message says which N, or which other word, would be legal; and where wgmma is.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %t/names.ll -o /dev/null 2>&1 | FileCheck %t/names.ll --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx84 %t/good.ll -o /dev/null 2>&1 | FileCheck %t/good.ll -DTARGET=sm_80 --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx84 %t/good.ll -o /dev/null 2>&1 | FileCheck %t/good.ll -DTARGET=sm_90 --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx86 %t/good.ll -o /dev/null 2>&1 | FileCheck %t/good.ll -DTARGET=sm_100a --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx90 %t/good.ll -o /dev/null 2>&1 | FileCheck %t/good.ll -DTARGET=sm_120a --implicit-check-not="{{(error|remark):}}"

;--- names.ll
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8.i64 is not an intrinsic of NVPTX; expected m64nNk32 with N = 8, 16, 24, then 32 to 256 in steps of 16 in place of m64n40k32
declare <20 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8.i64(<20 x i32>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 is not an intrinsic of NVPTX; expected m64nNk16 with N = 8 to 256 in steps of 8 in place of m64n12k16
declare <6 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16(<6 x float>, i64, i64, i1, i32, i32, i32, i32)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n264k16.f32.f16.f16.v4i32 is not an intrinsic of NVPTX; expected m64nNk16 with N = 8 to 256 in steps of 8 in place of m64n264k16
declare <132 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n264k16.f32.f16.f16.v4i32(<132 x float>, <4 x i32>, i64, i1, i32, i32, i32)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k64.s32.s4.s4.i64 is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.i64?
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k64.s32.s4.s4.i64(<4 x i32>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s4.s4.i64 is not an intrinsic of NVPTX; expected s8 or u8 in place of every s4
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s4.s4.i64(<4 x i32>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k4.f64.f64.f64.i64 is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64?
declare <4 x double> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k4.f64.f64.f64.i64(<4 x double>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.xor.popc.i64 is not an intrinsic of NVPTX; expected and in place of xor
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.xor.popc.i64(<4 x i32>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k512.s32.b1.b1.and.popc.i64 is not an intrinsic of NVPTX; expected m64n8k256 in place of m64n8k512
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k512.s32.b1.b1.and.popc.i64(<4 x i32>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16.i64 is not an intrinsic of NVPTX; expected bf16 in place of f16; or f16 in place of bf16
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16.i64(<4 x float>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.e4m3.e4m3.i64 is not an intrinsic of NVPTX; expected m64n8k32 in place of m64n8k16; or bf16 or f16 in place of every e4m3
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.e4m3.e4m3.i64(<4 x float>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m128n8k16.f32.f16.f16.i64 is not an intrinsic of NVPTX; expected m64n8k16 in place of m128n8k16
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m128n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16.i64 is not an intrinsic of NVPTX; expected f32 in place of f16; or f16 in place of every bf16
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16.i64(<4 x half>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.satfinite.i64 is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64?
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.satfinite.i64(<4 x half>, i64, i64, i1)
; CHECK: {{error|remark}}: llvm.nvvm.wgmma.fence.aligned is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.fence.sync.aligned, which prints wgmma.fence.sync.aligned?
declare void @llvm.nvvm.wgmma.fence.aligned()

;--- good.ll
; CHECK: {{error|remark}}: {{.*}}llvm.nvvm.wgmma.fence.sync.aligned is not supported on [[TARGET]]; it needs sm_90a (PTX ISA 8.0, wgmma.fence, commit_group, wait_group); the same of 1 more call (see the remarks of nvptx-legality)
; CHECK: {{error|remark}}: {{.*}}llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64 is not supported on [[TARGET]]; it needs sm_90a (PTX ISA 8.0, wgmma.mma_async){{ *$}}
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
define <4 x float> @f(<4 x float> %c, i64 %a) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  ret <4 x float> %d
}
