;===-- block-scale.ll - mma with .block_scale ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of the block-scaled forms, typed from the PTX ISA: the scales of A and of B
; stand last, each with byte-id and thread-id. Constants outside their range are errors;
; ptxas would not see them, for they stand in registers.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %t/good.ll -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %t/good.ll -o %t.ptx && %ptxas -arch=sm_120a %t.ptx -o %t.cubin %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 %t/bad.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_121f -mattr=+ptx88 %t/good.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAMILY --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 %t/good.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=DATACENTER --implicit-check-not="{{(error|remark):}}"

; FAMILY: {{error|remark}}: {{.*}}in function mxf4nvf4_sparse {{.*}}not supported on sm_121f; it needs a target with the suffix a of sm_120 or higher {{.*}}; the closest intrinsic on sm_121f is llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k64.row.col.mxf8f6f4.
; DATACENTER: {{error|remark}}: {{.*}}in function mxf8f6f4 {{.*}}not supported on sm_100a; it needs a target with the suffix f or a of sm_120 or higher
; DATACENTER: {{error|remark}}: {{.*}}in function mxf4 {{.*}}not supported on sm_100a
; DATACENTER: {{error|remark}}: {{.*}}in function mxf4nvf4_sparse {{.*}}not supported on sm_100a

;--- good.ll
declare { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)
declare { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.f32.e2m1.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)
declare { float, float, float, float } @llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k128.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3(i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i32, i32, i16, i16, i32, i16, i16)

; CHECK-LABEL: {{[ 	]}}mxf8f6f4(
; CHECK-DAG: mov.b16 [[THREE:%rs[0-9]+]], 3;
; CHECK-DAG: mov.b16 [[ONE:%rs[0-9]+]], 1;
; CHECK-DAG: ld.param.b16 [[BYTE:%rs[0-9]+]], [mxf8f6f4_param_4];
; CHECK-DAG: ld.param.b16 [[THREAD:%rs[0-9]+]], [mxf8f6f4_param_5];
; CHECK-DAG: ld.param.b32 [[SA:%r[0-9]+]], [mxf8f6f4_param_2];
; CHECK-DAG: ld.param.b32 [[SB:%r[0-9]+]], [mxf8f6f4_param_3];
; CHECK: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: [[SA]], {[[THREE]], [[ONE]]},
; CHECK-NEXT: [[SB]], {[[BYTE]], [[THREAD]]};
define { float, float, float, float } @mxf8f6f4(i32 %a, float %c, i32 %sa, i32 %sb, i16 %byte, i16 %thread) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e2m1.f32.ue8m0(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %sa, i16 3, i16 1, i32 %sb, i16 %byte, i16 %thread)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}mxf4(
; CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+, [{]%rs[0-9]+, %rs[0-9]+[}]}},
; CHECK-NEXT: {{%r[0-9]+, [{]%rs[0-9]+, %rs[0-9]+[}]}};
define { float, float, float, float } @mxf4(i32 %a, float %c, i32 %s) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.f32.e2m1.e2m1.f32.ue8m0(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %s, i16 2, i16 0, i32 %s, i16 0, i16 3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}mxf4nvf4_sparse(
; CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{%r[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0,
; CHECK-NEXT: {{%r[0-9]+, [{]%rs[0-9]+, %rs[0-9]+[}]}},
; CHECK-NEXT: {{%r[0-9]+, [{]%rs[0-9]+, %rs[0-9]+[}]}};
define { float, float, float, float } @mxf4nvf4_sparse(i32 %a, float %c, i32 %e, i32 %s) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.sp.ordered.metadata.block.scale.m16n8k128.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %e, i32 0, i32 %s, i16 0, i16 1, i32 %s, i16 0, i16 2)
  ret { float, float, float, float } %r
}

;--- bad.ll
declare { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)
declare { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.f32.e2m1.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)
declare { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)

; All that is wrong with a call is said at once.
; BAD: {{error|remark}}: {{.*}}in function one {{.*}}operand 11 of {{.*}}, the byte-id of A's scales, must be from 0 to 3 (PTX ISA 8.7, mma .block_scale)
; BAD-NEXT: operand 12 of {{.*}}, the thread-id of A's scales, must be 0 or 1 (
; BAD-NEXT: operand 14 of {{.*}}, the byte-id of B's scales, must be from 0 to 3 (
; BAD-NEXT: operand 15 of {{.*}}, the thread-id of B's scales, must be from 0 to 3 (
define { float, float, float, float } @one(i32 %a, float %c, i32 %s) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e2m1.f32.ue8m0(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %s, i16 4, i16 2, i32 %s, i16 -1, i16 4)
  ret { float, float, float, float } %r
}

; BAD: {{error|remark}}: {{.*}}in function two {{.*}}operand 11 of {{.*}}, the byte-id of A's scales, must be 0 or 2 (
define { float, float, float, float } @two(i32 %a, float %c, i32 %s) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4.f32.e2m1.e2m1.f32.ue8m0(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %s, i16 1, i16 0, i32 %s, i16 0, i16 3)
  ret { float, float, float, float } %r
}

; BAD: {{error|remark}}: {{.*}}in function four {{.*}}operand 14 of {{.*}}, the byte-id of B's scales, must be 0 (
define { float, float, float, float } @four(i32 %a, float %c, i32 %s) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c, i32 %s, i16 0, i16 0, i32 %s, i16 2, i16 3)
  ret { float, float, float, float } %r
}
