;===-- blackwell_mxf8_block_scale.ll - Blackwell MXFP8 GEMM ----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f32, row-major) = A[M x K] (e4m3, row-major) * B[K x N] (e4m3,
; column-major, that is B^T stored as N rows of K), where each 32 elements along
; K of a row of A, and of a column of B, share a scale of type ue8m0: a byte x
; that stands for 2^(x - 127), 255 for NaN (OCP MX).
;
; SA is M rows of K/32 scales, SB is N rows (columns of B) of K/32 scales.
;
; Fragments of mma.m16n8k32 (PTX ISA), with g = lane >> 2 and t = lane & 3; a
; register holds four bytes:
;
;   A  a[0..3]: row g,     k = 4t..4t+3      a[4..7]: row g + 8, the same k
;      a[8..15]: as a[0..7], k + 16
;   B  b[0..3]: k = 4t..4t+3, column g       b[4..7]: k + 16
;   C  c[0..1]: row g, columns 2t..2t+1      c[2..3]: row g + 8
;
; An mma.m16n8k32 needs 16 scales of A, one a row, and 8 of B, one a column
; (scale_vec::1X). Each lane brings a 32-bit register of four scales; two
; constants say which of those bytes the instruction looks at:
;
;   byte-id    which byte of the register: 0 (the lowest) to 3
;   thread-id  whose register. A: lanes t = 2 * thread-id + h have row g + 8h,
;              h = 0 or 1, so thread-id is 0 or 1. B: lanes t = thread-id have
;              column g, so it is 0 to 3. Nobody looks at the other lanes'.
;
; So one load a lane serves a warp tile of 32 x 32 for 128 of K: lane (g, t)
; loads the four scales, a 32-bit word, of
;
;   A  row 16 * (t >> 1) + 8 * (t & 1) + g: tile m of 16 rows is thread-id m
;   B  column 8t + g:                       tile n of 8 columns is thread-id n
;
; and step s, k = 32s..32s+31, takes byte-id s.
;
; ldmatrix.x4 of b16 moves pairs of bytes (ada_fp8_m16n8k32_e4m3.ll), lanes
; 8j..8j+7 giving the row addresses of matrix j; step s:
;
;   A  row = lane & 15, k = 32s + 16 * (lane >> 4)
;      0: rows 0-7, k 0-15    1: rows 8-15, k 0-15    2: rows 0-7, k 16-31
;      3: rows 8-15, k 16-31
;   B  column = (lane & 7) + 8 * (lane >> 4), k = 32s + 16 * ((lane >> 3) & 1)
;      0: columns 0-7, k 0-15     1: columns 0-7, k 16-31
;      2: columns 8-15, k 0-15    3: columns 8-15, k 16-31
;
; Block tile 64 x 64 x 128, four warps as 2 (M) x 2 (N), warp tile 32 x 32: 16
; ldmatrix, 32 mma and two loads of scales a trip. Rows of a tile are 128 bytes,
; eight vectors of 16, vector v of row r in place v ^ (r & 7): no bank
; conflicts. The steps differ in bits 5 and 6 of the address.
;
; Two buffers: trip i waits for tile i, which has been under way for a trip, and
; for all warps to be done with tile i - 1, sends for tile i + 1 into that one's
; buffer, and multiplies. The scales go to registers, a trip ahead as well.
;
; Launch:    grid (N / 64, M / 64), block 128 threads.
; Needs:     M % 64 == 0, N % 64 == 0, K % 128 == 0, K > 0, A, B 16-byte
;            aligned, SA, SB 4-byte aligned.
; Expected:  C[m * N + n] = sum over k of
;              f32(A[m * K + k]) * 2^(SA[m * (K / 32) + k / 32] - 127)
;              * f32(B[n * K + k]) * 2^(SB[n * (K / 32) + k / 32] - 127),
;            k / 32 in whole numbers; what C held is overwritten. Of sums the
;            hardware may keep fewer bits than f32 has. Integers with
;            |a|, |b| <= 2, scales of 127 and 128 and K <= 256 come out exactly.
;
; DEMO: target=sm_120a ptx=87
; DEMO-EXPECT: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-EXPECT: cp.async.cg.shared.global
; DEMO-RUN: --grid 1,1 --block 128
; DEMO-RUN+: --arg C=f32[64x64] --arg A=e4m3[64x256]:normal --arg B=e4m3[64x256]:normal
; DEMO-RUN+: --arg SA=ue8m0[64x8]:cycle,1,2,0.5,4,0.25 --arg SB=ue8m0[64x8]:cycle,2,1,0.5
; DEMO-RUN+: --arg u32:64 --arg u32:64 --arg u32:256
; DEMO-RUN+: --expect C=A*SA@B.T*SB.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Two buffers of 16384 bytes: A, 64 rows of 128 bytes, then B, 64 columns of
; 128.
@buffers = internal addrspace(3) global [32768 x i8] undef, align 128

