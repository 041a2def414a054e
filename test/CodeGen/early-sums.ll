; In functions with setmaxnreg, which are scheduled for few registers, a sum moves up to the
; last other use of its addends: the pass "NVPTX early sums". Sums of accumulators stay behind the wait.
;
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 %s -o - | %ptxas -arch=sm_90a -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry row(
; CHECK:       ex2.approx.f32 [[A:%r[0-9]+]], %r{{[0-9]+}};
; CHECK:       ex2.approx.f32 [[B:%r[0-9]+]], %r{{[0-9]+}};
; CHECK:       add.rn.f32 [[AB:%r[0-9]+]], [[A]], [[B]];
; CHECK:       ex2.approx.f32 [[C:%r[0-9]+]], %r{{[0-9]+}};
; CHECK:       add.rn.f32 %r{{[0-9]+}}, [[AB]], [[C]];
; CHECK:       // use
; CHECK:       wgmma.wait_group
; CHECK:       add.rn.f32
; CHECK:       ret;
define ptx_kernel void @row(ptr addrspace(1) %p, float %x, float %y, float %z, i64 %a, i64 %b) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  %ex = call float asm sideeffect "ex2.approx.f32 $0, $1;", "=f,f"(float %x)
  %ey = call float asm sideeffect "ex2.approx.f32 $0, $1;", "=f,f"(float %y)
  %ez = call float asm sideeffect "ex2.approx.f32 $0, $1;", "=f,f"(float %z)
  %s1 = fadd float %ex, %ey
  %s2 = fadd float %s1, %ez
  %mx = fmul float %ex, 3.0
  %my = fmul float %ey, 5.0
  %mz = fmul float %ez, 7.0
  call void asm sideeffect "// use $0 $1 $2", "f,f,f"(float %mx, float %my, float %mz)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %acc = call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l"(i64 %a, i64 %b)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  %a0 = extractvalue { float, float, float, float } %acc, 0
  %a1 = extractvalue { float, float, float, float } %acc, 1
  %d = fadd float %a0, %a1
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  store float %d, ptr addrspace(1) %q
  store float %s2, ptr addrspace(1) %p
  ret void
}

; Sums that move behind the same instruction keep their order.
; CHECK-LABEL: .entry order(
; CHECK-COUNT-4: add.rn.f32
; CHECK:       ret;
define ptx_kernel void @order(float %x) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  %a = fadd float %x, 1.000000e+00
  %e = call float asm sideeffect "ex2.approx.f32 $0, $1;", "=f,f"(float %a)
  %b = fadd float %a, 1.000000e+00
  %c = fadd float %x, 0.000000e+00
  %d = fadd float %b, %c
  %two = call { float, float } asm sideeffect "mov.b32 $0, $2; mov.b32 $1, $2;", "=f,=f,f"(float %d)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  ret void
}
