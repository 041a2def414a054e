;===-- use-after-dealloc.ll - uses after the dealloc, second deallocs -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Where one surely follows the other without new memory in between.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: kernel.cu:6:3: in function use {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 uses tensor memory after its deallocation by llvm.nvvm.tcgen05.dealloc.cg1 at line 5; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected a dealloc after the last use
; CHECK: error: in function computed {{.*}}: llvm.nvvm.tcgen05.st.32x32b.x1 uses tensor memory after its deallocation by llvm.nvvm.tcgen05.dealloc.cg1{{.*}}; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected a dealloc after the last use
; CHECK: error: in function under_condition {{.*}}: llvm.nvvm.tcgen05.shift.down.cg1 uses tensor memory after its deallocation by llvm.nvvm.tcgen05.dealloc.cg1{{.*}}; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected a dealloc after the last use
; CHECK: error: in function twice {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 deallocates tensor memory for the second time, after llvm.nvvm.tcgen05.dealloc.cg1{{.*}}; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected one dealloc for each alloc
; CHECK: error: in function on_one_path {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 deallocates tensor memory for the second time, after llvm.nvvm.tcgen05.dealloc.cg1{{.*}}; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected one dealloc for each alloc
; CHECK: error: in function in_loop {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 uses tensor memory after its deallocation by llvm.nvvm.tcgen05.dealloc.cg1{{.*}}; tensor memory may be used from its tcgen05.alloc to its tcgen05.dealloc (PTX ISA, Tensor Memory Allocation and Management Instructions); expected a dealloc after the last use
@slot = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @use(ptr %out) !dbg !4 {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64), !dbg !13
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64), !dbg !15
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false), !dbg !16
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  ret void
}

; Read as a number, a second time, and moved on by columns and lanes.
define ptx_kernel void @computed(i32 %column, i1 %c) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  %n = load i32, ptr addrspace(3) @slot
  %lane = or i32 %n, 2097152
  %x = add i32 %n, %column
  %y = select i1 %c, i32 %x, i32 %lane
  %p = inttoptr i32 %y to ptr addrspace(6)
  %q = getelementptr i8, ptr addrspace(6) %p, i32 4
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %q, i32 1, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  ret void
}

define ptx_kernel void @under_condition() {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %alloc, label %join
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %one = icmp eq i32 %tid, 0
  br i1 %one, label %use, label %done
use:
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) %u)
  br label %done
done:
  ret void
}

define ptx_kernel void @twice() {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  ret void
}

define ptx_kernel void @on_one_path(i1 %c) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  br i1 %c, label %early, label %done
early:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

define ptx_kernel void @in_loop(i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "use", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 3, scope: !4)
!15 = !DILocation(line: 5, column: 3, scope: !4)
!16 = !DILocation(line: 6, column: 3, scope: !4)

;--- clean.ll
@slot = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: .entry use(
; CHECK: tcgen05.dealloc
define ptx_kernel void @use(ptr %out) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  ret void
}

; New memory in between.
define ptx_kernel void @again(ptr %out) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %u, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  ret void
}

define ptx_kernel void @in_loop(i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}

; Each on its own path, and each its own.
define ptx_kernel void @paths(i1 %c) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @other, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) @other
  br i1 %c, label %early, label %late
early:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
late:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  ret void
}

; By conditions that exclude each other, in two places.
define ptx_kernel void @exclusive(i1 %c, ptr %out) {
entry:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  br i1 %c, label %early, label %middle
early:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %middle
middle:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %done, label %late
late:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  br label %done
done:
  ret void
}

; Another warp allocates each time round.
define ptx_kernel void @two_warps(i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %tid, 32
  br i1 %first, label %producer, label %consumer
producer:
  %i = phi i32 [ 0, %entry ], [ %next, %producer ]
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 2
  br i1 %more, label %producer, label %release
release:
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %done
consumer:
  call void @llvm.nvvm.barrier0()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier0()
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %u, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store i32 %v, ptr %out
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  ret void
}

; What a place has that others write to, nobody knows.
define ptx_kernel void @overwritten(i32 %address) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %t = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %t, i32 64)
  store i32 %address, ptr addrspace(3) @slot
  %u = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %u, i32 64)
  ret void
}
