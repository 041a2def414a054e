;===-- hopper_stmatrix_epilogue.ll - Hopper f16 GEMM, f16 results ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f16, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16,
; column-major, that is B^T stored as N rows of K), and T[N x M] (f16,
; row-major), the transpose of C. Sums are f32, rounded once at the end. What is
; new here is the epilogue; the loop is that of ampere_mma_m16n8k16_bf16.ll,
; which explains it: fragments, ldmatrix, four stages, swizzle.
;
; stmatrix is ldmatrix backwards. With g = lane >> 2 and t = lane & 3, of each
; 8 x 8 matrix lane (g, t) gives the elements 2t and 2t+1 of row g, which is how
; mma leaves C:
;
;   C  c[0..1]: row g, columns 2t..2t+1      c[2..3]: row g + 8
;
; so c[0..1] and c[2..3], rounded to f16 and packed, column 2t in the lower
; half, are a register each of two matrices, one above the other. An .x4 stores
; those of two mma side by side: 16 rows of 16 columns.
;
;   0: rows 0-7, columns 0-7      2: rows 0-7, columns 8-15
;   1: rows 8-15, columns 0-7     3: rows 8-15, columns 8-15
;
; Lanes 8j..8j+7 give the addresses for matrix j, each of 16 bytes:
;
;   C  of its rows: row = lane & 15, columns from 8 * (lane >> 4)
;   T  of its columns, with .trans: column = (lane & 7) + 8 * (lane >> 4), rows
;      from 8 * ((lane >> 3) & 1); the registers are the same
;
; The loop's shared memory is used again: a tile of C, 64 rows of 128 bytes, and
; one of T, the same. Vector v (16 bytes) of row r lies in place v ^ (r & 7):
; the eight rows of a matrix fall into different banks, and so do the eight
; vectors of a row. After a barrier each thread carries four vectors of either
; to global memory: eight threads write 128 bytes of a row.
;
; Block tile 64 x 64 x 16, four warps as 2 (M) x 2 (N), warp tile 32 x 32.
;
; Launch:    grid (N / 64, M / 64), block 128 threads.
; Needs:     M % 64 == 0, N % 64 == 0, K % 16 == 0, K > 0, C, A, B, T 16-byte
;            aligned.
; Expected:  C[m * N + n] = T[n * M + m] = f16(sum over k of
;              f32(A[m * K + k]) * f32(B[n * K + k])),
;            rounded to nearest even; what C and T held is overwritten.
;            Integers with |a|, |b| <= 4 and K <= 128 come out exactly.
;
; DEMO: target=sm_90 ptx=78
; DEMO-EXPECT: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
; DEMO-EXPECT: stmatrix.sync.aligned.m8n8.x4.shared.b16
; DEMO-EXPECT: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
; DEMO-EXPECT: cvt.rn.f16x2.f32
; DEMO-RUN: --grid 2,1 --block 128
; DEMO-RUN+: --arg C=f16[64x128] --arg A=f16[64x64]:normal --arg B=f16[128x64]:normal
; DEMO-RUN+: --arg T=f16[128x64]
; DEMO-RUN+: --arg u32:64 --arg u32:128 --arg u32:64
; DEMO-RUN+: --expect C=A@B.T --expect T=B@A.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; In the loop four stages of 4096 bytes: A, 64 rows of 32 bytes, then B, 64
; columns of 32. Afterwards 8192 bytes of C, then 8192 of T.
@stages = internal addrspace(3) global [16384 x i8] undef, align 128

