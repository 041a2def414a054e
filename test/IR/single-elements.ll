;===-- single-elements.ll - indices of dimensions of one element are zero -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An access to another element would be out of bounds. A pointer that is not only accessed may be
; the end of the array, and an array of one number the beginning of a longer one.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-single-elements -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-single-elements -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=O2

target triple = "nvptx64-nvidia-cuda"

%tile = type { [4 x float] }

declare void @use(ptr)

; CHECK-LABEL: define float @accessed(
; CHECK: getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 0
; LLVM-LABEL: define float @accessed(
; LLVM: getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
; The array is in registers.
; O2-LABEL: define {{.*}}float @accessed(
; O2-NOT: alloca
; O2: ret float %y
define float @accessed(i64 %i, float %x, float %y) {
  %tiles = alloca [1 x [4 x %tile]]
  %row = getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
  %a = getelementptr inbounds [4 x %tile], ptr %row, i64 0, i64 2
  %a1 = getelementptr inbounds %tile, ptr %a, i32 0, i32 0, i64 1
  store float %x, ptr %row
  store float %y, ptr %a1
  %l = load float, ptr %a1
  ret float %l
}

; CHECK-LABEL: define i1 @ends(
; CHECK: getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
define i1 @ends(ptr %tiles, i64 %i, ptr %p) {
  %end = getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
  %is = icmp eq ptr %p, %end
  ret i1 %is
}

; CHECK-LABEL: define void @passed(
; CHECK: getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
; CHECK: getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
define void @passed(ptr %tiles, i64 %i, ptr %p) {
  %row = getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
  call void @use(ptr %row)
  %row1 = getelementptr inbounds [1 x [4 x %tile]], ptr %tiles, i64 0, i64 %i
  store ptr %row1, ptr %p
  ret void
}

; CHECK-LABEL: define void @longer(
; CHECK: getelementptr inbounds [1 x float], ptr %end, i64 0, i64 %i
; CHECK: getelementptr inbounds [2 x [4 x %tile]], ptr %end, i64 0, i64 %i
; CHECK: getelementptr [1 x [4 x %tile]], ptr %end, i64 0, i64 %i
define void @longer(ptr %end, i64 %i) {
  %a = getelementptr inbounds [1 x float], ptr %end, i64 0, i64 %i
  store float 0.0, ptr %a
  %b = getelementptr inbounds [2 x [4 x %tile]], ptr %end, i64 0, i64 %i
  store float 0.0, ptr %b
  %c = getelementptr [1 x [4 x %tile]], ptr %end, i64 0, i64 %i
  store float 0.0, ptr %c
  ret void
}
