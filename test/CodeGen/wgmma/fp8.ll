;===-- fp8.ll - wgmma of 8-bit floating point --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA: the four pairs of e4m3 and e5m2, in f16 and f32. Scales, but
; no transposes.
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

declare <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e4m3.i64(<8 x half>, i64, i64, i1, i32, i32)
declare <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e5m2.i64(<8 x half>, i64, i64, i1, i32, i32)
declare <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e4m3.i64(<8 x half>, i64, i64, i1, i32, i32)
declare <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e5m2.i64(<8 x half>, i64, i64, i1, i32, i32)
declare <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3.i64(<8 x float>, i64, i64, i1, i32, i32)
declare <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2.i64(<8 x float>, i64, i64, i1, i32, i32)
declare <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e4m3.i64(<8 x float>, i64, i64, i1, i32, i32)
declare <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e5m2.i64(<8 x float>, i64, i64, i1, i32, i32)

; CHECK-LABEL: .entry f16_e4m3_e4m3(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e4m3
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_e4m3_e4m3(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e4m3.i64(<8 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f16_e4m3_e5m2(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e5m2
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_e4m3_e5m2(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e4m3.e5m2.i64(<8 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f16_e5m2_e4m3(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e4m3
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_e5m2_e4m3(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e4m3.i64(<8 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f16_e5m2_e5m2(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e5m2
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f16_e5m2_e5m2(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x half>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f16.e5m2.e5m2.i64(<8 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x half> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_e4m3_e4m3(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_e4m3_e4m3(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3.i64(<8 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_e4m3_e5m2(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_e4m3_e5m2(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2.i64(<8 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_e5m2_e4m3(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e4m3
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_e5m2_e4m3(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e4m3.i64(<8 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry f32_e5m2_e5m2(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e5m2
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @f32_e5m2_e5m2(ptr %p, i64 %a, i64 %b) {
  %c = load <8 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e5m2.i64(<8 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x float> %d, ptr %p
  ret void
}
