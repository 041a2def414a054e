; Integers, pointers and packed halves in floating-point operands of inline assembly, also tied ones: Triton ties all
; that a wait has to be after as "f".

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %llc -verify-machineinstrs -O0 -nvptx-short-ptr -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: tied(
; CHECK:       // waits for {{%r[0-9]+ %r[0-9]+ %r[0-9]+ %r[0-9]+ %rd[0-9]+}}
define void @tied(ptr %to, float %a, i32 %b, ptr addrspace(3) %c, <2 x half> %d, i64 %e) {
  %r = call { float, i32, ptr addrspace(3), <2 x half>, i64 } asm sideeffect "// waits for $0 $1 $2 $3 $4", "=f,=f,=f,=f,=d,0,1,2,3,4"(float %a, i32 %b, ptr addrspace(3) %c, <2 x half> %d, i64 %e)
  %ra = extractvalue { float, i32, ptr addrspace(3), <2 x half>, i64 } %r, 0
  %rb = extractvalue { float, i32, ptr addrspace(3), <2 x half>, i64 } %r, 1
  %rc = extractvalue { float, i32, ptr addrspace(3), <2 x half>, i64 } %r, 2
  %rd = extractvalue { float, i32, ptr addrspace(3), <2 x half>, i64 } %r, 3
  %re = extractvalue { float, i32, ptr addrspace(3), <2 x half>, i64 } %r, 4
  store volatile float %ra, ptr %to
  store volatile i32 %rb, ptr %to
  store volatile i32 %rb, ptr addrspace(3) %rc
  store volatile <2 x half> %rd, ptr %to
  store volatile i64 %re, ptr %to
  ret void
}

; CHECK-LABEL: bits(
; CHECK:       add.f32 {{%r[0-9]+, %r[0-9]+, %r[0-9]+}};
define float @bits(i32 %a, float %b) {
  %r = call float asm "add.f32 $0, $1, $2;", "=f,f,f"(i32 %a, float %b)
  ret float %r
}

; `true` is 1, as in C++.
; CHECK-LABEL: conditions(
; CHECK:       // conditions 1 0
define void @conditions() {
  call void asm sideeffect "// conditions $0 $1", "n,n"(i1 true, i1 false)
  ret void
}
