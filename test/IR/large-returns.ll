;===-- large-returns.ll - what fits into no registers is copied in memory --===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-large-returns -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-large-returns -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -O0 -S %s | FileCheck %s --check-prefix=OFF

; Nothing reads the tensor; the rest of -O2 does not take it apart.
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=O2

target triple = "nvptx64-nvidia-cuda"

%tensor = type { [512 x float] }
%pair = type { i32, %tensor }
%small = type { [255 x float] }

declare void @fill(ptr)

define linkonce_odr %tensor @make() {
  %t = alloca %tensor, align 16
  call void @llvm.lifetime.start.p0(ptr %t)
  call void @fill(ptr %t)
  %v = load %tensor, ptr %t, align 16
  call void @llvm.lifetime.end.p0(ptr %t)
  ret %tensor %v
}

define linkonce_odr %tensor @make_again() {
  %t = alloca %pair, align 4
  %v = call %tensor @make()
  %member = getelementptr inbounds %pair, ptr %t, i32 0, i32 1, i32 0
  %array = extractvalue %tensor %v, 0
  store [512 x float] %array, ptr %member, align 4
  %w = load %tensor, ptr %member, align 4
  ret %tensor %w
}

; Two functions deep; the value is copied twice, and each address is known at its copy.
; CHECK-LABEL: define void @use(
; CHECK-NOT:   load %tensor
; CHECK:       call void @fill(
; CHECK-NEXT:  [[TO:%.*]] = getelementptr inbounds %pair
; CHECK:       call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[TO]], ptr align 16 {{%.*}}, i64 2048, i1 false)
; CHECK:       call void @llvm.memcpy.p0.p0.i64(ptr align 16 %out, ptr align 4 [[TO]], i64 2048, i1 false)
; CHECK-NOT:   store
; CHECK:       ret void
; OFF-LABEL:   define void @use(
; OFF:         call %tensor @make_again()
; O2-LABEL:    define void @use(
; O2-NOT:      extractvalue
; O2-NOT:      insertvalue
; O2:          ret void
define void @use(ptr %out) {
  %v = call %tensor @make_again()
  store %tensor %v, ptr %out, align 16
  ret void
}

define linkonce_odr %pair @make_pair(ptr %from) {
  %v = load %pair, ptr %from, align 32
  ret %pair %v
}

; A member is copied from where it is.
; CHECK-LABEL: define void @member(
; CHECK:       [[FROM:%.*]] = getelementptr inbounds i8, ptr %from, i64 4
; CHECK-NEXT:  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %out, ptr align 4 [[FROM]], i64 2048, i1 false)
; CHECK-NEXT:  ret void
define void @member(ptr %out, ptr %from) {
  %v = call %pair @make_pair(ptr %from)
  %t = extractvalue %pair %v, 1
  store %tensor %t, ptr %out, align 16
  ret void
}

; Memory is written between the load and the store: the value stays one.
; CHECK-LABEL: define void @written_between(
; CHECK:       load %pair
; CHECK:       store i32 0
; CHECK:       store %pair
define void @written_between(ptr %out, ptr %from) {
  %v = call %pair @make_pair(ptr %from)
  store i32 0, ptr %from, align 4
  store %pair %v, ptr %out, align 16
  ret void
}

define linkonce_odr %small @make_small(ptr %from) {
  %v = load %small, ptr %from, align 4
  ret %small %v
}

define linkonce_odr %tensor @never_inlined(ptr %from) noinline {
  %v = load %tensor, ptr %from, align 4
  ret %tensor %v
}

define linkonce_odr %tensor @recursive(ptr %from, i1 %c) {
  %u = call %tensor @recursive_too(ptr %from, i1 %c)
  %v = call %tensor @recursive_too(ptr %from, i1 %c)
  ret %tensor %v
}

define linkonce_odr %tensor @recursive_too(ptr %from, i1 %c) {
  %v = call %tensor @recursive(ptr %from, i1 %c)
  ret %tensor %v
}

; What registers hold, what is noinline and what calls itself stays a call.
; CHECK-LABEL: define void @others(
; CHECK:       call %small @make_small(
; CHECK:       call %tensor @never_inlined(
; CHECK-NOT:   call %tensor @recursive_too(
; CHECK:       call %tensor @recursive(
; CHECK-NOT:   call
; CHECK:       ret void
define void @others(ptr %out, ptr %from) {
  %s = call %small @make_small(ptr %from)
  store %small %s, ptr %out, align 4
  %t = call %tensor @never_inlined(ptr %from)
  store %tensor %t, ptr %out, align 4
  %r = call %tensor @recursive(ptr %from, i1 false)
  store %tensor %r, ptr %out, align 4
  ret void
}
