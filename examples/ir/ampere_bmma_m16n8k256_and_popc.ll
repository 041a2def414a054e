;===-- ampere_bmma_m16n8k256_and_popc.ll - Common bits --------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[i][j] (s32, M x N row-major) = the number of bits that row i of A and row j
; of B have in common. A is M rows, B is N rows of K bits, 32 to a word, lowest
; bit first: the inner kernel of binary networks and of Tanimoto similarity
; search.
;
; Fragments of mma.m16n8k256 (PTX ISA), with g = lane >> 2 and t = lane & 3; a
; register is 32 consecutive bits, so in words of K:
;
;   A  register 0: row g, word t            register 1: row g + 8, word t
;      register 2: row g, word t + 4        register 3: row g + 8, word t + 4
;   B  register 0: word t, column g         register 1: word t + 4, column g
;   C  c[0..1]: row g, columns 2t..2t+1     c[2..3]: row g + 8
;
; The order of K is free as long as A and B agree. So a lane loads the words
; 4t..4t+3 of a 512-bit piece of its row with one 16-byte load, and they pass as
; words t and t + 4 of two mma.
;
; Block tile 32 x 64, four warps as 2 (M) x 2 (N), warp tile 16 x 32; each trip
; of the loop takes 512 bits of K: six 16-byte loads, 8 mma. Operands come from
; global memory; the warps of a block share them through L1.
;
; Launch:  grid (N / 64, M / 32), block 128 threads.
; Needs:   M % 32 == 0, N % 64 == 0, Words % 16 == 0 (K % 512 == 0), Words > 0,
;          A, B 16-byte aligned.
;
; DEMO: target=sm_80 ptx=71
; DEMO: target=sm_90 ptx=78
; DEMO-EXPECT: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc
; DEMO-RUN: --grid 1,2 --block 128
; DEMO-RUN+: --arg C=s32[64x64] --arg A=b1[64x1024]:bits --arg B=b1[64x1024]:bits
; DEMO-RUN+: --arg u32:64 --arg u32:64 --arg u32:32
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @ampere_bmma_m16n8k256_and_popc(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    i32 %M, i32 %N, i32 %Words) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %g = lshr i32 %lane, 2
  %t = and i32 %lane, 3

  ; First row and column of the warp tile.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %block.row = shl i32 %block.y, 5
  %block.col = shl i32 %block.x, 6
  %warp.row = shl i32 %warp.m, 4
  %warp.col = shl i32 %warp.n, 5
  %row = add i32 %block.row, %warp.row
  %col = add i32 %block.col, %warp.col

  ; Rows g and g + 8 of A, rows g, g + 8, g + 16 and g + 24 of B, at word 4t.
  %W64 = zext i32 %Words to i64
  %N64 = zext i32 %N to i64
  %t4 = shl i32 %t, 2
  %t4.64 = zext i32 %t4 to i64
  %row.g = add i32 %row, %g
  %col.g = add i32 %col, %g
  %row.g64 = zext i32 %row.g to i64
  %col.g64 = zext i32 %col.g to i64
  %a.off.row = mul i64 %row.g64, %W64
  %b.off.row = mul i64 %col.g64, %W64
  %a.off = add i64 %a.off.row, %t4.64
  %b.off = add i64 %b.off.row, %t4.64
  %rows8 = shl i64 %W64, 3
  %a0.ptr = getelementptr i32, ptr addrspace(1) %A, i64 %a.off
  %a1.ptr = getelementptr i32, ptr addrspace(1) %a0.ptr, i64 %rows8
  %b0.ptr = getelementptr i32, ptr addrspace(1) %B, i64 %b.off
  %b1.ptr = getelementptr i32, ptr addrspace(1) %b0.ptr, i64 %rows8
  %b2.ptr = getelementptr i32, ptr addrspace(1) %b1.ptr, i64 %rows8
  %b3.ptr = getelementptr i32, ptr addrspace(1) %b2.ptr, i64 %rows8
  br label %loop

