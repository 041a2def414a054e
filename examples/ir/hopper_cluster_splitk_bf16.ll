;===-- hopper_cluster_splitk_bf16.ll - Split-K in a cluster ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f32, row-major) = A[M x K] (bf16, row-major) * B[K x N] (bf16,
; column-major, that is B^T stored as N rows of K). A cluster of two CTAs shares
; a 64 x 64 tile of C: rank r multiplies the K tiles r, r + 2, r + 4, ... and
; the partial sums meet in distributed shared memory.
;
; Fragments of mma.m16n8k16 (PTX ISA), with g = lane >> 2 and t = lane & 3:
;
;   A  a[0..1]: row g,     k = 2t..2t+1      a[2..3]: row g + 8, the same k
;      a[4..7]: as a[0..3], k + 8
;   B  b[0..1]: k = 2t..2t+1, column g       b[2..3]: k + 8
;   C  c[0..1]: row g, columns 2t..2t+1      c[2..3]: row g + 8
;
; ldmatrix.x4, lanes 8j..8j+7 giving the row addresses of matrix j:
;
;   A  row = lane & 15, k = 8 * (lane >> 4)
;      0: rows 0-7, k 0-7    1: rows 8-15, k 0-7    2: rows 0-7, k 8-15
;      3: rows 8-15, k 8-15
;   B  column = (lane & 7) + 8 * (lane >> 4), k = 8 * ((lane >> 3) & 1)
;      0: columns 0-7, k 0-7    1: columns 0-7, k 8-15    2: columns 8-15, k 0-7
;      3: columns 8-15, k 8-15
;
; In each CTA four warps as 2 (M) x 2 (N), warp tile 32 x 32, K tile 16: four
; ldmatrix and eight mma a trip. Rows of a tile are 32 bytes, two vectors of 16,
; which change places where bit 2 of the row is set (no bank conflicts).
;
; Three stages, each with two mbarriers of 128 arrivals. full[s]: every thread
; arrives for itself, which gives the token that it will wait with, and through
; cp.async.mbarrier.arrive, which adds one to the arrivals that the phase waits
; for and takes it off when the thread's copies have landed. empty[s]: every
; thread arrives when it has read the stage. Trip i multiplies tile i, then
; refills the stage of tile i - 1, once all have left that. There is no bar.sync
; in the loop: a warp may be a trip ahead of the slowest.
;
; At the end each CTA finishes half of the tile, the m16 block `rank` of every
; warp: it puts the other block's partial sums into shared memory, and after the
; cluster barrier reads its peer's through mapa. The second cluster barrier
; keeps the peer's shared memory alive until it has been read.
;
; Launch:  grid (2 * N / 64, M / 64), cluster (2, 1, 1), block 128 threads.
; Needs:   M % 64 == 0, N % 64 == 0, K % 32 == 0, K >= 64, A, B 16-byte aligned.
;
; DEMO: target=sm_90 ptx=78
; DEMO: target=sm_90a ptx=80
; DEMO-EXPECT: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-EXPECT: cp.async.mbarrier.arrive.shared.b64
; DEMO-EXPECT: mbarrier.test_wait.shared.b64
; DEMO-EXPECT: mapa.u64
; DEMO-EXPECT: barrier.cluster.arrive.aligned
; DEMO-RUN: --grid 4,1 --block 128 --cluster 2
; DEMO-RUN+: --arg C=f32[64x128] --arg A=bf16[64x320]:normal --arg B=bf16[128x320]:normal
; DEMO-RUN+: --arg u32:64 --arg u32:128 --arg u32:320
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Three stages of 4096 bytes: A, 64 rows of 32 bytes, then B, 64 columns of 32.
@stages = internal addrspace(3) global [12288 x i8] undef, align 128
@full = internal addrspace(3) global [3 x i64] undef, align 8
@empty = internal addrspace(3) global [3 x i64] undef, align 8
; What the peer adds to its half: four vectors a thread, [vector][thread].
@partial = internal addrspace(3) global [512 x <4 x float>] undef, align 16

