;===-- movmatrix.ll - movmatrix --------------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA. LLVM has no intrinsic of it; this one's name is the
; mnemonic.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx78 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx78 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_72 -mattr=+ptx78 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=XAVIER --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx77 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=EARLY --implicit-check-not=error:

; XAVIER: error: {{.*}}llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16 is not supported on sm_72; it needs sm_75 or higher (PTX ISA 7.8, movmatrix)
; EARLY: error: {{.*}}not supported in PTX ISA 7.7; it needs 7.8 or later, e.g. -mattr=+ptx78

declare i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32)

; CHECK: movmatrix.sync.aligned.m8n8.trans.b16 	[[D:%r[0-9]+]], {{%r[0-9]+}};
; CHECK: st.param.b32 	[func_retval0], [[D]];
define i32 @transpose(i32 %a) {
  %d = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)
  ret i32 %d
}