define void @hopper_stmatrix_epilogue(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    ptr addrspace(1) noalias align 16 %T, i32 %M, i32 %N, i32 %K) {
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
  %M64 = zext i32 %M to i64
  %tiles = lshr i32 %K, 4

  ; The 16-byte vectors that this thread copies, one of A and one of B: row
  ; (column of B) tid / 2, vector tid % 2 of the two.
  %v.row = lshr i32 %tid, 1
  %v.vec = and i32 %tid, 1
  %v.col = shl i32 %v.vec, 3

  ; Where they come from: the first tile's, then 16 elements on with each tile.
  %ga.row = add i32 %block.row, %v.row
  %gb.row = add i32 %block.col, %v.row
  %ga.row64 = zext i32 %ga.row to i64
  %gb.row64 = zext i32 %gb.row to i64
  %v.col64 = zext i32 %v.col to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %gb.off.row = mul i64 %gb.row64, %K64
  %ga.off = add i64 %ga.off.row, %v.col64
  %gb.off = add i64 %gb.off.row, %v.col64
  %ga = getelementptr half, ptr addrspace(1) %A, i64 %ga.off
  %gb = getelementptr half, ptr addrspace(1) %B, i64 %gb.off

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
  br label %prologue

  ; Send for tiles 0, 1 and 2.
prologue:
  %ahead = phi i32 [ 0, %entry ], [ %ahead.next, %prologue.next ]
  %exists = icmp ult i32 %ahead, %tiles
  br i1 %exists, label %prologue.copy, label %prologue.next

prologue.copy:
  %ahead.stage = shl i32 %ahead, 12
  %pro.k = shl i32 %ahead, 4
  %pro.k64 = zext i32 %pro.k to i64
  %pro.ga = getelementptr half, ptr addrspace(1) %ga, i64 %pro.k64
  %pro.gb = getelementptr half, ptr addrspace(1) %gb, i64 %pro.k64
  %pro.tile = getelementptr i8, ptr addrspace(3) @stages, i32 %ahead.stage
  %pro.sa = getelementptr i8, ptr addrspace(3) %pro.tile, i32 %sa.off
  %pro.sb = getelementptr i8, ptr addrspace(3) %pro.tile, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro.sa, ptr addrspace(1) %pro.ga)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %pro.sb, ptr addrspace(1) %pro.gb)
  br label %prologue.next

prologue.next:
  call void @llvm.nvvm.cp.async.commit.group()
  %ahead.next = add i32 %ahead, 1
  %filled = icmp eq i32 %ahead.next, 3
  br i1 %filled, label %loop, label %prologue

loop:
  %i = phi i32 [ 0, %prologue.next ], [ %i.next, %compute ]
  %c00 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c00.next, %compute ]
  %c01 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c01.next, %compute ]
  %c02 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c02.next, %compute ]
  %c03 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c03.next, %compute ]
  %c10 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c10.next, %compute ]
  %c11 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c11.next, %compute ]
  %c12 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c12.next, %compute ]
  %c13 = phi { float, float, float, float }
      [ zeroinitializer, %prologue.next ], [ %c13.next, %compute ]
  call void @llvm.nvvm.cp.async.wait.group(i32 2)
  call void @llvm.nvvm.barrier0()
  %fetch = add i32 %i, 3
  %fetches = icmp ult i32 %fetch, %tiles
  br i1 %fetches, label %copy, label %compute

copy:
  %fetch.slot = and i32 %fetch, 3
  %fetch.stage = shl i32 %fetch.slot, 12
  %main.k = shl i32 %fetch, 4
  %main.k64 = zext i32 %main.k to i64
  %main.ga = getelementptr half, ptr addrspace(1) %ga, i64 %main.k64
  %main.gb = getelementptr half, ptr addrspace(1) %gb, i64 %main.k64
  %main.tile = getelementptr i8, ptr addrspace(3) @stages, i32 %fetch.stage
  %main.sa = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sa.off
  %main.sb = getelementptr i8, ptr addrspace(3) %main.tile, i32 %sb.off
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sa, ptr addrspace(1) %main.ga)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %main.sb, ptr addrspace(1) %main.gb)
  br label %compute

