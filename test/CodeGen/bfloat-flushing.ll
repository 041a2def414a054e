; Functions that flush subnormal floats, with bfloats: PTX has .ftz for their conversions, and not for their arithmetic
; and comparisons. LLVM prints setp.ftz.bf16.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --implicit-check-not='setp{{.*}}.ftz' --implicit-check-not='{{add|sub|mul|fma|max}}{{.*}}.ftz.bf16'
; RUN: %if ptxas %{ %llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 -c - -o %t.cubin %}
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_75 -mattr=+ptx63 %s -o - | %ptxas -arch=sm_75 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: compare(
; CHECK:       setp.lt.bf16
define i1 @compare(bfloat %a, bfloat %b) #0 {
  %r = fcmp olt bfloat %a, %b
  ret i1 %r
}

; CHECK-LABEL: compare_vectors(
; CHECK:       setp.gt.bf16x2
define <2 x i1> @compare_vectors(<2 x bfloat> %a, <2 x bfloat> %b) #0 {
  %r = fcmp ogt <2 x bfloat> %a, %b
  ret <2 x i1> %r
}

; CHECK-LABEL: compute(
; CHECK:       sub.{{.*}}bf16
; CHECK:       fma.rn.bf16
; CHECK:       max.NaN.bf16
define bfloat @compute(bfloat %a, bfloat %b) #0 {
  %r = fsub bfloat %a, %b
  %s = call bfloat @llvm.fma.bf16(bfloat %r, bfloat %a, bfloat %b)
  %t = call bfloat @llvm.maximum.bf16(bfloat %s, bfloat %b)
  ret bfloat %t
}

; CHECK-LABEL: extend(
; CHECK:       cvt.ftz.f32.bf16
define float @extend(bfloat %a) #0 {
  %r = fpext bfloat %a to float
  ret float %r
}

declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat)
declare bfloat @llvm.maximum.bf16(bfloat, bfloat)
attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
