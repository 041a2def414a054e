;===-- fp8.ll - mma.sync with e4m3, e5m2, e3m2, e2m3, e2m1 -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of the narrow floating-point types, typed from the PTX ISA. What a target
; lacks is reported with what it has.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_120a %t.ptx -o %t.cubin %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_89 -mattr=+ptx84 -verify-machineinstrs %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ADA --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx87 -verify-machineinstrs %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DATACENTER --implicit-check-not="{{(error|remark):}}"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.e5m2.e5m2.f16(i32, i32, i32, <2 x half>, <2 x half>)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f32.e4m3.e4m3.f32(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f16.e3m2.e2m1.f16(i32, i32, i32, i32, i32, i32, <2 x half>, <2 x half>)

; sm_89 and PTX ISA 8.4 have the first only.
; ADA: {{error|remark}}: {{.*}}in function k16_f16 {{.*}}not supported in PTX ISA 8.4; it needs 8.7 or later, e.g. -mattr=+ptx87
; ADA: {{error|remark}}: {{.*}}in function kind_f32 {{.*}}not supported on sm_89; it needs a target with the suffix f or a of sm_100 or higher {{.*}}; the closest intrinsic on sm_89 is llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32
; ADA: {{error|remark}}: {{.*}}in function kind_f16 {{.*}}not supported on sm_89; it needs a target with the suffix f or a of sm_120 or higher
; DATACENTER: {{error|remark}}: {{.*}}in function kind_f16 {{.*}}not supported on sm_100a; it needs a target with the suffix f or a of sm_120 or higher {{.*}}; the closest intrinsic on sm_100a is llvm.nvvm.mma.m16n8k32.row.col.

; CHECK-LABEL: {{[ 	]}}k32_f32(
; CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @k32_f32(i32 %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}k16_f16(
; CHECK: mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}};
define { <2 x half>, <2 x half> } @k16_f16(i32 %a, <2 x half> %c) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.e5m2.e5m2.f16(i32 %a, i32 %a, i32 %a, <2 x half> %c, <2 x half> %c)
  ret { <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}kind_f32(
; CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @kind_f32(i32 %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f32.e4m3.e4m3.f32(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}kind_f16(
; CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e3m2.e2m1.f16
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+, %r[0-9]+[}]}};
define { <2 x half>, <2 x half> } @kind_f16(i32 %a, <2 x half> %c) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k32.row.col.kind.f8f6f4.f16.e3m2.e2m1.f16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, <2 x half> %c, <2 x half> %c)
  ret { <2 x half>, <2 x half> } %r
}
