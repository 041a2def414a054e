;===-- sums.ll - registers of all warpgroups together -----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What the warpgroups of a block have after their setmaxnreg must not be more than what the block
; began with. Where that is not certain, nothing is said. ptxas takes all of these.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/warned.ll -o /dev/null 2>&1 | FileCheck %t/warned.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -nvptx-register-budget=off %t/warned.ll -o /dev/null 2>&1 | count 0
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | count 0 %}

;--- warned.ll
; CHECK: warning: {{.*}}in function one_too_large {{.*}}: setmaxnreg.inc.sync.aligned.u32 240: the warpgroups of a block of kernel one_too_large end up with 40 + 240 + 240 registers a thread, but began with 168 each (65536 registers for 384 threads (.maxntid) of 1 block (.minnctapersm)): setmaxnreg.inc waits for registers that only a warpgroup which exits can give back, forever if that one waits too; expected .inc to 232 or less, or a setmaxnreg.dec to less in another warpgroup
; CHECK: warning: {{.*}}in function nobody_gives {{.*}}: setmaxnreg.inc.sync.aligned.u32 232: the warpgroups of a block of kernel nobody_gives end up with 232 + 232 + 232 registers a thread, but began with 168 each (65536 registers for 384 threads (.maxntid) of 1 block (.minnctapersm)): setmaxnreg.inc waits for registers that only a warpgroup which exits can give back, forever if that one waits too; expected a setmaxnreg.dec to less in another warpgroup
; CHECK: warning: {{.*}}in function one_does_nothing {{.*}}: setmaxnreg.inc.sync.aligned.u32 232: the warpgroups of a block of kernel one_does_nothing end up with 168 + 232 + 168 registers a thread, but began with 168 each (65536 registers for 384 threads (.maxntid) of 1 block (.minnctapersm)): setmaxnreg.inc waits for registers that only a warpgroup which exits can give back, forever if that one waits too; expected a setmaxnreg.dec to less in another warpgroup
; CHECK: warning: {{.*}}in function four_groups {{.*}}: setmaxnreg.inc.sync.aligned.u32 168: the warpgroups of a block of kernel four_groups end up with 24 + 168 + 168 + 168 registers a thread, but began with 128 each (65536 registers for 512 threads (.reqntid) of 1 block (.minnctapersm)): setmaxnreg.inc waits for registers that only a warpgroup which exits can give back, forever if that one waits too; expected .inc to 160 or less, or a setmaxnreg.dec to less in another warpgroup
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @one_too_large(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @nobody_gives(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2]
w0:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @one_does_nothing(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 1, label %w1]
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @four_groups(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2 i32 3, label %w3]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 168)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 168)
  br label %exit
w3:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 168)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @one_too_large, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @nobody_gives, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @one_does_nothing, !"maxntidx", i32 384, !"minctasm", i32 1}
!3 = !{ptr @four_groups, !"reqntidx", i32 512, !"minctasm", i32 1}

;--- clean.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @fits(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @usual(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @four_fit(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1 i32 2, label %w2 i32 3, label %w3]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 32)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  br label %exit
w2:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  br label %exit
w3:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @only_less(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 80)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @two(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  switch i32 %g, label %exit [i32 0, label %w0 i32 1, label %w1]
w0:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
w1:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 248)
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @nobody_knows(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = lshr i32 %tid, 7
  %role = load i32, ptr %p
  %c = icmp eq i32 %g, %role
  br i1 %c, label %consumer, label %producer
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  br label %exit
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
exit:
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @fits, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @usual, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @four_fit, !"reqntidx", i32 512, !"minctasm", i32 1}
!3 = !{ptr @only_less, !"maxntidx", i32 384, !"minctasm", i32 1}
!4 = !{ptr @two, !"maxntidx", i32 256, !"minctasm", i32 1}
!5 = !{ptr @nobody_knows, !"maxntidx", i32 384, !"minctasm", i32 1}
