;===-- rules.ll - the rules of tcgen05.mma, each with a legal twin -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The messages of NVIDIA's compilers, word for word, and what is legal instead. Files are
; by target; in each, functions whose names end in _legal are the twins. LLVM's verifier, which clang
; does not run, would stop at immediates that it knows to be out of range.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_100f -mattr=+ptx90 %t/sm_100f.ll -o /dev/null 2>&1 | FileCheck %t/sm_100f.ll --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 %t/sm_100a.ll -o /dev/null 2>&1 | FileCheck %t/sm_100a.ll --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_110a -mattr=+ptx90 %t/sm_110a.ll -o /dev/null 2>&1 | FileCheck %t/sm_110a.ll --implicit-check-not="{{(error|remark):}}"

;--- sm_100f.ll
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), ptr addrspace(6), i32, i32)

; CHECK: {{error|remark}}: {{.*}}in function i8 {{.*}}: .kind::i8 is not supported on this target; it needs sm_100a, sm_101a or sm_110a
define void @i8(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 3, i32 1, i32 0)
  ret void
}
define void @i8_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 2, i32 1, i32 0)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function sparse_mxf4 {{.*}}: .kind::mxf4 and .kind::mxf4nvf4 with a sparse A are not supported on this target; expected
define void @sparse_mxf4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}
; CHECK: {{error|remark}}: {{.*}}in function scale_vec {{.*}}: .scale_vec is not supported on this target; expected
define void @scale_vec(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

;--- sm_100a.ll
declare void @llvm.nvvm.tcgen05.mma.cta_group__1(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32, i64, i64, i32, i32, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.sp.block_scale(i32, i64, i64, i32, i32, i32, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32, i64, i64, i32, i32, i32, i1)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6), i64, i64, i32, i1, i64, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)

define void @sparse_mxf4_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

define void @scale_vec_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.mxf8f6f4.block_scale.scale_vec.1X(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, ptr addrspace(6) %t, ptr addrspace(6) %t, i32 1, i32 0)
  ret void
}

