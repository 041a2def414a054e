;===-- rejected.ll - what no instruction descriptor can hold -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Constant operands are checked; all errors come in one run, in program order, with
; function and debug location, and llc ends with 1. ptxas sees none of this.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/wrong.ll -o %t/wrong.ptx 2>&1 \
; RUN:   | FileCheck %t/wrong.ll --implicit-check-not=error: --implicit-check-not=PLEASE
; RUN: test ! -s %t/wrong.ptx
; RUN: not %llc -O0 -mtriple=nvptx64 -mcpu=sm_50 -verify-machineinstrs %t/wrong.ll -o %t/wrong.ptx 2>&1 \
; RUN:   | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: %opt -O2 %t/wrong.ll -o - | not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -o %t/wrong.ptx 2>&1 \
; RUN:   | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/twins.ll -o - | FileCheck %t/twins.ll
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/k96.ll -o %t/k96.ptx 2>&1 \
; RUN:   | FileCheck %t/k96.ll --check-prefix=ELSEWHERE --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -verify-machineinstrs %t/k96.ll -o - | FileCheck %t/k96.ll
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/names.ll -o %t/names.ptx 2>&1 \
; RUN:   | FileCheck %t/names.ll --implicit-check-not=error:

;--- wrong.ll
; CHECK: error: kernel.cu:42:7: in function f void (i32, ptr): llvm.nvvm.tcgen05.idesc.encode.f16: the dimension M of kind::f16 must be 32, 64, 128 or 256, not 96 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: the dimension M of kind::f16 must be 32, 64, 128 or 256, not -128 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: the dimension N of kind::f16 must be 8 to 256 in steps of 8, not 264 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: with the sparsity 0 (dense) and the dimension M 256, the dimension N of kind::f16 must be 16 to 256 in steps of 16, not 8 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: with the sparsity 1 (sparse) and the dimension M 32, the dimension N of kind::f16 must be 64 or 128, not 256 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: with the sparsity 0 (dense), the sparsity selector of kind::f16 must be 0, not 1 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: the type of D of kind::f16 must be 0 (f16) or 1 (f32), not 2 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: with the type of D 0 (f16), the type of A of kind::f16 must be 0 (f16), not 1 (bf16) (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: the type of A of kind::f16 must be 0 (f16) or 1 (bf16), not 2 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.f16: the negation of A of kind::f16 must be 0 (no negation) or 1 (negation), not 2 (PTX ISA 9.4, Instruction descriptor of tcgen05); the maximum shift of B of kind::f16 must be 0 (no shift), 1 (maximum shift of 8), 2 (maximum shift of 16) or 3 (maximum shift of 32), not 4 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.i8: the dimension N of kind::i8 must be 8, 16, 24, then 32 to 256 in steps of 16, not 40 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4: the dimension M of kind::mxf8f6f4 must be 128 or 256, not 64 (PTX ISA 9.0, Matrix Shape of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4: the scale factor data ID of A of kind::mxf8f6f4 must be from 0 to 3, not 4 (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4: with the dimension K 0 (K = 64, sparse 128), the scale factor data ID of B of kind::mxf4 must be 0 or 2, not 1 (PTX ISA 9.0, Block Scaling of tcgen05){{$}}
; CHECK: error: in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4: with the dimension K 0 (K = 64, sparse 128) and the scale matrix type 0 (ue4m3), the scale factor data ID of A of kind::mxf4nvf4 must be 0, not 2 (PTX ISA 9.0, Block Scaling of tcgen05){{$}}
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

define void @f(i32 %x, ptr %o) !dbg !4 {
  %v0 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 96, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0), !dbg !7
  store volatile i32 %v0, ptr %o
  %v1 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 -128, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v1, ptr %o
  %v2 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 264, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v2, ptr %o
  %v3 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 256, i32 8, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v3, ptr %o
  %v4 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 32, i32 256, i32 0, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v4, ptr %o
  %v5 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v5, ptr %o
  %v6 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v6, ptr %o
  %v7 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v7, ptr %o
  %v8 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 %x, i32 256, i32 0, i32 0, i32 1, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v8, ptr %o
  %v9 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 4)
  store volatile i32 %v9, ptr %o
  %v11 = call i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32 128, i32 40, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v11, ptr %o
  %v12 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 64, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v12, ptr %o
  %v13 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 4)
  store volatile i32 %v13, ptr %o
  %v14 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 128, i32 128, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v14, ptr %o
  %v15 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 2, i32 0)
  store volatile i32 %v15, ptr %o
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 40, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 42, column: 7, scope: !4)

;--- twins.ll
; Each of the above with what makes it right.
; CHECK-COUNT-16: st.volatile.b32
; CHECK: ret;
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

define void @f(i32 %x, ptr %o) {
  %v0 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 64, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v0, ptr %o
  %v1 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 256, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v1, ptr %o
  %v2 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 248, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v2, ptr %o
  %v3 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 256, i32 16, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v3, ptr %o
  %v4 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 32, i32 128, i32 0, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v4, ptr %o
  %v5 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v5, ptr %o
  %v6 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v6, ptr %o
  %v7 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v7, ptr %o
  %v8 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 %x, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v8, ptr %o
  %v9 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 3)
  store volatile i32 %v9, ptr %o
  %v10 = call i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32 128, i32 128, i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0)
  store volatile i32 %v10, ptr %o
  %v11 = call i32 @llvm.nvvm.tcgen05.idesc.encode.i8(i32 128, i32 48, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v11, ptr %o
  %v12 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 256, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v12, ptr %o
  %v13 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 3)
  store volatile i32 %v13, ptr %o
  %v14 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 128, i32 128, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0)
  store volatile i32 %v14, ptr %o
  %v15 = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 1, i32 2, i32 0)
  store volatile i32 %v15, ptr %o
  ret void
}

;--- k96.ll
; ELSEWHERE: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4: the dimension K of kind::mxf4 cannot be 1 (K = 96, sparse 192) on sm_100a; that needs sm_103a or sm_107f or sm_107a (PTX ISA 9.4, Instruction descriptor of tcgen05){{$}}
; 0xB08404B0
; CHECK: st.param.b32 	[func_retval0], -1333525328;
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32)

define i32 @f() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 256, i32 16, i32 0, i32 3, i32 0, i32 0, i32 1, i32 1)
  ret i32 %d
}

;--- names.ll
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4nvf is not an intrinsic of NVPTX; did you mean llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4?
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.tf32 is declared with the type i32 (i32, i32), which is not its signature; it is i32 (i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf(i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.tf32(i32, i32)

define void @f() {
  %a = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf(i32 128, i32 128)
  %b = call i32 @llvm.nvvm.tcgen05.idesc.encode.tf32(i32 128, i32 128)
  ret void
}
