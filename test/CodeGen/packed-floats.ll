;===-- packed-floats.ll - two operations of floats as one -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; sm_100 and sm_103 compute two floats by one instruction. Elements of accumulators and of tensor
; memory are in pairs of registers, which PTX shows as moves.
;
;===----------------------------------------------------------------------===;

; RUN: rm -rf %t && mkdir %t
; RUN: %llc -verify-machineinstrs -mcpu=sm_100a -mattr=+ptx88 %s -o %t/packed.ptx && FileCheck %s --input-file %t/packed.ptx
; RUN: %llc -mcpu=sm_103a -mattr=+ptx88 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -mattr=+ptx88 -nvptx-packed-floats=0 %s -o %t/single.ptx && FileCheck %s --check-prefix=OFF --input-file %t/single.ptx
; RUN: %llc -mcpu=sm_110a -mattr=+ptx90 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %llc -mcpu=sm_100a -mattr=+ptx88 -O0 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t/packed.ptx -o %t.cubin %}
; RUN: %if emulator %{ %ptx-run %t/packed.ptx --entry rescale --block 32 --arg P=f32[128] --arg f32:3 --arg f32:0.5 --arg u32:2 --print P | FileCheck %s --check-prefix=RESCALED %}
; RUN: %if emulator %{ %ptx-run %t/single.ptx --entry rescale --block 32 --arg P=f32[128] --arg f32:3 --arg f32:0.5 --arg u32:2 --print P | FileCheck %s --check-prefix=RESCALED %}
; RUN: %if emulator %{ %ptx-run %t/packed.ptx --entry crossed --block 32 --arg P=f32[128] --arg f32:3 --arg f32:0.5 --print P | FileCheck %s --check-prefix=CROSSED %}
; RUN: %if emulator %{ %ptx-run %t/single.ptx --entry crossed --block 32 --arg P=f32[128] --arg f32:3 --arg f32:0.5 --print P | FileCheck %s --check-prefix=CROSSED %}

target triple = "nvptx64-nvidia-cuda"

