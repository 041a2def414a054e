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
