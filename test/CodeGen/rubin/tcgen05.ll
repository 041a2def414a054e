;===-- tcgen05.ll - tcgen05 of PTX ISA 9.4 ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; tcgen05 of Rubin: what PTX ISA 9.4 added, on the targets that have it and on the closest that lack
; it. Typed from PTX ISA, "tcgen05.mma", "tcgen05.alloc", "tcgen05.commit" and "tcgen05.ld".

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107f -verify-machineinstrs %t/family.ll -o - | FileCheck %t/family.ll
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107a -verify-machineinstrs %t/family.ll -o - | FileCheck %t/family.ll
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107a -verify-machineinstrs %t/architecture.ll -o - | FileCheck %t/architecture.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx94 %t/family.ll -o /dev/null 2>&1 | FileCheck %t/family.ll --check-prefix=SM103
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_107f %t/architecture.ll -o /dev/null 2>&1 | FileCheck %t/architecture.ll --check-prefix=FAMILY
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_107a %t/wrong.ll -o /dev/null 2>&1 | FileCheck %t/wrong.ll

;--- family.ll
declare void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.ashift.full(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.ws.sp.shared.full(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.f8f6f4.disable_output_lane.cg1.decompress_b(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, ptr addrspace(6), <4 x i32>, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.block32.decompress_b(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.commit.smem.a.read.mc.cg1.p3.i32(ptr addrspace(3), i32)

; CHECK-LABEL: mma(
; SM103: in function mma {{.*}}.kind::ti16 is not supported on this target; it needs sm_107f or sm_107a
define void @mma(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e) {
; CHECK: tcgen05.mma.cta_group::1.kind::ti16.collector::a::fill.collector::b::use [
  call void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e, i32 4, i32 1, i32 2, i32 3)
  ret void
}

; .ashift is before the collectors where there is one of B.
; CHECK-LABEL: ashift(
; SM103: in function ashift {{.*}}.collector::b is not supported on this target; it needs sm_107f or sm_107a
define void @ashift(ptr addrspace(6) %d, i64 %b, i32 %i, i1 %e) {
; CHECK: tcgen05.mma.cta_group::1.kind::f16.ashift.collector::a::lastuse.collector::b::fill [
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift.full(ptr addrspace(6) %d, ptr addrspace(6) %d, i64 %b, i32 %i, i1 %e, i32 0, i32 1, i32 1, i32 2)
; CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::lastuse.ashift [
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift.full(ptr addrspace(6) %d, ptr addrspace(6) %d, i64 %b, i32 %i, i1 %e, i32 0, i32 1, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: stationary(
define void @stationary(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e) {
; CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::ti16.collector::b3::use [%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, [%r{{[0-9]+}}], %r
  call void @llvm.nvvm.tcgen05.mma.ws.sp.shared.full(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e, ptr addrspace(6) %d, i32 4, i32 3, i32 3)
  ret void
}

; CHECK-LABEL: decompress(
; SM103: in function decompress {{.*}}it needs sm_107f or sm_107a (PTX ISA 9.4, tcgen05.mma .decompress::lut::b)
define void @decompress(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, i1 %e, ptr addrspace(6) %t, <4 x i32> %l) {
; CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b.collector::a::use.collector::b::lastuse [%r[[D:[0-9]+]]], [%r{{[0-9]+}}], %rd{{[0-9]+}}, [%r{{[0-9]+}}], %r{{[0-9]+}}, {%r{{.*}}}, %p
  call void @llvm.nvvm.tcgen05.mma.tensor.f8f6f4.disable_output_lane.cg1.decompress_b(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, i1 %e, ptr addrspace(6) %t, <4 x i32> %l, i32 3, i32 1)
; CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.decompress::lut::b.block32.collector::a::discard [
  call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.block32.decompress_b(ptr addrspace(6) %d, i64 %b, i64 %b, i32 %i, i1 %e, ptr addrspace(6) %t, ptr addrspace(6) %d, ptr addrspace(6) %d, i32 1, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: commit(
; SM103: in function commit {{.*}}it needs sm_107f or sm_107a (PTX ISA 9.4, tcgen05.commit
define void @commit(ptr addrspace(3) %m, i32 %mask) {
; CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.multicast::cluster::32b.b64 [%rd{{[0-9]+}}], %r
  call void @llvm.nvvm.tcgen05.commit.smem.a.read.mc.cg1.p3.i32(ptr addrspace(3) %m, i32 %mask)
  ret void
}

;--- architecture.ll
declare <3 x i32> @llvm.nvvm.tcgen05.ld.spcompress.32x32b.x4.min.sp.2.4.f32.b2(ptr addrspace(6))
declare {<68 x i32>, i32} @llvm.nvvm.tcgen05.ld.red.spcompress.32x32b.x128.max.sp.2.4.abs.NaN.f32.b2(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.wait.ld()

; CHECK-LABEL: load(
; FAMILY: in function load {{.*}}is not supported on sm_107f; it needs sm_107a (PTX ISA 9.4, tcgen05.ld .spcompress)
define <3 x i32> @load(ptr addrspace(6) %t) {
; CHECK: tcgen05.ld.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.f32.b2 {%r{{[0-9]+}}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%r{{[0-9]+}}];
  %r = call <3 x i32> @llvm.nvvm.tcgen05.ld.spcompress.32x32b.x4.min.sp.2.4.f32.b2(ptr addrspace(6) %t)
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret <3 x i32> %r
}

; CHECK-LABEL: reduce(
define i32 @reduce(ptr addrspace(6) %t) {
; Four registers of metadata, 64 of data, and the reduced value.
; CHECK: tcgen05.ld.red.spcompress.sync.aligned.32x32b.x128.max.sp::2:4.abs.NaN.f32.b2 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, {%r{{.*}}}, %r{{[0-9]+}}, [%r{{[0-9]+}}];
  %r = call {<68 x i32>, i32} @llvm.nvvm.tcgen05.ld.red.spcompress.32x32b.x128.max.sp.2.4.abs.NaN.f32.b2(ptr addrspace(6) %t)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %x = extractvalue {<68 x i32>, i32} %r, 1
  ret i32 %x
}

;--- wrong.ll
declare void @llvm.nvvm.tcgen05.alloc.cg1.p3(ptr addrspace(3), i32, i1)
declare void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32, i32)

; CHECK: in function columns {{.*}}cannot handle 608 columns of tensor memory; expected multiples of 32 from 32 to 576
define void @columns(ptr addrspace(3) %p) {
  call void @llvm.nvvm.tcgen05.alloc.cg1.p3(ptr addrspace(3) %p, i32 608, i1 true)
  ret void
}

; CHECK: in function powers {{.*}}cannot handle 96 columns of tensor memory; expected powers of two from 32 to 512
define void @powers(ptr addrspace(3) %p) {
  call void @llvm.nvvm.tcgen05.alloc.cg1.p3(ptr addrspace(3) %p, i32 96, i1 false)
  ret void
}

; CHECK: in function usage {{.*}}collector_usage_b, must be 0 (discard), 1 (lastuse), 2 (fill) or 3 (use)
define void @usage(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e) {
  call void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e, i32 0, i32 1, i32 0, i32 4)
  ret void
}

; CHECK: in function integers {{.*}}.kind::i8 is not supported on this target
define void @integers(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e) {
  call void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %e, i32 3, i32 1, i32 0, i32 0)
  ret void
}
