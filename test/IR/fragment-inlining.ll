;===-- fragment-inlining.ll - what stands before matrix instructions -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Functions with matrix instructions are inlined, and those that are handed variables on the way
; there; not what has nothing to do with it, what is said not to be, what calls itself, what the
; linker may replace, and what would make too much of a function.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-fragment-inlining -S %s | FileCheck %s
; RUN: %opt -O1 -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -O3 -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -passes='lto<O3>' -S %s | FileCheck %s --check-prefix=PIPELINE
; RUN: %opt -O0 -S %s | FileCheck %s --check-prefix=O0

target triple = "nvptx64-nvidia-cuda"

; Nobody else needs them.
; CHECK-NOT: define internal void @leaf(
; CHECK-NOT: define internal void @chain(
; CHECK-NOT: define internal void @helper(
define internal void @leaf(ptr %d) {
  %c = load float, ptr %d
  %r = call float asm sideeffect "mma.sync.aligned.m16n8k16 $0;", "=f,0"(float %c)
  store float %r, ptr %d
  ret void
}

define internal void @chain(ptr %d) {
  call void @leaf(ptr %d)
  ret void
}

define internal void @helper(ptr %d) {
  store float 0.0, ptr %d
  ret void
}

; It holds nothing, and is handed nothing of the thread's own.
; CHECK: define internal void @apart(
define internal void @apart(ptr addrspace(1) %p) noinline {
  store volatile float 0.0, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @kernel(
; CHECK-NOT: call void @
; CHECK: call float asm sideeffect "mma.sync
; CHECK-NOT: call void @helper
; CHECK: ret void
; PIPELINE-LABEL: define void @kernel(
; PIPELINE-NOT: alloca
; PIPELINE: asm sideeffect "mma.sync
; PIPELINE: ret void
; O0-LABEL: define void @kernel(
; O0: call void @chain(
define void @kernel(ptr addrspace(1) %out) {
  %d = alloca float
  call void @helper(ptr %d)
  call void @chain(ptr %d)
  %v = load float, ptr %d
  store float %v, ptr addrspace(1) %out
  ret void
}

; A reference that a lambda captured.
; CHECK-LABEL: define void @captured(
; CHECK-NOT: call void @
; CHECK: ret void
define internal void @lambda(ptr %this) {
  %d = load ptr, ptr %this
  call void @helper(ptr %d)
  call void @leaf(ptr %d)
  ret void
}
define void @captured(ptr addrspace(1) %out) {
  %d = alloca float
  %captures = alloca { ptr }
  store ptr %d, ptr %captures
  call void @lambda(ptr %captures)
  %v = load float, ptr %d
  store float %v, ptr addrspace(1) %out
  ret void
}

; A call of intrinsics is the same; vectors by value too.
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
define internal { float, float, float, float } @intrinsic(i32 %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  ret { float, float, float, float } %r
}
define internal { float, float, float, float } @by_value(i32 %a, float %c) {
  %r = call { float, float, float, float } @intrinsic(i32 %a, float %c)
  ret { float, float, float, float } %r
}
; CHECK-LABEL: define float @values(
; CHECK: call { float, float, float, float } @llvm.nvvm.mma
; CHECK: ret float
define float @values(i32 %a) {
  %r = call { float, float, float, float } @by_value(i32 %a, float 0.0)
  %v = extractvalue { float, float, float, float } %r, 0
  ret float %v
}

; CHECK-LABEL: define void @refused(
; CHECK: call void @said_not_to(
; CHECK: call void @leaf_here(ptr %d) #[[NOINLINE:[0-9]+]]
; CHECK: call void @recursive(
; CHECK: call void @replaceable(
; CHECK: call void @elsewhere(
; CHECK: call void @apart(
; CHECK: ret void
define internal void @said_not_to(ptr %d) noinline {
  call void @leaf(ptr %d)
  ret void
}
define internal void @leaf_here(ptr %d) {
  %c = load float, ptr %d
  %r = call float asm sideeffect "wgmma.fence $0;", "=f,0"(float %c)
  store float %r, ptr %d
  ret void
}
define internal void @recursive(ptr %d, i32 %n) {
  call void @leaf(ptr %d)
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %done
again:
  %rest = sub i32 %n, 1
  call void @mutual(ptr %d, i32 %rest)
  br label %done
done:
  ret void
}
define internal void @mutual(ptr %d, i32 %n) {
  call void @recursive(ptr %d, i32 %n)
  ret void
}
define weak void @replaceable(ptr %d) {
  call void @leaf(ptr %d)
  ret void
}
declare void @elsewhere(ptr)
define void @refused(ptr addrspace(1) %out, i32 %n) {
  %d = alloca float
  call void @said_not_to(ptr %d)
  call void @leaf_here(ptr %d) noinline
  call void @recursive(ptr %d, i32 %n)
  call void @replaceable(ptr %d)
  call void @elsewhere(ptr %d)
  call void @apart(ptr addrspace(1) %out)
  ret void
}

; Without matrix instructions nothing is changed.
; CHECK-LABEL: define void @plain(
; CHECK: call void @plain_helper(
; CHECK: ret void
define internal void @plain_helper(ptr %d) {
  store volatile float 0.0, ptr %d
  ret void
}
define void @plain() {
  %d = alloca float
  call void @plain_helper(ptr %d)
  ret void
}

; A function that leads to a matrix instruction is inlined if nothing else needs it, too.
; CHECK-NOT: @leads_once(
; CHECK-LABEL: define void @calls_once(
; CHECK: call float asm sideeffect "mma.sync
; CHECK: ret void
define linkonce_odr void @leads_once(i32 %n) {
  %d = alloca float
  call void @leaf(ptr %d)
  ret void
}

define void @calls_once(i32 %n) {
  call void @leads_once(i32 %n)
  ret void
}

; CHECK-LABEL: define void @calls_twice(
; CHECK-COUNT-2: call void @leads_twice(
define linkonce_odr void @leads_twice(i32 %n) {
  %d = alloca float
  call void @leaf(ptr %d)
  ret void
}

define void @calls_twice(i32 %n) {
  call void @leads_twice(i32 %n)
  call void @leads_twice(i32 1)
  ret void
}

; CHECK: attributes #[[NOINLINE]] = { noinline }
