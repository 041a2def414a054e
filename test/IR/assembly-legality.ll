; An error about inline assembly quotes the assembly, and not the call that stands for it while it is checked.

; RUN: not %llc -mcpu=sm_75 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not='@llvm'

; CHECK: error: in function f {{.*}}: block 'entry', 'asm "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$…': llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_75; it needs sm_80 or higher

target triple = "nvptx64-nvidia-cuda"

define void @f(ptr %p, i32 %a) {
entry:
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float 0.0)
  %first = extractvalue { float, float, float, float } %d, 0
  store float %first, ptr %p
  ret void
}
