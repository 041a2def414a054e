;===-- loads.ll - what tcgen05.ld loads, and the launch bounds ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; All registers of one tcgen05.ld are there at once, and so are those of several before they are
; used. ptxas gives up where one does not fit.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_100a -verify-machineinstrs %t/one.ll -o %t/one.ptx 2>&1 | FileCheck %t/one.ll --implicit-check-not=warning:
; RUN: %if ptxas %{ not %ptxas -v -arch=sm_100a %t/one.ptx -o %t/one.cubin 2>&1 | FileCheck %t/one.ll --check-prefix=PTXAS %}
; RUN: %llc -mcpu=sm_100a -verify-machineinstrs %t/two.ll -o %t/two.ptx 2>&1 | FileCheck %t/two.ll --implicit-check-not=warning:
; RUN: %if ptxas %{ %ptxas -v -arch=sm_100a %t/two.ptx -o %t/two.cubin 2>&1 | FileCheck %t/two.ll --check-prefix=PTXAS %}
; RUN: %llc -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -v -arch=sm_100a %t/clean.ptx -o %t/clean.cubin 2>&1 | FileCheck %t/clean.ll --check-prefix=PTXAS --implicit-check-not='{{[1-9][0-9]*}} bytes spill stores' %}

;--- one.ll
; CHECK: warning: {{.*}}in function one {{.*}}: what tcgen05.ld has loaded takes up 128 registers of a thread at llvm.nvvm.tcgen05.ld.32x32b.x128, which needs 130 with its other operands; a thread has 128 (65536 registers for 512 threads (.maxntid)): ptxas gives up (C7602), whatever setmaxnreg has given; what fits is smaller tiles, fewer of them at once, at most 384 threads (.maxntid) [-nvptx-register-budget]{{$}}
; PTXAS: (C7602) Insufficient registers (128) to compile instruction
target triple = "nvptx64-nvidia-cuda"
declare <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
define ptx_kernel void @one(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %v = call <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <128 x i32> %v, ptr addrspace(1) %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @one, !"maxntidx", i32 512}

;--- two.ll
; CHECK: warning: {{.*}}in function two {{.*}}: what tcgen05.ld has loaded takes up 128 registers of a thread at llvm.nvvm.tcgen05.ld.32x32b.x64, which needs 130
; PTXAS: {{[1-9][0-9]*}} bytes spill stores
target triple = "nvptx64-nvidia-cuda"
declare <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
define ptx_kernel void @two(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %v = call <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6) %t, i1 false)
  %u = getelementptr i8, ptr addrspace(6) %t, i32 64
  %w = call <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6) %u, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <64 x i32> %v, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i32 4096
  store <64 x i32> %w, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @two, !"maxntidx", i32 512}

;--- clean.ll
; PTXAS: 0 bytes spill stores
target triple = "nvptx64-nvidia-cuda"
declare <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6), i1)
declare <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
define ptx_kernel void @fewer_threads(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %v = call <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <128 x i32> %v, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @one_after_the_other(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %v = call <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store volatile <64 x i32> %v, ptr addrspace(1) %p
  %u = getelementptr i8, ptr addrspace(6) %t, i32 64
  %w = call <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6) %u, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %q = getelementptr i8, ptr addrspace(1) %p, i32 4096
  store volatile <64 x i32> %w, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @fewer_threads, !"maxntidx", i32 384}
!1 = !{ptr @one_after_the_other, !"maxntidx", i32 512}
