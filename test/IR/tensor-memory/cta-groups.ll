;===-- cta-groups.ll - one cta_group for a kernel -------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Through calls too, and in a function that no kernel could call. ptxas rejects it as well.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: in function helper {{.*}}: llvm.nvvm.tcgen05.commit.shared.cg2 with cta_group::2, but llvm.nvvm.tcgen05.mma.shared in calls has cta_group::1; all tcgen05 instructions of a kernel, here calls, must have the same cta_group (PTX ISA, tcgen05.alloc and tcgen05.mma); expected cta_group::1 here, or cta_group::2 in all of them
; CHECK: error: kernel.cu:5:3: in function immediate {{.*}}: llvm.nvvm.tcgen05.mma.shared with cta_group::2, but llvm.nvvm.tcgen05.cp.128x256b.cg1 at line 4 in immediate has cta_group::1; all tcgen05 instructions of a kernel, here immediate, must have the same cta_group (PTX ISA, tcgen05.alloc and tcgen05.mma); expected cta_group::1 here, or cta_group::2 in all of them
; CHECK: error: {{.*}}in function packed {{.*}}: llvm.nvvm.tcgen05.mma.shared with cta_group::2, but llvm.nvvm.tcgen05.cp.128x256b.cg1 in packed has cta_group::1; all tcgen05
; CHECK: error: in function function {{.*}}: llvm.nvvm.tcgen05.commit.shared.cg2 with cta_group::2, but llvm.nvvm.tcgen05.commit.shared.cg1 in function has cta_group::1; all tcgen05 instructions of a kernel must have the same cta_group (PTX ISA, tcgen05.alloc and tcgen05.mma); expected cta_group::1 here, or cta_group::2 in all of them
@mbarrier = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)

define void @helper(ptr addrspace(3) %m) {
  call void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3) %m)
  ret void
}

define void @between(ptr addrspace(3) %m) {
  call void @helper(ptr addrspace(3) %m)
  ret void
}

define ptx_kernel void @calls(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  call void @between(ptr addrspace(3) @mbarrier)
  ret void
}

define ptx_kernel void @immediate(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) !dbg !4 {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 %a), !dbg !14
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 2, i32 0), !dbg !15
  ret void
}

; The form with packed words.
declare void @llvm.nvvm.tcgen05.mma.cta_group__2(i32, i64, i64, i32, i32, i32, i1)
define ptx_kernel void @packed(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 %a)
  call void @llvm.nvvm.tcgen05.mma.cta_group__2(i32 0, i64 %a, i64 %b, i32 %idesc, i32 194, i32 0, i1 true)
  ret void
}

; Whatever kernel this is part of.
define void @function(ptr addrspace(3) %m) {
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) %m)
  call void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3) %m)
  call void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3) %m)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "immediate", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 4, column: 3, scope: !4)
!15 = !DILocation(line: 5, column: 3, scope: !4)

;--- clean.ll
@mbarrier = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)

; Two kernels with a group each; what has no cta_group goes with both.
; CHECK-LABEL: .entry single(
; CHECK: cta_group::1
; CHECK-LABEL: .entry pair(
; CHECK: cta_group::2
define void @both(ptr addrspace(6) %d) {
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret void
}

define ptx_kernel void @single(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @mbarrier)
  call void @both(ptr addrspace(6) %d)
  ret void
}

define ptx_kernel void @pair(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3) @mbarrier)
  call void @both(ptr addrspace(6) %d)
  ret void
}
