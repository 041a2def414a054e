;===-- crowded-loop.ll - offsets in a loop with many values --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A loop of mma whose values take almost all registers of a thread adds constants to an address in the
; loop, instead of keeping each sum in a register. If it still has too many values, it computes others, too. A loop
; with fewer values keeps them.

; RUN: sed -e 's/COUNT/150/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,CROWDED,KEPT
; RUN: sed -e 's/COUNT/158/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,CROWDED,FULL
; RUN: sed -e 's/COUNT/300/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,CROWDED,FULL
; RUN: sed -e 's/COUNT/90/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | FileCheck %s --check-prefixes=CHECK,FREE,KEPT
; RUN: %if ptxas %{ sed -e 's/COUNT/158/g' %s | %llc -mcpu=sm_80 -mattr=+ptx70 | %ptxas -arch=sm_80 -c - -o %t.cubin %}

; CHECK-LABEL: .entry crowded(
; CHECK:         // ahead
; CHECK:       $L__BB0_1:
; CROWDED:       add.s32 [[FIRST:%r[0-9]+]], [[BASE:%r[0-9]+]], 1024;
; CROWDED:       // loop [[FIRST]]
; CROWDED:       add.s32 [[SECOND:%r[0-9]+]], [[BASE]], 2048;
; CROWDED:       // loop [[SECOND]]
; FREE-NOT:      1024;
; FREE:          // loop
; FREE-NOT:      2048;
; FREE:          // loop
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