compute:
  call void @llvm.nvvm.cp.async.commit.group()
  %slot = and i32 %i, 3
  %stage = shl i32 %slot, 12
  %tile = getelementptr i8, ptr addrspace(3) @stages, i32 %stage
  %la0 = getelementptr i8, ptr addrspace(3) %tile, i32 %la.off
  %la1 = getelementptr i8, ptr addrspace(3) %la0, i32 512
  %lb0 = getelementptr i8, ptr addrspace(3) %tile, i32 %lb.off
  %lb1 = getelementptr i8, ptr addrspace(3) %lb0, i32 512
  %a0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la0)
  %a0.w0 = extractvalue { i32, i32, i32, i32 } %a0, 0
  %a0.w1 = extractvalue { i32, i32, i32, i32 } %a0, 1
  %a0.w2 = extractvalue { i32, i32, i32, i32 } %a0, 2
  %a0.w3 = extractvalue { i32, i32, i32, i32 } %a0, 3
  %a0.r0 = bitcast i32 %a0.w0 to <2 x half>
  %a0.r1 = bitcast i32 %a0.w1 to <2 x half>
  %a0.r2 = bitcast i32 %a0.w2 to <2 x half>
  %a0.r3 = bitcast i32 %a0.w3 to <2 x half>
  %a1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %la1)
  %a1.w0 = extractvalue { i32, i32, i32, i32 } %a1, 0
  %a1.w1 = extractvalue { i32, i32, i32, i32 } %a1, 1
  %a1.w2 = extractvalue { i32, i32, i32, i32 } %a1, 2
  %a1.w3 = extractvalue { i32, i32, i32, i32 } %a1, 3
  %a1.r0 = bitcast i32 %a1.w0 to <2 x half>
  %a1.r1 = bitcast i32 %a1.w1 to <2 x half>
  %a1.r2 = bitcast i32 %a1.w2 to <2 x half>
  %a1.r3 = bitcast i32 %a1.w3 to <2 x half>
  %b0 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb0)
  %b0.w0 = extractvalue { i32, i32, i32, i32 } %b0, 0
  %b0.w1 = extractvalue { i32, i32, i32, i32 } %b0, 1
  %b0.w2 = extractvalue { i32, i32, i32, i32 } %b0, 2
  %b0.w3 = extractvalue { i32, i32, i32, i32 } %b0, 3
  %b0.r0 = bitcast i32 %b0.w0 to <2 x half>
  %b0.r1 = bitcast i32 %b0.w1 to <2 x half>
  %b0.r2 = bitcast i32 %b0.w2 to <2 x half>
  %b0.r3 = bitcast i32 %b0.w3 to <2 x half>
  %b1 = call { i32, i32, i32, i32 }
      @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %lb1)
  %b1.w0 = extractvalue { i32, i32, i32, i32 } %b1, 0
  %b1.w1 = extractvalue { i32, i32, i32, i32 } %b1, 1
  %b1.w2 = extractvalue { i32, i32, i32, i32 } %b1, 2
  %b1.w3 = extractvalue { i32, i32, i32, i32 } %b1, 3
  %b1.r0 = bitcast i32 %b1.w0 to <2 x half>
  %b1.r1 = bitcast i32 %b1.w1 to <2 x half>
  %b1.r2 = bitcast i32 %b1.w2 to <2 x half>
  %b1.r3 = bitcast i32 %b1.w3 to <2 x half>

  ; c<m><n>: rows 16m..16m+15, columns 8n..8n+7 of the warp tile.
  %c00.0 = extractvalue { float, float, float, float } %c00, 0
  %c00.1 = extractvalue { float, float, float, float } %c00, 1
  %c00.2 = extractvalue { float, float, float, float } %c00, 2
  %c00.3 = extractvalue { float, float, float, float } %c00, 3
  %c00.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a0.r0, <2 x half> %a0.r1,
          <2 x half> %a0.r2, <2 x half> %a0.r3,
          <2 x half> %b0.r0, <2 x half> %b0.r1,
          float %c00.0, float %c00.1, float %c00.2, float %c00.3)
  %c01.0 = extractvalue { float, float, float, float } %c01, 0
  %c01.1 = extractvalue { float, float, float, float } %c01, 1
  %c01.2 = extractvalue { float, float, float, float } %c01, 2
  %c01.3 = extractvalue { float, float, float, float } %c01, 3
  %c01.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a0.r0, <2 x half> %a0.r1,
          <2 x half> %a0.r2, <2 x half> %a0.r3,
          <2 x half> %b0.r2, <2 x half> %b0.r3,
          float %c01.0, float %c01.1, float %c01.2, float %c01.3)
  %c02.0 = extractvalue { float, float, float, float } %c02, 0
  %c02.1 = extractvalue { float, float, float, float } %c02, 1
  %c02.2 = extractvalue { float, float, float, float } %c02, 2
  %c02.3 = extractvalue { float, float, float, float } %c02, 3
  %c02.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a0.r0, <2 x half> %a0.r1,
          <2 x half> %a0.r2, <2 x half> %a0.r3,
          <2 x half> %b1.r0, <2 x half> %b1.r1,
          float %c02.0, float %c02.1, float %c02.2, float %c02.3)
  %c03.0 = extractvalue { float, float, float, float } %c03, 0
  %c03.1 = extractvalue { float, float, float, float } %c03, 1
  %c03.2 = extractvalue { float, float, float, float } %c03, 2
  %c03.3 = extractvalue { float, float, float, float } %c03, 3
  %c03.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a0.r0, <2 x half> %a0.r1,
          <2 x half> %a0.r2, <2 x half> %a0.r3,
          <2 x half> %b1.r2, <2 x half> %b1.r3,
          float %c03.0, float %c03.1, float %c03.2, float %c03.3)
  %c10.0 = extractvalue { float, float, float, float } %c10, 0
  %c10.1 = extractvalue { float, float, float, float } %c10, 1
  %c10.2 = extractvalue { float, float, float, float } %c10, 2
  %c10.3 = extractvalue { float, float, float, float } %c10, 3
  %c10.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a1.r0, <2 x half> %a1.r1,
          <2 x half> %a1.r2, <2 x half> %a1.r3,
          <2 x half> %b0.r0, <2 x half> %b0.r1,
          float %c10.0, float %c10.1, float %c10.2, float %c10.3)
  %c11.0 = extractvalue { float, float, float, float } %c11, 0
  %c11.1 = extractvalue { float, float, float, float } %c11, 1
  %c11.2 = extractvalue { float, float, float, float } %c11, 2
  %c11.3 = extractvalue { float, float, float, float } %c11, 3
  %c11.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a1.r0, <2 x half> %a1.r1,
          <2 x half> %a1.r2, <2 x half> %a1.r3,
          <2 x half> %b0.r2, <2 x half> %b0.r3,
          float %c11.0, float %c11.1, float %c11.2, float %c11.3)
  %c12.0 = extractvalue { float, float, float, float } %c12, 0
  %c12.1 = extractvalue { float, float, float, float } %c12, 1
  %c12.2 = extractvalue { float, float, float, float } %c12, 2
  %c12.3 = extractvalue { float, float, float, float } %c12, 3
  %c12.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a1.r0, <2 x half> %a1.r1,
          <2 x half> %a1.r2, <2 x half> %a1.r3,
          <2 x half> %b1.r0, <2 x half> %b1.r1,
          float %c12.0, float %c12.1, float %c12.2, float %c12.3)
  %c13.0 = extractvalue { float, float, float, float } %c13, 0
  %c13.1 = extractvalue { float, float, float, float } %c13, 1
  %c13.2 = extractvalue { float, float, float, float } %c13, 2
  %c13.3 = extractvalue { float, float, float, float } %c13, 3
  %c13.next = call { float, float, float, float }
      @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
          <2 x half> %a1.r0, <2 x half> %a1.r1,
          <2 x half> %a1.r2, <2 x half> %a1.r3,
          <2 x half> %b1.r2, <2 x half> %b1.r3,
          float %c13.0, float %c13.1, float %c13.2, float %c13.3)

  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %tiles
  br i1 %more, label %loop, label %epilogue

