;===-- bmma.ll - mma.sync with single bits ------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of b1, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare { i32, i32 } @llvm.nvvm.mma.xor.popc.m8n8k128.row.col.b1(i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.and.popc.m16n8k128.row.col.b1(i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CHECK-LABEL: {{[ 	]}}m8n8k128_xor(
; CHECK: mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { i32, i32 } @m8n8k128_xor(i32 %a0, i32 %b0, i32 %c0, i32 %c1) {
  %r = call { i32, i32 } @llvm.nvvm.mma.xor.popc.m8n8k128.row.col.b1(i32 %a0, i32 %b0, i32 %c0, i32 %c1)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k128_and(
; CHECK: mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k128_and(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.and.popc.m16n8k128.row.col.b1(i32 %a0, i32 %a1, i32 %b0, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k256_xor(
; CHECK: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { i32, i32, i32, i32 } @m16n8k256_xor(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.xor.popc.m16n8k256.row.col.b1(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 %c0, i32 %c1, i32 %c2, i32 %c3)
  ret { i32, i32, i32, i32 } %r
}
