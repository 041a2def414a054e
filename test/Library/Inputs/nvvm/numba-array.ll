; compile: -arch=compute_80 -opt=0 -g
; run: --block 64 --arg u64:0 --arg u64:0 --arg s64:32 --arg s64:4 --arg A=s32[32]:iota,1,3 --arg s64:32 --arg s64:4 --arg u64:0 --arg u64:0 --arg s64:32 --arg s64:4 --arg B=s32[32]:zeros --arg s64:32 --arg s64:4 --print B
; prints: 1 16 49 100 169 256 361 484 625 784 961 1156 1369 1600 1849 2116 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.dbg.declare(metadata, metadata, metadata)

define linkonce_odr i32 @_ZN8__main__6squareB2v1Ex(i64* noalias nocapture %.ret, i64 %arg.x) !dbg !10 {
entry:
  %x = alloca i64
  store i64 %arg.x, i64* %x, !dbg !12
  call void @llvm.dbg.declare(metadata i64* %x, metadata !13, metadata !DIExpression()), !dbg !12
  %v = load i64, i64* %x, !dbg !12
  %big = icmp sgt i64 %v, 60, !dbg !12
  br i1 %big, label %error, label %good, !dbg !12
good:
  %s = mul nsw i64 %v, %v, !dbg !12
  store i64 %s, i64* %.ret, !dbg !12
  ret i32 0, !dbg !12
error:
  ret i32 1, !dbg !12
}

define void @_ZN6cudapy8__main__6kernelB2v2E5ArrayIiLi1E1C7mutable7alignedE(i8* %arg.a.0, i8* %arg.a.1, i64 %arg.a.2, i64 %arg.a.3, i32* %arg.a.4, i64 %arg.a.5.0, i64 %arg.a.6.0, i8* %arg.b.0, i8* %arg.b.1, i64 %arg.b.2, i64 %arg.b.3, i32* %arg.b.4, i64 %arg.b.5.0, i64 %arg.b.6.0) !dbg !5 {
entry:
  %.res = alloca i64
  %inserted.nitems = insertvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } undef, i64 %arg.a.2, 2, !dbg !7
  %inserted.data = insertvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %inserted.nitems, i32* %arg.a.4, 4, !dbg !7
  %inserted.strides = insertvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %inserted.data, i64 %arg.a.6.0, 6, 0, !dbg !7
  %array = alloca { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] }
  store { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %inserted.strides, { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] }* %array, !dbg !7
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !8
  %i = sext i32 %tid to i64, !dbg !8
  %loaded = load { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] }, { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] }* %array, !dbg !8
  %nitems = extractvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %loaded, 2, !dbg !8
  %data = extractvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %loaded, 4, !dbg !8
  %stride = extractvalue { i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64] } %loaded, 6, 0, !dbg !8
  %inside = icmp slt i64 %i, %nitems, !dbg !8
  br i1 %inside, label %work, label %done, !dbg !8
work:
  %offset = mul i64 %stride, %i, !dbg !8
  %base = ptrtoint i32* %data to i64, !dbg !8
  %address = add i64 %base, %offset, !dbg !8
  %pointer = inttoptr i64 %address to i32*, !dbg !8
  %v = load i32, i32* %pointer, !dbg !8
  %w = sext i32 %v to i64, !dbg !8
  %status = call i32 @_ZN8__main__6squareB2v1Ex(i64* %.res, i64 %w), !dbg !8
  %failed = icmp ne i32 %status, 0, !dbg !8
  %r = load i64, i64* %.res, !dbg !8
  %t = trunc i64 %r to i32, !dbg !8
  %n = select i1 %failed, i32 -1, i32 %t, !dbg !8
  %pb = getelementptr i32, i32* %arg.b.4, i64 %i, !dbg !8
  store i32 %n, i32* %pb, !dbg !8
  br label %done, !dbg !8
done:
  ret void, !dbg !9
}

!nvvm.annotations = !{!0}
!0 = !{void (i8*, i8*, i64, i64, i32*, i64, i64, i8*, i8*, i64, i64, i32*, i64, i64)* @_ZN6cudapy8__main__6kernelB2v2E5ArrayIiLi1E1C7mutable7alignedE, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 2}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!3}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, producer: "clang (Numba)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "kernel.py", directory: "/")
!5 = distinct !DISubprogram(name: "kernel", linkageName: "_ZN6cudapy8__main__6kernelB2v2E5ArrayIiLi1E1C7mutable7alignedE", scope: !4, file: !4, line: 5, type: !6, isLocal: false, isDefinition: true, scopeLine: 5, isOptimized: false, unit: !2)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 5, column: 1, scope: !5)
!8 = !DILocation(line: 6, column: 1, scope: !5)
!9 = !DILocation(line: 7, column: 1, scope: !5)
!10 = distinct !DISubprogram(name: "square", linkageName: "_ZN8__main__6squareB2v1Ex", scope: !4, file: !4, line: 1, type: !6, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, unit: !2)
!12 = !DILocation(line: 2, column: 1, scope: !10)
!13 = !DILocalVariable(name: "x", scope: !10, file: !4, line: 1, type: !14)
!14 = !DIBasicType(name: "int64", size: 64, encoding: DW_ATE_signed)
