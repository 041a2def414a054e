;===-- bad-calls.ll - what calls of tcgen05 must not say -------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Immediates, columns, descriptors that are constants, names and types. What is right is in
; mma.ll, manage.ll, access.ll and packed.ll. Each call is one error; llc goes on to the next.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 %s -o /dev/null 2>&1 | FileCheck %s
; RUN: not %llc -disable-verify -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

declare void @llvm.nvvm.tcgen05.alloc.cg1(ptr, i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.commit.mc.cg1(ptr, i64)
declare void @llvm.nvvm.tcgen05.cp.128x256b.b8.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.128x256b_warpx4.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx2_01_23.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.64x128b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.ld.16x32bx2.x1(ptr addrspace(6), i64, i1)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare <2 x float> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6), i1)
declare <8 x i32> @llvm.nvvm.tcgen05.ld.m64n8x32b(ptr addrspace(6))
declare { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.s32(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.mma.cta_group__1(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.sp(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__2(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6), i64, i64, i32, i1, i64, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)

; What is wrong with intrinsics that LLVM knows is reported when the module is read.
; What is declared with another type is reported when the module is read.
; CHECK-DAG: error: {{.*}}in function commit_mask {{.*}}: llvm.nvvm.tcgen05.commit.mc.cg1 is declared with the type void (ptr, i64), which is not its signature; it is void (ptr, i16)
; CHECK-DAG: error: {{.*}}in function ld_type {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x2 is declared with the type <2 x float> (ptr addrspace(6), i1), which is not its signature; it is <2 x i32> (ptr addrspace(6), i1)
; CHECK-DAG: error: {{.*}}in function kind {{.*}}: operand 5 of llvm.nvvm.tcgen05.mma.shared, kind, must be 0 (f16), 1 (tf32), 2 (f8f6f4) or 3 (i8) (PTX ISA 8.6, tcgen05.mma)
define void @kind(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i32 5, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function kind_register {{.*}}: operand 5 of llvm.nvvm.tcgen05.mma.shared, kind, must be a constant, 0 (f16), 1 (tf32), 2 (f8f6f4) or 3 (i8)
define void @kind_register(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i32 %i, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function cta_group {{.*}}: operand 6 of llvm.nvvm.tcgen05.mma.shared, cta_group, must be 1 or 2
define void @cta_group(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i32 0, i32 3, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function collector {{.*}}: operand 7 of llvm.nvvm.tcgen05.mma.shared, collector_usage, must be 0 (discard), 1 (lastuse), 2 (fill) or 3 (use)
define void @collector(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i32 0, i32 1, i32 -1)
  ret void
}

; CHECK-DAG: error: {{.*}}in function buffer {{.*}}: operand 6 of llvm.nvvm.tcgen05.mma.ws.shared, collector_buffer, must be from 0 to 3 (b0 to b3)
define void @buffer(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i32 0, i32 4, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function scale {{.*}}: operand 5 of llvm.nvvm.tcgen05.mma.shared.scale_d, scale_input_d, must be from 0 to 15
define void @scale(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %i, i1 %p, i64 16, i32 0, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function pack {{.*}}: operand 1 of llvm.nvvm.tcgen05.ld.32x32b.x1, pack, must be a constant, true or false
define void @pack(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  %r = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 %p)
  store i32 %r, ptr %o
  ret void
}

; CHECK-DAG: error: {{.*}}in function offset {{.*}}: operand 1 of llvm.nvvm.tcgen05.ld.16x32bx2.x1, half_split_offset, must be a constant, an offset
define void @offset(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  %r = call i32 @llvm.nvvm.tcgen05.ld.16x32bx2.x1(ptr addrspace(6) %d, i64 %a, i1 false)
  store i32 %r, ptr %o
  ret void
}

; CHECK-DAG: error: {{.*}}in function columns_of_alloc {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 cannot handle 48 columns of tensor memory; expected powers of two from 32 to 512 (PTX ISA 8.6, tcgen05)
define void @columns_of_alloc(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) null, i32 48)
  ret void
}

; CHECK-DAG: error: {{.*}}in function few_columns {{.*}}: llvm.nvvm.tcgen05.alloc.cg1 cannot handle 16 columns
define void @few_columns(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr null, i32 16)
  ret void
}

; CHECK-DAG: error: {{.*}}in function columns_of_dealloc {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 cannot handle 1024 columns
define void @columns_of_dealloc(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 1024)
  ret void
}

; CHECK-DAG: error: {{.*}}in function cp_64 {{.*}}: llvm.nvvm.tcgen05.cp.64x128b.cg1 is not an intrinsic of NVPTX; Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op
define void @cp_64(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.cp.64x128b.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-DAG: error: {{.*}}in function cp_32 {{.*}}: llvm.nvvm.tcgen05.cp.32x128b_warpx2_01_23.cg1 is not an intrinsic of NVPTX; Shape 32x128b requires multicast warpx4 for tcgen05.cp Op
define void @cp_32(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx2_01_23.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-DAG: error: {{.*}}in function cp_128 {{.*}}: llvm.nvvm.tcgen05.cp.128x256b_warpx4.cg1 is not an intrinsic of NVPTX; Shape 128x256b takes no multicast for tcgen05.cp Op; legal with warpx4 is 32x128b
define void @cp_128(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.cp.128x256b_warpx4.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

; CHECK-DAG: error: {{.*}}in function cp_format {{.*}}: llvm.nvvm.tcgen05.cp.128x256b.b8.cg1 is not an intrinsic of NVPTX; Unsupported tcgen05.cp destination format; expected none, b6x16_p32 and b4x16_p64
define void @cp_format(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.b8.cg1(ptr addrspace(6) %d, i64 %a)
  ret void
}

define void @commit_mask(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.commit.mc.cg1(ptr null, i64 3)
  ret void
}

; CHECK-DAG: error: {{.*}}in function ld_shape {{.*}}: llvm.nvvm.tcgen05.ld.m64n8x32b is not an intrinsic of NVPTX
define void @ld_shape(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  %r = call <8 x i32> @llvm.nvvm.tcgen05.ld.m64n8x32b(ptr addrspace(6) %d)
  store <8 x i32> %r, ptr %o
  ret void
}

define void @ld_type(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  %r = call <2 x float> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %d, i1 false)
  store <2 x float> %r, ptr %o
  ret void
}

; CHECK-DAG: error: {{.*}}in function red_target {{.*}}: llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.s32 is not supported on sm_100a; it needs sm_101f, sm_101a, sm_103f, sm_103a, sm_107f, sm_107a, sm_110f or sm_110a (PTX ISA 8.8, tcgen05.ld.red); the closest intrinsic on sm_100a is llvm.nvvm.tcgen05.ld.
define void @red_target(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  %r = call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.s32(ptr addrspace(6) %d)
  store { <2 x i32>, i32 } %r, ptr %o
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_word {{.*}}: operand 4 of llvm.nvvm.tcgen05.mma.cta_group__1, kind_word, must be a constant
define void @packed_word(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %a, i32 %i, i32 %i, i32 0, i1 %p)
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_group {{.*}}: llvm.nvvm.tcgen05.mma.cta_group__2: the kind word has 1 in 'cta_group'; the intrinsic needs 2
define void @packed_group(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__2(i32 %i, i64 %a, i64 %a, i32 %i, i32 193, i32 0, i1 %p)
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_sparse {{.*}}: llvm.nvvm.tcgen05.mma.cta_group__1: the kind word has 1 in 'sp'; the intrinsic needs 0
define void @packed_sparse(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %a, i32 %i, i32 2241, i32 0, i1 %p)
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_scale {{.*}}: llvm.nvvm.tcgen05.mma.cta_group__1 has no operand for scale-input-d; llvm.nvvm.tcgen05.mma.shared.scale_d and its relatives have
define void @packed_scale(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %a, i32 %i, i32 209, i32 0, i1 %p)
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_junk {{.*}}: llvm.nvvm.tcgen05.mma.cta_group__1: 0xFFFFFFFF is not a kind word: bits 0xFFFFC000 belong to no field
define void @packed_junk(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %a, i32 %i, i32 -1, i32 0, i1 %p)
  ret void
}

; CHECK-DAG: error: {{.*}}in function packed_type {{.*}}: llvm.nvvm.tcgen05.mma.cta_group__1.sp is declared with the type void (i32, i64, i64, i32, i32, i32, i1), which is not its signature; it is void (i32, i64, i64, i32, i32, i32, i32, i1)
define void @packed_type(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.sp(i32 %i, i64 %a, i64 %a, i32 %i, i32 193, i32 0, i1 %p)
  ret void
}

; Descriptors are checked once the intrinsics that encode them are constants.
; CHECK-DAG: error: {{.*}}in function matrix_descriptor {{.*}}: operand 1 of llvm.nvvm.tcgen05.mma.shared: 0x0 is not a tcgen05 matrix descriptor: the fixed constant
define void @matrix_descriptor(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 0, i64 %a, i32 %i, i1 %p, i32 0, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function matrix_descriptor_of_cp {{.*}}: operand 1 of llvm.nvvm.tcgen05.cp.128x256b.cg1: 0x7FFFFFFFFFFFFFFF is not a tcgen05 matrix descriptor
define void @matrix_descriptor_of_cp(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 9223372036854775807)
  ret void
}

; CHECK-DAG: error: {{.*}}in function instruction_descriptor {{.*}}: operand 3 of llvm.nvvm.tcgen05.mma.shared: 
define void @instruction_descriptor(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 138413200, i1 %p, i32 1, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function sparse_descriptor {{.*}}: operand 3 of llvm.nvvm.tcgen05.mma.sp.shared: 
define void @sparse_descriptor(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 138413200, i1 %p, ptr addrspace(6) %d, i32 0, i32 1, i32 0)
  ret void
}

; CHECK-DAG: error: {{.*}}in function two_ctas_descriptor {{.*}}: operand 3 of llvm.nvvm.tcgen05.mma.shared: 
define void @two_ctas_descriptor(ptr addrspace(6) %d, i64 %a, i32 %i, i1 %p, ptr %o) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 71304336, i1 %p, i32 0, i32 2, i32 0)
  ret void
}
