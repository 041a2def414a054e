;===-- relinquish.ll - the permit to allocate -----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; No alloc after it is given up; a kernel that keeps it is warned of, where another block could
; make use of it.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -nvptx-tensor-memory-relinquish=warn -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -nvptx-tensor-memory-relinquish=warn -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -nvptx-tensor-memory-relinquish=warn -verify-machineinstrs -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error: --implicit-check-not=warning:

;--- rejected.ll
; CHECK: warning: in function none {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 in kernel none, which never relinquishes the permit to allocate: no other block of the multiprocessor can allocate before it ends (PTX ISA, tcgen05.relinquish_alloc_permit); what lets them is a llvm.nvvm.tcgen05.relinq.alloc.permit after the last alloc [-nvptx-tensor-memory-relinquish]{{$}}
; CHECK: error: kernel.cu:4:3: in function after {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 comes after llvm.nvvm.tcgen05.relinq.alloc.permit.cg1 at line 3; a CTA must not allocate once one of its threads has given up the permit (PTX ISA, tcgen05.relinquish_alloc_permit); expected an alloc before it
; CHECK: error: in function same_condition {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 comes after llvm.nvvm.tcgen05.relinq.alloc.permit.cg1{{.*}}; a CTA must not allocate once one of its threads has given up the permit (PTX ISA, tcgen05.relinquish_alloc_permit); expected an alloc before it
; CHECK: error: in function joins {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 comes after llvm.nvvm.tcgen05.relinq.alloc.permit.cg1{{.*}}; a CTA must not allocate once one of its threads has given up the permit (PTX ISA, tcgen05.relinquish_alloc_permit); expected an alloc before it
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @none() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

define ptx_kernel void @after() !dbg !4 {
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1(), !dbg !13
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64), !dbg !14
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

define ptx_kernel void @same_condition() {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %relinquish, label %join
relinquish:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %alloc, label %done
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; In a function that is no kernel it is as wrong.
define void @joins(i1 %c) {
entry:
  br i1 %c, label %relinquish, label %join
relinquish:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "after", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 3, scope: !4)
!14 = !DILocation(line: 4, column: 3, scope: !4)

;--- clean.ll
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()

; CHECK-LABEL: .entry after(
; CHECK: tcgen05.relinquish_alloc_permit
define ptx_kernel void @after() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

; One or the other.
define ptx_kernel void @exclusive(i1 %c) {
entry:
  br i1 %c, label %relinquish, label %join
relinquish:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  br i1 %c, label %done, label %alloc
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

define void @relinquish() {
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

define ptx_kernel void @by_callee() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @relinquish()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

; Whose caller may.
define void @function() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  ret void
}

; Nothing is left for another block.
define ptx_kernel void @all_columns() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 512)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 512)
  ret void
}

; It is meant to be alone.
define ptx_kernel void @alone() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @alone, !"maxntidx", i32 384, !"minctasm", i32 1}
