;===-- imma.ll - mma.sync with integers ---------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of 8-bit and 4-bit integers, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k16.row.col.u8.s8(i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k32.row.col.satfinite.s8.u8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.mma.m8n8k32.row.col.u4(i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k32.row.col.s4(i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k64.row.col.satfinite.s4.u4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CHECK-LABEL: {{[ 	]}}m8n8k16_s8(
; CHECK: mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @m8n8k16_s8(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k16_u8_s8(
; CHECK: mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k16_u8_s8(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k16.row.col.u8.s8(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k32_s8_u8_sat(
; CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k32_s8_u8_sat(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k32.row.col.satfinite.s8.u8(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m8n8k32_u4(
; CHECK: mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @m8n8k32_u4(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.mma.m8n8k32.row.col.u4(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k32_s4(
; CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k32_s4(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k32.row.col.s4(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k64_s4_u4_sat(
; CHECK: mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k64_s4_u4_sat(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.m16n8k64.row.col.satfinite.s4.u4(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}
