;===-- same-bytes.ll - functions in parallel -----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; -threads=N changes neither PTX nor messages: declarations, variables that move into the only
; function that uses them, numbers of call sites, of prototypes, of blocks and of stack frames,
; comments.

; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -pass-remarks-analysis=nvptx-mma %s -o %t.1 2>%t.1.err
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -pass-remarks-analysis=nvptx-mma %s -threads=2 -o %t.2 2>%t.2.err
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -pass-remarks-analysis=nvptx-mma %s -threads=16 -o - >%t.16 2>%t.16.err
; RUN: cmp %t.1 %t.2 && cmp %t.1.err %t.2.err && cmp %t.1 %t.16 && cmp %t.1.err %t.16.err
; RUN: FileCheck %s <%t.2 && FileCheck %s --check-prefix=REMARK <%t.2.err

; CHECK: .func {{.*}}used_early
; CHECK: tile has been demoted
; CHECK: .entry first
; CHECK: callseq 0, 0
; CHECK: .entry indirect
; CHECK: callseq 1, 0
; CHECK: prototype_1 : .callprototype
; CHECK: callseq 2, 0
; CHECK: .func {{.*}}used_early
; CHECK: .func {{.*}}local_mma
; CHECK: .entry loop
; CHECK: $L__BB4_1:
; CHECK: .entry stack
; CHECK: __local_depot5[
; CHECK: .entry shared
; CHECK: .shared .align 4 .b8 tile[
; REMARK: local_mma: 1 tensor-core instruction
; REMARK: shared: 1 tensor-core instruction

; Wrong calls are reported as by one process, and so is the end of it.
; RUN: not %llc -mcpu=sm_75 -mattr=+ptx63 %s -threads=1 -o %t.o 2>%t.wrong1
; RUN: not %llc -mcpu=sm_75 -mattr=+ptx63 %s -threads=4 -o %t.o 2>%t.wrong4
; RUN: cmp %t.wrong1 %t.wrong4

; What cannot be divided is not: passes that are timed, and machine code that is printed.
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -threads=2 -time-passes -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIME
; TIME: NVPTX DAG->DAG Pattern Instruction Selection
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -threads=2 -stop-after=finalize-isel -o %t.mir
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -stop-after=finalize-isel -o - | cmp - %t.mir
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -x mir %t.mir -start-after=finalize-isel -threads=2 -o - | FileCheck %s --check-prefix=MIR
; MIR: .entry loop

; RUN: not %llc -mcpu=sm_80 %s -threads=two 2>&1 | FileCheck %s --check-prefix=NUMBER
; NUMBER: for the --threads option: 'two' value invalid for uint argument

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef
@private = private addrspace(1) constant i32 5
@function = addrspace(1) global ptr @local_mma

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare float @external(float)

define ptx_kernel void @first(ptr addrspace(1) %p, float %x) {
  %y = call float @used_early(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @indirect(ptr addrspace(1) %p, ptr %f, float %x) {
  %y = call float %f(float %x)
  %z = call float @external(float %y)
  store float %z, ptr addrspace(1) %p
  ret void
}

define float @used_early(float %x) noinline {
  %y = fmul float %x, 3.0
  ret float %y
}

define internal float @local_mma(<2 x half> %a, float %c) noinline {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, float %c, float %c, float %c, float %c)
  %d0 = extractvalue { float, float, float, float } %d, 0
  ret float %d0
}

define ptx_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}

define ptx_kernel void @stack(ptr addrspace(1) %p, i32 %i) {
  %memory = alloca [8 x i32]
  %at = getelementptr i32, ptr %memory, i32 %i
  store volatile i32 %i, ptr %at
  %x = load volatile i32, ptr %memory
  store i32 %x, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @shared(ptr addrspace(1) %p, i32 %a, float %c) {
  %x = load volatile i32, ptr addrspace(3) @tile
  %y = load volatile i32, ptr addrspace(1) @private
  %f = load ptr, ptr addrspace(1) @function
  %r = call float %f(<2 x half> zeroinitializer, float %c)
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a, i32 %x, i32 %y, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %r)
  %d0 = extractvalue { float, float, float, float } %d, 0
  store float %d0, ptr addrspace(1) %p
  ret void
}
