;===-- llvm-23.ll - what LLVM 23 writes in another way ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Since LLVM 23, one register of tensor memory is a vector of one element, tcgen05.ld.red has the
; operation as an operand, and more special registers have intrinsics. The names and types are those of
; LLVM 23.1.1.
;
;===----------------------------------------------------------------------===;

; RUN: rm -rf %t && split-file %s %t
; RUN: %llc -mcpu=sm_103a -mattr=+ptx88 -verify-machineinstrs %t/tensor-memory.ll -o %t/tensor-memory.ptx
; RUN: FileCheck %t/tensor-memory.ll --input-file %t/tensor-memory.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_103a %t/tensor-memory.ptx -o %t/tensor-memory.cubin %}
; RUN: %opt -O1 %t/tensor-memory.ll -S -o - | FileCheck %t/tensor-memory.ll --check-prefix=IR
; RUN: %opt -O1 %t/tensor-memory.ll -o %t/tensor-memory.bc
; RUN: %llc -mcpu=sm_103a -mattr=+ptx88 %t/tensor-memory.bc -o - | FileCheck %t/tensor-memory.ll
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx88 %t/tensor-memory.ll -o /dev/null 2>&1 | FileCheck %t/tensor-memory.ll --check-prefix=TARGET
; RUN: not %llc -mcpu=sm_103a -mattr=+ptx88 %t/types.ll -o /dev/null 2>&1 | FileCheck %t/types.ll
; RUN: not %llc -mcpu=sm_103a -mattr=+ptx88 %t/operations.ll -o /dev/null 2>&1 | FileCheck %t/operations.ll
; RUN: %llc -mcpu=sm_80 -mattr=+ptx76 -verify-machineinstrs %t/registers.ll -o %t/registers.ptx
; RUN: FileCheck %t/registers.ll --input-file %t/registers.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_80 %t/registers.ptx -o %t/registers.cubin %}
; RUN: not %llc -mcpu=sm_75 -mattr=+ptx76 %t/registers.ll -o /dev/null 2>&1 | FileCheck %t/registers.ll --check-prefix=TARGET
; RUN: not %llc -mcpu=sm_80 -mattr=+ptx75 %t/registers.ll -o /dev/null 2>&1 | FileCheck %t/registers.ll --check-prefix=VERSION

;--- tensor-memory.ll
target triple = "nvptx64-nvidia-cuda"
declare <1 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare <1 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x1(ptr addrspace(6), i64, i1)
declare void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6), <1 x i32>, i1)
declare { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6), i32)
declare { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.16x32bx2.x2.f32(ptr addrspace(6), i64, i32, i1, i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
; IR-LABEL: define void @single(
; IR: call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
; IR: call i32 @llvm.nvvm.tcgen05.ld.16x32bx2.x1(ptr addrspace(6) %t, i64 2, i1 true)
; IR: call void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6) %t, i32 %
; CHECK-LABEL: single(
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32 {{[{]}}[[D:%r[0-9]+]]}, {{[[]}}%r{{[0-9]+}}];
; CHECK: tcgen05.ld.sync.aligned.16x32bx2.x1.pack::16b.b32 {{[{]}}[[E:%r[0-9]+]]}, {{[[]}}%r{{[0-9]+}}], 2;
; CHECK: add.s32 [[S:%r[0-9]+]], {{%r[0-9]+, %r[0-9]+}};
; CHECK: tcgen05.st.sync.aligned.16x64b.x1.b32 {{[[]}}%r{{[0-9]+}}], {{[{]}}[[S]]};
define void @single(ptr addrspace(6) %t) {
  %d = call <1 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  %e = call <1 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x1(ptr addrspace(6) %t, i64 2, i1 true)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %s = add <1 x i32> %d, %e
  call void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6) %t, <1 x i32> %s, i1 false)
  ret void
}
; IR-LABEL: define i32 @integers(
; IR: call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.u32(ptr addrspace(6) %t)
; IR: call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.max.u32(ptr addrspace(6) %t)
; CHECK-LABEL: integers(
; CHECK: tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}];
; CHECK: tcgen05.ld.red.sync.aligned.32x32b.x2.max.u32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}];
; TARGET: llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.u32 is not supported on sm_100a
define i32 @integers(ptr addrspace(6) %t) {
  %d = call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6) %t, i32 0)
  %e = call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6) %t, i32 1)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %x = extractvalue { <2 x i32>, i32 } %d, 1
  %y = extractvalue { <2 x i32>, i32 } %e, 1
  %s = add i32 %x, %y
  ret i32 %s
}
; CHECK-LABEL: floats(
; CHECK: tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.f32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], 4;
; CHECK: tcgen05.ld.red.sync.aligned.16x32bx2.x2.max.abs.NaN.f32 {{[{]}}%r{{[0-9]+}}, %r{{[0-9]+}}}, %r{{[0-9]+}}, {{[[]}}%r{{[0-9]+}}], 4;
define float @floats(ptr addrspace(6) %t) {
  %d = call { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.16x32bx2.x2.f32(ptr addrspace(6) %t, i64 4, i32 0, i1 false, i1 false)
  %e = call { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.16x32bx2.x2.f32(ptr addrspace(6) %t, i64 4, i32 1, i1 true, i1 true)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %x = extractvalue { <2 x float>, float } %d, 1
  %y = extractvalue { <2 x float>, float } %e, 1
  %s = fadd float %x, %y
  ret float %s
}

;--- types.ll
target triple = "nvptx64-nvidia-cuda"
declare <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6), <1 x float>, i1)
declare { <2 x i32>, i64 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6), i32)
; CHECK-DAG: llvm.nvvm.tcgen05.ld.32x32b.x1 is declared with the type <2 x i32> (ptr addrspace(6), i1), which is not its signature; it is i32 (ptr addrspace(6), i1)
; CHECK-DAG: llvm.nvvm.tcgen05.st.16x64b.x1 is declared with the type void (ptr addrspace(6), <1 x float>, i1), which is not its signature; it is void (ptr addrspace(6), i32, i1)
; CHECK-DAG: llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.u32 is declared with the type { <2 x i32>, i64 } (ptr addrspace(6)), which is not its signature; it is { <2 x i32>, i32 } (ptr addrspace(6))
define void @f(ptr addrspace(6) %t) {
  %d = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6) %t, <1 x float> zeroinitializer, i1 false)
  %e = call { <2 x i32>, i64 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6) %t, i32 0)
  ret void
}

