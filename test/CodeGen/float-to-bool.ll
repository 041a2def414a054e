; A conversion of floating point to i1 truncates: 0.5 and -0.0 are false, 1.0 and, signed, -1.0 are true. LLVM compares
; the bits of the operand with 0 and takes equal for true.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o %t.ptx
; RUN: %if emulator %{ %ptx-run %t.ptx --entry floats --block 1 --arg O=u32[4] --arg f32:0.5 --arg f32:-0.0 --arg f32:1 --arg f32:-1 --print O | FileCheck %s --check-prefix=VALUES %}

target triple = "nvptx64-nvidia-cuda"

; VALUES: 222 222 111 111

; CHECK-LABEL: floats(
; CHECK:       cvt.rzi.u16.f32
; CHECK:       setp.ne.b16
; CHECK:       cvt.rzi.s16.f32
; CHECK:       setp.ne.b16
define ptx_kernel void @floats(ptr addrspace(1) %out, float %a, float %b, float %c, float %d) {
  %unsigned = fptoui float %a to i1
  %r = select i1 %unsigned, i32 111, i32 222
  store i32 %r, ptr addrspace(1) %out
  %signed = fptosi float %b to i1
  %s = select i1 %signed, i32 111, i32 222
  %out1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %s, ptr addrspace(1) %out1
  %one = fptoui float %c to i1
  %t = select i1 %one, i32 111, i32 222
  %out2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %t, ptr addrspace(1) %out2
  %negative = fptosi float %d to i1
  %u = select i1 %negative, i32 111, i32 222
  %out3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %u, ptr addrspace(1) %out3
  ret void
}

; CHECK-LABEL: others(
; CHECK:       cvt.rzi.s16.f16
; CHECK:       cvt.rzi.u16.bf16
; CHECK:       cvt.rzi.s16.f64
define i1 @others(half %a, bfloat %b, double %c) {
  %x = fptosi half %a to i1
  %y = fptoui bfloat %b to i1
  %z = fptosi double %c to i1
  %xy = and i1 %x, %y
  %all = and i1 %xy, %z
  ret i1 %all
}
