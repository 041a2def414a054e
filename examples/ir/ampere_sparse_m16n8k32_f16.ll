;===-- ampere_sparse_m16n8k32_f16.ll - Ampere 2:4 sparse GEMM --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f32, row-major) = A[M x K] (f16, 2:4 sparse) * B[K x N] (f16,
; column-major, that is B^T stored as N rows of K). Of each four neighbours in a
; row of A, columns 4q..4q+3, two are kept.
;
; A is what is kept, row-major, M x K/2: A[m * (K/2) + 2q] and the element after
; it are the kept ones of group q, in the order of their columns.
;
; E is the metadata, 32-bit words E[M/16][K/64][32]. Word L = 4g + 2s + h of
; tile i of 16 rows and block j of 64 columns speaks of 16 columns of two rows
; (g from 0 to 7, s and h 0 or 1):
;
;   bits 0..15:   row 16i + g         columns 64j + 32s + 16h + 0..15
;   bits 16..31:  row 16i + g + 8     the same columns
;
; Four bits a group, lowest group lowest: bits 0..1 say which of the four
; columns the first kept element is from, bits 2..3 the second. Ordered metadata
; wants first < second: 0b0100, 0b1000, 0b1100, 0b1001, 0b1101 or 0b1110.
;
; So lane L loads word L, and a warp reads 128 bytes in a row for two mma. An
; mma.m16n8k32 looks at 16 lanes only, L = 4g + 2s + h with s the sparsity
; selector: selector 0 for the first 32 columns, 1 for the others, the same
; register for both.
;
; Fragments of mma.sp.m16n8k32 (PTX ISA), with g = lane >> 2 and t = lane & 3:
;
;   A  a[0..1]: row g,     kept 2t..2t+1     a[2..3]: row g + 8, the same
;      a[4..7]: as a[0..3], kept + 8
;   B  b[0..1]: k = 2t..2t+1, column g       b[2..3]: k + 8    b[4..5]: k + 16
;      b[6..7]: k + 24
;   C  c[0..1]: row g, columns 2t..2t+1      c[2..3]: row g + 8
;
; ldmatrix.x4, lanes 8j..8j+7 giving the row addresses of matrix j; step s:
;
;   A  row = lane & 15, kept = 16s + 8 * (lane >> 4)
;      0: rows 0-7, kept 0-7    1: rows 8-15, kept 0-7    2: rows 0-7, kept 8-15
;      3: rows 8-15, kept 8-15
;   B  column = lane & 7, k = 32s + 8 * (lane >> 3)       j: k 8j..8j+7
;
; Block tile 64 x 32 x 64, four warps as 2 (M) x 2 (N), warp tile 32 x 16: eight
; ldmatrix and eight mma a trip. Rows of A's tile are 64 bytes, four vectors of
; 16, vector v of row r in place v ^ ((r >> 1) & 3); columns of B's are 128
; bytes, vector v of column c in place v ^ (c & 7): no bank conflicts. The steps
; differ in bit 5 of A's addresses and in bit 6 of B's.
;
; Two buffers: trip i waits for tile i, which has been under way for a trip, and
; for all warps to be done with tile i - 1, sends for tile i + 1 into that one's
; buffer, and multiplies. The metadata goes to registers, a trip ahead as well.
;
; Launch:    grid (N / 32, M / 64), block 128 threads.
; Needs:     M % 64 == 0, N % 32 == 0, K % 64 == 0, K > 0, A, B 16-byte aligned,
;            metadata of ordered pairs only.
; Expected:  C[m * N + n] = sum over groups q < K / 4 and e = 0, 1 of
;              f32(A[m * (K/2) + 2q + e]) * f32(B[n * K + 4q + index(m, q, e)]),
;            index(m, q, e) = (E[((m / 16) * (K / 64) + q / 16) * 32
;                                + 4 * (m % 8) + (q % 16) / 4]
;                              >> (16 * (m / 8 % 2) + 4 * (q % 4) + 2 * e)) & 3,
;            divisions in whole numbers; what C held is overwritten. Integers
;            with |a|, |b| <= 4 and K <= 256 come out exactly.
;
; DEMO: target=sm_80 ptx=85
; DEMO: target=sm_90 ptx=85
; DEMO-EXPECT: mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32
; DEMO-EXPECT: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-EXPECT: cp.async.cg.shared.global
; DEMO-RUN: --grid 1,1 --block 128
; DEMO-RUN+: --arg C=f32[64x32] --arg A=f16[64x64]:integers,-4,4 --arg B=f16[32x128]:integers,-4,4
; DEMO-RUN+: --arg u32[4x2x32]:const,2625936516 --memory E=u4[64x32]:cycle,4,8,12,9
; DEMO-RUN+: --arg u32:64 --arg u32:32 --arg u32:128
; DEMO-RUN+: --expect C=A:E@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Two buffers of 8192 bytes: A, 64 rows of 64 bytes, then B, 32 columns of 128.
@buffers = internal addrspace(3) global [16384 x i8] undef, align 128

