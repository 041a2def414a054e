; The registers of wgmma in inline assembly have the widths of its operands: a matrix descriptor has 64 bits.

; RUN: not %llc -mcpu=sm_90a -mattr=+ptx80 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=inline-asm
; CHECK: error: in function k {{.*}} inline assembly: operand 4 is a register of 32 bits, and 'a0' of wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 has 64 [-nvptx-inline-asm-operands]

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i32 %a, i64 %l, float %c) {
  %n = call { float, float, float, float } asm sideeffect "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,r,l,0,1,2,3"(i32 %a, i64 %l, float %c, float %c, float %c, float %c)
  %m = call { float, float, float, float } asm sideeffect "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,l,l,0,1,2,3"(i64 %l, i64 %l, float %c, float %c, float %c, float %c)
  ret void
}
