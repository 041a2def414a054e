; IR of no target, as LLVM prints it.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefixes=CHECK,SM75
; RUN: %llc -verify-machineinstrs -mcpu=sm_70 -mattr=+ptx60 %s -o - | FileCheck %s --check-prefixes=CHECK,SM70
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefix=PEER %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: exp2s(
; CHECK:       ex2.approx.f32
; SM75:        ex2.approx.f16
; SM70:        cvt.f32.f16
; SM70:        ex2.approx.f32
; SM70:        cvt.rn.f16.f32
; CHECK:       ex2.approx.f32
; CHECK:       ex2.approx.f32
; PEER-LABEL:  exp2s(
; PEER:        ex2.approx.f32
; PEER:        ex2.approx.f16
define void @exp2s(ptr %p, float %a, half %b, <2 x float> %c) {
  %r = call float @llvm.exp2.f32(float %a)
  store volatile float %r, ptr %p
  %s = call half @llvm.exp2.f16(half %b)
  store volatile half %s, ptr %p
  %t = call <2 x float> @llvm.exp2.v2f32(<2 x float> %c)
  store <2 x float> %t, ptr %p
  ret void
}

; CHECK-LABEL: exp2_ftz(
; CHECK:       ex2.approx.ftz.f32
; PEER-LABEL:  exp2_ftz(
; PEER:        ex2.approx.ftz.f32
define float @exp2_ftz(float %a) #0 {
  %r = call float @llvm.exp2.f32(float %a)
  ret float %r
}

; A multiplication by 1 makes a quiet NaN of a signalling one, and flushes a subnormal.
; CHECK-LABEL: canonical(
; CHECK:       mul.rn.f32 {{.*}}, 0f3F800000;
; CHECK:       mul.rn.f64 {{.*}}, 0d3FF0000000000000;
; CHECK:       mov.b16 [[ONE:%rs[0-9]+]], 0x3C00;
; CHECK:       mul.rn.f16 {{.*}}, [[ONE]];
; PEER-LABEL:  canonical(
; PEER:        mul.rn.f32 {{.*}}, 0f3F800000;
define void @canonical(ptr %p, float %a, double %b, half %c) {
  %r = call float @llvm.canonicalize.f32(float %a)
  store volatile float %r, ptr %p
  %s = call double @llvm.canonicalize.f64(double %b)
  store volatile double %s, ptr %p
  %t = call half @llvm.canonicalize.f16(half %c)
  store volatile half %t, ptr %p
  ret void
}

; CHECK-LABEL: canonical_ftz(
; CHECK:       mul.rn.ftz.f32
define float @canonical_ftz(float %a) #0 {
  %r = call float @llvm.canonicalize.f32(float %a)
  ret float %r
}

; Two bytes do not go through local memory.
; CHECK-LABEL: bytes(
; CHECK-NOT:   local
; CHECK:       ret;
define i16 @bytes(i8 %a, i8 %b, half %c) {
  %v = insertelement <2 x i8> poison, i8 %a, i32 0
  %w = insertelement <2 x i8> %v, i8 %b, i32 1
  %bits = bitcast <2 x i8> %w to i16
  %parts = bitcast half %c to <2 x i8>
  %upper = extractelement <2 x i8> %parts, i32 1
  %wide = zext i8 %upper to i16
  %sum = add i16 %bits, %wide
  ret i16 %sum
}

attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
