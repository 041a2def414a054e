;===-- missing-waits.ll - a wait that is missing, and what is done about it ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Every kind of missing wait has a twin with the wait, of which nothing is said in any mode. What
; is printed differs with insert only.
;
;===----------------------------------------------------------------------===;

; DEFINE: %{compile} = %llc -mcpu=sm_100a -mattr=+ptx88 -verify-machineinstrs -pass-remarks-missed=nvptx-tensor-memory-waits %s
; RUN: %{compile} -o %t.warn 2>%t.warn.txt
; RUN: FileCheck %s --check-prefix=FOUND -DKIND=warning --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=error: --input-file %t.warn.txt
; RUN: not %{compile} -nvptx-tensor-memory-waits=error -o %t.error 2>%t.error.txt
; RUN: FileCheck %s --check-prefix=FOUND -DKIND=error --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=error: --input-file %t.error.txt
; RUN: %{compile} -nvptx-tensor-memory-waits=fix-silently -o %t.insert 2>%t.insert.txt
; RUN: FileCheck %s --check-prefix=INSERT --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=error: --input-file %t.insert.txt
; RUN: %{compile} -nvptx-tensor-memory-waits=off -o %t.off 2>%t.off.txt
; RUN: count 0 <%t.off.txt
; RUN: diff %t.insert %t.warn
; RUN: FileCheck %s --input-file %t.insert --check-prefixes=PTX,WAIT
; RUN: FileCheck %s --input-file %t.off --check-prefixes=PTX,NONE
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.insert -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1 immarg)
declare <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6), i1 immarg)
declare void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6), <4 x i32>, i1 immarg)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @unknown() {
  ret void
}

; (a) registers

