;===-- result-structs.ll - structs with names and padding ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What clang makes of a struct that an intrinsic returns: a name, and bytes behind the last
; member. Both are taken away; the users still get the struct that they expect. Anything
; else that differs is an error as ever.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %opt -passes=nvptx-mma-attributes -S %t/good.ll | FileCheck %t/good.ll
; RUN: %llc -O0 -mcpu=sm_103a -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll --check-prefix=PTX
; RUN: %llc -O3 -mcpu=sm_103a -verify-machineinstrs %t/good.ll -o - | FileCheck %t/good.ll --check-prefix=PTX
; RUN: not %llc -mcpu=sm_103a %t/bad.ll -o /dev/null 2>&1 | FileCheck %t/bad.ll

;--- good.ll
target triple = "nvptx64-nvidia-cuda"

%Reduced = type { <8 x float>, float, [28 x i8] }
%Four = type { float, float, float, float }

declare %Reduced @llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32(ptr addrspace(6))
declare %Four @llvm.nvvm.mma.sp.m16n8k32.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, i32, i32)

; CHECK: %Reduced = type { <8 x float>, float, [28 x i8] }
; CHECK-LABEL: define float @padded(
; CHECK: [[R:%.*]] = {{(tail )?}}call { <8 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32(ptr addrspace(6) %p)
; CHECK: [[V:%.*]] = extractvalue { <8 x float>, float } [[R]], 0
; CHECK: [[P:%.*]] = insertvalue %Reduced poison, <8 x float> [[V]], 0
; CHECK: [[S:%.*]] = extractvalue { <8 x float>, float } [[R]], 1
; CHECK: insertvalue %Reduced [[P]], float [[S]], 1
; PTX-LABEL: padded(
; PTX: tcgen05.ld.red.sync.aligned.32x32b.x8.min.f32
define float @padded(ptr addrspace(6) %p) {
  %r = call %Reduced @llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32(ptr addrspace(6) %p)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %v = extractvalue %Reduced %r, 1
  ret float %v
}
declare void @llvm.nvvm.tcgen05.wait.ld()

; CHECK-LABEL: define float @named(
; CHECK: call { float, float, float, float } @llvm.nvvm.mma.sp.m16n8k32.row.col.f32.f32(
; PTX-LABEL: named(
; PTX: mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32
define float @named(<2 x half> %h, float %f, i32 %m) {
  %r = call %Four @llvm.nvvm.mma.sp.m16n8k32.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %f, float %f, float %f, float %f, i32 %m, i32 0)
  %v = extractvalue %Four %r, 2
  ret float %v
}

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"

%Words = type { <8 x float>, float, [7 x i32] }
%Packed = type <{ <8 x float>, float }>

declare %Words @llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32(ptr addrspace(6))
declare %Packed @llvm.nvvm.tcgen05.ld.red.32x32b.x8.max.f32(ptr addrspace(6))

; CHECK: error: {{.*}}llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32 is declared with the type %Words (ptr addrspace(6)), which is not its signature; it is { <8 x float>, float } (ptr addrspace(6))
; CHECK: error: {{.*}}llvm.nvvm.tcgen05.ld.red.32x32b.x8.max.f32 is declared with the type %Packed (ptr addrspace(6)), which is not its signature
define void @bad(ptr addrspace(6) %p) {
  %w = call %Words @llvm.nvvm.tcgen05.ld.red.32x32b.x8.min.f32(ptr addrspace(6) %p)
  %q = call %Packed @llvm.nvvm.tcgen05.ld.red.32x32b.x8.max.f32(ptr addrspace(6) %p)
  ret void
}