define void @ampere_sparse_m16n8k32_f16(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    ptr addrspace(1) noalias readonly align 4 %E, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %block.row = shl i32 %block.y, 6
  %block.col = shl i32 %block.x, 5
  %N64 = zext i32 %N to i64
  %K64 = zext i32 %K to i64
  %tiles = lshr i32 %K, 6

  ; The 16-byte vectors that this thread copies. Of A: rows tid / 4 and 32 on,
  ; vector tid % 4 of the four. Of B: columns tid / 8 and 16 on, vector
  ; tid % 8 of the eight.
  %va.row = lshr i32 %tid, 2
  %va.vec = and i32 %tid, 3
  %vb.col = lshr i32 %tid, 3
  %vb.vec = and i32 %tid, 7

  ; Where they come from: the first tile's, then 64 bytes of A and 128 of B on
  ; with each tile. A row of A is K bytes, a column of B 2 * K: 32 rows or 16
  ; columns on are 32 * K bytes.
  %ga.row = add i32 %block.row, %va.row
  %gb.col = add i32 %block.col, %vb.col
  %ga.row64 = zext i32 %ga.row to i64
  %gb.col64 = zext i32 %gb.col to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %gb.off.half = mul i64 %gb.col64, %K64
  %gb.off.col = shl i64 %gb.off.half, 1
  %va.byte = shl i32 %va.vec, 4
  %vb.byte = shl i32 %vb.vec, 4
  %va.byte64 = zext i32 %va.byte to i64
  %vb.byte64 = zext i32 %vb.byte to i64
  %ga.off = add i64 %ga.off.row, %va.byte64
  %gb.off = add i64 %gb.off.col, %vb.byte64
  %ga = getelementptr i8, ptr addrspace(1) %A, i64 %ga.off
  %gb = getelementptr i8, ptr addrspace(1) %B, i64 %gb.off
  %g.step = shl i64 %K64, 5

  ; Where they go within a buffer; 32 rows, or 16 columns, on, the place in the
  ; row is the same.
  %va.row.half = lshr i32 %va.row, 1
  %va.swz0 = xor i32 %va.row.half, %va.vec
  %va.swz = and i32 %va.swz0, 3
  %sa.row = shl i32 %va.row, 6
  %sa.vec = shl i32 %va.swz, 4
  %sa.off = or disjoint i32 %sa.row, %sa.vec
  %vb.swz0 = xor i32 %vb.col, %vb.vec
  %vb.swz = and i32 %vb.swz0, 7
  %sb.col = shl i32 %vb.col, 7
  %sb.vec = shl i32 %vb.swz, 4
  %sb.off.rel = or disjoint i32 %sb.col, %sb.vec
  %sb.off = add i32 %sb.off.rel, 4096

  ; ldmatrix: this lane's row address in step 0 and in step 1.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %warp.row = shl i32 %warp.m, 5
  %warp.col = shl i32 %warp.n, 4
  %lane.bits1 = lshr i32 %lane, 1
  %lane.bits3 = lshr i32 %lane, 3
  %lane.bit4 = lshr i32 %lane, 4
  %la.lane = and i32 %lane, 15
  %la.row = or disjoint i32 %warp.row, %la.lane
  %la.swz = and i32 %lane.bits1, 3
  %la.vec = xor i32 %lane.bit4, %la.swz
  %la.off.row = shl i32 %la.row, 6
  %la.off.vec = shl i32 %la.vec, 4
  %la.off = or disjoint i32 %la.off.row, %la.off.vec
  %la.off.s1 = xor i32 %la.off, 32
  %lb.lane = and i32 %lane, 7
  %lb.col = or disjoint i32 %warp.col, %lb.lane
  %lb.vec = xor i32 %lane.bits3, %lb.lane
  %lb.off.col = shl i32 %lb.col, 7
  %lb.off.vec = shl i32 %lb.vec, 4
  %lb.off.rel = or disjoint i32 %lb.off.col, %lb.off.vec
  %lb.off = add i32 %lb.off.rel, 4096
  %lb.off.s1 = xor i32 %lb.off, 64

  ; Metadata: this lane's word of the warp's first 16 rows and of the other 16.
  %e.row = add i32 %block.row, %warp.row
  %e.tile = lshr i32 %e.row, 4
  %e.tile64 = zext i32 %e.tile to i64
  %tiles64 = zext i32 %tiles to i64
  %lane64 = zext i32 %lane to i64
  %e.block = mul i64 %e.tile64, %tiles64
  %e.words = shl i64 %e.block, 5
  %e.off = or disjoint i64 %e.words, %lane64
  %ge0 = getelementptr i32, ptr addrspace(1) %E, i64 %e.off
  %e.step = shl i64 %tiles64, 5
  %ge1 = getelementptr i32, ptr addrspace(1) %ge0, i64 %e.step

  ; The first tile.
  %e0.first = load i32, ptr addrspace(1) %ge0, align 4
  %e1.first = load i32, ptr addrspace(1) %ge1, align 4
  %first.sa0 = getelementptr i8, ptr addrspace(3) @buffers, i32 %sa.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa0, ptr addrspace(1) %ga)
  %first.sa1 = getelementptr i8, ptr addrspace(3) %first.sa0, i32 2048
  %first.ga1 = getelementptr i8, ptr addrspace(1) %ga, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sa1, ptr addrspace(1) %first.ga1)
  %first.sb0 = getelementptr i8, ptr addrspace(3) @buffers, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb0, ptr addrspace(1) %gb)
  %first.sb1 = getelementptr i8, ptr addrspace(3) %first.sb0, i32 2048
  %first.gb1 = getelementptr i8, ptr addrspace(1) %gb, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %first.sb1, ptr addrspace(1) %first.gb1)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %compute ]
  %e0 = phi i32 [ %e0.first, %entry ], [ %e0.next, %compute ]
  %e1 = phi i32 [ %e1.first, %entry ], [ %e1.next, %compute ]
  %c00 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c00.next, %compute ]
  %c01 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c01.next, %compute ]
  %c10 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c10.next, %compute ]
  %c11 = phi { float, float, float, float }
      [ zeroinitializer, %entry ], [ %c11.next, %compute ]
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %tiles
  br i1 %more, label %copy, label %compute

