;===-- stored-constants.ll - shared variables that hold one constant -------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-stored-constants -S %s | FileCheck %s
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=O2
; RUN: %opt -passes=nvptx-stored-constants -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

@once = internal addrspace(3) global i64 undef, align 8
@two = internal addrspace(3) global i32 undef, align 4
@variable = internal addrspace(3) global i32 undef, align 4
@volatile = internal addrspace(3) global i32 undef, align 4
@part = internal addrspace(3) global i32 undef, align 4
@passed = internal addrspace(3) global i32 undef, align 4
@external = addrspace(3) global i32 undef, align 4
@global = internal addrspace(1) global i32 0, align 4

declare void @use(ptr addrspace(3))
declare void @barrier() convergent

; CHECK-LABEL: define {{.*}}i64 @stored_once(
; CHECK-NOT:   store
; CHECK:       call void @barrier()
; CHECK-NEXT:  ret i64 3
; O2-LABEL:    define {{.*}}i64 @stored_once(
; O2-NOT:      store
; O2:          ret i64 3
; LLVM-LABEL:  define {{.*}}i64 @stored_once(
; LLVM:        ret i64 %v
define i64 @stored_once(i1 %c) {
  br i1 %c, label %first, label %all
first:
  store i64 3, ptr addrspacecast (ptr addrspace(3) @once to ptr), align 8
  br label %all
all:
  call void @barrier()
  %v = load i64, ptr addrspace(3) @once, align 8
  ret i64 %v
}

; Two constants, what is computed, a volatile access, a part of the variable, an address that another
; function has, a variable of another module, and one with an initial value.
; CHECK-LABEL: define {{.*}}void @others(
; CHECK:       store i32 1, ptr addrspace(3) @two
; CHECK:       store i32 2, ptr addrspace(3) @two
; CHECK:       store i32 %i, ptr addrspace(3) @variable
; CHECK:       store volatile i32 1, ptr addrspace(3) @volatile
; CHECK:       store i32 1, ptr addrspace(3) @part
; CHECK:       store i32 1, ptr addrspace(3) @passed
; CHECK:       store i32 1, ptr addrspace(3) @external
; CHECK:       store i32 1, ptr addrspace(1) @global
; CHECK:       ret void
define void @others(i32 %i, ptr addrspace(1) %out, i1 %c) {
  br i1 %c, label %one, label %other
one:
  store i32 1, ptr addrspace(3) @two
  br label %all
other:
  store i32 2, ptr addrspace(3) @two
  br label %all
all:
  store i32 %i, ptr addrspace(3) @variable
  store volatile i32 1, ptr addrspace(3) @volatile
  store i32 1, ptr addrspace(3) @part
  store i32 1, ptr addrspace(3) @passed
  store i32 1, ptr addrspace(3) @external
  store i32 1, ptr addrspace(1) @global
  call void @use(ptr addrspace(3) @passed)
  call void @barrier()
  %a = load i32, ptr addrspace(3) @two
  %b = load i32, ptr addrspace(3) @variable
  %d = load i32, ptr addrspace(3) @volatile
  %e = load i16, ptr addrspace(3) @part
  %f = load i32, ptr addrspace(1) @global
  store volatile i32 %a, ptr addrspace(1) %out
  store volatile i32 %b, ptr addrspace(1) %out
  store volatile i32 %d, ptr addrspace(1) %out
  store volatile i16 %e, ptr addrspace(1) %out
  store volatile i32 %f, ptr addrspace(1) %out
  ret void
}