define void @blackwell_mxf8_block_scale(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    ptr addrspace(1) noalias readonly align 4 %SA,
    ptr addrspace(1) noalias readonly align 4 %SB, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %block.row = shl i32 %block.y, 6
  %block.col = shl i32 %block.x, 6
  %N64 = zext i32 %N to i64
  %K64 = zext i32 %K to i64
  %tiles = lshr i32 %K, 7

  ; The 16-byte vectors that this thread copies, four of A and four of B: rows
  ; (columns of B) tid / 8 and 16, 32 and 48 more, vector tid % 8 of the eight.
  %v.row = lshr i32 %tid, 3
  %v.vec = and i32 %tid, 7
  %v.k = shl i32 %v.vec, 4

  ; Where they come from: the first tile's, then 128 bytes on with each tile.
  %ga.row = add i32 %block.row, %v.row
  %gb.row = add i32 %block.col, %v.row
  %ga.row64 = zext i32 %ga.row to i64
  %gb.row64 = zext i32 %gb.row to i64
  %v.k64 = zext i32 %v.k to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %gb.off.row = mul i64 %gb.row64, %K64
  %ga.off = add i64 %ga.off.row, %v.k64
  %gb.off = add i64 %gb.off.row, %v.k64
  %ga = getelementptr i8, ptr addrspace(1) %A, i64 %ga.off
  %gb = getelementptr i8, ptr addrspace(1) %B, i64 %gb.off
  %g.step = shl i64 %K64, 4

  ; Where they go within a buffer; 16 rows on, the place in the row is the same.
  %v.swz0 = xor i32 %v.row, %v.vec
  %v.swz = and i32 %v.swz0, 7
  %s.row = shl i32 %v.row, 7
  %s.vec = shl i32 %v.swz, 4
  %sa.off = or disjoint i32 %s.row, %s.vec
  %sb.off = add i32 %sa.off, 8192

  ; ldmatrix: this lane's row address in steps 0 to 3.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %warp.row = shl i32 %warp.m, 5
  %warp.col = shl i32 %warp.n, 5
  %lane.bits3 = lshr i32 %lane, 3
  %lane.bit3 = and i32 %lane.bits3, 1
  %lane.bit4 = lshr i32 %lane, 4
  %l.swz = and i32 %lane, 7
  %la.lane = and i32 %lane, 15
  %la.row = or disjoint i32 %warp.row, %la.lane
  %la.vec = xor i32 %lane.bit4, %l.swz
  %la.off.row = shl i32 %la.row, 7
  %la.off.vec = shl i32 %la.vec, 4
  %la.off = or disjoint i32 %la.off.row, %la.off.vec
  %la.off.s1 = xor i32 %la.off, 32
  %la.off.s2 = xor i32 %la.off, 64
  %la.off.s3 = xor i32 %la.off, 96
  %lb.hi = shl i32 %lane.bit4, 3
  %lb.col.lane = or disjoint i32 %l.swz, %lb.hi
  %lb.col = or disjoint i32 %warp.col, %lb.col.lane
  %lb.vec = xor i32 %lane.bit3, %l.swz
  %lb.off.col = shl i32 %lb.col, 7
  %lb.off.vec = shl i32 %lb.vec, 4
  %lb.off.rel = or disjoint i32 %lb.off.col, %lb.off.vec
  %lb.off = add i32 %lb.off.rel, 8192
  %lb.off.s1 = xor i32 %lb.off, 32
  %lb.off.s2 = xor i32 %lb.off, 64
  %lb.off.s3 = xor i32 %lb.off, 96

  ; Scales: this lane's row of A, 16 * (t >> 1) + 8 * (t & 1) + g = 8t + g, and
  ; column of B, 8t + g as well. A row is K / 32 bytes; a tile has four of them.
  %g = lshr i32 %lane, 2
  %t = and i32 %lane, 3
  %t8 = shl i32 %t, 3
  %s.lane = or disjoint i32 %t8, %g
  %row.warp = add i32 %block.row, %warp.row
  %col.warp = add i32 %block.col, %warp.col
  %sa.row = or disjoint i32 %row.warp, %s.lane
  %sb.col = or disjoint i32 %col.warp, %s.lane
  %sa.row64 = zext i32 %sa.row to i64
  %sb.col64 = zext i32 %sb.col to i64
  %tiles64 = zext i32 %tiles to i64
  %sa.words = mul i64 %sa.row64, %tiles64
  %sb.words = mul i64 %sb.col64, %tiles64
  %gsa = getelementptr i32, ptr addrspace(1) %SA, i64 %sa.words
  %gsb = getelementptr i32, ptr addrspace(1) %SB, i64 %sb.words

  ; The first tile.
  %sa.first = load i32, ptr addrspace(1) %gsa, align 4
  %sb.first = load i32, ptr addrspace(1) %gsb, align 4
  %first.sa0 = getelementptr i8, ptr addrspace(3) @buffers, i32 %sa.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa0, ptr addrspace(1) %ga)
  %first.sa1 = getelementptr i8, ptr addrspace(3) %first.sa0, i32 2048
  %first.ga1 = getelementptr i8, ptr addrspace(1) %ga, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa1, ptr addrspace(1) %first.ga1)
  %first.sa2 = getelementptr i8, ptr addrspace(3) %first.sa0, i32 4096
  %first.ga2 = getelementptr i8, ptr addrspace(1) %first.ga1, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa2, ptr addrspace(1) %first.ga2)
  %first.sa3 = getelementptr i8, ptr addrspace(3) %first.sa0, i32 6144
  %first.ga3 = getelementptr i8, ptr addrspace(1) %first.ga2, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa3, ptr addrspace(1) %first.ga3)
  %first.sb0 = getelementptr i8, ptr addrspace(3) @buffers, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb0, ptr addrspace(1) %gb)
  %first.sb1 = getelementptr i8, ptr addrspace(3) %first.sb0, i32 2048
  %first.gb1 = getelementptr i8, ptr addrspace(1) %gb, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb1, ptr addrspace(1) %first.gb1)
  %first.sb2 = getelementptr i8, ptr addrspace(3) %first.sb0, i32 4096
  %first.gb2 = getelementptr i8, ptr addrspace(1) %first.gb1, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb2, ptr addrspace(1) %first.gb2)
  %first.sb3 = getelementptr i8, ptr addrspace(3) %first.sb0, i32 6144
  %first.gb3 = getelementptr i8, ptr addrspace(1) %first.gb2, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb3, ptr addrspace(1) %first.gb3)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %compute ]
  %sa = phi i32 [ %sa.first, %entry ], [ %sa.next, %compute ]
  %sb = phi i32 [ %sb.first, %entry ], [ %sb.next, %compute ]
  %c00 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c00.next, %compute ]
  %c01 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c01.next, %compute ]
  %c02 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c02.next, %compute ]
  %c03 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c03.next, %compute ]
  %c10 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c10.next, %compute ]
  %c11 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c11.next, %compute ]
  %c12 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c12.next, %compute ]
  %c13 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c13.next, %compute ]
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %tiles
  br i1 %more, label %copy, label %compute

copy:
  %next.slot = and i32 %next, 1
  %next.buffer = shl i32 %next.slot, 14
  %next64 = zext i32 %next to i64
  %next.k = shl i64 %next64, 7
  %main.ga0 = getelementptr i8, ptr addrspace(1) %ga, i64 %next.k
  %main.gb0 = getelementptr i8, ptr addrspace(1) %gb, i64 %next.k
  %main.tile = getelementptr i8, ptr addrspace(3) @buffers, i32 %next.buffer
  %main.sa0 = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sa.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa0, ptr addrspace(1) %main.ga0)
  %main.sa1 = getelementptr i8, ptr addrspace(3) %main.sa0, i32 2048
  %main.ga1 = getelementptr i8, ptr addrspace(1) %main.ga0, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa1, ptr addrspace(1) %main.ga1)
  %main.sa2 = getelementptr i8, ptr addrspace(3) %main.sa0, i32 4096
  %main.ga2 = getelementptr i8, ptr addrspace(1) %main.ga1, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa2, ptr addrspace(1) %main.ga2)
  %main.sa3 = getelementptr i8, ptr addrspace(3) %main.sa0, i32 6144
  %main.ga3 = getelementptr i8, ptr addrspace(1) %main.ga2, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa3, ptr addrspace(1) %main.ga3)
  %main.sb0 = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb0, ptr addrspace(1) %main.gb0)
  %main.sb1 = getelementptr i8, ptr addrspace(3) %main.sb0, i32 2048
  %main.gb1 = getelementptr i8, ptr addrspace(1) %main.gb0, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb1, ptr addrspace(1) %main.gb1)
  %main.sb2 = getelementptr i8, ptr addrspace(3) %main.sb0, i32 4096
  %main.gb2 = getelementptr i8, ptr addrspace(1) %main.gb1, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb2, ptr addrspace(1) %main.gb2)
  %main.sb3 = getelementptr i8, ptr addrspace(3) %main.sb0, i32 6144
  %main.gb3 = getelementptr i8, ptr addrspace(1) %main.gb2, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb3, ptr addrspace(1) %main.gb3)
  %main.gsa = getelementptr i32, ptr addrspace(1) %gsa, i64 %next64
  %main.gsb = getelementptr i32, ptr addrspace(1) %gsb, i64 %next64
  %sa.copy = load i32, ptr addrspace(1) %main.gsa, align 4
  %sb.copy = load i32, ptr addrspace(1) %main.gsb, align 4
  br label %compute

