; Members of parameters that a kernel writes are copied before SROA, so that they are values.
;
; RUN: %opt -passes=nvptx-written-parameters,verify -S %s | FileCheck %s
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=O2
; RUN: %opt -passes=nvptx-written-parameters -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

%Params = type { ptr, i32, [9 x i32] }

declare void @use(ptr)

; CHECK-LABEL: define ptx_kernel void @moved(
; CHECK: [[COPY:%.*]] = alloca [8 x i8], align 8
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 8 [[COPY]], ptr align 8 %p, i64 8, i1 false)
; CHECK: load ptr, ptr [[COPY]]
; CHECK: store ptr %b, ptr [[COPY]]
; CHECK: load i32, ptr %m
; CHECK: load ptr, ptr [[COPY]]
; Nothing is left of the copy.
; O2-LABEL: define {{.*}}ptx_kernel void @moved(
; O2-NOT: alloca
; O2-NOT: store ptr
; O2: ret void
; LLVM-LABEL: define ptx_kernel void @moved(
; LLVM: store ptr %b, ptr %p
define ptx_kernel void @moved(ptr byval(%Params) align 8 %p, i64 %n, i1 %batched) {
entry:
  br i1 %batched, label %move, label %work

move:
  %a = load ptr, ptr %p
  %b = getelementptr float, ptr %a, i64 %n
  store ptr %b, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %work

work:
  %m = getelementptr i8, ptr %p, i64 8
  %x = load i32, ptr %m
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %x)
  %c = load ptr, ptr %p
  store float 1.0, ptr %c
  ret void
}

; What is accessed together is copied together.
; CHECK-LABEL: define ptx_kernel void @together(
; CHECK: [[COPY:%.*]] = alloca [12 x i8], align 4
; CHECK-NEXT: [[FROM:%.*]] = getelementptr inbounds i8, ptr %p, i64 12
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 4 [[COPY]], ptr align 4 [[FROM]], i64 12, i1 false)
; CHECK: load i64, ptr [[COPY]]
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, ptr [[COPY]], i64 4
; CHECK: store i64 1, ptr [[SECOND]]
define ptx_kernel void @together(ptr byval(%Params) align 8 %p, ptr %out) {
  %a = getelementptr i8, ptr %p, i64 12
  %b = load i64, ptr %a, align 4
  %c = getelementptr i8, ptr %p, i64 16
  store i64 1, ptr %c
  store i64 %b, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @read(
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @read(ptr byval(%Params) align 8 %p) {
  %a = load ptr, ptr %p
  store float 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @indexed(
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @indexed(ptr byval(%Params) align 8 %p, i64 %i) {
  %a = getelementptr [9 x i32], ptr %p, i64 0, i64 %i
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @passed(
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @passed(ptr byval(%Params) align 8 %p) {
  store ptr null, ptr %p
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: define void @function(
; CHECK-NOT: alloca
; CHECK: ret void
define void @function(ptr byval(%Params) align 8 %p) {
  store ptr null, ptr %p
  ret void
}
