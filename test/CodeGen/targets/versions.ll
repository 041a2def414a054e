;===-- versions.ll - .version and .target of every target ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Without -mattr=+ptxNN the first PTX version that has the target is used.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -verify-machineinstrs %s -o %t.sm_70.ptx && FileCheck %s -DPTX=6.0 -DTARGET=sm_70 --input-file=%t.sm_70.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_72 -verify-machineinstrs %s -o %t.sm_72.ptx && FileCheck %s -DPTX=6.1 -DTARGET=sm_72 --input-file=%t.sm_72.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_75 -verify-machineinstrs %s -o %t.sm_75.ptx && FileCheck %s -DPTX=6.3 -DTARGET=sm_75 --input-file=%t.sm_75.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %s -o %t.sm_80.ptx && FileCheck %s -DPTX=7.0 -DTARGET=sm_80 --input-file=%t.sm_80.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_86 -verify-machineinstrs %s -o %t.sm_86.ptx && FileCheck %s -DPTX=7.1 -DTARGET=sm_86 --input-file=%t.sm_86.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_87 -verify-machineinstrs %s -o %t.sm_87.ptx && FileCheck %s -DPTX=7.4 -DTARGET=sm_87 --input-file=%t.sm_87.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_88 -verify-machineinstrs %s -o %t.sm_88.ptx && FileCheck %s -DPTX=9.0 -DTARGET=sm_88 --input-file=%t.sm_88.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_89 -verify-machineinstrs %s -o %t.sm_89.ptx && FileCheck %s -DPTX=7.8 -DTARGET=sm_89 --input-file=%t.sm_89.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90 -verify-machineinstrs %s -o %t.sm_90.ptx && FileCheck %s -DPTX=7.8 -DTARGET=sm_90 --input-file=%t.sm_90.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o %t.sm_90a.ptx && FileCheck %s -DPTX=8.0 -DTARGET=sm_90a --input-file=%t.sm_90a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100 -verify-machineinstrs %s -o %t.sm_100.ptx && FileCheck %s -DPTX=8.6 -DTARGET=sm_100 --input-file=%t.sm_100.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o %t.sm_100a.ptx && FileCheck %s -DPTX=8.6 -DTARGET=sm_100a --input-file=%t.sm_100a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100f -verify-machineinstrs %s -o %t.sm_100f.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_100f --input-file=%t.sm_100f.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101 -verify-machineinstrs %s -o %t.sm_101.ptx && FileCheck %s -DPTX=8.6 -DTARGET=sm_101 --input-file=%t.sm_101.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101a -verify-machineinstrs %s -o %t.sm_101a.ptx && FileCheck %s -DPTX=8.6 -DTARGET=sm_101a --input-file=%t.sm_101a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_101f -verify-machineinstrs %s -o %t.sm_101f.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_101f --input-file=%t.sm_101f.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103 -verify-machineinstrs %s -o %t.sm_103.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_103 --input-file=%t.sm_103.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -verify-machineinstrs %s -o %t.sm_103a.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_103a --input-file=%t.sm_103a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103f -verify-machineinstrs %s -o %t.sm_103f.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_103f --input-file=%t.sm_103f.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110 -verify-machineinstrs %s -o %t.sm_110.ptx && FileCheck %s -DPTX=9.0 -DTARGET=sm_110 --input-file=%t.sm_110.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110a -verify-machineinstrs %s -o %t.sm_110a.ptx && FileCheck %s -DPTX=9.0 -DTARGET=sm_110a --input-file=%t.sm_110a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_110f -verify-machineinstrs %s -o %t.sm_110f.ptx && FileCheck %s -DPTX=9.0 -DTARGET=sm_110f --input-file=%t.sm_110f.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120 -verify-machineinstrs %s -o %t.sm_120.ptx && FileCheck %s -DPTX=8.7 -DTARGET=sm_120 --input-file=%t.sm_120.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120a -verify-machineinstrs %s -o %t.sm_120a.ptx && FileCheck %s -DPTX=8.7 -DTARGET=sm_120a --input-file=%t.sm_120a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_120f -verify-machineinstrs %s -o %t.sm_120f.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_120f --input-file=%t.sm_120f.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121 -verify-machineinstrs %s -o %t.sm_121.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_121 --input-file=%t.sm_121.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121a -verify-machineinstrs %s -o %t.sm_121a.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_121a --input-file=%t.sm_121a.ptx
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_121f -verify-machineinstrs %s -o %t.sm_121f.ptx && FileCheck %s -DPTX=8.8 -DTARGET=sm_121f --input-file=%t.sm_121f.ptx

; CHECK: {{^}}.version [[PTX]]{{$}}
; CHECK-NEXT: {{^}}.target [[TARGET]]{{$}}
; CHECK: .entry kernel()

define void @kernel() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
