;===-- read-before-wait.ll - an accumulator is read too early ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; An accumulator is read before the wait that retires its group: a wait stands before the
; read, and remark and error name both lines.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o - 2>/dev/null | FileCheck %s --check-prefix=PTX
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=off -pass-remarks-missed=nvptx-wgmma-hazards %s -o /dev/null 2>&1 | count 0
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32)

; CHECK: remark: kernel.cu:14:5: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at line 12 is in flight
; ERROR: error: kernel.cu:14:5: in function early void (i64, i64, ptr): accumulator is read while wgmma.mma_async at line 12 is in flight

; CHECK-LABEL: .entry early(
; PTX-LABEL: .entry early(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: st{{.*}}.v4.b32
; CHECK: wgmma.wait_group.sync.aligned 0;
; PTX: wgmma.commit_group.sync.aligned;
; PTX: wgmma.wait_group.sync.aligned 0;
; PTX: st.
define ptx_kernel void @early(i64 %a, i64 %b, ptr %p) !dbg !5 {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0), !dbg !6
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  store <4 x float> %d, ptr %p, !dbg !7
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  ret void
}

; CHECK-LABEL: .entry in_time(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
define ptx_kernel void @in_time(i64 %a, i64 %b, ptr %p) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
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
!5 = distinct !DISubprogram(name: "early", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 12, column: 3, scope: !5)
!7 = !DILocation(line: 14, column: 5, scope: !5)