compute:
  %sa.next = phi i32 [ %sa, %loop ], [ %sa.copy, %copy ]
  %sb.next = phi i32 [ %sb, %loop ], [ %sb.copy, %copy ]
  %slot = and i32 %i, 1
  %buffer = shl i32 %slot, 14
  %tile = getelementptr i8, ptr addrspace(3) @buffers, i32 %buffer

  ; c<m><n>: rows 16m..16m+15, columns 8n..8n+7 of the warp tile. Behind C stand
  ; A's scales, byte-id and thread-id, then B's: %sa, step, m, %sb, step, n.

  ; Step 0: k = 0..31, byte-id 0.
  %la0.s0 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %la1.s0 = getelementptr i8, ptr addrspace(3) %la0.s0, i32 2048
  %lb0.s0 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %lb1.s0 = getelementptr i8, ptr addrspace(3) %lb0.s0, i32 2048
  %a0.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s0)
  %a0.s0.r0 = extractvalue { i32, i32, i32, i32 } %a0.s0, 0
  %a0.s0.r1 = extractvalue { i32, i32, i32, i32 } %a0.s0, 1
  %a0.s0.r2 = extractvalue { i32, i32, i32, i32 } %a0.s0, 2
  %a0.s0.r3 = extractvalue { i32, i32, i32, i32 } %a0.s0, 3
  %a1.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s0)
  %a1.s0.r0 = extractvalue { i32, i32, i32, i32 } %a1.s0, 0
  %a1.s0.r1 = extractvalue { i32, i32, i32, i32 } %a1.s0, 1
  %a1.s0.r2 = extractvalue { i32, i32, i32, i32 } %a1.s0, 2
  %a1.s0.r3 = extractvalue { i32, i32, i32, i32 } %a1.s0, 3
  %b0.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s0)
  %b0.s0.r0 = extractvalue { i32, i32, i32, i32 } %b0.s0, 0
  %b0.s0.r1 = extractvalue { i32, i32, i32, i32 } %b0.s0, 1
  %b0.s0.r2 = extractvalue { i32, i32, i32, i32 } %b0.s0, 2
  %b0.s0.r3 = extractvalue { i32, i32, i32, i32 } %b0.s0, 3
  %b1.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s0)
  %b1.s0.r0 = extractvalue { i32, i32, i32, i32 } %b1.s0, 0
  %b1.s0.r1 = extractvalue { i32, i32, i32, i32 } %b1.s0, 1
  %b1.s0.r2 = extractvalue { i32, i32, i32, i32 } %b1.s0, 2
  %b1.s0.r3 = extractvalue { i32, i32, i32, i32 } %b1.s0, 3
  %c00.0 = extractvalue { float, float, float, float } %c00, 0
  %c00.1 = extractvalue { float, float, float, float } %c00, 1
  %c00.2 = extractvalue { float, float, float, float } %c00, 2
  %c00.3 = extractvalue { float, float, float, float } %c00, 3
  %c00.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s0.r0, i32 %a0.s0.r1, i32 %a0.s0.r2, i32 %a0.s0.r3,
          i32 %b0.s0.r0, i32 %b0.s0.r1,
          float %c00.0, float %c00.1, float %c00.2, float %c00.3,
          i32 %sa, i16 0, i16 0, i32 %sb, i16 0, i16 0)
  %c01.0 = extractvalue { float, float, float, float } %c01, 0
  %c01.1 = extractvalue { float, float, float, float } %c01, 1
  %c01.2 = extractvalue { float, float, float, float } %c01, 2
  %c01.3 = extractvalue { float, float, float, float } %c01, 3
  %c01.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s0.r0, i32 %a0.s0.r1, i32 %a0.s0.r2, i32 %a0.s0.r3,
          i32 %b0.s0.r2, i32 %b0.s0.r3,
          float %c01.0, float %c01.1, float %c01.2, float %c01.3,
          i32 %sa, i16 0, i16 0, i32 %sb, i16 0, i16 1)
  %c02.0 = extractvalue { float, float, float, float } %c02, 0
  %c02.1 = extractvalue { float, float, float, float } %c02, 1
  %c02.2 = extractvalue { float, float, float, float } %c02, 2
  %c02.3 = extractvalue { float, float, float, float } %c02, 3
  %c02.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s0.r0, i32 %a0.s0.r1, i32 %a0.s0.r2, i32 %a0.s0.r3,
          i32 %b1.s0.r0, i32 %b1.s0.r1,
          float %c02.0, float %c02.1, float %c02.2, float %c02.3,
          i32 %sa, i16 0, i16 0, i32 %sb, i16 0, i16 2)
  %c03.0 = extractvalue { float, float, float, float } %c03, 0
  %c03.1 = extractvalue { float, float, float, float } %c03, 1
  %c03.2 = extractvalue { float, float, float, float } %c03, 2
  %c03.3 = extractvalue { float, float, float, float } %c03, 3
  %c03.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s0.r0, i32 %a0.s0.r1, i32 %a0.s0.r2, i32 %a0.s0.r3,
          i32 %b1.s0.r2, i32 %b1.s0.r3,
          float %c03.0, float %c03.1, float %c03.2, float %c03.3,
          i32 %sa, i16 0, i16 0, i32 %sb, i16 0, i16 3)
  %c10.0 = extractvalue { float, float, float, float } %c10, 0
  %c10.1 = extractvalue { float, float, float, float } %c10, 1
  %c10.2 = extractvalue { float, float, float, float } %c10, 2
  %c10.3 = extractvalue { float, float, float, float } %c10, 3
  %c10.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s0.r0, i32 %a1.s0.r1, i32 %a1.s0.r2, i32 %a1.s0.r3,
          i32 %b0.s0.r0, i32 %b0.s0.r1,
          float %c10.0, float %c10.1, float %c10.2, float %c10.3,
          i32 %sa, i16 0, i16 1, i32 %sb, i16 0, i16 0)
  %c11.0 = extractvalue { float, float, float, float } %c11, 0
  %c11.1 = extractvalue { float, float, float, float } %c11, 1
  %c11.2 = extractvalue { float, float, float, float } %c11, 2
  %c11.3 = extractvalue { float, float, float, float } %c11, 3
  %c11.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s0.r0, i32 %a1.s0.r1, i32 %a1.s0.r2, i32 %a1.s0.r3,
          i32 %b0.s0.r2, i32 %b0.s0.r3,
          float %c11.0, float %c11.1, float %c11.2, float %c11.3,
          i32 %sa, i16 0, i16 1, i32 %sb, i16 0, i16 1)
  %c12.0 = extractvalue { float, float, float, float } %c12, 0
  %c12.1 = extractvalue { float, float, float, float } %c12, 1
  %c12.2 = extractvalue { float, float, float, float } %c12, 2
  %c12.3 = extractvalue { float, float, float, float } %c12, 3
  %c12.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s0.r0, i32 %a1.s0.r1, i32 %a1.s0.r2, i32 %a1.s0.r3,
          i32 %b1.s0.r0, i32 %b1.s0.r1,
          float %c12.0, float %c12.1, float %c12.2, float %c12.3,
          i32 %sa, i16 0, i16 1, i32 %sb, i16 0, i16 2)
  %c13.0 = extractvalue { float, float, float, float } %c13, 0
  %c13.1 = extractvalue { float, float, float, float } %c13, 1
  %c13.2 = extractvalue { float, float, float, float } %c13, 2
  %c13.3 = extractvalue { float, float, float, float } %c13, 3
  %c13.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s0.r0, i32 %a1.s0.r1, i32 %a1.s0.r2, i32 %a1.s0.r3,
          i32 %b1.s0.r2, i32 %b1.s0.r3,
          float %c13.0, float %c13.1, float %c13.2, float %c13.3,
          i32 %sa, i16 0, i16 1, i32 %sb, i16 0, i16 3)

  ; Step 1: k = 32..63, byte-id 1.
  %la0.s1 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off.s1
  %la1.s1 = getelementptr i8, ptr addrspace(3) %la0.s1, i32 2048
  %lb0.s1 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off.s1
  %lb1.s1 = getelementptr i8, ptr addrspace(3) %lb0.s1, i32 2048
  %a0.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s1)
  %a0.s1.r0 = extractvalue { i32, i32, i32, i32 } %a0.s1, 0
  %a0.s1.r1 = extractvalue { i32, i32, i32, i32 } %a0.s1, 1
  %a0.s1.r2 = extractvalue { i32, i32, i32, i32 } %a0.s1, 2
  %a0.s1.r3 = extractvalue { i32, i32, i32, i32 } %a0.s1, 3
  %a1.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s1)
  %a1.s1.r0 = extractvalue { i32, i32, i32, i32 } %a1.s1, 0
  %a1.s1.r1 = extractvalue { i32, i32, i32, i32 } %a1.s1, 1
  %a1.s1.r2 = extractvalue { i32, i32, i32, i32 } %a1.s1, 2
  %a1.s1.r3 = extractvalue { i32, i32, i32, i32 } %a1.s1, 3
  %b0.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s1)
  %b0.s1.r0 = extractvalue { i32, i32, i32, i32 } %b0.s1, 0
  %b0.s1.r1 = extractvalue { i32, i32, i32, i32 } %b0.s1, 1
  %b0.s1.r2 = extractvalue { i32, i32, i32, i32 } %b0.s1, 2
  %b0.s1.r3 = extractvalue { i32, i32, i32, i32 } %b0.s1, 3
  %b1.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s1)
  %b1.s1.r0 = extractvalue { i32, i32, i32, i32 } %b1.s1, 0
  %b1.s1.r1 = extractvalue { i32, i32, i32, i32 } %b1.s1, 1
  %b1.s1.r2 = extractvalue { i32, i32, i32, i32 } %b1.s1, 2
  %b1.s1.r3 = extractvalue { i32, i32, i32, i32 } %b1.s1, 3
  %c00.s0.0 = extractvalue { float, float, float, float } %c00.s0, 0
  %c00.s0.1 = extractvalue { float, float, float, float } %c00.s0, 1
  %c00.s0.2 = extractvalue { float, float, float, float } %c00.s0, 2
  %c00.s0.3 = extractvalue { float, float, float, float } %c00.s0, 3
  %c00.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s1.r0, i32 %a0.s1.r1, i32 %a0.s1.r2, i32 %a0.s1.r3,
          i32 %b0.s1.r0, i32 %b0.s1.r1,
          float %c00.s0.0, float %c00.s0.1, float %c00.s0.2, float %c00.s0.3,
          i32 %sa, i16 1, i16 0, i32 %sb, i16 1, i16 0)
  %c01.s0.0 = extractvalue { float, float, float, float } %c01.s0, 0
  %c01.s0.1 = extractvalue { float, float, float, float } %c01.s0, 1
  %c01.s0.2 = extractvalue { float, float, float, float } %c01.s0, 2
  %c01.s0.3 = extractvalue { float, float, float, float } %c01.s0, 3
  %c01.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s1.r0, i32 %a0.s1.r1, i32 %a0.s1.r2, i32 %a0.s1.r3,
          i32 %b0.s1.r2, i32 %b0.s1.r3,
          float %c01.s0.0, float %c01.s0.1, float %c01.s0.2, float %c01.s0.3,
          i32 %sa, i16 1, i16 0, i32 %sb, i16 1, i16 1)
  %c02.s0.0 = extractvalue { float, float, float, float } %c02.s0, 0
  %c02.s0.1 = extractvalue { float, float, float, float } %c02.s0, 1
  %c02.s0.2 = extractvalue { float, float, float, float } %c02.s0, 2
  %c02.s0.3 = extractvalue { float, float, float, float } %c02.s0, 3
  %c02.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s1.r0, i32 %a0.s1.r1, i32 %a0.s1.r2, i32 %a0.s1.r3,
          i32 %b1.s1.r0, i32 %b1.s1.r1,
          float %c02.s0.0, float %c02.s0.1, float %c02.s0.2, float %c02.s0.3,
          i32 %sa, i16 1, i16 0, i32 %sb, i16 1, i16 2)
  %c03.s0.0 = extractvalue { float, float, float, float } %c03.s0, 0
  %c03.s0.1 = extractvalue { float, float, float, float } %c03.s0, 1
  %c03.s0.2 = extractvalue { float, float, float, float } %c03.s0, 2
  %c03.s0.3 = extractvalue { float, float, float, float } %c03.s0, 3
  %c03.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s1.r0, i32 %a0.s1.r1, i32 %a0.s1.r2, i32 %a0.s1.r3,
          i32 %b1.s1.r2, i32 %b1.s1.r3,
          float %c03.s0.0, float %c03.s0.1, float %c03.s0.2, float %c03.s0.3,
          i32 %sa, i16 1, i16 0, i32 %sb, i16 1, i16 3)
  %c10.s0.0 = extractvalue { float, float, float, float } %c10.s0, 0
  %c10.s0.1 = extractvalue { float, float, float, float } %c10.s0, 1
  %c10.s0.2 = extractvalue { float, float, float, float } %c10.s0, 2
  %c10.s0.3 = extractvalue { float, float, float, float } %c10.s0, 3
  %c10.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s1.r0, i32 %a1.s1.r1, i32 %a1.s1.r2, i32 %a1.s1.r3,
          i32 %b0.s1.r0, i32 %b0.s1.r1,
          float %c10.s0.0, float %c10.s0.1, float %c10.s0.2, float %c10.s0.3,
          i32 %sa, i16 1, i16 1, i32 %sb, i16 1, i16 0)
  %c11.s0.0 = extractvalue { float, float, float, float } %c11.s0, 0
  %c11.s0.1 = extractvalue { float, float, float, float } %c11.s0, 1
  %c11.s0.2 = extractvalue { float, float, float, float } %c11.s0, 2
  %c11.s0.3 = extractvalue { float, float, float, float } %c11.s0, 3
  %c11.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s1.r0, i32 %a1.s1.r1, i32 %a1.s1.r2, i32 %a1.s1.r3,
          i32 %b0.s1.r2, i32 %b0.s1.r3,
          float %c11.s0.0, float %c11.s0.1, float %c11.s0.2, float %c11.s0.3,
          i32 %sa, i16 1, i16 1, i32 %sb, i16 1, i16 1)
  %c12.s0.0 = extractvalue { float, float, float, float } %c12.s0, 0
  %c12.s0.1 = extractvalue { float, float, float, float } %c12.s0, 1
  %c12.s0.2 = extractvalue { float, float, float, float } %c12.s0, 2
  %c12.s0.3 = extractvalue { float, float, float, float } %c12.s0, 3
  %c12.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s1.r0, i32 %a1.s1.r1, i32 %a1.s1.r2, i32 %a1.s1.r3,
          i32 %b1.s1.r0, i32 %b1.s1.r1,
          float %c12.s0.0, float %c12.s0.1, float %c12.s0.2, float %c12.s0.3,
          i32 %sa, i16 1, i16 1, i32 %sb, i16 1, i16 2)
  %c13.s0.0 = extractvalue { float, float, float, float } %c13.s0, 0
  %c13.s0.1 = extractvalue { float, float, float, float } %c13.s0, 1
  %c13.s0.2 = extractvalue { float, float, float, float } %c13.s0, 2
  %c13.s0.3 = extractvalue { float, float, float, float } %c13.s0, 3
  %c13.s1 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s1.r0, i32 %a1.s1.r1, i32 %a1.s1.r2, i32 %a1.s1.r3,
          i32 %b1.s1.r2, i32 %b1.s1.r3,
          float %c13.s0.0, float %c13.s0.1, float %c13.s0.2, float %c13.s0.3,
          i32 %sa, i16 1, i16 1, i32 %sb, i16 1, i16 3)

  ; Step 2: k = 64..95, byte-id 2.
  %la0.s2 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off.s2
  %la1.s2 = getelementptr i8, ptr addrspace(3) %la0.s2, i32 2048
  %lb0.s2 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off.s2
  %lb1.s2 = getelementptr i8, ptr addrspace(3) %lb0.s2, i32 2048
  %a0.s2 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s2)
  %a0.s2.r0 = extractvalue { i32, i32, i32, i32 } %a0.s2, 0
  %a0.s2.r1 = extractvalue { i32, i32, i32, i32 } %a0.s2, 1
  %a0.s2.r2 = extractvalue { i32, i32, i32, i32 } %a0.s2, 2
  %a0.s2.r3 = extractvalue { i32, i32, i32, i32 } %a0.s2, 3
  %a1.s2 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s2)
  %a1.s2.r0 = extractvalue { i32, i32, i32, i32 } %a1.s2, 0
  %a1.s2.r1 = extractvalue { i32, i32, i32, i32 } %a1.s2, 1
  %a1.s2.r2 = extractvalue { i32, i32, i32, i32 } %a1.s2, 2
  %a1.s2.r3 = extractvalue { i32, i32, i32, i32 } %a1.s2, 3
  %b0.s2 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s2)
  %b0.s2.r0 = extractvalue { i32, i32, i32, i32 } %b0.s2, 0
  %b0.s2.r1 = extractvalue { i32, i32, i32, i32 } %b0.s2, 1
  %b0.s2.r2 = extractvalue { i32, i32, i32, i32 } %b0.s2, 2
  %b0.s2.r3 = extractvalue { i32, i32, i32, i32 } %b0.s2, 3
  %b1.s2 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s2)
  %b1.s2.r0 = extractvalue { i32, i32, i32, i32 } %b1.s2, 0
  %b1.s2.r1 = extractvalue { i32, i32, i32, i32 } %b1.s2, 1
  %b1.s2.r2 = extractvalue { i32, i32, i32, i32 } %b1.s2, 2
  %b1.s2.r3 = extractvalue { i32, i32, i32, i32 } %b1.s2, 3
  %c00.s1.0 = extractvalue { float, float, float, float } %c00.s1, 0
  %c00.s1.1 = extractvalue { float, float, float, float } %c00.s1, 1
  %c00.s1.2 = extractvalue { float, float, float, float } %c00.s1, 2
  %c00.s1.3 = extractvalue { float, float, float, float } %c00.s1, 3
  %c00.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s2.r0, i32 %a0.s2.r1, i32 %a0.s2.r2, i32 %a0.s2.r3,
          i32 %b0.s2.r0, i32 %b0.s2.r1,
          float %c00.s1.0, float %c00.s1.1, float %c00.s1.2, float %c00.s1.3,
          i32 %sa, i16 2, i16 0, i32 %sb, i16 2, i16 0)
  %c01.s1.0 = extractvalue { float, float, float, float } %c01.s1, 0
  %c01.s1.1 = extractvalue { float, float, float, float } %c01.s1, 1
  %c01.s1.2 = extractvalue { float, float, float, float } %c01.s1, 2
  %c01.s1.3 = extractvalue { float, float, float, float } %c01.s1, 3
  %c01.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s2.r0, i32 %a0.s2.r1, i32 %a0.s2.r2, i32 %a0.s2.r3,
          i32 %b0.s2.r2, i32 %b0.s2.r3,
          float %c01.s1.0, float %c01.s1.1, float %c01.s1.2, float %c01.s1.3,
          i32 %sa, i16 2, i16 0, i32 %sb, i16 2, i16 1)
  %c02.s1.0 = extractvalue { float, float, float, float } %c02.s1, 0
  %c02.s1.1 = extractvalue { float, float, float, float } %c02.s1, 1
  %c02.s1.2 = extractvalue { float, float, float, float } %c02.s1, 2
  %c02.s1.3 = extractvalue { float, float, float, float } %c02.s1, 3
  %c02.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s2.r0, i32 %a0.s2.r1, i32 %a0.s2.r2, i32 %a0.s2.r3,
          i32 %b1.s2.r0, i32 %b1.s2.r1,
          float %c02.s1.0, float %c02.s1.1, float %c02.s1.2, float %c02.s1.3,
          i32 %sa, i16 2, i16 0, i32 %sb, i16 2, i16 2)
  %c03.s1.0 = extractvalue { float, float, float, float } %c03.s1, 0
  %c03.s1.1 = extractvalue { float, float, float, float } %c03.s1, 1
  %c03.s1.2 = extractvalue { float, float, float, float } %c03.s1, 2
  %c03.s1.3 = extractvalue { float, float, float, float } %c03.s1, 3
  %c03.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s2.r0, i32 %a0.s2.r1, i32 %a0.s2.r2, i32 %a0.s2.r3,
          i32 %b1.s2.r2, i32 %b1.s2.r3,
          float %c03.s1.0, float %c03.s1.1, float %c03.s1.2, float %c03.s1.3,
          i32 %sa, i16 2, i16 0, i32 %sb, i16 2, i16 3)
  %c10.s1.0 = extractvalue { float, float, float, float } %c10.s1, 0
  %c10.s1.1 = extractvalue { float, float, float, float } %c10.s1, 1
  %c10.s1.2 = extractvalue { float, float, float, float } %c10.s1, 2
  %c10.s1.3 = extractvalue { float, float, float, float } %c10.s1, 3
  %c10.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s2.r0, i32 %a1.s2.r1, i32 %a1.s2.r2, i32 %a1.s2.r3,
          i32 %b0.s2.r0, i32 %b0.s2.r1,
          float %c10.s1.0, float %c10.s1.1, float %c10.s1.2, float %c10.s1.3,
          i32 %sa, i16 2, i16 1, i32 %sb, i16 2, i16 0)
  %c11.s1.0 = extractvalue { float, float, float, float } %c11.s1, 0
  %c11.s1.1 = extractvalue { float, float, float, float } %c11.s1, 1
  %c11.s1.2 = extractvalue { float, float, float, float } %c11.s1, 2
  %c11.s1.3 = extractvalue { float, float, float, float } %c11.s1, 3
  %c11.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s2.r0, i32 %a1.s2.r1, i32 %a1.s2.r2, i32 %a1.s2.r3,
          i32 %b0.s2.r2, i32 %b0.s2.r3,
          float %c11.s1.0, float %c11.s1.1, float %c11.s1.2, float %c11.s1.3,
          i32 %sa, i16 2, i16 1, i32 %sb, i16 2, i16 1)
  %c12.s1.0 = extractvalue { float, float, float, float } %c12.s1, 0
  %c12.s1.1 = extractvalue { float, float, float, float } %c12.s1, 1
  %c12.s1.2 = extractvalue { float, float, float, float } %c12.s1, 2
  %c12.s1.3 = extractvalue { float, float, float, float } %c12.s1, 3
  %c12.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s2.r0, i32 %a1.s2.r1, i32 %a1.s2.r2, i32 %a1.s2.r3,
          i32 %b1.s2.r0, i32 %b1.s2.r1,
          float %c12.s1.0, float %c12.s1.1, float %c12.s1.2, float %c12.s1.3,
          i32 %sa, i16 2, i16 1, i32 %sb, i16 2, i16 2)
  %c13.s1.0 = extractvalue { float, float, float, float } %c13.s1, 0
  %c13.s1.1 = extractvalue { float, float, float, float } %c13.s1, 1
  %c13.s1.2 = extractvalue { float, float, float, float } %c13.s1, 2
  %c13.s1.3 = extractvalue { float, float, float, float } %c13.s1, 3
  %c13.s2 = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s2.r0, i32 %a1.s2.r1, i32 %a1.s2.r2, i32 %a1.s2.r3,
          i32 %b1.s2.r2, i32 %b1.s2.r3,
          float %c13.s1.0, float %c13.s1.1, float %c13.s1.2, float %c13.s1.3,
          i32 %sa, i16 2, i16 1, i32 %sb, i16 2, i16 3)

  ; Step 3: k = 96..127, byte-id 3.
  %la0.s3 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off.s3
  %la1.s3 = getelementptr i8, ptr addrspace(3) %la0.s3, i32 2048
  %lb0.s3 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off.s3
  %lb1.s3 = getelementptr i8, ptr addrspace(3) %lb0.s3, i32 2048
  %a0.s3 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s3)
  %a0.s3.r0 = extractvalue { i32, i32, i32, i32 } %a0.s3, 0
  %a0.s3.r1 = extractvalue { i32, i32, i32, i32 } %a0.s3, 1
  %a0.s3.r2 = extractvalue { i32, i32, i32, i32 } %a0.s3, 2
  %a0.s3.r3 = extractvalue { i32, i32, i32, i32 } %a0.s3, 3
  %a1.s3 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s3)
  %a1.s3.r0 = extractvalue { i32, i32, i32, i32 } %a1.s3, 0
  %a1.s3.r1 = extractvalue { i32, i32, i32, i32 } %a1.s3, 1
  %a1.s3.r2 = extractvalue { i32, i32, i32, i32 } %a1.s3, 2
  %a1.s3.r3 = extractvalue { i32, i32, i32, i32 } %a1.s3, 3
  %b0.s3 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s3)
  %b0.s3.r0 = extractvalue { i32, i32, i32, i32 } %b0.s3, 0
  %b0.s3.r1 = extractvalue { i32, i32, i32, i32 } %b0.s3, 1
  %b0.s3.r2 = extractvalue { i32, i32, i32, i32 } %b0.s3, 2
  %b0.s3.r3 = extractvalue { i32, i32, i32, i32 } %b0.s3, 3
  %b1.s3 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s3)
  %b1.s3.r0 = extractvalue { i32, i32, i32, i32 } %b1.s3, 0
  %b1.s3.r1 = extractvalue { i32, i32, i32, i32 } %b1.s3, 1
  %b1.s3.r2 = extractvalue { i32, i32, i32, i32 } %b1.s3, 2
  %b1.s3.r3 = extractvalue { i32, i32, i32, i32 } %b1.s3, 3
  %c00.s2.0 = extractvalue { float, float, float, float } %c00.s2, 0
  %c00.s2.1 = extractvalue { float, float, float, float } %c00.s2, 1
  %c00.s2.2 = extractvalue { float, float, float, float } %c00.s2, 2
  %c00.s2.3 = extractvalue { float, float, float, float } %c00.s2, 3
  %c00.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s3.r0, i32 %a0.s3.r1, i32 %a0.s3.r2, i32 %a0.s3.r3,
          i32 %b0.s3.r0, i32 %b0.s3.r1,
          float %c00.s2.0, float %c00.s2.1, float %c00.s2.2, float %c00.s2.3,
          i32 %sa, i16 3, i16 0, i32 %sb, i16 3, i16 0)
  %c01.s2.0 = extractvalue { float, float, float, float } %c01.s2, 0
  %c01.s2.1 = extractvalue { float, float, float, float } %c01.s2, 1
  %c01.s2.2 = extractvalue { float, float, float, float } %c01.s2, 2
  %c01.s2.3 = extractvalue { float, float, float, float } %c01.s2, 3
  %c01.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s3.r0, i32 %a0.s3.r1, i32 %a0.s3.r2, i32 %a0.s3.r3,
          i32 %b0.s3.r2, i32 %b0.s3.r3,
          float %c01.s2.0, float %c01.s2.1, float %c01.s2.2, float %c01.s2.3,
          i32 %sa, i16 3, i16 0, i32 %sb, i16 3, i16 1)
  %c02.s2.0 = extractvalue { float, float, float, float } %c02.s2, 0
  %c02.s2.1 = extractvalue { float, float, float, float } %c02.s2, 1
  %c02.s2.2 = extractvalue { float, float, float, float } %c02.s2, 2
  %c02.s2.3 = extractvalue { float, float, float, float } %c02.s2, 3
  %c02.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s3.r0, i32 %a0.s3.r1, i32 %a0.s3.r2, i32 %a0.s3.r3,
          i32 %b1.s3.r0, i32 %b1.s3.r1,
          float %c02.s2.0, float %c02.s2.1, float %c02.s2.2, float %c02.s2.3,
          i32 %sa, i16 3, i16 0, i32 %sb, i16 3, i16 2)
  %c03.s2.0 = extractvalue { float, float, float, float } %c03.s2, 0
  %c03.s2.1 = extractvalue { float, float, float, float } %c03.s2, 1
  %c03.s2.2 = extractvalue { float, float, float, float } %c03.s2, 2
  %c03.s2.3 = extractvalue { float, float, float, float } %c03.s2, 3
  %c03.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a0.s3.r0, i32 %a0.s3.r1, i32 %a0.s3.r2, i32 %a0.s3.r3,
          i32 %b1.s3.r2, i32 %b1.s3.r3,
          float %c03.s2.0, float %c03.s2.1, float %c03.s2.2, float %c03.s2.3,
          i32 %sa, i16 3, i16 0, i32 %sb, i16 3, i16 3)
  %c10.s2.0 = extractvalue { float, float, float, float } %c10.s2, 0
  %c10.s2.1 = extractvalue { float, float, float, float } %c10.s2, 1
  %c10.s2.2 = extractvalue { float, float, float, float } %c10.s2, 2
  %c10.s2.3 = extractvalue { float, float, float, float } %c10.s2, 3
  %c10.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s3.r0, i32 %a1.s3.r1, i32 %a1.s3.r2, i32 %a1.s3.r3,
          i32 %b0.s3.r0, i32 %b0.s3.r1,
          float %c10.s2.0, float %c10.s2.1, float %c10.s2.2, float %c10.s2.3,
          i32 %sa, i16 3, i16 1, i32 %sb, i16 3, i16 0)
  %c11.s2.0 = extractvalue { float, float, float, float } %c11.s2, 0
  %c11.s2.1 = extractvalue { float, float, float, float } %c11.s2, 1
  %c11.s2.2 = extractvalue { float, float, float, float } %c11.s2, 2
  %c11.s2.3 = extractvalue { float, float, float, float } %c11.s2, 3
  %c11.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s3.r0, i32 %a1.s3.r1, i32 %a1.s3.r2, i32 %a1.s3.r3,
          i32 %b0.s3.r2, i32 %b0.s3.r3,
          float %c11.s2.0, float %c11.s2.1, float %c11.s2.2, float %c11.s2.3,
          i32 %sa, i16 3, i16 1, i32 %sb, i16 3, i16 1)
  %c12.s2.0 = extractvalue { float, float, float, float } %c12.s2, 0
  %c12.s2.1 = extractvalue { float, float, float, float } %c12.s2, 1
  %c12.s2.2 = extractvalue { float, float, float, float } %c12.s2, 2
  %c12.s2.3 = extractvalue { float, float, float, float } %c12.s2, 3
  %c12.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s3.r0, i32 %a1.s3.r1, i32 %a1.s3.r2, i32 %a1.s3.r3,
          i32 %b1.s3.r0, i32 %b1.s3.r1,
          float %c12.s2.0, float %c12.s2.1, float %c12.s2.2, float %c12.s2.3,
          i32 %sa, i16 3, i16 1, i32 %sb, i16 3, i16 2)
  %c13.s2.0 = extractvalue { float, float, float, float } %c13.s2, 0
  %c13.s2.1 = extractvalue { float, float, float, float } %c13.s2, 1
  %c13.s2.2 = extractvalue { float, float, float, float } %c13.s2, 2
  %c13.s2.3 = extractvalue { float, float, float, float } %c13.s2, 3
  %c13.next = call { float, float, float, float }
      @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
          i32 %a1.s3.r0, i32 %a1.s3.r1, i32 %a1.s3.r2, i32 %a1.s3.r3,
          i32 %b1.s3.r2, i32 %b1.s3.r3,
          float %c13.s2.0, float %c13.s2.1, float %c13.s2.2, float %c13.s2.3,
          i32 %sa, i16 3, i16 1, i32 %sb, i16 3, i16 3)

  br i1 %more, label %loop, label %epilogue

