;===-- undefined-phis.ll - values that a trip does not set ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A register that only one path in a loop sets keeps its value from the trip before in ptxas, and is alive in all of the
; loop. It is set on the other path, too, but not ahead of the loop, or where there is none.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM

; CHECK-LABEL: .entry trips(
; CHECK:       Loop Header
; CHECK:       mov.b32 [[VALUE:%r[0-9]+]], 0f00000000;
; CHECK-NEXT:  @%p{{[0-9]+}} bra
; CHECK:       ld.volatile.global.b32 [[VALUE]],
; CHECK:       ret;
; LLVM-LABEL: .entry trips(
; LLVM:       Loop Header
; LLVM:       implicit-def: [[VALUE:%r[0-9]+]]
; LLVM:       ld.volatile.global.b32 [[VALUE]],
define ptx_kernel void @trips(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i1 %c) {
entry:
  br label %loop

loop:
  %trip = phi i32 [ 0, %entry ], [ %next, %done ]
  br i1 %c, label %then, label %done

then:
  %loaded = load volatile float, ptr addrspace(1) %in
  br label %done

done:
  %value = phi float [ %loaded, %then ], [ undef, %loop ]
  store volatile float %value, ptr addrspace(1) %out
  %next = add i32 %trip, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: .entry start(
; CHECK:       implicit-def
; CHECK:       Loop Header
; CHECK:       ret;
define ptx_kernel void @start(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop

loop:
  %trip = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi i32 [ poison, %entry ], [ %value, %loop ]
  store volatile i32 %before, ptr addrspace(1) %out
  %value = load volatile i32, ptr addrspace(1) %out
  %next = add i32 %trip, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: .entry once(
; CHECK:       implicit-def
; CHECK:       ret;
define ptx_kernel void @once(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %then, label %done

then:
  %loaded = load volatile float, ptr addrspace(1) %in
  br label %done

done:
  %value = phi float [ %loaded, %then ], [ undef, %entry ]
  store volatile float %value, ptr addrspace(1) %out
  ret void
}
