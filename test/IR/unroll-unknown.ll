;===-- unroll-unknown.ll - loops of unknown length ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of one block is unrolled by four if that is short, where LLVM would unroll it by two.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -mcpu=sm_80 -S %s | FileCheck %s
; RUN: %opt -O3 -mcpu=sm_80 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@sum(
; CHECK: and i32 %n, -4
; CHECK-LABEL: define {{.*}}@long(
; CHECK-NOT: and i32 %n
; CHECK: ret void
; LLVM: and i32 %n, -2
define ptx_kernel void @sum(ptr noalias %p, ptr noalias readonly %q, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %address = getelementptr i32, ptr %q, i32 %i
  %x = load i32, ptr %address
  %a = mul i32 %x, %x
  %b = xor i32 %a, %i
  %c = mul i32 %b, %x
  %d = xor i32 %c, %i
  %e = mul i32 %d, %x
  %f = xor i32 %e, %i
  %g = mul i32 %f, %x
  %h = xor i32 %g, %i
  %j = mul i32 %h, %x
  %k = xor i32 %j, %i
  %l = mul i32 %k, %x
  %m = xor i32 %l, %i
  %o = mul i32 %m, %x
  %r0 = xor i32 %o, %i
  %s0 = mul i32 %r0, %x
  %r1 = xor i32 %s0, %i
  %s1 = mul i32 %r1, %x
  %r2 = xor i32 %s1, %i
  %s2 = mul i32 %r2, %x
  %r3 = xor i32 %s2, %i
  %s3 = mul i32 %r3, %x
  %r4 = xor i32 %s3, %i
  %s4 = mul i32 %r4, %x
  %r5 = xor i32 %s4, %i
  %s5 = mul i32 %r5, %x
  %sum = add i32 %before, %s5
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  store i32 %sum, ptr %p
  ret void
}

; A longer one stays as it is.
define ptx_kernel void @long(ptr noalias %p, ptr noalias readonly %q, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %address = getelementptr i32, ptr %q, i32 %i
  %x = load i32, ptr %address
  %a = mul i32 %x, %x
  %b = xor i32 %a, %i
  %c = mul i32 %b, %x
  %d = xor i32 %c, %i
  %e = mul i32 %d, %x
  %f = xor i32 %e, %i
  %g = mul i32 %f, %x
  %h = xor i32 %g, %i
  %j = mul i32 %h, %x
  %k = xor i32 %j, %i
  %l = mul i32 %k, %x
  %m = xor i32 %l, %i
  %o = mul i32 %m, %x
  %r0 = xor i32 %o, %i
  %s0 = mul i32 %r0, %x
  %r1 = xor i32 %s0, %i
  %s1 = mul i32 %r1, %x
  %r2 = xor i32 %s1, %i
  %s2 = mul i32 %r2, %x
  %r3 = xor i32 %s2, %i
  %s3 = mul i32 %r3, %x
  %r4 = xor i32 %s3, %i
  %s4 = mul i32 %r4, %x
  %r5 = xor i32 %s4, %i
  %s5 = mul i32 %r5, %x
  %t0 = xor i32 %s5, %i
  %u0 = mul i32 %t0, %x
  %t1 = xor i32 %u0, %i
  %u1 = mul i32 %t1, %x
  %t2 = xor i32 %u1, %i
  %u2 = mul i32 %t2, %x
  %t3 = xor i32 %u2, %i
  %u3 = mul i32 %t3, %x
  %t4 = xor i32 %u3, %i
  %u4 = mul i32 %t4, %x
  %t5 = xor i32 %u4, %i
  %u5 = mul i32 %t5, %x
  %t6 = xor i32 %u5, %i
  %u6 = mul i32 %t6, %x
  %t7 = xor i32 %u6, %i
  %u7 = mul i32 %t7, %x
  %sum = add i32 %before, %u7
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  store i32 %sum, ptr %p
  ret void
}
