;===-- default.ll - messages where no target, or no file, was given ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Without -mcpu, the target is sm_30, whatever the attributes of functions say: a message about a missing
; instruction says so. Where -mcpu was given, it does not.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc %s -o /dev/null 2>&1 | FileCheck %s
; RUN: not %llc -mcpu=sm_75 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=GIVEN
; RUN: %llc -mcpu=sm_80 %s -o - | FileCheck %s --check-prefix=PTX
; CHECK: llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_30; it needs sm_80 or higher{{.*}}; no -mcpu was given, and the default is sm_30; the same of 1 more call
; GIVEN: llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_75
; GIVEN-NOT: no -mcpu
; PTX: mma.sync
target triple = "nvptx64-nvidia-cuda"
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
define { float, float, float, float } @f(i32 %a, float %c) "target-cpu"="sm_90a" {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  ret { float, float, float, float } %d
}
define i32 @g(i32 %a) {
  %r = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r"(i32 %a)
  ret i32 %r
}

; The tool's name, once, and its own.
; RUN: not %llc %t.missing.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
; RUN: not %opt %t.missing.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPT
; FILE: {{^}}{{[^ ]*}}llc: error: {{[^ ]*}}missing.ll: error: Could not open input file: No such file or directory{{$}}
; OPT: {{^}}{{[^ ]*}}opt: {{[^ ]*}}missing.ll: error: Could not open input file: No such file or directory{{$}}
