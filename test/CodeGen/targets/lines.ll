; Calls with and without lines that the target does not have, in one message.

; RUN: not %llc -mcpu=sm_80 -mattr=+ptx70 %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: in function first {{.*}}llvm.nvvm.tcgen05.fence.before.thread.sync is not supported on sm_80; it needs {{.*}}; the same of 2 more calls at line 3, 5

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()

define ptx_kernel void @first() {
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  ret void
}

define ptx_kernel void @second() !dbg !4 {
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync(), !dbg !5
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync(), !dbg !6
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "second", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, column: 3, scope: !4)
!6 = !DILocation(line: 5, column: 3, scope: !4)
