;===-- asm-goto.ll - wgmma in statements that end a block ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; There is no place behind an asm goto that comes before all that uses its results, so its
; wgmma is left alone, with a warning. An invoke is a call on this target, whatever it calls.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o - 2>/dev/null | FileCheck %s --check-prefix=O0
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: --implicit-check-not=error:
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %opt -O2 -S %s -o - | FileCheck %s --check-prefix=OPT
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare i32 @personality(...)
declare <4 x float> @start()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; WARNING: warning: {{.*}}in function goto {{.*}}: inline assembly with wgmma is not understood, so nothing protects its registers: it may branch (asm goto)
; WARNING: warning: {{.*}}in function goto_with_others {{.*}}: inline assembly with wgmma is not understood, so nothing protects its registers: it may branch (asm goto)
; WARNING: warning: {{.*}}in function goto_wait {{.*}}: inline assembly with wgmma is not understood, so nothing protects its registers: it may branch (asm goto)
; WARNING: warning: {{.*}}in function invoked {{.*}}: call of start, which is defined elsewhere
; ERROR: error: {{.*}}in function goto_wait {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; ERROR: error: {{.*}}in function goto_wait {{.*}}: accumulator is written while wgmma.mma_async at {{.*}} is in flight

; CHECK-LABEL: .entry goto(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r{{[0-9]+}},%r
; CHECK: st
; O0-LABEL: .entry goto(
; O0: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {
; OPT-LABEL: @goto(
; OPT: callbr
define ptx_kernel void @goto(ptr %p, i64 %a, i64 %b, float %x) {
  %d = callbr { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3,!i"(i64 %a, i64 %b, float %x, float %x, float %x, float %x) to label %next [label %other]
next:
  %e = extractvalue { float, float, float, float } %d, 0
  store float %e, ptr %p
  ret void
other:
  ret void
}

; The result of one meets that of another statement.
; CHECK-LABEL: .entry goto_with_others(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {
; O0-LABEL: .entry goto_with_others(
define ptx_kernel void @goto_with_others(ptr %p, i64 %a, i64 %b, float %x, i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  %d = callbr { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3,!i"(i64 %a, i64 %b, float %x, float %x, float %x, float %x) to label %next [label %other]
two:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %f = call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3"(i64 %a, i64 %b, float %x, float %x, float %x, float %x)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  br label %next
next:
  %both = phi { float, float, float, float } [ %d, %one ], [ %f, %two ]
  %e = extractvalue { float, float, float, float } %both, 0
  store float %e, ptr %p
  ret void
other:
  ret void
}

; A wait of which one path leaves is none.
; CHECK-LABEL: .entry goto_wait(
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: wgmma.wait_group.sync.aligned 0;
; O0-LABEL: .entry goto_wait(
define ptx_kernel void @goto_wait(ptr %p, i64 %a, i64 %b, <4 x float> %x) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  callbr void asm sideeffect "wgmma.wait_group.sync.aligned 0;", "!i"() to label %next [label %other]
next:
  store <4 x float> %d, ptr %p
  ret void
other:
  ret void
}

; CHECK-LABEL: .entry invoked(
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: wgmma.fence
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
; CHECK: st
; O0-LABEL: .entry invoked(
; OPT-LABEL: @invoked(
; OPT: invoke { float, float, float, float } asm
define ptx_kernel void @invoked(ptr %p, i64 %a, i64 %b, i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %go, label %done
go:
  %x = invoke <4 x float> @start() to label %fence unwind label %cleanup
fence:
  invoke void asm sideeffect unwind "wgmma.fence.sync.aligned;", ""() to label %first unwind label %cleanup
first:
  %y = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %x, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %y0 = extractelement <4 x float> %y, i32 0
  %y1 = extractelement <4 x float> %y, i32 1
  %y2 = extractelement <4 x float> %y, i32 2
  %y3 = extractelement <4 x float> %y, i32 3
  %d = invoke { float, float, float, float } asm sideeffect unwind "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3"(i64 %a, i64 %b, float %y0, float %y1, float %y2, float %y3) to label %commit unwind label %cleanup
commit:
  invoke void asm sideeffect unwind "wgmma.commit_group.sync.aligned;", ""() to label %wait unwind label %cleanup
wait:
  invoke void asm sideeffect unwind "wgmma.wait_group.sync.aligned 0;", ""() to label %done unwind label %cleanup
done:
  %both = phi { float, float, float, float } [ %d, %wait ], [ zeroinitializer, %entry ]
  store { float, float, float, float } %both, ptr %p
  ret void
cleanup:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
