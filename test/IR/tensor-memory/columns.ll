;===-- columns.ll - columns of tensor memory ------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Numbers that are none, that differ between alloc and dealloc, and that are more than there
; are.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: in function bad_alloc {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 cannot handle 96 columns of tensor memory; expected powers of two from 32 to 512 (PTX ISA 8.6, tcgen05)
; CHECK: error: in function bad_dealloc {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 cannot handle 16 columns of tensor memory; expected powers of two from 32 to 512 (PTX ISA 8.6, tcgen05)
; CHECK: error: kernel.cu:6:3: in function mismatch {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 of 32 columns of tensor memory, but llvm.nvvm.tcgen05.alloc.shared.cg1 at line 3 allocates 64; a dealloc is of a whole allocation (PTX ISA, tcgen05.dealloc); expected 64 columns
; CHECK: error: in function total {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 of 256 columns makes 768 columns of tensor memory that are allocated at once; there are 512 (PTX ISA, Tensor Memory), and the alloc would block forever; expected a dealloc before it
; CHECK: error: in function three {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 of 256 columns makes 576 columns of tensor memory that are allocated at once; there are 512 (PTX ISA, Tensor Memory), and the alloc would block forever; expected at most 192 columns here, or a dealloc before it
@slot = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; An alloc that is wrong is not also one that lacks a dealloc, nor the other way round.
define ptx_kernel void @bad_alloc() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 96)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

define ptx_kernel void @bad_dealloc() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 16)
  ret void
}

define ptx_kernel void @mismatch() !dbg !4 {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64), !dbg !13
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot, !dbg !15
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 32), !dbg !16
  ret void
}

define ptx_kernel void @total() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 512)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @other, i32 256)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) @other
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 512)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 256)
  ret void
}

define ptx_kernel void @three(ptr addrspace(3) %place) {
entry:
  %p = getelementptr i8, ptr addrspace(3) %place, i32 4
  %q = getelementptr i8, ptr addrspace(3) %place, i32 8
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 256)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %p, i32 64)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %q, i32 256)
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) %p
  %v = load ptr addrspace(6), ptr addrspace(3) %q
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 256)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %v, i32 256)
  br label %done
done:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "mismatch", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 3, scope: !4)
!15 = !DILocation(line: 5, column: 3, scope: !4)
!16 = !DILocation(line: 6, column: 3, scope: !4)

;--- clean.ll
@slot = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()

; CHECK-LABEL: .entry total(
; CHECK: tcgen05.alloc
; CHECK: tcgen05.alloc
define ptx_kernel void @total() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 256)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @other, i32 256)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) @other
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 256)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 256)
  ret void
}

define ptx_kernel void @one_after_the_other() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 512)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 512)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 32)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 32)
  ret void
}

; Either this or that.
define ptx_kernel void @branches(i1 %c) {
entry:
  br i1 %c, label %small, label %large
small:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 32)
  br label %join
large:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 512)
  br label %join
join:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  br i1 %c, label %free_small, label %free_large
free_small:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 32)
  br label %done
free_large:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 512)
  br label %done
done:
  ret void
}

define ptx_kernel void @variable(i32 %n) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 %n)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @other, i32 512)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) @other
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 32)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 %n)
  ret void
}

; In parts, of which PTX ISA says nothing.
define ptx_kernel void @halves() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %h = getelementptr i8, ptr addrspace(6) %t, i32 32
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 32)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %h, i32 32)
  ret void
}
