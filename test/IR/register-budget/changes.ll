;===-- changes.ll - from how many registers to how many ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; .dec to more registers and .inc to fewer are errors where what a thread has is certain. ptxas
; takes an .inc to less than the launch bounds leave, and compiles the kernel for that.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | FileCheck %t/clean.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | FileCheck %t/clean.ll --check-prefix=PTXAS %}

;--- rejected.ll
; CHECK: error: {{.*}}in function decrease_at_entry {{.*}}: setmaxnreg.dec.sync.aligned.u32 176: a thread has 168 registers at entry (65536 registers for 384 threads (.maxntid) of 1 block (.minnctapersm)), and .dec to more is undefined (PTX ISA, setmaxnreg; C7406 of ptxas); expected .dec to 168 or less, or .inc
; CHECK: error: {{.*}}in function decrease_without_entry {{.*}}: setmaxnreg.dec.sync.aligned.u32 240: a thread has 168 registers at entry (65536 registers for 384 threads (.maxntid)), and .dec to more is undefined
; CHECK: error: {{.*}}in function decrease_limit {{.*}}: setmaxnreg.dec.sync.aligned.u32 160: a thread has 152 registers at entry (.maxnreg), and .dec to more is undefined
; CHECK: error: {{.*}}in function decrease_twice {{.*}}: setmaxnreg.dec.sync.aligned.u32 80: setmaxnreg has given a thread 40 registers before, and .dec to more is undefined
; CHECK: error: {{.*}}in function increase_to_less {{.*}}: setmaxnreg.inc.sync.aligned.u32 200: setmaxnreg has given a thread 232 registers before, and .inc to less is undefined (PTX ISA, setmaxnreg); expected .inc to 232 or more, or .dec
; CHECK: error: {{.*}}in function behind_roles {{.*}}: setmaxnreg.dec.sync.aligned.u32 240: setmaxnreg has given a thread 40 to 232 registers before, and .dec to more is undefined
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @decrease_at_entry(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 176)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @decrease_without_entry(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 240)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @decrease_limit(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 160)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @decrease_twice(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 80)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @increase_to_less(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 200)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @behind_roles(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 128
  br i1 %c, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 240)
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @decrease_at_entry, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @decrease_without_entry, !"maxntidx", i32 384}
!2 = !{ptr @decrease_limit, !"maxnreg", i32 152}
!3 = !{ptr @decrease_twice, !"maxntidx", i32 384, !"minctasm", i32 1}
!4 = !{ptr @increase_to_less, !"maxntidx", i32 384, !"minctasm", i32 1}
!5 = !{ptr @behind_roles, !"maxntidx", i32 384, !"minctasm", i32 1}

;--- clean.ll
; CHECK: warning: {{.*}}in function increase_below_entry {{.*}}: setmaxnreg.inc.sync.aligned.u32 160: a thread has 168 registers at entry (65536 registers for 384 threads (.maxntid) of 1 block (.minnctapersm)), and .inc to less is undefined (PTX ISA, setmaxnreg); ptxas compiles the whole kernel for the 160 then; expected .inc to 168 or more, or .dec
; PTXAS: entry function 'behind_roles'
; PTXAS: Used 168 registers
; PTXAS: entry function 'large_share'
; PTXAS: Used 232 registers
; PTXAS: entry function 'increase_below_entry'
; PTXAS: Used 160 registers
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @increase_below_entry(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @large_share(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @to_the_same(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 168)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @up_and_down(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 168)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 80)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @limit(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 152)
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @behind_roles(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 128
  br i1 %c, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  br label %exit
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  br label %exit
exit:
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @increase_below_entry, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @large_share, !"maxntidx", i32 256, !"minctasm", i32 1}
!2 = !{ptr @to_the_same, !"maxntidx", i32 384, !"minctasm", i32 1}
!3 = !{ptr @up_and_down, !"maxntidx", i32 384, !"minctasm", i32 1}
!4 = !{ptr @limit, !"maxnreg", i32 152}
!5 = !{ptr @behind_roles, !"maxntidx", i32 384, !"minctasm", i32 1}