copy:
  %next.slot = and i32 %next, 1
  %next.buffer = shl i32 %next.slot, 13
  %next64 = zext i32 %next to i64
  %next.ka = shl i64 %next64, 6
  %next.kb = shl i64 %next64, 7
  %next.e = shl i64 %next64, 5
  %main.ga0 = getelementptr i8, ptr addrspace(1) %ga, i64 %next.ka
  %main.gb0 = getelementptr i8, ptr addrspace(1) %gb, i64 %next.kb
  %main.tile = getelementptr i8, ptr addrspace(3) @buffers, i32 %next.buffer
  %main.sa0 = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sa.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa0, ptr addrspace(1) %main.ga0)
  %main.sa1 = getelementptr i8, ptr addrspace(3) %main.sa0, i32 2048
  %main.ga1 = getelementptr i8, ptr addrspace(1) %main.ga0, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa1, ptr addrspace(1) %main.ga1)
  %main.sb0 = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb0, ptr addrspace(1) %main.gb0)
  %main.sb1 = getelementptr i8, ptr addrspace(3) %main.sb0, i32 2048
  %main.gb1 = getelementptr i8, ptr addrspace(1) %main.gb0, i64 %g.step
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb1, ptr addrspace(1) %main.gb1)
  %main.ge0 = getelementptr i32, ptr addrspace(1) %ge0, i64 %next.e
  %main.ge1 = getelementptr i32, ptr addrspace(1) %ge1, i64 %next.e
  %e0.copy = load i32, ptr addrspace(1) %main.ge0, align 4
  %e1.copy = load i32, ptr addrspace(1) %main.ge1, align 4
  br label %compute

