;===-- rejected-by-ptxas.ll - what LLVM 22 prints and ptxas never takes -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; m16n8k16 with D and C of different types. An error, but for a module without kernels on
; a target of LLVM's, where it is a warning: upstream's own tests print it.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx86 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WARN --implicit-check-not="{{(error|remark):}}"
; RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.ptx
; RUN: %if ptxas %{ not %ptxas -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_107 -mattr=+ptx94 -verify-machineinstrs %s -o %t.107.ptx 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: sed 's/other.annotations/nvvm.annotations/' %s > %t.kernel.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx86 -verify-machineinstrs %t.kernel.ll -o %t.kernel.ptx 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: test ! -s %t.kernel.ptx

; Warned of, and printed as stock prints it.
; WARN: warning: {{.*}}in function f {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.f16.f32 is rejected by ptxas on every target; {{.+}}
; WARN: warning: {{.*}}in function g {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.f32.f16 is rejected by ptxas on every target; {{.+}}
; TEXT: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32
; TEXT: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16
; ERROR: {{error|remark}}: {{.*}}in function f {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.f16.f32 is rejected by ptxas on every target; {{.+}}
; ERROR: {{error|remark}}: {{.*}}in function g {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.f32.f16 is rejected by ptxas on every target; {{.+}}
; PTXAS: {{error|fatal}}

declare { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)

define <2 x half> @f(<2 x half> %h, float %c) {
  %r = call { <2 x half>, <2 x half> } @llvm.nvvm.mma.m16n8k16.row.col.f16.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c)
  %e = extractvalue { <2 x half>, <2 x half> } %r, 0
  ret <2 x half> %e
}

define float @g(<2 x half> %h) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f16(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h)
  %e = extractvalue { float, float, float, float } %r, 0
  ret float %e
}

define void @kernel() {
  ret void
}

!other.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
