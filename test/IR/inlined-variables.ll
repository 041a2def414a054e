;===-- inlined-variables.ll - functions that are handed variables ---------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A function that is handed the address of a variable is inlined although it costs more than LLVM's threshold
; allows: the variable would stay in local memory. A function that is not, or code for which LLVM's own
; thresholds are asked for, stays a call.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=inline -inline-threshold=1 -inline-instr-cost=100 -S %s | FileCheck %s
; RUN: %opt -passes=inline -inline-threshold=1 -inline-instr-cost=100 -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=LLVM

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK-NOT: call
; CHECK: call void @work(ptr %in)
; CHECK-NEXT: ret void
; LLVM-LABEL: define {{.*}}@kernel(
; LLVM: call void @work(ptr %part)
; LLVM: call void @work(ptr %in)
define ptx_kernel void @kernel(ptr %in) {
  %tile = alloca [16 x i32]
  %part = getelementptr i8, ptr %tile, i64 32
  call void @work(ptr %part)
  call void @work(ptr %in)
  ret void
}

define void @work(ptr %to) {
  %a = load volatile i32, ptr %to
  %b = load volatile i32, ptr %to
  %c = load volatile i32, ptr %to
  %d = load volatile i32, ptr %to
  %e = load volatile i32, ptr %to
  %f = mul i32 %a, %b
  %g = mul i32 %c, %d
  %h = mul i32 %e, %f
  %i = mul i32 %g, %h
  store volatile i32 %i, ptr %to
  ret void
}

; A function that is called once is inlined in any case, if no other module may call it.
; CHECK-LABEL: define {{.*}}@only(
; CHECK-NOT: call
; CHECK: call void @visible(ptr %in)
; CHECK-NEXT: ret void
; LLVM-LABEL: define {{.*}}@only(
; LLVM: call void @once(ptr %in)
define ptx_kernel void @only(ptr %in) {
  call void @once(ptr %in)
  call void @visible(ptr %in)
  ret void
}

define linkonce_odr void @once(ptr %to) {
  %a = load volatile i32, ptr %to
  %b = load volatile i32, ptr %to
  %c = load volatile i32, ptr %to
  %d = mul i32 %a, %b
  %e = mul i32 %d, %c
  store volatile i32 %e, ptr %to
  ret void
}

define void @visible(ptr %to) {
  %a = load volatile i32, ptr %to
  %b = load volatile i32, ptr %to
  %c = load volatile i32, ptr %to
  %d = mul i32 %a, %b
  %e = mul i32 %d, %c
  store volatile i32 %e, ptr %to
  ret void
}
