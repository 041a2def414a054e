;===-- wgmma.ll - comments on matrix descriptors of wgmma -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Those that are constants, or that but for the address, are there in words: bit by bit from the PTX
; ISA's "Matrix Descriptor Format". Of others nothing is said.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -nvptx-descriptors=off -nvptx-mma-comments -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %llc -O0 -mcpu=sm_90a -nvptx-descriptors=off -nvptx-mma-comments -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_90a -nvptx-descriptors=off %s -o %t.off.ptx
; RUN: not grep -E "descriptor|multiply-adds" %t.off.ptx
; RUN: grep -v -E "^[[:space:]]// ([A-Z]|[ab]:)" %t.ptx | diff %t.off.ptx -
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)

; 0x4000004000010000 and 0xC006002000000400
; CHECK-LABEL: .entry constants(
; CHECK:      {{^}}	// WGMMA_FENCE, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK-NEXT: wgmma.fence
; CHECK:      {{^}}	// WGMMA_SS_F32x4, MMA descriptor 0x{{[0-9A-F]+}}, m64n8k16: 8192 multiply-adds{{$}}
; CHECK-NEXT: {{^}}	// a: matrix descriptor 0x4000004000010000: start address 0x0, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle{{$}}
; CHECK-NEXT: {{^}}	// b: matrix descriptor 0xC006002000000400: start address 0x4000, lbo 0 bytes, sbo 512 bytes, base offset 3, 32-byte swizzle{{$}}
; CHECK-NEXT: wgmma.mma_async
; CHECK:      {{^}}	// WGMMA_COMMIT_GROUP, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK-NEXT: wgmma.commit_group
; CHECK:      {{^}}	// WGMMA_WAIT_GROUP, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK-NEXT: wgmma.wait_group
define ptx_kernel void @constants(ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 4611686293305360384, i64 -4609997031128169472, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; A in registers; B is no descriptor of anything until code generation has added it up.
; CHECK-LABEL: .entry registers(
; CHECK:      {{^}}	// WGMMA_RS_F32x4, MMA descriptor 0x{{[0-9A-F]+}}, m64n8k16: 8192 multiply-adds{{$}}
; CHECK-NEXT: {{^}}	// b: 0x4000 is not a wgmma matrix descriptor: bits 0x4000 belong to no field and must be 0 (PTX ISA 9.0, Matrix Descriptor Format of wgmma){{$}}
; CHECK-NEXT: wgmma.mma_async
define ptx_kernel void @registers(ptr %p, <4 x i32> %a) {
  %b = add i64 8192, 8192
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float> zeroinitializer, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; Of A there are two constants, of B none.
; CHECK-LABEL: .entry variables(
; CHECK:      {{^}}	// WGMMA_SS_F32x4, MMA descriptor 0x{{[0-9A-F]+}}, m64n8k16: 8192 multiply-adds{{$}}
; CHECK-NEXT: wgmma.mma_async
define ptx_kernel void @variables(ptr %p, i64 %b, i1 %which) {
entry:
  br i1 %which, label %first, label %second
first:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %multiply
second:
  br label %multiply
multiply:
  %a = phi i64 [ 4611686293305360384, %first ], [ 4611686293305360388, %second ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

@tile = internal addrspace(3) global [8192 x i8] undef, align 1024
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)

; The address is that of a variable, or in a register.
; CHECK-LABEL: .entry addresses(
; CHECK:      {{^}}	// a: matrix descriptor: start tile, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle{{$}}
; CHECK-NEXT: {{^}}	// b: matrix descriptor: start in a register, lbo 256 bytes, sbo 128 bytes, no swizzle{{$}}
; CHECK-NEXT: wgmma.mma_async
; CHECK:      {{^}}	// a: matrix descriptor: start tile + 32, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle{{$}}
; CHECK-NEXT: {{^}}	// b: matrix descriptor: start in a register, lbo 256 bytes, sbo 128 bytes, no swizzle{{$}}
; CHECK-NEXT: wgmma.mma_async
define ptx_kernel void @addresses(ptr %p, ptr addrspace(3) %q) {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) @tile, i32 16, i32 1024, i32 0, i32 1)
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %q, i32 256, i32 128, i32 0, i32 0)
  %next = add i64 %a, 2
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %c = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %next, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; Strides in a register: nothing is known.
; CHECK-LABEL: .entry strides(
; CHECK-NOT: // a:
; CHECK:     wgmma.mma_async
define ptx_kernel void @strides(ptr %p, i64 %b, i32 %sbo) {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) @tile, i32 16, i32 %sbo, i32 0, i32 1)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
