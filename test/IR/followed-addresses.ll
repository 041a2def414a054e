;===-- followed-addresses.ll - variables with many uses ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; After an unrolled loop, the address of a variable has more than 100 uses. Inline assembly that it
; is not handed to still cannot change the variable, whose value is known after it. The variable is
; an iterator in CUTLASS, and its value is the index of an array, which stays in registers for this
; reason.
;
;===----------------------------------------------------------------------===;

; RUN: awk '{ print } /^  ; and these uses/ { for (I = 0; I != 100; ++I) print "store i64 %y, ptr %end" }' %s >%t
; RUN: %opt -passes=gvn -S %t | FileCheck %s
; RUN: %opt -passes=gvn -capture-tracking-max-uses-to-explore=100 -S %t | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK: "r"(i64 7)
; LLVM: "r"(i64 %x)
define void @kernel() {
  %iterator = alloca [2 x i64]
  %end = getelementptr i64, ptr %iterator, i64 1
  store i64 7, ptr %iterator
  call void asm sideeffect "cp.async.commit_group;", ""()
  %x = load i64, ptr %iterator
  call void asm sideeffect "st.shared.u64 [0], $0;", "r"(i64 %x)
  %y = load i64, ptr %end
  ; and these uses
  ret void
}