; FOUND:     [[KIND]]: {{.*}}in function read {{.*}}: {{(inserted a tcgen05.wait: )?}}what llvm.nvvm.tcgen05.ld.32x32b.x4 loads is read before tcgen05.wait::ld on some path; PTX respects the register dependency, but promises no order of memory accesses: call llvm.nvvm.tcgen05.wait.ld before the first read (PTX ISA, 9.7.16.6.4.5)
; INSERT:    remark: {{.*}}inserted a tcgen05.wait: what llvm.nvvm.tcgen05.ld.32x32b.x4 loads is read before tcgen05.wait::ld on some path
; PTX-LABEL: .entry read(
; PTX:       tcgen05.ld
; NONE-NOT:  tcgen05.wait
; WAIT:      tcgen05.wait::ld.sync.aligned;
; PTX:       add.s32
; PTX-NOT:   tcgen05.wait
; PTX:       ret;
define ptx_kernel void @read(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  %reversed = shufflevector <4 x i32> %loaded, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %sum = add <4 x i32> %reversed, %loaded
  store volatile <4 x i32> %sum, ptr addrspace(1) %p
  store <4 x i32> %loaded, ptr addrspace(1) %p
  ret void
}

; PTX-LABEL: .entry read_twin(
; PTX:       tcgen05.ld
; PTX:       tcgen05.wait::ld.sync.aligned;
; PTX-NOT:   tcgen05.wait
; PTX:       ret;
define ptx_kernel void @read_twin(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  %reversed = shufflevector <4 x i32> %loaded, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  call void @llvm.nvvm.tcgen05.wait.ld()
  %sum = add <4 x i32> %reversed, %loaded
  store volatile <4 x i32> %sum, ptr addrspace(1) %p
  ret void
}

; A wait for stores is none for loads.
; FOUND:     [[KIND]]: {{.*}}in function other_wait
; INSERT:    remark: {{.*}}is read before tcgen05.wait::ld
define ptx_kernel void @other_wait(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  store i32 %loaded, ptr addrspace(1) %p
  ret void
}

; FOUND:     [[KIND]]: {{.*}}in function one_path
; INSERT:    remark: {{.*}}is read before tcgen05.wait::ld
define ptx_kernel void @one_path(ptr addrspace(6) %t, ptr addrspace(1) %p, i1 %c) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br i1 %c, label %waits, label %joins
waits:
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %joins
joins:
  store i32 %loaded, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @both_paths(ptr addrspace(6) %t, ptr addrspace(1) %p, i1 %c) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br i1 %c, label %waits, label %waits_too
waits:
  call void @llvm.nvvm.tcgen05.wait.ld()
  br label %joins
waits_too:
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  br label %joins
joins:
  store i32 %loaded, ptr addrspace(1) %p
  ret void
}

; The wait is of the whole warp: not in a branch that only some threads may take.
; FOUND:     [[KIND]]: {{.*}}in function some_threads
; INSERT:    remark: {{.*}}is read before tcgen05.wait::ld
; PTX-LABEL: .entry some_threads(
; PTX:       tcgen05.ld
; WAIT:      tcgen05.wait::ld.sync.aligned;
; NONE-NOT:  tcgen05.wait
; PTX:       bra
; PTX:       ret;
define ptx_kernel void @some_threads(ptr addrspace(6) %t, ptr addrspace(1) %p, i1 %c) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br i1 %c, label %stores, label %ends
stores:
  store i32 %loaded, ptr addrspace(1) %p
  br label %ends
ends:
  ret void
}

; Another reading of the same load needs nothing more, nor does a wait in the loop of it.
define ptx_kernel void @in_loop(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store volatile i32 %loaded, ptr addrspace(1) %p
  store volatile i32 %loaded, ptr addrspace(1) %p
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, %n
  br i1 %done, label %end, label %loop
end:
  store volatile i32 %loaded, ptr addrspace(1) %p
  ret void
}

; The next load is under way while this one is read: of what was waited for nothing is said.
define ptx_kernel void @pipelined(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %n) {
entry:
  %first = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br label %loop
loop:
  %current = phi i32 [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  %more = add i32 %i, 1
  %at = getelementptr i8, ptr addrspace(6) %t, i32 %more
  %next = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %at, i1 false)
  store volatile i32 %current, ptr addrspace(1) %p
  %done = icmp eq i32 %more, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; FOUND:     [[KIND]]: {{.*}}in function pipelined_too_early
; INSERT-COUNT-2: remark: {{.*}}is read before tcgen05.wait::ld
; PTX-LABEL: .entry pipelined_too_early(
; PTX:       tcgen05.ld
; WAIT:      tcgen05.wait::ld.sync.aligned;
; WAIT:      tcgen05.wait::ld.sync.aligned;
; NONE-NOT:  tcgen05.wait
; PTX:       st.volatile
; PTX:       tcgen05.wait::ld.sync.aligned;
; PTX:       tcgen05.ld
; NONE-NOT:  tcgen05.wait
; PTX:       ret;
define ptx_kernel void @pipelined_too_early(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %n) {
entry:
  %first = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br label %loop
loop:
  %current = phi i32 [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  store volatile i32 %current, ptr addrspace(1) %p
  call void @llvm.nvvm.tcgen05.wait.ld()
  %more = add i32 %i, 1
  %at = getelementptr i8, ptr addrspace(6) %t, i32 %more
  %next = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %at, i1 false)
  %done = icmp eq i32 %more, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; To pass a value to another function is to read it. As the program may wait there, the wait is inserted in all modes, with
; a remark.
; FOUND:     remark: {{.*}}inserted a tcgen05.wait: what llvm.nvvm.tcgen05.ld.32x32b.x1 loads is read
; INSERT:    remark: {{.*}}inserted a tcgen05.wait: what llvm.nvvm.tcgen05.ld.32x32b.x1 loads is read
; PTX-LABEL: .func {{.*}} returned(
; PTX:       tcgen05.ld
; NONE-NOT:  tcgen05.wait
; WAIT:      tcgen05.wait::ld.sync.aligned;
; PTX:       st.param
define i32 @returned(ptr addrspace(6) %t) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  ret i32 %loaded
}

; A variable that is a register later is no reader, and a function that is not known may wait.
define ptx_kernel void @others(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %variable = alloca i32
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  store i32 %loaded, ptr %variable
  call void @unknown()
  store i32 %loaded, ptr addrspace(1) %p
  ret void
}

; (b) what writes tensor memory that is being read

; FOUND:     [[KIND]]: {{.*}}in function stored {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.st.32x32b.x4 writes tensor memory that llvm.nvvm.tcgen05.ld.32x32b.x4 may still be reading: on some path no tcgen05.wait::ld is between them; call llvm.nvvm.tcgen05.wait.ld between them (PTX ISA, 9.7.16.6.4)
; INSERT:    remark: {{.*}}inserted a tcgen05.wait: llvm.nvvm.tcgen05.st.32x32b.x4 writes tensor memory
; PTX-LABEL: .entry stored(
; PTX:       tcgen05.ld
; NONE-NOT:  tcgen05.wait
; WAIT:      tcgen05.wait::ld.sync.aligned;
; PTX:       tcgen05.st
; PTX-NOT:   tcgen05.wait
; PTX:       ret;
define ptx_kernel void @stored(ptr addrspace(6) %t, <4 x i32> %new) {
  %at = getelementptr i8, ptr addrspace(6) %t, i32 3
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %at, <4 x i32> %new, i1 false)
  ret void
}

define ptx_kernel void @stored_twin(ptr addrspace(6) %t, <4 x i32> %new) {
  %at = getelementptr i8, ptr addrspace(6) %t, i32 3
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %at, <4 x i32> %new, i1 false)
  ret void
}

; Columns behind, other lanes, an unknown address, an address that is another one each time.
define ptx_kernel void @elsewhere(ptr addrspace(6) %t, ptr addrspace(6) %u, <4 x i32> %new) {
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  %behind = getelementptr i8, ptr addrspace(6) %t, i32 4
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %behind, <4 x i32> %new, i1 false)
  %lanes = getelementptr i8, ptr addrspace(6) %t, i32 1048576
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %lanes, <4 x i32> %new, i1 false)
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %u, <4 x i32> %new, i1 false)
  ret void
}

define ptx_kernel void @moving(ptr addrspace(6) %t, <4 x i32> %new, i32 %n) {
entry:
  br label %loop
loop:
  %at = phi ptr addrspace(6) [ %t, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %at, <4 x i32> %new, i1 false)
  %next = getelementptr i8, ptr addrspace(6) %at, i32 8
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %next, i1 false)
  %done = icmp eq ptr addrspace(6) %next, null
  br i1 %done, label %end, label %loop
end:
  ret void
}

