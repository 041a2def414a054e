;===-- unknown-names.ll - llvm.nvvm names that nobody knows -------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An error with the nearest name, called or only declared, where stock llc prints an
; undefined extern function and is content.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/called.ll -o %t/called.ptx 2>&1 \
; RUN:   | FileCheck %t/called.ll --implicit-check-not=.extern --implicit-check-not=error:
; RUN: test ! -s %t/called.ptx
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/declared.ll -o %t/declared.ptx 2>&1 \
; RUN:   | FileCheck %t/declared.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/mnemonics.ll -o %t/mnemonics.ptx 2>&1 \
; RUN:   | FileCheck %t/mnemonics.ll
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/known.ll -o - | FileCheck %t/known.ll --implicit-check-not=.extern
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/invoked.ll -o %t/invoked.ptx 2>&1 | FileCheck %t/invoked.ll
; RUN: not %llc -disable-verify -mtriple=nvptx64 -mcpu=sm_80 -verify-machineinstrs %t/invoked.ll -o %t/invoked.ptx 2>&1 \
; RUN:   | FileCheck %t/invoked.ll --check-prefix=UNVERIFIED
; RUN: %if stock-tools %{ %stock-llc -mtriple=nvptx64 -mcpu=sm_80 %t/called.ll -o - | FileCheck %t/called.ll --check-prefix=STOCK %}

;--- called.ll
; STOCK: .extern .func {{.*}}llvm.nvvm.mma.m16n8k16.row.col.bf61

; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.bf61 is not an intrinsic of NVPTX; did you mean llvm.nvvm.mma.m16n8k16.row.col.bf16?
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.barier.cta.sync.aligned.all is not an intrinsic of NVPTX; did you mean llvm.nvvm.barrier.cta.sync.aligned.all?
; CHECK: error: {{.*}}in function g {{.*}}: llvm.nvvm.zzzzzzzzzzzz.qqqqqqqqqqqqqqqqqqqqqqqqqq is not an intrinsic of NVPTX{{$}}
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf61(i32)
declare void @llvm.nvvm.barier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.zzzzzzzzzzzz.qqqqqqqqqqqqqqqqqqqqqqqqqq()

define void @f(i32 %a, ptr %o) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf61(i32 %a)
  call void @llvm.nvvm.barier.cta.sync.aligned.all(i32 0)
  %e = extractvalue { float, float, float, float } %r, 0
  store float %e, ptr %o
  ret void
}

define i32 @g() {
  %r = call i32 @llvm.nvvm.zzzzzzzzzzzz.qqqqqqqqqqqqqqqqqqqqqqqqqq()
  ret i32 %r
}

;--- mnemonics.ll
; A PTX mnemonic, or words of it and of the intrinsic, are answered with the intrinsic.
; CHECK: error: {{.*}}llvm.nvvm.mma.m16n8k32.row.col.bf16 is not an intrinsic of NVPTX; expected m16n8k16 or m16n8k8 in place of m16n8k32; or s4, s8, u4 or u8 in place of bf16{{$}}
; CHECK: error: {{.*}}llvm.nvvm.mma.m16n8k16.row.col.bf16.bf16 is not an intrinsic of NVPTX; did you mean llvm.nvvm.mma.m16n8k16.row.col.bf16, which prints mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32?
; CHECK: error: {{.*}}llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 is not an intrinsic of NVPTX; did you mean llvm.nvvm.mma.m16n8k16.row.col.bf16, which prints
; Of two that have as many other words, the one whose own name is near: its types are those of D and C.
; CHECK: error: {{.*}}llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.f32 is not an intrinsic of NVPTX; did you mean llvm.nvvm.mma.m16n8k16.row.col.f32.f32, which prints
; CHECK: error: {{.*}}llvm.nvvm.wgmma.m64n64k16.f32.bf16.bf16 is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16.i64, which prints wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16? (1 other has these words)
; CHECK: error: {{.*}}llvm.nvvm.ldmatrix.x4 is not an intrinsic of NVPTX; did you mean llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16, which prints
; CHECK: error: {{.*}}llvm.nvvm.mbarrier.try_wait.parity.shared::cta.b64 is not an intrinsic of NVPTX; did you mean llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta, which prints mbarrier.try_wait.parity.shared.b64?
; CHECK: error: {{.*}}llvm.nvvm.tcgen05.wait::ld is not an intrinsic of NVPTX; did you mean llvm.nvvm.tcgen05.wait.ld, which prints
declare void @llvm.nvvm.mma.m16n8k32.row.col.bf16()
declare void @llvm.nvvm.mma.m16n8k16.row.col.bf16.bf16()
declare void @llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32()
declare void @llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.f32()
declare void @llvm.nvvm.wgmma.m64n64k16.f32.bf16.bf16()
declare void @llvm.nvvm.ldmatrix.x4()
declare void @"llvm.nvvm.mbarrier.try_wait.parity.shared::cta.b64"()
declare void @"llvm.nvvm.tcgen05.wait::ld"()

define void @f() {
  call void @llvm.nvvm.mma.m16n8k32.row.col.bf16()
  call void @llvm.nvvm.mma.m16n8k16.row.col.bf16.bf16()
  call void @llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32()
  call void @llvm.nvvm.mma.sync.aligned.m16n8k16.row.col.f32.f32()
  call void @llvm.nvvm.wgmma.m64n64k16.f32.bf16.bf16()
  call void @llvm.nvvm.ldmatrix.x4()
  call void @"llvm.nvvm.mbarrier.try_wait.parity.shared::cta.b64"()
  call void @"llvm.nvvm.tcgen05.wait::ld"()
  ret void
}

;--- declared.ll
; CHECK: error: llvm.nvvm.barier.cta.sync.aligned.all is not an intrinsic of NVPTX; did you mean llvm.nvvm.barrier.cta.sync.aligned.all?
declare void @llvm.nvvm.barier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define void @f() {
  ret void
}

;--- known.ll
; Neither a declaration that is not called nor a name of the user's own is an error.
; CHECK: .func f(
; CHECK: bar.sync 0;
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)

define void @f() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

;--- invoked.ll
; CHECK: Cannot invoke an intrinsic
; UNVERIFIED: error: {{.*}}in function f {{.*}}: llvm.nvvm.barier.cta.sync.aligned.all is not an intrinsic of NVPTX; did you mean llvm.nvvm.barrier.cta.sync.aligned.all?
declare void @llvm.nvvm.barier.cta.sync.aligned.all(i32)
declare i32 @personality(...)

define void @f() personality ptr @personality {
  invoke void @llvm.nvvm.barier.cta.sync.aligned.all(i32 0)
      to label %ok unwind label %bad

ok:
  ret void

bad:
  %l = landingpad { ptr, i32 }
      cleanup
  ret void
}
