;===-- floats.ll - wgmma of f16, bf16 and tf32 -------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA: f16 accumulates in f16, two to a register, or f32; bf16 and
; tf32 in f32. Scales and transposes are immediates; tf32 has no transposes.
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

declare <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half>, i64, i64, i1, i32, i32, i32, i32)
declare <128 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16.i64(<128 x half>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.bf16.bf16.i64(<52 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.i64(<128 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32.i64(<8 x float>, i64, i64, i1, i32, i32)

; CHECK-LABEL: .entry f16_f16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){1}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_f16(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64(<4 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f16_f16_wide(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){63}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_f16_wide(ptr %p, i64 %a, i64 %b) {
  %c = load <128 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16.i64(<128 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_f16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_f16(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_f16_m64n128k16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){63}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}%p{{[0-9]+}}, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_f16_m64n128k16(ptr %p, i64 %a, i64 %b, i1 %s) {
  %c = load <64 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> %c, i64 %a, i64 %b, i1 %s, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_bf16(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n104k16.f32.bf16.bf16
; CHECK-NEXT: {{[{](%r[0-9]+, ){51}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_bf16(ptr %p, i64 %a, i64 %b) {
  %c = load <52 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.bf16.bf16.i64(<52 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <52 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_bf16_wide(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
; CHECK-NEXT: {{[{](%r[0-9]+, ){127}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_bf16_wide(ptr %p, i64 %a, i64 %b) {
  %c = load <128 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16.i64(<128 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry tf32(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @tf32(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32.i64(<8 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x float> %d, ptr %p
  ret void
}
