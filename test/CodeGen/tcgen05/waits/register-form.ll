;===-- register-form.ll - waits in IR that was written out on the way -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A load in register form is checked like any other, under the name that the module has for it.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -nvptx-tensor-memory-waits=fix-silently -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=INSERTED

declare { i32, i32 } @llvm.nvvm.registers.TCGEN05_LD_B32x2.i32(i32, i64)
declare void @llvm.nvvm.tcgen05.wait.ld()

; CHECK: warning: {{.*}}in function missing {{.*}}: what llvm.nvvm.registers.TCGEN05_LD_B32x2.i32 loads is read before tcgen05.wait::ld on some path
; INSERTED-LABEL: .func (.param .b32 func_retval0) missing(
; INSERTED: tcgen05.ld
; INSERTED: tcgen05.wait::ld
define i32 @missing(i32 %address) {
  %loaded = call { i32, i32 } @llvm.nvvm.registers.TCGEN05_LD_B32x2.i32(i32 %address, i64 -4611686018427381716)
  %value = extractvalue { i32, i32 } %loaded, 0
  %sum = add i32 %value, 1
  ret i32 %sum
}

define i32 @waited(i32 %address) {
  %loaded = call { i32, i32 } @llvm.nvvm.registers.TCGEN05_LD_B32x2.i32(i32 %address, i64 -4611686018427381716)
  %value = extractvalue { i32, i32 } %loaded, 0
  call void @llvm.nvvm.tcgen05.wait.ld()
  %sum = add i32 %value, 1
  ret i32 %sum
}
