;===-- use-without-alloc.ll - uses that an alloc does not reach -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A use in a branch that the alloc is not in; what other threads may have allocated, or other
; functions, is left alone.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off -nvptx-tensor-memory-threads=off %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off -nvptx-tensor-memory-threads=off %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off -nvptx-tensor-memory-threads=off -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: kernel.cu:6:3: in function branch {{.*}}: llvm.nvvm.tcgen05.mma.shared uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.shared.cg1 at line 3 is skipped if the condition of the branch at line 2 is false; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected an alloc on every path to the use, or a use under the condition of the alloc
; CHECK: error: in function warp {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.shared.cg1{{.*}} is skipped if the condition of the branch{{.*}} is false; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected an alloc on every path to the use, or a use under the condition of the alloc
; CHECK: error: in function warp {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.shared.cg1{{.*}} is skipped if the condition of the branch{{.*}} is false; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected an alloc on every path to the use, or a use under the condition of the alloc
; CHECK: error: in function unsynchronized {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.shared.cg1{{.*}} is skipped if the condition of the branch{{.*}} is false; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected an alloc on every path to the use, or a use under the condition of the alloc
; CHECK: error: in function late {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 uses tensor memory that need not be allocated: llvm.nvvm.tcgen05.alloc.shared.cg1 has not been executed before; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected an alloc on every path to the use, or a use under the condition of the alloc
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; The condition is the same for all threads; so nobody allocates.
define ptx_kernel void @branch(i1 %c, i64 %a, i64 %b, i32 %idesc) !dbg !4 {
entry:
  br i1 %c, label %alloc, label %join, !dbg !12
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64), !dbg !13
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot, !dbg !15
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %t, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0), !dbg !16
  br i1 %c, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; One warp allocates, but only if n is 1; it deallocates always.
define ptx_kernel void @warp(i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  %one = icmp eq i32 %n, 1
  %both = and i1 %first, %one
  br i1 %both, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Nothing that a thread which does not allocate could wait by.
define ptx_kernel void @unsynchronized(ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

define ptx_kernel void @late(ptr %out) {
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "branch", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 2, column: 3, scope: !4)
!13 = !DILocation(line: 3, column: 3, scope: !4)
!15 = !DILocation(line: 5, column: 3, scope: !4)
!16 = !DILocation(line: 6, column: 3, scope: !4)

;--- clean.ll
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; Both under one condition.
; CHECK-LABEL: .entry branch(
; CHECK: tcgen05.mma
define ptx_kernel void @branch(i1 %c, i64 %a, i64 %b, i32 %idesc) {
entry:
  br i1 %c, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %use, label %done
use:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %t, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; One warp allocates, all use; the conditions are computed in different ways.
define ptx_kernel void @warp(ptr %out) {
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
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.barrier0()
  %again = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = lshr i32 %again, 5
  %zero = icmp eq i32 %index, 0
  br i1 %zero, label %free, label %done
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Conditions that may belong together.
define ptx_kernel void @unknown(i32 %n, ptr %flag, ptr %out) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %least = icmp sge i32 %n, 1
  br i1 %least, label %use, label %done
use:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Another function may have allocated there, in an earlier call.
define void @function(i1 %first, ptr addrspace(3) %place, ptr %out) {
entry:
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %place, i32 64)
  br label %join
join:
  %t = load ptr addrspace(6), ptr addrspace(3) %place
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  ret void
}

; A callee may allocate; and the slot is another one's too.
declare void @init(ptr addrspace(3))
define ptx_kernel void @callee(i1 %c, ptr %out) {
entry:
  br i1 %c, label %alloc, label %call
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  br label %join
call:
  call void @init(ptr addrspace(3) @slot)
  br label %join
join:
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}
