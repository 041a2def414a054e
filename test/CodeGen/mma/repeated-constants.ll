;===-- repeated-constants.ll - constants that are there ------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Accumulators are set to zero once, on the way around a loop and on the way into it. A register that
; is set to something else between is set again.
;
; RUN: %llc -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -O0 %s -o /dev/null

target triple = "nvptx64-nvidia-cuda"
declare {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: .entry sum(
; CHECK:      mov.b32 [[C0:%r[0-9]+]], 0f00000000;
; CHECK-NEXT: mov.b32 [[C1:%r[0-9]+]], [[C0]];
; CHECK-NEXT: @%p{{[0-9]+}} bra [[EXIT:.*]];
; CHECK-NOT:  mov.b32 [[C0]]
; CHECK-NOT:  mov.b32 [[C1]]
; CHECK:      {[[C0]], [[C1]], [[C0]], [[C1]]};
; CHECK:      [[EXIT]]:
; CHECK-NEXT: st.global.b32 {{.*}}, [[C0]];

define ptx_kernel void @sum(ptr addrspace(1) %p, i32 %a, i32 %n) {
entry:
  %empty = icmp slt i32 %n, 1
  br i1 %empty, label %exit, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %c0 = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %c1 = phi float [ 0.0, %entry ], [ %d1, %loop ]
  %d = call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %i, i32 %a, i32 %a, float %c0, float %c1, float %c0, float %c1)
  %d0 = extractvalue {float, float, float, float} %d, 0
  %d1 = extractvalue {float, float, float, float} %d, 1
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %r0 = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %r1 = phi float [ 0.0, %entry ], [ %d1, %loop ]
  store float %r0, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  store float %r1, ptr addrspace(1) %q
  ret void
}

; Each tile begins with zeros: the block before the inner loop is where two join.
; CHECK-LABEL: .entry tiles(
; CHECK:      [[TILE:\$L__BB[0-9_]+]]:
; CHECK:      mov.b32 [[C:%r[0-9]+]], 0f00000000;
; CHECK:      {[[C]], [[C]], [[C]], [[C]]};
; CHECK:      bra [[TILE]];
define ptx_kernel void @tiles(ptr addrspace(1) %p, i32 %a, i32 %n) {
entry:
  br label %tile
tile:
  %t = phi i32 [ 0, %entry ], [ %t1, %store ]
  br label %loop
loop:
  %i = phi i32 [ 0, %tile ], [ %i1, %loop ]
  %c = phi float [ 0.0, %tile ], [ %d0, %loop ]
  %d = call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %i, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %d0 = extractvalue {float, float, float, float} %d, 0
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %store
store:
  %q = getelementptr float, ptr addrspace(1) %p, i32 %t
  store float %d0, ptr addrspace(1) %q
  %t1 = add i32 %t, 1
  %next = icmp slt i32 %t1, %n
  br i1 %next, label %tile, label %exit
exit:
  ret void
}
