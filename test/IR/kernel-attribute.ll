; IR of LLVM 20 and of front ends that follow it marks a kernel by the attribute "nvvm.kernel". LLVM 22 does not know it,
; and would print a device function.
; RUN: %llc < %s -mcpu=sm_90 | FileCheck %s
; RUN: %opt < %s -passes='default<O2>' -S | FileCheck %s --check-prefix=IR
; RUN: sed 's/^define void @marked/define i32 @marked/;s/^  ret void ; marked/  ret i32 0/' %s > %t.ll
; RUN: not %llc < %t.ll -mcpu=sm_90 -o /dev/null 2>&1 | FileCheck %s --check-prefix=RETURNS
target triple = "nvptx64-nvidia-cuda"

; CHECK: .visible .entry marked(
; IR: define ptx_kernel void @marked(
; RETURNS: error: {{.*}}"nvvm.kernel" of marked: a kernel returns no value; return void, and store the result in memory
define void @marked(ptr addrspace(1) %p) "nvvm.kernel" {
  store i32 1, ptr addrspace(1) %p
  ret void ; marked
}

; CHECK: .visible .entry both(
define ptx_kernel void @both(ptr addrspace(1) %p) "nvvm.kernel" {
  store i32 2, ptr addrspace(1) %p
  ret void
}

; CHECK: .visible .func device(
define void @device(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
