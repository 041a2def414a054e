;===-- indexed-parts.ll - arrays in structs -------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An array in a struct has a variable of its own if a counter indexes it, and nothing accesses it
; together with other members. -O3 has no other variable then.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-indexed-parts -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-indexed-parts -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -O3 -mcpu=sm_80 -S %s | FileCheck %s --check-prefix=O3

target triple = "nvptx64-nvidia-cuda"

declare void @use(ptr)

; The 20 bytes behind those of the parameters. Their offset has the same remainder to the alignment.
; CHECK-LABEL: define {{.*}}@member(
; CHECK: %[[PART:.+]] = alloca [24 x i8], align 8
; CHECK-NEXT: %struct = alloca
; CHECK: call void @llvm.memcpy{{.*}}(ptr %struct, ptr %parameters, i64 20, i1 false)
; CHECK: %[[FIRST:.+]] = getelementptr i8, ptr %[[PART]], i64 4
; CHECK-NEXT: store <4 x i32> %x, ptr %[[FIRST]]
; CHECK: %[[BASE:.+]] = getelementptr i8, ptr %[[PART]], i64 4
; CHECK-NEXT: getelementptr i32, ptr %[[BASE]], i32 %i
; CHECK: load i32, ptr %scale
; OFF-NOT: .part
; O3-LABEL: define {{.*}}@member(
; O3: alloca [24 x i8]
; O3-NOT: alloca
; O3: ret void
define ptx_kernel void @member(ptr %p, ptr byval([20 x i8]) align 8 %parameters, <4 x i32> %x, i32 %y) {
entry:
  %struct = alloca [40 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %struct, ptr %parameters, i64 20, i1 false)
  %array = getelementptr i8, ptr %struct, i64 20
  store <4 x i32> %x, ptr %array, align 4
  %last = getelementptr i8, ptr %array, i64 16
  store i32 %y, ptr %last
  %scale = getelementptr i8, ptr %struct, i64 8
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr inbounds nuw i32, ptr %array, i32 %i
  %e = load i32, ptr %element
  %s = load i32, ptr %scale
  %r = mul i32 %e, %s
  %old = atomicrmw add ptr %p, i32 %r seq_cst
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 5
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

; Two arrays. The index of the second counts from the start of the struct.
; CHECK-LABEL: define {{.*}}@two(
; CHECK: %[[FIRST:.+]] = alloca [16 x i8], align 4
; CHECK: %[[SECOND:.+]] = alloca [12 x i8], align 4
; CHECK: %[[START:.+]] = getelementptr i8, ptr %[[FIRST]], i64 0
; CHECK-NEXT: call void @llvm.memset.{{.*}}(ptr %[[START]], i8 0, i64 16
; CHECK: %[[BASE:.+]] = getelementptr i8, ptr %[[SECOND]], i64 -28
; CHECK-NEXT: getelementptr i32, ptr %[[BASE]], i32 %j
; CHECK-NEXT: %[[BASE:.+]] = getelementptr i8, ptr %[[FIRST]], i64 0
; CHECK-NEXT: getelementptr i32, ptr %[[BASE]], i32 %i
define ptx_kernel void @two(ptr %p, i32 %x) {
entry:
  %struct = alloca [40 x i8], align 4
  call void @llvm.memset.p0.i64(ptr %struct, i8 0, i64 16, i1 false)
  %second = getelementptr i8, ptr %struct, i64 28
  store i32 %x, ptr %second
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add nuw nsw i32 %i, 7
  %after = getelementptr inbounds i32, ptr %struct, i32 %j
  %before = getelementptr inbounds i32, ptr %struct, i32 %i
  %a = load i32, ptr %after
  store i32 %a, ptr %before
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %exit, label %loop

exit:
  %r = load i32, ptr %struct
  store i32 %r, ptr %p
  ret void
}

; An index that may have any value.
; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-NOT: .part
define ptx_kernel void @unknown(ptr %p, i32 %i) {
  %struct = alloca [40 x i8], align 4
  %array = getelementptr i8, ptr %struct, i64 20
  store i32 %i, ptr %struct
  %element = getelementptr inbounds i32, ptr %array, i32 %i
  store i32 1, ptr %element
  %x = load i32, ptr %struct
  store i32 %x, ptr %p
  ret void
}

; An index whose bits say how large it is, and the struct copied as a whole.
; CHECK-LABEL: define {{.*}}@copied(
; CHECK-NOT: .part
define ptx_kernel void @copied(ptr %p, i32 %i) {
  %struct = alloca [40 x i8], align 4
  %array = getelementptr i8, ptr %struct, i64 20
  %index = and i32 %i, 3
  store i32 %i, ptr %struct
  %element = getelementptr inbounds i32, ptr %array, i32 %index
  store i32 1, ptr %element
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %struct, i64 40, i1 false)
  ret void
}

; Its address is known elsewhere.
; CHECK-LABEL: define {{.*}}@escapes(
; CHECK-NOT: .part
define ptx_kernel void @escapes(ptr %p, i32 %i) {
  %struct = alloca [40 x i8], align 4
  %array = getelementptr i8, ptr %struct, i64 20
  %index = and i32 %i, 3
  %element = getelementptr inbounds i32, ptr %array, i32 %index
  store i32 1, ptr %element
  call void @use(ptr %struct)
  ret void
}

; A pointer that is stored, and an access that is volatile.
; CHECK-LABEL: define {{.*}}@stored(
; CHECK-NOT: .part
; CHECK-LABEL: define {{.*}}@volatile(
; CHECK-NOT: .part
define ptx_kernel void @stored(ptr %p, i32 %i) {
  %struct = alloca [40 x i8], align 8
  %array = getelementptr i8, ptr %struct, i64 20
  %index = and i32 %i, 3
  store ptr %array, ptr %struct
  %element = getelementptr inbounds i32, ptr %array, i32 %index
  store i32 1, ptr %element
  %x = load ptr, ptr %struct
  store ptr %x, ptr %p
  ret void
}

define ptx_kernel void @volatile(ptr %p, i32 %i) {
  %struct = alloca [40 x i8], align 4
  %array = getelementptr i8, ptr %struct, i64 20
  %index = and i32 %i, 3
  store volatile i32 %i, ptr %struct
  %element = getelementptr inbounds i32, ptr %array, i32 %index
  store i32 1, ptr %element
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
