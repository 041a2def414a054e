;===-- companions.ll - companions of PTX ISA 9.1 to 9.4 ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; One of each group, on a target that has it and on the closest that lacks it. Typed from the PTX ISA's
; sections on the instructions.

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107f -verify-machineinstrs %t/family.ll -o - | FileCheck %t/family.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx94 %t/family.ll -o /dev/null 2>&1 | FileCheck %t/family.ll --check-prefix=SM103
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107a -verify-machineinstrs %t/architecture.ll -o - | FileCheck %t/architecture.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_107f %t/architecture.ll -o /dev/null 2>&1 | FileCheck %t/architecture.ll --check-prefix=FAMILY
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx94 -verify-machineinstrs %t/hopper.ll -o - | FileCheck %t/hopper.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_89 -mattr=+ptx94 %t/hopper.ll -o /dev/null 2>&1 | FileCheck %t/hopper.ll --check-prefix=ADA
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx90 %t/hopper.ll -o /dev/null 2>&1 | FileCheck %t/hopper.ll --check-prefix=PTX90
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx94 -verify-machineinstrs %t/narrow.ll -o - | FileCheck %t/narrow.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_107a %t/narrow.ll -o /dev/null 2>&1 | FileCheck %t/narrow.ll --check-prefix=RUBIN

