;===-- rejected.ll - what no matrix descriptor can hold ----------------===;
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
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/wgmma.ll -o %t/wgmma.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --implicit-check-not=error: --implicit-check-not=PLEASE
; RUN: test ! -s %t/wgmma.ptx
; RUN: not %llc -O0 -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/wgmma.ll -o %t/wgmma.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx -mcpu=sm_60 -verify-machineinstrs %t/wgmma.ll -o %t/wgmma.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --implicit-check-not=error:
; RUN: %opt -O2 %t/wgmma.ll -o - | not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs -o %t/wgmma.ptx 2>&1 \
; RUN:   | FileCheck %t/wgmma.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_103a -verify-machineinstrs %t/tcgen05.ll -o %t/tcgen05.ptx 2>&1 \
; RUN:   | FileCheck %t/tcgen05.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_103a -verify-machineinstrs %t/absolute.ll -o - | FileCheck %t/absolute.ll
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/absolute.ll -o %t/absolute.ptx 2>&1 \
; RUN:   | FileCheck %t/absolute.ll --check-prefix=ELSEWHERE --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/twins.ll -o - | FileCheck %t/twins.ll
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_90a -verify-machineinstrs %t/names.ll -o %t/names.ptx 2>&1 \
; RUN:   | FileCheck %t/names.ll --implicit-check-not=error:

;--- wgmma.ll
; CHECK: error: kernel.cu:42:7: in function numbers void (ptr addrspace(3), i32, ptr): llvm.nvvm.wgmma.smem_desc.encode: the leading dimension byte offset of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, not 2056 (PTX ISA 9.0, Matrix Descriptor Format of wgmma){{$}}
; CHECK: error: kernel.cu:43:9: in function numbers {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the stride dimension byte offset of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, not 262144 (PTX ISA 9.0, Matrix Descriptor Format of wgmma){{$}}
; CHECK: error: in function numbers {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the stride dimension byte offset of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, not -16 (
; CHECK: error: {{.*}}in function numbers {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the matrix base offset of a wgmma matrix descriptor must be from 0 to 7, not 8 (
; CHECK: error: {{.*}}in function numbers {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: with the swizzling mode 0 (no swizzle), the matrix base offset of a wgmma matrix descriptor must be 0, not 1 (PTX ISA 9.0, Matrix Descriptor Format of wgmma){{$}}
; CHECK: error: {{.*}}in function numbers {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the swizzling mode of a wgmma matrix descriptor must be 0 (no swizzle), 1 (128-byte swizzle), 2 (64-byte swizzle) or 3 (32-byte swizzle), not 4 (
; CHECK: error: {{.*}}in function numbers {{.*}}: operand 4 of llvm.nvvm.wgmma.smem_desc.encode, the swizzling mode of a wgmma matrix descriptor, must be a constant: 0 (no swizzle), 1 (128-byte swizzle), 2 (64-byte swizzle) or 3 (32-byte swizzle){{$}}
; CHECK: error: {{.*}}in function addresses {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the matrix start address of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, not 65544 (
; CHECK: error: {{.*}}in function addresses {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the matrix start address of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, not 262144 (
; CHECK: error: {{.*}}in function addresses {{.*}}: llvm.nvvm.wgmma.smem_desc.encode: the matrix start address of a wgmma matrix descriptor must be a multiple of 16 from 0 to 262128, which this address never is (PTX ISA 9.0, Matrix Descriptor Format of wgmma){{$}}
@tile = addrspace(3) global [8192 x i8] undef, align 1024

declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)

define void @numbers(ptr addrspace(3) %p, i32 %x, ptr %o) !dbg !4 {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2056, i32 1024, i32 0, i32 1), !dbg !7
  store volatile i64 %a, ptr %o
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 262144, i32 0, i32 1), !dbg !8
  store volatile i64 %b, ptr %o
  %c = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 -16, i32 0, i32 1)
  store volatile i64 %c, ptr %o
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 8, i32 1)
  store volatile i64 %d, ptr %o
  %e = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 1, i32 0)
  store volatile i64 %e, ptr %o
  %f = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 1, i32 4)
  store volatile i64 %f, ptr %o
  %g = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 1, i32 %x)
  store volatile i64 %g, ptr %o
  ret void
}

define void @addresses(ptr %o) {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 65544 to ptr addrspace(3)), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %a, ptr %o
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 262144 to ptr addrspace(3)), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %b, ptr %o
  %c = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 8), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %c, ptr %o
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "numbers", file: !1, line: 40, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 42, column: 7, scope: !4)
!8 = !DILocation(line: 43, column: 9, scope: !4)

;--- twins.ll
; Each of the above with what makes it right.
; CHECK-COUNT-10: st.volatile.b64
; CHECK: ret;
@tile = addrspace(3) global [8192 x i8] undef, align 1024

declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)

