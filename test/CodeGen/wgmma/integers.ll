;===-- integers.ll - wgmma of 8-bit integers and single bits -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX typed from the PTX ISA: no immediates follow scale-d; .satfinite is there for those
; who ask for it; bits are combined by .and.popc.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %llc -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs -O0 %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs -O0 %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)

declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.i64(<4 x i32>, i64, i64, i1)
declare <12 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.s8.satfinite.i64(<12 x i32>, i64, i64, i1)
declare <16 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8.i64(<16 x i32>, i64, i64, i1)
declare <128 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite.i64(<128 x i32>, i64, i64, i1)
declare <24 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.u8.i64(<24 x i32>, i64, i64, i1)
declare <8 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.s8.satfinite.v4i32(<8 x i32>, <4 x i32>, i64, i1)
declare <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc.i64(<4 x i32>, i64, i64, i1)
declare <120 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n240k256.s32.b1.b1.and.popc.v4i32(<120 x i32>, <4 x i32>, i64, i1)

; CHECK-LABEL: .entry s8(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @s8(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8.i64(<4 x i32> %c, i64 %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry s8_sat(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.s8.satfinite
; CHECK-NEXT: {{[{](%r[0-9]+, ){11}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @s8_sat(ptr %p, i64 %a, i64 %b) {
  %c = load <12 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <12 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.s8.satfinite.i64(<12 x i32> %c, i64 %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <12 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry u8(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8
; CHECK-NEXT: {{[{](%r[0-9]+, ){15}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}%p{{[0-9]+}};
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @u8(ptr %p, i64 %a, i64 %b, i1 %s) {
  %c = load <16 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <16 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8.i64(<16 x i32> %c, i64 %a, i64 %b, i1 %s)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <16 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry u8_sat(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite
; CHECK-NEXT: {{[{](%r[0-9]+, ){127}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @u8_sat(ptr %p, i64 %a, i64 %b) {
  %c = load <128 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite.i64(<128 x i32> %c, i64 %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry s8_u8(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.u8
; CHECK-NEXT: {{[{](%r[0-9]+, ){23}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @s8_u8(ptr %p, i64 %a, i64 %b) {
  %c = load <24 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <24 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.u8.i64(<24 x i32> %c, i64 %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <24 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry u8_s8_sat(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.s8.satfinite
; CHECK-NEXT: {{[{](%r[0-9]+, ){7}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @u8_s8_sat(ptr %p, ptr %q, i64 %b) {
  %c = load <8 x i32>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <8 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.s8.satfinite.v4i32(<8 x i32> %c, <4 x i32> %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <8 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry b1(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1;
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @b1(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x i32>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc.i64(<4 x i32> %c, i64 %a, i64 %b, i1 true)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x i32> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry b1_registers(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n240k256.s32.b1.b1.and.popc
; CHECK-NEXT: {{[{](%r[0-9]+, ){119}%r[0-9]+[}]}},
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}%p{{[0-9]+}};
; CHECK-NEXT: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
define ptx_kernel void @b1_registers(ptr %p, ptr %q, i64 %b, i1 %s) {
  %c = load <120 x i32>, ptr %p
  %a = load <4 x i32>, ptr %q
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <120 x i32> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n240k256.s32.b1.b1.and.popc.v4i32(<120 x i32> %c, <4 x i32> %a, i64 %b, i1 %s)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <120 x i32> %d, ptr %p
  ret void
}
