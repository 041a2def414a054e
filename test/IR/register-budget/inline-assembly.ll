;===-- inline-assembly.ll - setmaxnreg in inline assembly -------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Its number is checked as that of the intrinsic is, and so are kernels and warpgroups.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/warned.ll -o /dev/null 2>&1 | FileCheck %t/warned.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | count 0 %}

;--- rejected.ll
; CHECK: error: {{.*}}in function no_multiple {{.*}}: the register count of setmaxnreg.inc.sync.aligned.u32 100 must be 24 to 256 in steps of 8 (PTX ISA, setmaxnreg)
; CHECK: error: {{.*}}in function too_few {{.*}}: the register count of setmaxnreg.dec.sync.aligned.u32 16 must be 24 to 256 in steps of 8
; CHECK: error: {{.*}}in function second {{.*}}: the register count of setmaxnreg.inc.sync.aligned.u32 264 must be 24 to 256 in steps of 8
; CHECK: error: {{.*}}in function more {{.*}}: setmaxnreg.dec.sync.aligned.u32 240: a thread has 168 registers at entry
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @no_multiple(ptr %p) {
  call void asm sideeffect "setmaxnreg.inc.sync.aligned.u32 $0;", "n"(i32 100)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @too_few(ptr %p) {
  call void asm sideeffect "{ setmaxnreg.dec.sync.aligned.u32 16; }", ""()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @second(ptr %p) {
  %r = call i32 asm sideeffect "mov.u32 $0, 1;\0A\09setmaxnreg.inc.sync.aligned.u32 $1;", "=r,n"(i32 264)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @more(ptr %p) {
  call void asm sideeffect "setmaxnreg.dec.sync.aligned.u32 240;", ""()
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @no_multiple, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @too_few, !"maxntidx", i32 384, !"minctasm", i32 1}
!2 = !{ptr @second, !"maxntidx", i32 384, !"minctasm", i32 1}
!3 = !{ptr @more, !"maxntidx", i32 384, !"minctasm", i32 1}

;--- warned.ll
; CHECK: warning: {{.*}}in function unknown_entry {{.*}}: setmaxnreg.inc.sync.aligned.u32 232 in kernel unknown_entry, which has no launch bounds:
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @unknown_entry(ptr %p) {
  call void asm sideeffect "setmaxnreg.inc.sync.aligned.u32 $0;", "n"(i32 232)
  store volatile i32 1, ptr %p
  ret void
}

;--- clean.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @statement(ptr %p) {
  call void asm sideeffect "setmaxnreg.dec.sync.aligned.u32 $0;", "n"(i32 40)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @number(ptr %p) {
  call void asm sideeffect "// setmaxnreg.inc.sync.aligned.u32 3;\0Asetmaxnreg.dec.sync.aligned.u32 0x28;", ""()
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @statement, !"maxntidx", i32 384, !"minctasm", i32 1}
!1 = !{ptr @number, !"maxntidx", i32 384, !"minctasm", i32 1}
