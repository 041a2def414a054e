;===-- selected-copies.ll - branches around copies -----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A branch around nothing but copies becomes selects in a function with matrix instructions, so that computations
; before and behind it can be mixed. In any other it stays, as in stock LLVM.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: awk '/^; VALUES/ { for (I = 0; I != 29; ++I) print "%%m" I " = phi float [ 0.0, %%mask ], [ %%f, %%entry ]" } \
; RUN:      /^; STORES/ { for (I = 0; I != 29; ++I) print "store volatile float %%m" I ", ptr addrspace(1) %%out" } \
; RUN:      { print }' %s > %t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=MANY
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; Columns behind the limit are masked: the branch goes around the copies if its condition is false.
; CHECK-LABEL: .entry masked(
; CHECK-NOT:   bra
; CHECK:       mma.sync
; CHECK-NOT:   bra
; CHECK:       setp.gt.s32 [[BEHIND:%p[0-9]+]],
; CHECK-NOT:   bra
; CHECK-COUNT-4: selp.f32 %r{{[0-9]+}}, 0fFF800000, %r{{[0-9]+}}, [[BEHIND]];
; CHECK-NOT:   bra
; CHECK:       ret;
; 33 values are too many, as accumulators are that are set to zero once.
; MANY-LABEL:  .entry masked(
; MANY:        mma.sync
; MANY:        bra
; MANY-NOT:    selp
; MANY:        ret;
define ptx_kernel void @masked(ptr addrspace(1) %out, float %f, i32 %a, i32 %column, i32 %limit) {
entry:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  %d.1 = extractvalue { float, float, float, float } %d, 1
  %d.2 = extractvalue { float, float, float, float } %d, 2
  %d.3 = extractvalue { float, float, float, float } %d, 3
  %behind = icmp sgt i32 %column, %limit
  br i1 %behind, label %mask, label %done

mask:
  br label %done

done:
  %s.0 = phi float [ 0xFFF0000000000000, %mask ], [ %d.0, %entry ]
  %s.1 = phi float [ 0xFFF0000000000000, %mask ], [ %d.1, %entry ]
  %s.2 = phi float [ 0xFFF0000000000000, %mask ], [ %d.2, %entry ]
  %s.3 = phi float [ 0xFFF0000000000000, %mask ], [ %d.3, %entry ]
; VALUES
  store volatile float %s.0, ptr addrspace(1) %out
  store volatile float %s.1, ptr addrspace(1) %out
  store volatile float %s.2, ptr addrspace(1) %out
  store volatile float %s.3, ptr addrspace(1) %out
; STORES
  ret void
}

; The branch goes around the copies if its condition is true, to a block that others come to, too. A value that is the
; same on both ways needs no select.
; CHECK-LABEL: .entry joined(
; CHECK:       bra [[DONE:\$L__BB[0-9_]+]];
; CHECK:       setp.eq.b32 [[FIRST:%p[0-9]+]], %r{{[0-9]+}}, 0;
; CHECK:       selp.b32 [[A:%r[0-9]+]], [[X:%r[0-9]+]], [[Y:%r[0-9]+]], [[FIRST]];
; CHECK:       selp.b32 [[B:%r[0-9]+]], [[Y]], [[X]], [[FIRST]];
; CHECK:       selp.b32 [[C:%r[0-9]+]], 7, [[X]], [[FIRST]];
; CHECK-NOT:   selp
; CHECK-NOT:   bra
; CHECK:       [[DONE]]:
; CHECK:       mma.sync
define ptx_kernel void @joined(ptr addrspace(1) %out, i32 %n, i32 %step, i32 %x, i32 %y) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %done, label %test

test:
  %first = icmp eq i32 %step, 0
  br i1 %first, label %done, label %copy

copy:
  br label %done

done:
  %a = phi i32 [ 1, %entry ], [ %x, %test ], [ %y, %copy ]
  %b = phi i32 [ 2, %entry ], [ %y, %test ], [ %x, %copy ]
  %c = phi i32 [ 3, %entry ], [ 7, %test ], [ %x, %copy ]
  %e = phi i32 [ 4, %entry ], [ %x, %test ], [ %x, %copy ]
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %b, i32 %c, i32 %e, i32 %a, i32 %a, float 0.0, float 0.0, float 0.0, float 0.0)
  %d.0 = extractvalue { float, float, float, float } %d, 0
  store float %d.0, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry other(
; CHECK:       bra
; CHECK-NOT:   selp
; CHECK:       ret;
define ptx_kernel void @other(ptr addrspace(1) %out, i32 %column, i32 %limit, float %d.0, float %d.1, float %d.2, float %d.3) {
entry:
  %behind = icmp sgt i32 %column, %limit
  br i1 %behind, label %mask, label %done

mask:
  br label %done

done:
  %s.0 = phi float [ 0xFFF0000000000000, %mask ], [ %d.0, %entry ]
  %s.1 = phi float [ 0xFFF0000000000000, %mask ], [ %d.1, %entry ]
  %s.2 = phi float [ 0xFFF0000000000000, %mask ], [ %d.2, %entry ]
  %s.3 = phi float [ 0xFFF0000000000000, %mask ], [ %d.3, %entry ]
  store volatile float %s.0, ptr addrspace(1) %out
  store volatile float %s.1, ptr addrspace(1) %out
  store volatile float %s.2, ptr addrspace(1) %out
  store volatile float %s.3, ptr addrspace(1) %out
  ret void
}
