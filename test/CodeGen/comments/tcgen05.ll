;===-- tcgen05.ll - comments on the words of tcgen05 ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The kind word says how the bits of the instruction descriptor are read. Words are typed bit by
; bit from the PTX ISA. Those that are not constants are not spoken of, and what they decide neither.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_103a -mattr=+ptx90 -nvptx-mma-comments -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %llc -O0 -mcpu=sm_103a -mattr=+ptx90 -nvptx-mma-comments -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_103a -mattr=+ptx90 %s -o %t.off.ptx
; RUN: not grep -E "descriptor|multiply-adds|word" %t.off.ptx
; RUN: grep -v -E "^[[:space:]]// ([A-Z]|[ab]:|source:|idesc|0x|kind|collector)" %t.ptx | diff %t.off.ptx -
; RUN: %if ptxas %{ %ptxas -arch=sm_103a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor.mxf4.block_scale.block32(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)

; 0x08080490, 0x4000404000010000, 0x4000404000010040
; CHECK-LABEL: .func{{.*}} dense(
; CHECK:      {{^}}	// TCGEN05_MMA_DENSE_SS, MMA descriptor 0xD0000000000000C1, m128n32k16: 65536 multiply-adds{{$}}
; CHECK-NEXT: {{^}}	// kind word 0xC1: .cta_group::1, .kind::f16{{$}}
; CHECK-NEXT: {{^}}	// collector word 0x0: discard{{$}}
; CHECK-NEXT: {{^}}	// a: matrix descriptor 0x4000404000010000: start address 0x0, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle{{$}}
; CHECK-NEXT: {{^}}	// b: matrix descriptor 0x4000404000010040: start address 0x400, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle{{$}}
; CHECK-NEXT: {{^}}	// idesc 0x08080490: D f32, A bf16, B bf16, M 128, N 32, K 16{{$}}
; CHECK-NEXT: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard
define void @dense(ptr addrspace(6) %d, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 4611756662049538048, i64 4611756662049538112, i32 134743184, i1 %p, i32 0, i32 1, i32 0)
  ret void
}

; 0x10080094: twice the K of the dense one.
; CHECK-LABEL: .func{{.*}} sparse(
; CHECK:      {{^}}	// TCGEN05_MMA_SPARSE_SS, MMA descriptor 0xD000000300000842, m256n32k64: 524288 multiply-adds{{$}}
; CHECK-NEXT: {{^}}	// kind word 0x842: .cta_group::2, .kind::f8f6f4, .sp{{$}}
; CHECK-NEXT: {{^}}	// collector word 0x3: use{{$}}
; CHECK-NEXT: {{^}}	// idesc 0x10080094: D f32, A e5m2, B e4m3, M 256, N 32, K 64, sparse{{$}}
; CHECK-NEXT: tcgen05.mma.sp.cta_group::2.kind::f8f6f4.collector::a::use
define void @sparse(ptr addrspace(6) %d, i64 %a, i64 %b, i1 %p, ptr addrspace(6) %m) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 268959892, i1 %p, ptr addrspace(6) %m, i32 2, i32 2, i32 3)
  ret void
}

; 0x88900480
; CHECK-LABEL: .func{{.*}} scaled(
; CHECK:      {{^}}	// TCGEN05_MMA_BLOCK_SCALED_DENSE_TS, MMA descriptor 0xD0000000000005E1, m128n64k96: 786432 multiply-adds{{$}}
; CHECK-NEXT: {{^}}	// kind word 0x5E1: .cta_group::1, .block_scale, .kind::mxf4, .block32{{$}}
; CHECK-NEXT: {{^}}	// collector word 0x0: discard{{$}}
; CHECK-NEXT: {{^}}	// idesc 0x88900480: A e2m1, B e2m1, M 128, N 64, K 96, scales ue8m0{{$}}
; CHECK-NEXT: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32
define void @scaled(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i1 %p, ptr addrspace(6) %s) {
  call void @llvm.nvvm.tcgen05.mma.tensor.mxf4.block_scale.block32(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 2291139712, i1 %p, ptr addrspace(6) %s, ptr addrspace(6) %s, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} stationary(
; CHECK:      {{^}}	// TCGEN05_MMA_WS_DENSE_SS, MMA descriptor 0xD000001A000010C1{{$}}
; CHECK-NEXT: {{^}}	// kind word 0x10C1: .cta_group::1, .kind::f16, .ws{{$}}
; CHECK-NEXT: {{^}}	// collector word 0x1A: fill, b3{{$}}
; CHECK-NEXT: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b3::fill
define void @stationary(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 0, i32 3, i32 2)
  ret void
}

; What is added up here is 0x08080490, which kind::tf32 cannot have.
; CHECK-LABEL: .func{{.*}} other_kind(
; CHECK:      {{^}}	// TCGEN05_MMA_DENSE_TS, MMA descriptor 0xD000000000000141{{$}}
; CHECK-NEXT: {{^}}	// kind word 0x141: .cta_group::1, .kind::tf32{{$}}
; CHECK-NEXT: {{^}}	// collector word 0x0: discard{{$}}
; CHECK-NEXT: {{^}}	// 0x8080490 is not an instruction descriptor: the type of A of kind::tf32 must be 2 (tf32), not 1 (PTX ISA 9.4, Instruction descriptor of tcgen05); the type of B of kind::tf32 must be 2 (tf32), not 1 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK-NEXT: tcgen05.mma.cta_group::1.kind::tf32
define void @other_kind(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i1 %p) {
  %i = add i32 134742016, 1168
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, i1 %p, i32 1, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: .func{{.*}} copy(
; CHECK:      {{^}}	// TCGEN05_CP, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK-NEXT: {{^}}	// source: matrix descriptor 0x0000400800080000: start address 0x0, lbo 128 bytes, sbo 128 bytes, no swizzle{{$}}
; CHECK-NEXT: tcgen05.cp.cta_group::1.128x256b
define void @copy(ptr addrspace(6) %d) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %d, i64 70403104440320)
  ret void
}
