;===-- pointers-in-calls.ll - pointers of 32 bits as results and in prototypes -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Functions, declarations, calls and prototypes agree on the size of a pointer: 32 bits to tensor
; memory, and with -nvptx-short-ptr to shared, local and constant memory too; all others, and
; generic ones, have 64. ptxas compares them.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,LONG < %t.ptx
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o %t.O0.ptx && FileCheck %s --check-prefixes=CHECK,LONG < %t.O0.ptx
; RUN: %llc -nvptx-short-ptr -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o %t.short.ptx && FileCheck %s --check-prefixes=CHECK,SHORT < %t.short.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100a -c %t.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %ptxas -arch=sm_100a -c %t.O0.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %ptxas -arch=sm_100a -c %t.short.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .extern .func (.param .b32 func_retval0) elsewhere6
; CHECK-NEXT: (
; CHECK-NEXT: .param .b32 elsewhere6_param_0
declare ptr addrspace(6) @elsewhere6(ptr addrspace(6))

; LONG-LABEL: .extern .func (.param .b64 func_retval0) elsewhere3
; SHORT-LABEL: .extern .func (.param .b32 func_retval0) elsewhere3
; CHECK-NEXT: (
; LONG-NEXT: .param .b64 elsewhere3_param_0
; SHORT-NEXT: .param .b32 elsewhere3_param_0
declare ptr addrspace(3) @elsewhere3(ptr addrspace(3))

; LONG-LABEL: .extern .func (.param .b64 func_retval0) elsewhere5
; SHORT-LABEL: .extern .func (.param .b32 func_retval0) elsewhere5
; CHECK-NEXT: (
; LONG-NEXT: .param .b64 elsewhere5_param_0
; SHORT-NEXT: .param .b32 elsewhere5_param_0
declare ptr addrspace(5) @elsewhere5(ptr addrspace(5))

; LONG-LABEL: .extern .func (.param .b64 func_retval0) elsewhere4
; SHORT-LABEL: .extern .func (.param .b32 func_retval0) elsewhere4
; CHECK-NEXT: (
; LONG-NEXT: .param .b64 elsewhere4_param_0
; SHORT-NEXT: .param .b32 elsewhere4_param_0
declare ptr addrspace(4) @elsewhere4(ptr addrspace(4))

; CHECK-LABEL: .extern .func (.param .b64 func_retval0) elsewhere1
; CHECK-NEXT: (
; CHECK-NEXT: .param .b64 elsewhere1_param_0
declare ptr addrspace(1) @elsewhere1(ptr addrspace(1))

; CHECK-LABEL: .extern .func (.param .b64 func_retval0) elsewhere0
; CHECK-NEXT: (
; CHECK-NEXT: .param .b64 elsewhere0_param_0
declare ptr @elsewhere0(ptr)

; CHECK-LABEL: .func (.param .b32 func_retval0) next6(
; CHECK: .param .b32 next6_param_0
define ptr addrspace(6) @next6(ptr addrspace(6) %p) noinline {
  %q = getelementptr i8, ptr addrspace(6) %p, i32 64
  ret ptr addrspace(6) %q
}

; CHECK-LABEL: .entry calls6(
; CHECK: .param .b32 param0;
; CHECK: .param .b32 retval0;
; CHECK: next6,
; CHECK: elsewhere6,
; CHECK: prototype_{{[0-9]+}} : .callprototype (.param .b32 _) _ (.param .b32 _);
define ptx_kernel void @calls6(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(6)
  %a = call ptr addrspace(6) @next6(ptr addrspace(6) %p)
  %b = call ptr addrspace(6) @elsewhere6(ptr addrspace(6) %a)
  %c = call ptr addrspace(6) %f(ptr addrspace(6) %b)
  store ptr addrspace(6) %c, ptr %o
  ret void
}

; LONG-LABEL: .func (.param .b64 func_retval0) next3(
; SHORT-LABEL: .func (.param .b32 func_retval0) next3(
; LONG: .param .b64 next3_param_0
; SHORT: .param .b32 next3_param_0
define ptr addrspace(3) @next3(ptr addrspace(3) %p) noinline {
  %q = getelementptr i8, ptr addrspace(3) %p, i32 64
  ret ptr addrspace(3) %q
}

; CHECK-LABEL: .entry calls3(
; LONG: .param .b64 param0;
; SHORT: .param .b32 param0;
; LONG: .param .b64 retval0;
; SHORT: .param .b32 retval0;
; CHECK: next3,
; CHECK: elsewhere3,
; LONG: prototype_{{[0-9]+}} : .callprototype (.param .b64 _) _ (.param .b64 _);
; SHORT: prototype_{{[0-9]+}} : .callprototype (.param .b32 _) _ (.param .b32 _);
define ptx_kernel void @calls3(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(3)
  %a = call ptr addrspace(3) @next3(ptr addrspace(3) %p)
  %b = call ptr addrspace(3) @elsewhere3(ptr addrspace(3) %a)
  %c = call ptr addrspace(3) %f(ptr addrspace(3) %b)
  store ptr addrspace(3) %c, ptr %o
  ret void
}

; LONG-LABEL: .func (.param .b64 func_retval0) next5(
; SHORT-LABEL: .func (.param .b32 func_retval0) next5(
; LONG: .param .b64 next5_param_0
; SHORT: .param .b32 next5_param_0
define ptr addrspace(5) @next5(ptr addrspace(5) %p) noinline {
  %q = getelementptr i8, ptr addrspace(5) %p, i32 64
  ret ptr addrspace(5) %q
}

; CHECK-LABEL: .entry calls5(
; LONG: .param .b64 param0;
; SHORT: .param .b32 param0;
; LONG: .param .b64 retval0;
; SHORT: .param .b32 retval0;
; CHECK: next5,
; CHECK: elsewhere5,
; LONG: prototype_{{[0-9]+}} : .callprototype (.param .b64 _) _ (.param .b64 _);
; SHORT: prototype_{{[0-9]+}} : .callprototype (.param .b32 _) _ (.param .b32 _);
define ptx_kernel void @calls5(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(5)
  %a = call ptr addrspace(5) @next5(ptr addrspace(5) %p)
  %b = call ptr addrspace(5) @elsewhere5(ptr addrspace(5) %a)
  %c = call ptr addrspace(5) %f(ptr addrspace(5) %b)
  store ptr addrspace(5) %c, ptr %o
  ret void
}

; LONG-LABEL: .func (.param .b64 func_retval0) next4(
; SHORT-LABEL: .func (.param .b32 func_retval0) next4(
; LONG: .param .b64 next4_param_0
; SHORT: .param .b32 next4_param_0
define ptr addrspace(4) @next4(ptr addrspace(4) %p) noinline {
  %q = getelementptr i8, ptr addrspace(4) %p, i32 64
  ret ptr addrspace(4) %q
}

; CHECK-LABEL: .entry calls4(
; LONG: .param .b64 param0;
; SHORT: .param .b32 param0;
; LONG: .param .b64 retval0;
; SHORT: .param .b32 retval0;
; CHECK: next4,
; CHECK: elsewhere4,
; LONG: prototype_{{[0-9]+}} : .callprototype (.param .b64 _) _ (.param .b64 _);
; SHORT: prototype_{{[0-9]+}} : .callprototype (.param .b32 _) _ (.param .b32 _);
define ptx_kernel void @calls4(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(4)
  %a = call ptr addrspace(4) @next4(ptr addrspace(4) %p)
  %b = call ptr addrspace(4) @elsewhere4(ptr addrspace(4) %a)
  %c = call ptr addrspace(4) %f(ptr addrspace(4) %b)
  store ptr addrspace(4) %c, ptr %o
  ret void
}

; CHECK-LABEL: .func (.param .b64 func_retval0) next1(
; CHECK: .param .b64 next1_param_0
define ptr addrspace(1) @next1(ptr addrspace(1) %p) noinline {
  %q = getelementptr i8, ptr addrspace(1) %p, i32 64
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: .entry calls1(
; CHECK: .param .b64 param0;
; CHECK: .param .b64 retval0;
; CHECK: next1,
; CHECK: elsewhere1,
; CHECK: prototype_{{[0-9]+}} : .callprototype (.param .b64 _) _ (.param .b64 _);
define ptx_kernel void @calls1(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(1)
  %a = call ptr addrspace(1) @next1(ptr addrspace(1) %p)
  %b = call ptr addrspace(1) @elsewhere1(ptr addrspace(1) %a)
  %c = call ptr addrspace(1) %f(ptr addrspace(1) %b)
  store ptr addrspace(1) %c, ptr %o
  ret void
}

; CHECK-LABEL: .func (.param .b64 func_retval0) next0(
; CHECK: .param .b64 next0_param_0
define ptr @next0(ptr %p) noinline {
  %q = getelementptr i8, ptr %p, i32 64
  ret ptr %q
}

; CHECK-LABEL: .entry calls0(
; CHECK: .param .b64 param0;
; CHECK: .param .b64 retval0;
; CHECK: next0,
; CHECK: elsewhere0,
; CHECK: prototype_{{[0-9]+}} : .callprototype (.param .b64 _) _ (.param .b64 _);
define ptx_kernel void @calls0(ptr %o, ptr %f, i64 %i) {
  %p = inttoptr i64 %i to ptr
  %a = call ptr @next0(ptr %p)
  %b = call ptr @elsewhere0(ptr %a)
  %c = call ptr %f(ptr %b)
  store ptr %c, ptr %o
  ret void
}

; Arrays and structs of them are bytes, as ever.
; CHECK-LABEL: .func (.param .align 8 .b8 func_retval0[16]) pair(
; CHECK: .param .align 4 .b8 pair_param_0[8]
define { ptr addrspace(6), ptr } @pair([2 x ptr addrspace(6)] %p, ptr %g) noinline {
  %first = extractvalue [2 x ptr addrspace(6)] %p, 1
  %s = insertvalue { ptr addrspace(6), ptr } poison, ptr addrspace(6) %first, 0
  %r = insertvalue { ptr addrspace(6), ptr } %s, ptr %g, 1
  ret { ptr addrspace(6), ptr } %r
}

; CHECK-LABEL: .entry aggregates(
; CHECK: pair,
; CHECK: .callprototype (.param .align 8 .b8 _[16]) _ (.param .align 4 .b8 _[8], .param .b64 _);
; CHECK: .callprototype (.param .align 4 .b8 _[12]) _ (.param .b32 _, .param .align 4 .b8 _[4]);
define ptx_kernel void @aggregates(ptr %o, ptr %f, ptr %g, i64 %i) {
  %p = inttoptr i64 %i to ptr addrspace(6)
  %x = insertvalue [2 x ptr addrspace(6)] zeroinitializer, ptr addrspace(6) %p, 1
  %a = call { ptr addrspace(6), ptr } @pair([2 x ptr addrspace(6)] %x, ptr %o)
  store { ptr addrspace(6), ptr } %a, ptr %o
  %b = call { ptr addrspace(6), ptr } %f([2 x ptr addrspace(6)] %x, ptr %o)
  store { ptr addrspace(6), ptr } %b, ptr %o
  %c = call [3 x ptr addrspace(6)] %g(ptr addrspace(6) %p, [1 x ptr addrspace(6)] zeroinitializer)
  store [3 x ptr addrspace(6)] %c, ptr %o
  ret void
}
