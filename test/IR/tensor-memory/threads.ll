;===-- threads.ll - which threads execute what ----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; One thread issues an mma, a commit, a cp, a shift; a whole warp allocates, loads, stores and
; waits.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -nvptx-tensor-memory-completion=off -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: kernel.cu:4:3: in function half_warp {{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by 16 threads of a warp, which the condition of the branch at line 2 selects; one thread issues it (PTX ISA, tcgen05.mma); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function odd_lanes {{.*}}: llvm.nvvm.tcgen05.commit.shared.cg1 is issued by every thread that executes it, here by 16 threads of a warp, which the condition of the branch{{.*}} selects; one thread issues it (PTX ISA, tcgen05.commit); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function two_lanes {{.*}}: llvm.nvvm.tcgen05.cp.128x256b.cg1 is issued by every thread that executes it, here by 2 threads of a warp, which the condition of the branch{{.*}} selects; one thread issues it (PTX ISA, tcgen05.cp); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function whole_warp {{.*}}: llvm.nvvm.tcgen05.shift.down.cg1 is issued by every thread that executes it, here by 32 threads of a warp, which the condition of the branch{{.*}} selects; one thread issues it (PTX ISA, tcgen05.shift); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function in_loop {{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by 4 threads of a warp, which the condition of the branch{{.*}} selects; one thread issues it (PTX ISA, tcgen05.mma); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function broadcast {{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by 8 threads of a warp, which the condition of the branch{{.*}} selects; one thread issues it (PTX ISA, tcgen05.mma); expected a condition that is true of one thread: the predicate of elect.sync, tid.x == 0, laneid == 0
; CHECK: error: in function one_thread {{.*}}: llvm.nvvm.tcgen05.alloc.shared.cg1 is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.alloc); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function one_thread {{.*}}: llvm.nvvm.tcgen05.relinq.alloc.permit.cg1 is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.relinquish_alloc_permit); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function one_thread {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.dealloc); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function half_of_each {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 is executed by all threads of a warp together, here only by at most 16 threads of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.ld); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function half_of_each {{.*}}: llvm.nvvm.tcgen05.wait.ld is executed by all threads of a warp together, here only by at most 16 threads of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.wait); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function elected {{.*}}: llvm.nvvm.tcgen05.st.32x32b.x1 is executed by all threads of a warp together, here only by the thread that elect.sync selects, or only the others, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.st); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function elected {{.*}}: llvm.nvvm.tcgen05.wait.st is executed by all threads of a warp together, here only by the thread that elect.sync selects, or only the others, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.wait); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function others_return {{.*}}: llvm.nvvm.tcgen05.wait.st is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.wait); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
; CHECK: error: in function function {{.*}}: llvm.nvvm.tcgen05.wait.ld is executed by all threads of a warp together, here only by one thread of a warp, which the condition of the branch{{.*}} selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.wait); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp
@slot = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
@mbarrier = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

define ptx_kernel void @half_warp(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) !dbg !4 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %done, !dbg !12
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0), !dbg !14
  br label %done
done:
  ret void
}

define ptx_kernel void @odd_lanes(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %bit = and i32 %l, 1
  %c = icmp ne i32 %bit, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @mbarrier)
  br label %done
done:
  ret void
}

define ptx_kernel void @two_lanes(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 2
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 %a)
  br label %done
done:
  ret void
}

define ptx_kernel void @whole_warp(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = udiv i32 %t, 32
  %c = icmp eq i32 %w, 1
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) %d)
  br label %done
done:
  ret void
}

define ptx_kernel void @in_loop(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 4
  br i1 %c, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A warp that shfl has made one value of, and eight lanes of it.
define ptx_kernel void @broadcast(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 5
  %warp = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %w, i32 0, i32 31)
  %mine = icmp eq i32 %warp, %n
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %eight = icmp uge i32 %l, 24
  %c = and i1 %mine, %eight
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

define ptx_kernel void @one_thread(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %p = load ptr addrspace(6), ptr addrspace(3) @slot
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %p, i32 64)
  br label %done
done:
  ret void
}

define ptx_kernel void @half_of_each(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 16
  br i1 %c, label %then, label %done
then:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

define ptx_kernel void @elected(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %e = call i32 asm sideeffect "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 $0, 1, 0, p; }", "=r"()
  %c = icmp ne i32 %e, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %d, i32 0, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  br label %done
done:
  ret void
}

define ptx_kernel void @others_return(ptr addrspace(6) %d) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ne i32 %t, 0
  br i1 %c, label %early, label %go_on
early:
  ret void
go_on:
  call void @llvm.nvvm.tcgen05.wait.st()
  ret void
}

define void @function(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 33
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.wait.ld()
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
!4 = distinct !DISubprogram(name: "half_warp", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 2, column: 3, scope: !4)
!14 = !DILocation(line: 4, column: 3, scope: !4)

; A block of 16 threads has no whole warp.
; CHECK: error: {{.*}}in function small_block {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x1 is executed by all threads of a warp together, here only by at most 16 threads of a warp, as the block has 16 at most; a .sync.aligned instruction must be executed by the whole warp (PTX ISA, tcgen05.ld); expected a block of 32 threads or more
; CHECK: error: {{.*}}in function small_block {{.*}}: llvm.nvvm.tcgen05.wait.ld is executed
define ptx_kernel void @small_block(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %done
then:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!20}
!20 = !{ptr @small_block, !"reqntidx", i32 16}

;--- clean.ll
@mbarrier = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()

; CHECK-LABEL: .entry one_thread(
; CHECK: tcgen05.mma

define ptx_kernel void @one_thread(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @mbarrier)
  br label %done
done:
  ret void
}

define ptx_kernel void @one_lane(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp eq i32 %l, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

define ptx_kernel void @elected(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %t, 32
  %e = call i32 asm sideeffect "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 $0, 1, 0, p; }", "=r"()
  %one = icmp ne i32 %e, 0
  %c = and i1 %first, %one
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

; The lane that is elected, which all threads know.
define ptx_kernel void @leader(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %r = call { i32, i32 } asm sideeffect "{ .reg .pred p; elect.sync $1|p, 0xffffffff; selp.b32 $0, 1, 0, p; }", "=r,=r"()
  %leader = extractvalue { i32, i32 } %r, 1
  %c = icmp eq i32 %leader, 0
  br i1 %c, label %then, label %done
then:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

define ptx_kernel void @one_of_a_warp(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bits = and i32 %t, 31
  %c = icmp eq i32 %bits, 0
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

define ptx_kernel void @nobody_knows(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %idesc
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

; Whoever launches it knows how many threads there are.
define ptx_kernel void @unconditional(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @mbarrier)
  ret void
}

; Who calls it may be one thread.
define void @function(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

; Each thread its own.
define ptx_kernel void @own(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %l, 4
  %n = ptrtoint ptr addrspace(6) %d to i32
  %off = mul i32 %l, 64
  %x = add i32 %n, %off
  %mine = inttoptr i32 %x to ptr addrspace(6)
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %mine, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

define ptx_kernel void @warps(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %t, 5
  %c = icmp eq i32 %w, 3
  br i1 %c, label %then, label %done
then:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

define ptx_kernel void @four_warps(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 128
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %d, i32 0, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  br label %done
done:
  ret void
}

; The last warp may be all there is of it.
define ptx_kernel void @up_to_48(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 48
  br i1 %c, label %then, label %done
then:
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %done
done:
  ret void
}

; A block of one thread.
define ptx_kernel void @one_thread_block(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %done
then:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @one_thread_block, !"reqntidx", i32 1}
