; IR that LLVM's target once aborted on, or of which it made what ptxas rejects, of kinds that front ends write.

; RUN: %llc -verify-machineinstrs -mcpu=sm_75 -mattr=+ptx73 %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_75 -c %t.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_75 -mattr=+ptx73 %s -o - | %ptxas -arch=sm_75 -c - -o %t.cubin %}
; RUN: %if ptxas %{ %opt -O3 -S %s | %llc -O3 -mcpu=sm_90 -mattr=+ptx78 -o - | %ptxas -arch=sm_90 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: maximum(
define bfloat @maximum(bfloat %a, bfloat %b) {
  %r = call bfloat @llvm.maximum.bf16(bfloat %a, bfloat %b)
  %s = call bfloat @llvm.maximumnum.bf16(bfloat %r, bfloat %b)
  %t = call bfloat @llvm.maxnum.bf16(bfloat %s, bfloat %b)
  ret bfloat %t
}

; CHECK-LABEL: alloca_without_alignment(
; CHECK:       alloca.u64
define void @alloca_without_alignment(i64 %n, ptr %out) {
  %a = alloca i8, i64 %n
  store ptr %a, ptr %out
  ret void
}

; CHECK-LABEL: mismatched(
; CHECK:       .callprototype
declare void @callee(i32)
define void @mismatched(i64 %x, float %y) {
  call void @callee(i64 %x)
  call void @callee(float %y)
  ret void
}

; CHECK-LABEL: bfloat_arguments(
declare void @bfloats(bfloat, <2 x bfloat>)
define bfloat @bfloat_arguments() {
  call void @bfloats(bfloat 0xR4100, <2 x bfloat> <bfloat 1.0, bfloat 3.0>)
  ret bfloat 0xR7FC0
}

; CHECK-LABEL: elements(
define <8 x float> @elements(<8 x float> %v, i32 %i, float %x) {
  %a = insertelement <8 x float> %v, float %x, i32 %i
  %j = add i32 %i, 1
  %e = extractelement <8 x float> %a, i32 %j
  %b = insertelement <8 x float> %a, float %e, i32 %j
  %k = add i32 %i, 2
  %c = insertelement <8 x float> %b, float %x, i32 %k
  ret <8 x float> %c
}

; A conversion of NaN is 0, or the sign bit.
; CHECK-LABEL: of_nan(
; CHECK:       st.param.b32 [func_retval0], {{0|-2147483648}};
define i32 @of_nan() {
  %r = call i32 @llvm.nvvm.d2i.rz(double 0x7FF8000000000000)
  ret i32 %r
}

; mlir-translate declares intrinsics with ranges.
; CHECK-LABEL: .entry ranges(
; CHECK:       bar.sync
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 range(i32 0, 16))
define ptx_kernel void @ranges(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %t, ptr %out
  ret void
}

; Pointers to tensor memory in memory, in arguments and in results.
; CHECK-LABEL: tensor_memory_pointers(
; CHECK:       ld.shared.b32 [[ADDRESS:%r[0-9]+]],
; CHECK:       st.param.b32 [param0], [[ADDRESS]];
declare ptr addrspace(6) @next(ptr addrspace(6))
define ptr addrspace(6) @tensor_memory_pointers(ptr addrspace(3) %p, ptr %f) {
  %a = load ptr addrspace(6), ptr addrspace(3) %p
  %b = call ptr addrspace(6) @next(ptr addrspace(6) %a)
  %c = call ptr addrspace(6) %f(ptr addrspace(6) %b)
  ret ptr addrspace(6) %c
}

; Such a cast has no defined result; it used to end the compiler.
; CHECK-LABEL: across_spaces(
; CHECK:       ld.shared.b32
define i32 @across_spaces(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(3)
  %v = load i32, ptr addrspace(3) %q
  ret i32 %v
}

; CHECK-LABEL: approximate(
; CHECK:       sin.approx.f32
; CHECK:       cos.approx.f32
define float @approximate(float %x) {
  %a = call afn float @llvm.sin.f32(float %x)
  %b = call afn float @llvm.cos.f32(float %a)
  ret float %b
}

; Each conversion keeps its rounding, also behind opt -O3.
; CHECK-LABEL: rounding(
; CHECK:       cvt.rz.f32.s32
; CHECK:       cvt.rm.f32.u32
; CHECK:       cvt.rp.f32.s64
define void @rounding(i32 %a, i64 %b, ptr %out) {
  %x = call float @llvm.nvvm.i2f.rz(i32 %a)
  %y = call float @llvm.nvvm.ui2f.rm(i32 %a)
  %z = call float @llvm.nvvm.ll2f.rp(i64 %b)
  store volatile float %x, ptr %out
  store volatile float %y, ptr %out
  store volatile float %z, ptr %out
  ret void
}

; What earlier releases wrote: barrier0, ldg as an intrinsic, nocapture.
; CHECK-LABEL: .entry earlier(
; CHECK:       bar.sync 0;
; CHECK:       ld.global.nc.b32
declare void @llvm.nvvm.barrier0()
declare float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1), i32)
define void @earlier(ptr addrspace(1) nocapture %p, ptr addrspace(1) %q) {
  call void @llvm.nvvm.barrier0()
  %v = call float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1) %p, i32 4)
  store float %v, ptr addrspace(1) %q
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @earlier, !"kernel", i32 1}
