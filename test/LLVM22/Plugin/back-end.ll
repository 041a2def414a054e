;===-- back-end.ll - the back end of LLVM 22's llc ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; llc-22 with the plug-in prints what this project's llc prints. Errors name function and line; none
; leaves an output file. The options of the checks are options of llc-22, after the plug-in's.
;
;===----------------------------------------------------------------------===;

; REQUIRES: peer-plugin
; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_80 -mattr=+ptx70 %root/examples/first.ll -o %t/19.ptx
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -mcpu=sm_80 -mattr=+ptx70 %root/examples/first.ll -o %t/22.ptx
; RUN: diff %t/19.ptx %t/22.ptx

; LLVM 22's own target does not have this instruction, nor its launch bounds LLVM 19's form.
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -mcpu=sm_90a -mattr=+ptx80 %t/wgmma.ll -o - | FileCheck %t/wgmma.ll
; RUN: not %peer-llc --load-pass-plugin=%peer-plugin -mcpu=sm_80 -mattr=+ptx80 %t/wgmma.ll -o %t/bad.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --check-prefix=TARGET --implicit-check-not=PLEASE
; RUN: test ! -s %t/bad.ptx
; RUN: not %peer-llc --load-pass-plugin=%peer-plugin -nvptx-wgmma-hazards=error -mcpu=sm_90a %t/wgmma.ll -o %t/bad.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --check-prefix=HAZARD
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -nvptx-llc=-nvptx-mma-comments -mcpu=sm_90a %t/wgmma.ll -o - \
; RUN:   | FileCheck %t/wgmma.ll --check-prefix=COMMENT
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -nvptx-target=sm_100f,sm_90a -mcpu=sm_90 %t/wgmma.ll -o - \
; RUN:   | FileCheck %t/wgmma.ll
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -pass-remarks=nvptx-mma -mcpu=sm_90a %t/wgmma.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --check-prefix=REMARK

; What is wrong with options.
; RUN: not %peer-llc --load-pass-plugin=%peer-plugin -nvptx-llc=-nvptx-mma-coments -mcpu=sm_90a %t/wgmma.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NO-OPTION
; NO-OPTION: error: there is no option -nvptx-mma-coments
; RUN: not %peer-llc --load-pass-plugin=%peer-plugin -nvptx-target=sm_90q,sm_100f -mcpu=sm_90a %t/wgmma.ll -o %t/bad.ptx 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NO-TARGET
; RUN: test ! -s %t/bad.ptx
; NO-TARGET: error: -nvptx-target: there is no target sm_90q; expected one of sm_70,{{.*}} sm_90a,{{.*}} sm_100f,
; RUN: %peer-llc --load-pass-plugin=%peer-plugin -nvptx-mad-wide-opt -nvptx-fma-level=1 -mcpu=sm_90a %t/wgmma.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %s --check-prefix=OTHER-OPTION --implicit-check-not=nvptx-fma-level
; OTHER-OPTION: warning: -nvptx-mad-wide-opt is LLVM 22's

; What the bridge refuses.
; RUN: not %peer-llc --load-pass-plugin=%peer-plugin -mcpu=sm_90a %t/refused.ll -o %t/bad.ptx 2>&1 \
; RUN:   | FileCheck %t/refused.ll --implicit-check-not=PLEASE
; RUN: test ! -s %t/bad.ptx

;--- refused.ll
target triple = "nvptx64-nvidia-cuda"
declare { float, float } @llvm.sincos.f32(float)
; CHECK: error: sine.cu:3:5: {{.*}}llvm.sincos.f32
define { float, float } @sine(float %x) !dbg !3 {
  %s = call { float, float } @llvm.sincos.f32(float %x), !dbg !6
  ret { float, float } %s, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "sine.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "sine", file: !1, line: 2, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 3, column: 5, scope: !3)

;--- wgmma.ll
target triple = "nvptx64-nvidia-cuda"

declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()

; CHECK: .target sm_90a
; CHECK: .maxntid 128, 1, 1
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16
; CHECK: wgmma.wait_group.sync.aligned{{[[:space:]]+}}0
; CHECK: st.global.v4.f32
; TARGET: error: {{.*}}gemm.cu:7:3: in function gemm {{.*}}is not supported on sm_80; it needs sm_90a
; HAZARD: error: {{.*}}gemm.cu:8:3: in function gemm {{.*}}[-nvptx-wgmma-hazards]
; COMMENT: WGMMA_SS_F32x4, MMA descriptor
; COMMENT-NEXT: wgmma.mma_async
; REMARK: remark: {{.*}}gemm.cu:7:3: {{.*}}wgmma.mma_async.sync.aligned.m64n8k16
define ptx_kernel void @gemm(ptr captures(none) %p, i64 %a, i64 %b) "nvvm.maxntid"="128" !dbg !3 {
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !6
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0), !dbg !6
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !6
  store <4 x float> %d, ptr %p, !dbg !7
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "gemm.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "gemm", file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 7, column: 3, scope: !3)
!7 = !DILocation(line: 8, column: 3, scope: !3)
