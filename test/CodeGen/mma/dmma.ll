;===-- dmma.ll - mma.sync with double precision -------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of f64, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)

; CHECK-LABEL: {{[ 	]}}m8n8k4(
; CHECK: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @m8n8k4(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}
