;===-- wide-integers.ll - divisions have 32 bits --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A division of 8 bits has 32 bits again, with what stands around it. What is not known to fit is
; extended before it, and what may wrap stays as it is.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-wide-integers,verify -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-wide-integers -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM
; RUN: %opt -O3 -S %s | FileCheck %s --check-prefix=O3

target triple = "nvptx64-nvidia-cuda"

declare range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()

; The pipeline narrows it, and widens it again.
; CHECK-LABEL: define i32 @lanes(
; LLVM-LABEL: define i32 @lanes(
; O3-LABEL: define {{.*}}i32 @lanes(
; O3-NOT: i8
; O3: ret i32
define i32 @lanes(i32 %n) {
  %i = call range(i32 -8, 32) i32 @number()
  %a = sdiv i32 %i, 4
  %b = srem i32 %i, 4
  %c = shl i32 %a, 3
  %d = add i32 %c, %b
  %e = sdiv i32 %d, 16
  ret i32 %e
}
declare i32 @number()

; CHECK-LABEL: define i32 @tree(
; CHECK-NEXT: [[S:%.*]] = shl nsw i32 %x, 2
; CHECK-NEXT: [[A:%.*]] = add nsw i32 [[S]], %y
; CHECK-NEXT: [[D:%.*]] = sdiv i32 [[A]], 4
; CHECK-NEXT: ret i32 [[D]]
; LLVM-LABEL: define i32 @tree(
; LLVM: sdiv i8
define i32 @tree(i32 %x, i32 %y) {
  %a = trunc nsw i32 %x to i8
  %b = trunc nsw i32 %y to i8
  %s = shl nsw i8 %a, 2
  %c = add nsw i8 %s, %b
  %d = sdiv i8 %c, 4
  %e = sext i8 %d to i32
  ret i32 %e
}

; Of a number that is narrowed twice, and by a range that a branch implies.
; CHECK-LABEL: define i64 @twice(
; CHECK: [[R:%.*]] = srem i32 %x, 32
; CHECK-NEXT: [[D:%.*]] = sdiv i32 [[R]], 8
; CHECK-NEXT: sext i32 [[D]] to i64
; CHECK-NOT: i8
; CHECK: }
define i64 @twice(i32 %x) {
entry:
  %small = icmp ult i32 %x, 1024
  br i1 %small, label %then, label %else

then:
  %a = trunc i32 %x to i16
  %r = srem i16 %a, 32
  %b = trunc nsw i16 %r to i8
  %d = sdiv i8 %b, 8
  %e = sext i8 %d to i64
  ret i64 %e

else:
  ret i64 0
}

; CHECK-LABEL: define i32 @unsigned(
; CHECK-NEXT: [[D:%.*]] = udiv i32 %x, 10
; CHECK-NEXT: [[M:%.*]] = mul nuw nsw i32 [[D]], 3
; CHECK-NEXT: [[C:%.*]] = icmp ult i32 [[M]], 40
; CHECK-NEXT: select i1 [[C]], i32 [[M]], i32 0
define i32 @unsigned(i32 %x) {
  %a = trunc nuw i32 %x to i8
  %d = udiv i8 %a, 10
  %m = mul nuw i8 %d, 3
  %c = icmp ult i8 %m, 40
  %z = zext i8 %m to i32
  %s = select i1 %c, i32 %z, i32 0
  ret i32 %s
}

; What is not known to fit is extended. The stored byte is that of the division.
; CHECK-LABEL: define void @extended(
; CHECK: [[L:%.*]] = load i8, ptr %p
; CHECK-NEXT: [[W:%.*]] = sext i8 [[L]] to i32
; CHECK-NEXT: [[D:%.*]] = sdiv i32 [[W]], 3
; CHECK-NEXT: [[N:%.*]] = trunc nsw i32 [[D]] to i8
; CHECK-NEXT: store i8 [[N]], ptr %p
define void @extended(ptr %p) {
  %l = load i8, ptr %p
  %d = sdiv i8 %l, 3
  store i8 %d, ptr %p
  ret void
}

; An addition that may wrap, a truncation that may cut, and a sign that differs.
; CHECK-LABEL: define i32 @wraps(
; CHECK: add i8
; CHECK: sext i8
; CHECK: and i8
; CHECK: zext i8
; CHECK: add nsw i8
; CHECK: zext i8
; CHECK: icmp slt i8
define i32 @wraps(i32 %x, i32 %y) {
  %a = trunc nsw i32 %x to i8
  %c = add i8 %a, 100
  %d = sext i8 %c to i32
  %e = trunc i32 %y to i8
  %f = and i8 %e, 15
  %g = zext i8 %f to i32
  %h = add nsw i8 %a, 1
  %i = zext i8 %h to i32
  %j = icmp slt i8 %c, 3
  %k = select i1 %j, i32 %g, i32 %i
  %l = add i32 %k, %d
  ret i32 %l
}
