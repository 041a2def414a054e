; What LLVM 22 cannot select, or prints wrongly, and LLVM 23 can: vectors of a scalar without optimizations, and masks of
; pmevent with the highest bit.

; RUN: %llc -O0 -combiner-disabled -verify-machineinstrs -mcpu=sm_100 -mattr=+ptx86 %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: insert_i32(
; CHECK: st.b64
; CHECK-LABEL: insert_float(
; CHECK: st.b64
; CHECK-LABEL: insert_half(
; CHECK: st.b32
; CHECK-LABEL: insert_bfloat(
; CHECK: st.b32
define void @insert_i32(ptr %p, i32 %x) {
  %v = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
  br label %next
next:
  store <2 x i32> %v, ptr %p
  ret void
}
define void @insert_float(ptr %p, float %x) {
  %v = insertelement <2 x float> zeroinitializer, float %x, i32 0
  br label %next
next:
  store <2 x float> %v, ptr %p
  ret void
}
define void @insert_half(ptr %p, half %x) {
  %v = insertelement <2 x half> zeroinitializer, half %x, i32 0
  br label %next
next:
  store <2 x half> %v, ptr %p
  ret void
}
define void @insert_bfloat(ptr %p, bfloat %x) {
  %v = insertelement <2 x bfloat> zeroinitializer, bfloat %x, i32 0
  br label %next
next:
  store <2 x bfloat> %v, ptr %p
  ret void
}

; CHECK-LABEL: masks(
; CHECK: pmevent.mask {{[[:space:]]*}}32768;
; CHECK: pmevent.mask {{[[:space:]]*}}65535;
; CHECK: pmevent.mask {{[[:space:]]*}}1;
define void @masks() {
  call void @llvm.nvvm.pm.event.mask(i16 -32768)
  call void @llvm.nvvm.pm.event.mask(i16 -1)
  call void @llvm.nvvm.pm.event.mask(i16 1)
  ret void
}
