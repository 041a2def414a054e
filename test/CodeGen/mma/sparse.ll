;===-- sparse.ll - mma.sp and mma.sp::ordered_metadata ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of the sparse forms, typed from the PTX ISA: metadata and selector stand
; behind C. Selectors outside their range, and selectors that are no constants, are
; errors.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %t/good.ll -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %t/good.ll -o %t.ptx && %ptxas -arch=sm_120a %t.ptx -o %t.cubin %}
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 %t/bad.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 %t/bad.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx84 %t/good.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=AMPERE --implicit-check-not="{{(error|remark):}}"

; AMPERE: {{error|remark}}: {{.*}}in function ordered_s4 {{.*}}not supported in PTX ISA 8.4; it needs 8.5 or later
; AMPERE: {{error|remark}}: {{.*}}in function ordered_kind {{.*}}not supported on sm_80; it needs a target with the suffix f or a of sm_120 or higher

;--- good.ll
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32, i32)
declare { float, float, float, float } @llvm.nvvm.mma.sp.m16n8k8.row.col.tf32(i32, i32, i32, i32, float, float, float, float, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.satfinite.u8.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k128.row.col.s4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { float, float, float, float } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.kind.f8f6f4.f32.e2m3.e5m2.f32(i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i32)

; CHECK-LABEL: {{[ 	]}}f16(
; CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}3;
define { <2 x half>, <2 x half> } @f16(<2 x half> %a, i32 %e) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, i32 %e, i32 3)
  ret { <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}tf32(
; CHECK: mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}2;
define { float, float, float, float } @tf32(i32 %a, float %c, i32 %e) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.sp.m16n8k8.row.col.tf32(i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %e, i32 2)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}u8_s8(
; CHECK: mma.sp.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
define { i32, i32, i32, i32 } @u8_s8(i32 %a, i32 %e) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.satfinite.u8.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %e, i32 1)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}ordered_s4(
; CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0;
define { i32, i32, i32, i32 } @ordered_s4(i32 %a, i32 %e) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k128.row.col.s4(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %e, i32 0)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}ordered_kind(
; CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m3.e5m2.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0;
define { float, float, float, float } @ordered_kind(i32 %a, float %c, i32 %e) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k64.row.col.kind.f8f6f4.f32.e2m3.e5m2.f32(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %e, i32 0)
  ret { float, float, float, float } %r
}

; What is wrong with intrinsics that LLVM knows is reported when the module is read.
;--- bad.ll
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k128.row.col.s4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; BAD-DAG: {{error|remark}}: {{.*}}in function four {{.*}}operand 7 of llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16, the sparsity selector, must be from 0 to 3 (PTX ISA 7.1, mma.sp)
define { <2 x half>, <2 x half> } @four(<2 x half> %a, i32 %e) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.sp.m16n8k16.row.col.f16.f16(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, i32 %e, i32 4)
  ret { <2 x half>, <2 x half> } %r
}

; BAD-DAG: {{error|remark}}: {{.*}}in function two {{.*}}operand 9 of llvm.nvvm.mma.sp.m16n8k32.row.col.s8, the sparsity selector, must be 0 or 1 (
define { i32, i32, i32, i32 } @two(i32 %a, i32 %e) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %e, i32 2)
  ret { i32, i32, i32, i32 } %r
}

; BAD-DAG: {{error|remark}}: {{.*}}in function one {{.*}}operand 13 of llvm.nvvm.mma.sp.ordered.metadata.m16n8k128.row.col.s4, the sparsity selector, must be 0 (
define { i32, i32, i32, i32 } @one(i32 %a, i32 %e) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.ordered.metadata.m16n8k128.row.col.s4(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %e, i32 1)
  ret { i32, i32, i32, i32 } %r
}

; BAD-DAG: {{error|remark}}: {{.*}}in function register {{.*}}operand 9 of llvm.nvvm.mma.sp.m16n8k32.row.col.s8, the sparsity selector, must be a constant, 0 or 1 (
define { i32, i32, i32, i32 } @register(i32 %a, i32 %e) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %e, i32 %e)
  ret { i32, i32, i32, i32 } %r
}