; FOUND:     [[KIND]]: {{.*}}in function copied {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.cp.128x256b.cg1 writes tensor memory
; FOUND:     [[KIND]]: {{.*}}in function shifted {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.shift.down.cg1 writes tensor memory
; FOUND:     [[KIND]]: {{.*}}in function multiplied {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.mma.tensor writes tensor memory
; INSERT:    remark: {{.*}}llvm.nvvm.tcgen05.cp.128x256b.cg1 writes tensor memory
; INSERT:    remark: {{.*}}llvm.nvvm.tcgen05.shift.down.cg1 writes tensor memory
; INSERT:    remark: {{.*}}llvm.nvvm.tcgen05.mma.tensor writes tensor memory
define ptx_kernel void @copied(ptr addrspace(6) %t, i64 %m) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %m)
  ret void
}

define ptx_kernel void @shifted(ptr addrspace(6) %t) {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) %t)
  ret void
}

define ptx_kernel void @multiplied(i32 %t, ptr addrspace(6) %a, i64 %b, i32 %i) {
  %sum = add i32 %t, 2
  %from = inttoptr i32 %t to ptr addrspace(6)
  %d = inttoptr i32 %sum to ptr addrspace(6)
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %from, i1 false)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, i1 true, i32 0, i32 1, i32 0)
  ret void
}

