;===-- unsupported.ll - intrinsics that the target lacks ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; All of them are reported in one run, in program order, with function and debug
; location, and llc ends with 1: no crash, no "Cannot select", no PTX.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=LEGAL
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx71 -verify-machineinstrs %s -o %t.sm.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SM --implicit-check-not="{{(error|remark):}}" --implicit-check-not='Cannot select' --implicit-check-not=PLEASE
; RUN: test ! -s %t.sm.ptx
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PTX --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_60 -verify-machineinstrs %s -o %t.60.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=OLD --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -pass-remarks-missed=nvptx-legality -O0 -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx71 -verify-machineinstrs %s -o %t.O0.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SM --implicit-check-not="{{(error|remark):}}"

; LEGAL: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; LEGAL: mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc
; LEGAL: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
; LEGAL: wmma.load.a.sync.aligned.row.m16n16k8.tf32

; SM: {{error|remark}}: kernel.cu:42:7: in function first float (i32, float): llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_75; it needs sm_80 or higher (PTX ISA 7.0, mma)
; SM: {{error|remark}}: kernel.cu:43:9: in function first float (i32, float): llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1 is not supported on sm_75; it needs sm_80 or higher (PTX ISA 7.1, mma .and.popc)
; SM: {{error|remark}}: {{.*}}in function second {{.*}}: llvm.nvvm.mma.m8n8k4.row.col.f64 is not supported on sm_75; it needs sm_80 or higher
; SM: {{error|remark}}: {{.*}}in function second {{.*}}: llvm.nvvm.wmma.m16n16k8.load.a.row.tf32 is not supported on sm_75; it needs sm_80 or higher

; PTX: {{error|remark}}: kernel.cu:43:9: in function first {{.*}}: llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1 is not supported in PTX ISA 7.0; it needs 7.1 or later, e.g. -mattr=+ptx71 (PTX ISA 7.1, mma .and.popc)

; OLD: {{error|remark}}: {{.*}}in function first {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_60; it needs sm_80 or higher
; OLD: {{error|remark}}: {{.*}}in function first {{.*}}: llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1 is not supported on sm_60
; OLD: {{error|remark}}: {{.*}}in function second {{.*}}: llvm.nvvm.mma.m8n8k4.row.col.f64 is not supported on sm_60
; OLD: {{error|remark}}: {{.*}}in function second {{.*}}: llvm.nvvm.wmma.m16n16k8.load.a.row.tf32 is not supported on sm_60

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { i32, i32 } @llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1(i32, i32, i32, i32)
declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)
declare { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.tf32.p0(ptr)

define float @first(i32 %a, float %c) !dbg !4 {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c), !dbg !7
  %s = call { i32, i32 } @llvm.nvvm.mma.and.popc.m8n8k128.row.col.b1(i32 %a, i32 %a, i32 %a, i32 %a), !dbg !8
  %e = extractvalue { float, float, float, float } %r, 0
  %i = extractvalue { i32, i32 } %s, 1
  %f = sitofp i32 %i to float
  %g = fadd float %e, %f
  ret float %g
}

define double @second(double %a, ptr %p) {
  %r = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a, double %a, double %a, double %a)
  %e = extractvalue { double, double } %r, 0
  %l = call { i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k8.load.a.row.tf32.p0(ptr %p)
  %i = extractvalue { i32, i32, i32, i32 } %l, 3
  store i32 %i, ptr %p
  ret double %e
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: NoDebug)
!1 = !DIFile(filename: "kernel.cu", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 40, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 42, column: 7, scope: !4)
!8 = !DILocation(line: 43, column: 9, scope: !4)
