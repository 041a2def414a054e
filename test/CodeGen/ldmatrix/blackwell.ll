;===-- blackwell.ll - ldmatrix m16n16 and m8n16 ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of the forms for elements of a byte and less, typed from the PTX ISA.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120f -mattr=+ptx88 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_120f -mattr=+ptx88 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_120f %t.ptx -o %t.cubin %}
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_120 -mattr=+ptx88 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BASE --implicit-check-not="{{(error|remark):}}"

; BASE-COUNT-3: {{error|remark}}: {{.*}}not supported on sm_120; it needs a target with the suffix f or a of sm_100 or higher (PTX ISA 8.6, ldmatrix m16n16 and m8n16); the closest intrinsic on sm_120 is llvm.nvvm.ldmatrix.sync.aligned.m8n8.

declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x2.trans.b8x16.b6x16_p32.p0(ptr)
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n16.x1.b8x16.b4x16_p64.p3(ptr addrspace(3))

; CHECK-LABEL: {{[ 	]}}bytes(
; CHECK: ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}+32];
define { i32, i32 } @bytes(ptr addrspace(3) %p) {
  %q = getelementptr i8, ptr addrspace(3) %p, i32 32
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3(ptr addrspace(3) %q)
  ret { i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}six_bits(
; CHECK: ldmatrix.sync.aligned.m16n16.x2.trans.b8x16.b6x16_p32 {{[{]%r[0-9]+(, %r[0-9]+){3}[}]}}, [%rd{{[0-9]+}}];
define { i32, i32, i32, i32 } @six_bits(ptr %p) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x2.trans.b8x16.b6x16_p32.p0(ptr %p)
  ret { i32, i32, i32, i32 } %r
}

; CHECK-LABEL: {{[ 	]}}four_bits(
; CHECK: ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%r{{[0-9]+}}}, [%rd{{[0-9]+}}];
define i32 @four_bits(ptr addrspace(3) %p) {
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n16.x1.b8x16.b4x16_p64.p3(ptr addrspace(3) %p)
  ret i32 %r
}
