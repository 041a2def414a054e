; Two floats become two halves, or two bfloats, by one instruction.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80
; RUN: %llc -verify-machineinstrs -mcpu=sm_75 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM75
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80 %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: halves(
; SM80:        ld.param.{{[bf]}}32 [[A:%[a-z]+[0-9]+]], [halves_param_0];
; SM80:        ld.param.{{[bf]}}32 [[B:%[a-z]+[0-9]+]], [halves_param_1];
; SM80:        cvt.rn.f16x2.f32 {{%r[0-9]+}}, [[B]], [[A]];
; SM75-COUNT-2: cvt.rn.f16.f32
define <2 x half> @halves(float %a, float %b) {
  %x = fptrunc float %a to half
  %y = fptrunc float %b to half
  %v = insertelement <2 x half> poison, half %x, i32 0
  %w = insertelement <2 x half> %v, half %y, i32 1
  ret <2 x half> %w
}

; CHECK-LABEL: bfloats(
; SM80-COUNT-2: cvt.rn.bf16x2.f32
; CHECK:       ret;
define <4 x bfloat> @bfloats(<4 x float> %a) {
  %v = fptrunc <4 x float> %a to <4 x bfloat>
  ret <4 x bfloat> %v
}
