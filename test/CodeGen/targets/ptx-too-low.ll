;===-- ptx-too-low.ll - a PTX version that has not the target -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Stock llc ends with a fatal error; here it is an error like others.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx50 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=5.0 -DTARGET=sm_70 -DFIRST=6.0 -DNUMBER=60
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx62 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=6.2 -DTARGET=sm_75 -DFIRST=6.3 -DNUMBER=63
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx65 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=6.5 -DTARGET=sm_80 -DFIRST=7.0 -DNUMBER=70
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_89 -mattr=+ptx77 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=7.7 -DTARGET=sm_89 -DFIRST=7.8 -DNUMBER=78
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx77 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=7.7 -DTARGET=sm_90 -DFIRST=7.8 -DNUMBER=78
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx78 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=7.8 -DTARGET=sm_90a -DFIRST=8.0 -DNUMBER=80
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_88 -mattr=+ptx88 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.8 -DTARGET=sm_88 -DFIRST=9.0 -DNUMBER=90
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100 -mattr=+ptx85 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.5 -DTARGET=sm_100 -DFIRST=8.6 -DNUMBER=86
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx85 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.5 -DTARGET=sm_100a -DFIRST=8.6 -DNUMBER=86
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100f -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_100f -DFIRST=8.8 -DNUMBER=88
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_101a -mattr=+ptx85 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.5 -DTARGET=sm_101a -DFIRST=8.6 -DNUMBER=86
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_103 -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_103 -DFIRST=8.8 -DNUMBER=88
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_103a -DFIRST=8.8 -DNUMBER=88
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_110 -mattr=+ptx88 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.8 -DTARGET=sm_110 -DFIRST=9.0 -DNUMBER=90
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_110f -mattr=+ptx88 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.8 -DTARGET=sm_110f -DFIRST=9.0 -DNUMBER=90
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_120 -mattr=+ptx86 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.6 -DTARGET=sm_120 -DFIRST=8.7 -DNUMBER=87
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_120a -mattr=+ptx86 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.6 -DTARGET=sm_120a -DFIRST=8.7 -DNUMBER=87
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_120f -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_120f -DFIRST=8.8 -DNUMBER=88
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_121 -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_121 -DFIRST=8.8 -DNUMBER=88
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_121f -mattr=+ptx87 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s -DASKED=8.7 -DTARGET=sm_121f -DFIRST=8.8 -DNUMBER=88

; CHECK: error: PTX ISA [[ASKED]] does not have the target [[TARGET]]; it needs [[FIRST]] or later, e.g. -mattr=+ptx[[NUMBER]]{{$}}
; CHECK-NOT: error:

define void @kernel() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}

; clang's default where it is not clang that asks.
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx42 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CLANG
; CLANG: error: PTX ISA 4.2 does not have the target sm_100a; it needs 8.6 or later