compute:
  %e0.next = phi i32 [ %e0, %loop ], [ %e0.copy, %copy ]
  %e1.next = phi i32 [ %e1, %loop ], [ %e1.copy, %copy ]
  %slot = and i32 %i, 1
  %buffer = shl i32 %slot, 13
  %tile = getelementptr i8, ptr addrspace(3) @buffers, i32 %buffer

  ; c<m><n>: rows 16m..16m+15, columns 8n..8n+7 of the warp tile. The last
  ; operand of mma is the selector, which is the step.

  ; Step 0: k = 0..31, kept 0..15, sparsity selector 0.
  %la0.s0 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %la1.s0 = getelementptr i8, ptr addrspace(3) %la0.s0, i32 1024
  %lb0.s0 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %lb1.s0 = getelementptr i8, ptr addrspace(3) %lb0.s0, i32 1024
  %a0.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s0)
  %a0.s0.w0 = extractvalue { i32, i32, i32, i32 } %a0.s0, 0
  %a0.s0.w1 = extractvalue { i32, i32, i32, i32 } %a0.s0, 1
  %a0.s0.w2 = extractvalue { i32, i32, i32, i32 } %a0.s0, 2
  %a0.s0.w3 = extractvalue { i32, i32, i32, i32 } %a0.s0, 3
  %a0.s0.r0 = bitcast i32 %a0.s0.w0 to <2 x half>
  %a0.s0.r1 = bitcast i32 %a0.s0.w1 to <2 x half>
  %a0.s0.r2 = bitcast i32 %a0.s0.w2 to <2 x half>
  %a0.s0.r3 = bitcast i32 %a0.s0.w3 to <2 x half>
  %a1.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s0)
  %a1.s0.w0 = extractvalue { i32, i32, i32, i32 } %a1.s0, 0
  %a1.s0.w1 = extractvalue { i32, i32, i32, i32 } %a1.s0, 1
  %a1.s0.w2 = extractvalue { i32, i32, i32, i32 } %a1.s0, 2
  %a1.s0.w3 = extractvalue { i32, i32, i32, i32 } %a1.s0, 3
  %a1.s0.r0 = bitcast i32 %a1.s0.w0 to <2 x half>
  %a1.s0.r1 = bitcast i32 %a1.s0.w1 to <2 x half>
  %a1.s0.r2 = bitcast i32 %a1.s0.w2 to <2 x half>
  %a1.s0.r3 = bitcast i32 %a1.s0.w3 to <2 x half>
  %b0.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s0)
  %b0.s0.w0 = extractvalue { i32, i32, i32, i32 } %b0.s0, 0
  %b0.s0.w1 = extractvalue { i32, i32, i32, i32 } %b0.s0, 1
  %b0.s0.w2 = extractvalue { i32, i32, i32, i32 } %b0.s0, 2
  %b0.s0.w3 = extractvalue { i32, i32, i32, i32 } %b0.s0, 3
  %b0.s0.r0 = bitcast i32 %b0.s0.w0 to <2 x half>
  %b0.s0.r1 = bitcast i32 %b0.s0.w1 to <2 x half>
  %b0.s0.r2 = bitcast i32 %b0.s0.w2 to <2 x half>
  %b0.s0.r3 = bitcast i32 %b0.s0.w3 to <2 x half>
  %b1.s0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s0)
  %b1.s0.w0 = extractvalue { i32, i32, i32, i32 } %b1.s0, 0
  %b1.s0.w1 = extractvalue { i32, i32, i32, i32 } %b1.s0, 1
  %b1.s0.w2 = extractvalue { i32, i32, i32, i32 } %b1.s0, 2
  %b1.s0.w3 = extractvalue { i32, i32, i32, i32 } %b1.s0, 3
  %b1.s0.r0 = bitcast i32 %b1.s0.w0 to <2 x half>
  %b1.s0.r1 = bitcast i32 %b1.s0.w1 to <2 x half>
  %b1.s0.r2 = bitcast i32 %b1.s0.w2 to <2 x half>
  %b1.s0.r3 = bitcast i32 %b1.s0.w3 to <2 x half>
  %c00.0 = extractvalue { float, float, float, float } %c00, 0
  %c00.1 = extractvalue { float, float, float, float } %c00, 1
  %c00.2 = extractvalue { float, float, float, float } %c00, 2
  %c00.3 = extractvalue { float, float, float, float } %c00, 3
  %c00.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a0.s0.r0, <2 x half> %a0.s0.r1,
          <2 x half> %a0.s0.r2, <2 x half> %a0.s0.r3,
          <2 x half> %b0.s0.r0, <2 x half> %b0.s0.r1,
          <2 x half> %b0.s0.r2, <2 x half> %b0.s0.r3,
          float %c00.0, float %c00.1, float %c00.2, float %c00.3,
          i32 %e0, i32 0)
  %c01.0 = extractvalue { float, float, float, float } %c01, 0
  %c01.1 = extractvalue { float, float, float, float } %c01, 1
  %c01.2 = extractvalue { float, float, float, float } %c01, 2
  %c01.3 = extractvalue { float, float, float, float } %c01, 3
  %c01.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a0.s0.r0, <2 x half> %a0.s0.r1,
          <2 x half> %a0.s0.r2, <2 x half> %a0.s0.r3,
          <2 x half> %b1.s0.r0, <2 x half> %b1.s0.r1,
          <2 x half> %b1.s0.r2, <2 x half> %b1.s0.r3,
          float %c01.0, float %c01.1, float %c01.2, float %c01.3,
          i32 %e0, i32 0)
  %c10.0 = extractvalue { float, float, float, float } %c10, 0
  %c10.1 = extractvalue { float, float, float, float } %c10, 1
  %c10.2 = extractvalue { float, float, float, float } %c10, 2
  %c10.3 = extractvalue { float, float, float, float } %c10, 3
  %c10.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a1.s0.r0, <2 x half> %a1.s0.r1,
          <2 x half> %a1.s0.r2, <2 x half> %a1.s0.r3,
          <2 x half> %b0.s0.r0, <2 x half> %b0.s0.r1,
          <2 x half> %b0.s0.r2, <2 x half> %b0.s0.r3,
          float %c10.0, float %c10.1, float %c10.2, float %c10.3,
          i32 %e1, i32 0)
  %c11.0 = extractvalue { float, float, float, float } %c11, 0
  %c11.1 = extractvalue { float, float, float, float } %c11, 1
  %c11.2 = extractvalue { float, float, float, float } %c11, 2
  %c11.3 = extractvalue { float, float, float, float } %c11, 3
  %c11.s0 = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a1.s0.r0, <2 x half> %a1.s0.r1,
          <2 x half> %a1.s0.r2, <2 x half> %a1.s0.r3,
          <2 x half> %b1.s0.r0, <2 x half> %b1.s0.r1,
          <2 x half> %b1.s0.r2, <2 x half> %b1.s0.r3,
          float %c11.0, float %c11.1, float %c11.2, float %c11.3,
          i32 %e1, i32 0)

  ; Step 1: k = 32..63, kept 16..31, sparsity selector 1.
  %la0.s1 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off.s1
  %la1.s1 = getelementptr i8, ptr addrspace(3) %la0.s1, i32 1024
  %lb0.s1 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off.s1
  %lb1.s1 = getelementptr i8, ptr addrspace(3) %lb0.s1, i32 1024
  %a0.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0.s1)
  %a0.s1.w0 = extractvalue { i32, i32, i32, i32 } %a0.s1, 0
  %a0.s1.w1 = extractvalue { i32, i32, i32, i32 } %a0.s1, 1
  %a0.s1.w2 = extractvalue { i32, i32, i32, i32 } %a0.s1, 2
  %a0.s1.w3 = extractvalue { i32, i32, i32, i32 } %a0.s1, 3
  %a0.s1.r0 = bitcast i32 %a0.s1.w0 to <2 x half>
  %a0.s1.r1 = bitcast i32 %a0.s1.w1 to <2 x half>
  %a0.s1.r2 = bitcast i32 %a0.s1.w2 to <2 x half>
  %a0.s1.r3 = bitcast i32 %a0.s1.w3 to <2 x half>
  %a1.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1.s1)
  %a1.s1.w0 = extractvalue { i32, i32, i32, i32 } %a1.s1, 0
  %a1.s1.w1 = extractvalue { i32, i32, i32, i32 } %a1.s1, 1
  %a1.s1.w2 = extractvalue { i32, i32, i32, i32 } %a1.s1, 2
  %a1.s1.w3 = extractvalue { i32, i32, i32, i32 } %a1.s1, 3
  %a1.s1.r0 = bitcast i32 %a1.s1.w0 to <2 x half>
  %a1.s1.r1 = bitcast i32 %a1.s1.w1 to <2 x half>
  %a1.s1.r2 = bitcast i32 %a1.s1.w2 to <2 x half>
  %a1.s1.r3 = bitcast i32 %a1.s1.w3 to <2 x half>
  %b0.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0.s1)
  %b0.s1.w0 = extractvalue { i32, i32, i32, i32 } %b0.s1, 0
  %b0.s1.w1 = extractvalue { i32, i32, i32, i32 } %b0.s1, 1
  %b0.s1.w2 = extractvalue { i32, i32, i32, i32 } %b0.s1, 2
  %b0.s1.w3 = extractvalue { i32, i32, i32, i32 } %b0.s1, 3
  %b0.s1.r0 = bitcast i32 %b0.s1.w0 to <2 x half>
  %b0.s1.r1 = bitcast i32 %b0.s1.w1 to <2 x half>
  %b0.s1.r2 = bitcast i32 %b0.s1.w2 to <2 x half>
  %b0.s1.r3 = bitcast i32 %b0.s1.w3 to <2 x half>
  %b1.s1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1.s1)
  %b1.s1.w0 = extractvalue { i32, i32, i32, i32 } %b1.s1, 0
  %b1.s1.w1 = extractvalue { i32, i32, i32, i32 } %b1.s1, 1
  %b1.s1.w2 = extractvalue { i32, i32, i32, i32 } %b1.s1, 2
  %b1.s1.w3 = extractvalue { i32, i32, i32, i32 } %b1.s1, 3
  %b1.s1.r0 = bitcast i32 %b1.s1.w0 to <2 x half>
  %b1.s1.r1 = bitcast i32 %b1.s1.w1 to <2 x half>
  %b1.s1.r2 = bitcast i32 %b1.s1.w2 to <2 x half>
  %b1.s1.r3 = bitcast i32 %b1.s1.w3 to <2 x half>
  %c00.s0.0 = extractvalue { float, float, float, float } %c00.s0, 0
  %c00.s0.1 = extractvalue { float, float, float, float } %c00.s0, 1
  %c00.s0.2 = extractvalue { float, float, float, float } %c00.s0, 2
  %c00.s0.3 = extractvalue { float, float, float, float } %c00.s0, 3
  %c00.next = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a0.s1.r0, <2 x half> %a0.s1.r1,
          <2 x half> %a0.s1.r2, <2 x half> %a0.s1.r3,
          <2 x half> %b0.s1.r0, <2 x half> %b0.s1.r1,
          <2 x half> %b0.s1.r2, <2 x half> %b0.s1.r3,
          float %c00.s0.0, float %c00.s0.1, float %c00.s0.2, float %c00.s0.3,
          i32 %e0, i32 1)
  %c01.s0.0 = extractvalue { float, float, float, float } %c01.s0, 0
  %c01.s0.1 = extractvalue { float, float, float, float } %c01.s0, 1
  %c01.s0.2 = extractvalue { float, float, float, float } %c01.s0, 2
  %c01.s0.3 = extractvalue { float, float, float, float } %c01.s0, 3
  %c01.next = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a0.s1.r0, <2 x half> %a0.s1.r1,
          <2 x half> %a0.s1.r2, <2 x half> %a0.s1.r3,
          <2 x half> %b1.s1.r0, <2 x half> %b1.s1.r1,
          <2 x half> %b1.s1.r2, <2 x half> %b1.s1.r3,
          float %c01.s0.0, float %c01.s0.1, float %c01.s0.2, float %c01.s0.3,
          i32 %e0, i32 1)
  %c10.s0.0 = extractvalue { float, float, float, float } %c10.s0, 0
  %c10.s0.1 = extractvalue { float, float, float, float } %c10.s0, 1
  %c10.s0.2 = extractvalue { float, float, float, float } %c10.s0, 2
  %c10.s0.3 = extractvalue { float, float, float, float } %c10.s0, 3
  %c10.next = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a1.s1.r0, <2 x half> %a1.s1.r1,
          <2 x half> %a1.s1.r2, <2 x half> %a1.s1.r3,
          <2 x half> %b0.s1.r0, <2 x half> %b0.s1.r1,
          <2 x half> %b0.s1.r2, <2 x half> %b0.s1.r3,
          float %c10.s0.0, float %c10.s0.1, float %c10.s0.2, float %c10.s0.3,
          i32 %e1, i32 1)
  %c11.s0.0 = extractvalue { float, float, float, float } %c11.s0, 0
  %c11.s0.1 = extractvalue { float, float, float, float } %c11.s0, 1
  %c11.s0.2 = extractvalue { float, float, float, float } %c11.s0, 2
  %c11.s0.3 = extractvalue { float, float, float, float } %c11.s0, 3
  %c11.next = call { float, float, float, float }
      @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
          <2 x half> %a1.s1.r0, <2 x half> %a1.s1.r1,
          <2 x half> %a1.s1.r2, <2 x half> %a1.s1.r3,
          <2 x half> %b1.s1.r0, <2 x half> %b1.s1.r1,
          <2 x half> %b1.s1.r2, <2 x half> %b1.s1.r3,
          float %c11.s0.0, float %c11.s0.1, float %c11.s0.2, float %c11.s0.3,
          i32 %e1, i32 1)

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
    @llvm.nvvm.mma.sp.ordered.metadata.m16n8k32.row.col.f32.f32(
        <2 x half>, <2 x half>, <2 x half>, <2 x half>,
        <2 x half>, <2 x half>, <2 x half>, <2 x half>,
        float, float, float, float, i32, i32)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @ampere_sparse_m16n8k32_f16, !"kernel", i32 1}
!1 = !{ptr @ampere_sparse_m16n8k32_f16, !"maxntidx", i32 128}
