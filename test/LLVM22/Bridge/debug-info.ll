; Debug information keeps all that LLVM 19 has fields for, and reaches PTX.

; RUN: %ir-bridge %s | FileCheck %s
; RUN: %ir-bridge %s | %llc -mcpu=sm_90 | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k(
; CHECK:         #dbg_value(ptr %p, ![[#VARIABLE:]], !DIExpression(), ![[#]])
; CHECK:         store i32 1, ptr %p, align 4, !dbg ![[#LOCATION:]]
; PTX:           .loc 1 3 5
define void @k(ptr %p) !dbg !4 {
  #dbg_value(ptr %p, !8, !DIExpression(), !9)
  store i32 1, ptr %p, !dbg !9
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

; CHECK: distinct !DICompileUnit(language: 33, file: ![[#]], producer: "a (b, c: \22d\22)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 201402, file: !1, producer: "a (b, c: \22d\22)", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "atomGroup: 3, k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !5)
; CHECK: distinct !DISubprogram(name: "k", scope: ![[#]], file: ![[#]], line: 2, type: ![[#]], spFlags: DISPFlagDefinition, unit: ![[#]], retainedNodes: ![[#]])
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !11, keyInstructions: true)
; CHECK: !DISubroutineType(cc: 199, types: ![[#]])
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
; CHECK: !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: 32, flags: DIFlagTypePassByValue | 0)
!7 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: 32, flags: DIFlagTypePassByValue | DIFlagNameIsSimplified, num_extra_inhabitants: 4)
; CHECK: !DILabel(scope: ![[#]], name: "label", file: ![[#]], line: 3)
; CHECK: ![[#VARIABLE]] = !DILocalVariable(name: "p", arg: 1, scope: ![[#]], file: ![[#]], line: 2, type: ![[#]])
!8 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 2, type: !6)
; CHECK: ![[#LOCATION]] = !DILocation(line: 3, column: 5, scope: ![[#]])
!9 = !DILocation(line: 3, column: 5, scope: !4, atomGroup: 1, atomRank: 2)
!10 = !DILocation(line: 4, column: 1, scope: !4, atomGroup: 2, atomRank: 1)
!11 = !{!12}
!12 = !DILabel(scope: !4, name: "label", file: !1, line: 3, column: 7)
