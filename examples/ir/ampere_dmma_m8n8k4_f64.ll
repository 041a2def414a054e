;===-- ampere_dmma_m8n8k4_f64.ll - Ampere double-precision GEMM -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; C[M x N] (f64, row-major) += A[M x K] (f64, row-major) * B[K x N] (f64,
; column-major, that is B^T stored as N rows of K).
;
; Fragments of mma.m8n8k4 with .f64 (PTX ISA), with g = lane >> 2, t = lane & 3:
;
;   A  a: row g, k = t          B  b: k = t, column g
;   C  c[0..1]: row g, columns 2t..2t+1
;
; The order of K within a sum is free as long as A and B agree. So a lane loads
; k + 2t and k + 2t + 1 of its row with one 16-byte load; the first elements of
; four lanes, k + 0, 2, 4, 6, are the K of one mma, the second ones, k + 1, 3,
; 5, 7, that of another. The accumulators start as C.
;
; Block tile 32 x 32, four warps as 2 (M) x 2 (N), warp tile 16 x 16; each trip
; of the loop takes eight of K: four 16-byte loads, 8 mma. Operands come from
; global memory; the warps of a block share them through L1.
;
; Launch:  grid (N / 32, M / 32), block 128 threads.
; Needs:   M % 32 == 0, N % 32 == 0, K % 8 == 0, K > 0, A, B, C 16-byte aligned.
;
; DEMO: target=sm_80 ptx=70
; DEMO: target=sm_90 ptx=78
; DEMO-EXPECT: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
; DEMO-RUN: --grid 2,1 --block 128
; DEMO-RUN+: --arg C=f64[32x64]:normal --arg A=f64[32x32]:normal --arg B=f64[64x32]:normal
; DEMO-RUN+: --arg u32:32 --arg u32:64 --arg u32:32
; DEMO-RUN+: --expect C=A@B.T+C
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @ampere_dmma_m8n8k4_f64(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %g = lshr i32 %lane, 2
  %t = and i32 %lane, 3
  %t2 = shl i32 %t, 1
  %t2.64 = zext i32 %t2 to i64

  ; First row and column of the warp tile.
  %warp.m = lshr i32 %warp, 1
  %warp.n = and i32 %warp, 1
  %block.row = shl i32 %block.y, 5
  %block.col = shl i32 %block.x, 5
  %warp.row = shl i32 %warp.m, 4
  %warp.col = shl i32 %warp.n, 4
  %row = add i32 %block.row, %warp.row
  %col = add i32 %block.col, %warp.col

  ; Row g of A and column g of B, and those eight further on.
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %row.g = add i32 %row, %g
  %col.g = add i32 %col, %g
  %row.g64 = zext i32 %row.g to i64
  %col.g64 = zext i32 %col.g to i64
  %a.off.row = mul i64 %row.g64, %K64
  %b.off.col = mul i64 %col.g64, %K64
  %a.off = add i64 %a.off.row, %t2.64
  %b.off = add i64 %b.off.col, %t2.64
  %lines8 = shl i64 %K64, 3
  %a0.ptr = getelementptr double, ptr addrspace(1) %A, i64 %a.off
  %a1.ptr = getelementptr double, ptr addrspace(1) %a0.ptr, i64 %lines8
  %b0.ptr = getelementptr double, ptr addrspace(1) %B, i64 %b.off
  %b1.ptr = getelementptr double, ptr addrspace(1) %b0.ptr, i64 %lines8

  ; c<m><n>: rows 8m..8m+7, columns 8n..8n+7 of the warp tile.
  %col64 = zext i32 %col to i64
  %c.off.row = mul i64 %row.g64, %N64
  %c.off.col = add i64 %col64, %t2.64
  %c.off = add i64 %c.off.row, %c.off.col
  %c.8rows = shl i64 %N64, 3
  %c.row0 = getelementptr double, ptr addrspace(1) %C, i64 %c.off
  %c.row1 = getelementptr double, ptr addrspace(1) %c.row0, i64 %c.8rows
  %c00.ptr = getelementptr double, ptr addrspace(1) %c.row0, i64 0
  %c00.v = load <2 x double>, ptr addrspace(1) %c00.ptr, align 16
  %c00.v0 = extractelement <2 x double> %c00.v, i64 0
  %c00.v1 = extractelement <2 x double> %c00.v, i64 1
  %c00.in0 = insertvalue { double, double } poison, double %c00.v0, 0
  %c00.in = insertvalue { double, double } %c00.in0, double %c00.v1, 1
  %c01.ptr = getelementptr double, ptr addrspace(1) %c.row0, i64 8
  %c01.v = load <2 x double>, ptr addrspace(1) %c01.ptr, align 16
  %c01.v0 = extractelement <2 x double> %c01.v, i64 0
  %c01.v1 = extractelement <2 x double> %c01.v, i64 1
  %c01.in0 = insertvalue { double, double } poison, double %c01.v0, 0
  %c01.in = insertvalue { double, double } %c01.in0, double %c01.v1, 1
  %c10.ptr = getelementptr double, ptr addrspace(1) %c.row1, i64 0
  %c10.v = load <2 x double>, ptr addrspace(1) %c10.ptr, align 16
  %c10.v0 = extractelement <2 x double> %c10.v, i64 0
  %c10.v1 = extractelement <2 x double> %c10.v, i64 1
  %c10.in0 = insertvalue { double, double } poison, double %c10.v0, 0
  %c10.in = insertvalue { double, double } %c10.in0, double %c10.v1, 1
  %c11.ptr = getelementptr double, ptr addrspace(1) %c.row1, i64 8
  %c11.v = load <2 x double>, ptr addrspace(1) %c11.ptr, align 16
  %c11.v0 = extractelement <2 x double> %c11.v, i64 0
  %c11.v1 = extractelement <2 x double> %c11.v, i64 1
  %c11.in0 = insertvalue { double, double } poison, double %c11.v0, 0
  %c11.in = insertvalue { double, double } %c11.in0, double %c11.v1, 1
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %c00 = phi { double, double } [ %c00.in, %entry ], [ %c00.next, %loop ]
  %c01 = phi { double, double } [ %c01.in, %entry ], [ %c01.next, %loop ]
  %c10 = phi { double, double } [ %c10.in, %entry ], [ %c10.next, %loop ]
  %c11 = phi { double, double } [ %c11.in, %entry ], [ %c11.next, %loop ]
  %a0.at = getelementptr double, ptr addrspace(1) %a0.ptr, i64 %k
  %a0 = load <2 x double>, ptr addrspace(1) %a0.at, align 16
  %a0.0 = extractelement <2 x double> %a0, i64 0
  %a0.1 = extractelement <2 x double> %a0, i64 1
  %a1.at = getelementptr double, ptr addrspace(1) %a1.ptr, i64 %k
  %a1 = load <2 x double>, ptr addrspace(1) %a1.at, align 16
  %a1.0 = extractelement <2 x double> %a1, i64 0
  %a1.1 = extractelement <2 x double> %a1, i64 1
  %b0.at = getelementptr double, ptr addrspace(1) %b0.ptr, i64 %k
  %b0 = load <2 x double>, ptr addrspace(1) %b0.at, align 16
  %b0.0 = extractelement <2 x double> %b0, i64 0
  %b0.1 = extractelement <2 x double> %b0, i64 1
  %b1.at = getelementptr double, ptr addrspace(1) %b1.ptr, i64 %k
  %b1 = load <2 x double>, ptr addrspace(1) %b1.at, align 16
  %b1.0 = extractelement <2 x double> %b1, i64 0
  %b1.1 = extractelement <2 x double> %b1, i64 1
  %c00.0 = extractvalue { double, double } %c00, 0
  %c00.1 = extractvalue { double, double } %c00, 1
  %mid00 = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0.0, double %b0.0,
          double %c00.0, double %c00.1)
  %mid00.0 = extractvalue { double, double } %mid00, 0
  %mid00.1 = extractvalue { double, double } %mid00, 1
  %c00.next = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0.1, double %b0.1,
          double %mid00.0, double %mid00.1)
  %c01.0 = extractvalue { double, double } %c01, 0
  %c01.1 = extractvalue { double, double } %c01, 1
  %mid01 = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0.0, double %b1.0,
          double %c01.0, double %c01.1)
  %mid01.0 = extractvalue { double, double } %mid01, 0
  %mid01.1 = extractvalue { double, double } %mid01, 1
  %c01.next = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0.1, double %b1.1,
          double %mid01.0, double %mid01.1)
  %c10.0 = extractvalue { double, double } %c10, 0
  %c10.1 = extractvalue { double, double } %c10, 1
  %mid10 = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a1.0, double %b0.0,
          double %c10.0, double %c10.1)
  %mid10.0 = extractvalue { double, double } %mid10, 0
  %mid10.1 = extractvalue { double, double } %mid10, 1
  %c10.next = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a1.1, double %b0.1,
          double %mid10.0, double %mid10.1)
  %c11.0 = extractvalue { double, double } %c11, 0
  %c11.1 = extractvalue { double, double } %c11, 1
  %mid11 = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a1.0, double %b1.0,
          double %c11.0, double %c11.1)
  %mid11.0 = extractvalue { double, double } %mid11, 0
  %mid11.1 = extractvalue { double, double } %mid11, 1
  %c11.next = call { double, double }
      @llvm.nvvm.mma.m8n8k4.row.col.f64(double %a1.1, double %b1.1,
          double %mid11.0, double %mid11.1)
  %k.next = add i64 %k, 8
  %more = icmp ult i64 %k.next, %K64
  br i1 %more, label %loop, label %epilogue