loop:
  %w = phi i64 [ 0, %entry ], [ %w.next, %loop ]
  %acc0 = phi { i32, i32, i32, i32 }
      [ zeroinitializer, %entry ], [ %acc0.next, %loop ]
  %acc1 = phi { i32, i32, i32, i32 }
      [ zeroinitializer, %entry ], [ %acc1.next, %loop ]
  %acc2 = phi { i32, i32, i32, i32 }
      [ zeroinitializer, %entry ], [ %acc2.next, %loop ]
  %acc3 = phi { i32, i32, i32, i32 }
      [ zeroinitializer, %entry ], [ %acc3.next, %loop ]
  %a0.at = getelementptr i32, ptr addrspace(1) %a0.ptr, i64 %w
  %a0 = load <4 x i32>, ptr addrspace(1) %a0.at, align 16
  %a0.0 = extractelement <4 x i32> %a0, i64 0
  %a0.1 = extractelement <4 x i32> %a0, i64 1
  %a0.2 = extractelement <4 x i32> %a0, i64 2
  %a0.3 = extractelement <4 x i32> %a0, i64 3
  %a1.at = getelementptr i32, ptr addrspace(1) %a1.ptr, i64 %w
  %a1 = load <4 x i32>, ptr addrspace(1) %a1.at, align 16
  %a1.0 = extractelement <4 x i32> %a1, i64 0
  %a1.1 = extractelement <4 x i32> %a1, i64 1
  %a1.2 = extractelement <4 x i32> %a1, i64 2
  %a1.3 = extractelement <4 x i32> %a1, i64 3
  %b0.at = getelementptr i32, ptr addrspace(1) %b0.ptr, i64 %w
  %b0 = load <4 x i32>, ptr addrspace(1) %b0.at, align 16
  %b0.0 = extractelement <4 x i32> %b0, i64 0
  %b0.1 = extractelement <4 x i32> %b0, i64 1
  %b0.2 = extractelement <4 x i32> %b0, i64 2
  %b0.3 = extractelement <4 x i32> %b0, i64 3
  %b1.at = getelementptr i32, ptr addrspace(1) %b1.ptr, i64 %w
  %b1 = load <4 x i32>, ptr addrspace(1) %b1.at, align 16
  %b1.0 = extractelement <4 x i32> %b1, i64 0
  %b1.1 = extractelement <4 x i32> %b1, i64 1
  %b1.2 = extractelement <4 x i32> %b1, i64 2
  %b1.3 = extractelement <4 x i32> %b1, i64 3
  %b2.at = getelementptr i32, ptr addrspace(1) %b2.ptr, i64 %w
  %b2 = load <4 x i32>, ptr addrspace(1) %b2.at, align 16
  %b2.0 = extractelement <4 x i32> %b2, i64 0
  %b2.1 = extractelement <4 x i32> %b2, i64 1
  %b2.2 = extractelement <4 x i32> %b2, i64 2
  %b2.3 = extractelement <4 x i32> %b2, i64 3
  %b3.at = getelementptr i32, ptr addrspace(1) %b3.ptr, i64 %w
  %b3 = load <4 x i32>, ptr addrspace(1) %b3.at, align 16
  %b3.0 = extractelement <4 x i32> %b3, i64 0
  %b3.1 = extractelement <4 x i32> %b3, i64 1
  %b3.2 = extractelement <4 x i32> %b3, i64 2
  %b3.3 = extractelement <4 x i32> %b3, i64 3

  ; acc<n> is columns 8n..8n+7; the first mma of each pair takes the words 4t
  ; and 4t+1, the second 4t+2 and 4t+3.
  %acc0.0 = extractvalue { i32, i32, i32, i32 } %acc0, 0
  %acc0.1 = extractvalue { i32, i32, i32, i32 } %acc0, 1
  %acc0.2 = extractvalue { i32, i32, i32, i32 } %acc0, 2
  %acc0.3 = extractvalue { i32, i32, i32, i32 } %acc0, 3
  %mid0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.0, i32 %a1.0,
          i32 %a0.1, i32 %a1.1, i32 %b0.0, i32 %b0.1, i32 %acc0.0, i32 %acc0.1,
          i32 %acc0.2, i32 %acc0.3)
  %mid0.0 = extractvalue { i32, i32, i32, i32 } %mid0, 0
  %mid0.1 = extractvalue { i32, i32, i32, i32 } %mid0, 1
  %mid0.2 = extractvalue { i32, i32, i32, i32 } %mid0, 2
  %mid0.3 = extractvalue { i32, i32, i32, i32 } %mid0, 3
  %acc0.next = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.2, i32 %a1.2,
          i32 %a0.3, i32 %a1.3, i32 %b0.2, i32 %b0.3, i32 %mid0.0, i32 %mid0.1,
          i32 %mid0.2, i32 %mid0.3)
  %acc1.0 = extractvalue { i32, i32, i32, i32 } %acc1, 0
  %acc1.1 = extractvalue { i32, i32, i32, i32 } %acc1, 1
  %acc1.2 = extractvalue { i32, i32, i32, i32 } %acc1, 2
  %acc1.3 = extractvalue { i32, i32, i32, i32 } %acc1, 3
  %mid1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.0, i32 %a1.0,
          i32 %a0.1, i32 %a1.1, i32 %b1.0, i32 %b1.1, i32 %acc1.0, i32 %acc1.1,
          i32 %acc1.2, i32 %acc1.3)
  %mid1.0 = extractvalue { i32, i32, i32, i32 } %mid1, 0
  %mid1.1 = extractvalue { i32, i32, i32, i32 } %mid1, 1
  %mid1.2 = extractvalue { i32, i32, i32, i32 } %mid1, 2
  %mid1.3 = extractvalue { i32, i32, i32, i32 } %mid1, 3
  %acc1.next = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.2, i32 %a1.2,
          i32 %a0.3, i32 %a1.3, i32 %b1.2, i32 %b1.3, i32 %mid1.0, i32 %mid1.1,
          i32 %mid1.2, i32 %mid1.3)
  %acc2.0 = extractvalue { i32, i32, i32, i32 } %acc2, 0
  %acc2.1 = extractvalue { i32, i32, i32, i32 } %acc2, 1
  %acc2.2 = extractvalue { i32, i32, i32, i32 } %acc2, 2
  %acc2.3 = extractvalue { i32, i32, i32, i32 } %acc2, 3
  %mid2 = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.0, i32 %a1.0,
          i32 %a0.1, i32 %a1.1, i32 %b2.0, i32 %b2.1, i32 %acc2.0, i32 %acc2.1,
          i32 %acc2.2, i32 %acc2.3)
  %mid2.0 = extractvalue { i32, i32, i32, i32 } %mid2, 0
  %mid2.1 = extractvalue { i32, i32, i32, i32 } %mid2, 1
  %mid2.2 = extractvalue { i32, i32, i32, i32 } %mid2, 2
  %mid2.3 = extractvalue { i32, i32, i32, i32 } %mid2, 3
  %acc2.next = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.2, i32 %a1.2,
          i32 %a0.3, i32 %a1.3, i32 %b2.2, i32 %b2.3, i32 %mid2.0, i32 %mid2.1,
          i32 %mid2.2, i32 %mid2.3)
  %acc3.0 = extractvalue { i32, i32, i32, i32 } %acc3, 0
  %acc3.1 = extractvalue { i32, i32, i32, i32 } %acc3, 1
  %acc3.2 = extractvalue { i32, i32, i32, i32 } %acc3, 2
  %acc3.3 = extractvalue { i32, i32, i32, i32 } %acc3, 3
  %mid3 = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.0, i32 %a1.0,
          i32 %a0.1, i32 %a1.1, i32 %b3.0, i32 %b3.1, i32 %acc3.0, i32 %acc3.1,
          i32 %acc3.2, i32 %acc3.3)
  %mid3.0 = extractvalue { i32, i32, i32, i32 } %mid3, 0
  %mid3.1 = extractvalue { i32, i32, i32, i32 } %mid3, 1
  %mid3.2 = extractvalue { i32, i32, i32, i32 } %mid3, 2
  %mid3.3 = extractvalue { i32, i32, i32, i32 } %mid3, 3
  %acc3.next = call { i32, i32, i32, i32 }
      @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32 %a0.2, i32 %a1.2,
          i32 %a0.3, i32 %a1.3, i32 %b3.2, i32 %b3.3, i32 %mid3.0, i32 %mid3.1,
          i32 %mid3.2, i32 %mid3.3)

  %w.next = add i64 %w, 16
  %more = icmp ult i64 %w.next, %W64
  br i1 %more, label %loop, label %epilogue

