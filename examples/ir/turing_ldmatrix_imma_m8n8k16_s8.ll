;===-- turing_ldmatrix_imma_m8n8k16_s8.ll - Turing s8 GEMM ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (s32, row-major) = A[M x K] (s8, row-major) * B[K x N] (s8,
; column-major, that is B^T stored as N rows of K).
;
; Fragments of mma.m8n8k16 (PTX ISA), with g = lane >> 2 and t = lane & 3:
;
;   A  a[0..3]: row g, k = 4t..4t+3
;   B  b[0..3]: k = 4t..4t+3, column g
;   C  c[0..1]: row g, columns 2t..2t+1
;
; An 8 x 8 matrix of b16, as ldmatrix moves it, is 8 rows of 16 bytes: the
; halves 2t and 2t+1 of row g that lane (g, t) receives are the bytes 4t..4t+3,
; which is the fragment of A, and for a column-major B the fragment of B. So one
; ldmatrix.x4 loads 32 rows of A, another 32 columns of B: row = lane each.
;
; Block tile 64 x 64 x 16, four warps as 2 (M) x 2 (N), warp tile 32 x 32: two
; ldmatrix and sixteen mma a trip. Threads 0-63 carry the tile of A, 64-127 that
; of B, one row of 16 bytes each, through registers into one of two buffers.
; Rows of 16 bytes need no padding: eight of them fill the 32 banks once.
;
; Launch:  grid (N / 64, M / 64), block 128 threads.
; Needs:   M % 64 == 0, N % 64 == 0, K % 16 == 0, K > 0, A, B 16-byte aligned.
;
; DEMO: target=sm_75 ptx=65
; DEMO: target=sm_80 ptx=70
; DEMO-EXPECT: mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-RUN: --grid 2,1 --block 128
; DEMO-RUN+: --arg C=s32[64x128] --arg A=s8[64x64]:integers,-128,127 --arg B=s8[128x64]:integers,-128,127
; DEMO-RUN+: --arg u32:64 --arg u32:128 --arg u32:64
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Two buffers of 2048 bytes: A, 64 rows of 16 bytes, then B, 64 columns of 16.
@tiles = internal addrspace(3) global [4096 x i8] undef, align 16

