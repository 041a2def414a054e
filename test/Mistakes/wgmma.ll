;===-- wgmma.ll - usual mistakes with wgmma -------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel that is right, and the same kernel with one mistake each: what is fixed is said, what
; cannot be fixed is an error.
;
;===----------------------------------------------------------------------===;

; DEFINE: %{llc} = %llc -mcpu=sm_90a -mattr=+ptx86
; DEFINE: %{prefix} =
; DEFINE: %{check} = FileCheck %s --check-prefix=%{prefix} --implicit-check-not=error: --implicit-check-not=warning:

; RUN: split-file %s %t
; RUN: %{llc} %t/gemm.ll -o /dev/null 2>&1 | count 0
; RUN: %{llc} -O0 %t/gemm.ll -o /dev/null 2>&1 | count 0

; REDEFINE: %{prefix} = FENCE
; RUN: sed '/call .*fence/d' %t/gemm.ll | %{llc} -o /dev/null 2>&1 | %{check}
; FENCE: warning: gemm.cu:6:0: in function gemm {{.*}}: inserted wgmma.fence: no wgmma.fence before the first wgmma.mma_async [-nvptx-wgmma-hazards]

; Without optimisation nothing is said, and the fence is there.
; RUN: sed '/call .*fence/d' %t/gemm.ll | %{llc} -O0 -o %t.ptx 2>&1 | count 0
; RUN: grep -q wgmma.fence %t.ptx

; REDEFINE: %{prefix} = COMMIT
; RUN: sed '/call .*commit/d' %t/gemm.ll | %{llc} -o /dev/null 2>&1 | %{check}
; COMMIT: warning: gemm.cu:7:0: in function gemm {{.*}}: inserted wgmma.commit_group: accumulator is read while wgmma.mma_async at line 6 is in flight, in no wgmma-group yet [-nvptx-wgmma-hazards]

; The accumulators are read too early: after the loop, a wait is inserted.
; REDEFINE: %{prefix} = LAST
; RUN: sed 's/wait_group.sync.aligned(i64 0)/wait_group.sync.aligned(i64 1)/' %t/gemm.ll | %{llc} -o /dev/null 2>&1 | %{check}
; LAST: warning: gemm.cu:{{[0-9]+}}:0: in function gemm {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at line 6 is in flight [-nvptx-wgmma-hazards]

; Nobody waits, and TMA, a store, or inline assembly overwrites the tile.
; REDEFINE: %{prefix} = TILE
; RUN: sed '/call .*wait_group/d' %t/gemm.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; RUN: sed '/call .*wait_group/d; s/call void @llvm.nvvm.cp.async.bulk.*, !dbg/store i32 1, ptr addrspace(3) @tile, !dbg/' %t/gemm.ll | not %{llc} -nvptx-async-proxy=off -o /dev/null 2>&1 | %{check}
; RUN: sed '/call .*wait_group/d; s/call void @llvm.nvvm.cp.async.bulk.*, !dbg/call void asm sideeffect "st.shared.b32 [$0], 1;", "r"(i32 %%n), !dbg/' %t/gemm.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; TILE: error: gemm.cu:6:0: in function gemm {{.*}}: no wgmma.wait_group in the loop of wgmma.mma_async, in which shared memory is written at line 5: the write may come before wgmma.mma_async of an earlier trip has read it, and a wait after the loop does not help (PTX ISA, wgmma.wait_group); expected a wgmma.wait_group in the loop, before what it reads is written again [-nvptx-wgmma-hazards]

; Nothing overwrites it: a wait after the loop is enough.
; REDEFINE: %{prefix} = AFTER
; RUN: sed '/call .*wait_group/d; /call .*bulk/d' %t/gemm.ll | %{llc} -o /dev/null 2>&1 | %{check}
; AFTER: warning: gemm.cu:8:0: in function gemm {{.*}}: inserted wgmma.wait_group 0

; The fence is outside of a loop that is not unrolled.
; REDEFINE: %{prefix} = OUTSIDE
; RUN: %{llc} %t/loop.ll -o /dev/null 2>&1 | count 0
; RUN: sed '/fence.*in the loop/d; s/; before the loop/call void @llvm.nvvm.wgmma.fence.sync.aligned()/' %t/loop.ll | %{llc} -o %t.outside.ptx 2>&1 | %{check}
; OUTSIDE: warning: in function k {{.*}}: block 'loop'{{.*}}: wgmma.mma_async is issued in a loop, and its wgmma.fence is outside of the loop: ptxas inserts another one for each trip (C7519); expected a wgmma.fence in the loop, or a loop that is unrolled [-nvptx-wgmma-serialization]
; RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.outside.ptx -o %t.cubin 2>&1 | grep -q C7519 %}

;--- gemm.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [16384 x i8] undef, align 1024
@full = internal addrspace(3) global i64 undef
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i64, i1)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)

define ptx_kernel void @gemm(ptr addrspace(1) %p, ptr addrspace(1) %a, i32 %n) !dbg !4 {
entry:
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) @tile, i32 16, i32 1024, i32 0, i32 1)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %r, %loop ]
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %a, i32 16384, i64 0, i1 false), !dbg !5
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !6
  %r = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %d, i64 %d, i1 true, i32 1, i32 1, i32 0, i32 0), !dbg !6
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !7
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0), !dbg !7
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <4 x float> %r, ptr addrspace(1) %p, !dbg !8
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "gemm.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "gemm", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 5, scope: !4)
!6 = !DILocation(line: 6, scope: !4)
!7 = !DILocation(line: 7, scope: !4)
!8 = !DILocation(line: 8, scope: !4)
!9 = !DILocation(line: 9, scope: !4)

;--- loop.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

define ptx_kernel void @k(ptr %p, i64 %a, i64 %b, i32 %n) {
entry:
  ; before the loop
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %loop ]
  %step = zext i32 %i to i64
  %x = add i64 %a, %step
  call void @llvm.nvvm.wgmma.fence.sync.aligned() ; in the loop
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %x, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %j = add i32 %i, 2
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done

done:
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
