;===-- libdevice-folding.ll - functions of constants ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; They are evaluated, as C's functions of the same name, before libdevice is inlined. Not what LLVM would not
; evaluate for C: other arguments and other functions, and calls that are said to be of no library.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-libdevice-folding -S %s | FileCheck %s
; RUN: %opt -O1 -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -O3 -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -passes='lto<O3>' -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -O0 -S %s | FileCheck %s --check-prefix=O0

target triple = "nvptx64-nvidia-cuda"

declare double @__nv_log2(double)
declare float @__nv_powf(float, float)
declare float @__nv_sqrtf(float)
declare float @__nv_rsqrtf(float)
declare float @__nv_fast_expf(float)
declare double @exp2(double)

; libdevice has bodies.
define internal double @__nv_exp(double %x) {
  %y = fmul double %x, 7.0
  ret double %y
}

; CUDA's header has functions around them.
define internal double @exp(double %x) alwaysinline {
  %y = call double @__nv_exp(double %x)
  ret double %y
}

; CHECK-LABEL: define float @chain(
; CHECK-NEXT:    ret float 0x3FF7154760000000
; PIPELINE-LABEL: define {{.*}}float @chain(
; PIPELINE-NEXT:    ret float 0x3FF7154760000000
; O0-LABEL: define float @chain(
; O0-NEXT:    {{.*}} = call double @__nv_exp(
define float @chain() {
  %e = call double @exp(double 1.0)
  %l = call double @__nv_log2(double %e)
  %f = fptrunc double %l to float
  ret float %f
}

; CHECK-LABEL: define float @floats(
; CHECK-NEXT:    ret float 1.100000e+01
define float @floats() {
  %s = call float @__nv_sqrtf(float 9.0)
  %p = call float @__nv_powf(float 2.0, float %s)
  %sum = fadd float %p, 3.0
  ret float %sum
}

; CHECK-LABEL: define void @not(
; CHECK-NEXT:    {{.*}} = call float @__nv_sqrtf(float %x)
; CHECK-NEXT:    {{.*}} = call float @__nv_sqrtf(float -1.000000e+00)
; CHECK-NEXT:    {{.*}} = call float @__nv_sqrtf(float 9.000000e+00) #[[#]]
; CHECK-NEXT:    {{.*}} = call float @__nv_rsqrtf(float 4.000000e+00)
; CHECK-NEXT:    {{.*}} = call float @__nv_fast_expf(float 1.000000e+00)
; CHECK-NEXT:    {{.*}} = call double @exp2(double 3.000000e+00)
; CHECK-NEXT:    ret void
define void @not(float %x) {
  %variable = call float @__nv_sqrtf(float %x)
  %domain = call float @__nv_sqrtf(float -1.0)
  %unknown = call float @__nv_sqrtf(float 9.0) nobuiltin
  %other = call float @__nv_rsqrtf(float 4.0)
  %fast = call float @__nv_fast_expf(float 1.0)
  %own = call double @exp2(double 3.0)
  ret void
}
