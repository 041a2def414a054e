;===-- order.ll - wgmma.fence, commit_group and wait_group -------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM 22's names and signatures. They stay where they are among what touches memory and among
; themselves; the number of groups is an immediate.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_90a -mattr=+ptx80 %s -o - | FileCheck %s %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)

; CHECK-LABEL: .entry order(
; CHECK-NOT: wgmma
; CHECK: st.global
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: wgmma
; CHECK: st.global
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: st.global
; CHECK: wgmma.wait_group.sync.aligned 7;
; CHECK: wgmma.wait_group.sync.aligned 1;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: st.global
; CHECK-NOT: wgmma
define ptx_kernel void @order(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  store i32 2, ptr addrspace(1) %p
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  store i32 3, ptr addrspace(1) %p
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 7)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store i32 4, ptr addrspace(1) %p
  ret void
}
