;===-- mma.ll - tcgen05.mma as PTX writes it -------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A call of each group; the PTX is typed from the PTX ISA, "tcgen05.mma", "tcgen05.mma.sp",
; "tcgen05.mma.ws" and "tcgen05.mma.ws.sp".
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_103a %t.ptx -o %t.cubin %}

declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.disable_output_lane.cg1(ptr addrspace(6), i64, i64, i32, i1, <4 x i32>, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6), i64, i64, i32, i1, i64, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.tensor.mxf4nvf4.block_scale.scale_vec.4X(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, ptr addrspace(6), ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.mxf4.block_scale.block32(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.scale_d.disable_output_lane.cg2.ashift(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i64, <8 x i32>, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.ws.sp.tensor.zero_col_mask(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, ptr addrspace(6), i64, i32, i32, i32)

; CHECK-LABEL: .func{{.*}} mma_shared_0(
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_shared_0(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_shared_1(
; CHECK: tcgen05.mma.cta_group::2.kind::tf32.collector::a::lastuse {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_shared_1(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 1, i32 2, i32 1)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_tensor_2(
; CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4.collector::a::fill {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_tensor_2(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 2, i32 1, i32 2)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_tensor_ashift_3(
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::lastuse.ashift {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_tensor_ashift_3(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 1)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_sp_shared_4(
; CHECK: tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::use {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_sp_shared_4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, i32 0, i32 1, i32 3)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_shared_scale_d_5(
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}}, 15;
define void @mma_shared_scale_d_5(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i64 15, i32 0, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_shared_disable_output_lane_cg1_6(
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %p{{[0-9]+}};
define void @mma_shared_disable_output_lane_cg1_6(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, <4 x i32> %v4) {
  call void @llvm.nvvm.tcgen05.mma.shared.disable_output_lane.cg1(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, <4 x i32> %v4, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_tensor_scale_d_disable_output_lane_cg2_ashift_7(
; CHECK: tcgen05.mma.cta_group::2.kind::tf32.ashift.collector::a::discard {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %p{{[0-9]+}}, 1;
define void @mma_tensor_scale_d_disable_output_lane_cg2_ashift_7(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, <8 x i32> %v8) {
  call void @llvm.nvvm.tcgen05.mma.tensor.scale_d.disable_output_lane.cg2.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i64 1, <8 x i32> %v8, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_shared_mxf8f6f4_block_scale_8(
; CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
define void @mma_shared_mxf8f6f4_block_scale_8(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_shared_mxf8f6f4_block_scale_scale_vec_1x_9(
; CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
define void @mma_shared_mxf8f6f4_block_scale_scale_vec_1x_9(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_tensor_mxf4_block_scale_block32_10(
; CHECK: tcgen05.mma.cta_group::2.kind::mxf4.block_scale.block32.collector::a::discard {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
define void @mma_tensor_mxf4_block_scale_block32_10(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.mxf4.block_scale.block32(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 2, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_sp_tensor_mxf4nvf4_block_scale_scale_vec_4x_11(
; CHECK: tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X.collector::a::discard {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
define void @mma_sp_tensor_mxf4nvf4_block_scale_scale_vec_4x_11(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.sp.tensor.mxf4nvf4.block_scale.scale_vec.4X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_ws_shared_12(
; CHECK: tcgen05.mma.ws.cta_group::1.kind::f8f6f4.collector::b1::fill {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
define void @mma_ws_shared_12(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 2, i32 1, i32 2)
  ret void
}

; CHECK-LABEL: .func{{.*}} mma_ws_sp_tensor_zero_col_mask_13(
; CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::tf32.collector::b3::lastuse {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, %p{{[0-9]+}}, %rd{{[0-9]+}};
define void @mma_ws_sp_tensor_zero_col_mask_13(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i64 %m) {
  call void @llvm.nvvm.tcgen05.mma.ws.sp.tensor.zero_col_mask(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, i64 %m, i32 1, i32 3, i32 1)
  ret void
}
