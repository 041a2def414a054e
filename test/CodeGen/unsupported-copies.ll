; An instruction that was copied by unrolling is one error.

; RUN: not %llc -mcpu=sm_80 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK: error: k.cu:4:7: in function k{{.*}} llvm.exp.f32 has no instruction in PTX, and NVPTX has no library of C; expected a function of libdevice (__nv_*), or, of float, llvm.exp2 of a product
; CHECK: error: k.cu:5:7: in function k{{.*}} llvm.log.f32 has no instruction in PTX, and NVPTX has no library of C; expected a function of libdevice (__nv_*), or, of float, a multiple of llvm.nvvm.lg2.approx.f

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %p) !dbg !3 {
  %q = getelementptr float, ptr %p, i32 1
  %a = load float, ptr %p
  %b = load float, ptr %q
  %c = call float @llvm.exp.f32(float %a), !dbg !4
  %d = call float @llvm.exp.f32(float %b), !dbg !4
  %e = call float @llvm.log.f32(float %c), !dbg !5
  store float %e, ptr %p
  store float %d, ptr %q
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "k.cu", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !2, unit: !0)
!4 = !DILocation(line: 4, column: 7, scope: !3)
!5 = !DILocation(line: 5, column: 7, scope: !3)
!6 = !{i32 2, !"Debug Info Version", i32 3}
