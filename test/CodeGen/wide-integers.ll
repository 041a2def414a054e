; Conversions between floating point and integers of more than 64 bits, which have no library function on a GPU: LLVM aborts.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx71 %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_80 -mattr=+ptx71 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}
; RUN: %if emulator %{ %ptx-run %t.ptx --entry from --block 1 --arg hex:01000001000000000000000000000080 --arg F=f32[5] --print F | FileCheck %s --check-prefix=FROM %}
; RUN: %if emulator %{ %ptx-run %t.ptx --entry to --block 1 --arg f64:-36893488147419103233.0 --arg f32:3e38 --arg I=u64[8] --print I | FileCheck %s --check-prefix=TO %}

target triple = "nvptx64-nvidia-cuda"

; -2^127 + 2^24 + 1, and 2^127 + 2^24 + 1: to the nearest float, and too large for half.
; FROM: -1.7014{{.*}}e+38 1.7014{{.*}}e+38 -inf 8 inf
; CHECK-LABEL: .entry from(
define ptx_kernel void @from(i128 %a, ptr addrspace(1) %out) {
  %signed = sitofp i128 %a to float
  store float %signed, ptr addrspace(1) %out
  %unsigned = uitofp i128 %a to float
  %out1 = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %unsigned, ptr addrspace(1) %out1
  %small = sitofp i128 %a to half
  %wide = fpext half %small to float
  %out2 = getelementptr float, ptr addrspace(1) %out, i64 2
  store float %wide, ptr addrspace(1) %out2
  %upper = lshr i128 %a, 124
  %bits = trunc i128 %upper to i96
  %eight = uitofp i96 %bits to float
  %out3 = getelementptr float, ptr addrspace(1) %out, i64 3
  store float %eight, ptr addrspace(1) %out3
  %large = zext i128 %a to i256
  %shifted = shl i256 %large, 3
  %infinite = uitofp i256 %shifted to float
  %out4 = getelementptr float, ptr addrspace(1) %out, i64 4
  store float %infinite, ptr addrspace(1) %out4
  ret void
}

; -2^65 (the nearest double of -2^65 - 1); saturated from 3e38 to 2^127 - 1, of -2^65 to 0; and 3e38 itself.
; TO: 0 18446744073709551614 18446744073709551615 9223372036854775807 0 0 0 16263032617085960192
; CHECK-LABEL: .entry to(
define ptx_kernel void @to(double %a, float %b, ptr addrspace(1) %out) {
  %signed = fptosi double %a to i128
  store i128 %signed, ptr addrspace(1) %out
  %saturated = call i128 @llvm.fptosi.sat.i128.f32(float %b)
  %out1 = getelementptr i128, ptr addrspace(1) %out, i64 1
  store i128 %saturated, ptr addrspace(1) %out1
  %none = call i128 @llvm.fptoui.sat.i128.f64(double %a)
  %out2 = getelementptr i128, ptr addrspace(1) %out, i64 2
  store i128 %none, ptr addrspace(1) %out2
  %unsigned = fptoui float %b to i128
  %out3 = getelementptr i128, ptr addrspace(1) %out, i64 3
  store i128 %unsigned, ptr addrspace(1) %out3
  ret void
}

declare i128 @llvm.fptosi.sat.i128.f32(float)
declare i128 @llvm.fptoui.sat.i128.f64(double)
