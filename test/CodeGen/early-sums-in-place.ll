; Sums that "NVPTX early sums" leaves where they are.
;
; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_100a -mattr=+ptx86 %s -o - | %ptxas -arch=sm_100a -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; The first sum does not move, and the second stays behind it. The sum of a value that tcgen05.ld
; writes stays behind the wait.
; CHECK-LABEL: .entry stays(
; CHECK:       add.rn.f32 [[A:%r[0-9]+]], %r{{[0-9]+}}, 0f3F800000;
; CHECK:       add.rn.f32 %r{{[0-9]+}}, [[A]], 0f3F000000;
; CHECK:       tcgen05.wait::ld
; CHECK:       add.rn.f32
; CHECK:       ret;
define ptx_kernel void @stays(ptr addrspace(1) %p, float %x, i32 %t) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  %v = fmul float %x, %x
  %a = fadd float %v, 1.0
  %i = load volatile i32, ptr addrspace(1) %p
  %b = fadd float %a, 0.5
  store float %b, ptr addrspace(1) %p
  %f = call float asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];", "=f,r"(i32 %t)
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  %s = fadd float %f, 1.0
  store volatile float %s, ptr addrspace(1) %p
  ret void
}
