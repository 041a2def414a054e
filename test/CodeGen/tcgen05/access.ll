;===-- access.ll - tcgen05.ld, tcgen05.ld.red and tcgen05.st ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The PTX is typed from the PTX ISA, sections of these names.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_103a %t.ptx -o %t.cubin %}

declare <4 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x1(ptr addrspace(6), i1)
declare <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6), i64, i1)
declare i32 @llvm.nvvm.tcgen05.ld.16x64b.x1(ptr addrspace(6), i1)
declare <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6), i1)
declare { <4 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.16x32bx2.x4.max.u32(ptr addrspace(6), i64)
declare { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.abs.NaN.f32(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.st.16x128b.x4(ptr addrspace(6), <8 x i32>, i1)
declare void @llvm.nvvm.tcgen05.st.16x32bx2.x1(ptr addrspace(6), i64, i32, i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6), <4 x i32>, i1)

; CHECK-LABEL: .func{{.*}} st_32x32b_x4_0(
; CHECK: tcgen05.st.sync.aligned.32x32b.x4.b32 {{[[]}}%r{{[0-9]+}}], {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}};
define void @st_32x32b_x4_0(ptr addrspace(6) %d, <4 x i32> %v4) {
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %d, <4 x i32> %v4, i1 false)
  ret void
}

; CHECK-LABEL: .func{{.*}} st_16x128b_x4_1(
; CHECK: tcgen05.st.sync.aligned.16x128b.x4.unpack::16b.b32 {{[[]}}%r{{[0-9]+}}], {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}};
define void @st_16x128b_x4_1(ptr addrspace(6) %d, <8 x i32> %v8) {
  call void @llvm.nvvm.tcgen05.st.16x128b.x4(ptr addrspace(6) %d, <8 x i32> %v8, i1 true)
  ret void
}

; CHECK-LABEL: .func{{.*}} st_16x32bx2_x1_2(
; CHECK: tcgen05.st.sync.aligned.16x32bx2.x1.b32 {{[[]}}%r{{[0-9]+}}], 4, {{[{]}}%r{{[0-9]+}}};
define void @st_16x32bx2_x1_2(ptr addrspace(6) %d, i32 %i) {
  call void @llvm.nvvm.tcgen05.st.16x32bx2.x1(ptr addrspace(6) %d, i64 4, i32 %i, i1 false)
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_16x64b_x1_3(
; CHECK: tcgen05.ld.sync.aligned.16x64b.x1.b32 {{[{]}}%r{{[0-9]+}}}, {{[[]}}%r{{[0-9]+}}];
define void @ld_16x64b_x1_3(ptr addrspace(6) %d, ptr %out) {
  %r = call i32 @llvm.nvvm.tcgen05.ld.16x64b.x1(ptr addrspace(6) %d, i1 false)
  store i32 %r, ptr %out
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_16x256b_x1_4(
; CHECK: tcgen05.ld.sync.aligned.16x256b.x1.pack::16b.b32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, {{[[]}}%r{{[0-9]+}}];
define void @ld_16x256b_x1_4(ptr addrspace(6) %d, ptr %out) {
  %r = call <4 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x1(ptr addrspace(6) %d, i1 true)
  store <4 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_16x32bx2_x2_5(
; CHECK: tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, {{[[]}}%r{{[0-9]+}}], -2;
define void @ld_16x32bx2_x2_5(ptr addrspace(6) %d, ptr %out) {
  %r = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6) %d, i64 -2, i1 false)
  store <2 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_32x32b_x128_6(
; CHECK: tcgen05.ld.sync.aligned.32x32b.x128.b32
define void @ld_32x32b_x128_6(ptr addrspace(6) %d, ptr %out) {
  %r = call <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6) %d, i1 false)
  store <128 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_red_32x32b_x2_min_abs_nan_f32_7(
; CHECK: tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.NaN.f32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}];
define void @ld_red_32x32b_x2_min_abs_nan_f32_7(ptr addrspace(6) %d, ptr %out) {
  %r = call { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.abs.NaN.f32(ptr addrspace(6) %d)
  store { <2 x float>, float } %r, ptr %out
  ret void
}

; CHECK-LABEL: .func{{.*}} ld_red_16x32bx2_x4_max_u32_8(
; CHECK: tcgen05.ld.red.sync.aligned.16x32bx2.x4.max.u32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], 8;
define void @ld_red_16x32bx2_x4_max_u32_8(ptr addrspace(6) %d, ptr %out) {
  %r = call { <4 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.16x32bx2.x4.max.u32(ptr addrspace(6) %d, i64 8)
  store { <4 x i32>, i32 } %r, ptr %out
  ret void
}
