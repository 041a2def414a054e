;===-- feature.ll - a target among the features ----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===------------------------------------------------------------------------===;
;
; clang's front end does not take every target as a CPU. Another one comes as a feature beside such a
; CPU, and is the target: what is printed, what is legal, what __nvvm_reflect says.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+sm_100f -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,FIRST
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+sm_90a,+sm_100f,+ptx85,+ptx90 -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,PTX90
; RUN: %llc -mtriple=nvptx64 -mattr=+sm_100f -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,FIRST
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100f -mattr=+sm_100f -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,FIRST

; Without that feature, and with one that is switched off, the CPU is the target.
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o - 2>&1 | FileCheck %s --check-prefix=SM90A
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=-sm_100f -verify-machineinstrs %s -o - 2>&1 | FileCheck %s --check-prefix=SM90A

; Two targets.
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_107 -mattr=+sm_100f -verify-machineinstrs %s -o - 2>&1 | FileCheck %s --check-prefix=TWO -DONE=sm_107
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+sm_120f,+sm_100f -verify-machineinstrs %s -o - 2>&1 | FileCheck %s --check-prefix=TWO -DONE=sm_120f

; A PTX version that the target does not have.
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+sm_100f,+ptx85 -verify-machineinstrs %s -o - 2>&1 | FileCheck %s --check-prefix=LOW

; FIRST: .version 8.8
; PTX90: .version 9.0
; CHECK: .target sm_100f
; CHECK: tcgen05.fence::before_thread_sync
; CHECK: 1000;
; SM90A: error: {{.*}}tcgen05.fence.before.thread.sync is not supported on sm_90a
; TWO: error: two targets are asked for: [[ONE]] and sm_100f
; LOW: error: PTX ISA 8.5 does not have the target sm_100f; it needs 8.8 or later

@name = private addrspace(4) constant [12 x i8] c"__CUDA_ARCH\00"

define i32 @kernel() {
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  %arch = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(4) @name to ptr))
  ret i32 %arch
}

declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare i32 @__nvvm_reflect(ptr)

