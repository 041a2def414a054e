;===-- order.ll - waits, loads and stores of tensor memory stay in order -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What touches tensor memory stays where it is between waits, fences and what else touches it,
; through opt, selection and the machine scheduler, whatever order they prefer. What only reads
; loaded registers stays behind the wait only if the values are threaded through it: LICM alone
; moves it up past the wait.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -O0 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -O3 -enable-misched %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -O3 -enable-misched -misched-prera-direction=bottomup %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -pre-RA-sched=list-ilp %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -pre-RA-sched=fast %s -o - | FileCheck %s
; RUN: %opt -mcpu=sm_100a -O2 %s -S | %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -o - | FileCheck %s
; RUN: %opt -mcpu=sm_100a -O3 %s -S | %llc -mcpu=sm_100a -nvptx-tensor-memory-waits=off -verify-machineinstrs -o - | FileCheck %s
; RUN: %opt -mcpu=sm_100a '-passes=nvptx-mma-attributes,function(loop-mssa(licm))' %s -S | FileCheck %s --check-prefix=HOISTED
; RUN: %if ptxas %{ %opt -mcpu=sm_100a -O3 %s -S | %llc -mcpu=sm_100a -o %t.ptx && %ptxas -arch=sm_100a %t.ptx -o %t.cubin 2>&1 | count 0 %}

target triple = "nvptx64-nvidia-cuda"

declare <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6), i1 immarg)
declare void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6), <2 x i32>, i1 immarg)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()

; A load of what the store before it changed, and a store to what the load before it reads. The
; data of the second store do not come from the load: nothing but the wait orders them.
; CHECK-LABEL: .entry straight(
; CHECK:     tcgen05.fence::after_thread_sync;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.st.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.wait::st.sync.aligned;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.st.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.wait::st.sync.aligned;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.fence::before_thread_sync;
; CHECK-NOT: tcgen05
; CHECK:     ret;
define ptx_kernel void @straight(ptr addrspace(6) %t, <2 x i32> %v, ptr addrspace(1) noalias %p) {
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %t, <2 x i32> %v, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  %loaded = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %w = xor <2 x i32> %v, <i32 1, i32 2>
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %t, <2 x i32> %w, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  store <2 x i32> %loaded, ptr addrspace(1) %p
  ret void
}

; In a loop: the load and its wait stay in it, whether or not its address changes, and in this
; order; what it loads is another value in each iteration, and is not loaded once for all. The
; product of the value that is loaded before the loop moves out of it, up past the wait.
; CHECK-LABEL: .entry loop(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     %body
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: tcgen05
; CHECK:     tcgen05.st.sync.aligned.32x32b.x2.b32
; CHECK-NOT: tcgen05
; CHECK:     ret;
; HOISTED-LABEL: void @loop(
; HOISTED:     call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(
; HOISTED:     %product = mul
; HOISTED:     body:
; HOISTED:     call void @llvm.nvvm.tcgen05.wait.ld()
; HOISTED:     call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(
; HOISTED:     call void @llvm.nvvm.tcgen05.wait.ld()
; HOISTED:     call void @llvm.nvvm.tcgen05.st.32x32b.x2(
; HOISTED:     br i1
define ptx_kernel void @loop(ptr addrspace(6) %t, ptr addrspace(6) %u, i32 %n, ptr addrspace(1) noalias %p) {
entry:
  %first = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %t, i1 false)
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  %product = mul <2 x i32> %first, %first
  %q = getelementptr <2 x i32>, ptr addrspace(1) %p, i32 %i
  %loaded = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %u, i1 false)
  %sum = add <2 x i32> %loaded, %product
  store <2 x i32> %sum, ptr addrspace(1) %q
  call void @llvm.nvvm.tcgen05.wait.ld()
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %u, <2 x i32> %product, i1 false)
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit, !llvm.loop !0
exit:
  ret void
}

; A load whose result nobody reads is a load all the same.
; CHECK-LABEL: .entry unread(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x2.b32
; CHECK:     tcgen05.wait::ld.sync.aligned;
define ptx_kernel void @unread(ptr addrspace(6) %t) {
  %loaded = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
