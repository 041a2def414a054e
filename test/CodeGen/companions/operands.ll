;===-- operands.ll - operands of companions ---------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Addresses are base and offset, but for a tensor map's; values that no register holds whole
; are in parts; typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -O2 -mcpu=sm_100a -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
; RUN: %llc -O2 -mcpu=sm_100a -mattr=+ptx87 -nvptx-short-ptr -verify-machineinstrs %s -o %t.short.ptx
; RUN: FileCheck %s --input-file=%t.short.ptx --check-prefix=SHORT
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.short.ptx -o %t.cubin %}
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx87 -verify-machineinstrs %s -o %t.O0.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.O0.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@barriers = internal addrspace(3) global [4 x i64] undef, align 8
@tile = internal addrspace(3) global [4096 x i8] undef, align 1024

declare i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1, i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
declare void @llvm.nvvm.st.bulk.shared.cta(ptr addrspace(3), i64, i64)
declare i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128)
declare <4 x i8> @llvm.nvvm.f32x4.to.e4m3x4.rs.satfinite(<4 x float>, i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.prefetch.tensormap.p0(ptr)
declare void @llvm.nvvm.prefetch.tensormap.p101(ptr addrspace(101))
declare void @llvm.nvvm.tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release.gpu.sync.aligned(ptr addrspace(1), ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.cg.shared.global(ptr addrspace(3), ptr addrspace(1), i64, i32, i32, i1)
declare void @llvm.nvvm.cp.async.ca.shared.global.s(ptr addrspace(3), ptr addrspace(1), i32, i64, i32, i32, i1)
declare void @llvm.nvvm.cp.async.ca.shared.global.ignore_src(ptr addrspace(3), ptr addrspace(1), i1, i64, i32, i32, i1)
declare { i32, i32, i32 } @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.v4(i128)
declare i32 @llvm.nvvm.mapa.shared.cluster.u32(i32, i32)

; What LLVM has no intrinsics for: a tensor map's way to global memory, copies with all that PTX gives them.
; CHECK-LABEL: only_here(
; CHECK: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd{{[0-9]+}}+128], [tile], 128;
; CHECK: cp.async.cg.shared.global.L2::128B [tile+16], [%rd{{[0-9]+}}+256], 16;
; CHECK: cp.async.ca.shared.global.L2::cache_hint.L2::256B [tile], [%rd{{[0-9]+}}], 8, %r{{[0-9]+}}, %rd{{[0-9]+}};
; CHECK: cp.async.ca.shared.global.L2::64B [tile], [%rd{{[0-9]+}}], 4, %p{{[0-9]+}};
; CHECK: clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r{{[0-9]+}}, %r{{[0-9]+}}, [[Z:%r[0-9]+]], _}, %handle;
; CHECK: mapa.shared::cluster.u32 %r{{[0-9]+}}, [[Z]], %r{{[0-9]+}};
define ptx_kernel void @only_here(ptr addrspace(1) %p, i128 %handle, i32 %size, i64 %policy) {
  %map = getelementptr i8, ptr addrspace(1) %p, i32 128
  %source = getelementptr i8, ptr addrspace(1) %p, i32 256
  %ignore = icmp eq i32 %size, 0
  call void @llvm.nvvm.tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release.gpu.sync.aligned(ptr addrspace(1) %map, ptr addrspace(3) @tile, i32 128)
  call void @llvm.nvvm.cp.async.cg.shared.global(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), ptr addrspace(1) %source, i64 0, i32 16, i32 128, i1 false)
  call void @llvm.nvvm.cp.async.ca.shared.global.s(ptr addrspace(3) @tile, ptr addrspace(1) %p, i32 %size, i64 %policy, i32 8, i32 256, i1 true)
  call void @llvm.nvvm.cp.async.ca.shared.global.ignore_src(ptr addrspace(3) @tile, ptr addrspace(1) %p, i1 %ignore, i64 0, i32 4, i32 64, i1 false)
  %first = call { i32, i32, i32 } @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.v4(i128 %handle)
  %z = extractvalue { i32, i32, i32 } %first, 2
  %mapped = call i32 @llvm.nvvm.mapa.shared.cluster.u32(i32 %z, i32 1)
  store i32 %mapped, ptr addrspace(1) %p
  ret void
}

; A symbol, with and without an offset.
; CHECK-LABEL: symbol(
; CHECK: mbarrier.arrive.expect_tx.shared.b64 %rd{{[0-9]+}}, [barriers+8], %r{{[0-9]+}};
; CHECK: mbarrier.try_wait.parity.shared.b64 %p{{[0-9]+}}, [barriers], %r{{[0-9]+}};
; SHORT-LABEL: symbol(
; SHORT: mbarrier.arrive.expect_tx.shared.b64 %rd{{[0-9]+}}, [barriers+8], %r{{[0-9]+}};
define ptx_kernel void @symbol(ptr addrspace(1) %p) {
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @barriers, i32 8), i32 4096)
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @barriers, i32 0)
  %word = zext i1 %done to i32
  store i32 %word, ptr addrspace(1) %p
  ret void
}

