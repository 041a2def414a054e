;===-- encode.ll - matrix descriptors of pointers and numbers ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What is constant is one constant, computed here by hand from the PTX ISA's tables; what
; is not is cut to its field. It is arithmetic: every target has it, and so have pointers
; of 32 bits.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefixes=CHECK,LONG
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefixes=CHECK,LONG
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_50 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefixes=CHECK,LONG
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -nvptx-short-ptr -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefixes=CHECK,SHORT
; RUN: %llc -mtriple=nvptx -mcpu=sm_90a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefixes=CHECK,SHORT
; RUN: %llc -O0 -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefix=O0
; RUN: %llc -O0 -mtriple=nvptx -mcpu=sm_90a -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern --implicit-check-not=call --check-prefix=O0
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %s -o %t.90.ptx && %ptxas -arch=sm_90a %t.90.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %llc -O0 -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o %t.100.ptx && %ptxas -arch=sm_100a %t.100.ptx -o %t.cubin %}

@tile = addrspace(3) global [8192 x i8] undef, align 1024
@small = addrspace(3) global [64 x i8] undef, align 4

declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)

; 0x4000004000801000: start 0x10000 >> 4, lbo 2048 >> 4, sbo 1024 >> 4, swizzle 1.
; CHECK-LABEL: constant(
; CHECK: st.param.b64 	[func_retval0], 4611686293313687552;
; CHECK-NEXT: ret;
; O0-LABEL: constant(
; O0: st.param.b64 	[func_retval0], 4611686293313687552;
; O0-NEXT: ret;
define i64 @constant() {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 65536 to ptr addrspace(3)), i32 2048, i32 1024, i32 0, i32 1)
  ret i64 %d
}

; The lowest and the highest: 0, and every field full.
; CHECK-LABEL: lowest(
; CHECK: st.param.b64 	[func_retval0], 0;
; O0-LABEL: lowest(
; O0: st.param.b64 	[func_retval0], 0;
define i64 @lowest() {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) null, i32 0, i32 0, i32 0, i32 0)
  ret i64 %d
}

; 0xC00E3FFF3FFF3FFF
; CHECK-LABEL: highest(
; CHECK: st.param.b64 	[func_retval0], -4607675003230535681;
; O0-LABEL: highest(
; O0: st.param.b64 	[func_retval0], -4607675003230535681;
define i64 @highest() {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 262128 to ptr addrspace(3)), i32 262128, i32 262128, i32 7, i32 3)
  ret i64 %d
}

; CHECK-LABEL: address(
; CHECK: ld.param.b32 	[[P:%rd[0-9]+]], [address_param_0];
; CHECK-NEXT: bfe.u64 	[[F:%rd[0-9]+]], [[P]], 4, 14;
; CHECK-NEXT: or.b64  	[[W:%rd[0-9]+]], [[F]], 4611686293313683456;
; CHECK-NEXT: st.param.b64 	[func_retval0], [[W]];
; O0-LABEL: address(
; O0: bfe.u32 	[[F:%r[0-9]+]], {{%r[0-9]+}}, 4, 14;
; O0-NEXT: cvt.u64.u32 	[[X:%rd[0-9]+]], [[F]];
; O0-NEXT: or.b64  	{{%rd[0-9]+}}, [[X]], 4611686293313683456;
define i64 @address(ptr addrspace(3) %p) {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 1024, i32 0, i32 1)
  ret i64 %d
}

; A symbol; only the assembler knows where it is. A step within the swizzle's pattern
; leaves the base offset 0.
; CHECK-LABEL: symbol(
; LONG: mov.b64 	[[A:%rd[0-9]+]], tile;
; LONG-NEXT: cvt.u32.u64 	[[B:%r[0-9]+]], [[A]];
; SHORT: mov.b32 	[[B:%r[0-9]+]], tile;
; CHECK-NEXT: add.s32 	[[C:%r[0-9]+]], [[B]], 32;
; CHECK-NEXT: bfe.u32 	[[F:%r[0-9]+]], [[C]], 4, 14;
; CHECK-NEXT: cvt.u64.u32 	[[X:%rd[0-9]+]], [[F]];
; CHECK-NEXT: or.b64  	{{%rd[0-9]+}}, [[X]], 4611686293313683456;
define i64 @symbol() {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 32), i32 2048, i32 1024, i32 0, i32 1)
  ret i64 %d
}

