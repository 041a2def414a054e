;===-- recursive.ll - setmaxnreg in functions that call themselves --------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A function is read once inside itself, whoever calls it, and the calls behind it are still read.
;
;===----------------------------------------------------------------------===;

; RUN: not timeout 60 %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)

; CHECK: error: {{.*}}in function shrink {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 must be executed by all threads of a warpgroup alike
define ptx_kernel void @kernel(i1 %more) {
  call void @again(i1 %more)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %inside, label %exit
inside:
  call void @shrink()
  br label %exit
exit:
  ret void
}

define void @again(i1 %more) {
  br i1 %more, label %inside, label %exit
inside:
  call void @again(i1 %more)
  br label %behind
behind:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  br label %exit
exit:
  ret void
}

define void @shrink() {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  ret void
}
