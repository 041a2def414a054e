;===-- load-across-blocks.ll - no pairs of registers in flight ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM keeps a vector of floats that lives across blocks in pairs on targets with packed arithmetic.
; What tcgen05.ld writes must not be read before the wait, so it stays in single registers through a
; cast and a phi.
;
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx88 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -O3 -mcpu=sm_100a -mattr=+ptx88 -verify-machineinstrs %s -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry cast(
; CHECK:       tcgen05.ld.sync.aligned.32x32b.x4.b32
; CHECK-NOT:   mov.b64
; CHECK:       tcgen05.wait::ld.sync.aligned;
define ptx_kernel void @cast(ptr addrspace(6) %d, ptr addrspace(1) %out, i1 %c) {
  %r = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %d, i1 false)
  %f = bitcast <4 x i32> %r to <4 x float>
  br i1 %c, label %then, label %join
then:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %join
join:
  call void @llvm.nvvm.tcgen05.wait.ld()
  %a = extractelement <4 x float> %f, i32 0
  %b = extractelement <4 x float> %f, i32 3
  %s = fadd float %a, %b
  store float %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry phi(
; CHECK:       tcgen05.ld.sync.aligned.32x32b.x4.b32
; CHECK-NOT:   mov.b64
; CHECK:       tcgen05.wait::ld.sync.aligned;
; CHECK:       st.global.v4.b32
define ptx_kernel void @phi(ptr addrspace(6) %d, ptr addrspace(1) %out, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %r = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %d, i1 false)
  %f = bitcast <4 x i32> %r to <4 x float>
  br label %join
join:
  %v = phi <4 x float> [ %f, %then ], [ zeroinitializer, %0 ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <4 x float> %v, ptr addrspace(1) %out
  ret void
}
