;===-- dealloc-missing.ll - allocations that nobody deallocates -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Never in a kernel, or not if a condition that is the same for all threads is as it is.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: kernel.cu:3:3: in function never {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that kernel never never deallocates; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a llvm.nvvm.tcgen05.dealloc on every path from the alloc to the exit
; CHECK: error: in function allocate {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that kernel by_helper never deallocates; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a llvm.nvvm.tcgen05.dealloc on every path from the alloc to the exit
; CHECK: error: in function early_return {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that is not deallocated on every path: no dealloc is executed if the condition of the branch{{.*}} is true; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a tcgen05.dealloc on every path from the alloc to the exit
; CHECK: error: in function under_warp {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that is not deallocated on every path: no dealloc is executed if the condition of the branch{{.*}} is true; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a tcgen05.dealloc on every path from the alloc to the exit
; CHECK: error: in function part {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that is not deallocated on every path: no dealloc is executed if the condition of the branch{{.*}} is false; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a tcgen05.dealloc on every path from the alloc to the exit
; CHECK: error: in function same_condition {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 allocates tensor memory that is not deallocated on every path: no dealloc is executed if the condition of the branch{{.*}} is true; all tensor memory must be deallocated before its kernel exits (PTX ISA, tcgen05.dealloc); expected a tcgen05.dealloc on every path from the alloc to the exit
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @never() !dbg !4 {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64), !dbg !13
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

define void @allocate(ptr addrspace(3) %place) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %place, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

define ptx_kernel void @by_helper() {
  call void @allocate(ptr addrspace(3) @slot)
  ret void
}

define ptx_kernel void @early_return(i32 %n) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %nothing = icmp eq i32 %n, 0
  br i1 %nothing, label %done, label %work
work:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; One warp allocates and deallocates; all leave early.
define ptx_kernel void @under_warp(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %index = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %warp, i32 0, i32 31)
  %first = icmp eq i32 %index, 0
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nothing = icmp sge i32 %block, %n
  br i1 %nothing, label %done, label %work
work:
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; A part of a condition.
define ptx_kernel void @part(i1 %c) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %both = select i1 %first, i1 %c, i1 false
  br i1 %both, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Allocated under a condition, and under it too another one decides.
define ptx_kernel void @same_condition(i1 %c, i1 %d) {
entry:
  br i1 %c, label %alloc, label %done
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  br i1 %d, label %done, label %free
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
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
!4 = distinct !DISubprogram(name: "never", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 3, scope: !4)

;--- clean.ll
@slot = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: .entry early_return(
; CHECK: tcgen05.dealloc
define ptx_kernel void @early_return(i32 %n) {
entry:
  %nothing = icmp eq i32 %n, 0
  br i1 %nothing, label %done, label %work
work:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; One warp allocates, another one deallocates, and knows that it is at 0.
define ptx_kernel void @other_warp() {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %third = icmp eq i32 %warp, 2
  br i1 %third, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 512)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %second = icmp eq i32 %warp, 1
  br i1 %second, label %free, label %done
free:
  %zero = inttoptr i32 0 to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %zero, i32 512)
  br label %done
done:
  ret void
}

; The same condition on both, once negated.
define ptx_kernel void @same_condition(i32 %n) {
entry:
  %less = icmp slt i32 %n, 8
  br i1 %less, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  br label %join
join:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  call void @llvm.nvvm.barrier0()
  %more = icmp sgt i32 %n, 7
  br i1 %more, label %done, label %free
free:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Who ends in a trap leaves nothing behind.
declare void @llvm.trap()
define ptx_kernel void @trap(i1 %bad) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br i1 %bad, label %trap, label %good
trap:
  call void @llvm.trap()
  unreachable
good:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

; Conditions that differ between threads, or of which nobody knows what they mean.
define ptx_kernel void @unknown(ptr %flag, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %f = load volatile i32, ptr %flag
  %c = icmp slt i32 %f, %tid
  br i1 %c, label %done, label %free
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; The caller, or a callee, may deallocate.
define void @function(ptr addrspace(3) %place, i1 %c) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %place, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br i1 %c, label %free, label %done
free:
  %t = load ptr addrspace(6), ptr addrspace(3) %place
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

declare void @clean_up()
define ptx_kernel void @callee() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @clean_up()
  ret void
}

define ptx_kernel void @pointer(ptr %callee) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void %callee()
  ret void
}

define ptx_kernel void @assembly() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void asm sideeffect "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", ""()
  %t = load i32, ptr addrspace(3) @slot
  call void asm sideeffect "tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, 64;", "r"(i32 %t)
  ret void
}

; It loops while the condition holds, and does not exit without.
define ptx_kernel void @loop(i32 %n) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %loop
loop:
  call void @llvm.nvvm.barrier0()
  %c = icmp eq i32 %n, 3
  br i1 %c, label %loop, label %free
free:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}
