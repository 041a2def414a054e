;===-- distant-blocks.ll - values across a loop, blocks away from it ------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A prologue and an epilogue with a branch for each copy have many blocks. Values from ahead of the
; prologue are still computed again, in the loop and behind the epilogue.

; RUN: awk '/^; AHEAD/ { for (I = 0; I != 40; ++I) print "%c" I " = icmp eq i32 %n, " I "\nbr i1 %c" I ", label %a" I ", label %b" I "\na" I ":\ncall void asm sideeffect \"// ahead\", \"\"()\nbr label %b" I "\nb" I ":" } \
; RUN:      /^; BEHIND/ { for (I = 0; I != 400; ++I) print "%m" I " = icmp eq i32 %n, " I "\nbr i1 %m" I ", label %x" I ", label %y" I "\nx" I ":\ncall void asm sideeffect \"// behind\", \"\"()\nbr label %y" I "\ny" I ":" } \
; RUN:      { print }' %s > %t.ll
; RUN: %llc -mcpu=sm_80 -mattr=+ptx70 %t.ll -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx70 %t.ll -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

; CHECK-LABEL: .entry distant(
; CHECK:         // values
; CHECK-COUNT-40: // ahead
; CHECK:         =>This Inner Loop
; CHECK-DAG:     add.s32 [[FIRST:%r[0-9]+]], [[BASE:%r[0-9]+]], 1024;
; CHECK-DAG:     add.s32 [[SECOND:%r[0-9]+]], [[BASE]], 2048;
; CHECK:         // loop [[FIRST]] [[SECOND]]
; CHECK-COUNT-400: // behind
; CHECK-COUNT-14: xor.b32
; CHECK:         // end

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)

define ptx_kernel void @distant(ptr addrspace(1) %out, i32 %base, i32 %n, <2 x half> %a, <2 x half> %b) {
entry:
  %first = add i32 %base, 1024
  %second = add i32 %base, 2048
  %v0 = xor i32 %base, 1
  %v1 = xor i32 %base, 2
  %v2 = xor i32 %base, 3
  %v3 = xor i32 %base, 4
  %v4 = xor i32 %base, 5
  %v5 = xor i32 %base, 6
  %v6 = xor i32 %base, 7
  %v7 = xor i32 %base, 8
  %v8 = xor i32 %base, 9
  %v9 = xor i32 %base, 10
  %v10 = xor i32 %base, 11
  %v11 = xor i32 %base, 12
  %v12 = xor i32 %base, 13
  %v13 = xor i32 %base, 14
  call void asm sideeffect "// values", "r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r"(i32 %first, i32 %second, i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5, i32 %v6, i32 %v7, i32 %v8, i32 %v9, i32 %v10, i32 %v11, i32 %v12, i32 %v13)
; AHEAD
  br label %loop

loop:
  %i = phi i32 [ 0, %b39 ], [ %next, %loop ]
  %f = phi float [ 0.0, %b39 ], [ %e4, %loop ]
  call void asm sideeffect "// loop $0 $1", "r,r"(i32 %first, i32 %second)
  %d0 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %f, float %f, float %f, float %f)
  %e0 = extractvalue { float, float, float, float } %d0, 0
  %d1 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e0, float %e0, float %e0, float %e0)
  %e1 = extractvalue { float, float, float, float } %d1, 0
  %d2 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e1, float %e1, float %e1, float %e1)
  %e2 = extractvalue { float, float, float, float } %d2, 0
  %d3 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e2, float %e2, float %e2, float %e2)
  %e3 = extractvalue { float, float, float, float } %d3, 0
  %d4 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e3, float %e3, float %e3, float %e3)
  %e4 = extractvalue { float, float, float, float } %d4, 0
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
; BEHIND
  call void asm sideeffect "// end", "r,r,r,r,r,r,r,r,r,r,r,r,r,r"(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5, i32 %v6, i32 %v7, i32 %v8, i32 %v9, i32 %v10, i32 %v11, i32 %v12, i32 %v13)
  store float %e4, ptr addrspace(1) %out
  ret void
}
