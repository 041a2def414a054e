;===-- ldmatrix.ll - ldmatrix -------------------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX, typed from the PTX ISA: each count, transposed or not, shared and
; generic addresses.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx65 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx65 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin %}

declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p0(ptr)

; CHECK-LABEL: {{[ 	]}}x1(
; CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{[{]%r[0-9]+[}]}}, [%rd1];
define i32 @x1(ptr addrspace(3) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %p)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}x2(
; CHECK: ldmatrix.sync.aligned.m8n8.x2.shared.b16 {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, [%rd1];
define { i32, i32 } @x2(ptr addrspace(3) %p) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %p)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}x4(
; CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1];
define { i32, i32, i32, i32 } @x4(ptr addrspace(3) %p) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}x1_trans(
; CHECK: ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {{[{]%r[0-9]+[}]}}, [%rd1];
define i32 @x1_trans(ptr addrspace(3) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3) %p)
  ret i32 %r
}

; CHECK-LABEL: {{[ 	]}}x4_trans(
; CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd1];
define { i32, i32, i32, i32 } @x4_trans(ptr addrspace(3) %p) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}generic(
; CHECK: ldmatrix.sync.aligned.m8n8.x2.trans.b16 {{[{]%r[0-9]+(, %r[0-9]+){1}[}]}}, [%rd1];
define { i32, i32 } @generic(ptr %p) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p0(ptr %p)
  ret { i32, i32 } %r
}
