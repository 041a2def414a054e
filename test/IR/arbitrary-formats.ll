;===-- arbitrary-formats.ll - conversions of numbers in integers ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM has these conversions since 23. The constants are typed from the formats' definitions: sign,
; exponent with its bias, fraction. ptx-run compares the rest with cvt, whose numbers it computes by
; another way: all codes, and floats of 64 exponents.
;
;===----------------------------------------------------------------------===;

; RUN: rm -rf %t && split-file %s %t
; RUN: %llc -mcpu=sm_89 -mattr=+ptx81 -verify-machineinstrs %t/constants.ll -o - | FileCheck %t/constants.ll
; RUN: %llc -mcpu=sm_89 -mattr=+ptx81 -verify-machineinstrs %t/compared.ll -o %t/compared.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_89 %t/compared.ptx -o %t/compared.cubin %}
; RUN: %ptx-run %t/compared.ptx --entry from --block 256 --arg D=u32[1x2]:zeros --print D | FileCheck %t/compared.ll --check-prefix=FROM
; RUN: %ptx-run %t/compared.ptx --entry to --block 1024 --arg D=u32[1x2]:zeros --print D | FileCheck %t/compared.ll --check-prefix=TO
; RUN: %llc -mcpu=sm_70 -verify-machineinstrs %t/types.ll -o %t/types.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_75 %t/types.ptx -o %t/types.cubin %}
; RUN: not %llc -mcpu=sm_89 %t/unknown.ll -o /dev/null 2>&1 | FileCheck %t/unknown.ll