define void @hopper_cluster_splitk_bf16(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %is.rank0 = icmp eq i32 %rank, 0
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %cluster.x = lshr i32 %block.x, 1
  %block.row = shl i32 %block.y, 6
  %block.col = shl i32 %cluster.x, 6
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 5

  ; The 16-byte vectors that this thread copies, one of A and one of B: row
  ; (column of B) tid / 2, vector tid % 2 of the two.
  %v.row = lshr i32 %tid, 1
  %v.vec = and i32 %tid, 1
  %v.col = shl i32 %v.vec, 3

  ; Where they come from: K starts at 16 * rank and moves on by 32 with each
  ; tile.
  %ga.row = add i32 %block.row, %v.row
  %gb.row = add i32 %block.col, %v.row
  %ga.row64 = zext i32 %ga.row to i64
  %gb.row64 = zext i32 %gb.row to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %gb.off.row = mul i64 %gb.row64, %K64
  %rank.col = shl i32 %rank, 4
  %v.col.rank = or disjoint i32 %v.col, %rank.col
  %v.col64 = zext i32 %v.col.rank to i64
  %ga.off = add i64 %ga.off.row, %v.col64
  %gb.off = add i64 %gb.off.row, %v.col64
  %ga = getelementptr bfloat, ptr addrspace(1) %A, i64 %ga.off
  %gb = getelementptr bfloat, ptr addrspace(1) %B, i64 %gb.off

  ; Where they go within a stage: the two change places where bit 2 of the row
  ; is set.
  %v.bit = lshr i32 %tid, 3
  %v.swz0 = xor i32 %v.bit, %v.vec
  %v.swz = and i32 %v.swz0, 1
  %s.row = shl i32 %v.row, 5
  %s.vec = shl i32 %v.swz, 4
  %sa.off = or disjoint i32 %s.row, %s.vec
  %sb.off = add i32 %sa.off, 2048

  ; ldmatrix: this lane's row address, with the same exchange of vectors.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %warp.row = shl i32 %warp.m, 5
  %warp.col = shl i32 %warp.n, 5
  %lane.bit2 = lshr i32 %lane, 2
  %lane.bit3 = lshr i32 %lane, 3
  %lane.bit4 = lshr i32 %lane, 4
  %la.lane = and i32 %lane, 15
  %la.row = add i32 %warp.row, %la.lane
  %la.vec0 = xor i32 %lane.bit4, %lane.bit2
  %la.vec = and i32 %la.vec0, 1
  %la.off.row = shl i32 %la.row, 5
  %la.off.vec = shl i32 %la.vec, 4
  %la.off = or disjoint i32 %la.off.row, %la.off.vec
  %lb.lane = and i32 %lane, 7
  %lb.hi = shl i32 %lane.bit4, 3
  %lb.col.lane = or disjoint i32 %lb.lane, %lb.hi
  %lb.col = add i32 %warp.col, %lb.col.lane
  %lb.vec0 = xor i32 %lane.bit3, %lane.bit2
  %lb.vec = and i32 %lb.vec0, 1
  %lb.off.col = shl i32 %lb.col, 5
  %lb.off.vec = shl i32 %lb.vec, 4
  %lb.off.rel = or disjoint i32 %lb.off.col, %lb.off.vec
  %lb.off = add i32 %lb.off.rel, 2048

  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %prologue

init:
  %full1.init = getelementptr i64, ptr addrspace(3) @full, i32 1
  %full2.init = getelementptr i64, ptr addrspace(3) @full, i32 2
  %empty1.init = getelementptr i64, ptr addrspace(3) @empty, i32 1
  %empty2.init = getelementptr i64, ptr addrspace(3) @empty, i32 2
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) @full, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %full1.init, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %full2.init, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) @empty, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %empty1.init, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %empty2.init, i32 128)
  br label %prologue

  ; Send for tiles 0 and 1. Stage 2 is free from the start: arriving on its
  ; `empty` says so, and the first refill waits for that like for any other.
