;===-- encode.ll - instruction descriptors of numbers ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What is constant is one constant, computed here by hand from the PTX ISA's tables; what
; is not is cut to its field. It is arithmetic: every target has it.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_50 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call
; RUN: %llc -mtriple=nvptx -mcpu=sm_120 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call
; RUN: %llc -O0 -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefix=O0
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %llc -O0 -mtriple=nvptx64 -mcpu=sm_120 -verify-machineinstrs %s -o %t.O0.ptx && %ptxas -arch=sm_120 %t.O0.ptx -o %t.cubin %}

declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.tf32(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32, i32, i32)

; 0x8400490: M 128 >> 4 at 24, N 256 >> 3 at 17, bf16 at 10 and 7, f32 at 4.
; CHECK-LABEL: f16(
; CHECK: st.param.b32 	[func_retval0], 138413200;
; CHECK-NEXT: ret;
; O0-LABEL: f16(
; O0: st.param.b32 	[func_retval0], 138413200;
; O0-NEXT: ret;
define i32 @f16() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

; 0x9011E497, with something in every field:
; 16 << 24 | 8 << 17 | 3 | 1 << 2 | 1 << 4 | 1 << 7 | 1 << 10 | 15 << 13 | 2 << 30.
; CHECK-LABEL: f16_all(
; CHECK: st.param.b32 	[func_retval0], -1877875561;
define i32 @f16_all() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 256, i32 64, i32 3, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 2)
  ret i32 %d
}

; 0x10102917; the types of tf32 are no operands: 16 << 24 | 8 << 17 | 1 << 13 | 2 << 10 |
; 2 << 7 | 1 << 4 | 1 << 2 | 3.
; CHECK-LABEL: tf32(
; CHECK: st.param.b32 	[func_retval0], 269494551;
define i32 @tf32() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.tf32(i32 256, i32 64, i32 3, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

; 0xC2100200: 2 << 24 | 8 << 17 | e3m2 4 << 7 | 3 << 30, D f16.
; CHECK-LABEL: f8f6f4(
; CHECK: st.param.b32 	[func_retval0], -1039138304;
define i32 @f8f6f4() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32 32, i32 64, i32 0, i32 0, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 3)
  ret i32 %d
}

; 0x40C80A8: 4 << 24 | 6 << 17 | 1 << 15 | s8 1 << 7 | s32 2 << 4 | saturate 1 << 3.
; CHECK-LABEL: i8(
; CHECK: st.param.b32 	[func_retval0], 67928232;
define i32 @i8() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32 64, i32 48, i32 0, i32 1, i32 1, i32 0, i32 1, i32 0, i32 0)
  ret i32 %d
}

; 0x50A054B0: 2 << 29 | 2 << 27 | 1 << 23 | 16 << 17 | 1 << 14 | 5 << 10 | 1 << 7 | 3 << 4.
; CHECK-LABEL: mxf8f6f4(
; CHECK: st.param.b32 	[func_retval0], 1352684720;
define i32 @mxf8f6f4() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 256, i32 128, i32 0, i32 3, i32 1, i32 5, i32 0, i32 1, i32 0, i32 0, i32 2)
  ret i32 %d
}

; 0x508424A4: 2 << 29 | 2 << 27 | 1 << 23 | 2 << 17 | 1 << 13 | 1 << 10 | 1 << 7 | 2 << 4 |
; 1 << 2.
; CHECK-LABEL: mxf4(
; CHECK: st.param.b32 	[func_retval0], 1350837412;
define i32 @mxf4() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 256, i32 16, i32 1, i32 2, i32 1, i32 0, i32 2, i32 0)
  ret i32 %d
}

