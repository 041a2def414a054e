; LLVM reads behind the end of a row of !nvvm.annotations whose last key has no value, while it reads the module.

; RUN: not %llc -mcpu=sm_90 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx
; RUN: not %opt -O2 -S %s -o - 2>&1 | FileCheck %s --check-prefix=FIRST
; RUN: sed -e 's/!1, !2, !3, !4/!4/' %s | %llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=GOOD

target triple = "nvptx64-nvidia-cuda"

; GOOD:     .entry g(
; GOOD-NEXT: .maxntid 64

define void @f() {
  ret void
}
define void @g() {
  ret void
}

!nvvm.annotations = !{!1, !2, !3, !4}
; FIRST: error: a row of !nvvm.annotations for 'f': the last key, 'kernel', has no value
; CHECK: error: a row of !nvvm.annotations for 'f': the last key, 'kernel', has no value
!1 = !{ptr @f, !"maxnreg", i32 32, !"kernel"}
; CHECK: error: a row of !nvvm.annotations for 'f': operand 1 is not a string; expected a key
!2 = !{ptr @f, i32 1, !"kernel"}
; CHECK: error: a row of !nvvm.annotations for 'f': the value of the key 'maxntidx' is not a number
!3 = !{ptr @f, !"maxntidx", !"128"}
!4 = !{ptr @g, !"kernel", i32 1, !"maxntidx", i32 64}
