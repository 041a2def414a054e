;===-- signed-sums.ll - sums of values with a common sign -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM makes `c ? x : -x` of `(c ? 1 : -1) * x`, as a Hadamard transform has it. If several sums have
; the same sign, the product is multiplied and added at once again; one sum stays as it is.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; OFF-NOT: fma
; CHECK-LABEL: .entry floats(
; CHECK:       selp.b32 [[SIGN:%r[0-9]+]], 1065353216, -1082130432, %p1;
; CHECK-NEXT:  fma.rn.f32 [[A:%r[0-9]+]], [[X:%r[0-9]+]], [[SIGN]], [[Y:%r[0-9]+]];
; CHECK-NEXT:  selp.b32 [[OTHER:%r[0-9]+]], -1082130432, 1065353216, %p1;
; CHECK-NEXT:  fma.rn.f32 {{%r[0-9]+}}, [[Y]], [[OTHER]], [[X]];
; CHECK-NEXT:  fma.rn.f32 {{%r[0-9]+}}, [[A]], [[SIGN]], [[Y]];
; CHECK-NOT:   selp
define ptx_kernel void @floats(ptr addrspace(1) %p, i1 %c) {
  %p1 = getelementptr float, ptr addrspace(1) %p, i32 1
  %x = load float, ptr addrspace(1) %p
  %y = load float, ptr addrspace(1) %p1
  %n = fneg float %x
  %m = fneg float %y
  %s = select i1 %c, float %x, float %n
  %t = select i1 %c, float %m, float %y
  %a = fadd float %s, %y
  %b = fadd float %x, %t
  %o = fneg float %a
  %u = select i1 %c, float %a, float %o
  %d = fadd float %u, %y
  store volatile float %b, ptr addrspace(1) %p
  store volatile float %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry doubles(
; CHECK:       selp.b64 [[SIGN:%rd[0-9]+]], 4607182418800017408, -4616189618054758400, %p1;
; CHECK-NEXT:  fma.rn.f64 {{.*}}, [[SIGN]], {{.*}};
define ptx_kernel void @doubles(ptr addrspace(1) %p, i1 %c) {
  %p1 = getelementptr double, ptr addrspace(1) %p, i32 1
  %x = load double, ptr addrspace(1) %p
  %y = load double, ptr addrspace(1) %p1
  %n = fneg double %x
  %m = fneg double %y
  %s = select i1 %c, double %x, double %n
  %t = select i1 %c, double %m, double %y
  %a = fadd double %s, %y
  %b = fadd double %x, %t
  %o = fneg double %a
  %u = select i1 %c, double %a, double %o
  %d = fadd double %u, %y
  store volatile double %b, ptr addrspace(1) %p
  store volatile double %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry halves(
; CHECK:       selp.b16 [[SIGN:%rs[0-9]+]], 15360, -17408, %p1;
; CHECK-NEXT:  fma.rn.f16 {{.*}}, [[SIGN]], {{.*}};
define ptx_kernel void @halves(ptr addrspace(1) %p, i1 %c) {
  %p1 = getelementptr half, ptr addrspace(1) %p, i32 1
  %x = load half, ptr addrspace(1) %p
  %y = load half, ptr addrspace(1) %p1
  %n = fneg half %x
  %m = fneg half %y
  %s = select i1 %c, half %x, half %n
  %t = select i1 %c, half %m, half %y
  %a = fadd half %s, %y
  %b = fadd half %x, %t
  %o = fneg half %a
  %u = select i1 %c, half %a, half %o
  %d = fadd half %u, %y
  store volatile half %b, ptr addrspace(1) %p
  store volatile half %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry one(
; CHECK-NOT:   fma
define ptx_kernel void @one(ptr addrspace(1) %p, i1 %c) {
  %x = load float, ptr addrspace(1) %p
  %n = fneg float %x
  %s = select i1 %c, float %x, float %n
  %a = fadd float %s, 3.0
  store float %a, ptr addrspace(1) %p
  ret void
}