define void @twins(ptr addrspace(3) %p, ptr %o) {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2064, i32 1024, i32 0, i32 1)
  store volatile i64 %a, ptr %o
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 262128, i32 0, i32 1)
  store volatile i64 %b, ptr %o
  %c = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %c, ptr %o
  %d = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 7, i32 1)
  store volatile i64 %d, ptr %o
  %e = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 0, i32 0)
  store volatile i64 %e, ptr %o
  %f = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 1, i32 3)
  store volatile i64 %f, ptr %o
  %g = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %p, i32 2048, i32 16, i32 1, i32 2)
  store volatile i64 %g, ptr %o
  %h = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 65552 to ptr addrspace(3)), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %h, ptr %o
  %i = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) inttoptr (i64 262128 to ptr addrspace(3)), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %i, ptr %o
  %j = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 16), i32 2048, i32 16, i32 0, i32 1)
  store volatile i64 %j, ptr %o
  ret void
}

;--- tcgen05.ll
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: the swizzling mode of a tcgen05 matrix descriptor must be 0 (no swizzle), 1 (128-byte swizzle with 32-byte atomicity), 2 (128-byte swizzle), 4 (64-byte swizzle) or 6 (32-byte swizzle), not 3 (PTX ISA 9.4, Shared Memory Descriptor of tcgen05){{$}}
; CHECK: error: {{.*}}in function f {{.*}}: operand 4 of llvm.nvvm.tcgen05.mma_smem_desc.encode, the leading dimension stride mode of a tcgen05 matrix descriptor, must be a constant: 0 (relative byte offset) or 1 (absolute byte address){{$}}
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: with the leading dimension stride mode 1 (absolute byte address), the swizzling mode of a tcgen05 matrix descriptor must be 2 (128-byte swizzle), not 4 (64-byte swizzle) (PTX ISA 9.0, Restrictions on the Leading Dimension Absolute Address Stride){{$}}
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: with the leading dimension stride mode 1 (absolute byte address), the matrix base offset of a tcgen05 matrix descriptor must be 0, not 3 (
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)

define void @f(ptr addrspace(3) %p, i32 %x, ptr %o) {
  %a = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 0, i32 3)
  store volatile i64 %a, ptr %o
  %b = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 %x, i32 2)
  store volatile i64 %b, ptr %o
  %c = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 1, i32 4)
  store volatile i64 %c, ptr %o
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 3, i32 1, i32 2)
  store volatile i64 %d, ptr %o
  ; A base offset that does not matter without a swizzle is not forbidden here.
  %e = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 3, i32 0, i32 0)
  store volatile i64 %e, ptr %o
  ret void
}

;--- absolute.ll
; 0x4010404000000000, and the second chunk's address in the leading dimension's field.
; CHECK: bfe.u32 	[[N:%r[0-9]+]], {{%r[0-9]+}}, 4, 14;
; CHECK: mul.wide.u32 	{{%rd[0-9]+}}, [[N]], 65536;
; CHECK: or.b64  	{{%rd[0-9]+}}, {{%rd[0-9]+}}, 4616260261676843008;
; ELSEWHERE: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: the leading dimension stride mode of a tcgen05 matrix descriptor cannot be 1 (absolute byte address) on sm_100a; that needs sm_103a or sm_107a (PTX ISA 9.4, Shared Memory Descriptor of tcgen05){{$}}
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)

define i64 @f(ptr addrspace(3) %p, ptr addrspace(3) %next) {
  %n = ptrtoint ptr addrspace(3) %next to i32
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 %n, i32 1024, i32 0, i32 1, i32 2)
  ret i64 %d
}

;--- names.ll
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.wgmma.smem_desc.encod is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.smem_desc.encode?
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.smem_desc.encode is not an intrinsic of NVPTX; did you mean llvm.nvvm.tcgen05.mma_smem_desc.encode?
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.wgmma.smem_desc.encode is declared with the type i64 (ptr, i32, i32, i32, i32), which is not its signature; it is i64 (ptr addrspace(3), i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encod(ptr addrspace(3), i32, i32, i32, i32)
declare i64 @llvm.nvvm.tcgen05.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr, i32, i32, i32, i32)

define void @f(ptr addrspace(3) %p, ptr %g) {
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encod(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 1)
  %b = call i64 @llvm.nvvm.tcgen05.smem_desc.encode(ptr addrspace(3) %p, i32 16, i32 1024, i32 0, i32 1)
  %c = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr %g, i32 16, i32 1024, i32 0, i32 1)
  ret void
}