prologue:
  call void @llvm.nvvm.barrier0()
  %pro0.sa = getelementptr i8, ptr addrspace(3) @stages, i32 %sa.off
  %pro0.sb = getelementptr i8, ptr addrspace(3) @stages, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro0.sa, ptr addrspace(1) %ga)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro0.sb, ptr addrspace(1) %gb)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(
      ptr addrspace(3) @full)
  %pro0.landing = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) @full)

  %pro1.ga = getelementptr bfloat, ptr addrspace(1) %ga, i64 32
  %pro1.gb = getelementptr bfloat, ptr addrspace(1) %gb, i64 32
  %pro1.sa = getelementptr i8, ptr addrspace(3) %pro0.sa, i32 4096
  %pro1.sb = getelementptr i8, ptr addrspace(3) %pro0.sb, i32 4096
  %pro1.full = getelementptr i64, ptr addrspace(3) @full, i32 1
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro1.sa, ptr addrspace(1) %pro1.ga)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro1.sb, ptr addrspace(1) %pro1.gb)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(
      ptr addrspace(3) %pro1.full)
  %pro1.landing = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) %pro1.full)

  %empty2 = getelementptr i64, ptr addrspace(3) @empty, i32 2
  %free2 = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %empty2)
  br label %loop

  ; Tokens: %landing0 and %landing1 for the tiles i and i + 1, %leaving for the
  ; stage of tile i - 1.
loop:
  %i = phi i32 [ 0, %prologue ], [ %i.next, %latch ]
  %slot = phi i32 [ 0, %prologue ], [ %slot.next, %latch ]
  %landing0 = phi i64 [ %pro0.landing, %prologue ], [ %landing1, %latch ]
  %landing1 = phi i64 [ %pro1.landing, %prologue ], [ %landing2, %latch ]
  %leaving = phi i64 [ %free2, %prologue ], [ %left, %latch ]
  %c00 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c00.next, %latch ]
  %c01 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c01.next, %latch ]
  %c02 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c02.next, %latch ]
  %c03 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c03.next, %latch ]
  %c10 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c10.next, %latch ]
  %c11 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c11.next, %latch ]
  %c12 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c12.next, %latch ]
  %c13 = phi { float, float, float, float }
      [ zeroinitializer, %prologue ], [ %c13.next, %latch ]
  %full.ptr = getelementptr i64, ptr addrspace(3) @full, i32 %slot
  %empty.ptr = getelementptr i64, ptr addrspace(3) @empty, i32 %slot
  br label %wait.full

wait.full:
  %landed = call i1 @llvm.nvvm.mbarrier.test.wait.shared(
      ptr addrspace(3) %full.ptr, i64 %landing0)
  br i1 %landed, label %compute, label %wait.full

