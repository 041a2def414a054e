;===-- warnings.ll - what makes ptxas serialise wgmma --------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What is right and yet slow is warned of, with its line; its twin is not.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/calls.ll -o /dev/null 2>&1 | FileCheck %t/calls.ll --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/inlined.ll -o %t/inlined.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/inlined.ptx -o %t/inlined.cubin 2>&1 | FileCheck %t/inlined.ll --implicit-check-not=C75 %}
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/pressure.ll -o /dev/null 2>&1 | FileCheck %t/pressure.ll --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/zeroed.ll -o /dev/null 2>&1 | FileCheck %t/zeroed.ll --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %t/debug.ll -o /dev/null 2>&1 | FileCheck %t/debug.ll --implicit-check-not=warning:

; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently -verify-machineinstrs %t/detours.ll -o /dev/null 2>&1 | FileCheck %t/detours.ll --implicit-check-not=warning:

; What is not optimised is slow anyway.
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %t/detours.ll -o /dev/null 2>&1 | count 0
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %t/calls.ll -o /dev/null 2>&1 | count 0
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %t/debug.ll -o /dev/null 2>&1 | count 0

;--- calls.ll
; CHECK: warning: kernel.cu:11:3: in function calls {{.*}}: call of elsewhere, which is defined elsewhere, in a function with wgmma: ptxas serialises every wgmma of the function (C7509); inline it
; CHECK: warning: kernel.cu:15:3: in function calls {{.*}}: call through a pointer in a function with wgmma: ptxas serialises every wgmma of the function (C7510); call the function by its name [-nvptx-wgmma-serialization]
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare void @elsewhere()
define void @here() noinline {
  ret void
}
define ptx_kernel void @calls(i64 %a, i64 %b, ptr %p, ptr %f) !dbg !5 {
  call void @elsewhere(), !dbg !6
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @here(), !dbg !7
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void %f(), !dbg !8
  store <4 x float> %d, ptr %p
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "calls", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 11, column: 3, scope: !5)
!7 = !DILocation(line: 13, column: 3, scope: !5)
!8 = !DILocation(line: 15, column: 3, scope: !5)

; ptxas inlines what it has the body of.
;--- inlined.ll
; CHECK: entry function 'calls'
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
define internal void @here(ptr %p) noinline {
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @calls(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @here(ptr %p)
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  call void @here(ptr %p)
  store <4 x float> %d, ptr %p
  ret void
}

;--- pressure.ll
; CHECK: warning: {{.*}}in function crowded {{.*}}: wgmma has 128 accumulator registers, and ptxas needs 26 more at the least; a thread has 128 at entry (65536 registers for 512 threads (.maxntid)): ptxas gives up (C7602), whatever setmaxnreg has given; what fits is smaller tiles, fewer of them at once, at most 384 threads (.maxntid) [-nvptx-register-budget]{{$}}
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(<128 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @crowded(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(<128 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x float> %d, ptr %p
  ret void
}
define ptx_kernel void @roomy(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <128 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(<128 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <128 x float> %d, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @crowded, !"maxntidx", i32 512}
!1 = !{ptr @roomy, !"maxntidx", i32 384}

;--- zeroed.ll
; CHECK: warning: {{.*}}in function zeroed {{.*}}: an accumulator is set to a constant while it is in flight, which the function now waits for; to begin a sum anew, pass scale-d false to its first wgmma instead
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @zeroed(i64 %a, i64 %b, i32 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %again, %latch ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %next = add i32 %i, 1
  %third = urem i32 %next, 3
  %anew = icmp eq i32 %third, 0
  br i1 %anew, label %resets, label %latch
resets:
  store volatile i32 %i, ptr %p
  br label %latch
latch:
  %again = phi <4 x float> [ splat (float 1.0), %resets ], [ %d, %body ]
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %again, ptr %p
  ret void
}
define ptx_kernel void @scaled(i64 %a, i64 %b, i32 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %third = urem i32 %i, 3
  %goes.on = icmp ne i32 %third, 0
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 %goes.on, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit
exit:
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

;--- debug.ll
; CHECK: warning: {{.*}}in function debugged {{.*}}: function with wgmma has debug information, for which the module is marked '.target debug': ptxas serialises every wgmma (C7511); line directives alone (-gline-directives-only) do no harm [-nvptx-wgmma-serialization]
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @debugged(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
define ptx_kernel void @without(ptr %p) {
  store i32 0, ptr %p
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}

; Accumulators by reference; the twin has them from global memory, and a wait that is missing.
;--- detours.ll
; CHECK: warning: {{.*}}in function step {{.*}}: registers of wgmma.mma_async are kept in local memory or passed by a function, so that fences and waits are inserted for {{[0-9]+}} loads and stores of them, and no wgmma overlaps with the next; inline the function, or index the variable by constants [-nvptx-wgmma-serialization]
target triple = "nvptx64-nvidia-cuda"
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
define void @step(ptr %d, i64 %a, i64 %b) noinline {
  %c = load <4 x float>, ptr %d
  %r = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  store <4 x float> %r, ptr %d
  ret void
}
define ptx_kernel void @global(ptr addrspace(1) %d, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr addrspace(1) %d
  %r = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  store <4 x float> %r, ptr addrspace(1) %d
  ret void
}
