;===-- rejected-function.ll - what goes with a body that is rejected ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A function that is rejected loses its body, and with it the place of inline assembly that the checks have
; replaced by calls. A C library that overwrites memory that is freed shows if it is used.

; RUN: not env MALLOC_PERTURB_=170 %stock-llc -load %plugin -mcpu=sm_90 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=PLEASE

target triple = "nvptx64-nvidia-cuda"

; CHECK: error: in function rejected {{.*}}: a result of type x86_fp80; PTX has half, bfloat, float and double
define x86_fp80 @rejected(x86_fp80 %x, ptr %p) {
  %d = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, $1}, [$2];", "=r,=r,r"(i32 3) convergent
  %a = extractvalue { i32, i32 } %d, 0
  store i32 %a, ptr %p
  ret x86_fp80 %x
}
