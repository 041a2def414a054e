;===-- hmma.ll - mma.sync with half precision ---------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of f16, bf16 and tf32, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.mma.m8n8k4.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.mma.m8n8k4.col.row.f32.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.mma.m8n8k4.col.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k8.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.bf16(i32, i32, i32, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32, i32, i32, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: {{[ 	]}}m8n8k4_f16(
; CHECK: mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @m8n8k4_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3) {
  %r = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.mma.m8n8k4.row.col.f16.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3)
  ret { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}m8n8k4_f32_f16(
; CHECK: mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float, float, float, float, float } @m8n8k4_f32_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.mma.m8n8k4.col.row.f32.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1, <2 x half> %c2, <2 x half> %c3)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m8n8k4_f32(
; CHECK: mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){7}[}]}};
define { float, float, float, float, float, float, float, float } @m8n8k4_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7) {
  %r = call { float, float, float, float, float, float, float, float } @llvm.nvvm.mma.m8n8k4.col.col.f32.f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %b1, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  ret { float, float, float, float, float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k8_f16(
; CHECK: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { <2 x half>, <2 x half> } @m16n8k8_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %c0, <2 x half> %c1) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k8.row.col.f16.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, <2 x half> %c0, <2 x half> %c1)
  ret { <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k8_f32(
; CHECK: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k8_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %b0, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k16_f16(
; CHECK: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}};
define { <2 x half>, <2 x half> } @m16n8k16_f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1, <2 x half> %c0, <2 x half> %c1)
  ret { <2 x half>, <2 x half> } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k16_f32(
; CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k16_f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k8_bf16(
; CHECK: mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k8_bf16(i32 %a0, i32 %a1, i32 %b0, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.bf16(i32 %a0, i32 %a1, i32 %b0, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k16_bf16(
; CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k16_bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k4_tf32(
; CHECK: mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k4_tf32(i32 %a0, i32 %a1, i32 %b0, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %a0, i32 %a1, i32 %b0, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}

; CHECK-LABEL: {{[ 	]}}m16n8k8_tf32(
; CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}};
define { float, float, float, float } @m16n8k8_tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1, float %c2, float %c3)
  ret { float, float, float, float } %r
}
