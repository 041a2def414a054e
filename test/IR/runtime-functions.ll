; The functions of C++'s runtime that nvcc has built in are defined where a module uses them: `new` and
; `delete` are malloc and free, pure virtual functions trap. What a module defines itself, and what it only
; declares, stays as it is.

; RUN: %opt -passes=nvptx-runtime-functions -S %s | FileCheck %s
; RUN: %opt -O2 -S %s | %llc -mcpu=sm_80 -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK: declare ptr @_Znwm(i64)
declare ptr @_Znwm(i64)

; CHECK: define linkonce_odr ptr @_Znam(i64 %0)
; CHECK-NEXT: %2 = call ptr @malloc(i64 %0)
; CHECK-NEXT: ret ptr %2
declare ptr @_Znam(i64)

; CHECK: define linkonce_odr void @_ZdaPvm(ptr %0, i64 %1)
; CHECK-NEXT: call void @free(ptr %0)
; CHECK-NEXT: ret void
declare void @_ZdaPvm(ptr, i64)

; CHECK: define void @_ZdlPv(ptr %p)
; CHECK-NEXT: ret void
define void @_ZdlPv(ptr %p) {
  ret void
}

; CHECK: define linkonce_odr void @__cxa_pure_virtual()
; CHECK-NEXT: call void @llvm.trap()
declare void @__cxa_pure_virtual()

; PTX: .extern .func {{.*}} malloc
; PTX: .extern .func free
; PTX: .entry kernel(
; PTX: malloc,
; PTX: free,
define ptx_kernel void @kernel(ptr %p, i64 %n) {
  %a = call ptr @_Znam(i64 %n)
  store ptr @__cxa_pure_virtual, ptr %p
  store volatile i64 %n, ptr %a
  call void @_ZdaPvm(ptr %a, i64 %n)
  call void @_ZdlPv(ptr %p)
  ret void
}
