;===-- wgmma-misdeclared.ll - declarations of wgmma with wrong types -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What is declared with another type than its own is reported, by opt if LLVM knows the name, and by llc,
; before LLVM's verifier, which clang does not run. What the compiler's own helpers are called may be
; taken, too.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %opt -O2 -S %t/wait.ll -o /dev/null 2>&1 | FileCheck %t/wait.ll --implicit-check-not=error:
; RUN: not %opt -disable-verify -O2 -S %t/wait.ll -o %t/wait.opt.ll 2>&1 | FileCheck %t/wait.ll --implicit-check-not=error:
; RUN: not test -s %t/wait.opt.ll
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mcpu=sm_90a %t/wait.ll -o /dev/null 2>&1 | FileCheck %t/wait.ll --implicit-check-not="{{(error|remark):}}"
; RUN: not %opt -O2 -S %t/others.ll -o /dev/null 2>&1 | FileCheck %t/others.ll --check-prefix=OPT --implicit-check-not=error:
; RUN: not %opt -disable-verify -O2 -S %t/others.ll -o /dev/null 2>&1 | FileCheck %t/others.ll --check-prefix=OPT --implicit-check-not=error:
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mcpu=sm_90a %t/others.ll -o /dev/null 2>&1 | FileCheck %t/others.ll --implicit-check-not="{{(error|remark):}}"
; RUN: %opt -O2 -S %t/right.ll -o - | FileCheck %t/right.ll
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/right.ll -o - | FileCheck %t/right.ll --check-prefix=PTX

;--- wait.ll
target triple = "nvptx64-nvidia-cuda"

declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i32 immarg)

; CHECK: {{error|remark}}: {{.*}}in function k {{.*}}: llvm.nvvm.wgmma.wait_group.sync.aligned is declared with the type void (i32), which is not its signature; it is void (i64)
define void @k(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i32 0)
  store <4 x float> %d, ptr %p
  ret void
}

;--- others.ll
target triple = "nvptx64-nvidia-cuda"

declare <3 x i8> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<3 x i8>, i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float>, i64, i64, i1, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare i32 @llvm.nvvm.wgmma.fence.sync.aligned(ptr)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned.v4f32()

; CHECK: {{error|remark}}: {{.*}}in function fence {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is declared with the type i32 (ptr), which is not its signature
; CHECK: {{error|remark}}: {{.*}}in function multiplication {{.*}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64 is declared with the type <3 x i8> (<3 x i8>, i64), which is not its signature
define void @multiplication(ptr %p, i64 %a, <3 x i8> %x) {
  %d = call <3 x i8> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<3 x i8> %x, i64 %a)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <3 x i8> %d, ptr %p
  ret void
}

; OPT: error: {{.*}}in function fence {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is declared with the type i32 (ptr), which is not its signature; it is void ()
; CHECK: {{error|remark}}: {{.*}}in function fence {{.*}}: llvm.nvvm.wgmma.wait_group.sync.aligned.v4f32 is declared with the type void (), which is not its signature
define void @fence(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  %f = call i32 @llvm.nvvm.wgmma.fence.sync.aligned(ptr %p)
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned.v4f32()
  store <4 x float> %d, ptr %p
  ret void
}

;--- right.ll
target triple = "nvptx64-nvidia-cuda"

declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned.v8f32()
declare void @llvm.nvvm.registers.WGMMA_SS_F32x4.f32()

; What nobody calls is no error.
; PTX: wgmma.mma_async
; CHECK: %[[D:.*]] = tail call <4 x float> @llvm.nvvm.wgmma.mma_async
; CHECK: %[[R:.*]] = tail call <4 x float> @llvm.nvvm.wgmma.wait_group.sync.aligned.v4f32(i64 0, <4 x float> %[[D]])
; CHECK: store <4 x float> %[[R]]
define void @k(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