define void @turing_ldmatrix_imma_m8n8k16_s8(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %block.row = shl i32 %block.y, 6
  %block.col = shl i32 %block.x, 6
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64

  ; What this thread carries: row v of A, or column v of B.
  %carries.a = icmp ult i32 %tid, 64
  %v = and i32 %tid, 63
  %g.base = select i1 %carries.a, ptr addrspace(1) %A, ptr addrspace(1) %B
  %g.line0 = select i1 %carries.a, i32 %block.row, i32 %block.col
  %g.line = add i32 %g.line0, %v
  %g.line64 = zext i32 %g.line to i64
  %g.off = mul i64 %g.line64, %K64
  %g.ptr = getelementptr i8, ptr addrspace(1) %g.base, i64 %g.off
  %s.off = shl i32 %tid, 4

  ; ldmatrix: this lane's row of A, and its column of B.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %warp.row = shl i32 %warp.m, 5
  %warp.col = shl i32 %warp.n, 5
  %la.row = add i32 %warp.row, %lane
  %la.off = shl i32 %la.row, 4
  %lb.col = add i32 %warp.col, %lane
  %lb.off.rel = shl i32 %lb.col, 4
  %lb.off = add i32 %lb.off.rel, 1024

  ; The first tile.
  %first = load <4 x i32>, ptr addrspace(1) %g.ptr, align 16
  %s.first = getelementptr i8, ptr addrspace(3) @tiles, i32 %s.off
  store <4 x i32> %first, ptr addrspace(3) %s.first, align 16
  call void @llvm.nvvm.barrier0()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %buffer = phi i32 [ 0, %entry ], [ %buffer.next, %loop ]
  %c00 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c00.next, %loop ]
  %c01 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c01.next, %loop ]
  %c02 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c02.next, %loop ]
  %c03 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c03.next, %loop ]
  %c10 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c10.next, %loop ]
  %c11 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c11.next, %loop ]
  %c12 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c12.next, %loop ]
  %c13 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c13.next, %loop ]
  %c20 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c20.next, %loop ]
  %c21 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c21.next, %loop ]
  %c22 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c22.next, %loop ]
  %c23 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c23.next, %loop ]
  %c30 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c30.next, %loop ]
  %c31 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c31.next, %loop ]
  %c32 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c32.next, %loop ]
  %c33 = phi { i32, i32 } [ zeroinitializer, %entry ], [ %c33.next, %loop ]

  ; Set off for the next tile; the last trip reads its own tile once more, into
  ; a buffer that nobody will read, rather than branch.
  %k.next = add i64 %k, 16
  %more = icmp ult i64 %k.next, %K64
  %k.load = select i1 %more, i64 %k.next, i64 %k
  %g.at = getelementptr i8, ptr addrspace(1) %g.ptr, i64 %k.load
  %staged = load <4 x i32>, ptr addrspace(1) %g.at, align 16

  %tile = getelementptr i8, ptr addrspace(3) @tiles, i32 %buffer
  %la = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %lb = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %a = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la)
  %b = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb)
  %a.r0 = extractvalue { i32, i32, i32, i32 } %a, 0
  %a.r1 = extractvalue { i32, i32, i32, i32 } %a, 1
  %a.r2 = extractvalue { i32, i32, i32, i32 } %a, 2
  %a.r3 = extractvalue { i32, i32, i32, i32 } %a, 3
  %b.r0 = extractvalue { i32, i32, i32, i32 } %b, 0
  %b.r1 = extractvalue { i32, i32, i32, i32 } %b, 1
  %b.r2 = extractvalue { i32, i32, i32, i32 } %b, 2
  %b.r3 = extractvalue { i32, i32, i32, i32 } %b, 3

  ; c<m><n>: rows 8m..8m+7, columns 8n..8n+7 of the warp tile.
  %c00.0 = extractvalue { i32, i32 } %c00, 0
  %c00.1 = extractvalue { i32, i32 } %c00, 1
  %c00.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r0, i32 %b.r0, i32 %c00.0,
          i32 %c00.1)
  %c01.0 = extractvalue { i32, i32 } %c01, 0
  %c01.1 = extractvalue { i32, i32 } %c01, 1
  %c01.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r0, i32 %b.r1, i32 %c01.0,
          i32 %c01.1)
  %c02.0 = extractvalue { i32, i32 } %c02, 0
  %c02.1 = extractvalue { i32, i32 } %c02, 1
  %c02.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r0, i32 %b.r2, i32 %c02.0,
          i32 %c02.1)
  %c03.0 = extractvalue { i32, i32 } %c03, 0
  %c03.1 = extractvalue { i32, i32 } %c03, 1
  %c03.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r0, i32 %b.r3, i32 %c03.0,
          i32 %c03.1)
  %c10.0 = extractvalue { i32, i32 } %c10, 0
  %c10.1 = extractvalue { i32, i32 } %c10, 1
  %c10.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r1, i32 %b.r0, i32 %c10.0,
          i32 %c10.1)
  %c11.0 = extractvalue { i32, i32 } %c11, 0
  %c11.1 = extractvalue { i32, i32 } %c11, 1
  %c11.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r1, i32 %b.r1, i32 %c11.0,
          i32 %c11.1)
  %c12.0 = extractvalue { i32, i32 } %c12, 0
  %c12.1 = extractvalue { i32, i32 } %c12, 1
  %c12.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r1, i32 %b.r2, i32 %c12.0,
          i32 %c12.1)
  %c13.0 = extractvalue { i32, i32 } %c13, 0
  %c13.1 = extractvalue { i32, i32 } %c13, 1
  %c13.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r1, i32 %b.r3, i32 %c13.0,
          i32 %c13.1)
  %c20.0 = extractvalue { i32, i32 } %c20, 0
  %c20.1 = extractvalue { i32, i32 } %c20, 1
  %c20.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r2, i32 %b.r0, i32 %c20.0,
          i32 %c20.1)
  %c21.0 = extractvalue { i32, i32 } %c21, 0
  %c21.1 = extractvalue { i32, i32 } %c21, 1
  %c21.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r2, i32 %b.r1, i32 %c21.0,
          i32 %c21.1)
  %c22.0 = extractvalue { i32, i32 } %c22, 0
  %c22.1 = extractvalue { i32, i32 } %c22, 1
  %c22.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r2, i32 %b.r2, i32 %c22.0,
          i32 %c22.1)
  %c23.0 = extractvalue { i32, i32 } %c23, 0
  %c23.1 = extractvalue { i32, i32 } %c23, 1
  %c23.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r2, i32 %b.r3, i32 %c23.0,
          i32 %c23.1)
  %c30.0 = extractvalue { i32, i32 } %c30, 0
  %c30.1 = extractvalue { i32, i32 } %c30, 1
  %c30.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r3, i32 %b.r0, i32 %c30.0,
          i32 %c30.1)
  %c31.0 = extractvalue { i32, i32 } %c31, 0
  %c31.1 = extractvalue { i32, i32 } %c31, 1
  %c31.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r3, i32 %b.r1, i32 %c31.0,
          i32 %c31.1)
  %c32.0 = extractvalue { i32, i32 } %c32, 0
  %c32.1 = extractvalue { i32, i32 } %c32, 1
  %c32.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r3, i32 %b.r2, i32 %c32.0,
          i32 %c32.1)
  %c33.0 = extractvalue { i32, i32 } %c33, 0
  %c33.1 = extractvalue { i32, i32 } %c33, 1
  %c33.next = call { i32, i32 }
      @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a.r3, i32 %b.r3, i32 %c33.0,
          i32 %c33.1)

  ; The other buffer was last read before the previous barrier.
  %buffer.next = xor i32 %buffer, 2048
  %tile.next = getelementptr i8, ptr addrspace(3) @tiles, i32 %buffer.next
  %s.next = getelementptr i8, ptr addrspace(3) %tile.next, i32 %s.off
  store <4 x i32> %staged, ptr addrspace(3) %s.next, align 16
  call void @llvm.nvvm.barrier0()
  br i1 %more, label %loop, label %epilogue

