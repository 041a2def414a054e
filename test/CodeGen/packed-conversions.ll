; Two floats become two halves, or two bfloats, by one instruction; four halves are taken apart by moves.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80
; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx71 %s -o - | FileCheck %s --check-prefixes=CHECK,SM80,NEW
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

; Halves are moved out of an integer of four, not shifted.
; CHECK-LABEL: quarters(
; NEW:         mov.b64 {[[LOW:%r[0-9]+]], _}, [[FOUR:%rd[0-9]+]];
; NEW-NEXT:    mov.b32 {_, [[B:%rs[0-9]+]]}, [[LOW]];
; NEW-NEXT:    mov.b64 {_, [[HIGH:%r[0-9]+]]}, [[FOUR]];
; NEW-NEXT:    mov.b32 {[[C:%rs[0-9]+]], _}, [[HIGH]];
; NEW-NEXT:    mov.b32 {_, [[D:%rs[0-9]+]]}, [[HIGH]];
; NEW:         // [[B]] [[C]] [[D]]
; CHECK:       ret;
define void @quarters(i64 %four, ptr %p) {
  %b.wide = lshr i64 %four, 16
  %b = trunc i64 %b.wide to i16
  %c.wide = lshr i64 %four, 32
  %c = trunc i64 %c.wide to i16
  %d.wide = ashr i64 %four, 48
  %d = trunc i64 %d.wide to i16
  call void asm sideeffect "// $0 $1 $2", "h,h,h"(i16 %b, i16 %c, i16 %d)
  ret void
}