; Registers with offsets; the offset of the tensor map is added before.
; CHECK-LABEL: registers(
; CHECK: add.s64 [[MAP:%rd[0-9]+]], %rd{{[0-9]+}}, 128;
; CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2 [%rd{{[0-9]+}}+1024], {{[[]}}[[MAP]], {%r{{[0-9]+}}, %r{{[0-9]+}}}], [%rd{{[0-9]+}}+16], %rs{{[0-9]+}};
; CHECK: cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%rd{{[0-9]+}}+64], [tile+32], %r{{[0-9]+}}, %rd{{[0-9]+}};
; SHORT-LABEL: registers(
; SHORT: cp.async.bulk.tensor.2d{{.*}} [%r{{[0-9]+}}+1024], {{[[]}}%rd{{[0-9]+}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}], [%r{{[0-9]+}}+16], %rs{{[0-9]+}};
define ptx_kernel void @registers(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, ptr addrspace(1) %g, i32 %x, i32 %y, i16 %mask, i64 %policy) {
  %d1 = getelementptr i8, ptr addrspace(7) %d, i32 1024
  %b1 = getelementptr i8, ptr addrspace(3) %b, i32 16
  %map1 = getelementptr i8, ptr %map, i64 128
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7) %d1, ptr addrspace(3) %b1, ptr %map1, i32 %x, i32 %y, i16 %mask, i64 0, i1 true, i1 false, i32 2)
  %g1 = getelementptr i8, ptr addrspace(1) %g, i64 64
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %g1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 32), i32 256, i64 %policy, i1 true)
  ret void
}

; ptxas takes a register only.
; CHECK-LABEL: zeros(
; CHECK-DAG: mov.b64 [[TILE:%rd[0-9]+]], tile;
; CHECK-DAG: st.bulk.shared::cta {{[[]}}[[TILE]]], %rd{{[0-9]+}}, 0;
; SHORT-LABEL: zeros(
; SHORT-DAG: mov.b32 [[TILE:%r[0-9]+]], tile;
; SHORT-DAG: st.bulk.shared::cta {{[[]}}[[TILE]]], %rd{{[0-9]+}}, 0;
define ptx_kernel void @zeros() {
  call void @llvm.nvvm.st.bulk.shared.cta(ptr addrspace(3) @tile, i64 1024, i64 0)
  ret void
}

; 128 bits are two registers.
; CHECK-LABEL: cancelled(
; CHECK: ld.param.v2.b64 {[[LOW:%rd[0-9]+]], [[HIGH:%rd[0-9]+]]}
; CHECK: .reg .b128 %clc_handle;
; CHECK-NEXT: mov.b128 %clc_handle, {[[LOW]], [[HIGH]]};
; CHECK-NEXT: clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p{{[0-9]+}}, %clc_handle;
define i1 @cancelled(i128 %handle) {
  %c = call i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128 %handle)
  ret i1 %c
}

; Four floats are four registers; four bytes are one.
; CHECK-LABEL: narrow(
; CHECK: ld.param.v4.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}
; CHECK: cvt.rs.satfinite.e4m3x4.f32 [[R:%r[0-9]+]], {[[A]], [[B]], [[C]], [[D]]}, %r{{[0-9]+}};
; CHECK: st.global.b32 [%rd{{[0-9]+}}], [[R]];
define void @narrow(<4 x float> %v, i32 %random, ptr addrspace(1) %p) {
  %r = call <4 x i8> @llvm.nvvm.f32x4.to.e4m3x4.rs.satfinite(<4 x float> %v, i32 %random)
  store <4 x i8> %r, ptr addrspace(1) %p, align 4
  ret void
}

; A result that nobody reads goes; another one of the same instruction stays.
; CHECK-LABEL: elected(
; CHECK: elect.sync %r{{[0-9]+}}|[[P:%p[0-9]+]], -1;
; CHECK: selp.b32 %r{{[0-9]+}}, -1, 0, [[P]];
define i1 @elected() {
  %both = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %e = extractvalue { i32, i1 } %both, 1
  ret i1 %e
}

; A tensor map that is a parameter of the kernel.
; CHECK-LABEL: parameter(
; CHECK: prefetch.tensormap [%rd{{[0-9]+}}];
define ptx_kernel void @parameter(ptr %map) {
  call void @llvm.nvvm.prefetch.tensormap.p0(ptr %map)
  ret void
}