define void @scale_input_target_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i64 3, i32 0, i32 1, i32 0)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function scale_input_kind {{.*}}: scale-input-d is only for .kind::f16 and .kind::tf32; expected
define void @scale_input_kind(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i64 3, i32 2, i32 1, i32 0)
  ret void
}
define void @scale_input_kind_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i64 3, i32 1, i32 1, i32 0)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function block_scale_f16 {{.*}}: .block_scale is not for .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 and .kind::ti16; expected
define void @block_scale_f16(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 225, i32 0, i1 %p)
  ret void
}
define void @block_scale_f16_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 161, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function block_scale_tf32 {{.*}}: .block_scale is not for .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 and .kind::ti16; expected
define void @block_scale_tf32(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 353, i32 0, i1 %p)
  ret void
}
define void @block_scale_tf32_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 481, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function block_scale_f8f6f4 {{.*}}: .block_scale is not for .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 and .kind::ti16; expected
define void @block_scale_f8f6f4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 97, i32 0, i1 %p)
  ret void
}
define void @block_scale_f8f6f4_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 545, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function block_scale_i8 {{.*}}: .block_scale is not for .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 and .kind::ti16; expected
define void @block_scale_i8(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 289, i32 0, i1 %p)
  ret void
}
define void @block_scale_i8_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 1057, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function ashift_block_scale {{.*}}: .ashift is not for .block_scale; expected
define void @ashift_block_scale(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 161, i32 4, i1 %p)
  ret void
}
define void @ashift_block_scale_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 161, i32 3, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function two_ctas_stationary {{.*}}: .cta_group::2 is not for .ws; expected .cta_group::1
define void @two_ctas_stationary(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4290, i32 0, i1 %p)
  ret void
}
define void @two_ctas_stationary_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4289, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function stationary_mxf8f6f4 {{.*}}: .ws is not for .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4; expected
define void @stationary_mxf8f6f4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4225, i32 0, i1 %p)
  ret void
}
define void @stationary_mxf8f6f4_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4161, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function stationary_mxf4 {{.*}}: .ws is not for .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4; expected
define void @stationary_mxf4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4545, i32 0, i1 %p)
  ret void
}
define void @stationary_mxf4_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4417, i32 8, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function stationary_mxf4nvf4 {{.*}}: .ws is not for .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4; expected
define void @stationary_mxf4nvf4(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4097, i32 0, i1 %p)
  ret void
}
define void @stationary_mxf4nvf4_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.ws(i32 %i, i64 %a, i64 %b, i32 %i, i32 4353, i32 24, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function ashift_fill {{.*}}: .collector::a::use and .collector::a::fill are not for .ashift; expected
define void @ashift_fill(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 2)
  ret void
}
define void @ashift_fill_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 1)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function ashift_use {{.*}}: .collector::a::use and .collector::a::fill are not for .ashift; expected
define void @ashift_use(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 3)
  ret void
}
define void @ashift_use_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 0)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf8f6f4_2X {{.*}}: .scale_vec::2X and .scale_vec::4X are not for .kind::mxf8f6f4; expected
define void @mxf8f6f4_2X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 169, i32 0, i1 %p)
  ret void
}
define void @mxf8f6f4_2X_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 165, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf8f6f4_4X {{.*}}: .scale_vec::2X and .scale_vec::4X are not for .kind::mxf8f6f4; expected
define void @mxf8f6f4_4X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 173, i32 0, i1 %p)
  ret void
}
define void @mxf8f6f4_4X_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 1185, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf4nvf4_1X {{.*}}: .scale_vec::1X is not for .kind::mxf4nvf4; expected
define void @mxf4nvf4_1X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 37, i32 0, i1 %p)
  ret void
}
define void @mxf4nvf4_1X_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 41, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf4nvf4_none {{.*}}: .scale_vec::1X is not for .kind::mxf4nvf4; expected
define void @mxf4nvf4_none(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 33, i32 0, i1 %p)
  ret void
}
define void @mxf4nvf4_none_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 45, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf4_1X {{.*}}: .scale_vec::1X and .scale_vec::4X are not for .kind::mxf4; expected
define void @mxf4_1X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 485, i32 0, i1 %p)
  ret void
}
define void @mxf4_1X_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 489, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mxf4_4X {{.*}}: .scale_vec::1X and .scale_vec::4X are not for .kind::mxf4; expected
define void @mxf4_4X(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.sp.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 %i, i32 2541, i32 0, i1 %p)
  ret void
}
define void @mxf4_4X_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1.sp.block_scale(i32 %i, i64 %a, i64 %b, i32 %i, i32 %i, i32 %i, i32 %i, i32 2537, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function mx_without_scales {{.*}}: .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4 need .block_scale; expected it, or
define void @mx_without_scales(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 129, i32 0, i1 %p)
  ret void
}
define void @mx_without_scales_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 65, i32 0, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function ashift_shared {{.*}}: .ashift is not for A in shared memory; expected A in tensor memory
define void @ashift_shared(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 193, i32 4, i1 %p)
  ret void
}
define void @ashift_shared_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 193, i32 2, i1 %p)
  ret void
}

; CHECK: {{error|remark}}: {{.*}}in function buffer_of_a {{.*}}: collector buffers other than that of A need .ws; expected buffer 0
define void @buffer_of_a(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 193, i32 8, i1 %p)
  ret void
}
define void @buffer_of_a_legal(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.cta_group__1(i32 %i, i64 %a, i64 %b, i32 %i, i32 193, i32 1, i1 %p)
  ret void
}


;--- sm_110a.ll
declare void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6), i64, i64, i32, i1, i64, i32, i32, i32)

; CHECK: {{error|remark}}: {{.*}}in function scale_input_target {{.*}}: scale-input-d is not supported on this target; it needs sm_100f, sm_100a, sm_103f, sm_103a, sm_107f or sm_107a
define void @scale_input_target(ptr addrspace(6) %d, ptr addrspace(6) %t, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared.scale_d(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i64 3, i32 0, i32 1, i32 0)
  ret void
}