;--- constants.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.convert.from.arbitrary.fp.f32.i8(i8, metadata)
declare float @llvm.convert.from.arbitrary.fp.f32.i6(i6, metadata)
declare float @llvm.convert.from.arbitrary.fp.f32.i4(i4, metadata)
declare half @llvm.convert.from.arbitrary.fp.f16.i8(i8, metadata)
declare bfloat @llvm.convert.from.arbitrary.fp.bf16.i8(i8, metadata)
declare double @llvm.convert.from.arbitrary.fp.f64.i8(i8, metadata)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f32(float, metadata, metadata, i1)
declare i4 @llvm.convert.to.arbitrary.fp.i4.f32(float, metadata, metadata, i1)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f64(double, metadata, metadata, i1)
; The bits of 1, 2^-16, -inf, NaN, 448, NaN, 240, 15.5, -28, 7.5 and -0.5.
; CHECK-LABEL: floats(
; CHECK: st.volatile.b32 [%rd1], 1065353216;
; CHECK: st.volatile.b32 [%rd1], 931135488;
; CHECK: st.volatile.b32 [%rd1], -8388608;
; CHECK: st.volatile.b32 [%rd1], 2143289344;
; CHECK: st.volatile.b32 [%rd1], 1138753536;
; CHECK: st.volatile.b32 [%rd1], 2143289344;
; CHECK: st.volatile.b32 [%rd1], 1131413504;
; CHECK: st.volatile.b32 [%rd1], 1098383360;
; CHECK: st.volatile.b32 [%rd1], -1042284544;
; CHECK: st.volatile.b32 [%rd1], 1089470464;
; CHECK: st.volatile.b32 [%rd1], -1090519040;
define void @floats(ptr %p) {
  %one = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 60, metadata !"Float8E5M2")
  store volatile float %one, ptr %p
  %least = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 1, metadata !"Float8E5M2")
  store volatile float %least, ptr %p
  %infinity = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 -4, metadata !"Float8E5M2")
  store volatile float %infinity, ptr %p
  %nan = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 126, metadata !"Float8E5M2")
  store volatile float %nan, ptr %p
  %largest = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 126, metadata !"Float8E4M3FN")
  store volatile float %largest, ptr %p
  %no = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 127, metadata !"Float8E4M3FN")
  store volatile float %no, ptr %p
  %ieee = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 119, metadata !"Float8E4M3")
  store volatile float %ieee, ptr %p
  %e3m4 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 111, metadata !"Float8E3M4")
  store volatile float %e3m4, ptr %p
  %e3m2 = call float @llvm.convert.from.arbitrary.fp.f32.i6(i6 -1, metadata !"Float6E3M2FN")
  store volatile float %e3m2, ptr %p
  %e2m3 = call float @llvm.convert.from.arbitrary.fp.f32.i6(i6 31, metadata !"Float6E2M3FN")
  store volatile float %e2m3, ptr %p
  %e2m1 = call float @llvm.convert.from.arbitrary.fp.f32.i4(i4 -7, metadata !"Float4E2M1FN")
  store volatile float %e2m1, ptr %p
  ret void
}
; The bits of 2^-16, -2^-16 and 57344.
; CHECK-LABEL: others(
; CHECK: st.volatile.b16 [%rd1], 0x0100;
; CHECK: st.volatile.b16 [%rd1], 0xB780;
; CHECK: st.volatile.b64 [%rd1], 4678114112931102720;
define void @others(ptr %p) {
  %half = call half @llvm.convert.from.arbitrary.fp.f16.i8(i8 1, metadata !"Float8E5M2")
  store volatile half %half, ptr %p
  %bfloat = call bfloat @llvm.convert.from.arbitrary.fp.bf16.i8(i8 129, metadata !"Float8E5M2")
  store volatile bfloat %bfloat, ptr %p
  %double = call double @llvm.convert.from.arbitrary.fp.f64.i8(i8 123, metadata !"Float8E5M2")
  store volatile double %double, ptr %p
  ret void
}
; 2.5 is between 2 and 3, whose codes are 4 and 5; 0.2 is between 0 and 0.5; 7 is as far from 6 as from 8.
; CHECK-LABEL: roundings(
; CHECK: st.volatile.b8 [%rd1], 4;
; CHECK: st.volatile.b8 [%rd1], 5;
; CHECK: st.volatile.b8 [%rd1], 5;
; CHECK: st.volatile.b8 [%rd1], 4;
; CHECK: st.volatile.b8 [%rd1], 4;
; CHECK: st.volatile.b8 [%rd1], 12;
; CHECK: st.volatile.b8 [%rd1], 13;
; CHECK: st.volatile.b8 [%rd1], 0;
; CHECK: st.volatile.b8 [%rd1], 1;
; CHECK: st.volatile.b8 [%rd1], 9;
; CHECK: st.volatile.b8 [%rd1], 7;
; CHECK: st.volatile.b8 [%rd1], 15;
define void @roundings(ptr %p) {
  %a = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 2.5, metadata !"Float4E2M1FN", metadata !"round.tonearest", i1 true)
  store volatile i4 %a, ptr %p
  %b = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 2.5, metadata !"Float4E2M1FN", metadata !"round.tonearestaway", i1 true)
  store volatile i4 %b, ptr %p
  %c = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 2.5, metadata !"Float4E2M1FN", metadata !"round.upward", i1 true)
  store volatile i4 %c, ptr %p
  %d = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 2.5, metadata !"Float4E2M1FN", metadata !"round.downward", i1 true)
  store volatile i4 %d, ptr %p
  %e = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 2.5, metadata !"Float4E2M1FN", metadata !"round.towardzero", i1 true)
  store volatile i4 %e, ptr %p
  %f = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float -2.5, metadata !"Float4E2M1FN", metadata !"round.upward", i1 true)
  store volatile i4 %f, ptr %p
  %g = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float -2.5, metadata !"Float4E2M1FN", metadata !"round.downward", i1 true)
  store volatile i4 %g, ptr %p
  %h = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 0.1875, metadata !"Float4E2M1FN", metadata !"round.tonearest", i1 true)
  store volatile i4 %h, ptr %p
  %i = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 0x3800000000000000, metadata !"Float4E2M1FN", metadata !"round.upward", i1 true)
  store volatile i4 %i, ptr %p
  %j = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float -0.1875, metadata !"Float4E2M1FN", metadata !"round.downward", i1 true)
  store volatile i4 %j, ptr %p
  %k = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 7.0, metadata !"Float4E2M1FN", metadata !"round.tonearest", i1 true)
  store volatile i4 %k, ptr %p
  %l = call i4 @llvm.convert.to.arbitrary.fp.i4.f32(float 0xFFF0000000000000, metadata !"Float4E2M1FN", metadata !"round.tonearest", i1 true)
  store volatile i4 %l, ptr %p
  ret void
}
; The last two are 1.125, between 1 and 1.25, and a little more than a float can tell.
; CHECK-LABEL: specials(
; CHECK: st.volatile.b8 [%rd1], 124;
; CHECK: st.volatile.b8 [%rd1], 251;
; CHECK: st.volatile.b8 [%rd1], 126;
; CHECK: st.volatile.b8 [%rd1], 127;
; CHECK: st.volatile.b8 [%rd1], 126;
; CHECK: st.volatile.b8 [%rd1], 60;
; CHECK: st.volatile.b8 [%rd1], 61;
define void @specials(ptr %p) {
  %a = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float 65536.0, metadata !"Float8E5M2", metadata !"round.tonearest", i1 false)
  store volatile i8 %a, ptr %p
  %b = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float -65536.0, metadata !"Float8E5M2", metadata !"round.tonearest", i1 true)
  store volatile i8 %b, ptr %p
  %c = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float 0x7FF8000000000000, metadata !"Float8E5M2", metadata !"round.tonearest", i1 true)
  store volatile i8 %c, ptr %p
  %d = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float 0x7FF8000000000000, metadata !"Float8E4M3FN", metadata !"round.tonearest", i1 true)
  store volatile i8 %d, ptr %p
  %e = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float 0x7FF0000000000000, metadata !"Float8E4M3FN", metadata !"round.tonearest", i1 true)
  store volatile i8 %e, ptr %p
  %f = call i8 @llvm.convert.to.arbitrary.fp.i8.f64(double 1.125, metadata !"Float8E5M2", metadata !"round.tonearest", i1 true)
  store volatile i8 %f, ptr %p
  %g = call i8 @llvm.convert.to.arbitrary.fp.i8.f64(double 0x3FF2000000000001, metadata !"Float8E5M2", metadata !"round.tonearest", i1 true)
  store volatile i8 %g, ptr %p
  ret void
}

