; Two floats become two halves by one instruction, as with LLVM 22; two bfloats only in modules of newer LLVMs,
; as LLVM 19's own tests expect two instructions.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80
; RUN: sed /newer-llvm/d %s | sed /module.flags/d >%t.ll
; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %t.ll -o - | FileCheck %s --check-prefix=PLAIN
; RUN: %llc -verify-machineinstrs -mcpu=sm_75 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM75
; RUN: %if llc-22 %{ %peer-llc -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80 %}

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
; PLAIN-COUNT-4: cvt.rn.bf16.f32
; CHECK:       ret;
define <4 x bfloat> @bfloats(<4 x float> %a) {
  %v = fptrunc <4 x float> %a to <4 x bfloat>
  ret <4 x bfloat> %v
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"nvptx-newer-llvm", i32 22}
