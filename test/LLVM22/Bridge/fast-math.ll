; Fast-math flags stay where LLVM 19 has them. What LLVM 22 makes of "afn", and LLVM 19 does not, is an
; approximate instruction.

; RUN: %ir-bridge %s | FileCheck %s
; RUN: %ir-bridge %s | %llc -mcpu=sm_90 | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define float @flags(
define float @flags(float %x, double %y, i1 %c) {
  ; CHECK: %a = fadd reassoc nnan contract float %x, 1.000000e+00
  %a = fadd reassoc nnan contract float %x, 1.0
  ; CHECK: %t = fptrunc double %y to float
  %t = fptrunc nnan contract double %y to float
  ; CHECK: %e = fpext float %a to double
  %e = fpext fast float %a to double
  ; CHECK: %f = fcmp nnan olt double %e, %y
  %f = fcmp nnan olt double %e, %y
  ; CHECK: %s = select nsz i1 %f, float %a, float %t
  %s = select nsz i1 %f, float %a, float %t
  ; CHECK: %p = call { float, float } @pair(float %s)
  %p = call nnan nofpclass(nan) { float, float } @pair(float %s)
  %q = extractvalue { float, float } %p, 1
  ; CHECK: %r = call nnan float @llvm.fabs.f32(float %q)
  %r = call nnan float @llvm.fabs.f32(float %q)
  ret float %r
}
declare { float, float } @pair(float)

; PTX-LABEL: approximate(
define float @approximate(float %a, float %b) {
  ; PTX: div.approx.f32
  %q = fdiv afn float %a, %b
  ; PTX: sqrt.approx.f32
  %r = call afn float @llvm.sqrt.f32(float %q)
  ; PTX: sin.approx.f32
  %s = call afn float @llvm.sin.f32(float %r)
  ; PTX: cos.approx.f32
  %c = call afn float @llvm.cos.f32(float %s)
  ; PTX: rsqrt.approx.f32
  %u = call afn float @llvm.sqrt.f32(float %c)
  %v = fdiv afn float 1.0, %u
  ret float %v
}

; PTX-LABEL: flushing(
define float @flushing(float %a, float %b) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  ; PTX: div.approx.ftz.f32
  %q = fdiv afn float %a, %b
  ret float %q
}

; PTX-LABEL: exact(
define float @exact(float %a, float %b) {
  ; PTX: div.rn.f32
  %q = fdiv float %a, %b
  ; PTX: sqrt.rn.f32
  %r = call float @llvm.sqrt.f32(float %q)
  ret float %r
}
