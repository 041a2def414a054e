; Integers without a type in PTX, and vectors of elements that are not whole bytes, in signatures. LLVM declares .b128
; before PTX ISA 8.3, prints .u33, and accesses elements behind the end of a parameter.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %llc -O0 -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o %t.slow.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_80 -c %t.ptx -o %t.cubin && %ptxas -arch=sm_80 -c %t.slow.ptx -o %t.cubin %}
; RUN: %if emulator %{ %ptx-run %t.ptx --entry k --block 1 --arg u32:2748 --arg u64:5 --arg O=u32[3] --print O | FileCheck %s --check-prefix=VALUES %}
; RUN: %if emulator %{ %ptx-run %t.slow.ptx --entry k --block 1 --arg u32:2748 --arg u64:5 --arg O=u32[3] --print O | FileCheck %s --check-prefix=VALUES %}

target triple = "nvptx64-nvidia-cuda"

; CHECK: .func (.param .align 16 .b8 func_retval0[16]) wide(
; CHECK-NEXT: .param .align 16 .b8 wide_param_0[16]
define i96 @wide(i96 %x) noinline {
  %r = add i96 %x, 1
  ret i96 %r
}

; CHECK: .func (.param .align 1 .b8 func_retval0[8]) bits(
; CHECK-NEXT: .param .align 1 .b8 bits_param_0[8]
define <5 x i1> @bits(<5 x i1> %x) noinline {
  %r = xor <5 x i1> %x, <i1 1, i1 0, i1 1, i1 0, i1 1>
  ret <5 x i1> %r
}

define <4 x i3> @small(<4 x i3> %x, <4 x i3> %y) noinline {
  %r = add <4 x i3> %x, %y
  ret <4 x i3> %r
}

; VALUES: 9 3405 6
; CHECK:      .entry k(
; CHECK-NEXT: .param .u32 k_param_0,
; CHECK-NEXT: .param .u64 k_param_1,
define ptx_kernel void @k(i24 %a, i33 %b, ptr addrspace(1) %out) {
  %five = trunc i24 %a to i5
  %v = bitcast i5 %five to <5 x i1>
  %r = call <5 x i1> @bits(<5 x i1> %v)
  %ri = bitcast <5 x i1> %r to i5
  %rz = zext i5 %ri to i32
  store i32 %rz, ptr addrspace(1) %out
  %twelve = trunc i24 %a to i12
  %w = bitcast i12 %twelve to <4 x i3>
  %s = call <4 x i3> @small(<4 x i3> %w, <4 x i3> <i3 1, i3 2, i3 3, i3 1>)
  %si = bitcast <4 x i3> %s to i12
  %sz = zext i12 %si to i32
  %out1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %sz, ptr addrspace(1) %out1
  %e = zext i33 %b to i96
  %t = call i96 @wide(i96 %e)
  %ti = trunc i96 %t to i32
  %out2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %ti, ptr addrspace(1) %out2
  ret void
}

; CHECK: .entry of_wide(
; CHECK-NEXT: .param .align 16 .b8 of_wide_param_0[16],
define ptx_kernel void @of_wide(i96 %a, ptr %out) {
  store i96 %a, ptr %out
  ret void
}

; CHECK-LABEL: calls(
; CHECK: .callprototype (.param .align 16 .b8 _[16]) _ (.param .align 16 .b8 _[16]);
define i999 @outside(i999 %x, [2 x i128] %y, fp128 %z) noinline {
  %w = extractvalue [2 x i128] %y, 1
  %wide = zext i128 %w to i999
  %r = add i999 %x, %wide
  ret i999 %r
}
define i100 @calls(ptr %callee, i100 %x, i999 %y, [2 x i128] %z, fp128 %f) {
  %r = call i100 %callee(i100 %x)
  %s = call i999 @outside(i999 %y, [2 x i128] %z, fp128 %f)
  %t = trunc i999 %s to i100
  %sum = add i100 %r, %t
  ret i100 %sum
}
