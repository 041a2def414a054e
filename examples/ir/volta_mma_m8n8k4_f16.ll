;===-- volta_mma_m8n8k4_f16.ll - Volta quad-pair GEMM ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f32, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16,
; column-major, that is B^T stored as N rows of K).
;
; mma.m8n8k4 is four multiplications in one instruction: quad pair q, the lanes
; 4q..4q+3 and 16+4q..16+4q+3, owns an 8 x 8 x 4 product of its own. The four
; quad pairs are laid out as 2 x 2, so that one mma covers 16 x 16 of C:
;
;   q = (lane >> 2) & 3,  tile row = 8 * (q & 1),  tile column = 8 * (q >> 1)
;
; Within a quad pair (PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16"),
; with r = (lane & 3) + 4 * (lane >> 4):
;
;   A row-major  a[i]: row r, k = i             four halves in a row
;   B col-major  b[i]: k = i, column r          four halves in a row
;   C, D f32     c[i]: row (lane & 1) + (i & 2) + 4 * (lane >> 4),
;                      column (i & 4) + (lane & 2) + (i & 1)
;
; A lane's halves lie side by side in memory for both operands; eight of them,
; 16 bytes, feed two mma. Operands come straight from global memory: the warps
; of a block share them through L1.
;
; Block tile 32 x 64, four warps as 2 (M) x 2 (N), warp tile 16 x 32; each trip
; of the loop takes eight of K: 4 mma.
;
; Launch:  grid (N / 64, M / 32), block 128 threads.
; Needs:   M % 32 == 0, N % 64 == 0, K % 8 == 0, K > 0, A, B 16-byte aligned.
;
; DEMO: target=sm_70 ptxas=sm_75 ptx=64
; DEMO-EXPECT: mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32
; DEMO-RUN: --grid 1,2 --block 128
; DEMO-RUN+: --arg C=f32[64x64] --arg A=f16[64x32]:integers,-4,4 --arg B=f16[64x32]:integers,-4,4
; DEMO-RUN+: --arg u32:64 --arg u32:64 --arg u32:32
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @volta_mma_m8n8k4_f16(ptr addrspace(1) noalias align 16 %C,
                                  ptr addrspace(1) noalias readonly align 16 %A,
                                  ptr addrspace(1) noalias readonly align 16 %B,
                                  i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5

  ; First row and column of this quad pair's 8 x 8 tile of C.
  %warp.m = and i32 %warp, 1
  %warp.n = lshr i32 %warp, 1
  %block.row = shl i32 %block.y, 5
  %block.col = shl i32 %block.x, 6
  %warp.row = shl i32 %warp.m, 4
  %warp.col = shl i32 %warp.n, 5
  %q.m = and i32 %lane, 4
  %q.row = shl i32 %q.m, 1
  %q.n = and i32 %lane, 8
  %row0 = add i32 %block.row, %warp.row
  %row = add i32 %row0, %q.row
  %col0 = add i32 %block.col, %warp.col
  %col = add i32 %col0, %q.n

  ; r: this lane's row of A and column of B within the quad pair.
  %r.lo = and i32 %lane, 3
  %high = lshr i32 %lane, 4
  %r.hi = shl i32 %high, 2
  %r = or disjoint i32 %r.lo, %r.hi
  %a.row = add i32 %row, %r
  %b.col = add i32 %col, %r

  ; Addresses are 64 bit from here on. b1 is 16 columns to the right of b0.
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %a.row64 = zext i32 %a.row to i64
  %b.col64 = zext i32 %b.col to i64
  %a.off = mul i64 %a.row64, %K64
  %b.off = mul i64 %b.col64, %K64
  %b.16cols = shl i64 %K64, 4
  %a.ptr = getelementptr half, ptr addrspace(1) %A, i64 %a.off
  %b0.ptr = getelementptr half, ptr addrspace(1) %B, i64 %b.off
  %b1.ptr = getelementptr half, ptr addrspace(1) %b0.ptr, i64 %b.16cols
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc0 = phi { float, float, float, float, float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc0.next, %loop ]
  %acc1 = phi { float, float, float, float, float, float, float, float }
      [ zeroinitializer, %entry ], [ %acc1.next, %loop ]
  %a.at = getelementptr half, ptr addrspace(1) %a.ptr, i64 %k
  %b0.at = getelementptr half, ptr addrspace(1) %b0.ptr, i64 %k
  %b1.at = getelementptr half, ptr addrspace(1) %b1.ptr, i64 %k
  %a = load <8 x half>, ptr addrspace(1) %a.at, align 16
  %b0 = load <8 x half>, ptr addrspace(1) %b0.at, align 16
  %b1 = load <8 x half>, ptr addrspace(1) %b1.at, align 16

  ; Registers of two halves: .0 and .1 are k..k+3, .2 and .3 are k+4..k+7.
  %a.0 = shufflevector <8 x half> %a, <8 x half> poison,
      <2 x i32> <i32 0, i32 1>
  %a.1 = shufflevector <8 x half> %a, <8 x half> poison,
      <2 x i32> <i32 2, i32 3>
  %a.2 = shufflevector <8 x half> %a, <8 x half> poison,
      <2 x i32> <i32 4, i32 5>
  %a.3 = shufflevector <8 x half> %a, <8 x half> poison,
      <2 x i32> <i32 6, i32 7>
  %b0.0 = shufflevector <8 x half> %b0, <8 x half> poison,
      <2 x i32> <i32 0, i32 1>
  %b0.1 = shufflevector <8 x half> %b0, <8 x half> poison,
      <2 x i32> <i32 2, i32 3>
  %b0.2 = shufflevector <8 x half> %b0, <8 x half> poison,
      <2 x i32> <i32 4, i32 5>
  %b0.3 = shufflevector <8 x half> %b0, <8 x half> poison,
      <2 x i32> <i32 6, i32 7>
  %b1.0 = shufflevector <8 x half> %b1, <8 x half> poison,
      <2 x i32> <i32 0, i32 1>
  %b1.1 = shufflevector <8 x half> %b1, <8 x half> poison,
      <2 x i32> <i32 2, i32 3>
  %b1.2 = shufflevector <8 x half> %b1, <8 x half> poison,
      <2 x i32> <i32 4, i32 5>
  %b1.3 = shufflevector <8 x half> %b1, <8 x half> poison,
      <2 x i32> <i32 6, i32 7>

  ; Columns 0-15 of the warp tile, then columns 16-31.
  %acc0.0 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 0
  %acc0.1 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 1
  %acc0.2 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 2
  %acc0.3 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 3
  %acc0.4 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 4
  %acc0.5 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 5
  %acc0.6 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 6
  %acc0.7 = extractvalue { float, float, float, float, float, float, float, float } %acc0, 7
  %mid0 = call { float, float, float, float, float, float, float, float }
      @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half> %a.0, <2 x half> %a.1,
          <2 x half> %b0.0, <2 x half> %b0.1, float %acc0.0, float %acc0.1,
          float %acc0.2, float %acc0.3, float %acc0.4, float %acc0.5,
          float %acc0.6, float %acc0.7)
  %mid0.0 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 0
  %mid0.1 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 1
  %mid0.2 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 2
  %mid0.3 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 3
  %mid0.4 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 4
  %mid0.5 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 5
  %mid0.6 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 6
  %mid0.7 = extractvalue { float, float, float, float, float, float, float, float } %mid0, 7
  %acc0.next = call { float, float, float, float, float, float, float, float }
      @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half> %a.2, <2 x half> %a.3,
          <2 x half> %b0.2, <2 x half> %b0.3, float %mid0.0, float %mid0.1,
          float %mid0.2, float %mid0.3, float %mid0.4, float %mid0.5,
          float %mid0.6, float %mid0.7)
  %acc1.0 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 0
  %acc1.1 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 1
  %acc1.2 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 2
  %acc1.3 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 3
  %acc1.4 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 4
  %acc1.5 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 5
  %acc1.6 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 6
  %acc1.7 = extractvalue { float, float, float, float, float, float, float, float } %acc1, 7
  %mid1 = call { float, float, float, float, float, float, float, float }
      @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half> %a.0, <2 x half> %a.1,
          <2 x half> %b1.0, <2 x half> %b1.1, float %acc1.0, float %acc1.1,
          float %acc1.2, float %acc1.3, float %acc1.4, float %acc1.5,
          float %acc1.6, float %acc1.7)
  %mid1.0 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 0
  %mid1.1 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 1
  %mid1.2 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 2
  %mid1.3 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 3
  %mid1.4 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 4
  %mid1.5 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 5
  %mid1.6 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 6
  %mid1.7 = extractvalue { float, float, float, float, float, float, float, float } %mid1, 7
  %acc1.next = call { float, float, float, float, float, float, float, float }
      @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half> %a.2, <2 x half> %a.3,
          <2 x half> %b1.2, <2 x half> %b1.3, float %mid1.0, float %mid1.1,
          float %mid1.2, float %mid1.3, float %mid1.4, float %mid1.5,
          float %mid1.6, float %mid1.7)

  %k.next = add i64 %k, 8
  %more = icmp ult i64 %k.next, %K64
  br i1 %more, label %loop, label %epilogue

