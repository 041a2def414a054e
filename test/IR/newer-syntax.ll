;===-- newer-syntax.ll - text that LLVM 22 cannot read ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The error names LLVM 23 where LLVM 23 has brought what is in the line. It says no more of other lines,
; and of names and words that only look alike. LLVM declares its own intrinsics alone.
;
;===----------------------------------------------------------------------===;

; RUN: rm -rf %t && split-file %s %t
; RUN: not %llc -mcpu=sm_80 %t/environment.ll -o /dev/null 2>&1 | FileCheck %t/environment.ll
; RUN: not %opt -S %t/environment.ll -o /dev/null 2>&1 | FileCheck %t/environment.ll
; RUN: not %llc -mcpu=sm_80 %t/elementwise.ll -o /dev/null 2>&1 | FileCheck %t/elementwise.ll
; RUN: not %llc -mcpu=sm_80 %t/bits.ll -o /dev/null 2>&1 | FileCheck %t/bits.ll
; RUN: not %llc -mcpu=sm_80 %t/infinity.ll -o /dev/null 2>&1 | FileCheck %t/infinity.ll
; RUN: not %llc -mcpu=sm_80 %t/other.ll -o /dev/null 2>&1 | FileCheck %t/other.ll
; RUN: not %llc -mcpu=sm_80 %t/undeclared.ll -o /dev/null 2>&1 | FileCheck %t/undeclared.ll
; RUN: not %llc -mcpu=sm_103a -mattr=+ptx88 %t/reduction.ll -o /dev/null 2>&1 | FileCheck %t/reduction.ll
; RUN: not %llc -mcpu=sm_80 %t/unknown.ll -o /dev/null 2>&1 | FileCheck %t/unknown.ll
; RUN: not %llc -mcpu=sm_100a %t/signature.ll -o /dev/null 2>&1 | FileCheck %t/signature.ll

;--- environment.ll
target triple = "nvptx64-nvidia-cuda"
define void @f() #0 {
  ret void
}
; CHECK: error: unterminated attribute group; LLVM 23 has written the module, and this is LLVM 22.1.8: expected a module of LLVM 22 or older
attributes #0 = { denormal_fpenv(preservesign) }

;--- elementwise.ll
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %p, <2 x half> %a) {
  ; CHECK: error: expected binary operation in atomicrmw; LLVM 23 has written the module
  %d = atomicrmw elementwise fadd ptr %p, <2 x half> %a monotonic
  ret void
}

;--- bits.ll
target triple = "nvptx64-nvidia-cuda"
define float @f() {
  ; CHECK: error: expected value token; LLVM 23 has written the module
  ret float f0x3F99999A
}

;--- infinity.ll
target triple = "nvptx64-nvidia-cuda"
define float @f() {
  ; CHECK: error: expected value token; LLVM 23 has written the module
  ret float +inf
}

;--- other.ll
target triple = "nvptx64-nvidia-cuda"
define void @flatten(ptr %f0x3F) {
  ; CHECK: error: expected value token{{$}}
  ret float information
}

;--- undeclared.ll
target triple = "nvptx64-nvidia-cuda"
define half @f(half %a) {
  ; CHECK: error: unknown intrinsic 'llvm.nvvm.add.rn.sat.f16'; LLVM 22.1.8 does not know it: expected a declaration of it
  %d = call half @llvm.nvvm.add.rn.sat.f16(half %a, half %a)
  ret half %d
}

;--- unknown.ll
target triple = "nvptx64-nvidia-cuda"
define half @f(half %a) {
  ; CHECK: error: unknown intrinsic 'llvm.nvvm.add.rn.sated.f16'; did you mean llvm.nvvm.add.rn.sat.f16?
  %d = call half @llvm.nvvm.add.rn.sated.f16(half %a, half %a)
  ret half %d
}

;--- reduction.ll
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr addrspace(6) %t) {
  ; CHECK: error: unknown intrinsic 'llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32'; LLVM 22.1.8 does not know it: expected a declaration of it
  %d = call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6) %t, i32 0)
  ret void
}

;--- signature.ll
target triple = "nvptx64-nvidia-cuda"
define <1 x i32> @f(ptr addrspace(6) %t) {
  ; CHECK: error: invalid intrinsic signature; expected that of LLVM 22.1.8, or a declaration
  %d = call <1 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  ret <1 x i32> %d
}
