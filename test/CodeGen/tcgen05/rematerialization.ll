;===-- rematerialization.ll - addresses behind a loop of tcgen05.ld -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Swizzled addresses that a persistent kernel uses behind its loop over K are computed there for each tile, and not
; kept in registers across a loop that loads tiles of 16 registers from tensor memory.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx && FileCheck %s --input-file %t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}

declare <16 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x16(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x16(ptr addrspace(6), <16 x i32>, i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: .entry persistent(
; CHECK-NOT:   xor.b64
; CHECK:       tcgen05.ld
; CHECK:       tcgen05.wait::st
; CHECK:       bra
; CHECK:       xor.b64
; CHECK:       xor.b64
; CHECK:       ret;
define ptx_kernel void @persistent(ptr addrspace(1) %out, ptr addrspace(6) %d, i32 %tiles, i32 %depth) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid.wide = zext i32 %tid to i64
  %offset = shl i64 %tid.wide, 4
  %bits = lshr i64 %offset, 3
  %row = and i64 %bits, 112
  %first = xor i64 %row, %offset
  %next = add i64 %offset, 512
  %bits.next = lshr i64 %next, 3
  %row.next = and i64 %bits.next, 112
  %second = xor i64 %row.next, %next
  br label %tile

tile:
  %t = phi i32 [ 0, %entry ], [ %t.next, %store ]
  br label %loop

loop:
  %k = phi i32 [ 0, %tile ], [ %k.next, %loop ]
  %v = call <16 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x16(ptr addrspace(6) %d, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %w = shl <16 x i32> %v, splat (i32 1)
  call void @llvm.nvvm.tcgen05.st.32x32b.x16(ptr addrspace(6) %d, <16 x i32> %w, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %depth
  br i1 %more, label %loop, label %store

store:
  %p = getelementptr i8, ptr addrspace(1) %out, i64 %first
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %second
  store volatile i32 %t, ptr addrspace(1) %p, align 4
  store volatile i32 %t, ptr addrspace(1) %q, align 4
  %t.next = add i32 %t, 1
  %again = icmp ult i32 %t.next, %tiles
  br i1 %again, label %tile, label %done

done:
  ret void
}