; 0x8400480, with ue4m3.
; CHECK-LABEL: mxf4nvf4(
; CHECK: st.param.b32 	[func_retval0], 138413184;
define i32 @mxf4nvf4() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32 128, i32 256, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

; M and N in registers: cut to their fields, and put there. 0x490 is the rest.
; CHECK-LABEL: dimensions(
; CHECK-DAG: ld.param.b32 	[[M:%r[0-9]+]], [dimensions_param_0];
; CHECK-DAG: ld.param.b32 	[[N:%r[0-9]+]], [dimensions_param_1];
; CHECK-DAG: shl.b32 	[[MS:%r[0-9]+]], [[M]], 20;
; CHECK-DAG: and.b32  	[[MF:%r[0-9]+]], [[MS]], 520093696;
; CHECK-DAG: shl.b32 	[[NS:%r[0-9]+]], [[N]], 14;
; CHECK-DAG: and.b32  	[[NF:%r[0-9]+]], [[NS]], 8257536;
; CHECK-DAG: or.b32  	{{%r[0-9]+}}, {{%r[0-9]+}}, 1168;
; CHECK: ret;
define i32 @dimensions(i32 %m, i32 %n) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 %m, i32 %n, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

; M >> 7 in two bits.
; CHECK-LABEL: scaled_dimension(
; CHECK: shl.b32 	[[MS:%r[0-9]+]], {{%r[0-9]+}}, 20;
; CHECK: and.b32  	[[MF:%r[0-9]+]], [[MS]], 402653184;
; CHECK: or.b32  	{{%r[0-9]+}}, [[MF]], 12582912;
define i32 @scaled_dimension(i32 %m) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 %m, i32 256, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

; A scale factor data ID in a register, as a loop over K needs it.
; CHECK-LABEL: id(
; CHECK: and.b32  	[[S:%r[0-9]+]], {{%r[0-9]+}}, 3;
; CHECK: shl.b32 	[[F:%r[0-9]+]], [[S]], 29;
; CHECK: or.b32  	{{%r[0-9]+}}, [[F]], 146801792;
define i32 @id(i32 %id) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 128, i32 256, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 %id)
  ret i32 %d
}

; Every field in a register: none reaches into another, and what the kind fixes is there.
; CHECK-LABEL: registers(
; CHECK-DAG: ld.param.b32 	[[P0:%r[0-9]+]], [registers_param_0];
; CHECK-DAG: ld.param.b32 	[[P1:%r[0-9]+]], [registers_param_1];
; CHECK-DAG: ld.param.b32 	[[P2:%r[0-9]+]], [registers_param_2];
; CHECK-DAG: ld.param.b32 	[[P3:%r[0-9]+]], [registers_param_3];
; CHECK-DAG: ld.param.b32 	[[P4:%r[0-9]+]], [registers_param_4];
; CHECK-DAG: ld.param.b32 	[[P5:%r[0-9]+]], [registers_param_5];
; CHECK-DAG: ld.param.b32 	[[P6:%r[0-9]+]], [registers_param_6];
; CHECK-DAG: ld.param.b32 	[[P7:%r[0-9]+]], [registers_param_7];
; CHECK-DAG: ld.param.b32 	[[P8:%r[0-9]+]], [registers_param_8];
; CHECK-DAG: shl.b32 	[[S0:%r[0-9]+]], [[P0]], 20;
; CHECK-DAG: and.b32  	{{%r[0-9]+}}, [[S0]], 520093696;
; CHECK-DAG: shl.b32 	[[S1:%r[0-9]+]], [[P1]], 14;
; CHECK-DAG: and.b32  	{{%r[0-9]+}}, [[S1]], 8257536;
; CHECK-DAG: and.b32  	[[F2:%r[0-9]+]], [[P2]], 1;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F2]], 2;
; CHECK-DAG: and.b32  	[[F3:%r[0-9]+]], [[P3]], 1;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F3]], 3;
; CHECK-DAG: and.b32  	[[F4:%r[0-9]+]], [[P4]], 7;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F4]], 7;
; CHECK-DAG: and.b32  	[[F5:%r[0-9]+]], [[P5]], 7;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F5]], 10;
; CHECK-DAG: and.b32  	[[F6:%r[0-9]+]], [[P6]], 1;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F6]], 15;
; CHECK-DAG: and.b32  	[[F7:%r[0-9]+]], [[P7]], 1;
; CHECK-DAG: shl.b32 	{{%r[0-9]+}}, [[F7]], 16;
; CHECK-DAG: shl.b32 	[[S8:%r[0-9]+]], [[P8]], 30;
; CHECK-DAG: or.b32  	{{%r[0-9]+}}, {{%r[0-9]+}}, [[S8]];
; CHECK: or.b32  	[[W:%r[0-9]+]], {{%r[0-9]+}}, 32;
; CHECK-NEXT: st.param.b32 	[func_retval0], [[W]];
define i32 @registers(i32 %m, i32 %n, i32 %sparse, i32 %saturate, i32 %a, i32 %b, i32 %ta, i32 %tb, i32 %shift) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32 %m, i32 %n, i32 %sparse, i32 %saturate, i32 %a, i32 %b, i32 %ta, i32 %tb, i32 %shift)
  ret i32 %d
}

; What nobody uses is gone; what has no value is no error.
; CHECK-LABEL: unused(
; CHECK-NOT: shl
; CHECK: ret;
define void @unused(i32 %x) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.tf32(i32 %x, i32 poison, i32 undef, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret void
}