epilogue:
  ; c[i] and c[i+1] are neighbours in a row; c[2], c[3], c[6], c[7] lie two rows
  ; below, c[4]..c[7] four columns to the right.
  %c.r.lo = and i32 %lane, 1
  %c.r = or disjoint i32 %c.r.lo, %r.hi
  %c.x = and i32 %lane, 2
  %c.row32 = add i32 %row, %c.r
  %c.col32 = add i32 %col, %c.x
  %c.row64 = zext i32 %c.row32 to i64
  %c.col64 = zext i32 %c.col32 to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.2rows = shl i64 %N64, 1
  %c.row = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %c.row.2 = getelementptr float, ptr addrspace(1) %c.row, i64 %c.2rows
  %d0.0 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 0
  %d0.1 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 1
  %v0.0.lo = insertelement <2 x float> poison, float %d0.0, i64 0
  %v0.0 = insertelement <2 x float> %v0.0.lo, float %d0.1, i64 1
  %p0.0 = getelementptr float, ptr addrspace(1) %c.row, i64 0
  store <2 x float> %v0.0, ptr addrspace(1) %p0.0, align 8
  %d0.2 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 2
  %d0.3 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 3
  %v0.1.lo = insertelement <2 x float> poison, float %d0.2, i64 0
  %v0.1 = insertelement <2 x float> %v0.1.lo, float %d0.3, i64 1
  %p0.1 = getelementptr float, ptr addrspace(1) %c.row.2, i64 0
  store <2 x float> %v0.1, ptr addrspace(1) %p0.1, align 8
  %d0.4 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 4
  %d0.5 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 5
  %v0.2.lo = insertelement <2 x float> poison, float %d0.4, i64 0
  %v0.2 = insertelement <2 x float> %v0.2.lo, float %d0.5, i64 1
  %p0.2 = getelementptr float, ptr addrspace(1) %c.row, i64 4
  store <2 x float> %v0.2, ptr addrspace(1) %p0.2, align 8
  %d0.6 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 6
  %d0.7 = extractvalue { float, float, float, float, float, float, float, float } %acc0.next, 7
  %v0.3.lo = insertelement <2 x float> poison, float %d0.6, i64 0
  %v0.3 = insertelement <2 x float> %v0.3.lo, float %d0.7, i64 1
  %p0.3 = getelementptr float, ptr addrspace(1) %c.row.2, i64 4
  store <2 x float> %v0.3, ptr addrspace(1) %p0.3, align 8
  %d1.0 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 0
  %d1.1 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 1
  %v1.0.lo = insertelement <2 x float> poison, float %d1.0, i64 0
  %v1.0 = insertelement <2 x float> %v1.0.lo, float %d1.1, i64 1
  %p1.0 = getelementptr float, ptr addrspace(1) %c.row, i64 16
  store <2 x float> %v1.0, ptr addrspace(1) %p1.0, align 8
  %d1.2 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 2
  %d1.3 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 3
  %v1.1.lo = insertelement <2 x float> poison, float %d1.2, i64 0
  %v1.1 = insertelement <2 x float> %v1.1.lo, float %d1.3, i64 1
  %p1.1 = getelementptr float, ptr addrspace(1) %c.row.2, i64 16
  store <2 x float> %v1.1, ptr addrspace(1) %p1.1, align 8
  %d1.4 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 4
  %d1.5 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 5
  %v1.2.lo = insertelement <2 x float> poison, float %d1.4, i64 0
  %v1.2 = insertelement <2 x float> %v1.2.lo, float %d1.5, i64 1
  %p1.2 = getelementptr float, ptr addrspace(1) %c.row, i64 20
  store <2 x float> %v1.2, ptr addrspace(1) %p1.2, align 8
  %d1.6 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 6
  %d1.7 = extractvalue { float, float, float, float, float, float, float, float } %acc1.next, 7
  %v1.3.lo = insertelement <2 x float> poison, float %d1.6, i64 0
  %v1.3 = insertelement <2 x float> %v1.3.lo, float %d1.7, i64 1
  %p1.3 = getelementptr float, ptr addrspace(1) %c.row.2, i64 20
  store <2 x float> %v1.3, ptr addrspace(1) %p1.3, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare { float, float, float, float, float, float, float, float }
    @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>,
        <2 x half>, float, float, float, float, float, float, float, float)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @volta_mma_m8n8k4_f16, !"kernel", i32 1}
!1 = !{ptr @volta_mma_m8n8k4_f16, !"maxntidx", i32 128}