epilogue:
  %g = lshr i32 %lane, 2
  %t = and i32 %lane, 3
  %c.x = shl i32 %t, 1
  %c.row.block = add i32 %block.row, %warp.row
  %c.row = add i32 %c.row.block, %g
  %c.col.block = add i32 %block.col, %warp.col
  %c.col = add i32 %c.col.block, %c.x
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %c.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.ptr = getelementptr i32, ptr addrspace(1) %C, i64 %c.off
  %row0.off = mul i64 %N64, 0
  %row0 = getelementptr i32, ptr addrspace(1) %c.ptr, i64 %row0.off
  %d00.0 = extractvalue { i32, i32 } %c00.next, 0
  %d00.1 = extractvalue { i32, i32 } %c00.next, 1
  %v00.lo = insertelement <2 x i32> poison, i32 %d00.0, i64 0
  %v00 = insertelement <2 x i32> %v00.lo, i32 %d00.1, i64 1
  %p00 = getelementptr i32, ptr addrspace(1) %row0, i64 0
  store <2 x i32> %v00, ptr addrspace(1) %p00, align 8
  %d01.0 = extractvalue { i32, i32 } %c01.next, 0
  %d01.1 = extractvalue { i32, i32 } %c01.next, 1
  %v01.lo = insertelement <2 x i32> poison, i32 %d01.0, i64 0
  %v01 = insertelement <2 x i32> %v01.lo, i32 %d01.1, i64 1
  %p01 = getelementptr i32, ptr addrspace(1) %row0, i64 8
  store <2 x i32> %v01, ptr addrspace(1) %p01, align 8
  %d02.0 = extractvalue { i32, i32 } %c02.next, 0
  %d02.1 = extractvalue { i32, i32 } %c02.next, 1
  %v02.lo = insertelement <2 x i32> poison, i32 %d02.0, i64 0
  %v02 = insertelement <2 x i32> %v02.lo, i32 %d02.1, i64 1
  %p02 = getelementptr i32, ptr addrspace(1) %row0, i64 16
  store <2 x i32> %v02, ptr addrspace(1) %p02, align 8
  %d03.0 = extractvalue { i32, i32 } %c03.next, 0
  %d03.1 = extractvalue { i32, i32 } %c03.next, 1
  %v03.lo = insertelement <2 x i32> poison, i32 %d03.0, i64 0
  %v03 = insertelement <2 x i32> %v03.lo, i32 %d03.1, i64 1
  %p03 = getelementptr i32, ptr addrspace(1) %row0, i64 24
  store <2 x i32> %v03, ptr addrspace(1) %p03, align 8
  %row1.off = mul i64 %N64, 8
  %row1 = getelementptr i32, ptr addrspace(1) %c.ptr, i64 %row1.off
  %d10.0 = extractvalue { i32, i32 } %c10.next, 0
  %d10.1 = extractvalue { i32, i32 } %c10.next, 1
  %v10.lo = insertelement <2 x i32> poison, i32 %d10.0, i64 0
  %v10 = insertelement <2 x i32> %v10.lo, i32 %d10.1, i64 1
  %p10 = getelementptr i32, ptr addrspace(1) %row1, i64 0
  store <2 x i32> %v10, ptr addrspace(1) %p10, align 8
  %d11.0 = extractvalue { i32, i32 } %c11.next, 0
  %d11.1 = extractvalue { i32, i32 } %c11.next, 1
  %v11.lo = insertelement <2 x i32> poison, i32 %d11.0, i64 0
  %v11 = insertelement <2 x i32> %v11.lo, i32 %d11.1, i64 1
  %p11 = getelementptr i32, ptr addrspace(1) %row1, i64 8
  store <2 x i32> %v11, ptr addrspace(1) %p11, align 8
  %d12.0 = extractvalue { i32, i32 } %c12.next, 0
  %d12.1 = extractvalue { i32, i32 } %c12.next, 1
  %v12.lo = insertelement <2 x i32> poison, i32 %d12.0, i64 0
  %v12 = insertelement <2 x i32> %v12.lo, i32 %d12.1, i64 1
  %p12 = getelementptr i32, ptr addrspace(1) %row1, i64 16
  store <2 x i32> %v12, ptr addrspace(1) %p12, align 8
  %d13.0 = extractvalue { i32, i32 } %c13.next, 0
  %d13.1 = extractvalue { i32, i32 } %c13.next, 1
  %v13.lo = insertelement <2 x i32> poison, i32 %d13.0, i64 0
  %v13 = insertelement <2 x i32> %v13.lo, i32 %d13.1, i64 1
  %p13 = getelementptr i32, ptr addrspace(1) %row1, i64 24
  store <2 x i32> %v13, ptr addrspace(1) %p13, align 8
  %row2.off = mul i64 %N64, 16
  %row2 = getelementptr i32, ptr addrspace(1) %c.ptr, i64 %row2.off
  %d20.0 = extractvalue { i32, i32 } %c20.next, 0
  %d20.1 = extractvalue { i32, i32 } %c20.next, 1
  %v20.lo = insertelement <2 x i32> poison, i32 %d20.0, i64 0
  %v20 = insertelement <2 x i32> %v20.lo, i32 %d20.1, i64 1
  %p20 = getelementptr i32, ptr addrspace(1) %row2, i64 0
  store <2 x i32> %v20, ptr addrspace(1) %p20, align 8
  %d21.0 = extractvalue { i32, i32 } %c21.next, 0
  %d21.1 = extractvalue { i32, i32 } %c21.next, 1
  %v21.lo = insertelement <2 x i32> poison, i32 %d21.0, i64 0
  %v21 = insertelement <2 x i32> %v21.lo, i32 %d21.1, i64 1
  %p21 = getelementptr i32, ptr addrspace(1) %row2, i64 8
  store <2 x i32> %v21, ptr addrspace(1) %p21, align 8
  %d22.0 = extractvalue { i32, i32 } %c22.next, 0
  %d22.1 = extractvalue { i32, i32 } %c22.next, 1
  %v22.lo = insertelement <2 x i32> poison, i32 %d22.0, i64 0
  %v22 = insertelement <2 x i32> %v22.lo, i32 %d22.1, i64 1
  %p22 = getelementptr i32, ptr addrspace(1) %row2, i64 16
  store <2 x i32> %v22, ptr addrspace(1) %p22, align 8
  %d23.0 = extractvalue { i32, i32 } %c23.next, 0
  %d23.1 = extractvalue { i32, i32 } %c23.next, 1
  %v23.lo = insertelement <2 x i32> poison, i32 %d23.0, i64 0
  %v23 = insertelement <2 x i32> %v23.lo, i32 %d23.1, i64 1
  %p23 = getelementptr i32, ptr addrspace(1) %row2, i64 24
  store <2 x i32> %v23, ptr addrspace(1) %p23, align 8
  %row3.off = mul i64 %N64, 24
  %row3 = getelementptr i32, ptr addrspace(1) %c.ptr, i64 %row3.off
  %d30.0 = extractvalue { i32, i32 } %c30.next, 0
  %d30.1 = extractvalue { i32, i32 } %c30.next, 1
  %v30.lo = insertelement <2 x i32> poison, i32 %d30.0, i64 0
  %v30 = insertelement <2 x i32> %v30.lo, i32 %d30.1, i64 1
  %p30 = getelementptr i32, ptr addrspace(1) %row3, i64 0
  store <2 x i32> %v30, ptr addrspace(1) %p30, align 8
  %d31.0 = extractvalue { i32, i32 } %c31.next, 0
  %d31.1 = extractvalue { i32, i32 } %c31.next, 1
  %v31.lo = insertelement <2 x i32> poison, i32 %d31.0, i64 0
  %v31 = insertelement <2 x i32> %v31.lo, i32 %d31.1, i64 1
  %p31 = getelementptr i32, ptr addrspace(1) %row3, i64 8
  store <2 x i32> %v31, ptr addrspace(1) %p31, align 8
  %d32.0 = extractvalue { i32, i32 } %c32.next, 0
  %d32.1 = extractvalue { i32, i32 } %c32.next, 1
  %v32.lo = insertelement <2 x i32> poison, i32 %d32.0, i64 0
  %v32 = insertelement <2 x i32> %v32.lo, i32 %d32.1, i64 1
  %p32 = getelementptr i32, ptr addrspace(1) %row3, i64 16
  store <2 x i32> %v32, ptr addrspace(1) %p32, align 8
  %d33.0 = extractvalue { i32, i32 } %c33.next, 0
  %d33.1 = extractvalue { i32, i32 } %c33.next, 1
  %v33.lo = insertelement <2 x i32> poison, i32 %d33.0, i64 0
  %v33 = insertelement <2 x i32> %v33.lo, i32 %d33.1, i64 1
  %p33 = getelementptr i32, ptr addrspace(1) %row3, i64 24
  store <2 x i32> %v33, ptr addrspace(1) %p33, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @turing_ldmatrix_imma_m8n8k16_s8, !"kernel", i32 1}
!1 = !{ptr @turing_ldmatrix_imma_m8n8k16_s8, !"maxntidx", i32 128}
