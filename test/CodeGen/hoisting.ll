;===-- hoisting.ll - what moves out of a loop ----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Several blocks of a loop scale the same index. LLVM hoists what uses a value last, and there is one such use when
; the shifts are one. A comparison stays in a loop of a function with matrix instructions.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 %s -o - | FileCheck %s
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: .entry shifts(
; CHECK-COUNT-6: shl.b64
; CHECK:       Loop Header
; CHECK-NOT:   shl.b64
; CHECK:       ret;
; LLVM-LABEL: .entry shifts(
; LLVM:       Loop Header
; LLVM-COUNT-6: shl.b64
define ptx_kernel void @shifts(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %stride, i32 %n) {
entry:
  %x.0 = load volatile i64, ptr addrspace(1) %in
  %index.0 = mul i64 %x.0, %stride
  %x.1 = load volatile i64, ptr addrspace(1) %in
  %index.1 = mul i64 %x.1, %stride
  %x.2 = load volatile i64, ptr addrspace(1) %in
  %index.2 = mul i64 %x.2, %stride
  %x.3 = load volatile i64, ptr addrspace(1) %in
  %index.3 = mul i64 %x.3, %stride
  %x.4 = load volatile i64, ptr addrspace(1) %in
  %index.4 = mul i64 %x.4, %stride
  %x.5 = load volatile i64, ptr addrspace(1) %in
  %index.5 = mul i64 %x.5, %stride
  br label %loop

loop:
  %trip = phi i32 [ 0, %entry ], [ %next, %done ]
  %offset = load volatile i64, ptr addrspace(1) %out
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %offset
  %from.0 = getelementptr float, ptr addrspace(1) %from, i64 %index.0
  %value.0 = load volatile float, ptr addrspace(1) %from.0
  %from.1 = getelementptr float, ptr addrspace(1) %from, i64 %index.1
  %value.1 = load volatile float, ptr addrspace(1) %from.1
  %from.2 = getelementptr float, ptr addrspace(1) %from, i64 %index.2
  %value.2 = load volatile float, ptr addrspace(1) %from.2
  %from.3 = getelementptr float, ptr addrspace(1) %from, i64 %index.3
  %value.3 = load volatile float, ptr addrspace(1) %from.3
  %from.4 = getelementptr float, ptr addrspace(1) %from, i64 %index.4
  %value.4 = load volatile float, ptr addrspace(1) %from.4
  %from.5 = getelementptr float, ptr addrspace(1) %from, i64 %index.5
  %value.5 = load volatile float, ptr addrspace(1) %from.5
  %test = fcmp oeq float %value.0, 0.0
  br i1 %test, label %done, label %then

then:
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %offset
  %to.0 = getelementptr float, ptr addrspace(1) %to, i64 %index.0
  store volatile float %value.0, ptr addrspace(1) %to.0
  %to.1 = getelementptr float, ptr addrspace(1) %to, i64 %index.1
  store volatile float %value.1, ptr addrspace(1) %to.1
  %to.2 = getelementptr float, ptr addrspace(1) %to, i64 %index.2
  store volatile float %value.2, ptr addrspace(1) %to.2
  %to.3 = getelementptr float, ptr addrspace(1) %to, i64 %index.3
  store volatile float %value.3, ptr addrspace(1) %to.3
  %to.4 = getelementptr float, ptr addrspace(1) %to, i64 %index.4
  store volatile float %value.4, ptr addrspace(1) %to.4
  %to.5 = getelementptr float, ptr addrspace(1) %to, i64 %index.5
  store volatile float %value.5, ptr addrspace(1) %to.5
  br label %done

done:
  %next = add i32 %trip, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: .entry comparison(
; CHECK:       Loop Header
; CHECK:       mma.sync
; CHECK:       setp.lt.s32
; CHECK:       ret;
define ptx_kernel void @comparison(ptr addrspace(1) %out, i32 %x, i32 %y, i32 %n) {
entry:
  %product = mul i32 %x, %y
  br label %loop

loop:
  %trip = phi i32 [ 0, %entry ], [ %next, %done ]
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %trip, i32 %trip, i32 %trip, i32 %trip, i32 %trip, i32 %trip, float 0.0, float 0.0, float 0.0, float 0.0)
  %value = extractvalue { float, float, float, float } %d, 0
  %test = icmp sgt i32 %product, 5
  br i1 %test, label %then, label %done

then:
  store volatile float %value, ptr addrspace(1) %out
  br label %done

done:
  %next = add i32 %trip, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}
