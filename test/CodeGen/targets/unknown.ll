;===-- unknown.ll - names of targets and versions that nobody knows -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Stock llc prints a note and goes on with another target.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_99 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_99
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90b -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_90b
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_130 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_130
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100x -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_100x
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm70 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm70 -DMEANT=sm_70
; RUN: not %llc -mtriple=nvptx64 -mcpu=SM_80 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=SM_80 -DMEANT=sm_80
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm90a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm90a -DMEANT=sm_90a
; RUN: not %llc -mtriple=nvptx64 -mcpu=compute_90a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=compute_90a -DMEANT=sm_90a
; RUN: not %llc -mtriple=nvptx64 -mcpu=90a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=90a -DMEANT=sm_90a
; RUN: not %llc -mtriple=nvptx64 -mcpu=9.0a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=9.0a -DMEANT=sm_90a
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_8O %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm_8O -DMEANT=sm_80
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_9a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm_9a -DMEANT=sm_90a
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_10a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_10a
; RUN: not %llc -mtriple=nvptx64 -mcpu=x86-64 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=x86-64
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx99 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FEATURE -DNAME=ptx99
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx95 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FEATURE -DNAME=ptx95 --implicit-check-not="PTX ISA"
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx89 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FEATURE -DNAME=ptx89
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx10 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FEATURE -DNAME=ptx10
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx8O %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=DIGIT
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+sm_99 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=TARGET
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_99 -mattr=+ptx99 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: not %llc -mtriple=nvptx -mcpu=sm_99 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CPU -DNAME=sm_99
; RUN: rm -f %t.opt.ll
; RUN: not %opt -mtriple=nvptx64 -mcpu=sm_8O -O1 %s -S -o %t.opt.ll 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm_8O -DMEANT=sm_80
; RUN: %opt -mtriple=nvptx64 -mcpu=sm_80 -O1 %s -S -o /dev/null
; RUN: test ! -s %t.ptx && test ! -e %t.opt.ll

; MEANT: error: unknown target CPU '[[NAME]]'; did you mean [[MEANT]]?{{$}}
; CPU: error: unknown target CPU '[[NAME]]'; known are sm_20, {{.*}}, sm_90, sm_90a, sm_100, sm_100a, {{.*}}, sm_121f{{$}}
; DIGIT: error: unknown target feature 'ptx8o'; did you mean ptx80?{{$}}
; FEATURE: error: unknown target feature '[[NAME]]'; known PTX versions are ptx32, {{.*}}ptx86, ptx87, ptx88, ptx90, ptx91, ptx92, ptx93, ptx94{{$}}
; TARGET: error: unknown target feature 'sm_99'; known targets are sm_20, {{.*}}sm_121f{{$}}
; BOTH: error: unknown target CPU 'sm_99'
; BOTH: error: unknown target feature 'ptx99'

define void @kernel() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
