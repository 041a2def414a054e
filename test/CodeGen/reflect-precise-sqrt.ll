;===-- reflect-precise-sqrt.ll - libdevice asks for precise roots ---------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Square roots are precise, as nvcc's are, but with fast math or where an option says so. LLVM
; answers libdevice's question with no.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_80 %s -o - | FileCheck %s --check-prefixes=CHECK,PRECISE
; RUN: %llc -mcpu=sm_80 -nvptx-prec-sqrtf32=0 %s -o - | FileCheck %s --check-prefixes=CHECK,APPROXIMATE
; RUN: %llc -mcpu=sm_80 -nvptx-prec-sqrtf32=1 %s -o - | FileCheck %s --check-prefixes=CHECK,ALWAYS
; RUN: %opt -mcpu=sm_80 -O2 -S %s | FileCheck %s --check-prefix=OPT
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_80 %s -o - | FileCheck %s --check-prefix=STOCK %}

target triple = "nvptx64-nvidia-cuda"
@name = private unnamed_addr addrspace(1) constant [17 x i8] c"__CUDA_PREC_SQRT\00"
declare i32 @__nvvm_reflect(ptr)
declare float @llvm.nvvm.sqrt.rn.f(float)
declare float @llvm.nvvm.sqrt.approx.f(float)

; CHECK-LABEL: root(
; PRECISE:     sqrt.rn.f32
; APPROXIMATE: sqrt.approx.f32
; ALWAYS:      sqrt.rn.f32
; STOCK:       sqrt.approx.f32
; OPT-LABEL:   @root(
; OPT:         @llvm.nvvm.sqrt.rn.f(
define float @root(float %x) {
  %precise = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @name to ptr))
  %c = icmp ne i32 %precise, 0
  br i1 %c, label %rounded, label %fast
rounded:
  %r = call float @llvm.nvvm.sqrt.rn.f(float %x)
  ret float %r
fast:
  %f = call float @llvm.nvvm.sqrt.approx.f(float %x)
  ret float %f
}

; CHECK-LABEL: unsafe(
; PRECISE:     sqrt.approx.f32
; ALWAYS:      sqrt.rn.f32
define float @unsafe(float %x) "unsafe-fp-math"="true" {
  %precise = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @name to ptr))
  %c = icmp ne i32 %precise, 0
  br i1 %c, label %rounded, label %fast
rounded:
  %r = call float @llvm.nvvm.sqrt.rn.f(float %x)
  ret float %r
fast:
  %f = call float @llvm.nvvm.sqrt.approx.f(float %x)
  ret float %f
}
