; A statement of inline assembly that begins as a matrix instruction or a companion does, and is none by its name or its
; operands, is a warning that says what there is. A register of another width or another constant than an instruction has
; is an error, as ptxas rejects it: nothing is written. A wider register of a conversion is a warning, as ptxas accepts some.
; Right ones are none, nor are words that begin no instruction. A function that is
; left over after inlining does not swallow what is found in its copies.

; RUN: rm -f %t.ptx
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
; RUN: not ls %t.ptx
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 -nvptx-inline-asm=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -nvptx-inline-asm=off -nvptx-inline-asm-operands=off %s -o /dev/null 2>&1 | count 0

; CHECK: warning: {{.*}} inline assembly: there is no instruction mma.snc.aligned.m16n8k16.row.col.f32.bf16.bf16.f32; the nearest is mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 [-nvptx-inline-asm]
; CHECK: warning: {{.*}} inline assembly: there is no instruction mma.sync.aligned.m16n8k8.row.col.bf16.bf16.bf16.bf16; the nearest is mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 [-nvptx-inline-asm]
; CHECK: warning: {{.*}} inline assembly: there is no instruction tcgen05.wait::load.sync.aligned; the nearest is tcgen05.wait::ld.sync.aligned [-nvptx-inline-asm]
; CHECK: warning: {{.*}} inline assembly: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 does not have these operands; it has {4 registers}, {4 registers}, {2 registers}, {4 registers} [-nvptx-inline-asm]
; CHECK: warning: {{.*}} inline assembly: there is no instruction 'cp.async.cg.shared.global.L2:128B'; PTX has cp.async(.ca|.cg)(.shared|.shared::cta).global{.L2::cache_hint}{.L2::64B|.L2::128B|.L2::256B} [-nvptx-inline-asm]
; CHECK: error: {{.*}} inline assembly: 'cp-size' is 12; with these modifiers it is 16 [-nvptx-inline-asm-operands]
; CHECK: error: {{.*}} inline assembly: 'cp-size' is 12; with these modifiers it is 4, 8 or 16 [-nvptx-inline-asm-operands]
; CHECK: error: {{.*}} inline assembly: operand 0 is a register of 16 bits, and 'd' of cvt.rn.f16x2.f32 has 32 [-nvptx-inline-asm-operands]
; CHECK: warning: {{.*}} inline assembly: operand 0 is a register of 32 bits, and 'd' of cvt.rn.bf16.f32 has 16 [-nvptx-inline-asm]
; CHECK: error: {{.*}} inline assembly: operand 1 is a register of 32 bits, and '{{.*}}' of tcgen05.mma.cta_group::1.kind::f16 has 64 [-nvptx-inline-asm-operands]
; CHECK: error: {{.*}} inline assembly: operand 5 is a register of 16 bits, and '{{.*}}' of mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 has 32 [-nvptx-inline-asm-operands]
; CHECK: warning: {{.*}} inline assembly: there is no instruction 'cvt.rn.s8.bf16'; {{.*}}PTX has {{.*}} [-nvptx-inline-asm]
; CHECK: warning: a.cu:3:5: in function copy {{.*}}inline assembly: there is no instruction mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32; the nearest is mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 [-nvptx-inline-asm]
; ERROR-COUNT-13: error: {{.*}} inline assembly: 

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i32 %a, float %c, i64 %l, i16 %w) {
  %d = call { float, float, float, float } asm sideeffect "mma.snc.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c)
  %e = call { i32, i32 } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.bf16.bf16.bf16.bf16 {$0,$1}, {$2,$2}, {$2}, {$2,$2};", "=r,=r,r"(i32 %a)
  call void asm sideeffect "tcgen05.wait::load.sync.aligned;", ""()
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned; mov.b32 $0, $0; mmaa.x;", "r"(i32 %a)
  %f = call { float, float, float, float } asm sideeffect "mma.sync.aligned.row.col.m16n8k16.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c)
  %h = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c)
  call void asm sideeffect "cp.async.cg.shared.global.L2:128B [$0], [$0], 16;", "r"(i32 %a)
  call void asm sideeffect "cp.async.cg.shared.global.L2::128B [$0], [$0], 16; {.reg .pred p; @p bra.uni done; done:}", "r"(i32 %a)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 12;", "r,l"(i32 %a, i64 %l)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 12;", "r,l"(i32 %a, i64 %l)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l"(i32 %a, i64 %l)
  %i = call i16 asm sideeffect "cvt.rn.f16x2.f32 $0, $1, $1;", "=h,f"(float %c)
  %j = call i32 asm sideeffect "cvt.rn.bf16.f32 $0, $1;", "=r,f"(float %c)
  call void asm sideeffect "{.reg .pred p; setp.ne.b32 p, $2, 0; tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $3, $2, p;}", "r,r,r,l"(i32 %a, i32 %a, i32 %a, i64 %l)
  %m = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$5}, {$6,$6,$6,$6};", "=f,=f,=f,=f,r,h,f"(i32 %a, i16 %w, float %c)
  call void asm sideeffect "{.reg .b8 b; cvt.rzi.s8.bf16 b, $0; mov.b16 $0, {b, 0}; cvt.rn.bf16.u8 $0, b;}", "h"(i16 %w)
  call void asm sideeffect "{.reg .b8 b; cvt.rn.s8.bf16 b, $0;}", "h"(i16 %w)
  ; A register may be wider than what is loaded or converted, and a value may be given in parts.
  %o = call i32 asm sideeffect "ld.shared.u8 $0, [$1]; cvt.u32.u8 $0, $0; mov.b32 $0, {$2, $2};", "=r,r,h"(i32 %a, i16 %w)
  %g = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {$0}, [$1];", "=r,r"(i32 %a)
  ret void
}

define void @left(i32 %a, float %c) #0 !dbg !6 {
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c), !dbg !7
  ret void
}

define ptx_kernel void @copy(i32 %a, float %c) !dbg !3 {
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$4,$4,$4}, {$4,$4}, {$5,$5,$5,$5};", "=f,=f,=f,=f,r,f"(i32 %a, float %c), !dbg !4
  ret void
}

attributes #0 = { "nvptx-fragments-inlined" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "copy", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 3, column: 5, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "left", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 3, column: 5, scope: !6)
