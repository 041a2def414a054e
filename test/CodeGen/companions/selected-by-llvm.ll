;===-- selected-by-llvm.ll - where LLVM has no pattern ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM selects companions that it knows, but some of them not on all targets that have them: there it
; would end with "Cannot select". A bulk copy is LLVM's as long as no call has the arguments that
; LLVM does not know.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_80 -mattr=+ptx80 -verify-machineinstrs %t/prefetch.ll -o - | FileCheck %t/prefetch.ll
; RUN: %llc -mcpu=sm_90 -mattr=+ptx80 -verify-machineinstrs %t/prefetch.ll -o - | FileCheck %t/prefetch.ll
; RUN: %llc -mcpu=sm_101f -mattr=+ptx94 -verify-machineinstrs %t/registers.ll -o - | FileCheck %t/registers.ll
; RUN: %llc -mcpu=sm_107a -verify-machineinstrs %t/registers.ll -o - | FileCheck %t/registers.ll
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -stop-after=finalize-isel %t/registers.ll -o - | FileCheck %t/registers.ll --check-prefix=LLVM
; RUN: %llc -mcpu=sm_101a -mattr=+ptx90 -verify-machineinstrs %t/renamed.ll -o - | FileCheck %t/renamed.ll
; RUN: %llc -mcpu=sm_101f -mattr=+ptx90 -verify-machineinstrs %t/renamed.ll -o - | FileCheck %t/renamed.ll
; RUN: %llc -mcpu=sm_90 -mattr=+ptx86 -verify-machineinstrs -stop-after=finalize-isel %t/copy.ll -o - | FileCheck %t/copy.ll

;--- prefetch.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.prefetch.L1(ptr)
declare void @llvm.nvvm.prefetch.global.L2(ptr addrspace(1))

; CHECK: prefetch.L1 {{.*}}[%rd1];
; CHECK: prefetch.global.L2 {{.*}}[%rd2];
define void @f(ptr %p, ptr addrspace(1) %g) {
  call void @llvm.nvvm.prefetch.L1(ptr %p)
  call void @llvm.nvvm.prefetch.global.L2(ptr addrspace(1) %g)
  ret void
}

;--- registers.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)

; CHECK: setmaxnreg.dec.sync.aligned.u32 {{.*}}40;
; LLVM: anonymous_{{[0-9]+}} 40
define ptx_kernel void @k() "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  ret void
}

;--- copy.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i64, i1)

; CHECK: CP_ASYNC_BULK_G2S_CTA_CH
define void @f(ptr addrspace(1) %src, ptr addrspace(3) %bar, ptr addrspace(3) %dst, i32 %size, i64 %ch) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %dst, ptr addrspace(3) %bar, ptr addrspace(1) %src, i32 %size, i64 %ch, i1 1)
  ret void
}

;--- renamed.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i32, i16, i16, i64, i1, i1, i32)
declare i16 @llvm.nvvm.ff.to.e2m1x2.rn.satfinite(float, float)

; CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.{{.*}}.cta_group::1
; CHECK: cvt.rn.satfinite.e2m1x2.f32
define i16 @f(ptr addrspace(7) %dst, ptr addrspace(3) %bar, ptr %map, i32 %x, i16 %o, float %v) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d(ptr addrspace(7) %dst, ptr addrspace(3) %bar, ptr %map, i32 %x, i32 %x, i32 %x, i16 %o, i16 0, i64 0, i1 0, i1 0, i32 1)
  %e = call i16 @llvm.nvvm.ff.to.e2m1x2.rn.satfinite(float %v, float %v)
  ret i16 %e
}