; D has 128 columns, as the instruction descriptor says. Of a D of which nothing is said it is not
; certain that it comes so far.
; FOUND:     [[KIND]]: {{.*}}in function accumulated {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.mma.tensor writes tensor memory
; INSERT:    remark: {{.*}}llvm.nvvm.tcgen05.mma.tensor writes tensor memory
define ptx_kernel void @accumulated(ptr addrspace(6) %t, ptr addrspace(6) %a, i64 %b) {
  %at = getelementptr i8, ptr addrspace(6) %t, i32 32
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %at, i1 false)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %a, i64 %b, i32 136314896, i1 true, i32 0, i32 1, i32 0)
  ret void
}

define ptx_kernel void @undecided(ptr addrspace(6) %t, ptr addrspace(6) %a, i64 %b, i32 %i) {
  %at = getelementptr i8, ptr addrspace(6) %t, i32 32
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %at, i1 false)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %a, i64 %b, i32 %i, i1 true, i32 0, i32 1, i32 0)
  ret void
}

; (c) what uses tensor memory that is being written

; FOUND:     [[KIND]]: {{.*}}in function loaded {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.ld.32x32b.x4 uses tensor memory that llvm.nvvm.tcgen05.st.32x32b.x4 may still be writing: on some path no tcgen05.wait::st is between them; call llvm.nvvm.tcgen05.wait.st between them (PTX ISA, 9.7.16.6.4)
; INSERT:    remark: {{.*}}inserted a tcgen05.wait: llvm.nvvm.tcgen05.ld.32x32b.x4 uses tensor memory
; PTX-LABEL: .entry loaded(
; PTX:       tcgen05.st
; NONE-NOT:  tcgen05.wait
; WAIT:      tcgen05.wait::st.sync.aligned;
; PTX:       tcgen05.ld
; PTX-NOT:   tcgen05.wait
; PTX:       ret;
define ptx_kernel void @loaded(ptr addrspace(6) %t, <4 x i32> %new) {
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %t, <4 x i32> %new, i1 false)
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  ret void
}

define ptx_kernel void @loaded_twin(ptr addrspace(6) %t, <4 x i32> %new) {
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %t, <4 x i32> %new, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  ret void
}

; A is stored, and one thread multiplies: the wait is before the branch.
; FOUND:     [[KIND]]: {{.*}}in function elected {{.*}}: {{(inserted a tcgen05.wait: )?}}llvm.nvvm.tcgen05.mma.tensor uses tensor memory
; INSERT:    remark: {{.*}}llvm.nvvm.tcgen05.mma.tensor uses tensor memory
; PTX-LABEL: .entry elected(
; PTX:       tcgen05.st
; WAIT:      tcgen05.wait::st.sync.aligned;
; NONE-NOT:  tcgen05.wait
; PTX:       bra
; PTX-NOT:   tcgen05.wait
; PTX:       tcgen05.mma
define ptx_kernel void @elected(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, <4 x i32> %new) {
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %a, <4 x i32> %new, i1 false)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 0
  br i1 %c, label %one, label %end
one:
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %d, ptr addrspace(6) %a, i64 %b, i32 %i, i1 true, i32 0, i32 1, i32 0)
  br label %end
end:
  ret void
}

; Lines, of what is in flight and of what came too early.
; FOUND:     [[KIND]]: epilogue.cu:12:5: in function lines {{.*}}: {{(inserted a tcgen05.wait: )?}}what llvm.nvvm.tcgen05.ld.32x32b.x1 (line 10) loads is read before tcgen05.wait::ld
; INSERT:    remark: epilogue.cu:12:5: {{.*}}what llvm.nvvm.tcgen05.ld.32x32b.x1 (line 10) loads is read before tcgen05.wait::ld
define ptx_kernel void @lines(ptr addrspace(6) %t, ptr addrspace(1) %p) !dbg !3 {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false), !dbg !4
  store i32 %loaded, ptr addrspace(1) %p, !dbg !5
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "epilogue.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "lines", file: !1, line: 9, unit: !0)
!4 = !DILocation(line: 10, column: 5, scope: !3)
!5 = !DILocation(line: 12, column: 5, scope: !3)
