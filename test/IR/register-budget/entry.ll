;===-- entry.ll - registers at entry for setmaxnreg ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; ptxas ignores setmaxnreg in a kernel whose registers at entry it does not know. .maxntid alone
; does not say them. The twins are the same kernels with a budget.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/warned.ll -o %t/warned.ptx 2>&1 | FileCheck %t/warned.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -O0 %t/warned.ll -o /dev/null 2>&1 | FileCheck %t/warned.ll --implicit-check-not=warning: --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -nvptx-register-budget=error %t/warned.ll -o /dev/null 2>&1 | grep -c 'error: .*C7508' | grep -x 6
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -nvptx-register-budget=off %t/warned.ll -o /dev/null 2>&1 | count 0
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/warned.ptx -o %t/warned.cubin 2>&1 | grep C7508 | count 6 %}
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | FileCheck %t/clean.ll --check-prefix=PTXAS --implicit-check-not=C75 %}

;--- warned.ll
; CHECK: warning: kernel.cu:7:3: in function nothing {{.*}}: setmaxnreg.inc.sync.aligned.u32 232 in kernel nothing, which has no launch bounds: ptxas cannot tell how many registers a thread has at entry, and ignores every setmaxnreg of the kernel (C7508); expected a register budget: .maxntid or .reqntid with .minnctapersm, which is for example __launch_bounds__(384, 1) or "nvvm.maxntid"="384" "nvvm.minctasm"="1" and gives 168 registers; or .maxnreg ("nvvm.maxnreg"); or ptxas -maxrregcount
; CHECK: warning: {{.*}}in function threads {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 in kernel threads, which has .maxntid, but no .minnctapersm: {{.*}} which is __launch_bounds__(384, 1) or "nvvm.maxntid"="384" "nvvm.minctasm"="1" and gives 168 registers;
; CHECK: warning: {{.*}}in function exact {{.*}}: setmaxnreg.inc.sync.aligned.u32 232 in kernel exact, which has .reqntid, but no .minnctapersm: {{.*}} gives 128 registers;
; CHECK: warning: {{.*}}in function blocks {{.*}}: setmaxnreg.inc.sync.aligned.u32 232 in kernel blocks, which has .minnctapersm, but neither .maxntid nor .reqntid:
; CHECK: warning: {{.*}}in function too_many_blocks {{.*}}: setmaxnreg.inc.sync.aligned.u32 232 in kernel too_many_blocks, which has .maxntid, but no .minnctapersm that a multiprocessor of sm_90 could satisfy: 6 times 384 threads are too many:
; CHECK: warning: {{.*}}in function callee {{.*}}: setmaxnreg.inc.sync.aligned.u32 240 in kernel caller, which has no launch bounds:
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
define ptx_kernel void @nothing(ptr %p) !dbg !25 {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232), !dbg !26
  store volatile i32 1, ptr %p
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40), !dbg !26
  ret void
}
define ptx_kernel void @threads(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @exact(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @blocks(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @too_many_blocks(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  store volatile i32 1, ptr %p
  ret void
}
define internal void @callee() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)
  ret void
}
define ptx_kernel void @caller(ptr %p) {
  call void @callee()
  store volatile i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!10, !11, !12, !13}
!10 = !{ptr @threads, !"maxntidx", i32 384}
!11 = !{ptr @exact, !"reqntidx", i32 512}
!12 = !{ptr @blocks, !"minctasm", i32 1}
!13 = !{ptr @too_many_blocks, !"maxntidx", i32 384, !"minctasm", i32 6}
!llvm.dbg.cu = !{!20}
!llvm.module.flags = !{!22}
!20 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !21, emissionKind: DebugDirectivesOnly)
!21 = !DIFile(filename: "kernel.cu", directory: "/")
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !DISubroutineType(types: !24)
!24 = !{}
!25 = distinct !DISubprogram(name: "nothing", file: !21, line: 5, type: !23, unit: !20, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 7, column: 3, scope: !25)

;--- clean.ll
; PTXAS: entry function 'both'
; PTXAS: Used 168 registers
; PTXAS: entry function 'exact'
; PTXAS: Used 128 registers
; PTXAS: entry function 'limit'
; PTXAS: Used 152 registers
; PTXAS: entry function 'caller'
; PTXAS: Used 80 registers
; PTXAS: entry function 'more_than_all'
; PTXAS: Used 232 registers
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @more_than_all(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  store volatile i32 1, ptr %p
  ret void
}
define internal void @callee() {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  ret void
}
define ptx_kernel void @caller(ptr %p) {
  call void @callee()
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @limit(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 24)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @exact(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr %p
  ret void
}
define ptx_kernel void @both(ptr %p) {
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr %p
  ret void
}
; A function that no kernel of this module calls: who does may have a budget.
define void @exported() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @both, !"maxntidx", i32 128, !"maxntidy", i32 3, !"minctasm", i32 1}
!1 = !{ptr @exact, !"reqntidx", i32 512, !"minctasm", i32 1}
!2 = !{ptr @limit, !"maxnreg", i32 152}
!3 = !{ptr @caller, !"maxntidx", i32 384, !"minctasm", i32 2}
!4 = !{ptr @more_than_all, !"maxnreg", i32 256}
