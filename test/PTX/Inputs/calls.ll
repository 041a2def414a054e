; Calls of functions and through pointers, a switch, variables that refer to others, and debug information.

target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) global [2 x ptr] [ptr @double, ptr null]
@text = addrspace(4) constant [4 x i8] c"abc\00"

declare i32 @outside(ptr byval({ i64, i32 }) align 8)

define i32 @double(i32 %x) !dbg !4 {
  %twice = shl i32 %x, 1, !dbg !7
  ret i32 %twice, !dbg !7
}

define i32 @choose(i32 %x) {
  switch i32 %x, label %rest [ i32 0, label %first i32 1, label %second i32 2, label %third i32 3, label %fourth ]
first:
  ret i32 7
second:
  ret i32 9
third:
  ret i32 2
fourth:
  ret i32 5
rest:
  ret i32 0
}

define void @kernel(ptr %f, ptr %to, float %a) {
  %struct = alloca { i64, i32 }
  %x = call i32 %f(i32 3)
  %y = call i32 @outside(ptr byval({ i64, i32 }) align 8 %struct)
  %z = call i32 @double(i32 %y)
  %w = call i32 @choose(i32 %z)
  %u = add i32 %x, %w
  store i32 %u, ptr %to
  %b = fadd float %a, 1.5
  store volatile float %b, ptr %to
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!nvvm.annotations = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "\22quoted\22", isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "calls.c", directory: "/\22a\22")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "double", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !{ptr @kernel, !"kernel", i32 1}
