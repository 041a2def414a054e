;===-- nvvm-requirements.ll - other intrinsics that the target lacks ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Where stock llc aborts with "Cannot select", every one is an error with a sentence.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=LEGAL
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK,OLD --implicit-check-not="{{(error|remark):}}" --implicit-check-not='Cannot select' -DSM=sm_70
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK,OLD --implicit-check-not="{{(error|remark):}}" -DSM=sm_75
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK --implicit-check-not="{{(error|remark):}}" -DSM=sm_90
; RUN: test ! -s %t.ptx
; RUN: %if stock-tools %{ not --crash %stock-llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx80 %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=STOCK %}

; LEGAL: cp.async.ca.shared.global
; LEGAL: redux.sync.add.s32
; LEGAL: setmaxnreg.inc.sync.aligned.u32 232;

; OLD: {{error|remark}}: {{.*}}in function copy {{.*}}: llvm.nvvm.cp.async.ca.shared.global.16 is not supported on [[SM]] with PTX ISA 8.0; it needs sm_80 or higher and PTX ISA 7.0 or later
; OLD: {{error|remark}}: {{.*}}in function redux {{.*}}: llvm.nvvm.redux.sync.add is not supported on [[SM]] with PTX ISA 8.0; it needs sm_80 or higher and PTX ISA 7.0 or later
; CHECK: {{error|remark}}: {{.*}}in function registers {{.*}}: llvm.nvvm.setmaxnreg.inc.sync.aligned.u32 is not supported on [[SM]]; it needs sm_90a or a target with the suffix f or a of sm_100 or higher (PTX ISA 8.0, setmaxnreg)
; STOCK: Cannot select: intrinsic %llvm.nvvm.setmaxnreg

declare void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)

define void @copy(ptr addrspace(3) %a, ptr addrspace(1) %b) {
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) %a, ptr addrspace(1) %b)
  ret void
}

define i32 @redux(i32 %a, i32 %m) {
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %a, i32 %m)
  ret i32 %r
}

define void @registers() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  ret void
}
