; Accesses of shared memory whose addresses were generic in LLVM's optimizations have the alignment of
; their variable, and are combined. Loops over constant addresses of shared memory stay loops in ptxas.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"
@shared = external addrspace(3) global [0 x i8], align 16
@floats = internal addrspace(3) global [64 x float] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: .entry pair(
; CHECK:       ld.shared.v2.b32
; CHECK:       ret;
; OFF-LABEL:   .entry pair(
; OFF-NOT:     ld.shared.v2
; OFF:         ret;
define ptx_kernel void @pair(ptr addrspace(1) %to) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %thread to i64
  %first = getelementptr [2 x i32], ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 %index
  %second = getelementptr i8, ptr %first, i64 4
  %a = load i32, ptr %first, align 4
  %b = load i32, ptr %second, align 4
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

; The second of three threads finds its numbers at a multiple of four bytes.
; CHECK-LABEL: .entry unaligned(
; CHECK-NOT:   ld.shared.v2
; CHECK:       ret;
define ptx_kernel void @unaligned(ptr addrspace(1) %to) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %thread to i64
  %first = getelementptr [3 x i32], ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 %index
  %second = getelementptr i8, ptr %first, i64 4
  %a = load i32, ptr %first, align 4
  %b = load i32, ptr %second, align 4
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: .entry constant(
; CHECK:       .pragma "nounroll";
; CHECK:       ret;
; OFF-LABEL:   .entry constant(
; OFF-NOT:     .pragma
; OFF:         ret;
define ptx_kernel void @constant() {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) @shared, i64 %i
  %old = load float, ptr addrspace(3) %place, align 4
  %new = fadd float %old, 1.0
  store float %new, ptr addrspace(3) %place, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Each thread has its own addresses.
; CHECK-LABEL: .entry variable(
; CHECK-NOT:   .pragma
; CHECK:       ret;
define ptx_kernel void @variable() {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr float, ptr addrspace(3) @shared, i32 %thread
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %own, i64 %i
  %old = load float, ptr addrspace(3) %place, align 4
  %new = fadd float %old, 1.0
  store float %new, ptr addrspace(3) %place, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Few trips may be unrolled.
; CHECK-LABEL: .entry short(
; CHECK-NOT:   .pragma
; CHECK:       ret;
define ptx_kernel void @short() {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) @shared, i64 %i
  %old = load float, ptr addrspace(3) %place, align 4
  %new = fadd float %old, 1.0
  store float %new, ptr addrspace(3) %place, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Nothing says how this variable is aligned, and it is printed with the alignment of a float.
; CHECK-LABEL: .entry unknown(
; CHECK:       .shared .align 4 .b8 floats[256];
; CHECK-NOT:   ld.shared.v
; CHECK:       ret;
define ptx_kernel void @unknown(ptr addrspace(1) %to) {
  %a = load float, ptr addrspace(3) @floats
  %b = load float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @floats, i64 4)
  %sum = fadd float %a, %b
  store float %sum, ptr addrspace(1) %to
  ret void
}