;--- family.ll
declare void @llvm.nvvm.mbarrier.arrive.release.cluster.shared.cluster.multicast.cluster.32b.b64.count(ptr addrspace(7), i32, i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.override.addr.dim.stride.2d.i32(ptr addrspace(7), ptr addrspace(3), ptr, ptr addrspace(1), i16, i16, i32, i16, i32, i32, i32, i64, i1, i1, i32, i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.cta.tile.1d.full(ptr addrspace(3), ptr addrspace(3), ptr, i32, i64, i1, i32)
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cta.relaxed(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i32, i32, i64, i1, i1, i32, i32)
declare void @llvm.nvvm.applypriority.async.bulk.tensor.evict.priority.im2col.w.override.addr.3d(ptr, ptr addrspace(1), i32, i32, i32, i16, i16, i32)
declare i16 @llvm.nvvm.ff.to.ue5m3x2.rn.satfinite.scale.n1.ue8m0(float, float, i16)
declare i16 @llvm.nvvm.cvt.rz.satfinite.relu.pzo.e2m1x2.f16x2(<2 x half>)
declare <2 x float> @llvm.nvvm.fma.rm.f32x2.bf16x2.f32x2.f32x2(<2 x bfloat>, <2 x float>, <2 x float>)
declare i32 @llvm.nvvm.set.hs.u8x4(i32, i32)

; CHECK-LABEL: arrive(
; SM103: in function arrive {{.*}}is not supported on sm_103a; it needs sm_107f or sm_107a (PTX ISA 9.4, mbarrier .multicast::cluster::32b)
define void @arrive(ptr addrspace(7) %m, i32 %n, i32 %mask) {
; CHECK: mbarrier.arrive.release.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%rd{{[0-9]+}}], %r{{[0-9]+}}, %r
  call void @llvm.nvvm.mbarrier.arrive.release.cluster.shared.cluster.multicast.cluster.32b.b64.count(ptr addrspace(7) %m, i32 %n, i32 %mask)
  ret void
}

; CHECK-LABEL: override(
; SM103: in function override {{.*}}it needs sm_107f or sm_107a
define void @override(ptr addrspace(7) %d, ptr addrspace(3) %m, ptr %t, ptr addrspace(1) %a, i16 %s, i32 %l, i32 %mask) {
; CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::80.multicast::cluster::32b.cta_group::2.override::global_address.override::global_dim_stride [%rd{{[0-9]+}}], [%rd{{[0-9]+}}, %rd{{[0-9]+}}, {%rs{{[0-9]+}}, %rs{{[0-9]+}}}, {%r{{[0-9]+}}}, %rs{{[0-9]+}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}], [%rd{{[0-9]+}}], %r{{[0-9]+}};
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.override.addr.dim.stride.2d.i32(ptr addrspace(7) %d, ptr addrspace(3) %m, ptr %t, ptr addrspace(1) %a, i16 %s, i16 %s, i32 %l, i16 %s, i32 0, i32 0, i32 %mask, i64 0, i1 true, i1 false, i32 2, i32 3)
  ret void
}

; CHECK-LABEL: report(
define void @report(ptr addrspace(3) %d, ptr %t, i32 %c) {
; CHECK: cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_element::ff [
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.cta.tile.1d.full(ptr addrspace(3) %d, ptr addrspace(3) %d, ptr %t, i32 %c, i64 0, i1 false, i32 5)
  ret void
}

; CHECK-LABEL: relaxed(
define void @relaxed(ptr addrspace(3) %d, ptr addrspace(1) %s, i32 %n) {
; CHECK: cp.async.bulk.relaxed.gpu.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob.b128 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r[[N:[0-9]+]], %r[[N]], %r[[N]], [%rd
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta.relaxed(ptr addrspace(3) %d, ptr addrspace(3) %d, ptr addrspace(1) %s, i32 %n, i32 %n, i32 %n, i64 0, i1 false, i1 true, i32 2, i32 0)
  ret void
}

; CHECK-LABEL: priority(
; SM103: in function priority {{.*}}it needs sm_107f or sm_107a
define void @priority(ptr %t, ptr addrspace(1) %a, i32 %c, i16 %o) {
; CHECK: applypriority.async.bulk.tensor.3d.global.bulk_group.im2col::w.L2::evict_normal.override::global_address [%rd{{[0-9]+}}, %rd{{[0-9]+}}, {%r{{.*}}}], {%rs{{[0-9]+}}, %rs{{[0-9]+}}};
  call void @llvm.nvvm.applypriority.async.bulk.tensor.evict.priority.im2col.w.override.addr.3d(ptr %t, ptr addrspace(1) %a, i32 %c, i32 %c, i32 %c, i16 %o, i16 %o, i32 0)
  ret void
}

; CHECK-LABEL: convert(
; SM103: in function convert {{.*}}it needs sm_107f or sm_107a (PTX ISA 9.4, cvt
define i16 @convert(float %a, float %b, i16 %s, <2 x half> %h) {
; CHECK: cvt.u8.u16 %scale,
; CHECK: cvt.rn.satfinite.scaled::n1::ue8m0.ue5m3x2.f32 %rs{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %scale;
  %x = call i16 @llvm.nvvm.ff.to.ue5m3x2.rn.satfinite.scale.n1.ue8m0(float %a, float %b, i16 %s)
; CHECK: cvt.rz.satfinite.relu.pzo.e2m1x2.f16x2 %pair, %r
; CHECK: cvt.u16.u8 %rs{{[0-9]+}}, %pair;
  %y = call i16 @llvm.nvvm.cvt.rz.satfinite.relu.pzo.e2m1x2.f16x2(<2 x half> %h)
  %z = add i16 %x, %y
  ret i16 %z
}

; CHECK-LABEL: mixed(
; SM103: in function mixed {{.*}}it needs sm_107f or sm_107a
define <2 x float> @mixed(<2 x bfloat> %a, <2 x float> %b, <2 x float> %c) {
; CHECK: fma.rm.f32x2.bf16x2.f32x2.f32x2 %rd{{[0-9]+}}, %r{{[0-9]+}}, %rd{{[0-9]+}}, %rd
  %d = call <2 x float> @llvm.nvvm.fma.rm.f32x2.bf16x2.f32x2.f32x2(<2 x bfloat> %a, <2 x float> %b, <2 x float> %c)
  ret <2 x float> %d
}

; CHECK-LABEL: compare(
; SM103: in function compare {{.*}}it needs sm_107f or sm_107a
define i32 @compare(i32 %a, i32 %b) {
; CHECK: set.hs.u8x4 %r{{[0-9]+}}, %r{{[0-9]+}}, %r
  %d = call i32 @llvm.nvvm.set.hs.u8x4(i32 %a, i32 %b)
  ret i32 %d
}

;--- architecture.ll
declare { i32, <2 x i32> } @llvm.nvvm.spcompress.b8.b2.sp.2.4.x2(<4 x i32>, i32)
declare <16 x i32> @llvm.nvvm.spdecompress.b16.b4.sp.2.16.x2(i32, <2 x i32>)

; CHECK-LABEL: compress(
; FAMILY: in function compress {{.*}}is not supported on sm_107f; it needs sm_107a (PTX ISA 9.4, spcompress and spdecompress)
define i32 @compress(<4 x i32> %d, i32 %x) {
; CHECK: spcompress.b8.b2.sp::2:4.x2 {%r{{[0-9]+}}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}, {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %r
  %r = call { i32, <2 x i32> } @llvm.nvvm.spcompress.b8.b2.sp.2.4.x2(<4 x i32> %d, i32 %x)
  %kept = extractvalue { i32, <2 x i32> } %r, 1
  %last = extractelement <2 x i32> %kept, i32 1
  ret i32 %last
}

; CHECK-LABEL: decompress(
; FAMILY: in function decompress {{.*}}it needs sm_107a
define i32 @decompress(i32 %m, <2 x i32> %k) {
; CHECK: spdecompress.b16.b4.sp::2:16.x2 {%r{{([0-9]+, %r)+[0-9]+}}}, {%r{{[0-9]+}}}, {%r{{[0-9]+}}, %r{{[0-9]+}}};
  %r = call <16 x i32> @llvm.nvvm.spdecompress.b16.b4.sp.2.16.x2(i32 %m, <2 x i32> %k)
  %e = extractelement <16 x i32> %r, i32 15
  ret i32 %e
}

;--- hopper.ll
declare void @llvm.nvvm.mbarrier.init.p3(ptr addrspace(3), i32, i32)
declare { i1, i1, i16 } @llvm.nvvm.mbarrier.try_wait.parity.phase_type.primary.acquire.cta.shared.b64.report.value(ptr addrspace(3), i32)
declare float @llvm.nvvm.ld.global.f32.proxy.readonly(ptr addrspace(1))
declare <2 x float> @llvm.nvvm.atom.add.noftz.v2.f32.p1(ptr addrspace(1), <2 x float>, i64, i32, i32, i1)
declare void @llvm.nvvm.multimem.cp.reduce.async.bulk.global.shared.cta.bulk_group.add.noftz.bf16(ptr addrspace(1), ptr addrspace(3), i32)

; CHECK-LABEL: layout(
; ADA: in function layout {{.*}}it needs sm_90 or higher (PTX ISA 9.3, mbarrier .layout)
; PTX90: in function layout {{.*}}is not supported in PTX ISA 9.0; it needs 9.3 or later, e.g. -mattr=+ptx93
define void @layout(ptr addrspace(3) %m) {
; CHECK: mbarrier.init.shared.b64 [%rd{{[0-9]+}}], %r
  call void @llvm.nvvm.mbarrier.init.p3(ptr addrspace(3) %m, i32 5, i32 0)
; CHECK: mbarrier.init.layout::v1.shared.b64 [%rd{{[0-9]+}}], %r
  call void @llvm.nvvm.mbarrier.init.p3(ptr addrspace(3) %m, i32 5, i32 1)
  ret void
}

; CHECK-LABEL: wait(
; ADA: in function wait {{.*}}it needs sm_90 or higher
define i16 @wait(ptr addrspace(3) %m, i32 %p) {
; CHECK: mbarrier.try_wait.parity.phase_type::primary.acquire.cta.shared.b64 %p{{[0-9]+}}|%p{{[0-9]+}}, %report, [%rd{{[0-9]+}}], %r{{[0-9]+}};
; CHECK: cvt.u16.u8 %rs{{[0-9]+}}, %report;
  %r = call { i1, i1, i16 } @llvm.nvvm.mbarrier.try_wait.parity.phase_type.primary.acquire.cta.shared.b64.report.value(ptr addrspace(3) %m, i32 %p)
  %v = extractvalue { i1, i1, i16 } %r, 2
  ret i16 %v
}

; CHECK-LABEL: load(
define float @load(ptr addrspace(1) %p) {
; CHECK: ld.global.f32.proxy::readonly %r{{[0-9]+}}, [%rd{{[0-9]+}}];
  %v = call float @llvm.nvvm.ld.global.f32.proxy.readonly(ptr addrspace(1) %p)
  ret float %v
}

; CHECK-LABEL: atomic(
define <2 x float> @atomic(ptr addrspace(1) %p, <2 x float> %v) {
; CHECK: atom.acq_rel.gpu.global.add.noftz.v2.f32 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}};
  %r = call <2 x float> @llvm.nvvm.atom.add.noftz.v2.f32.p1(ptr addrspace(1) %p, <2 x float> %v, i64 0, i32 4, i32 3, i1 false)
  ret <2 x float> %r
}

; CHECK-LABEL: multimem(
; PTX90: in function multimem {{.*}}it needs 9.1 or later
define void @multimem(ptr addrspace(1) %d, ptr addrspace(3) %s, i32 %n) {
; CHECK: multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%rd{{[0-9]+}}], [%rd{{[0-9]+}}], %r
  call void @llvm.nvvm.multimem.cp.reduce.async.bulk.global.shared.cta.bulk_group.add.noftz.bf16(ptr addrspace(1) %d, ptr addrspace(3) %s, i32 %n)
  ret void
}

;--- narrow.ll
declare i32 @llvm.nvvm.fma.rn.satfinite.e4m3x4.e2m1x4.e3m2x4(i16, i32, i32)

; CHECK-LABEL: fma(
; RUBIN: in function fma {{.*}}is not supported on sm_107a; it needs sm_100a or sm_103a
define i32 @fma(i16 %a, i32 %b, i32 %c) {
; CHECK: fma.rn.satfinite.e4m3x4.e2m1x4.e3m2x4 %r{{[0-9]+}}, %rs{{[0-9]+}}, %r{{[0-9]+}}, %r
  %d = call i32 @llvm.nvvm.fma.rn.satfinite.e4m3x4.e2m1x4.e3m2x4(i16 %a, i32 %b, i32 %c)
  ret i32 %d
}