epilogue:
  %c.x = shl i32 %t, 1
  %c.row = add i32 %row.warp, %g
  %c.col = add i32 %col.warp, %c.x
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %c.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.ptr = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %d000.0 = extractvalue { float, float, float, float } %c00.next, 0
  %d000.1 = extractvalue { float, float, float, float } %c00.next, 1
  %v000.lo = insertelement <2 x float> poison, float %d000.0, i64 0
  %v000 = insertelement <2 x float> %v000.lo, float %d000.1, i64 1
  store <2 x float> %v000, ptr addrspace(1) %c.ptr, align 8
  %d010.0 = extractvalue { float, float, float, float } %c01.next, 0
  %d010.1 = extractvalue { float, float, float, float } %c01.next, 1
  %v010.lo = insertelement <2 x float> poison, float %d010.0, i64 0
  %v010 = insertelement <2 x float> %v010.lo, float %d010.1, i64 1
  %p010 = getelementptr float, ptr addrspace(1) %c.ptr, i64 8
  store <2 x float> %v010, ptr addrspace(1) %p010, align 8
  %d020.0 = extractvalue { float, float, float, float } %c02.next, 0
  %d020.1 = extractvalue { float, float, float, float } %c02.next, 1
  %v020.lo = insertelement <2 x float> poison, float %d020.0, i64 0
  %v020 = insertelement <2 x float> %v020.lo, float %d020.1, i64 1
  %p020 = getelementptr float, ptr addrspace(1) %c.ptr, i64 16
  store <2 x float> %v020, ptr addrspace(1) %p020, align 8
  %d030.0 = extractvalue { float, float, float, float } %c03.next, 0
  %d030.1 = extractvalue { float, float, float, float } %c03.next, 1
  %v030.lo = insertelement <2 x float> poison, float %d030.0, i64 0
  %v030 = insertelement <2 x float> %v030.lo, float %d030.1, i64 1
  %p030 = getelementptr float, ptr addrspace(1) %c.ptr, i64 24
  store <2 x float> %v030, ptr addrspace(1) %p030, align 8
  %row8.off = mul i64 %N64, 8
  %row8 = getelementptr float, ptr addrspace(1) %c.ptr, i64 %row8.off
  %d001.0 = extractvalue { float, float, float, float } %c00.next, 2
  %d001.1 = extractvalue { float, float, float, float } %c00.next, 3
  %v001.lo = insertelement <2 x float> poison, float %d001.0, i64 0
  %v001 = insertelement <2 x float> %v001.lo, float %d001.1, i64 1
  store <2 x float> %v001, ptr addrspace(1) %row8, align 8
  %d011.0 = extractvalue { float, float, float, float } %c01.next, 2
  %d011.1 = extractvalue { float, float, float, float } %c01.next, 3
  %v011.lo = insertelement <2 x float> poison, float %d011.0, i64 0
  %v011 = insertelement <2 x float> %v011.lo, float %d011.1, i64 1
  %p011 = getelementptr float, ptr addrspace(1) %row8, i64 8
  store <2 x float> %v011, ptr addrspace(1) %p011, align 8
  %d021.0 = extractvalue { float, float, float, float } %c02.next, 2
  %d021.1 = extractvalue { float, float, float, float } %c02.next, 3
  %v021.lo = insertelement <2 x float> poison, float %d021.0, i64 0
  %v021 = insertelement <2 x float> %v021.lo, float %d021.1, i64 1
  %p021 = getelementptr float, ptr addrspace(1) %row8, i64 16
  store <2 x float> %v021, ptr addrspace(1) %p021, align 8
  %d031.0 = extractvalue { float, float, float, float } %c03.next, 2
  %d031.1 = extractvalue { float, float, float, float } %c03.next, 3
  %v031.lo = insertelement <2 x float> poison, float %d031.0, i64 0
  %v031 = insertelement <2 x float> %v031.lo, float %d031.1, i64 1
  %p031 = getelementptr float, ptr addrspace(1) %row8, i64 24
  store <2 x float> %v031, ptr addrspace(1) %p031, align 8
  %row16.off = mul i64 %N64, 16
  %row16 = getelementptr float, ptr addrspace(1) %c.ptr, i64 %row16.off
  %d100.0 = extractvalue { float, float, float, float } %c10.next, 0
  %d100.1 = extractvalue { float, float, float, float } %c10.next, 1
  %v100.lo = insertelement <2 x float> poison, float %d100.0, i64 0
  %v100 = insertelement <2 x float> %v100.lo, float %d100.1, i64 1
  store <2 x float> %v100, ptr addrspace(1) %row16, align 8
  %d110.0 = extractvalue { float, float, float, float } %c11.next, 0
  %d110.1 = extractvalue { float, float, float, float } %c11.next, 1
  %v110.lo = insertelement <2 x float> poison, float %d110.0, i64 0
  %v110 = insertelement <2 x float> %v110.lo, float %d110.1, i64 1
  %p110 = getelementptr float, ptr addrspace(1) %row16, i64 8
  store <2 x float> %v110, ptr addrspace(1) %p110, align 8
  %d120.0 = extractvalue { float, float, float, float } %c12.next, 0
  %d120.1 = extractvalue { float, float, float, float } %c12.next, 1
  %v120.lo = insertelement <2 x float> poison, float %d120.0, i64 0
  %v120 = insertelement <2 x float> %v120.lo, float %d120.1, i64 1
  %p120 = getelementptr float, ptr addrspace(1) %row16, i64 16
  store <2 x float> %v120, ptr addrspace(1) %p120, align 8
  %d130.0 = extractvalue { float, float, float, float } %c13.next, 0
  %d130.1 = extractvalue { float, float, float, float } %c13.next, 1
  %v130.lo = insertelement <2 x float> poison, float %d130.0, i64 0
  %v130 = insertelement <2 x float> %v130.lo, float %d130.1, i64 1
  %p130 = getelementptr float, ptr addrspace(1) %row16, i64 24
  store <2 x float> %v130, ptr addrspace(1) %p130, align 8
  %row24.off = mul i64 %N64, 24
  %row24 = getelementptr float, ptr addrspace(1) %c.ptr, i64 %row24.off
  %d101.0 = extractvalue { float, float, float, float } %c10.next, 2
  %d101.1 = extractvalue { float, float, float, float } %c10.next, 3
  %v101.lo = insertelement <2 x float> poison, float %d101.0, i64 0
  %v101 = insertelement <2 x float> %v101.lo, float %d101.1, i64 1
  store <2 x float> %v101, ptr addrspace(1) %row24, align 8
  %d111.0 = extractvalue { float, float, float, float } %c11.next, 2
  %d111.1 = extractvalue { float, float, float, float } %c11.next, 3
  %v111.lo = insertelement <2 x float> poison, float %d111.0, i64 0
  %v111 = insertelement <2 x float> %v111.lo, float %d111.1, i64 1
  %p111 = getelementptr float, ptr addrspace(1) %row24, i64 8
  store <2 x float> %v111, ptr addrspace(1) %p111, align 8
  %d121.0 = extractvalue { float, float, float, float } %c12.next, 2
  %d121.1 = extractvalue { float, float, float, float } %c12.next, 3
  %v121.lo = insertelement <2 x float> poison, float %d121.0, i64 0
  %v121 = insertelement <2 x float> %v121.lo, float %d121.1, i64 1
  %p121 = getelementptr float, ptr addrspace(1) %row24, i64 16
  store <2 x float> %v121, ptr addrspace(1) %p121, align 8
  %d131.0 = extractvalue { float, float, float, float } %c13.next, 2
  %d131.1 = extractvalue { float, float, float, float } %c13.next, 3
  %v131.lo = insertelement <2 x float> poison, float %d131.0, i64 0
  %v131 = insertelement <2 x float> %v131.lo, float %d131.1, i64 1
  %p131 = getelementptr float, ptr addrspace(1) %row24, i64 24
  store <2 x float> %v131, ptr addrspace(1) %p131, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3),
                                                     ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { float, float, float, float }
    @llvm.nvvm.mma.block.scale.m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e4m3.f32.ue8m0(
        i32, i32, i32, i32, i32, i32, float, float, float, float,
        i32, i16, i16, i32, i16, i16)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @blackwell_mxf8_block_scale, !"kernel", i32 1}
!1 = !{ptr @blackwell_mxf8_block_scale, !"maxntidx", i32 128}
