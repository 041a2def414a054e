;===-- grid-constant.ll - tensor maps that a front end has annotated -------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What is annotated stays in the parameters, wherever its address goes; without the annotation
; the same is an error (test/CUDA/grid-constant.cu has what needs none).
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}
; RUN: sed -e 's/i32 1, i32 2/i32 2/' %s | not %llc -mcpu=sm_90a -mattr=+ptx80 - -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=error:

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.prefetch.tensormap.p0(ptr)
declare void @elsewhere(ptr)

; CHECK-LABEL: .entry passed_on(
; CHECK-NOT: .local
; CHECK: cvta.param.u64
; CHECK: prefetch.tensormap
; OTHER: error: {{.*}}in function passed_on {{.*}}: parameter 0 of passed_on is a tensor map
define void @passed_on(ptr byval([128 x i8]) align 64 %a, ptr byval([128 x i8]) align 64 %b) {
  call void @llvm.nvvm.prefetch.tensormap.p0(ptr %a)
  call void @llvm.nvvm.prefetch.tensormap.p0(ptr %b)
  call void @elsewhere(ptr %a)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @passed_on, !"kernel", i32 1}
!1 = !{ptr @passed_on, !"grid_constant", !2}
!2 = !{i32 1, i32 2}
