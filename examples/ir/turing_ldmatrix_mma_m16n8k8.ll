;===-- turing_ldmatrix_mma_m16n8k8.ll - Turing f16 GEMM -------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f32, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16,
; row-major), through shared memory and ldmatrix.
;
; Fragments of mma.m16n8k8 (PTX ISA), with g = lane >> 2 and t = lane & 3:
;
;   A  a[0..1]: row g,     k = 2t..2t+1      a[2..3]: row g + 8, the same k
;   B  b[0..1]: k = 2t..2t+1, column g
;   C  c[0..1]: row g, columns 2t..2t+1      c[2..3]: row g + 8
;
; ldmatrix hands lane (g, t) the halves 2t and 2t+1 of row g of an 8 x 8 matrix:
; that is A as it lies. B lies with N contiguous, so it wants .trans, which
; hands out rows 2t and 2t+1 of column g. With .x4, lanes 8j..8j+7 give the row
; addresses of matrix j. Both operands use row = lane & 15 and column = 8 *
; (lane >> 4), hence the matrices
;
;   A  0: rows 0-7, k 0-7    1: rows 8-15, k 0-7    2: rows 0-7, k 8-15
;      3: rows 8-15, k 8-15
;   B  0: k 0-7, columns 0-7    1: k 8-15, columns 0-7    2: k 0-7, columns 8-15
;      3: k 8-15, columns 8-15
;
; Block tile 64 x 64 x 16, eight warps as 4 (M) x 2 (N), warp tile 16 x 32:
; three ldmatrix and eight mma a trip. Threads 0-127 carry the tile of A,
; 128-255 that of B, one 16-byte vector each, through registers into one of two
; buffers. Rows are padded (A: 48 bytes, B: 144 bytes) so that the eight rows of
; a matrix fall into different banks.
;
; Launch:  grid (N / 64, M / 64), block 256 threads.
; Needs:   M % 64 == 0, N % 64 == 0, K % 16 == 0, K > 0, A, B 16-byte aligned.
;
; DEMO: target=sm_75 ptx=65
; DEMO: target=sm_80 ptx=70
; DEMO-EXPECT: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
; DEMO-RUN: --grid 2,1 --block 256
; DEMO-RUN+: --arg C=f32[64x128] --arg A=f16[64x64]:integers,-4,4 --arg B=f16[64x128]:integers,-4,4
; DEMO-RUN+: --arg u32:64 --arg u32:128 --arg u32:64
; DEMO-RUN+: --expect C=A@B
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Two buffers of 5376 bytes: A, 64 rows of 24 halves, and at 3072 B, 16 rows of
; 72 halves.
@tiles = internal addrspace(3) global [10752 x i8] undef, align 16

