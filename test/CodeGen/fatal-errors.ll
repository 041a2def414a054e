; What LLVM calls a fatal error is an error of the program: no abort(), and no file. One in the selection of a function is
; an error like others, with the function and the instruction; the plug-in's hosts report it, too.

; DEFINE: %{only} = --implicit-check-not=Stack --implicit-check-not=PLEASE --implicit-check-not='LLVM ERROR'
; RUN: rm -rf %t && split-file %s %t
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 %t/unselectable.ll -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=SELECT %{only}
; RUN: not ls %t/x.ptx
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 -threads=2 %t/unselectable.ll -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=SELECT %{only}
; RUN: not ls %t/x.ptx
; RUN: %llc -mcpu=sm_90 -mattr=+ptx86 %t/unselectable.ll -o %t/x.ptx
; RUN: rm %t/x.ptx

; RUN: %if stock-tools %{ not %stock-llc -load=%plugin -mcpu=sm_100a -mattr=+ptx86 %t/unselectable.ll -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=SELECT %{only} %}
; RUN: not ls %t/x.ptx
; RUN: %if cuda %{ not %clangxx --target=nvptx64-nvidia-cuda -march=sm_100a -S -x ir %t/unselectable.ll -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=SELECT %{only} %}
; RUN: not ls %t/x.ptx

; SELECT: error: {{.*}}in function test half (i64, <2 x half>): block %0, '%vec = insertelement <4 x i32>{{.*}}': LLVM 22.1.8 has no instruction of sm_100a for a step of its own, 'bitcast of v4f16 to i64'; this is a bug of the compiler

; RUN: echo 'target triple = "nvptx64"' | not %llc -mcpu=sm_90 -mattr=+ptx50 -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=report
; TARGET: {{[Ee]rror|ERROR}}:

;--- unselectable.ll
target triple = "nvptx64-nvidia-cuda"
define half @test(i64 %idx, <2 x half> %input) {
  %val = bitcast <2 x half> %input to <1 x i32>
  %scalar = extractelement <1 x i32> %val, i64 0
  %vec = insertelement <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>, i32 %scalar, i64 1
  %cast = bitcast <4 x i32> %vec to <8 x half>
  %elt0 = extractelement <8 x half> %cast, i64 0
  %elt3 = extractelement <8 x half> %cast, i64 3
  %big = insertelement <16 x half> zeroinitializer, half %elt0, i64 1
  %big2 = insertelement <16 x half> %big, half %elt3, i64 %idx
  %big3 = insertelement <16 x half> %big2, half 0xH0000, i64 0
  %result = extractelement <16 x half> %big3, i64 %idx
  ret half %result
}
