;===-- local-fragments.ll - accumulators that a loop keeps in memory -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Each warning says which variable it is and what keeps it in memory. None of what SROA makes
; values of, of what is loaded before a loop or stored behind it, or of global memory.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_80 -verify-machineinstrs %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_80 -O0 -verify-machineinstrs %s -o /dev/null 2>&1 | count 0
; RUN: not %llc -mcpu=sm_80 -nvptx-local-fragments=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; ERROR: error: {{.*}}accumulators or fragments of

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare void @elsewhere(ptr)

; CHECK: warning: {{.*}}in function indexed {{.*}}: accumulators or fragments of llvm.nvvm.mma.m16n8k16.row.col.bf16 are loaded from local memory, or stored there, each time around a loop: they are in the variable 'd', and it is indexed by a variable; index it by constants, which is what #pragma unroll makes of the variable of a loop [-nvptx-local-fragments]
define ptx_kernel void @indexed(ptr %p, i32 %a, i32 %n) {
entry:
  %d = alloca [8 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr [8 x float], ptr %d, i32 0, i32 %i
  %c = load float, ptr %element
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr %element
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = load float, ptr %d
  store float %last, ptr %p
  ret void
}

; A fragment, by parts, in inline assembly.
; CHECK: warning: {{.*}}in function fragment {{.*}}of mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 are {{.*}}the variable 'a', and its address is passed to elsewhere, which is defined elsewhere; inline that, or pass values
define ptx_kernel void @fragment(ptr %p, i32 %n) {
entry:
  %a = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ 0.0, %entry ], [ %r, %loop ]
  call void @elsewhere(ptr %a)
  %whole = load i32, ptr %a
  %low = trunc i32 %whole to i16
  %pair = insertelement <2 x i16> zeroinitializer, i16 %low, i32 0
  %x = bitcast <2 x i16> %pair to i32
  %r = call float asm sideeffect "{ mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0,_,_,_}, {$1,$1,$1,$1}, {$1,$1}, {$2,$2,$2,$2}; }", "=f,r,f"(i32 %x, float %c)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store float %r, ptr %p
  ret void
}

; By reference: the multiplication is in a function, and the loop is here.
define internal void @step(ptr %d, i32 %a) noinline {
  %c = load float, ptr %d
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr %d
  ret void
}
; CHECK: warning: {{.*}}in function passed {{.*}}the variable 'd', and its address is passed to step, which is noinline; inline that, or pass values
define ptx_kernel void @passed(ptr %p, i32 %a, i32 %n) {
entry:
  %d = alloca float
  store float 0.0, ptr %d
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @step(ptr %d, i32 %a)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = load float, ptr %d
  store float %last, ptr %p
  ret void
}

; CHECK: warning: {{.*}}in function recursion {{.*}}its address is passed to again, which calls itself
define internal void @again(ptr %d, i32 %a) {
entry:
  %zero = icmp eq i32 %a, 0
  br i1 %zero, label %done, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = load volatile float, ptr %d
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store volatile float %v, ptr %d
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %a
  br i1 %more, label %loop, label %last
last:
  %less = sub i32 %a, 1
  call void @again(ptr %d, i32 %less)
  br label %done
done:
  ret void
}
define ptx_kernel void @recursion(ptr %p, i32 %n) {
  %d = alloca float
  store float 0.0, ptr %d
  call void @again(ptr %d, i32 %n)
  %last = load float, ptr %d
  store float %last, ptr %p
  ret void
}

; Nothing to say: a value, global memory, and memory before and behind the loop only.
define ptx_kernel void @right(ptr %p, ptr addrspace(1) %g, i32 %n, i32 %k) {
entry:
  %d = alloca [8 x float]
  %e = alloca float
  call void @elsewhere(ptr %d)
  %begin = getelementptr [8 x float], ptr %d, i32 0, i32 %k
  %first = load float, ptr %begin
  store float %first, ptr %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ %first, %entry ], [ %v, %loop ]
  %x = load float, ptr %e
  %at = getelementptr i32, ptr addrspace(1) %g, i32 %i
  %a = load i32, ptr addrspace(1) %at
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %x, float %x)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr %e
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store float %v, ptr %begin
  call void @elsewhere(ptr %d)
  ret void
}

; A function that other modules may call is worth a warning,
; CHECK: warning: {{.*}}in function for_others {{.*}}the variable 'd', and it is indexed by a variable
define void @for_others(ptr %p, i32 %a, i32 %n) {
entry:
  %d = alloca [8 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr [8 x float], ptr %d, i32 0, i32 %i
  %c = load float, ptr %element
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr %element
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = load float, ptr %d
  store float %last, ptr %p
  ret void
}

; but not what inlining left of one.
define void @left_over(ptr %p, i32 %a, i32 %n) "nvptx-fragments-inlined" {
entry:
  %d = alloca [8 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr [8 x float], ptr %d, i32 0, i32 %i
  %c = load float, ptr %element
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr %element
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = load float, ptr %d
  store float %last, ptr %p
  ret void
}