define void @turing_ldmatrix_mma_m16n8k8(
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

  ; What this thread carries. A: row v / 2, vector v % 2 of its 16 halves;
  ; B: row v / 8, vector v % 8 of its 64 halves.
  %carries.a = icmp ult i32 %tid, 128
  %v = and i32 %tid, 127
  %va.row = lshr i32 %v, 1
  %va.vec = and i32 %v, 1
  %va.col = shl i32 %va.vec, 3
  %vb.row = lshr i32 %v, 3
  %vb.vec = and i32 %v, 7
  %vb.col = shl i32 %vb.vec, 3

  ; Global side: element offset of the first vector, and from tile to tile.
  %ga.row = add i32 %block.row, %va.row
  %ga.row64 = zext i32 %ga.row to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %va.col64 = zext i32 %va.col to i64
  %ga.off = add i64 %ga.off.row, %va.col64
  %gb.row64 = zext i32 %vb.row to i64
  %gb.off.row = mul i64 %gb.row64, %N64
  %gb.col = add i32 %block.col, %vb.col
  %gb.col64 = zext i32 %gb.col to i64
  %gb.off = add i64 %gb.off.row, %gb.col64
  %gb.step = shl i64 %N64, 4
  %g.base = select i1 %carries.a, ptr addrspace(1) %A, ptr addrspace(1) %B
  %g.off = select i1 %carries.a, i64 %ga.off, i64 %gb.off
  %g.step = select i1 %carries.a, i64 16, i64 %gb.step
  %g.ptr0 = getelementptr half, ptr addrspace(1) %g.base, i64 %g.off

  ; Shared side: byte offset within a buffer.
  %sa.row = mul nuw nsw i32 %va.row, 48
  %sa.col = shl i32 %va.vec, 4
  %sa.off = add i32 %sa.row, %sa.col
  %sb.row = mul nuw nsw i32 %vb.row, 144
  %sb.col = shl i32 %vb.vec, 4
  %sb.rel = add i32 %sb.row, %sb.col
  %sb.off = add i32 %sb.rel, 3072
  %s.off = select i1 %carries.a, i32 %sa.off, i32 %sb.off

  ; ldmatrix side: row lane & 15, column 8 * (lane >> 4) of this warp's part.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %lm.row = and i32 %lane, 15
  %lm.hi = lshr i32 %lane, 4
  %lm.col = shl i32 %lm.hi, 4
  %warp.row = shl i32 %warp.m, 4
  %la.row = add i32 %warp.row, %lm.row
  %la.off.row = mul nuw nsw i32 %la.row, 48
  %la.off = add i32 %la.off.row, %lm.col
  %warp.col = shl i32 %warp.n, 5
  %warp.col.bytes = shl i32 %warp.col, 1
  %lb.off.row = mul nuw nsw i32 %lm.row, 144
  %lb.off.rel = add i32 %lb.off.row, %warp.col.bytes
  %lb.off.col = add i32 %lb.off.rel, %lm.col
  %lb.off = add i32 %lb.off.col, 3072

  ; The first tile.
  %first = load <4 x i32>, ptr addrspace(1) %g.ptr0, align 16
  %s.first = getelementptr i8, ptr addrspace(3) @tiles, i32 %s.off
  store <4 x i32> %first, ptr addrspace(3) %s.first, align 16
  call void @llvm.nvvm.barrier0()
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %buffer = phi i32 [ 0, %entry ], [ %buffer.next, %loop ]
  %g.ptr = phi ptr addrspace(1) [ %g.ptr0, %entry ], [ %g.ptr.next, %loop ]
  %acc0 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc0.next, %loop ]
  %acc1 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc1.next, %loop ]
  %acc2 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc2.next, %loop ]
  %acc3 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc3.next, %loop ]

  ; Set off for the next tile; the last trip reads its own tile once more, into
  ; a buffer that nobody will read, rather than branch.
  %k.next = add i32 %k, 16
  %more = icmp ult i32 %k.next, %K
  %advance = select i1 %more, i64 %g.step, i64 0
  %g.ptr.next = getelementptr half, ptr addrspace(1) %g.ptr, i64 %advance
  %staged = load <4 x i32>, ptr addrspace(1) %g.ptr.next, align 16

  ; A: 16 x 16. B: 16 x 16 at columns 0-15 and 16-31 of the warp tile.
  %tile = getelementptr i8, ptr addrspace(3) @tiles, i32 %buffer
  %la = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %lb0 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %lb1 = getelementptr i8, ptr addrspace(3) %lb0, i32 32
  %a = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la)
  %b0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
          ptr addrspace(3) %lb0)
  %b1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
          ptr addrspace(3) %lb1)
  %a.r0 = extractvalue { i32, i32, i32, i32 } %a, 0
  %a.h0 = bitcast i32 %a.r0 to <2 x half>
  %a.r1 = extractvalue { i32, i32, i32, i32 } %a, 1
  %a.h1 = bitcast i32 %a.r1 to <2 x half>
  %a.r2 = extractvalue { i32, i32, i32, i32 } %a, 2
  %a.h2 = bitcast i32 %a.r2 to <2 x half>
  %a.r3 = extractvalue { i32, i32, i32, i32 } %a, 3
  %a.h3 = bitcast i32 %a.r3 to <2 x half>
  %b0.r0 = extractvalue { i32, i32, i32, i32 } %b0, 0
  %b0.h0 = bitcast i32 %b0.r0 to <2 x half>
  %b0.r1 = extractvalue { i32, i32, i32, i32 } %b0, 1
  %b0.h1 = bitcast i32 %b0.r1 to <2 x half>
  %b0.r2 = extractvalue { i32, i32, i32, i32 } %b0, 2
  %b0.h2 = bitcast i32 %b0.r2 to <2 x half>
  %b0.r3 = extractvalue { i32, i32, i32, i32 } %b0, 3
  %b0.h3 = bitcast i32 %b0.r3 to <2 x half>
  %b1.r0 = extractvalue { i32, i32, i32, i32 } %b1, 0
  %b1.h0 = bitcast i32 %b1.r0 to <2 x half>
  %b1.r1 = extractvalue { i32, i32, i32, i32 } %b1, 1
  %b1.h1 = bitcast i32 %b1.r1 to <2 x half>
  %b1.r2 = extractvalue { i32, i32, i32, i32 } %b1, 2
  %b1.h2 = bitcast i32 %b1.r2 to <2 x half>
  %b1.r3 = extractvalue { i32, i32, i32, i32 } %b1, 3
  %b1.h3 = bitcast i32 %b1.r3 to <2 x half>

  ; acc<n> is columns 8n..8n+7; the first mma of each pair takes k 0-7 of the
  ; tile, the second k 8-15.
  %acc0.0 = extractvalue { float, float, float, float } %acc0, 0
  %acc0.1 = extractvalue { float, float, float, float } %acc0, 1
  %acc0.2 = extractvalue { float, float, float, float } %acc0, 2
  %acc0.3 = extractvalue { float, float, float, float } %acc0, 3
  %mid0 = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h0, <2 x half> %a.h1,
          <2 x half> %b0.h0, float %acc0.0, float %acc0.1, float %acc0.2,
          float %acc0.3)
  %mid0.0 = extractvalue { float, float, float, float } %mid0, 0
  %mid0.1 = extractvalue { float, float, float, float } %mid0, 1
  %mid0.2 = extractvalue { float, float, float, float } %mid0, 2
  %mid0.3 = extractvalue { float, float, float, float } %mid0, 3
  %acc0.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h2, <2 x half> %a.h3,
          <2 x half> %b0.h1, float %mid0.0, float %mid0.1, float %mid0.2,
          float %mid0.3)
  %acc1.0 = extractvalue { float, float, float, float } %acc1, 0
  %acc1.1 = extractvalue { float, float, float, float } %acc1, 1
  %acc1.2 = extractvalue { float, float, float, float } %acc1, 2
  %acc1.3 = extractvalue { float, float, float, float } %acc1, 3
  %mid1 = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h0, <2 x half> %a.h1,
          <2 x half> %b0.h2, float %acc1.0, float %acc1.1, float %acc1.2,
          float %acc1.3)
  %mid1.0 = extractvalue { float, float, float, float } %mid1, 0
  %mid1.1 = extractvalue { float, float, float, float } %mid1, 1
  %mid1.2 = extractvalue { float, float, float, float } %mid1, 2
  %mid1.3 = extractvalue { float, float, float, float } %mid1, 3
  %acc1.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h2, <2 x half> %a.h3,
          <2 x half> %b0.h3, float %mid1.0, float %mid1.1, float %mid1.2,
          float %mid1.3)
  %acc2.0 = extractvalue { float, float, float, float } %acc2, 0
  %acc2.1 = extractvalue { float, float, float, float } %acc2, 1
  %acc2.2 = extractvalue { float, float, float, float } %acc2, 2
  %acc2.3 = extractvalue { float, float, float, float } %acc2, 3
  %mid2 = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h0, <2 x half> %a.h1,
          <2 x half> %b1.h0, float %acc2.0, float %acc2.1, float %acc2.2,
          float %acc2.3)
  %mid2.0 = extractvalue { float, float, float, float } %mid2, 0
  %mid2.1 = extractvalue { float, float, float, float } %mid2, 1
  %mid2.2 = extractvalue { float, float, float, float } %mid2, 2
  %mid2.3 = extractvalue { float, float, float, float } %mid2, 3
  %acc2.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h2, <2 x half> %a.h3,
          <2 x half> %b1.h1, float %mid2.0, float %mid2.1, float %mid2.2,
          float %mid2.3)
  %acc3.0 = extractvalue { float, float, float, float } %acc3, 0
  %acc3.1 = extractvalue { float, float, float, float } %acc3, 1
  %acc3.2 = extractvalue { float, float, float, float } %acc3, 2
  %acc3.3 = extractvalue { float, float, float, float } %acc3, 3
  %mid3 = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h0, <2 x half> %a.h1,
          <2 x half> %b1.h2, float %acc3.0, float %acc3.1, float %acc3.2,
          float %acc3.3)
  %mid3.0 = extractvalue { float, float, float, float } %mid3, 0
  %mid3.1 = extractvalue { float, float, float, float } %mid3, 1
  %mid3.2 = extractvalue { float, float, float, float } %mid3, 2
  %mid3.3 = extractvalue { float, float, float, float } %mid3, 3
  %acc3.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a.h2, <2 x half> %a.h3,
          <2 x half> %b1.h3, float %mid3.0, float %mid3.1, float %mid3.2,
          float %mid3.3)

  ; The other buffer was last read before the previous barrier.
  %buffer.next = sub i32 5376, %buffer
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
  %c.row32 = add i32 %c.row.block, %g
  %c.col.block = add i32 %block.col, %warp.col
  %c.col32 = add i32 %c.col.block, %c.x
  %c.row64 = zext i32 %c.row32 to i64
  %c.col64 = zext i32 %c.col32 to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.8rows = shl i64 %N64, 3
  %c.row = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %c.row.8 = getelementptr float, ptr addrspace(1) %c.row, i64 %c.8rows
  %d0.0 = extractvalue { float, float, float, float } %acc0.next, 0
  %d0.1 = extractvalue { float, float, float, float } %acc0.next, 1
  %v0.0.lo = insertelement <2 x float> poison, float %d0.0, i64 0
  %v0.0 = insertelement <2 x float> %v0.0.lo, float %d0.1, i64 1
  %p0.0 = getelementptr float, ptr addrspace(1) %c.row, i64 0
  store <2 x float> %v0.0, ptr addrspace(1) %p0.0, align 8
  %d0.2 = extractvalue { float, float, float, float } %acc0.next, 2
  %d0.3 = extractvalue { float, float, float, float } %acc0.next, 3
  %v0.1.lo = insertelement <2 x float> poison, float %d0.2, i64 0
  %v0.1 = insertelement <2 x float> %v0.1.lo, float %d0.3, i64 1
  %p0.1 = getelementptr float, ptr addrspace(1) %c.row.8, i64 0
  store <2 x float> %v0.1, ptr addrspace(1) %p0.1, align 8
  %d1.0 = extractvalue { float, float, float, float } %acc1.next, 0
  %d1.1 = extractvalue { float, float, float, float } %acc1.next, 1
  %v1.0.lo = insertelement <2 x float> poison, float %d1.0, i64 0
  %v1.0 = insertelement <2 x float> %v1.0.lo, float %d1.1, i64 1
  %p1.0 = getelementptr float, ptr addrspace(1) %c.row, i64 8
  store <2 x float> %v1.0, ptr addrspace(1) %p1.0, align 8
  %d1.2 = extractvalue { float, float, float, float } %acc1.next, 2
  %d1.3 = extractvalue { float, float, float, float } %acc1.next, 3
  %v1.1.lo = insertelement <2 x float> poison, float %d1.2, i64 0
  %v1.1 = insertelement <2 x float> %v1.1.lo, float %d1.3, i64 1
  %p1.1 = getelementptr float, ptr addrspace(1) %c.row.8, i64 8
  store <2 x float> %v1.1, ptr addrspace(1) %p1.1, align 8
  %d2.0 = extractvalue { float, float, float, float } %acc2.next, 0
  %d2.1 = extractvalue { float, float, float, float } %acc2.next, 1
  %v2.0.lo = insertelement <2 x float> poison, float %d2.0, i64 0
  %v2.0 = insertelement <2 x float> %v2.0.lo, float %d2.1, i64 1
  %p2.0 = getelementptr float, ptr addrspace(1) %c.row, i64 16
  store <2 x float> %v2.0, ptr addrspace(1) %p2.0, align 8
  %d2.2 = extractvalue { float, float, float, float } %acc2.next, 2
  %d2.3 = extractvalue { float, float, float, float } %acc2.next, 3
  %v2.1.lo = insertelement <2 x float> poison, float %d2.2, i64 0
  %v2.1 = insertelement <2 x float> %v2.1.lo, float %d2.3, i64 1
  %p2.1 = getelementptr float, ptr addrspace(1) %c.row.8, i64 16
  store <2 x float> %v2.1, ptr addrspace(1) %p2.1, align 8
  %d3.0 = extractvalue { float, float, float, float } %acc3.next, 0
  %d3.1 = extractvalue { float, float, float, float } %acc3.next, 1
  %v3.0.lo = insertelement <2 x float> poison, float %d3.0, i64 0
  %v3.0 = insertelement <2 x float> %v3.0.lo, float %d3.1, i64 1
  %p3.0 = getelementptr float, ptr addrspace(1) %c.row, i64 24
  store <2 x float> %v3.0, ptr addrspace(1) %p3.0, align 8
  %d3.2 = extractvalue { float, float, float, float } %acc3.next, 2
  %d3.3 = extractvalue { float, float, float, float } %acc3.next, 3
  %v3.1.lo = insertelement <2 x float> poison, float %d3.2, i64 0
  %v3.1 = insertelement <2 x float> %v3.1.lo, float %d3.3, i64 1
  %p3.1 = getelementptr float, ptr addrspace(1) %c.row.8, i64 24
  store <2 x float> %v3.1, ptr addrspace(1) %p3.1, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3))
declare { float, float, float, float }
    @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>,
        float, float, float, float)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @turing_ldmatrix_mma_m16n8k8, !"kernel", i32 1}
!1 = !{ptr @turing_ldmatrix_mma_m16n8k8, !"maxntidx", i32 256}
