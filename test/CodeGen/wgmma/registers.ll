;===-- registers.ll - wgmma with A in registers ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA: four registers of A, whatever its type. What is in registers
; is not transposed: f16 and bf16 have one immediate less.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)

declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half>, <4 x i32>, i64, i1, i32, i32, i32)
declare <32 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.v4i32(<32 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.v4i32(<128 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32)
declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3.v4i32(<4 x half>, <4 x i32>, i64, i1, i32, i32)
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.v4i32(<4 x i32>, <4 x i32>, i64, i1)

; CHECK-LABEL: .entry f16_f16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){1}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_f16(ptr %p, ptr %q, i64 %b) {
  %c = load <4 x half>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.v4i32(<4 x half> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_f16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){31}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}%p{{[0-9]+}}, 1, 1, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_f16(ptr %p, ptr %q, i64 %b, i1 %s) {
  %c = load <32 x float>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <32 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16.v4i32(<32 x float> %c, <4 x i32> %a, i64 %b, i1 %s, i32 1, i32 1, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <32 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry bf16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
; CHECK-NEXT: {{[{](%r[0-9]+, ){127}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, -1, 1, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @bf16(ptr %p, ptr %q, i64 %b) {
  %c = load <128 x float>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.v4i32(<128 x float> %c, <4 x i32> %a, i64 %b, i1 true, i32 -1, i32 1, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry tf32(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, -1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @tf32(ptr %p, ptr %q, i64 %b) {
  %c = load <4 x float>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.v4i32(<4 x float> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 -1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry e5m2(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3
; CHECK-NEXT: {{[{](%r[0-9]+, ){1}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @e5m2(ptr %p, ptr %q, i64 %b) {
  %c = load <4 x half>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3.v4i32(<4 x half> %c, <4 x i32> %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry s8(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @s8(ptr %p, ptr %q, i64 %b) {
  %c = load <4 x i32>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.v4i32(<4 x i32> %c, <4 x i32> %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x i32> %d, ptr %p
  ret void
}