epilogue:
  %c.x = shl i32 %t, 1
  %c.col32 = add i32 %col, %c.x
  %c.col64 = zext i32 %c.col32 to i64
  %c.off.row = mul i64 %row.g64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.8rows = shl i64 %N64, 3
  %c.row = getelementptr i32, ptr addrspace(1) %C, i64 %c.off
  %c.row.8 = getelementptr i32, ptr addrspace(1) %c.row, i64 %c.8rows
  %d0.0 = extractvalue { i32, i32, i32, i32 } %acc0.next, 0
  %d0.1 = extractvalue { i32, i32, i32, i32 } %acc0.next, 1
  %v0.0.lo = insertelement <2 x i32> poison, i32 %d0.0, i64 0
  %v0.0 = insertelement <2 x i32> %v0.0.lo, i32 %d0.1, i64 1
  %p0.0 = getelementptr i32, ptr addrspace(1) %c.row, i64 0
  store <2 x i32> %v0.0, ptr addrspace(1) %p0.0, align 8
  %d0.2 = extractvalue { i32, i32, i32, i32 } %acc0.next, 2
  %d0.3 = extractvalue { i32, i32, i32, i32 } %acc0.next, 3
  %v0.1.lo = insertelement <2 x i32> poison, i32 %d0.2, i64 0
  %v0.1 = insertelement <2 x i32> %v0.1.lo, i32 %d0.3, i64 1
  %p0.1 = getelementptr i32, ptr addrspace(1) %c.row.8, i64 0
  store <2 x i32> %v0.1, ptr addrspace(1) %p0.1, align 8
  %d1.0 = extractvalue { i32, i32, i32, i32 } %acc1.next, 0
  %d1.1 = extractvalue { i32, i32, i32, i32 } %acc1.next, 1
  %v1.0.lo = insertelement <2 x i32> poison, i32 %d1.0, i64 0
  %v1.0 = insertelement <2 x i32> %v1.0.lo, i32 %d1.1, i64 1
  %p1.0 = getelementptr i32, ptr addrspace(1) %c.row, i64 8
  store <2 x i32> %v1.0, ptr addrspace(1) %p1.0, align 8
  %d1.2 = extractvalue { i32, i32, i32, i32 } %acc1.next, 2
  %d1.3 = extractvalue { i32, i32, i32, i32 } %acc1.next, 3
  %v1.1.lo = insertelement <2 x i32> poison, i32 %d1.2, i64 0
  %v1.1 = insertelement <2 x i32> %v1.1.lo, i32 %d1.3, i64 1
  %p1.1 = getelementptr i32, ptr addrspace(1) %c.row.8, i64 8
  store <2 x i32> %v1.1, ptr addrspace(1) %p1.1, align 8
  %d2.0 = extractvalue { i32, i32, i32, i32 } %acc2.next, 0
  %d2.1 = extractvalue { i32, i32, i32, i32 } %acc2.next, 1
  %v2.0.lo = insertelement <2 x i32> poison, i32 %d2.0, i64 0
  %v2.0 = insertelement <2 x i32> %v2.0.lo, i32 %d2.1, i64 1
  %p2.0 = getelementptr i32, ptr addrspace(1) %c.row, i64 16
  store <2 x i32> %v2.0, ptr addrspace(1) %p2.0, align 8
  %d2.2 = extractvalue { i32, i32, i32, i32 } %acc2.next, 2
  %d2.3 = extractvalue { i32, i32, i32, i32 } %acc2.next, 3
  %v2.1.lo = insertelement <2 x i32> poison, i32 %d2.2, i64 0
  %v2.1 = insertelement <2 x i32> %v2.1.lo, i32 %d2.3, i64 1
  %p2.1 = getelementptr i32, ptr addrspace(1) %c.row.8, i64 16
  store <2 x i32> %v2.1, ptr addrspace(1) %p2.1, align 8
  %d3.0 = extractvalue { i32, i32, i32, i32 } %acc3.next, 0
  %d3.1 = extractvalue { i32, i32, i32, i32 } %acc3.next, 1
  %v3.0.lo = insertelement <2 x i32> poison, i32 %d3.0, i64 0
  %v3.0 = insertelement <2 x i32> %v3.0.lo, i32 %d3.1, i64 1
  %p3.0 = getelementptr i32, ptr addrspace(1) %c.row, i64 24
  store <2 x i32> %v3.0, ptr addrspace(1) %p3.0, align 8
  %d3.2 = extractvalue { i32, i32, i32, i32 } %acc3.next, 2
  %d3.3 = extractvalue { i32, i32, i32, i32 } %acc3.next, 3
  %v3.1.lo = insertelement <2 x i32> poison, i32 %d3.2, i64 0
  %v3.1 = insertelement <2 x i32> %v3.1.lo, i32 %d3.3, i64 1
  %p3.1 = getelementptr i32, ptr addrspace(1) %c.row.8, i64 24
  store <2 x i32> %v3.1, ptr addrspace(1) %p3.1, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare { i32, i32, i32, i32 }
    @llvm.nvvm.mma.and.popc.m16n8k256.row.col.b1(i32, i32, i32, i32, i32, i32,
        i32, i32, i32, i32)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @ampere_bmma_m16n8k256_and_popc, !"kernel", i32 1}
!1 = !{ptr @ampere_bmma_m16n8k256_and_popc, !"maxntidx", i32 128}