; OFF-NOT: f32x2

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32, i32, i32, float, float, float, float)
declare float @llvm.fma.f32(float, float, float)
declare <2 x i32> @llvm.nvvm.tcgen05.ld.16x64b.x2(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; Rows of an accumulator in a loop have a factor each.
; CHECK-LABEL: .entry rescale(
; CHECK-DAG:   mov.b64 [[S:%rd[0-9]+]], {[[SR:%r[0-9]+]], [[SR]]};
; CHECK-DAG:   mov.b64 [[T:%rd[0-9]+]], {[[TR:%r[0-9]+]], [[TR]]};
; CHECK:       // =>This Inner Loop Header
; CHECK-DAG:   mov.b64 [[LOW:%rd[0-9]+]], {
; CHECK-DAG:   mov.b64 [[HIGH:%rd[0-9]+]], {
; CHECK-DAG:   mul.rn.f32x2 [[NEWLOW:%rd[0-9]+]], {{.*}}[[S]]
; CHECK-DAG:   mul.rn.f32x2 [[NEWHIGH:%rd[0-9]+]], {{.*}}[[T]]
; CHECK-NOT:   mul.rn.f32 
; CHECK:       mma.sync
; CHECK:       ret;
; RESCALED: {{^}} 25 25 0.5 0.5 25 25 0.5 0.5
define ptx_kernel void @rescale(ptr addrspace(1) %p, float %s, float %t, i32 %n) {
entry:
  %one = bitcast float 1.0 to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a0 = phi float [ 1.0, %entry ], [ %b0, %loop ]
  %a1 = phi float [ 1.0, %entry ], [ %b1, %loop ]
  %a2 = phi float [ 2.0, %entry ], [ %b2, %loop ]
  %a3 = phi float [ 2.0, %entry ], [ %b3, %loop ]
  %m0 = fmul float %a0, %s
  %m1 = fmul float %a1, %s
  %m2 = fmul float %a2, %t
  %m3 = fmul float %a3, %t
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %one, i32 0, i32 %one, float %m0, float %m1, float %m2, float %m3)
  %b0 = extractvalue { float, float, float, float } %d, 0
  %b1 = extractvalue { float, float, float, float } %d, 1
  %b2 = extractvalue { float, float, float, float } %d, 2
  %b3 = extractvalue { float, float, float, float } %d, 3
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr [4 x float], ptr addrspace(1) %p, i32 %tid
  store float %b0, ptr addrspace(1) %o
  %o1 = getelementptr float, ptr addrspace(1) %o, i32 1
  store float %b1, ptr addrspace(1) %o1
  %o2 = getelementptr float, ptr addrspace(1) %o, i32 2
  store float %b2, ptr addrspace(1) %o2
  %o3 = getelementptr float, ptr addrspace(1) %o, i32 3
  store float %b3, ptr addrspace(1) %o3
  ret void
}

; The second product of the first pair is not the neighbour that the second pair multiplies.
; CHECK-LABEL: .entry crossed(
; CHECK:       mul.rn.f32x2 [[FIRST:%rd[0-9]+]],
; CHECK:       mov.b64 {[[A:%r[0-9]+]], {{%r[0-9]+}}}, [[FIRST]];
; CHECK:       mov.b64 [[PAIR:%rd[0-9]+]], {[[A]], {{%r[0-9]+}}};
; CHECK:       mul.rn.f32x2 {{.*}}[[PAIR]]
; CHECK:       ret;
; CROSSED: {{^}} 48 1 2 2 48 1 2 2
define ptx_kernel void @crossed(ptr addrspace(1) %p, float %s, float %t) {
  %one = bitcast float 1.0 to i32
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 %one, i32 %one, i32 %one, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %p0 = fmul float %d0, %s
  %p1 = fmul float %t, %t
  %p2 = fmul float %d1, %t
  %q0 = fmul float %p0, %d2
  %q1 = fmul float %p1, %d3
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = getelementptr [4 x float], ptr addrspace(1) %p, i32 %tid
  store float %q0, ptr addrspace(1) %o
  %o1 = getelementptr float, ptr addrspace(1) %o, i32 1
  store float %q1, ptr addrspace(1) %o1
  %o2 = getelementptr float, ptr addrspace(1) %o, i32 2
  store float %p2, ptr addrspace(1) %o2
  %o3 = getelementptr float, ptr addrspace(1) %o, i32 3
  store float %p2, ptr addrspace(1) %o3
  ret void
}

; A constant takes a register of its own: four products share one, two sums would have two.
; CHECK-LABEL: .entry constants(
; CHECK-COUNT-2: mul.rn.f32x2
; CHECK-NOT:   f32x2
; CHECK:       add.rn.f32 {{.*}}, 0f3F800000;
; CHECK:       add.rn.f32 {{.*}}, 0f40000000;
; CHECK:       ret;
define ptx_kernel void @constants(ptr addrspace(1) %p) {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k4.row.col.tf32(i32 0, i32 0, i32 0, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %m0 = fmul float %d0, 3.0
  %m1 = fmul float %d1, 3.0
  %m2 = fmul float %d2, 3.0
  %m3 = fmul float %d3, 3.0
  %s0 = fadd float %d0, 1.0
  %s1 = fadd float %d1, 2.0
  store volatile float %m0, ptr addrspace(1) %p
  store volatile float %m1, ptr addrspace(1) %p
  store volatile float %m2, ptr addrspace(1) %p
  store volatile float %m3, ptr addrspace(1) %p
  store volatile float %s0, ptr addrspace(1) %p
  store volatile float %s1, ptr addrspace(1) %p
  ret void
}

; Code without matrix instructions is often at the limit of registers, and waits for memory.
; CHECK-LABEL: .entry ordinary(
; CHECK-NOT:   f32x2
; CHECK:       ret;
define ptx_kernel void @ordinary(ptr addrspace(1) %p, float %s) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %v0 = extractelement <4 x float> %v, i32 0
  %v1 = extractelement <4 x float> %v, i32 1
  %m0 = fmul float %v0, %s
  %m1 = fmul float %v1, %s
  store volatile float %m0, ptr addrspace(1) %p
  store volatile float %m1, ptr addrspace(1) %p
  ret void
}

; Elements of one load are computed behind its wait, and not ahead of that of the other.
; CHECK-LABEL: .entry tensorMemory(
; CHECK:       tcgen05.wait::ld
; CHECK-NOT:   tcgen05.ld
; CHECK:       fma.rn.f32x2
; CHECK:       tcgen05.ld
; CHECK:       tcgen05.wait::ld
; CHECK:       fma.rn.f32x2
; CHECK:       ret;
define ptx_kernel void @tensorMemory(ptr addrspace(6) %t, ptr addrspace(1) %p, float %s, float %b) {
  %x = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x64b.x2(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %xf = bitcast <2 x i32> %x to <2 x float>
  %x0 = extractelement <2 x float> %xf, i32 0
  %x1 = extractelement <2 x float> %xf, i32 1
  %f0 = call float @llvm.fma.f32(float %x0, float %s, float %b)
  %f1 = call float @llvm.fma.f32(float %s, float %x1, float %b)
  store volatile float %f0, ptr addrspace(1) %p
  store volatile float %f1, ptr addrspace(1) %p
  %y = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x64b.x2(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %yf = bitcast <2 x i32> %y to <2 x float>
  %y0 = extractelement <2 x float> %yf, i32 0
  %y1 = extractelement <2 x float> %yf, i32 1
  %g0 = call float @llvm.fma.f32(float %y0, float %s, float %b)
  %g1 = call float @llvm.fma.f32(float %s, float %y1, float %b)
  store volatile float %g0, ptr addrspace(1) %p
  store volatile float %g1, ptr addrspace(1) %p
  ret void
}
