;===-- half-saturation.ll - saturated half precision, and fma with .oob ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Intrinsics that LLVM has since 23: sums and products of half precision that are kept from 0 to 1, and
; fma that is 0 if a factor is the NaN of an element out of bounds. ptx-run executes the former; the bits
; of the NaN are not documented, so that it refuses the latter.
;
;===----------------------------------------------------------------------===;

; RUN: rm -rf %t && split-file %s %t
; RUN: %llc -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %t/saturated.ll -o %t/saturated.ptx
; RUN: FileCheck %t/saturated.ll --input-file %t/saturated.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_75 %t/saturated.ptx -o %t/saturated.cubin %}
; RUN: %ptx-run %t/saturated.ptx --block 1 --arg D=f16[1x2] --arg P=f16[1x2] --arg f16:0.75 --arg f16:0.5 --print D --print P | FileCheck %t/saturated.ll --check-prefix=RESULT
; RUN: %ptx-run %t/saturated.ptx --block 1 --arg D=f16[1x2] --arg P=f16[1x2] --arg f16:-0.75 --arg f16:0.5 --print D --print P | FileCheck %t/saturated.ll --check-prefix=NEGATIVE
; RUN: %llc -mcpu=sm_90 -mattr=+ptx81 -verify-machineinstrs %t/oob.ll -o %t/oob.ptx
; RUN: FileCheck %t/oob.ll --input-file %t/oob.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 %t/oob.ptx -o %t/oob.cubin %}
; RUN: not %llc -mcpu=sm_89 -mattr=+ptx81 %t/oob.ll -o /dev/null 2>&1 | FileCheck %t/oob.ll --check-prefix=TARGET
; RUN: not %llc -mcpu=sm_90 -mattr=+ptx80 %t/oob.ll -o /dev/null 2>&1 | FileCheck %t/oob.ll --check-prefix=VERSION
; RUN: not %llc -mcpu=sm_75 -mattr=+ptx63 %t/type.ll -o /dev/null 2>&1 | FileCheck %t/type.ll

;--- saturated.ll
target triple = "nvptx64-nvidia-cuda"
declare half @llvm.nvvm.add.rn.sat.f16(half, half)
declare half @llvm.nvvm.add.rn.ftz.sat.f16(half, half)
declare half @llvm.nvvm.mul.rn.sat.f16(half, half)
declare <2 x half> @llvm.nvvm.add.rn.sat.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.nvvm.mul.rn.ftz.sat.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.nvvm.mul.rn.sat.v2f16(<2 x half>, <2 x half>)
; CHECK-DAG: add.rn.sat.f16 %rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}};
; CHECK-DAG: add.rn.ftz.sat.f16 %rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}};
; CHECK-DAG: mul.rn.sat.f16x2 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}};
; RESULT: 1{{ +}}1{{$}}
; RESULT: 0.375{{ +}}0.25{{$}}
; NEGATIVE: 0{{ +}}0{{$}}
; NEGATIVE: 0{{ +}}0.25{{$}}
define ptx_kernel void @k(ptr %d, ptr %p, half %a, half %b) {
  %s = call half @llvm.nvvm.add.rn.sat.f16(half %a, half %b)
  %f = call half @llvm.nvvm.add.rn.ftz.sat.f16(half %a, half %b)
  %v0 = insertelement <2 x half> poison, half %s, i32 0
  %v = insertelement <2 x half> %v0, half %f, i32 1
  store <2 x half> %v, ptr %d
  %x0 = insertelement <2 x half> poison, half %a, i32 0
  %x = insertelement <2 x half> %x0, half %b, i32 1
  %y0 = insertelement <2 x half> poison, half %b, i32 0
  %y = insertelement <2 x half> %y0, half %b, i32 1
  %m = call <2 x half> @llvm.nvvm.mul.rn.sat.v2f16(<2 x half> %x, <2 x half> %y)
  store <2 x half> %m, ptr %p
  ret void
}
; CHECK: mul.rn.sat.f16 %rs
define half @product(half %a, half %b) {
  %d = call half @llvm.nvvm.mul.rn.sat.f16(half %a, half %b)
  ret half %d
}
; CHECK: add.rn.sat.f16x2 %r
; CHECK: mul.rn.ftz.sat.f16x2 %r
define <2 x half> @pairs(<2 x half> %a, <2 x half> %b) {
  %s = call <2 x half> @llvm.nvvm.add.rn.sat.v2f16(<2 x half> %a, <2 x half> %b)
  %d = call <2 x half> @llvm.nvvm.mul.rn.ftz.sat.v2f16(<2 x half> %s, <2 x half> %b)
  ret <2 x half> %d
}

;--- oob.ll
target triple = "nvptx64-nvidia-cuda"
declare half @llvm.nvvm.fma.rn.oob.f16(half, half, half)
declare <2 x half> @llvm.nvvm.fma.rn.oob.relu.v2f16(<2 x half>, <2 x half>, <2 x half>)
declare bfloat @llvm.nvvm.fma.rn.oob.relu.bf16(bfloat, bfloat, bfloat)
declare <2 x bfloat> @llvm.nvvm.fma.rn.oob.v2bf16(<2 x bfloat>, <2 x bfloat>, <2 x bfloat>)
; CHECK: fma.rn.oob.f16 %rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}};
; TARGET: llvm.nvvm.fma.rn.oob.f16 is not supported on sm_89; it needs sm_90 or higher (PTX ISA 8.1, fma .oob)
; VERSION: llvm.nvvm.fma.rn.oob.f16 is not supported in PTX ISA 8.0; it needs 8.1 or later
define half @f(half %a) {
  %d = call half @llvm.nvvm.fma.rn.oob.f16(half %a, half %a, half %a)
  ret half %d
}
; CHECK: fma.rn.oob.relu.f16x2 %r
define <2 x half> @g(<2 x half> %a) {
  %d = call <2 x half> @llvm.nvvm.fma.rn.oob.relu.v2f16(<2 x half> %a, <2 x half> %a, <2 x half> %a)
  ret <2 x half> %d
}
; CHECK: fma.rn.oob.relu.bf16 %rs
define bfloat @h(bfloat %a) {
  %d = call bfloat @llvm.nvvm.fma.rn.oob.relu.bf16(bfloat %a, bfloat %a, bfloat %a)
  ret bfloat %d
}
; CHECK: fma.rn.oob.bf16x2 %r
define <2 x bfloat> @i(<2 x bfloat> %a) {
  %d = call <2 x bfloat> @llvm.nvvm.fma.rn.oob.v2bf16(<2 x bfloat> %a, <2 x bfloat> %a, <2 x bfloat> %a)
  ret <2 x bfloat> %d
}

;--- type.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.add.rn.sat.f16(float, float)
; CHECK: llvm.nvvm.add.rn.sat.f16 is declared with the type float (float, float), which is not its signature; it is half (half, half)
define float @f(float %a) {
  %d = call float @llvm.nvvm.add.rn.sat.f16(float %a, float %a)
  ret float %d
}
