;===-- unroll-arrays.ll - loops over arrays of registers are unrolled -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop whose counter indexes an array is unrolled, so that the array is in registers, also in
; functions without matrix instructions. That would not help an array that is indexed by a variable,
; too: it stays in local memory, and the loops stay loops.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -S %s | FileCheck %s
; RUN: %opt -O3 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@counters(
; CHECK-NOT: alloca
; CHECK-NOT: br
; CHECK: ret void
; LLVM-LABEL: define {{.*}}@counters(
; LLVM: alloca
define void @counters(ptr %in, ptr %out) {
entry:
  %array = alloca [256 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i64 %i
  %x = load float, ptr %from
  %a = fmul float %x, %x
  %b = fmul float %a, %x
  %c = fadd float %b, %a
  %to = getelementptr inbounds [256 x float], ptr %array, i64 0, i64 %i
  store float %c, ptr %to
  %i1 = add nuw nsw i64 %i, 1
  %filled = icmp eq i64 %i1, 256
  br i1 %filled, label %sum, label %fill

sum:
  %j = phi i64 [ 0, %fill ], [ %j1, %sum ]
  %k = xor i64 %j, 5
  %element = getelementptr inbounds [256 x float], ptr %array, i64 0, i64 %k
  %y = load float, ptr %element
  %d = fmul float %y, %y
  %e = fmul float %d, %y
  %f = fadd float %e, %d
  %at = getelementptr inbounds float, ptr %out, i64 %j
  store float %f, ptr %at
  %j1 = add nuw nsw i64 %j, 1
  %summed = icmp eq i64 %j1, 256
  br i1 %summed, label %done, label %sum

done:
  ret void
}

; CHECK-LABEL: define {{.*}}@variable(
; CHECK: alloca
; CHECK: br i1
; CHECK: ret float
define float @variable(ptr %in, i64 %n) {
entry:
  %array = alloca [256 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i64 %i
  %x = load float, ptr %from
  %a = fmul float %x, %x
  %b = fmul float %a, %x
  %c = fadd float %b, %a
  %to = getelementptr inbounds [256 x float], ptr %array, i64 0, i64 %i
  store float %c, ptr %to
  %i1 = add nuw nsw i64 %i, 1
  %filled = icmp eq i64 %i1, 256
  br i1 %filled, label %done, label %fill

done:
  %element = getelementptr inbounds [256 x float], ptr %array, i64 0, i64 %n
  %y = load float, ptr %element
  ret float %y
}

; A loop that may end earlier is unrolled, too, if its counter is known to be small.
; CHECK-LABEL: define {{.*}}@bounded(
; CHECK-NOT: alloca
; CHECK: ret float
; LLVM-LABEL: define {{.*}}@bounded(
; LLVM: alloca
define float @bounded(ptr %in, i32 %n) {
entry:
  %array = alloca [4 x float]
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false)
  %is.empty = icmp slt i32 %n, 1
  br i1 %is.empty, label %done, label %fill

fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i32 %i
  %x = load float, ptr %from
  %to = getelementptr inbounds [4 x float], ptr %array, i32 0, i32 %i
  store float %x, ptr %to
  %i1 = add nuw nsw i32 %i, 1
  %is.less = icmp slt i32 %i1, %n
  %fits = icmp ult i32 %i, 3
  %more = select i1 %is.less, i1 %fits, i1 false
  br i1 %more, label %fill, label %done

done:
  %last = getelementptr inbounds [4 x float], ptr %array, i32 0, i32 3
  %y = load float, ptr %last
  %first = load float, ptr %array
  %sum = fadd float %y, %first
  ret float %sum
}

; Two trips in one still have an index if nothing says how many there are.
; CHECK-LABEL: define {{.*}}@unknown(
; CHECK: alloca
; CHECK-NOT: and i64
; CHECK: ret void
define void @unknown(ptr %in, ptr %out, i64 %n) {
entry:
  %array = alloca [64 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %from = getelementptr inbounds float, ptr %in, i64 %i
  %x = load float, ptr %from
  %to = getelementptr inbounds [64 x float], ptr %array, i64 0, i64 %i
  store float %x, ptr %to
  %i1 = add nuw nsw i64 %i, 1
  %filled = icmp eq i64 %i1, %n
  br i1 %filled, label %sum, label %fill

sum:
  %j = phi i64 [ 0, %fill ], [ %j1, %sum ]
  %element = getelementptr inbounds [64 x float], ptr %array, i64 0, i64 %j
  %y = load float, ptr %element
  %d = fmul float %y, %y
  %at = getelementptr inbounds float, ptr %out, i64 %j
  store float %d, ptr %at
  %j1 = add nuw nsw i64 %j, 1
  %summed = icmp eq i64 %j1, %n
  br i1 %summed, label %done, label %sum

done:
  ret void
}
