;===-- one-process.ll - functions that need others -----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; With -threads, too: a function that does not use any more what is declared for it, inline assembly
; with a number of its own, debug sections, an error, and the end of the compiler.

; RUN: rm -rf %t && split-file %s %t
; RUN: %llc -mcpu=sm_80 %t/dead.ll -o %t/1 && %llc -mcpu=sm_80 %t/dead.ll -threads=2 -o %t/2 && cmp %t/1 %t/2
; RUN: FileCheck %t/dead.ll <%t/2
; RUN: %llc -mcpu=sm_80 %t/uid.ll -o %t/1 && %llc -mcpu=sm_80 %t/uid.ll -threads=2 -o %t/2 && cmp %t/1 %t/2
; RUN: FileCheck %t/uid.ll <%t/2
; RUN: %llc -mcpu=sm_80 %t/debug.ll -o %t/1 && %llc -mcpu=sm_80 %t/debug.ll -threads=2 -o %t/2 && cmp %t/1 %t/2
; RUN: FileCheck %t/debug.ll <%t/2
; RUN: not %llc -mcpu=sm_80 %t/error.ll -o %t/1 2>%t/1.err
; RUN: not %llc -mcpu=sm_80 %t/error.ll -threads=2 -o %t/2 2>%t/2.err
; RUN: cmp %t/1.err %t/2.err && FileCheck %t/error.ll <%t/2.err

;--- dead.ll
; CHECK-NOT: later
; CHECK: .entry first
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @first(ptr addrspace(1) %p) {
  ret void
}
define ptx_kernel void @second(ptr addrspace(1) %p) {
  %unused = call i32 @later()
  ret void
}
define i32 @later() noinline nounwind willreturn memory(none) {
  ret i32 1
}

;--- uid.ll
; CHECK: // 0
; CHECK: // 1
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @first() {
  call void asm sideeffect "// ${:uid}", ""()
  ret void
}
define ptx_kernel void @second() {
  call void asm sideeffect "// ${:uid}", ""()
  ret void
}

;--- debug.ll
; CHECK: .loc 1 4
; CHECK: .loc 1 6
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @first(ptr addrspace(1) %p) !dbg !4 {
  store i32 1, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}
define ptx_kernel void @second(ptr addrspace(1) %p) !dbg !5 {
  store i32 1, ptr addrspace(1) %p, !dbg !7
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "second", scope: !1, file: !1, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, scope: !4)
!7 = !DILocation(line: 6, scope: !5)

;--- error.ll
; CHECK: error: couldn't allocate output register for constraint 'w'
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @first(ptr addrspace(1) %p) {
  ret void
}
define ptx_kernel void @second(ptr addrspace(1) %p, i32 %x) {
  %wrong = call i32 asm "mov.b32 $0, $1;", "=w,w"(i32 %x)
  store i32 %wrong, ptr addrspace(1) %p
  ret void
}
