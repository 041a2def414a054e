;===-- accesses.ll - plain accesses of tensor memory ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Errors, on every target, also where nobody calls tcgen05; pointers to tensor memory may be
; computed, kept and passed on. Code generation goes on to its end.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_70 -O0 -verify-machineinstrs %t/rejected.ll -o /dev/null 2>&1 | FileCheck %t/rejected.ll --implicit-check-not=error:
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %t/clean.ll -o - 2>&1 | FileCheck %t/clean.ll --implicit-check-not=error:

;--- rejected.ll
; CHECK: error: kernel.cu:3:3: in function plain {{.*}}: load of i32 through a pointer of address space 6: tensor memory is not reached by ordinary memory instructions (PTX ISA, Tensor Memory); expected llvm.nvvm.tcgen05.ld.* and llvm.nvvm.tcgen05.st.*, and llvm.nvvm.tcgen05.cp.* from shared memory
; CHECK: error: kernel.cu:4:3: in function plain {{.*}}: store of float through a pointer of address space 6: tensor memory is not reached by ordinary memory instructions (PTX ISA, Tensor Memory); expected llvm.nvvm.tcgen05.ld.* and llvm.nvvm.tcgen05.st.*, and llvm.nvvm.tcgen05.cp.* from shared memory
; CHECK: error: in function atomics {{.*}}: atomicrmw through a pointer of address space 6: tensor memory is not
; CHECK: error: in function atomics {{.*}}: cmpxchg through a pointer of address space 6: tensor memory is not
; CHECK: error: in function intrinsics {{.*}}: llvm.memcpy.p6.p0.i64 through a pointer of address space 6: tensor memory is not
; CHECK: error: in function intrinsics {{.*}}: llvm.memmove.p6.p6.i32 through a pointer of address space 6: tensor memory is not
; CHECK: error: in function intrinsics {{.*}}: llvm.memset.p6.i64 through a pointer of address space 6: tensor memory is not
; CHECK: error: in function intrinsics {{.*}}: llvm.masked.load.v4i32.p6 through a pointer of address space 6: tensor memory is not
; CHECK: error: in function casts {{.*}}: addrspacecast from address space 6: tensor memory has no generic address and is not part of another state space (PTX ISA, Tensor Memory Addressing); expected pointers of address space 6, ptrtoint and inttoptr to and from i32
; CHECK: error: in function casts {{.*}}: addrspacecast to address space 6: tensor memory has no generic address and is not part of another state space (PTX ISA, Tensor Memory Addressing); expected pointers of address space 6, ptrtoint and inttoptr to and from i32
; CHECK: error: in function casts {{.*}}: addrspacecast to or from address space 6: tensor memory has no generic address and is not part of another state space (PTX ISA, Tensor Memory Addressing); expected pointers of address space 6, ptrtoint and inttoptr to and from i32
; CHECK: error: in function variable {{.*}}: alloca of {{.}}4 x i32{{.}} in address space 6: tensor memory is allocated while a kernel runs (PTX ISA, tcgen05.alloc); expected llvm.nvvm.tcgen05.alloc.*, which writes an address to shared memory
; CHECK: error: variable global is in address space 6: tensor memory is allocated while a kernel runs (PTX ISA, tcgen05.alloc); expected llvm.nvvm.tcgen05.alloc.*, which writes an address to shared memory
; CHECK: error: variable pointer has an addrspacecast to or from address space 6 in its initial value: tensor memory has no generic address and is not part of another state space (PTX ISA, Tensor Memory Addressing); expected pointers of address space 6, ptrtoint and inttoptr to and from i32

@global = addrspace(6) global i32 0
@pointer = addrspace(1) global ptr addrspacecast (ptr addrspace(6) inttoptr (i32 64 to ptr addrspace(6)) to ptr)
@buffer = addrspace(1) global i32 0
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(6) @global to ptr)], section "llvm.metadata"
declare void @llvm.memcpy.p6.p0.i64(ptr addrspace(6), ptr, i64, i1)
declare void @llvm.memmove.p6.p6.i32(ptr addrspace(6), ptr addrspace(6), i32, i1)
declare void @llvm.memset.p6.i64(ptr addrspace(6), i8, i64, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p6(ptr addrspace(6), i32, <4 x i1>, <4 x i32>)

define float @plain(ptr addrspace(6) %p, float %f) !dbg !4 {
  %v = load i32, ptr addrspace(6) %p, !dbg !13
  store float %f, ptr addrspace(6) %p, !dbg !14
  %w = sitofp i32 %v to float
  ret float %w
}

define i32 @atomics(ptr addrspace(6) %p) {
  %v = atomicrmw add ptr addrspace(6) %p, i32 1 seq_cst
  %w = cmpxchg ptr addrspace(6) %p, i32 0, i32 1 seq_cst seq_cst
  ret i32 %v
}

define <4 x i32> @intrinsics(ptr addrspace(6) %p, ptr %q, <4 x i1> %m) {
  call void @llvm.memcpy.p6.p0.i64(ptr addrspace(6) %p, ptr %q, i64 64, i1 false)
  call void @llvm.memmove.p6.p6.i32(ptr addrspace(6) %p, ptr addrspace(6) %p, i32 64, i1 false)
  call void @llvm.memset.p6.i64(ptr addrspace(6) %p, i8 0, i64 64, i1 false)
  %v = call <4 x i32> @llvm.masked.load.v4i32.p6(ptr addrspace(6) %p, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}

define i32 @casts(ptr addrspace(6) %p, ptr %q) {
  %generic = addrspacecast ptr addrspace(6) %p to ptr
  %v = load i32, ptr %generic
  %tensor = addrspacecast ptr %q to ptr addrspace(6)
  %i = ptrtoint ptr addrspace(6) %tensor to i32
  %w = load i32, ptr addrspacecast (ptr addrspace(6) @global to ptr)
  %x = add i32 %v, %w
  %y = add i32 %x, %i
  ret i32 %y
}

define i32 @variable() {
  %p = alloca [4 x i32], addrspace(6)
  %i = ptrtoint ptr addrspace(6) %p to i32
  ret i32 %i
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "plain", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 3, scope: !4)
!14 = !DILocation(line: 4, column: 3, scope: !4)

;--- clean.ll
declare void @llvm.nvvm.tcgen05.wait.ld()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)

; CHECK-LABEL: .func {{.*}}arithmetic(
; CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32
define ptr addrspace(6) @pointers(ptr addrspace(6) %p, i32 %i) {
  %q = getelementptr i32, ptr addrspace(6) %p, i32 %i
  ret ptr addrspace(6) %q
}

define i32 @arithmetic(i32 %i, ptr %out) {
  %p = inttoptr i32 %i to ptr addrspace(6)
  %q = call ptr addrspace(6) @pointers(ptr addrspace(6) %p, i32 4)
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %q, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store ptr addrspace(6) %q, ptr %out
  %c = icmp eq ptr addrspace(6) %p, %q
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}
