;===-- crowded-loop.ll - offsets in a loop with many values --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of mma adds constants to an address in the loop, instead of keeping each sum in a register. If
; its values take almost all registers of a thread then, it computes others, too.

; RUN: sed -e 's/COUNT/150/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: sed -e 's/COUNT/158/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,FULL
; RUN: sed -e 's/COUNT/300/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,FULL
; RUN: sed -e 's/COUNT/90/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: %if ptxas %{ sed -e 's/COUNT/158/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | %ptxas -arch=sm_80 -c - -o %t.cubin %}

; CHECK-LABEL: .entry crowded(
; CHECK:         // ahead
; CHECK:       $L__BB0_1:
; CHECK:         add.s32 [[FIRST:%r[0-9]+]], [[BASE:%r[0-9]+]], 1024;
; CHECK:         // loop [[FIRST]]
; CHECK:         add.s32 [[SECOND:%r[0-9]+]], [[BASE]], 2048;
; CHECK:         // loop [[SECOND]]
; FULL:          xor.b32 [[THIRD:%r[0-9]+]], [[BASE]], 48;
; FULL:          // loop [[THIRD]]
; KEPT-NOT:      xor
; CHECK:         bra $L__BB0_1;

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)

define ptx_kernel void @crowded(ptr addrspace(1) %out, i32 %base, i32 %n, <2 x half> %a, <2 x half> %b) {
entry:
  %first = add i32 %base, 1024
  %second = add i32 %base, 2048
  %third = xor i32 %base, 48
  call void asm sideeffect "// ahead $0 $1", "r,r"(i32 %first, i32 %second)
  call void asm sideeffect "// ahead $0", "r"(i32 %third)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %values = phi <COUNT x float> [ zeroinitializer, %entry ], [ %sums, %loop ]
  %f = phi float [ 0.0, %entry ], [ %r, %loop ]
  call void asm sideeffect "// loop $0", "r"(i32 %first)
  %d0 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %f, float %f, float %f, float %f)
  %e0 = extractvalue { float, float, float, float } %d0, 0
  %d1 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e0, float %e0, float %e0, float %e0)
  %e1 = extractvalue { float, float, float, float } %d1, 1
  %d2 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e1, float %e1, float %e1, float %e1)
  %e2 = extractvalue { float, float, float, float } %d2, 2
  %d3 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e2, float %e2, float %e2, float %e2)
  %e3 = extractvalue { float, float, float, float } %d3, 3
  %d4 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e3, float %e3, float %e3, float %e3)
  %r = extractvalue { float, float, float, float } %d4, 0
  call void asm sideeffect "// loop $0", "r"(i32 %second)
  call void asm sideeffect "// loop $0", "r"(i32 %third)
  %one = insertelement <COUNT x float> poison, float %r, i32 0
  %splat = shufflevector <COUNT x float> %one, <COUNT x float> poison, <COUNT x i32> zeroinitializer
  %sums = fadd <COUNT x float> %values, %splat
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  store <COUNT x float> %sums, ptr addrspace(1) %out
  ret void
}

; Values that are used behind the loop are computed again there, unless they are few.
; CHECK-LABEL: .entry many(
; CHECK:         bra $L__BB1_1;
; CHECK-COUNT-14: xor.b32
; CHECK:         // behind
define ptx_kernel void @many(ptr addrspace(1) %out, i32 %base, i32 %n, <2 x half> %a, <2 x half> %b) {
entry:
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
  call void asm sideeffect "// ahead", "r,r,r,r,r,r,r,r,r,r,r,r,r,r"(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5, i32 %v6, i32 %v7, i32 %v8, i32 %v9, i32 %v10, i32 %v11, i32 %v12, i32 %v13)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %f = phi float [ 0.0, %entry ], [ %e4, %loop ]
  %d0 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %f, float %f, float %f, float %f)
  %e0 = extractvalue { float, float, float, float } %d0, 0
  %d1 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e0, float %e0, float %e0, float %e0)
  %e1 = extractvalue { float, float, float, float } %d1, 1
  %d2 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e1, float %e1, float %e1, float %e1)
  %e2 = extractvalue { float, float, float, float } %d2, 2
  %d3 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e2, float %e2, float %e2, float %e2)
  %e3 = extractvalue { float, float, float, float } %d3, 3
  %d4 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e3, float %e3, float %e3, float %e3)
  %e4 = extractvalue { float, float, float, float } %d4, 0
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  call void asm sideeffect "// behind", "r,r,r,r,r,r,r,r,r,r,r,r,r,r"(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5, i32 %v6, i32 %v7, i32 %v8, i32 %v9, i32 %v10, i32 %v11, i32 %v12, i32 %v13)
  store float %e4, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry few(
; CHECK:         bra $L__BB2_1;
; CHECK-NOT:     xor.b32
; CHECK:         // behind
define ptx_kernel void @few(ptr addrspace(1) %out, i32 %base, i32 %n, <2 x half> %a, <2 x half> %b) {
entry:
  %v0 = xor i32 %base, 1
  %v1 = xor i32 %base, 2
  %v2 = xor i32 %base, 3
  %v3 = xor i32 %base, 4
  %v4 = xor i32 %base, 5
  call void asm sideeffect "// ahead", "r,r,r,r,r"(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %f = phi float [ 0.0, %entry ], [ %e4, %loop ]
  %d0 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %f, float %f, float %f, float %f)
  %e0 = extractvalue { float, float, float, float } %d0, 0
  %d1 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e0, float %e0, float %e0, float %e0)
  %e1 = extractvalue { float, float, float, float } %d1, 1
  %d2 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e1, float %e1, float %e1, float %e1)
  %e2 = extractvalue { float, float, float, float } %d2, 2
  %d3 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e2, float %e2, float %e2, float %e2)
  %e3 = extractvalue { float, float, float, float } %d3, 3
  %d4 = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %b, <2 x half> %b, float %e3, float %e3, float %e3, float %e3)
  %e4 = extractvalue { float, float, float, float } %d4, 0
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  call void asm sideeffect "// behind", "r,r,r,r,r"(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4)
  store float %e4, ptr addrspace(1) %out
  ret void
}
