;===-- hmma-satfinite.ll - wmma f16 .satfinite --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; PTX ISA 6.5 took .satfinite away from floating-point wmma: 6.4 is the last version
; that has it.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx64 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx64 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx65 -verify-machineinstrs %s -o %t.65.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=GONE
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx90 -verify-machineinstrs %s -o %t.90.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=GONE-90

; GONE: {{error|remark}}: {{.*}}in function mma_satfinite {{.*}}: llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite is not supported in PTX ISA 6.5; 6.4 was the last version that had it (PTX ISA 6.0, wmma .satfinite; removed in 6.5)
; GONE: {{error|remark}}: {{.*}}in function mma_satfinite_f32 {{.*}}: llvm.nvvm.wmma.m8n32k16.mma.row.col.f32.f32.satfinite is not supported in PTX ISA 6.5; 6.4 was the last version that had it (PTX ISA 6.1, wmma .satfinite; removed in 6.5)
; GONE-90: {{error|remark}}: {{.*}}in function mma_satfinite {{.*}} is not supported in PTX ISA 9.0; 6.4 was the last
; GONE-90: {{error|remark}}: {{.*}}in function mma_satfinite_f32 {{.*}} is not supported in PTX ISA 9.0; 6.4 was the last

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m8n32k16.mma.row.col.f32.f32.satfinite(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)

; CHECK-LABEL: {{[ 	]}}mma_satfinite(
; CHECK: wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16.satfinite
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @mma_satfinite(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16.satfinite(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}mma_satfinite_f32(
; CHECK: wmma.mma.sync.aligned.row.col.m8n32k16.f32.f32.satfinite
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { float, float, float, float, float, float, float, float } @mma_satfinite_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m8n32k16.mma.row.col.f32.f32.satfinite(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %a4, <2 x half> %a5, <2 x half> %a6, <2 x half> %a7, <2 x half> %b0, <2 x half> %b1, <2 x half> %b2, <2 x half> %b3, <2 x half> %b4, <2 x half> %b5, <2 x half> %b6, <2 x half> %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { float, float, float, float, float, float, float, float } %r
}
