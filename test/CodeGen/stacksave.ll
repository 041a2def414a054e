; A stack that is saved and restored, as clang does around arrays of variable length.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK:      stacksave.u64
; CHECK:      alloca.u64
; CHECK:      st.{{volatile|local}}
; CHECK:      stackrestore.u64
define void @array(i64 %size) {
  %saved = call ptr @llvm.stacksave.p0()
  %p = alloca i8, i64 %size, align 16
  store volatile i8 1, ptr %p
  call void @llvm.stackrestore.p0(ptr %saved)
  ret void
}
