;===-- manage.ll - tcgen05 without mma, ld and st --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The PTX is typed from the PTX ISA, "Tensor Memory Allocation and Management Instructions",
; "tcgen05.cp", "tcgen05.shift", "tcgen05.commit", "tcgen05.wait" and "tcgen05.fence".
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_103a %t.ptx -o %t.cubin %}

declare void @llvm.nvvm.tcgen05.alloc.cg1(ptr, i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.commit.cg1(ptr)
declare void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3), i16)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.cp.128x128b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg2(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()

; CHECK-LABEL: .func{{.*}} alloc_cg1_0(
; CHECK: tcgen05.alloc.cta_group::1.sync.aligned.b32 {{[[]}}%rd{{[0-9]+}}], %r{{[0-9]+}};
define void @alloc_cg1_0(i32 %i, ptr %g) {
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr %g, i32 %i)
  ret void
}

; CHECK-LABEL: .func{{.*}} alloc_shared_cg2_1(
; CHECK: tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 {{[[]}}%rd{{[0-9]+}}], %r{{[0-9]+}};
define void @alloc_shared_cg2_1(ptr addrspace(3) %s) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3) %s, i32 64)
  ret void
}

; CHECK-LABEL: .func{{.*}} dealloc_cg1_2(
; CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r{{[0-9]+}}, %r{{[0-9]+}};
define void @dealloc_cg1_2(ptr addrspace(6) %d) {
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 32)
  ret void
}

; CHECK-LABEL: .func{{.*}} relinq_alloc_permit_cg1_3(
; CHECK: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
define void @relinq_alloc_permit_cg1_3() {
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

; CHECK-LABEL: .func{{.*}} commit_cg1_4(
; CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 {{[[]}}%rd{{[0-9]+}}];
define void @commit_cg1_4(ptr %g) {
  call void @llvm.nvvm.tcgen05.commit.cg1(ptr %g)
  ret void
}

; CHECK-LABEL: .func{{.*}} commit_shared_cg1_5(
; CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 {{[[]}}%rd{{[0-9]+}}];
define void @commit_shared_cg1_5(ptr addrspace(3) %s) {
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) %s)
  ret void
}

; CHECK-LABEL: .func{{.*}} commit_mc_shared_cg2_6(
; CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 {{[[]}}%rd{{[0-9]+}}], %rs{{[0-9]+}};
define void @commit_mc_shared_cg2_6(ptr addrspace(3) %s) {
  call void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3) %s, i16 3)
  ret void
}

; CHECK-LABEL: .func{{.*}} shift_down_cg1_7(
; CHECK: tcgen05.shift.cta_group::1.down {{[[]}}%r{{[0-9]+}}];
define void @shift_down_cg1_7(ptr addrspace(6) %d) {
  call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) %d)
  ret void
}

; CHECK-LABEL: .func{{.*}} wait_ld_8(
; CHECK: tcgen05.wait::ld.sync.aligned;
define void @wait_ld_8() {
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret void
}

; CHECK-LABEL: .func{{.*}} wait_st_9(
; CHECK: tcgen05.wait::st.sync.aligned;
define void @wait_st_9() {
  call void @llvm.nvvm.tcgen05.wait.st()
  ret void
}

; CHECK-LABEL: .func{{.*}} fence_before_thread_sync_10(
; CHECK: tcgen05.fence::before_thread_sync;
define void @fence_before_thread_sync_10() {
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  ret void
}

; CHECK-LABEL: .func{{.*}} fence_after_thread_sync_11(
; CHECK: tcgen05.fence::after_thread_sync;
define void @fence_after_thread_sync_11() {
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_128x256b_cg1_12(
; CHECK: tcgen05.cp.cta_group::1.128x256b {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_128x256b_cg1_12(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_4x256b_b6x16_p32_cg2_13(
; CHECK: tcgen05.cp.cta_group::2.4x256b.b8x16.b6x16_p32 {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_4x256b_b6x16_p32_cg2_13(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg2(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_128x128b_cg1_14(
; CHECK: tcgen05.cp.cta_group::1.128x128b {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_128x128b_cg1_14(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_64x128b_warpx2_02_13_b4x16_p64_cg1_15(
; CHECK: tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b4x16_p64 {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_64x128b_warpx2_02_13_b4x16_p64_cg1_15(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_64x128b_warpx2_01_23_cg1_16(
; CHECK: tcgen05.cp.cta_group::1.64x128b.warpx2::01_23 {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_64x128b_warpx2_01_23_cg1_16(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-LABEL: .func{{.*}} cp_32x128b_warpx4_cg1_17(
; CHECK: tcgen05.cp.cta_group::1.32x128b.warpx4 {{[[]}}%r{{[0-9]+}}], %rd{{[0-9]+}};
define void @cp_32x128b_warpx4_cg1_17(ptr addrspace(6) %d, i64 %a) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}
