; Accesses of shared memory whose addresses were generic in LLVM's optimizations have the alignment of
; their variable, and are combined.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -nvptx-optimize-ordinary-code=0 %s -o - \
; RUN:   | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

@shared = external addrspace(3) global [0 x i8], align 16

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
