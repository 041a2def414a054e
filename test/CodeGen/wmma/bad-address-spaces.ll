;===-- bad-address-spaces.ll - what wmma cannot address -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Constant and local memory, and an address space that nobody knows.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_75 -mattr=+ptx63 -verify-machineinstrs %s -o %t.ptx 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error:

declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p4(ptr addrspace(4))
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p5(ptr addrspace(5))
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p4(ptr addrspace(4), i32, i32)
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p5(ptr addrspace(5), i32, i32)
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p13(ptr addrspace(13), i32, i32)

; CHECK: error: {{.*}}in function load_constant {{.*}}: llvm.nvvm.wmma.m16n16k16.load.a.row.s8 cannot address memory in addrspace(4); expected generic pointers, global memory (addrspace(1)) and shared memory (addrspace(3))
define { i32, i32 } @load_constant(ptr addrspace(4) %p) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p4(ptr addrspace(4) %p)
  ret { i32, i32 } %r
}

; CHECK: error: {{.*}}in function load_local {{.*}}: llvm.nvvm.wmma.m16n16k16.load.a.row.s8 cannot address memory in addrspace(5)
define { i32, i32 } @load_local(ptr addrspace(5) %p) {
  %r = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p5(ptr addrspace(5) %p)
  ret { i32, i32 } %r
}

; CHECK: error: {{.*}}in function store {{.*}}: llvm.nvvm.wmma.m8n8k32.store.d.row.s32 cannot address memory in addrspace(4)
; CHECK: error: {{.*}}in function store {{.*}}: llvm.nvvm.wmma.m8n8k32.store.d.row.s32 cannot address memory in addrspace(5)
; CHECK: error: {{.*}}in function store {{.*}}: llvm.nvvm.wmma.m8n8k32.store.d.row.s32 cannot address memory in addrspace(13)
define void @store(ptr addrspace(4) %c, ptr addrspace(5) %l, ptr addrspace(13) %x, i32 %v) {
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p4(ptr addrspace(4) %c, i32 %v, i32 %v)
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p5(ptr addrspace(5) %l, i32 %v, i32 %v)
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p13(ptr addrspace(13) %x, i32 %v, i32 %v)
  ret void
}
