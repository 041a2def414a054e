;===-- register-pressure.ll - the order of instructions ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; In a function with matrix instructions and setmaxnreg, a value is computed where it is used, if that saves registers,
; and never ahead of a wait: registers are named in empty statements, as CUTLASS does, which LLVM could otherwise leave
; in front of the wait. In others, and without optimization, the order of the source stays, as in stock LLVM.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -verify-machineinstrs -mcpu=sm_90a %s -o - 2>&1 | FileCheck %s --check-prefixes=CHECK,SAVED --implicit-check-not=warning
; RUN: %llc -O0 -mcpu=sm_90a %s -o - | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: %llc -mcpu=sm_90a -nvptx-sched4reg %s -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o - | %ptxas -arch=sm_90a - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare float @llvm.nvvm.ex2.approx.ftz.f(float)

; CHECK-LABEL: .entry call(
; CHECK:       wgmma.wait_group
; SAVED-COUNT-4: ex2.approx
; KEPT-COUNT-4: ex2.approx
; ALL:         ex2.approx
; ALL-NOT:     ex2.approx
; ALL:         mul.rn
; ALL:         ex2.approx
define ptx_kernel void @call(ptr addrspace(1) %out, i64 %a) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %d0 = extractelement <4 x float> %d, i64 0
  %d1 = extractelement <4 x float> %d, i64 1
  %d2 = extractelement <4 x float> %d, i64 2
  %d3 = extractelement <4 x float> %d, i64 3
  %e0 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d0)
  %e1 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d1)
  %e2 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d2)
  %e3 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d3)
  %f0 = fsub float 1.0, %e0
  %f1 = fsub float 1.0, %e1
  %f2 = fsub float 1.0, %e2
  %f3 = fsub float 1.0, %e3
  %p0 = fmul float %f0, %e0
  %p1 = fmul float %f1, %e1
  %p2 = fmul float %f2, %e2
  %p3 = fmul float %f3, %e3
  %s1 = fadd float %p0, %p1
  %s2 = fadd float %s1, %p2
  %s3 = fadd float %s2, %p3
  store float %s3, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry assembly(
; CHECK:       wgmma.wait_group
; CHECK:       ex2.approx
; SAVED-NOT:   ex2.approx
; SAVED:       mul.rn
; SAVED:       ex2.approx
; KEPT-COUNT-3: ex2.approx
; KEPT:        sub.rn
define ptx_kernel void @assembly(ptr addrspace(1) %out, i64 %a) "nvvm.reqntid"="128" "nvvm.maxnreg"="168" {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 160)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $4, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,0,1,2,3"(i64 %a, float 0.0, float 0.0, float 0.0, float 0.0)
  %m0 = extractvalue { float, float, float, float } %d, 0
  %m1 = extractvalue { float, float, float, float } %d, 1
  %m2 = extractvalue { float, float, float, float } %d, 2
  %m3 = extractvalue { float, float, float, float } %d, 3
  %d0 = call float asm sideeffect "", "=f,0,~{memory}"(float %m0)
  %d1 = call float asm sideeffect "", "=f,0,~{memory}"(float %m1)
  %both = call { float, float } asm sideeffect "", "=f,=f,0,1,~{memory}"(float %m2, float %m3)
  %d2 = extractvalue { float, float } %both, 0
  %d3 = extractvalue { float, float } %both, 1
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %e0 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d0)
  %e1 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d1)
  %e2 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d2)
  %e3 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d3)
  %f0 = fsub float 1.0, %e0
  %f1 = fsub float 1.0, %e1
  %f2 = fsub float 1.0, %e2
  %f3 = fsub float 1.0, %e3
  %p0 = fmul float %f0, %e0
  %p1 = fmul float %f1, %e1
  %p2 = fmul float %f2, %e2
  %p3 = fmul float %f3, %e3
  %s1 = fadd float %p0, %p1
  %s2 = fadd float %s1, %p2
  %s3 = fadd float %s2, %p3
  store float %s3, ptr addrspace(1) %out
  ret void
}

; Of statements that name registers in a row, the last one keeps accesses of memory where they are: the second load stays.
; CHECK-LABEL: .entry barrier(
; CHECK:       wgmma.mma_async
; CHECK:       ld.shared.b32
; CHECK:       // begin inline asm
; CHECK-NEXT:  // end inline asm
; SAVED-NOT:   // begin inline asm
; CHECK:       ld.shared.b32
; CHECK:       wgmma.wait_group
define ptx_kernel void @barrier(ptr addrspace(1) %out, ptr addrspace(3) %shared, i64 %a) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %a, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %x = load float, ptr addrspace(3) %shared
  %d0 = extractelement <4 x float> %d, i64 0
  %d1 = extractelement <4 x float> %d, i64 1
  %n0 = call float asm sideeffect "", "=f,0,~{memory}"(float %d0)
  %n1 = call float asm sideeffect "", "=f,0,~{memory}"(float %d1)
  %y = load float, ptr addrspace(3) %shared
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %sum = fadd float %n0, %n1
  %xy = fsub float %x, %y
  %all = fadd float %sum, %xy
  store float %all, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry other(
; SAVED-COUNT-4: ex2.approx
; KEPT-COUNT-4: ex2.approx
; ALL:         ex2.approx
; ALL-NOT:     ex2.approx
; ALL:         mul.rn
; ALL:         ex2.approx
define ptx_kernel void @other(ptr addrspace(1) %out, float %d0, float %d1, float %d2, float %d3) "nvvm.reqntid"="128" "nvvm.maxnreg"="168" {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 160)
  %e0 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d0)
  %e1 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d1)
  %e2 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d2)
  %e3 = call float @llvm.nvvm.ex2.approx.ftz.f(float %d3)
  %f0 = fsub float 1.0, %e0
  %f1 = fsub float 1.0, %e1
  %f2 = fsub float 1.0, %e2
  %f3 = fsub float 1.0, %e3
  %p0 = fmul float %f0, %e0
  %p1 = fmul float %f1, %e1
  %p2 = fmul float %f2, %e2
  %p3 = fmul float %f3, %e3
  %s1 = fadd float %p0, %p1
  %s2 = fadd float %s1, %p2
  %s3 = fadd float %s2, %p3
  store float %s3, ptr addrspace(1) %out
  ret void
}
