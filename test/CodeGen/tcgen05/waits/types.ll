; What is loaded gets another type in the source before the wait, in PTX after it: a copy of a
; register reads it.
; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %opt -O3 -mcpu=sm_100a -mattr=+ptx86 -S %s | %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs - -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6), i1)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()

; CHECK-LABEL: vector(
; CHECK: tcgen05.ld.sync.aligned.32x32b.x2.b32
; CHECK-NOT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: tcgen05.wait::ld.sync.aligned;
; CHECK: st.param
define <2 x float> @vector(ptr addrspace(6) %t) {
  %words = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %t, i1 false)
  %floats = bitcast <2 x i32> %words to <2 x float>
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret <2 x float> %floats
}

; In another block than the wait.
; CHECK-LABEL: scalar(
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32
; CHECK-NOT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: tcgen05.wait::ld.sync.aligned;
; CHECK: st.param
define float @scalar(ptr addrspace(6) %t, ptr %p, i1 %c) {
  %word = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  %float = bitcast i32 %word to float
  br i1 %c, label %stores, label %waits

stores:
  store i32 1, ptr %p
  br label %waits

waits:
  call void @llvm.nvvm.tcgen05.wait.ld()
  %sum = fadd float %float, 1.0
  ret float %sum
}
