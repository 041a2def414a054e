;===-- ptxas.ll - every target is one to ptxas --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; ptxas 13 has no -arch for sm_101, which it renamed to sm_110, nor for sm_70 and sm_72,
; but still takes such PTX.
;
;===----------------------------------------------------------------------===;

; REQUIRES: ptxas
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -verify-machineinstrs %s -o %t.sm_70.ptx && %ptxas -arch=sm_75 %t.sm_70.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_72 -verify-machineinstrs %s -o %t.sm_72.ptx && %ptxas -arch=sm_75 %t.sm_72.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -verify-machineinstrs %s -o %t.sm_75.ptx && %ptxas -arch=sm_75 %t.sm_75.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %s -o %t.sm_80.ptx && %ptxas -arch=sm_80 %t.sm_80.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_86 -verify-machineinstrs %s -o %t.sm_86.ptx && %ptxas -arch=sm_86 %t.sm_86.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_87 -verify-machineinstrs %s -o %t.sm_87.ptx && %ptxas -arch=sm_87 %t.sm_87.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_88 -verify-machineinstrs %s -o %t.sm_88.ptx && %ptxas -arch=sm_88 %t.sm_88.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_89 -verify-machineinstrs %s -o %t.sm_89.ptx && %ptxas -arch=sm_89 %t.sm_89.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90 -verify-machineinstrs %s -o %t.sm_90.ptx && %ptxas -arch=sm_90 %t.sm_90.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o %t.sm_90a.ptx && %ptxas -arch=sm_90a %t.sm_90a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100 -verify-machineinstrs %s -o %t.sm_100.ptx && %ptxas -arch=sm_100 %t.sm_100.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o %t.sm_100a.ptx && %ptxas -arch=sm_100a %t.sm_100a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100f -verify-machineinstrs %s -o %t.sm_100f.ptx && %ptxas -arch=sm_100f %t.sm_100f.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101 -verify-machineinstrs %s -o %t.sm_101.ptx && %ptxas -arch=sm_110 %t.sm_101.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101a -verify-machineinstrs %s -o %t.sm_101a.ptx && %ptxas -arch=sm_110a %t.sm_101a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101f -verify-machineinstrs %s -o %t.sm_101f.ptx && %ptxas -arch=sm_110f %t.sm_101f.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103 -verify-machineinstrs %s -o %t.sm_103.ptx && %ptxas -arch=sm_103 %t.sm_103.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -verify-machineinstrs %s -o %t.sm_103a.ptx && %ptxas -arch=sm_103a %t.sm_103a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103f -verify-machineinstrs %s -o %t.sm_103f.ptx && %ptxas -arch=sm_103f %t.sm_103f.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110 -verify-machineinstrs %s -o %t.sm_110.ptx && %ptxas -arch=sm_110 %t.sm_110.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110a -verify-machineinstrs %s -o %t.sm_110a.ptx && %ptxas -arch=sm_110a %t.sm_110a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110f -verify-machineinstrs %s -o %t.sm_110f.ptx && %ptxas -arch=sm_110f %t.sm_110f.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120 -verify-machineinstrs %s -o %t.sm_120.ptx && %ptxas -arch=sm_120 %t.sm_120.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120a -verify-machineinstrs %s -o %t.sm_120a.ptx && %ptxas -arch=sm_120a %t.sm_120a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120f -verify-machineinstrs %s -o %t.sm_120f.ptx && %ptxas -arch=sm_120f %t.sm_120f.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121 -verify-machineinstrs %s -o %t.sm_121.ptx && %ptxas -arch=sm_121 %t.sm_121.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121a -verify-machineinstrs %s -o %t.sm_121a.ptx && %ptxas -arch=sm_121a %t.sm_121a.ptx -o %t.cubin
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121f -verify-machineinstrs %s -o %t.sm_121f.ptx && %ptxas -arch=sm_121f %t.sm_121f.ptx -o %t.cubin

define void @kernel() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