compute:
  %stage = shl i32 %slot, 12
  %tile = getelementptr i8, ptr addrspace(3) @stages, i32 %stage
  %la0 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %la1 = getelementptr i8, ptr addrspace(3) %la0, i32 512
  %lb0 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %lb1 = getelementptr i8, ptr addrspace(3) %lb0, i32 512
  %a0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0)
  %a1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1)
  %b0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0)
  %b1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1)
  %a0.r0 = extractvalue { i32, i32, i32, i32 } %a0, 0
  %a0.r1 = extractvalue { i32, i32, i32, i32 } %a0, 1
  %a0.r2 = extractvalue { i32, i32, i32, i32 } %a0, 2
  %a0.r3 = extractvalue { i32, i32, i32, i32 } %a0, 3
  %a1.r0 = extractvalue { i32, i32, i32, i32 } %a1, 0
  %a1.r1 = extractvalue { i32, i32, i32, i32 } %a1, 1
  %a1.r2 = extractvalue { i32, i32, i32, i32 } %a1, 2
  %a1.r3 = extractvalue { i32, i32, i32, i32 } %a1, 3
  %b0.r0 = extractvalue { i32, i32, i32, i32 } %b0, 0
  %b0.r1 = extractvalue { i32, i32, i32, i32 } %b0, 1
  %b0.r2 = extractvalue { i32, i32, i32, i32 } %b0, 2
  %b0.r3 = extractvalue { i32, i32, i32, i32 } %b0, 3
  %b1.r0 = extractvalue { i32, i32, i32, i32 } %b1, 0
  %b1.r1 = extractvalue { i32, i32, i32, i32 } %b1, 1
  %b1.r2 = extractvalue { i32, i32, i32, i32 } %b1, 2
  %b1.r3 = extractvalue { i32, i32, i32, i32 } %b1, 3

  ; c<m><n>: rows 16m..16m+15, columns 8n..8n+7 of the warp tile.
  %c00.0 = extractvalue { float, float, float, float } %c00, 0
  %c00.1 = extractvalue { float, float, float, float } %c00, 1
  %c00.2 = extractvalue { float, float, float, float } %c00, 2
  %c00.3 = extractvalue { float, float, float, float } %c00, 3
  %c00.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0.r0, i32 %a0.r1, i32 %a0.r2,
          i32 %a0.r3, i32 %b0.r0, i32 %b0.r1, float %c00.0, float %c00.1,
          float %c00.2, float %c00.3)
  %c01.0 = extractvalue { float, float, float, float } %c01, 0
  %c01.1 = extractvalue { float, float, float, float } %c01, 1
  %c01.2 = extractvalue { float, float, float, float } %c01, 2
  %c01.3 = extractvalue { float, float, float, float } %c01, 3
  %c01.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0.r0, i32 %a0.r1, i32 %a0.r2,
          i32 %a0.r3, i32 %b0.r2, i32 %b0.r3, float %c01.0, float %c01.1,
          float %c01.2, float %c01.3)
  %c02.0 = extractvalue { float, float, float, float } %c02, 0
  %c02.1 = extractvalue { float, float, float, float } %c02, 1
  %c02.2 = extractvalue { float, float, float, float } %c02, 2
  %c02.3 = extractvalue { float, float, float, float } %c02, 3
  %c02.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0.r0, i32 %a0.r1, i32 %a0.r2,
          i32 %a0.r3, i32 %b1.r0, i32 %b1.r1, float %c02.0, float %c02.1,
          float %c02.2, float %c02.3)
  %c03.0 = extractvalue { float, float, float, float } %c03, 0
  %c03.1 = extractvalue { float, float, float, float } %c03, 1
  %c03.2 = extractvalue { float, float, float, float } %c03, 2
  %c03.3 = extractvalue { float, float, float, float } %c03, 3
  %c03.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0.r0, i32 %a0.r1, i32 %a0.r2,
          i32 %a0.r3, i32 %b1.r2, i32 %b1.r3, float %c03.0, float %c03.1,
          float %c03.2, float %c03.3)
  %c10.0 = extractvalue { float, float, float, float } %c10, 0
  %c10.1 = extractvalue { float, float, float, float } %c10, 1
  %c10.2 = extractvalue { float, float, float, float } %c10, 2
  %c10.3 = extractvalue { float, float, float, float } %c10, 3
  %c10.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a1.r0, i32 %a1.r1, i32 %a1.r2,
          i32 %a1.r3, i32 %b0.r0, i32 %b0.r1, float %c10.0, float %c10.1,
          float %c10.2, float %c10.3)
  %c11.0 = extractvalue { float, float, float, float } %c11, 0
  %c11.1 = extractvalue { float, float, float, float } %c11, 1
  %c11.2 = extractvalue { float, float, float, float } %c11, 2
  %c11.3 = extractvalue { float, float, float, float } %c11, 3
  %c11.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a1.r0, i32 %a1.r1, i32 %a1.r2,
          i32 %a1.r3, i32 %b0.r2, i32 %b0.r3, float %c11.0, float %c11.1,
          float %c11.2, float %c11.3)
  %c12.0 = extractvalue { float, float, float, float } %c12, 0
  %c12.1 = extractvalue { float, float, float, float } %c12, 1
  %c12.2 = extractvalue { float, float, float, float } %c12, 2
  %c12.3 = extractvalue { float, float, float, float } %c12, 3
  %c12.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a1.r0, i32 %a1.r1, i32 %a1.r2,
          i32 %a1.r3, i32 %b1.r0, i32 %b1.r1, float %c12.0, float %c12.1,
          float %c12.2, float %c12.3)
  %c13.0 = extractvalue { float, float, float, float } %c13, 0
  %c13.1 = extractvalue { float, float, float, float } %c13, 1
  %c13.2 = extractvalue { float, float, float, float } %c13, 2
  %c13.3 = extractvalue { float, float, float, float } %c13, 3
  %c13.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a1.r0, i32 %a1.r1, i32 %a1.r2,
          i32 %a1.r3, i32 %b1.r2, i32 %b1.r3, float %c13.0, float %c13.1,
          float %c13.2, float %c13.3)

  %left = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) %empty.ptr)
  %fetch = add i32 %i, 2
  %fetches = icmp ult i32 %fetch, %tiles
  %slot.is0 = icmp eq i32 %slot, 0
  %slot.minus1 = sub i32 %slot, 1
  %slot.refill = select i1 %slot.is0, i32 2, i32 %slot.minus1
  br i1 %fetches, label %refill, label %latch

