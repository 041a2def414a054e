; A matrix instruction in inline assembly whose name no instruction has is a warning that names the nearest. Right names,
; with operands of any kind, are none, nor are other instructions.

; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 -nvptx-wgmma-inline-asm=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -nvptx-wgmma-inline-asm=off %s -o /dev/null 2>&1 | count 0

; CHECK: warning: {{.*}} inline assembly: there is no instruction mma.snc.aligned.m16n8k16.row.col.f32.bf16.bf16.f32; the nearest is mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 [-nvptx-wgmma-inline-asm]
; CHECK: warning: {{.*}} inline assembly: there is no instruction mma.sync.aligned.m16n8k8.row.col.bf16.bf16.bf16.bf16; the nearest is mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 [-nvptx-wgmma-inline-asm]
; CHECK: warning: {{.*}} inline assembly: there is no instruction tcgen05.wait::load.sync.aligned; the nearest is tcgen05.wait::ld.sync.aligned [-nvptx-wgmma-inline-asm]
; ERROR-COUNT-3: error: {{.*}} inline assembly: there is no instruction

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i32 %a, float %c) {
  %d = call { float, float, float, float } asm sideeffect "mma.snc.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c)
  %e = call { i32, i32 } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.bf16.bf16.bf16.bf16 {$0,$1}, {$2,$2}, {$2}, {$2,$2};", "=r,=r,r"(i32 %a)
  call void asm sideeffect "tcgen05.wait::load.sync.aligned;", ""()
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned; mov.b32 $0, $0; mmaa.x;", "r"(i32 %a)
  %f = call { float, float, float, float } asm sideeffect "mma.sync.aligned.row.col.m16n8k16.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c)
  %g = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {$0}, [$1];", "=r,r"(i32 %a)
  ret void
}
