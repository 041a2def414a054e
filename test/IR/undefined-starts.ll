;===-- undefined-starts.ll - variables keep nothing from trip to trip -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The lifetime of a variable starts in each trip of a loop, and a path that does not set it may
; reach its use: no value is kept for the next trip. The second array is a variable for SROA only
; when the inner loop is unrolled.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-undefined-starts -S %s | FileCheck %s --check-prefix=PASS
; RUN: %opt -passes=nvptx-undefined-starts -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM
; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %opt -O2 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=KEPT

target triple = "nvptx64-nvidia-cuda"

; PASS-LABEL: @scalar(
; PASS:       call void @llvm.lifetime.start.p0(ptr %variable)
; PASS-NEXT:  store float undef, ptr %variable
; LLVM-LABEL: @scalar(
; LLVM-NOT:   store float undef
; CHECK-LABEL: @scalar(
; CHECK:       loop:
; CHECK-NOT:   phi float
; CHECK:       next:
; KEPT-LABEL:  @scalar(
; KEPT:        loop:
; KEPT:        phi float
; KEPT:        next:
define ptx_kernel void @scalar(ptr addrspace(1) %p, i32 %n, i32 %mask) {
entry:
  %variable = alloca float
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  call void @llvm.lifetime.start.p0(ptr %variable)
  %bits = and i32 %i, %mask
  %is.set = icmp eq i32 %bits, 0
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  br i1 %is.set, label %set, label %next

set:
  %new = load volatile float, ptr addrspace(1) %a
  store float %new, ptr %variable
  br label %next

next:
  %x = load float, ptr %variable
  store volatile float %x, ptr addrspace(1) %a
  call void @llvm.lifetime.end.p0(ptr %variable)
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: @array(
; CHECK:       loop:
; CHECK-NOT:   phi float
; CHECK:       next:
; KEPT-LABEL:  @array(
; KEPT:        loop:
; KEPT:        phi float
; KEPT:        next:
define ptx_kernel void @array(ptr addrspace(1) %p, i32 %n, i32 %mask) {
entry:
  %variables = alloca [2 x float]
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  call void @llvm.lifetime.start.p0(ptr %variables)
  %bits = and i32 %i, %mask
  %is.set = icmp eq i32 %bits, 0
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  br i1 %is.set, label %set, label %next

set:
  %j = phi i32 [ 0, %loop ], [ %j1, %set ]
  %element = getelementptr [2 x float], ptr %variables, i32 0, i32 %j
  %new = load volatile float, ptr addrspace(1) %a
  store float %new, ptr %element
  %j1 = add nuw nsw i32 %j, 1
  %more.elements = icmp ult i32 %j1, 2
  br i1 %more.elements, label %set, label %next

next:
  %element1 = getelementptr [2 x float], ptr %variables, i32 0, i32 1
  %x = load float, ptr %variables
  store volatile float %x, ptr addrspace(1) %a
  %x1 = load float, ptr %element1
  store volatile float %x1, ptr addrspace(1) %a
  call void @llvm.lifetime.end.p0(ptr %variables)
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; SROA would take an array of many elements apart, which takes long.
; PASS-LABEL: @large(
; PASS-NOT:   store
; PASS:       ret void
define ptx_kernel void @large(i32 %i) {
  %variables = alloca [4096 x i8]
  call void @llvm.lifetime.start.p0(ptr %variables)
  call void @llvm.lifetime.end.p0(ptr %variables)
  ret void
}
