;===-- matrix-descriptor-encode.ll - encoding is arithmetic ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM takes the intrinsics that make matrix descriptors for functions that may do
; anything, until the attribute pass says what they are: reads nothing, writes nothing,
; may be done early, once, or never. What front ends say to the contrary does not hold. Two
; calls that differ in an immediate stay two: a variable is no immediate.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O2 -S %s -o %t.O2 && FileCheck %s --input-file=%t.O2 && FileCheck %s --input-file=%t.O2 --check-prefix=ATTRIBUTES
; RUN: %opt -O3 -S %s -o %t.O3 && FileCheck %s --input-file=%t.O3 && FileCheck %s --input-file=%t.O3 --check-prefix=ATTRIBUTES
; RUN: %opt -passes='lto<O2>' -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=ATTRIBUTES
; RUN: %opt -passes=nvptx-mma-attributes -S %s | %opt -passes=nvptx-mma-attributes,verify -S - | FileCheck %s --check-prefix=ATTRIBUTES
; RUN: %if stock-tools %{ %stock-opt -O2 -S %s | FileCheck %s --check-prefix=STOCK %}
; RUN: %opt -O3 %s -o - | %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=.extern

target triple = "nvptx64-nvidia-cuda"

; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.wgmma.smem_desc.encode({{.*}}) #[[D:[0-9]+]]
; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.tcgen05.mma_smem_desc.encode({{.*}}) #[[D]]
; ATTRIBUTES-DAG: attributes #[[D]] = { {{(mustprogress )?}}nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; ATTRIBUTES-DAG: attributes #{{[0-9]+}} = { nocallback nofree nosync nounwind willreturn memory(none) }
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32) #0
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)

; CHECK-LABEL: @dead(
; CHECK-NOT: call
; CHECK: ret void
; STOCK-LABEL: @dead(
; STOCK: call
define void @dead(ptr addrspace(3) %p) {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 1)
  ret void
}

; CHECK-LABEL: @twice(
; CHECK-COUNT-1: call i64 @llvm.nvvm.tcgen05
; CHECK-NOT: call i64 @llvm.nvvm.tcgen05
; CHECK: ret i64
define i64 @twice(ptr addrspace(3) %p, ptr %o) {
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 0, i32 2)
  store volatile i64 %d, ptr %o
  %e = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 0, i32 2)
  ret i64 %e
}

; Out of a loop that may stop before it comes there.
; CHECK-LABEL: @invariant(
; CHECK: call i64 @llvm.nvvm.wgmma.smem_desc.encode
; CHECK: {{^}}next:
; CHECK-NOT: call i64 @llvm.nvvm.wgmma.smem_desc.encode
; CHECK: ret void
define void @invariant(ptr addrspace(3) %p, ptr %o, ptr %flag) #0 {
entry:
  br label %loop

loop:
  %stop = load volatile i1, ptr %flag
  br i1 %stop, label %done, label %next

next:
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 1) #0
  store volatile i64 %d, ptr %o
  br label %loop

done:
  ret void
}

; CHECK-LABEL: @arms(
; CHECK-DAG: call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode({{.*}}, i32 2, i32 0)
; CHECK-DAG: call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode({{.*}}, i32 4, i32 0)
; CHECK: ret i64
; PTX-LABEL: {{[ 	]}}arms(
; PTX-DAG: 4611756662057861120
; PTX-DAG: -9223301393224302592
define i64 @arms(i1 %c, ptr addrspace(3) %p) {
  br i1 %c, label %wide, label %narrow

wide:
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 1024, i32 0, i32 0, i32 2)
  br label %end

narrow:
  %e = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 1024, i32 0, i32 0, i32 4)
  br label %end

end:
  %r = phi i64 [ %d, %wide ], [ %e, %narrow ]
  ret i64 %r
}

; A front end's wrapper: its immediates are constants only once it is inlined.
; CHECK-LABEL: @wrapped(
; CHECK: call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) {{.*}}%p, i32 2048, i32 1024, i32 0, i32 3)
; CHECK: ret i64
; PTX-LABEL: {{[ 	]}}wrapped(
; PTX: -4611685743541092352
define i64 @wrapped(ptr addrspace(3) %p) {
  %d = call i64 @wrapper(ptr addrspace(3) %p, i32 3)
  ret i64 %d
}

define internal i64 @wrapper(ptr addrspace(3) %p, i32 %swizzle) {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 1024, i32 0, i32 %swizzle)
  ret i64 %d
}

attributes #0 = { convergent memory(readwrite) }
