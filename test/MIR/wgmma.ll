;===-- wgmma.ll - wgmma as machine instructions ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Named opcodes, the accumulators as results and as operands, and the MMA descriptor with the
; call's immediates: bit 0 is a scale-d that is true, bit 5 says that it is a predicate. What was
; written out in between comes to the same PTX. In the end D and C are the same registers.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx82 -stop-after=finalize-isel -verify-machineinstrs %s -o %t.mir
; RUN: FileCheck %s --check-prefix=ISEL --input-file %t.mir
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx82 -start-after=finalize-isel -verify-machineinstrs %t.mir -o %t.through.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx82 -verify-machineinstrs %s -o %t.direct.ptx
; RUN: diff %t.direct.ptx %t.through.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx82 -stop-after=register-coalescer -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=TIED

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64(<4 x float>, i64, i64, i32, i32, i1, i32, i32)

; ISEL-LABEL: name: both
; ISEL: [[D0:%[0-9]+]]:b32, [[D1:%[0-9]+]]:b32 = WGMMA_SS_B32x2 killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, %{{[0-9]+}}, $noreg, .wgmma.mma_async.shape-m64n8k16.dty-f16.aty-f16.bty-f16.aligned.scaleD-1.negA-1.negB-1.transA-1.transB-0.imm-scale_trans
; ISEL-NEXT: %{{[0-9]+}}:b32, %{{[0-9]+}}:b32 = WGMMA_RS_B32x2 killed [[D0]], killed [[D1]], killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, %{{[0-9]+}}, $noreg, .wgmma.mma_async.shape-m64n8k16.dty-f16.aty-f16.bty-f16.aligned.scaleD-1.negA-1.negB-1.transA-0.transB-1.residency-registers.imm-scale_trans
; TIED-LABEL: name: both
; TIED: [[D0:%[0-9]+]]:b32, [[D1:%[0-9]+]]:b32 = WGMMA_SS_B32x2 [[D0]], [[D1]], %
; TIED-NEXT: [[D0]]:b32, [[D1]]:b32 = WGMMA_RS_B32x2 [[D0]], [[D1]], %
; TIED-NOT: COPY
define void @both(ptr %p, <4 x i32> %r, i64 %a, i64 %b) {
  %c = load <4 x half>, ptr %p
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 1, i32 0)
  %e = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half> %d, <4 x i32> %r, i64 %b, i1 true, i32 1, i32 1, i32 1)
  store <4 x half> %e, ptr %p
  ret void
}

; ISEL-LABEL: name: protocol
; ISEL: WGMMA_FENCE .wgmma.aligned.action-fence
; ISEL: = WGMMA_SP_SS_F32x4 killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, killed %{{[0-9]+}}, 1, killed %{{[0-9]+}}, .wgmma.mma_async.shape-m64n8k16.dty-f32.aty-tf32.bty-tf32.aligned.sp.scaleD-0.negA-_1.negB-1.transA-0.transB-0.predicated-predicate.imm-scale
; ISEL: WGMMA_COMMIT_GROUP .wgmma.aligned.action-commit_group
; ISEL-NEXT: WGMMA_WAIT_GROUP 3, .wgmma.aligned.action-wait_group
; TIED-LABEL: name: protocol
; TIED: [[D0:%[0-9]+]]:b32, [[D1:%[0-9]+]]:b32, [[D2:%[0-9]+]]:b32, [[D3:%[0-9]+]]:b32 = WGMMA_SP_SS_F32x4 [[D0]], [[D1]], [[D2]], [[D3]], %
define void @protocol(ptr %p, i64 %a, i64 %b, i32 %e, i1 %s) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32.i64(<4 x float> %c, i64 %a, i64 %b, i32 %e, i32 1, i1 %s, i32 -1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 3)
  store <4 x float> %d, ptr %p
  ret void
}