;--- compared.ll
; FROM: D =
; FROM-NEXT: {{^ +}}0 256{{$}}
; TO: D =
; TO-NEXT: {{^ +}}0 1024{{$}}
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.v2i8(<2 x i8>, metadata)
declare <2 x i8> @llvm.convert.to.arbitrary.fp.v2i8.v2f32(<2 x float>, metadata, metadata, i1)
declare <2 x half> @llvm.nvvm.e5m2x2.to.f16x2.rn(i16)
declare <2 x half> @llvm.nvvm.e4m3x2.to.f16x2.rn(i16)
declare i16 @llvm.nvvm.ff.to.e5m2x2.rn(float, float)
declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)

; 1 if any of two numbers differ. One that is no number differs from everything else.
define internal i32 @differ(<2 x half> %a, <2 x half> %b) alwaysinline {
  %numbers = fcmp une <2 x half> %a, %b
  %isa = fcmp uno <2 x half> %a, %a
  %isb = fcmp uno <2 x half> %b, %b
  %both = and <2 x i1> %isa, %isb
  %neither = xor <2 x i1> %both, splat (i1 true)
  %d = and <2 x i1> %numbers, %neither
  %ia = bitcast <2 x half> %a to <2 x i16>
  %ib = bitcast <2 x half> %b to <2 x i16>
  %signs = xor <2 x i16> %ia, %ib
  %sign = icmp slt <2 x i16> %signs, zeroinitializer
  %s = and <2 x i1> %sign, %neither
  %o = or <2 x i1> %d, %s
  %x = extractelement <2 x i1> %o, i32 0
  %y = extractelement <2 x i1> %o, i32 1
  %z = or i1 %x, %y
  %r = zext i1 %z to i32
  ret i32 %r
}

; All that differs, and the number of threads.
define internal void @count(ptr %p, i32 %differences) alwaysinline {
  %all = atomicrmw or ptr %p, i32 %differences monotonic
  %at = getelementptr i32, ptr %p, i32 1
  %threads = atomicrmw add ptr %at, i32 1 monotonic
  ret void
}

define ptx_kernel void @from(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = trunc i32 %tid to i8
  %high = xor i8 %low, 85
  %v0 = insertelement <2 x i8> poison, i8 %low, i32 0
  %v = insertelement <2 x i8> %v0, i8 %high, i32 1
  %i = bitcast <2 x i8> %v to i16
  %a = call <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.v2i8(<2 x i8> %v, metadata !"Float8E5M2")
  %b = call <2 x half> @llvm.nvvm.e5m2x2.to.f16x2.rn(i16 %i)
  %c = call <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.v2i8(<2 x i8> %v, metadata !"Float8E4M3FN")
  %d = call <2 x half> @llvm.nvvm.e4m3x2.to.f16x2.rn(i16 %i)
  %e = call i32 @differ(<2 x half> %a, <2 x half> %b)
  %f = call i32 @differ(<2 x half> %c, <2 x half> %d)
  %g = or i32 %e, %f
  call void @count(ptr %p, i32 %g)
  ret void
}