refill:
  %refill.empty = getelementptr i64, ptr addrspace(3) @empty, i32 %slot.refill
  br label %wait.empty

wait.empty:
  %is.free = call i1 @llvm.nvvm.mbarrier.test.wait.shared(
      ptr addrspace(3) %refill.empty, i64 %leaving)
  br i1 %is.free, label %copy, label %wait.empty

copy:
  %main.stage = shl i32 %slot.refill, 12
  %main.k = shl i32 %fetch, 5
  %main.k64 = zext i32 %main.k to i64
  %main.ga = getelementptr bfloat, ptr addrspace(1) %ga, i64 %main.k64
  %main.gb = getelementptr bfloat, ptr addrspace(1) %gb, i64 %main.k64
  %main.tile = getelementptr i8, ptr addrspace(3) @stages, i32 %main.stage
  %main.sa = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sa.off
  %main.sb = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sb.off
  %main.full = getelementptr i64, ptr addrspace(3) @full, i32 %slot.refill
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa, ptr addrspace(1) %main.ga)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb, ptr addrspace(1) %main.gb)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(
      ptr addrspace(3) %main.full)
  %main.landing = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) %main.full)
  br label %latch

latch:
  %landing2 = phi i64 [ %main.landing, %copy ], [ 0, %compute ]
  %slot.is2 = icmp eq i32 %slot, 2
  %slot.plus1 = add i32 %slot, 1
  %slot.next = select i1 %slot.is2, i32 0, i32 %slot.plus1
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %tiles
  br i1 %more, label %loop, label %exchange

  ; The m16 block that the peer finishes goes into this CTA's shared memory.