epilogue:
  %d00.0 = extractvalue { double, double } %c00.next, 0
  %d00.1 = extractvalue { double, double } %c00.next, 1
  %v00.lo = insertelement <2 x double> poison, double %d00.0, i64 0
  %v00 = insertelement <2 x double> %v00.lo, double %d00.1, i64 1
  store <2 x double> %v00, ptr addrspace(1) %c00.ptr, align 16
  %d01.0 = extractvalue { double, double } %c01.next, 0
  %d01.1 = extractvalue { double, double } %c01.next, 1
  %v01.lo = insertelement <2 x double> poison, double %d01.0, i64 0
  %v01 = insertelement <2 x double> %v01.lo, double %d01.1, i64 1
  store <2 x double> %v01, ptr addrspace(1) %c01.ptr, align 16
  %d10.0 = extractvalue { double, double } %c10.next, 0
  %d10.1 = extractvalue { double, double } %c10.next, 1
  %v10.lo = insertelement <2 x double> poison, double %d10.0, i64 0
  %v10 = insertelement <2 x double> %v10.lo, double %d10.1, i64 1
  store <2 x double> %v10, ptr addrspace(1) %c10.ptr, align 16
  %d11.0 = extractvalue { double, double } %c11.next, 0
  %d11.1 = extractvalue { double, double } %c11.next, 1
  %v11.lo = insertelement <2 x double> poison, double %d11.0, i64 0
  %v11 = insertelement <2 x double> %v11.lo, double %d11.1, i64 1
  store <2 x double> %v11, ptr addrspace(1) %c11.ptr, align 16
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare { double, double }
    @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @ampere_dmma_m8n8k4_f64, !"kernel", i32 1}
!1 = !{ptr @ampere_dmma_m8n8k4_f64, !"maxntidx", i32 128}
