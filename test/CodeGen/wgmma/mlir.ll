;===-- mlir.ll - wgmma as MLIR writes it --------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What mlir-opt and mlir-translate of LLVM 19 made of
; nvvm.wgmma.fence.aligned, mma_async, commit.group and wait.group: inline
; assembly without `convergent`, with the accumulators tied. Of b1 it forgets
; .and.popc; ptxas rejects it, and it is not here.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_90a -mattr=+ptx84 %s -o %t.ptx && %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}

; CHECK-LABEL: two_groups(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, p, -1, 1, 1, 0;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, p, -1, 1, 1, 0;
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 1;
; CHECK: wgmma.wait_group.sync.aligned 0;
define { float, float, float, float } @two_groups(i64 %0, i64 %1) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %3 = call { float, float, float, float } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, p, $11,  $12, $13,  $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n,n,n"(float undef, float undef, float undef, float undef, i64 %0, i64 %1, i32 1, i32 -1, i32 1, i32 1, i32 0)
  %4 = extractvalue { float, float, float, float } %3, 0
  %5 = extractvalue { float, float, float, float } %3, 1
  %6 = extractvalue { float, float, float, float } %3, 2
  %7 = extractvalue { float, float, float, float } %3, 3
  %8 = call { float, float, float, float } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, p, $11,  $12, $13,  $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n,n,n"(float %4, float %5, float %6, float %7, i64 %0, i64 %1, i32 1, i32 -1, i32 1, i32 1, i32 0)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 1)
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  ret { float, float, float, float } %8
}

; CHECK-LABEL: s8_satfinite(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {
define { i32, i32, i32, i32 } @s8_satfinite(i64 %0, i64 %1) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %3 = call { i32, i32, i32, i32 } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $8, $9, p;\0A}\0A", "=r,=r,=r,=r,0,1,2,3,l,l,n"(i32 undef, i32 undef, i32 undef, i32 undef, i64 %0, i64 %1, i32 1)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  ret { i32, i32, i32, i32 } %3
}

; CHECK-LABEL: e4m3(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 {
define { i32, i32 } @e4m3(i64 %0, i64 %1) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %3 = call { i32, i32 } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $6, 0;\0Awgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 {$0, $1}, $4, $5, p, $7,  $8;\0A}\0A", "=r,=r,0,1,l,l,n,n,n"(i32 undef, i32 undef, i64 %0, i64 %1, i32 1, i32 1, i32 1)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  ret { i32, i32 } %3
}

; CHECK-LABEL: tf32(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {
define { float, float, float, float } @tf32(i64 %0, i64 %1) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %3 = call { float, float, float, float } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, $8, $9, p, $11,  $12;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n"(float undef, float undef, float undef, float undef, i64 %0, i64 %1, i32 1, i32 1, i32 1)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  ret { float, float, float, float } %3
}
