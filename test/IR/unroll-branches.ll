;===-- unroll-branches.ll - loops of several blocks ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop with branches whose number of trips is not known is unrolled by four or not at all: with the
; trip that is left over, it would have three copies for two trips.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O3 -S %s | FileCheck %s
; RUN: %opt -O3 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@long(
; CHECK-COUNT-4: load float
; CHECK-NOT: load float
; CHECK: ret void
; LLVM-LABEL: define {{.*}}@long(
; LLVM-COUNT-12: load float
; LLVM: ret void
define void @long(ptr %p, ptr %o, i32 %n, i32 %m, float %x) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join3 ]
  %sum0 = phi float [ 0.0, %entry ], [ %sum4, %join3 ]
  %j0 = add nsw i32 %i, 0
  %in0 = icmp slt i32 %j0, %m
  br i1 %in0, label %load0, label %join0

load0:
  %index0 = sext i32 %j0 to i64
  %address0 = getelementptr float, ptr %p, i64 %index0
  %loaded0 = load float, ptr %address0
  br label %join0

join0:
  %value0 = phi float [ %loaded0, %load0 ], [ %x, %loop ]
  %product0 = fmul float %value0, %x
  %sum1 = fadd float %sum0, %product0
  %j1 = add nsw i32 %i, 1
  %in1 = icmp slt i32 %j1, %m
  br i1 %in1, label %load1, label %join1

load1:
  %index1 = sext i32 %j1 to i64
  %address1 = getelementptr float, ptr %p, i64 %index1
  %loaded1 = load float, ptr %address1
  br label %join1

join1:
  %value1 = phi float [ %loaded1, %load1 ], [ %x, %join0 ]
  %product1 = fmul float %value1, %x
  %sum2 = fadd float %sum1, %product1
  %j2 = add nsw i32 %i, 2
  %in2 = icmp slt i32 %j2, %m
  br i1 %in2, label %load2, label %join2

load2:
  %index2 = sext i32 %j2 to i64
  %address2 = getelementptr float, ptr %p, i64 %index2
  %loaded2 = load float, ptr %address2
  br label %join2

join2:
  %value2 = phi float [ %loaded2, %load2 ], [ %x, %join1 ]
  %product2 = fmul float %value2, %x
  %sum3 = fadd float %sum2, %product2
  %j3 = add nsw i32 %i, 3
  %in3 = icmp slt i32 %j3, %m
  br i1 %in3, label %load3, label %join3

load3:
  %index3 = sext i32 %j3 to i64
  %address3 = getelementptr float, ptr %p, i64 %index3
  %loaded3 = load float, ptr %address3
  br label %join3

join3:
  %value3 = phi float [ %loaded3, %load3 ], [ %x, %join2 ]
  %product3 = fmul float %value3, %x
  %sum4 = fadd float %sum3, %product3
  %next = add nuw nsw i32 %i, 4
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  %result = phi float [ 0.0, %entry ], [ %sum4, %join3 ]
  store float %result, ptr %o
  ret void
}

; CHECK-LABEL: define {{.*}}@short(
; CHECK-COUNT-5: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @short(ptr %p, ptr %o, i32 %n, i32 %m, float %x) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join0 ]
  %sum0 = phi float [ 0.0, %entry ], [ %sum1, %join0 ]
  %j0 = add nsw i32 %i, 0
  %in0 = icmp slt i32 %j0, %m
  br i1 %in0, label %load0, label %join0

load0:
  %index0 = sext i32 %j0 to i64
  %address0 = getelementptr float, ptr %p, i64 %index0
  %loaded0 = load float, ptr %address0
  br label %join0

join0:
  %value0 = phi float [ %loaded0, %load0 ], [ %x, %loop ]
  %product0 = fmul float %value0, %x
  %sum1 = fadd float %sum0, %product0
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  %result = phi float [ 0.0, %entry ], [ %sum1, %join0 ]
  store float %result, ptr %o
  ret void
}
