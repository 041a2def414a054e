;===-- packed.ll - tcgen05.mma with the kind word and the collector word ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The kind word of a dense f16 multiplication by one CTA is 0xC1. The words are the
; immediates of the machine instruction.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 -stop-after=finalize-isel %s -o %t.mir
; RUN: FileCheck %s --check-prefix=MIR < %t.mir
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 -start-after=finalize-isel -x mir %t.mir -o %t.again.ptx
; RUN: diff %t.ptx %t.again.ptx

declare void @llvm.nvvm.tcgen05.mma.cta_group__1(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__2(i32, i32, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.sp(i32, i64, i64, i32, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__2.block_scale(i32, i64, i64, i32, i32, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.sp.block_scale(i32, i32, i64, i32, i32, i32, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.ws.sp(i32, i32, i64, i32, i32, i32, i32, i1)

; CHECK-LABEL: .func{{.*}} cta_group1(
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
; MIR-LABEL: name: cta_group1{{$}}
; MIR: TCGEN05_MMA_DENSE_SS {{.*}}, .tcgen05.mma.cta_group-1.mma_kind-f16.usage-discard.buffer-b0{{$}}
define void @cta_group1(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %d, i64 %a, i64 %b, i32 %i, i32 193, i32 0, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group2(
; CHECK: tcgen05.mma.cta_group::2.kind::tf32.collector::a::lastuse.ashift {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
; MIR-LABEL: name: cta_group2{{$}}
; MIR: TCGEN05_MMA_DENSE_TS {{.*}}, .tcgen05.mma.cta_group-2.mma_kind-tf32.usage-lastuse.ashift.buffer-b0{{$}}
define void @cta_group2(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__2(i32 %d, i32 %t, i64 %b, i32 %i, i32 322, i32 5, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group1_sp(
; CHECK: tcgen05.mma.sp.cta_group::1.kind::f8f6f4.collector::a::fill {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, %p{{[0-9]+}};
; MIR-LABEL: name: cta_group1_sp{{$}}
; MIR: TCGEN05_MMA_SPARSE_SS {{.*}}, .tcgen05.mma.sp.cta_group-1.mma_kind-f8f6f4.usage-fill.buffer-b0{{$}}
define void @cta_group1_sp(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.sp(i32 %d, i64 %a, i64 %b, i32 %t, i32 %i, i32 2113, i32 2, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group2_block_scale(
; CHECK: tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.block32.collector::a::use {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
; MIR-LABEL: name: cta_group2_block_scale{{$}}
; MIR: TCGEN05_MMA_BLOCK_SCALED_DENSE_SS {{.*}}, .tcgen05.mma.cta_group-2.block_scale.block-block32.mma_kind-mxf8f6f4.usage-use.buffer-b0{{$}}
define void @cta_group2_block_scale(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__2.block_scale(i32 %d, i64 %a, i64 %b, i32 %i, i32 %t, i32 %t, i32 1186, i32 3, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group1_sp_block_scale(
; CHECK: tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X.collector::a::lastuse {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %p{{[0-9]+}};
; MIR-LABEL: name: cta_group1_sp_block_scale{{$}}
; MIR: TCGEN05_MMA_BLOCK_SCALED_SPARSE_TS {{.*}}, .tcgen05.mma.scale_vec-4X.sp.cta_group-1.block_scale.mma_kind-mxf4nvf4.usage-lastuse.buffer-b0{{$}}
define void @cta_group1_sp_block_scale(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.sp.block_scale(i32 %d, i32 %t, i64 %b, i32 %t, i32 %i, i32 %t, i32 %t, i32 2093, i32 1, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group1_ws(
; CHECK: tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::fill {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, %r{{[0-9]+}}, %p{{[0-9]+}};
; MIR-LABEL: name: cta_group1_ws{{$}}
; MIR: TCGEN05_MMA_WS_DENSE_SS {{.*}}, .tcgen05.mma.cta_group-1.mma_kind-i8.ws.usage-fill.buffer-b3{{$}}
define void @cta_group1_ws(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %d, i64 %a, i64 %b, i32 %i, i32 4353, i32 26, i1 %p)
  ret void
}

; CHECK-LABEL: .func{{.*}} cta_group1_ws_sp(
; CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b1::lastuse {{[[]}}%r{{[0-9]+}}], {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], %r{{[0-9]+}}, %p{{[0-9]+}};
; MIR-LABEL: name: cta_group1_ws_sp{{$}}
; MIR: TCGEN05_MMA_WS_SPARSE_TS {{.*}}, .tcgen05.mma.sp.cta_group-1.mma_kind-f16.ws.usage-lastuse.buffer-b1{{$}}
define void @cta_group1_ws_sp(i32 %d, i32 %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws.sp(i32 %d, i32 %t, i64 %b, i32 %t, i32 %i, i32 6337, i32 9, i1 %p)
  ret void
}
