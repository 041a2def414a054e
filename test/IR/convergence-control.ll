;===-- convergence-control.ll - tokens and calls without one --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM's verifier aborts at a function in which some convergent calls have a token and
; others have none. Stock declarations of these intrinsics are not convergent, so that
; IR arrives like that: each call without a token is reported, in llc and in opt. With
; a token all is well, and so is a function without any.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mcpu=sm_80 -mattr=+ptx71 %t/bad.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %t/bad.ll --implicit-check-not=error: --implicit-check-not=PLEASE
; RUN: not %opt -O2 %t/bad.ll -S -o /dev/null 2>&1 \
; RUN:   | FileCheck %t/bad.ll --check-prefix=OPT --implicit-check-not=PLEASE
; RUN: %llc -mcpu=sm_90 -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll
; RUN: %opt -O2 %t/good.ll -S -o - | FileCheck %t/good.ll --check-prefix=OPT

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"

declare token @llvm.experimental.convergence.entry()
declare void @sync() convergent
declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CHECK: error: in function direct {{.*}}: the call of llvm.nvvm.mma.m8n8k16.row.col.s8 is convergent; in a function with convergence control tokens it needs one too: an operand bundle "convergencectrl"
; CHECK: error: in function direct {{.*}}: the call of llvm.nvvm.mma.sp.m16n8k32.row.col.s8 is convergent; in a function with convergence control tokens it needs one too
; OPT: error: in function direct {{.*}}: the call of llvm.nvvm.mma.m8n8k16.row.col.s8 is convergent; in a function with convergence control tokens it needs one too
define void @direct(ptr %p, i32 %a) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  call void @sync() [ "convergencectrl"(token %token) ]
  %d = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a, i32 %a, i32 0, i32 0)
  store { i32, i32 } %d, ptr %p
  %e = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 0, i32 0, i32 0, i32 0, i32 %a, i32 0)
  store { i32, i32, i32, i32 } %e, ptr %p
  ret void
}

define void @tile(ptr %p, i32 %a) noinline {
  %d = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a, i32 %a, i32 0, i32 0)
  store { i32, i32 } %d, ptr %p
  ret void
}

; CHECK: error: in function indirect {{.*}}: the call of tile is convergent; in a function with convergence control tokens it needs one too
define void @indirect(ptr %p, i32 %a) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  call void @sync() [ "convergencectrl"(token %token) ]
  call void @tile(ptr %p, i32 %a)
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"

declare token @llvm.experimental.convergence.entry()
declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32) convergent
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) convergent

; CHECK: mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
; OPT: call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8({{.*}}) #{{[0-9]+}} [ "convergencectrl"(token %token) ]
define void @tokens(ptr %p, i32 %a) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %e = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 0, i32 0, i32 0, i32 0, i32 %a, i32 0) [ "convergencectrl"(token %token) ]
  store { i32, i32, i32, i32 } %e, ptr %p
  ret void
}

; All kinds of nodes: without a chain, with one, without a result; known to LLVM or not.
; CHECK: mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
; CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r{{[0-9]+}}}, [%rd{{[0-9]+}}+16];
; CHECK: stmatrix.sync.aligned.m8n8.x1.shared.b16 [%rd{{[0-9]+}}+16], {%r{{[0-9]+}}};
define void @kinds(ptr %p, i32 %a, ptr addrspace(3) %tile) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %d = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a, i32 %a, i32 0, i32 0) convergent [ "convergencectrl"(token %token) ]
  store { i32, i32 } %d, ptr %p
  %row = getelementptr i8, ptr addrspace(3) %tile, i32 16
  %l = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %row) convergent [ "convergencectrl"(token %token) ]
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %row, i32 %l) [ "convergencectrl"(token %token) ]
  ret void
}

; CHECK: mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
define void @plain(ptr %p, i32 %a) {
  %e = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 0, i32 0, i32 0, i32 0, i32 %a, i32 0)
  store { i32, i32, i32, i32 } %e, ptr %p
  ret void
}

declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)
declare <4 x i32> @llvm.nvvm.registers.hold.v4i32(<4 x i32>)

; What nobody does together needs no token, and must not have one.
; CHECK-LABEL: .func alone(
; CHECK: cvt.rn.satfinite.e4m3x2.f32
; OPT-LABEL: @alone(
; OPT: call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %a) #{{[0-9]+}}{{$}}
; OPT: call <4 x i32> @llvm.nvvm.registers.hold.v4i32(<4 x i32> %v) #{{[0-9]+}}{{$}}
define void @alone(ptr %p, float %a, <4 x i32> %v) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %d = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %a) convergent [ "convergencectrl"(token %token) ]
  store i16 %d, ptr %p
  %h = call <4 x i32> @llvm.nvvm.registers.hold.v4i32(<4 x i32> %v) convergent [ "convergencectrl"(token %token) ]
  %q = getelementptr i8, ptr %p, i64 16
  store <4 x i32> %h, ptr %q
  ret void
}