;--- operations.ll
target triple = "nvptx64-nvidia-cuda"
declare { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6), i32)
declare { <4 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x4.f32(ptr addrspace(6), i32, i1, i1)
; CHECK: llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32 is not an intrinsic of NVPTX; with the operation as an operand, that and those behind it must be the constants 0 or 1; else the name says it: llvm.nvvm.tcgen05.ld.red.32x32b.x2.min.s32 or .u32, with .max
; CHECK: llvm.nvvm.tcgen05.ld.red.32x32b.x4.f32 is not an intrinsic of NVPTX; with the operation as an operand, that and those behind it must be the constants 0 or 1; else the name says it: llvm.nvvm.tcgen05.ld.red.32x32b.x4.min.f32, with .max, and with .abs and .NaN before the type
define void @f(ptr addrspace(6) %t, i1 %b) {
  %d = call { <2 x i32>, i32 } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.i32(ptr addrspace(6) %t, i32 2)
  %e = call { <4 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x4.f32(ptr addrspace(6) %t, i32 0, i1 %b, i1 false)
  ret void
}

;--- registers.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_begin()
declare i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_end()
declare i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_cap()
declare i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_0()
declare i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_1()
declare i32 @llvm.nvvm.read.ptx.sreg.pm4()
; CHECK: mov.u32 %r{{[0-9]+}}, %reserved_smem_offset_begin;
; CHECK: mov.u32 %r{{[0-9]+}}, %reserved_smem_offset_end;
; CHECK: mov.u32 %r{{[0-9]+}}, %reserved_smem_offset_cap;
; CHECK: mov.u32 %r{{[0-9]+}}, %reserved_smem_offset_0;
; CHECK: mov.u32 %r{{[0-9]+}}, %reserved_smem_offset_1;
; CHECK-NOT: %reserved_smem_offset
; TARGET: llvm.nvvm.read.ptx.sreg.reserved_smem_offset_begin is not supported on sm_75; it needs sm_80 or higher (PTX ISA 7.6, reserved shared memory)
; VERSION: llvm.nvvm.read.ptx.sreg.reserved_smem_offset_begin is not supported in PTX ISA 7.5; it needs 7.6 or later
define void @offsets(ptr %p) {
  %begin = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_begin()
  %end = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_end()
  %cap = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_cap()
  %first = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_0()
  %second = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_1()
  %unused = call i32 @llvm.nvvm.read.ptx.sreg.reserved_smem_offset_1()
  store volatile i32 %begin, ptr %p
  store volatile i32 %end, ptr %p
  store volatile i32 %cap, ptr %p
  store volatile i32 %first, ptr %p
  store volatile i32 %second, ptr %p
  ret void
}
; A counter is read as often as the program says.
; CHECK: mov.u32 %r{{[0-9]+}}, %pm4;
; CHECK: mov.u32 %r{{[0-9]+}}, %pm4;
define i32 @counter() {
  %before = call i32 @llvm.nvvm.read.ptx.sreg.pm4()
  %after = call i32 @llvm.nvvm.read.ptx.sreg.pm4()
  %d = sub i32 %after, %before
  ret i32 %d
}
