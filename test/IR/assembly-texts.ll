;===-- assembly-texts.ll - characters in assembly --------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===------------------------------------------------------------------------===;
;
; Operands with the constraint "iX" are arrays of characters that become text of the statement: nvcc's
; "C". Numbers that are part of a mnemonic become text as well. Other operands keep their numbers.
; RUN: %llc -mcpu=sm_100a < %s | FileCheck %s
; RUN: %opt -passes='default<O0>' -S < %s | FileCheck %s --check-prefix=IR
; RUN: sed 's/;unknown//' %s | not %llc -mcpu=sm_100a 2>&1 | FileCheck %s --check-prefix=UNKNOWN

target triple = "nvptx64-nvidia-cuda"

@rz = weak addrspace(4) externally_initialized constant [4 x i8] c".rz\00"
@empty = addrspace(4) constant [1 x i8] zeroinitializer
@numbers = addrspace(4) constant [2 x i32] [i32 1, i32 2]

; CHECK: add.rz.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}; // $3 .rz 7
; IR: call float asm "add.rz.f32 $0, $1, $2; // $$3 .rz $5", "=f,f,f,i,i,i"(float %a, float %b, i32 0, i32 0, i32 7)
define float @add(float %a, float %b) {
  %sum = call float asm "add$3.f32 $0, $1, $2; // $$3 ${3:c}$4 $5", "=f,f,f,iX,iX,i"(float %a, float %b, ptr addrspacecast (ptr addrspace(4) @rz to ptr), ptr addrspace(4) @empty, i32 7)
  ret float %sum
}

; CHECK: tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r{{[0-9]+}}, 32;
; IR: call void asm sideeffect "tcgen05.dealloc.cta_group::2.sync.aligned.b32 $0, ${2:c};", "r,n,i"(i32 %address, i32 2, i32 32)
define void @group(i32 %address) {
  call void asm sideeffect "tcgen05.dealloc.cta_group::$1.sync.aligned.b32 $0, ${2:c};", "r,n,i"(i32 %address, i32 2, i32 32)
  ret void
}

; UNKNOWN: error: {{.*}}in function unknown void (): {{.*}}: operand 0 of inline assembly has the constraint "iX" (nvcc's "C"), and is not a constant array of characters
;unknown define void @unknown() {
;unknown   call void asm sideeffect "// $0", "iX"(ptr addrspace(4) @numbers)
;unknown   ret void
;unknown }