epilogue:
  ; The last tile has been waited for; here all warps are done with it.
  call void @llvm.nvvm.barrier0()

  ; stmatrix: this lane's address of C, row = lane & 15 and vector lane >> 4,
  ; and of T, row = column of C = (lane & 7) + 8 * (lane >> 4), vector
  ; (lane >> 3) & 1, in the warp's 32 x 32. The other matrices: 16 rows on are
  ; 2048 bytes; 16 columns on are two vectors, bit 5 of the address.
  %st.swz = and i32 %lane, 7
  %c.vec.warp = shl i32 %warp.n, 2
  %c.vec0 = or disjoint i32 %c.vec.warp, %lane.bit4
  %c.vec = xor i32 %c.vec0, %st.swz
  %c.off.row = shl i32 %la.row, 7
  %c.off.vec = shl i32 %c.vec, 4
  %c.off0 = or disjoint i32 %c.off.row, %c.off.vec
  %c.off1 = xor i32 %c.off0, 32
  %sc0 = getelementptr i8, ptr addrspace(3) @stages, i32 %c.off0
  %sc1 = getelementptr i8, ptr addrspace(3) @stages, i32 %c.off1
  %lane.bit3.only = and i32 %lane.bit3, 1
  %t.vec.warp = shl i32 %warp.m, 2
  %t.vec0 = or disjoint i32 %t.vec.warp, %lane.bit3.only
  %t.vec = xor i32 %t.vec0, %st.swz
  %t.off.row = shl i32 %lb.col, 7
  %t.off.vec = shl i32 %t.vec, 4
  %t.off0 = or disjoint i32 %t.off.row, %t.off.vec
  %t.off1 = xor i32 %t.off0, 32
  %tile.t = getelementptr i8, ptr addrspace(3) @stages, i32 8192
  %tt0 = getelementptr i8, ptr addrspace(3) %tile.t, i32 %t.off0
  %tt1 = getelementptr i8, ptr addrspace(3) %tile.t, i32 %t.off1

  ; Rows 0..15, columns 0..15 of the warp tile.
  %lo000 = extractvalue { float, float, float, float } %c00.next, 0
  %hi000 = extractvalue { float, float, float, float } %c00.next, 1
  %h000 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi000, float %lo000)
  %w000 = bitcast <2 x half> %h000 to i32
  %lo001 = extractvalue { float, float, float, float } %c00.next, 2
  %hi001 = extractvalue { float, float, float, float } %c00.next, 3
  %h001 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi001, float %lo001)
  %w001 = bitcast <2 x half> %h001 to i32
  %lo002 = extractvalue { float, float, float, float } %c01.next, 0
  %hi002 = extractvalue { float, float, float, float } %c01.next, 1
  %h002 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi002, float %lo002)
  %w002 = bitcast <2 x half> %h002 to i32
  %lo003 = extractvalue { float, float, float, float } %c01.next, 2
  %hi003 = extractvalue { float, float, float, float } %c01.next, 3
  %h003 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi003, float %lo003)
  %w003 = bitcast <2 x half> %h003 to i32
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(
      ptr addrspace(3) %sc0, i32 %w000, i32 %w001, i32 %w002, i32 %w003)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
      ptr addrspace(3) %tt0, i32 %w000, i32 %w001, i32 %w002, i32 %w003)

  ; Rows 0..15, columns 16..31 of the warp tile.
  %lo010 = extractvalue { float, float, float, float } %c02.next, 0
  %hi010 = extractvalue { float, float, float, float } %c02.next, 1
  %h010 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi010, float %lo010)
  %w010 = bitcast <2 x half> %h010 to i32
  %lo011 = extractvalue { float, float, float, float } %c02.next, 2
  %hi011 = extractvalue { float, float, float, float } %c02.next, 3
  %h011 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi011, float %lo011)
  %w011 = bitcast <2 x half> %h011 to i32
  %lo012 = extractvalue { float, float, float, float } %c03.next, 0
  %hi012 = extractvalue { float, float, float, float } %c03.next, 1
  %h012 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi012, float %lo012)
  %w012 = bitcast <2 x half> %h012 to i32
  %lo013 = extractvalue { float, float, float, float } %c03.next, 2
  %hi013 = extractvalue { float, float, float, float } %c03.next, 3
  %h013 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi013, float %lo013)
  %w013 = bitcast <2 x half> %h013 to i32
  %pt01 = getelementptr i8, ptr addrspace(3) %tt0, i32 2048
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(
      ptr addrspace(3) %sc1, i32 %w010, i32 %w011, i32 %w012, i32 %w013)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
      ptr addrspace(3) %pt01, i32 %w010, i32 %w011, i32 %w012, i32 %w013)

  ; Rows 16..31, columns 0..15 of the warp tile.
  %lo100 = extractvalue { float, float, float, float } %c10.next, 0
  %hi100 = extractvalue { float, float, float, float } %c10.next, 1
  %h100 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi100, float %lo100)
  %w100 = bitcast <2 x half> %h100 to i32
  %lo101 = extractvalue { float, float, float, float } %c10.next, 2
  %hi101 = extractvalue { float, float, float, float } %c10.next, 3
  %h101 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi101, float %lo101)
  %w101 = bitcast <2 x half> %h101 to i32
  %lo102 = extractvalue { float, float, float, float } %c11.next, 0
  %hi102 = extractvalue { float, float, float, float } %c11.next, 1
  %h102 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi102, float %lo102)
  %w102 = bitcast <2 x half> %h102 to i32
  %lo103 = extractvalue { float, float, float, float } %c11.next, 2
  %hi103 = extractvalue { float, float, float, float } %c11.next, 3
  %h103 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi103, float %lo103)
  %w103 = bitcast <2 x half> %h103 to i32
  %pc10 = getelementptr i8, ptr addrspace(3) %sc0, i32 2048
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(
      ptr addrspace(3) %pc10, i32 %w100, i32 %w101, i32 %w102, i32 %w103)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
      ptr addrspace(3) %tt1, i32 %w100, i32 %w101, i32 %w102, i32 %w103)

  ; Rows 16..31, columns 16..31 of the warp tile.
  %lo110 = extractvalue { float, float, float, float } %c12.next, 0
  %hi110 = extractvalue { float, float, float, float } %c12.next, 1
  %h110 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi110, float %lo110)
  %w110 = bitcast <2 x half> %h110 to i32
  %lo111 = extractvalue { float, float, float, float } %c12.next, 2
  %hi111 = extractvalue { float, float, float, float } %c12.next, 3
  %h111 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi111, float %lo111)
  %w111 = bitcast <2 x half> %h111 to i32
  %lo112 = extractvalue { float, float, float, float } %c13.next, 0
  %hi112 = extractvalue { float, float, float, float } %c13.next, 1
  %h112 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi112, float %lo112)
  %w112 = bitcast <2 x half> %h112 to i32
  %lo113 = extractvalue { float, float, float, float } %c13.next, 2
  %hi113 = extractvalue { float, float, float, float } %c13.next, 3
  %h113 = call <2 x half> @llvm.nvvm.ff2f16x2.rn(float %hi113, float %lo113)
  %w113 = bitcast <2 x half> %h113 to i32
  %pc11 = getelementptr i8, ptr addrspace(3) %sc1, i32 2048
  %pt11 = getelementptr i8, ptr addrspace(3) %tt1, i32 2048
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(
      ptr addrspace(3) %pc11, i32 %w110, i32 %w111, i32 %w112, i32 %w113)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
      ptr addrspace(3) %pt11, i32 %w110, i32 %w111, i32 %w112, i32 %w113)
  call void @llvm.nvvm.barrier0()

  ; To global memory: rows tid / 8 and 16, 32 and 48 more, vector tid % 8 of the
  ; eight; 16 rows on, the place in the row is the same.
  %o.row = lshr i32 %tid, 3
  %o.vec = and i32 %tid, 7
  %o.col = shl i32 %o.vec, 3
  %o.swz0 = xor i32 %o.row, %o.vec
  %o.swz = and i32 %o.swz0, 7
  %o.off.row = shl i32 %o.row, 7
  %o.off.vec = shl i32 %o.swz, 4
  %o.off = or disjoint i32 %o.off.row, %o.off.vec

  %oc.row = add i32 %block.row, %o.row
  %oc.col = add i32 %block.col, %o.col
  %oc.row64 = zext i32 %oc.row to i64
  %oc.col64 = zext i32 %oc.col to i64
  %oc.off.row = mul i64 %oc.row64, %N64
  %oc.off = add i64 %oc.off.row, %oc.col64
  %oc.step = shl i64 %N64, 4
  %oc0 = getelementptr half, ptr addrspace(1) %C, i64 %oc.off
  %osc0 = getelementptr i8, ptr addrspace(3) @stages, i32 %o.off
  %ovc0 = load <4 x i32>, ptr addrspace(3) %osc0, align 16
  store <4 x i32> %ovc0, ptr addrspace(1) %oc0, align 16
  %oc1 = getelementptr half, ptr addrspace(1) %oc0, i64 %oc.step
  %osc1 = getelementptr i8, ptr addrspace(3) %osc0, i32 2048
  %ovc1 = load <4 x i32>, ptr addrspace(3) %osc1, align 16
  store <4 x i32> %ovc1, ptr addrspace(1) %oc1, align 16
  %oc2 = getelementptr half, ptr addrspace(1) %oc1, i64 %oc.step
  %osc2 = getelementptr i8, ptr addrspace(3) %osc0, i32 4096
  %ovc2 = load <4 x i32>, ptr addrspace(3) %osc2, align 16
  store <4 x i32> %ovc2, ptr addrspace(1) %oc2, align 16
  %oc3 = getelementptr half, ptr addrspace(1) %oc2, i64 %oc.step
  %osc3 = getelementptr i8, ptr addrspace(3) %osc0, i32 6144
  %ovc3 = load <4 x i32>, ptr addrspace(3) %osc3, align 16
  store <4 x i32> %ovc3, ptr addrspace(1) %oc3, align 16

  %ot.row = add i32 %block.col, %o.row
  %ot.col = add i32 %block.row, %o.col
  %ot.row64 = zext i32 %ot.row to i64
  %ot.col64 = zext i32 %ot.col to i64
  %ot.off.row = mul i64 %ot.row64, %M64
  %ot.off = add i64 %ot.off.row, %ot.col64
  %ot.step = shl i64 %M64, 4
  %ot0 = getelementptr half, ptr addrspace(1) %T, i64 %ot.off
  %ost0 = getelementptr i8, ptr addrspace(3) %tile.t, i32 %o.off
  %ovt0 = load <4 x i32>, ptr addrspace(3) %ost0, align 16
  store <4 x i32> %ovt0, ptr addrspace(1) %ot0, align 16
  %ot1 = getelementptr half, ptr addrspace(1) %ot0, i64 %ot.step
  %ost1 = getelementptr i8, ptr addrspace(3) %ost0, i32 2048
  %ovt1 = load <4 x i32>, ptr addrspace(3) %ost1, align 16
  store <4 x i32> %ovt1, ptr addrspace(1) %ot1, align 16
  %ot2 = getelementptr half, ptr addrspace(1) %ot1, i64 %ot.step
  %ost2 = getelementptr i8, ptr addrspace(3) %ost0, i32 4096
  %ovt2 = load <4 x i32>, ptr addrspace(3) %ost2, align 16
  store <4 x i32> %ovt2, ptr addrspace(1) %ot2, align 16
  %ot3 = getelementptr half, ptr addrspace(1) %ot2, i64 %ot.step
  %ost3 = getelementptr i8, ptr addrspace(3) %ost0, i32 6144
  %ovt3 = load <4 x i32>, ptr addrspace(3) %ost3, align 16
  store <4 x i32> %ovt3, ptr addrspace(1) %ot3, align 16
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3),
                                                     ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg)
declare { i32, i32, i32, i32 }
    @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3),
    i32, i32, i32, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.trans.b16.p3(
    ptr addrspace(3), i32, i32, i32, i32)
declare <2 x half> @llvm.nvvm.ff2f16x2.rn(float, float)
declare { float, float, float, float }
    @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>,
        <2 x half>, <2 x half>, <2 x half>, float, float, float, float)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @hopper_stmatrix_epilogue, !"kernel", i32 1}
!1 = !{ptr @hopper_stmatrix_epilogue, !"maxntidx", i32 128}
