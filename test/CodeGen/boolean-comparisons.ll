; Comparisons of i1, as signed and unsigned numbers.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o %t.ptx
; RUN: %llc -O0 -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx70 %s -o %t.slow.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o %t.cubin && %ptxas -arch=sm_80 %t.slow.ptx -o %t.cubin %}
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if emulator %{ %ptx-run %t.ptx --entry booleans --block 1 --arg u32:1 --arg u32:0 --arg O=u32[4] --print O | FileCheck %s --check-prefix=VALUES %}
; RUN: %if emulator %{ %ptx-run %t.slow.ptx --entry booleans --block 1 --arg u32:1 --arg u32:0 --arg O=u32[4] --print O | FileCheck %s --check-prefix=VALUES %}

target triple = "nvptx64-nvidia-cuda"

; A true i1 is -1 if it is signed.
; VALUES: 1 0 0 1
; CHECK-LABEL: .entry booleans(
define ptx_kernel void @booleans(i32 %x, i32 %y, ptr addrspace(1) %out) {
  %a = trunc i32 %x to i1
  %b = trunc i32 %y to i1
  %slt = icmp slt i1 %a, %b
  %ult = icmp ult i1 %a, %b
  %sge = icmp sge i1 %a, %b
  %max = call i1 @llvm.umax.i1(i1 %a, i1 %b)
  %r0 = zext i1 %slt to i32
  store i32 %r0, ptr addrspace(1) %out
  %r1 = zext i1 %ult to i32
  %out1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r1, ptr addrspace(1) %out1
  %r2 = zext i1 %sge to i32
  %out2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %r2, ptr addrspace(1) %out2
  %r3 = zext i1 %max to i32
  %out3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %r3, ptr addrspace(1) %out3
  ret void
}