exchange:
  %mine = getelementptr <4 x float>, ptr addrspace(3) @partial, i32 %tid
  %give0 = select i1 %is.rank0, { float, float, float, float } %c10.next,
      { float, float, float, float } %c00.next
  %give0.0 = extractvalue { float, float, float, float } %give0, 0
  %gv0.0 = insertelement <4 x float> poison, float %give0.0, i64 0
  %give0.1 = extractvalue { float, float, float, float } %give0, 1
  %gv0.1 = insertelement <4 x float> %gv0.0, float %give0.1, i64 1
  %give0.2 = extractvalue { float, float, float, float } %give0, 2
  %gv0.2 = insertelement <4 x float> %gv0.1, float %give0.2, i64 2
  %give0.3 = extractvalue { float, float, float, float } %give0, 3
  %gv0.3 = insertelement <4 x float> %gv0.2, float %give0.3, i64 3
  %give0.ptr = getelementptr <4 x float>, ptr addrspace(3) %mine, i32 0
  store <4 x float> %gv0.3, ptr addrspace(3) %give0.ptr, align 16
  %give1 = select i1 %is.rank0, { float, float, float, float } %c11.next,
      { float, float, float, float } %c01.next
  %give1.0 = extractvalue { float, float, float, float } %give1, 0
  %gv1.0 = insertelement <4 x float> poison, float %give1.0, i64 0
  %give1.1 = extractvalue { float, float, float, float } %give1, 1
  %gv1.1 = insertelement <4 x float> %gv1.0, float %give1.1, i64 1
  %give1.2 = extractvalue { float, float, float, float } %give1, 2
  %gv1.2 = insertelement <4 x float> %gv1.1, float %give1.2, i64 2
  %give1.3 = extractvalue { float, float, float, float } %give1, 3
  %gv1.3 = insertelement <4 x float> %gv1.2, float %give1.3, i64 3
  %give1.ptr = getelementptr <4 x float>, ptr addrspace(3) %mine, i32 128
  store <4 x float> %gv1.3, ptr addrspace(3) %give1.ptr, align 16
  %give2 = select i1 %is.rank0, { float, float, float, float } %c12.next,
      { float, float, float, float } %c02.next
  %give2.0 = extractvalue { float, float, float, float } %give2, 0
  %gv2.0 = insertelement <4 x float> poison, float %give2.0, i64 0
  %give2.1 = extractvalue { float, float, float, float } %give2, 1
  %gv2.1 = insertelement <4 x float> %gv2.0, float %give2.1, i64 1
  %give2.2 = extractvalue { float, float, float, float } %give2, 2
  %gv2.2 = insertelement <4 x float> %gv2.1, float %give2.2, i64 2
  %give2.3 = extractvalue { float, float, float, float } %give2, 3
  %gv2.3 = insertelement <4 x float> %gv2.2, float %give2.3, i64 3
  %give2.ptr = getelementptr <4 x float>, ptr addrspace(3) %mine, i32 256
  store <4 x float> %gv2.3, ptr addrspace(3) %give2.ptr, align 16
  %give3 = select i1 %is.rank0, { float, float, float, float } %c13.next,
      { float, float, float, float } %c03.next
  %give3.0 = extractvalue { float, float, float, float } %give3, 0
  %gv3.0 = insertelement <4 x float> poison, float %give3.0, i64 0
  %give3.1 = extractvalue { float, float, float, float } %give3, 1
  %gv3.1 = insertelement <4 x float> %gv3.0, float %give3.1, i64 1
  %give3.2 = extractvalue { float, float, float, float } %give3, 2
  %gv3.2 = insertelement <4 x float> %gv3.1, float %give3.2, i64 2
  %give3.3 = extractvalue { float, float, float, float } %give3, 3
  %gv3.3 = insertelement <4 x float> %gv3.2, float %give3.3, i64 3
  %give3.ptr = getelementptr <4 x float>, ptr addrspace(3) %mine, i32 384
  store <4 x float> %gv3.3, ptr addrspace(3) %give3.ptr, align 16
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()

  ; The other block: this CTA's sums plus the peer's, rows g and g + 8.
  %peer = xor i32 %rank, 1
  %mine.generic = addrspacecast ptr addrspace(3) %mine to ptr
  %theirs = call ptr @llvm.nvvm.mapa(ptr %mine.generic, i32 %peer)
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
  %c.ptr = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %rank.row = shl i32 %rank, 4
  %rank.row64 = zext i32 %rank.row to i64
  %c.rank.off = mul i64 %rank.row64, %N64
  %c.row0 = getelementptr float, ptr addrspace(1) %c.ptr, i64 %c.rank.off
  %c.8rows = shl i64 %N64, 3
  %c.row8 = getelementptr float, ptr addrspace(1) %c.row0, i64 %c.8rows
  %got0.ptr = getelementptr <4 x float>, ptr %theirs, i64 0
  %got0 = load <4 x float>, ptr %got0.ptr, align 16
  %keep0 = select i1 %is.rank0, { float, float, float, float } %c00.next,
      { float, float, float, float } %c10.next
  %keep0.0 = extractvalue { float, float, float, float } %keep0, 0
  %kv0.0 = insertelement <4 x float> poison, float %keep0.0, i64 0
  %keep0.1 = extractvalue { float, float, float, float } %keep0, 1
  %kv0.1 = insertelement <4 x float> %kv0.0, float %keep0.1, i64 1
  %keep0.2 = extractvalue { float, float, float, float } %keep0, 2
  %kv0.2 = insertelement <4 x float> %kv0.1, float %keep0.2, i64 2
  %keep0.3 = extractvalue { float, float, float, float } %keep0, 3
  %kv0.3 = insertelement <4 x float> %kv0.2, float %keep0.3, i64 3
  %sum0 = fadd <4 x float> %kv0.3, %got0
  %sum0.lo = shufflevector <4 x float> %sum0, <4 x float> poison,
      <2 x i32> <i32 0, i32 1>
  %sum0.hi = shufflevector <4 x float> %sum0, <4 x float> poison,
      <2 x i32> <i32 2, i32 3>
  %p0.lo = getelementptr float, ptr addrspace(1) %c.row0, i64 0
  %p0.hi = getelementptr float, ptr addrspace(1) %c.row8, i64 0
  store <2 x float> %sum0.lo, ptr addrspace(1) %p0.lo, align 8
  store <2 x float> %sum0.hi, ptr addrspace(1) %p0.hi, align 8
  %got1.ptr = getelementptr <4 x float>, ptr %theirs, i64 128
  %got1 = load <4 x float>, ptr %got1.ptr, align 16
  %keep1 = select i1 %is.rank0, { float, float, float, float } %c01.next,
      { float, float, float, float } %c11.next
  %keep1.0 = extractvalue { float, float, float, float } %keep1, 0
  %kv1.0 = insertelement <4 x float> poison, float %keep1.0, i64 0
  %keep1.1 = extractvalue { float, float, float, float } %keep1, 1
  %kv1.1 = insertelement <4 x float> %kv1.0, float %keep1.1, i64 1
  %keep1.2 = extractvalue { float, float, float, float } %keep1, 2
  %kv1.2 = insertelement <4 x float> %kv1.1, float %keep1.2, i64 2
  %keep1.3 = extractvalue { float, float, float, float } %keep1, 3
  %kv1.3 = insertelement <4 x float> %kv1.2, float %keep1.3, i64 3
  %sum1 = fadd <4 x float> %kv1.3, %got1
  %sum1.lo = shufflevector <4 x float> %sum1, <4 x float> poison,
      <2 x i32> <i32 0, i32 1>
  %sum1.hi = shufflevector <4 x float> %sum1, <4 x float> poison,
      <2 x i32> <i32 2, i32 3>
  %p1.lo = getelementptr float, ptr addrspace(1) %c.row0, i64 8
  %p1.hi = getelementptr float, ptr addrspace(1) %c.row8, i64 8
  store <2 x float> %sum1.lo, ptr addrspace(1) %p1.lo, align 8
  store <2 x float> %sum1.hi, ptr addrspace(1) %p1.hi, align 8
  %got2.ptr = getelementptr <4 x float>, ptr %theirs, i64 256
  %got2 = load <4 x float>, ptr %got2.ptr, align 16
  %keep2 = select i1 %is.rank0, { float, float, float, float } %c02.next,
      { float, float, float, float } %c12.next
  %keep2.0 = extractvalue { float, float, float, float } %keep2, 0
  %kv2.0 = insertelement <4 x float> poison, float %keep2.0, i64 0
  %keep2.1 = extractvalue { float, float, float, float } %keep2, 1
  %kv2.1 = insertelement <4 x float> %kv2.0, float %keep2.1, i64 1
  %keep2.2 = extractvalue { float, float, float, float } %keep2, 2
  %kv2.2 = insertelement <4 x float> %kv2.1, float %keep2.2, i64 2
  %keep2.3 = extractvalue { float, float, float, float } %keep2, 3
  %kv2.3 = insertelement <4 x float> %kv2.2, float %keep2.3, i64 3
  %sum2 = fadd <4 x float> %kv2.3, %got2
  %sum2.lo = shufflevector <4 x float> %sum2, <4 x float> poison,
      <2 x i32> <i32 0, i32 1>
  %sum2.hi = shufflevector <4 x float> %sum2, <4 x float> poison,
      <2 x i32> <i32 2, i32 3>
  %p2.lo = getelementptr float, ptr addrspace(1) %c.row0, i64 16
  %p2.hi = getelementptr float, ptr addrspace(1) %c.row8, i64 16
  store <2 x float> %sum2.lo, ptr addrspace(1) %p2.lo, align 8
  store <2 x float> %sum2.hi, ptr addrspace(1) %p2.hi, align 8
  %got3.ptr = getelementptr <4 x float>, ptr %theirs, i64 384
  %got3 = load <4 x float>, ptr %got3.ptr, align 16
  %keep3 = select i1 %is.rank0, { float, float, float, float } %c03.next,
      { float, float, float, float } %c13.next
  %keep3.0 = extractvalue { float, float, float, float } %keep3, 0
  %kv3.0 = insertelement <4 x float> poison, float %keep3.0, i64 0
  %keep3.1 = extractvalue { float, float, float, float } %keep3, 1
  %kv3.1 = insertelement <4 x float> %kv3.0, float %keep3.1, i64 1
  %keep3.2 = extractvalue { float, float, float, float } %keep3, 2
  %kv3.2 = insertelement <4 x float> %kv3.1, float %keep3.2, i64 2
  %keep3.3 = extractvalue { float, float, float, float } %keep3, 3
  %kv3.3 = insertelement <4 x float> %kv3.2, float %keep3.3, i64 3
  %sum3 = fadd <4 x float> %kv3.3, %got3
  %sum3.lo = shufflevector <4 x float> %sum3, <4 x float> poison,
      <2 x i32> <i32 0, i32 1>
  %sum3.hi = shufflevector <4 x float> %sum3, <4 x float> poison,
      <2 x i32> <i32 2, i32 3>
  %p3.lo = getelementptr float, ptr addrspace(1) %c.row0, i64 24
  %p3.hi = getelementptr float, ptr addrspace(1) %c.row8, i64 24
  store <2 x float> %sum3.lo, ptr addrspace(1) %p3.lo, align 8
  store <2 x float> %sum3.hi, ptr addrspace(1) %p3.hi, align 8
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.barrier.cluster.arrive.aligned()
declare void @llvm.nvvm.barrier.cluster.wait.aligned()
declare ptr @llvm.nvvm.mapa(ptr, i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3),
                                                     ptr addrspace(1))
declare void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3))
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { float, float, float, float }
    @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32,
        float, float, float, float)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @hopper_cluster_splitk_bf16, !"kernel", i32 1}
!1 = !{ptr @hopper_cluster_splitk_bf16, !"maxntidx", i32 128}
!2 = !{ptr @hopper_cluster_splitk_bf16, !"maxclusterrank", i32 2}
