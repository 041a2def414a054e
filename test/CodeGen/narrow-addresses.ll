; Addresses of shared memory are computed in 32 bits where nothing reads the high half.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -nvptx-low-halves=0 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@memory = external addrspace(3) global [0 x i8], align 16
@matrix = external addrspace(3) global [512 x i8], align 16
@other = external addrspace(1) global [16 x i8], align 16

declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))

; A pointer that moves through two stages, its uses in inline assembly and in a load with an offset.
; CHECK-LABEL: .entry stages(
; CHECK:       mov.b32 [[FIRST:%r[0-9]+]], memory;
; CHECK:     $L__BB0_1:
; CHECK-NOT:   %rd
; CHECK:       // uses [[AT:%r[0-9]+]]
; CHECK-NOT:   %rd
; CHECK:       ld.volatile.shared.b32 %r{{[0-9]+}}, [[[AT]]+64];
; CHECK-NOT:   %rd
; CHECK:       selp.b32
; CHECK:       bra
; OFF-LABEL:   .entry stages(
; OFF:         cvt.u32.u64
; OFF:         ld.volatile.shared.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+64];
define ptx_kernel void @stages(ptr addrspace(1) %to, i32 %n, i32 %row) {
entry:
  %offset = zext i32 %row to i64
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %stage = phi ptr addrspace(3) [ @memory, %entry ], [ %following, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr addrspace(3) %stage, i64 %offset
  %number = ptrtoint ptr addrspace(3) %at to i64
  %low = trunc i64 %number to i32
  call void asm sideeffect "// uses $0", "r"(i32 %low)
  %behind = getelementptr i8, ptr addrspace(3) %at, i64 64
  %loaded = load volatile i32, ptr addrspace(3) %behind
  %more = add i32 %sum, %loaded
  %moved = getelementptr i8, ptr addrspace(3) %stage, i64 4096
  %next = add i32 %i, 1
  %odd = trunc i32 %next to i1
  %following = select i1 %odd, ptr addrspace(3) %moved, ptr addrspace(3) @memory
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) @matrix)
  %a = extractvalue { i32, i32 } %r, 0
  %b = add i32 %a, %more
  store i32 %b, ptr addrspace(1) %to
  ret void
}

; The high half is read, a shift leaves nothing in the low half, and a symbol is not in shared memory.
; CHECK-LABEL: .entry wide(
; CHECK:       mul.wide.u32 [[WIDE:%rd[0-9]+]],
; CHECK:       add.s64 [[SUM:%rd[0-9]+]],
; CHECK:       st.global.b64 [{{%rd[0-9]+}}], [[SUM]];
; CHECK:       mov.b64 %rd{{[0-9]+}}, other;
; CHECK:       ret;
define ptx_kernel void @wide(ptr addrspace(1) %to, i32 %row) {
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) @matrix)
  %a = extractvalue { i32, i32 } %r, 0
  %offset = zext i32 %row to i64
  %at = getelementptr i32, ptr addrspace(3) @memory, i64 %offset
  %loaded = load i32, ptr addrspace(3) %at
  %number = ptrtoint ptr addrspace(3) %at to i64
  store i64 %number, ptr addrspace(1) %to
  %sum = add i32 %loaded, %a
  %far = getelementptr i8, ptr addrspace(1) %to, i64 8
  %global = ptrtoint ptr addrspace(1) @other to i64
  %low = trunc i64 %global to i32
  %all = add i32 %sum, %low
  store i32 %all, ptr addrspace(1) %far
  ret void
}
