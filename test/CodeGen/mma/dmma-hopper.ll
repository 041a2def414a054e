;===-- dmma-hopper.ll - mma.sync f64 of m16n8, and rounding ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA. The rounding modes are ours: LLVM has no such names,
; and the PTX ISA's text gives .rn as the default.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx78 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx78 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_89 -mattr=+ptx78 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ADA --implicit-check-not="{{(error|remark):}}"

; ADA-COUNT-3: {{error|remark}}: {{.*}}is not supported on sm_89; it needs sm_90 or higher (PTX ISA 7.8, mma f64 m16n8k4, k8, k16); the closest intrinsic on sm_89 is llvm.nvvm.mma.m8n8k4.row.col.

declare { double, double, double, double } @llvm.nvvm.mma.m16n8k4.row.col.f64(double, double, double, double, double, double, double)
declare { double, double, double, double } @llvm.nvvm.mma.m16n8k8.row.col.rz.f64(double, double, double, double, double, double, double, double, double, double)
declare { double, double, double, double } @llvm.nvvm.mma.m16n8k16.row.col.f64(double, double, double, double, double, double, double, double, double, double, double, double, double, double, double, double)
declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.rp.f64(double, double, double, double)

; CHECK-LABEL: {{[ 	]}}k4(
; CHECK: mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}};
define { double, double, double, double } @k4(double %a) {
  %r = call { double, double, double, double } @llvm.nvvm.mma.m16n8k4.row.col.f64(double %a, double %a, double %a, double %a, double %a, double %a, double %a)
  ret { double, double, double, double } %r
}

; CHECK-LABEL: {{[ 	]}}k8_rz(
; CHECK: mma.sync.aligned.m16n8k8.row.col.rz.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}};
define { double, double, double, double } @k8_rz(double %a) {
  %r = call { double, double, double, double } @llvm.nvvm.mma.m16n8k8.row.col.rz.f64(double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a)
  ret { double, double, double, double } %r
}

; CHECK-LABEL: {{[ 	]}}k16(
; CHECK: mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){3}[}]}};
define { double, double, double, double } @k16(double %a) {
  %r = call { double, double, double, double } @llvm.nvvm.mma.m16n8k16.row.col.f64(double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a, double %a)
  ret { double, double, double, double } %r
}

; CHECK-LABEL: {{[ 	]}}m8n8k4_rp(
; CHECK: mma.sync.aligned.m8n8k4.row.col.rp.f64.f64.f64.f64
define { double, double } @m8n8k4_rp(double %a) {
  %r = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.rp.f64(double %a, double %a, double %a, double %a)
  ret { double, double } %r
}
