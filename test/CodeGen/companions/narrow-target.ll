;===-- narrow-target.ll - companions on a target of 32 bits --------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A tensor map has a generic address of 64 bits, which there is none of on nvptx. What has no
; address compiles.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx -mcpu=sm_90 -mattr=+ptx80 %t/map.ll -o /dev/null 2>&1 | FileCheck %t/map.ll --implicit-check-not=ERROR
; RUN: not %llc -O0 -mtriple=nvptx -mcpu=sm_90 -mattr=+ptx80 %t/map.ll -o /dev/null 2>&1 | FileCheck %t/map.ll --implicit-check-not=ERROR
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90 -mattr=+ptx80 -verify-machineinstrs %t/map.ll -o - | FileCheck %t/map.ll --check-prefix=WIDE
; RUN: %llc -mtriple=nvptx -mcpu=sm_90 -mattr=+ptx80 -verify-machineinstrs %t/other.ll -o - | FileCheck %t/other.ll

;--- map.ll
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.1d(ptr, i32, i64, i1)

; CHECK: error: {{.*}}in function prefetch {{.*}} has an address of 64 bits; it needs a 64-bit target (nvptx64)
; WIDE: cp.async.bulk.prefetch.tensor.1d.L2.global.tile
define void @prefetch(ptr %map, i32 %x) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.1d(ptr %map, i32 %x, i64 0, i1 false)
  ret void
}

;--- other.ll
declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)

; CHECK: cvt.rn.satfinite.e4m3x2.f32
define i16 @convert(float %a) {
  %d = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %a)
  ret i16 %d
}
