; Bits of a mask that is made of a condition are that condition, and a bit that another condition
; clears is both: each copy has one predicate.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: copies(
; CHECK:       setp.lt.s32 [[INSIDE:%p[0-9]+]],
; CHECK-NOT:   and.b32
; CHECK-NOT:   bfe
; CHECK-DAG:   setp.{{[a-z]+}}.b32 [[OTHER:%p[0-9]+]],
; CHECK-DAG:   and.pred [[BOTH:%p[0-9]+]], {{%p[0-9]+, %p[0-9]+}};
; CHECK:       selp.b32 [[BIT:%r[0-9]+]], 1, 0, [[BOTH]];
; CHECK:       // copy [[BIT]]
; CHECK:       // copy [[BIT]]
; CHECK:       // clear {{%r[0-9]+}}
; CHECK:       mma
define void @copies(ptr addrspace(1) %p, i32 %row, i32 %m, i32 %last, i32 %a, float %c) {
  %inside = icmp slt i32 %row, %m
  %mask = select i1 %inside, i32 15, i32 0
  %ends = icmp eq i32 %last, 0
  %first = and i32 %mask, 1
  %one = select i1 %ends, i32 0, i32 %first
  call void asm sideeffect "// copy $0", "r"(i32 %one)
  %shifted = lshr i32 %mask, 2
  %third = and i32 %shifted, 1
  %two = select i1 %ends, i32 0, i32 %third
  call void asm sideeffect "// copy $0", "r"(i32 %two)
  %wide = xor i32 %mask, 15
  %none = icmp ne i32 %wide, 0
  %outside = zext i1 %none to i32
  %clear = select i1 %ends, i32 %outside, i32 0
  call void asm sideeffect "// clear $0", "r"(i32 %clear)
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  store float %v, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: ordinary(
; CHECK:       selp.b32 [[MASK:%r[0-9]+]], 15, 0,
; CHECK-COUNT-2: and.b32
; CHECK:       ret
define void @ordinary(i32 %row, i32 %m, i32 %x) {
  %inside = icmp slt i32 %row, %m
  %mask = select i1 %inside, i32 15, i32 0
  %first = and i32 %mask, 1
  %second = and i32 %mask, 6
  call void asm sideeffect "// $0 $1", "r,r"(i32 %first, i32 %second)
  ret void
}