; Nobody says that this address is aligned, and nobody says that it is not.
; CHECK-LABEL: unknown(
; CHECK: bfe.u32 	{{%r[0-9]+}}, {{%r[0-9]+}}, 4, 14;
define i64 @unknown() {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @small, i64 8), i32 2048, i32 1024, i32 0, i32 1)
  ret i64 %d
}

; 0xC000000000000000 is the swizzle. Every register is cut to its field's width; the bits of
; the offsets below 16 are shifted out.
; CHECK-LABEL: registers(
; CHECK-DAG: ld.param.b32 	[[P:%rd[0-9]+]], [registers_param_0];
; CHECK-DAG: ld.param.b32 	[[L:%r[0-9]+]], [registers_param_1];
; CHECK-DAG: ld.param.b32 	[[S:%r[0-9]+]], [registers_param_2];
; CHECK-DAG: ld.param.b32 	[[B:%r[0-9]+]], [registers_param_3];
; CHECK-DAG: bfe.u64 	[[PF:%rd[0-9]+]], [[P]], 4, 14;
; CHECK-DAG: bfe.u32 	[[LF:%r[0-9]+]], [[L]], 4, 14;
; CHECK-DAG: bfe.u32 	[[SF:%r[0-9]+]], [[S]], 4, 14;
; CHECK-DAG: and.b32  	[[BF:%r[0-9]+]], [[B]], 7;
; CHECK-DAG: mul.wide.u32 	[[LX:%rd[0-9]+]], [[LF]], 65536;
; CHECK-DAG: cvt.u64.u32 	[[SW:%rd[0-9]+]], [[SF]];
; CHECK-DAG: shl.b64 	[[SX:%rd[0-9]+]], [[SW]], 32;
; CHECK-DAG: cvt.u64.u32 	[[BW:%rd[0-9]+]], [[BF]];
; CHECK-DAG: shl.b64 	[[BX:%rd[0-9]+]], [[BW]], 49;
; CHECK-DAG: or.b64  	[[W1:%rd[0-9]+]], [[PF]], [[LX]];
; CHECK-DAG: or.b64  	[[W2:%rd[0-9]+]], [[W1]], [[SX]];
; CHECK-DAG: or.b64  	[[W3:%rd[0-9]+]], [[W2]], [[BX]];
; CHECK: or.b64  	[[W:%rd[0-9]+]], [[W3]], -4611686018427387904;
; CHECK-NEXT: st.param.b64 	[func_retval0], [[W]];
define i64 @registers(ptr addrspace(3) %p, i32 %lbo, i32 %sbo, i32 %base) {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 %lbo, i32 %sbo, i32 %base, i32 3)
  ret i64 %d
}

; 0x4000404000010000: the constant 0b001 at bit 46, lbo 16 >> 4, sbo 1024 >> 4, swizzle 2.
; CHECK-LABEL: blackwell(
; CHECK: bfe.u64 	[[F:%rd[0-9]+]], {{%rd[0-9]+}}, 4, 14;
; CHECK-NEXT: or.b64  	[[W:%rd[0-9]+]], [[F]], 4611756662049538048;
; CHECK-NEXT: st.param.b64 	[func_retval0], [[W]];
define i64 @blackwell(ptr addrspace(3) %p) {
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 0, i32 2)
  ret i64 %d
}

; 0xC000400000003FFF: swizzle 6, nothing else.
; CHECK-LABEL: blackwell_constant(
; CHECK: st.param.b64 	[func_retval0], -4611615649683193857;
; O0-LABEL: blackwell_constant(
; O0: st.param.b64 	[func_retval0], -4611615649683193857;
define i64 @blackwell_constant() {
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) inttoptr (i32 262128 to ptr addrspace(3)), i32 0, i32 0, i32 0, i32 0, i32 6)
  ret i64 %d
}

; What nobody uses is gone; what has no value is no error.
; CHECK-LABEL: unused(
; CHECK-NOT: bfe
; CHECK: ret;
define void @unused(ptr addrspace(3) %p) {
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 poison, i32 undef, i32 0, i32 1)
  ret void
}
