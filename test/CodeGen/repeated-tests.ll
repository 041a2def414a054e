; A thread has seven predicates. The bits of a mask are taken and tested where a branch uses the result.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: many(
; CHECK:       bra
; CHECK:       and.b32 [[BIT:%r[0-9]+]], %r{{[0-9]+}}, 256;
; CHECK-NEXT:  setp.eq.b32 [[P:%p[0-9]+]], [[BIT]], 0;
; CHECK-NEXT:  @[[P]] bra
define void @many(ptr addrspace(1) %p, i32 %mask, i32 %a, float %c) {
entry:
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  %bit0 = and i32 %mask, 2
  %none0 = icmp eq i32 %bit0, 0
  %bit1 = and i32 %mask, 4
  %none1 = icmp eq i32 %bit1, 0
  %bit2 = and i32 %mask, 8
  %none2 = icmp eq i32 %bit2, 0
  %bit3 = and i32 %mask, 16
  %none3 = icmp eq i32 %bit3, 0
  %bit4 = and i32 %mask, 32
  %none4 = icmp eq i32 %bit4, 0
  %bit5 = and i32 %mask, 64
  %none5 = icmp eq i32 %bit5, 0
  %bit6 = and i32 %mask, 128
  %none6 = icmp eq i32 %bit6, 0
  %bit7 = and i32 %mask, 256
  %none7 = icmp eq i32 %bit7, 0
  %bit8 = and i32 %mask, 512
  %none8 = icmp eq i32 %bit8, 0
  br label %row0
row0:
  br i1 %none0, label %row1, label %store0
store0:
  %p0 = getelementptr float, ptr addrspace(1) %p, i32 0
  store volatile float %v, ptr addrspace(1) %p0
  br label %row1
row1:
  br i1 %none1, label %row2, label %store1
store1:
  %p1 = getelementptr float, ptr addrspace(1) %p, i32 1
  store volatile float %v, ptr addrspace(1) %p1
  br label %row2
row2:
  br i1 %none2, label %row3, label %store2
store2:
  %p2 = getelementptr float, ptr addrspace(1) %p, i32 2
  store volatile float %v, ptr addrspace(1) %p2
  br label %row3
row3:
  br i1 %none3, label %row4, label %store3
store3:
  %p3 = getelementptr float, ptr addrspace(1) %p, i32 3
  store volatile float %v, ptr addrspace(1) %p3
  br label %row4
row4:
  br i1 %none4, label %row5, label %store4
store4:
  %p4 = getelementptr float, ptr addrspace(1) %p, i32 4
  store volatile float %v, ptr addrspace(1) %p4
  br label %row5
row5:
  br i1 %none5, label %row6, label %store5
store5:
  %p5 = getelementptr float, ptr addrspace(1) %p, i32 5
  store volatile float %v, ptr addrspace(1) %p5
  br label %row6
row6:
  br i1 %none6, label %row7, label %store6
store6:
  %p6 = getelementptr float, ptr addrspace(1) %p, i32 6
  store volatile float %v, ptr addrspace(1) %p6
  br label %row7
row7:
  br i1 %none7, label %row8, label %store7
store7:
  %p7 = getelementptr float, ptr addrspace(1) %p, i32 7
  store volatile float %v, ptr addrspace(1) %p7
  br label %row8
row8:
  br i1 %none8, label %row9, label %store8
store8:
  %p8 = getelementptr float, ptr addrspace(1) %p, i32 8
  store volatile float %v, ptr addrspace(1) %p8
  br label %row9
row9:
  ret void
}
