; LLVM 22 writes behind immediates of some intrinsics what they mean, as comments that LLVM 19 does not
; read. The bridge leaves them out, but not what looks like one in a string.

; RUN: %if opt-22 %{ %peer-opt -S %s -o - | FileCheck %s --check-prefix=LLVM22 %}
; RUN: %ir-bridge %s -o - | FileCheck %s --implicit-check-not='/*'
; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -c -arch=sm_100a %t.ptx -o %t.cubin %}

; LLVM22: i1 true, /* kind={{.*}} */ i32 1

; CHECK: c"/* text */\00"
; CHECK: call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %idesc, i1 true, i32 1, i32 2, i32 3)
; PTX: tcgen05.mma.cta_group::2.kind::tf32.collector::a::use

target triple = "nvptx64-nvidia-cuda"

@text = addrspace(1) constant [11 x i8] c"/\2A text \2A/\00"

define ptx_kernel void @multiply(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %idesc) {
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %idesc, i1 true, i32 1, i32 2, i32 3)
  ret void
}