; Each thread has a fraction, and goes through exponents.
define ptx_kernel void @to(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mixed = mul i32 %tid, -1640531535
  %random = lshr i32 %mixed, 9
  %coarse = shl i32 %tid, 13
  %even = icmp ult i32 %tid, 512
  %fraction = select i1 %even, i32 %random, i32 %coarse
  %kept = and i32 %fraction, 8388607
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %found = phi i32 [ 0, %entry ], [ %all, %loop ]
  %biased = add i32 %n, 90
  %exponent = shl i32 %biased, 23
  %bits = or i32 %exponent, %kept
  %x = bitcast i32 %bits to float
  %negated = fneg float %x
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v = insertelement <2 x float> %v0, float %negated, i32 1
  %a = call <2 x i8> @llvm.convert.to.arbitrary.fp.v2i8.v2f32(<2 x float> %v, metadata !"Float8E5M2", metadata !"round.tonearest", i1 true)
  %b = call i16 @llvm.nvvm.ff.to.e5m2x2.rn(float %negated, float %x)
  %c = call <2 x i8> @llvm.convert.to.arbitrary.fp.v2i8.v2f32(<2 x float> %v, metadata !"Float8E4M3FN", metadata !"round.tonearest", i1 true)
  %d = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %negated, float %x)
  %ai = bitcast <2 x i8> %a to i16
  %ci = bitcast <2 x i8> %c to i16
  %e = xor i16 %ai, %b
  %f = xor i16 %ci, %d
  %g = or i16 %e, %f
  %h = zext i16 %g to i32
  %all = or i32 %found, %h
  %next = add i32 %n, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %end
end:
  call void @count(ptr %p, i32 %all)
  ret void
}

;--- types.ll
target triple = "nvptx64-nvidia-cuda"
declare <4 x float> @llvm.convert.from.arbitrary.fp.v4f32.v4i4(<4 x i4>, metadata)
declare <2 x bfloat> @llvm.convert.from.arbitrary.fp.v2bf16.v2i8(<2 x i8>, metadata)
declare <3 x i6> @llvm.convert.to.arbitrary.fp.v3i6.v3f16(<3 x half>, metadata, metadata, i1)
declare i8 @llvm.convert.to.arbitrary.fp.i8.bf16(bfloat, metadata, metadata, i1)
define <4 x float> @a(<4 x i4> %x) {
  %d = call <4 x float> @llvm.convert.from.arbitrary.fp.v4f32.v4i4(<4 x i4> %x, metadata !"Float4E2M1FN")
  ret <4 x float> %d
}
define <2 x bfloat> @b(<2 x i8> %x) {
  %d = call <2 x bfloat> @llvm.convert.from.arbitrary.fp.v2bf16.v2i8(<2 x i8> %x, metadata !"Float8E3M4")
  ret <2 x bfloat> %d
}
define <3 x i6> @c(<3 x half> %x) {
  %d = call <3 x i6> @llvm.convert.to.arbitrary.fp.v3i6.v3f16(<3 x half> %x, metadata !"Float6E2M3FN", metadata !"round.towardzero", i1 true)
  ret <3 x i6> %d
}
define i8 @d(bfloat %x) {
  %d = call i8 @llvm.convert.to.arbitrary.fp.i8.bf16(bfloat %x, metadata !"Float8E4M3", metadata !"round.upward", i1 false)
  ret i8 %d
}

;--- unknown.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.convert.from.arbitrary.fp.f32.i8(i8, metadata)
declare float @llvm.convert.from.arbitrary.fp.f32.i6(i6, metadata)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f32(float, metadata, metadata, i1)
; CHECK-DAG: llvm.convert.from.arbitrary.fp.f32.i8 is not an intrinsic of NVPTX; expected half, bfloat, float or double, a format of Float8E5M2, Float8E4M3, Float8E4M3FN, Float8E3M4, Float6E3M2FN, Float6E2M3FN and Float4E2M1FN, integers of its size, and a rounding mode of llvm.fptrunc.round
; CHECK-DAG: llvm.convert.from.arbitrary.fp.f32.i6 is not
; CHECK-DAG: llvm.convert.to.arbitrary.fp.i8.f32 is not
define i8 @f(i8 %a, i6 %b, i1 %c) {
  %x = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %a, metadata !"Float8E8M0FNU")
  %y = call float @llvm.convert.from.arbitrary.fp.f32.i6(i6 %b, metadata !"Float8E5M2")
  %s = fadd float %x, %y
  %z = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %s, metadata !"Float8E5M2", metadata !"round.dynamic", i1 true)
  ret i8 %z
}
