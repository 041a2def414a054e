;===-- bad-immediates.ll - immediates that are none, before they are judged ===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The passes of opt see a call before code generation judges it: they must not rely on its immediates.
; LLVM's verifier, which clang does not run, would find this one.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -disable-verify -O2 -mcpu=sm_100a -S %s -o %t.ll
; RUN: not %llc -disable-verify -mcpu=sm_100a -mattr=+ptx86 %t.ll -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()

; CHECK: error: {{.*}}in function pack {{.*}}operand 1 of llvm.nvvm.tcgen05.ld.32x32b.x1, pack, must be a constant, true or false
define i32 @pack(ptr addrspace(6) %p, i1 %pack) {
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %p, i1 %pack)
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret i32 %v
}
