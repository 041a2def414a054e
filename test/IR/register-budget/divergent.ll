;===-- divergent.ll - setmaxnreg by whole warpgroups ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A setmaxnreg under a condition that certainly divides a warpgroup is an error; under one that
; selects whole warpgroups, or that nobody knows, nothing is said.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -O0 %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -nvptx-register-budget=off %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/each_warp.ll -o /dev/null 2>&1 | FileCheck %t/each_warp.ll --implicit-check-not=error: --implicit-check-not=warning:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -O0 %t/clean.ll -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | FileCheck %t/clean.ll --check-prefix=PTXAS --implicit-check-not=C75 %}

;--- rejected.ll
; CHECK: error: {{.*}}in function one_thread {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 1 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function half_a_warpgroup {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function one_warp {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 32 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function one_warp_broadcast {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 32 of the 128 threads of warpgroup 2, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function lanes {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function odd_threads {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function all_but_a_warp {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 96 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function one_and_a_half {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 1, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function elected {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by the thread that elect.sync selects of each warp, or only the others, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function warpgroup_and_lane {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 4 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function unknown_and_warp {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by at most 32 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function others_return {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function by_switch {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 32 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function shrink {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 1 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function no_kernel {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by at most 1 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
; CHECK: error: {{.*}}in function rows {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike, here only by 64 of the 128 threads of warpgroup 0, which the condition of the branch{{.*}} selects; in such divergent code it is undefined (PTX ISA, setmaxnreg); expected a condition that is the same for all 128 threads of a warpgroup: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @one_thread(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 0
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @half_a_warpgroup(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 64
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @one_warp(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w0 = lshr i32 %tid, 5
  %c = icmp eq i32 %w0, 0
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @one_warp_broadcast(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w0 = lshr i32 %tid, 5
  %w = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %w0, i32 0, i32 31)
  %c = icmp eq i32 %w, 9
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @lanes(ptr %p) {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp ult i32 %lane, 16
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @odd_threads(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = and i32 %tid, 1
  %c = icmp ne i32 %o, 0
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @all_but_a_warp(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ugt i32 %tid, 31
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @one_and_a_half(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 192
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @elected(ptr %p) {
entry:
  %e = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %c = extractvalue {i32, i1} %e, 1
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @warpgroup_and_lane(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = icmp ult i32 %tid, 128
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %l = icmp eq i32 %lane, 0
  %c = and i1 %g, %l
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @unknown_and_warp(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = load i32, ptr %p
  %a = icmp eq i32 %x, 3
  %b = icmp ult i32 %tid, 32
  %c = and i1 %a, %b
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @others_return(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp uge i32 %tid, 64
  br i1 %c, label %exit, label %inside
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr %p
  ret void
exit:
  ret void
}
define ptx_kernel void @by_switch(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %tid, 5
  switch i32 %w, label %exit [ i32 0, label %producer
                               i32 1, label %other ]
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
other:
  store volatile i32 2, ptr %p
  br label %exit
exit:
  ret void
}
define internal void @shrink(i1 %c, ptr %p) {
entry:
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @in_callee(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 5
  call void @shrink(i1 %c, ptr %p)
  ret void
}
define void @no_kernel(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 5
  br i1 %c, label %inside, label %exit
inside:
  call void asm sideeffect "setmaxnreg.dec.sync.aligned.u32 $0;", "n"(i32 40)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @rows(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store volatile i32 %ty, ptr %p
  %c = icmp ult i32 %tid, 32
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}
!0 = !{ptr @one_thread, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @half_a_warpgroup, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @one_warp, !"maxntidx", i32 384, !"minctasm", i32 1}
!3 = !{ptr @one_warp_broadcast, !"maxntidx", i32 384, !"minctasm", i32 1}
!4 = !{ptr @lanes, !"maxntidx", i32 384, !"minctasm", i32 1}
!5 = !{ptr @odd_threads, !"maxntidx", i32 384, !"minctasm", i32 1}
!6 = !{ptr @all_but_a_warp, !"maxntidx", i32 384, !"minctasm", i32 1}
!7 = !{ptr @one_and_a_half, !"maxntidx", i32 384, !"minctasm", i32 1}
!8 = !{ptr @elected, !"maxntidx", i32 384, !"minctasm", i32 1}
!9 = !{ptr @warpgroup_and_lane, !"maxntidx", i32 384, !"minctasm", i32 1}
!10 = !{ptr @unknown_and_warp, !"maxntidx", i32 384, !"minctasm", i32 1}
!11 = !{ptr @others_return, !"maxntidx", i32 384, !"minctasm", i32 1}
!12 = !{ptr @by_switch, !"maxntidx", i32 384, !"minctasm", i32 1}
!13 = !{ptr @in_callee, !"maxntidx", i32 384, !"minctasm", i32 1}
!14 = !{ptr @rows, !"reqntidx", i32 64, !"reqntidy", i32 6, !"minctasm", i32 1}

;--- each_warp.ll
; CHECK: warning: {{.*}}in function roles_of_warps {{.*}}: setmaxnreg.dec.sync.aligned.u32 32 is executed by 32 of the 128 threads of warpgroup 0, and another setmaxnreg by the others; all of a warpgroup must execute the same one (PTX ISA, setmaxnreg); expected one before the roles of its warps part
; CHECK: warning: {{.*}}in function roles_of_warps {{.*}}: setmaxnreg.dec.sync.aligned.u32 24 is executed by 96 of the 128 threads of warpgroup 0, and another setmaxnreg by the others;
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @roles_of_warps(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = icmp ugt i32 %tid, 127
  br i1 %g, label %consumer, label %producer
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
producer:
  %w = icmp ult i32 %tid, 32
  br i1 %w, label %load, label %rest
load:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 32)
  br label %exit
rest:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @roles_with_one_number(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = icmp ugt i32 %tid, 127
  br i1 %g, label %consumer, label %producer
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
producer:
  %w = icmp ult i32 %tid, 32
  br i1 %w, label %load, label %rest
load:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  store volatile i32 1, ptr %p
  br label %exit
rest:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  store volatile i32 2, ptr %p
  br label %exit
exit:
  ret void
}
; One of the roles is for the first block of a cluster alone.
define ptx_kernel void @role_of_one_block(ptr %p, i32 %rank) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = icmp ugt i32 %tid, 127
  br i1 %g, label %consumer, label %producer
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
producer:
  %w = icmp ult i32 %tid, 32
  %first = icmp eq i32 %rank, 0
  %both = and i1 %w, %first
  br i1 %both, label %load, label %rest
load:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  store volatile i32 1, ptr %p
  br label %exit
rest:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  store volatile i32 2, ptr %p
  br label %exit
exit:
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @roles_of_warps, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @roles_with_one_number, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @role_of_one_block, !"maxntidx", i32 384, !"minctasm", i32 1}

;--- clean.ll
; PTXAS: Compiling entry function
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @first_warpgroup(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 128
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @by_division(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  %c = icmp eq i32 %g, 1
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @two_warpgroups(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ugt i32 %tid, 127
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @broadcast(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w0 = lshr i32 %tid, 5
  %w = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %w0, i32 0, i32 31)
  %g = sdiv i32 %w, 4
  %c = icmp eq i32 %g, 0
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @broadcast_range(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w0 = lshr i32 %tid, 5
  %w = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %w0, i32 0, i32 31)
  %c = icmp sgt i32 %w, 7
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @argument(ptr %p, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 7
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @from_memory(ptr %p, i32 %n) {
entry:
  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 7
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @other_dimension(ptr %p, i32 %n) {
entry:
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store volatile i32 %ty, ptr %p
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 64
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @roles_by_switch(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = udiv i32 %tid, 128
  switch i32 %g, label %exit [ i32 0, label %producer
                               i32 1, label %consumer
                               i32 2, label %consumer ]
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  br label %exit
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @one_warp_of_the_producer(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 128
  br i1 %c, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  %w = icmp eq i32 %tid, 0
  br i1 %w, label %load, label %exit
load:
  store volatile i32 1, ptr %p
  br label %exit
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  ret void
}
; A warpgroup that is not full, and a whole block.
define ptx_kernel void @small_block(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 64
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @rows(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store volatile i32 %ty, ptr %p
  %c = icmp ult i32 %tid, 128
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  ret void
}
define ptx_kernel void @deep(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 32
  br i1 %c, label %inside, label %exit
inside:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}
!0 = !{ptr @first_warpgroup, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @by_division, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @two_warpgroups, !"maxntidx", i32 384, !"minctasm", i32 1}
!3 = !{ptr @broadcast, !"maxntidx", i32 384, !"minctasm", i32 1}
!4 = !{ptr @broadcast_range, !"maxntidx", i32 384, !"minctasm", i32 1}
!5 = !{ptr @argument, !"maxntidx", i32 384, !"minctasm", i32 1}
!6 = !{ptr @from_memory, !"maxntidx", i32 384, !"minctasm", i32 1}
!7 = !{ptr @other_dimension, !"maxntidx", i32 384, !"minctasm", i32 1}
!8 = !{ptr @deep, !"maxntidx", i32 32, !"maxntidy", i32 12, !"minctasm", i32 1}
!9 = !{ptr @roles_by_switch, !"maxntidx", i32 384, !"minctasm", i32 1}
!10 = !{ptr @one_warp_of_the_producer, !"maxntidx", i32 384, !"minctasm", i32 1}
!11 = !{ptr @small_block, !"maxntidx", i32 64, !"minctasm", i32 1}
!12 = !{ptr @rows, !"reqntidx", i32 128, !"reqntidy", i32 3, !"minctasm", i32 1}
