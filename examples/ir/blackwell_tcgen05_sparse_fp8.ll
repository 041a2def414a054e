;===-- blackwell_tcgen05_sparse_fp8.ll - A sparse GEMM on tcgen05.mma.sp --===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (e4m3, 2:4 sparse) * B[K x N] (e4m3,
; column-major, that is B^T stored as N rows of K).
;
; A is stored as its elements that count, M rows of K/2, and E, M rows of K/8 bytes:
; four bits for each four elements of K, the lower ones first, with the places of the
; two in ascending order, first place in the low two bits (PTX ISA 9.0, Sparse
; Matrices: 0b0100 means elements 0 and 1).
;
; One CTA, tiles of 128 x 128, by tcgen05.mma.sp.kind::f8f6f4 of 128 x 128 x 64, four
; for a K tile of 256: of a row, 128 bytes of A, 256 of B and 32 of E.
;
; Metadata are in tensor memory (PTX ISA 9.0, Sparsity selector): with 8-bit types
; and M = 128 all of it is used, row = lane, the 64 bits of a multiplication in two
; columns. A thread stores those of its row by tcgen05.st; each multiplication's begin
; at a multiple of four columns, as CUTLASS has them. tcgen05.wait::st, and the fences
; on both sides of the barrier, order that before the multiplication, which another
; thread issues.
;
; Tensor memory: columns 0-127 are D, with row = lane (layout D); 16 columns of
; metadata at 128 for stage 0, at 144 for stage 1.
;
; A stage: A's 128 rows of 128 bytes, then the first 128 bytes of B's 128 rows, then
; their second 128 bytes. Allocation, swizzle and waits as in
; blackwell_tcgen05_walkthrough.ll.
;
; Launch:  grid (N / 128, M / 128), block 128 threads, 98,324 bytes of dynamic shared
;          memory (cuFuncSetAttribute allows as much).
; Needs:   M % 128 == 0, N % 128 == 0, K % 256 == 0, K >= 256, all 16-byte aligned.
;
; DEMO: target=sm_100a ptx=86
; DEMO: target=sm_103a ptx=88
; DEMO-EXPECT: tcgen05.mma.sp.cta_group::1.kind::f8f6f4
; DEMO-EXPECT: tcgen05.st.sync.aligned.32x32b.x2.b32
; DEMO-EXPECT: tcgen05.wait::st.sync.aligned
; DEMO-RUN: --grid 1,1 --block 128 --shared 98324
; DEMO-RUN+: --arg C=f32[128x128] --arg A=e4m3[128x512]:normal --arg B=e4m3[128x1024]:normal
; DEMO-RUN+: --arg E=u4[128x256]:cycle,4,8,12,9,13,14,8
; DEMO-RUN+: --arg u32:128 --arg u32:128 --arg u32:1024
; DEMO-RUN+: --expect C=A:E@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 49,152 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @blackwell_tcgen05_sparse_fp8(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    ptr addrspace(1) noalias readonly align 16 %E,
    i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %warp = lshr i32 %tid, 5
  %lane = and i32 %tid, 31
  %block.row = shl i32 %block.y, 7
  %block.col = shl i32 %block.x, 7
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 8
  %done = getelementptr i8, ptr addrspace(3) @smem, i32 98304
  %handle = getelementptr i8, ptr addrspace(3) @smem, i32 98320
  %is.warp0 = icmp eq i32 %warp, 0
  br i1 %is.warp0, label %allocate, label %ready

  ; A whole warp does both. Nothing more is allocated, so other CTAs may.
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(
      ptr addrspace(3) %handle, i32 256)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %ready

init:
  %done.1 = getelementptr i8, ptr addrspace(3) @smem, i32 98312
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done.1, i32 1)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  br label %ready

ready:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) %handle, align 4

  ; M, N, sparse, types of D (1 f32), of A and B (0 e4m3), negated A, B, transposed
  ; A, B, maximum shift.
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(
      i32 128, i32 128, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0,
      i32 0, i32 0)

  ; Metadata: those of row `tid`.
  %ge.row = add i32 %block.row, %tid
  %ge.row64 = zext i32 %ge.row to i64
  %e.row.bytes = lshr i64 %K64, 3
  %ge.off = mul i64 %ge.row64, %e.row.bytes
  %ge.start = getelementptr i8, ptr addrspace(1) %E, i64 %ge.off
  %e.lanes = shl i32 %warp, 21

  ; A thread copies vector `tid % 8` of the rows tid / 8, + 16, + 32 ... All have
  ; the same row % 8, and with it the same place within a row of the stage.
  %v.row = lshr i32 %tid, 3
  %v.vec = and i32 %tid, 7
  %v.row8 = and i32 %v.row, 7
  %v.place = xor i32 %v.vec, %v.row8
  %s.row = shl i32 %v.row, 7
  %s.vec = shl i32 %v.place, 4
  %s.off = or disjoint i32 %s.row, %s.vec
  %v.bytes = shl i32 %v.vec, 4
  %v.bytes64 = zext i32 %v.bytes to i64
  %ga.row = add i32 %block.row, %v.row
  %gb.row = add i32 %block.col, %v.row
  %ga.row64 = zext i32 %ga.row to i64
  %gb.row64 = zext i32 %gb.row to i64
  %a.row.bytes = lshr i64 %K64, 1
  %ga.off.row = mul i64 %ga.row64, %a.row.bytes
  %gb.off.row = mul i64 %gb.row64, %K64
  %ga.off = add i64 %ga.off.row, %v.bytes64
  %gb.off = add i64 %gb.off.row, %v.bytes64
  %ga.start = getelementptr i8, ptr addrspace(1) %A, i64 %ga.off
  %gb.start = getelementptr i8, ptr addrspace(1) %B, i64 %gb.off
  %a.rows16 = shl i64 %a.row.bytes, 4
  %b.rows16 = shl i64 %K64, 4
  br label %fill

;===-- The main loop ------------------------------------------------------===;

fill:
  %t = phi i32 [ 0, %ready ], [ %t.next, %issued ]
  %ga = phi ptr addrspace(1) [ %ga.start, %ready ], [ %ga.next, %issued ]
  %gb = phi ptr addrspace(1) [ %gb.start, %ready ], [ %gb.next, %issued ]
  %ge = phi ptr addrspace(1) [ %ge.start, %ready ], [ %ge.next, %issued ]
  %s = and i32 %t, 1
  %stage.off = mul i32 %s, 49152
  %stage = getelementptr i8, ptr addrspace(3) @smem, i32 %stage.off
  %sa = getelementptr i8, ptr addrspace(3) %stage, i32 %s.off
  %sb = getelementptr i8, ptr addrspace(3) %sa, i32 16384
  %stage.done = getelementptr i64, ptr addrspace(3) %done, i32 %s
  %is.refill = icmp uge i32 %t, 2
  br i1 %is.refill, label %wait, label %copy

  ; What was issued two trips ago has read the stage once its commit arrives.
wait:
  %round = lshr i32 %t, 1
  %round.before = sub i32 %round, 1
  %parity = and i32 %round.before, 1
  call void asm sideeffect "{\0A\09.reg .pred done;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A\09@!done bra wait;\0A\09}", "l,r,~{memory}"(ptr addrspace(3) %stage.done, i32 %parity)
  br label %copy

copy:
  ; Row `tid` of the metadata, to this stage's columns.
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %s.columns = shl i32 %s, 4
  %meta.column = add i32 %s.columns, 128
  %e.place = or disjoint i32 %e.lanes, %meta.column
  %te.0 = getelementptr i8, ptr addrspace(6) %d, i32 %e.place
  %e = load <8 x i32>, ptr addrspace(1) %ge, align 16
  %e.0 = shufflevector <8 x i32> %e, <8 x i32> poison, <2 x i32> <i32 0, i32 1>
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(
      ptr addrspace(6) %te.0, <2 x i32> %e.0, i1 false)
  %e.1 = shufflevector <8 x i32> %e, <8 x i32> poison, <2 x i32> <i32 2, i32 3>
  %te.1 = getelementptr i8, ptr addrspace(6) %te.0, i32 4
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(
      ptr addrspace(6) %te.1, <2 x i32> %e.1, i1 false)
  %e.2 = shufflevector <8 x i32> %e, <8 x i32> poison, <2 x i32> <i32 4, i32 5>
  %te.2 = getelementptr i8, ptr addrspace(6) %te.0, i32 8
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(
      ptr addrspace(6) %te.2, <2 x i32> %e.2, i1 false)
  %e.3 = shufflevector <8 x i32> %e, <8 x i32> poison, <2 x i32> <i32 6, i32 7>
  %te.3 = getelementptr i8, ptr addrspace(6) %te.0, i32 12
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(
      ptr addrspace(6) %te.3, <2 x i32> %e.3, i1 false)
  br label %copy.a

copy.a:
  %i = phi i32 [ 0, %copy ], [ %i.next, %copy.a ]
  %ga.i = phi ptr addrspace(1) [ %ga, %copy ], [ %ga.i.next, %copy.a ]
  %sa.i.off = shl i32 %i, 11
  %sa.i = getelementptr i8, ptr addrspace(3) %sa, i32 %sa.i.off
  %a.vec = load <4 x i32>, ptr addrspace(1) %ga.i, align 16
  store <4 x i32> %a.vec, ptr addrspace(3) %sa.i, align 16
  %ga.i.next = getelementptr i8, ptr addrspace(1) %ga.i, i64 %a.rows16
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 8
  br i1 %i.more, label %copy.a, label %copy.b

copy.b:
  %j = phi i32 [ 0, %copy.a ], [ %j.next, %copy.b ]
  %gb.j = phi ptr addrspace(1) [ %gb, %copy.a ], [ %gb.j.next, %copy.b ]
  %sb.j.off = shl i32 %j, 11
  %sb.j = getelementptr i8, ptr addrspace(3) %sb, i32 %sb.j.off
  %b.vec = load <4 x i32>, ptr addrspace(1) %gb.j, align 16
  store <4 x i32> %b.vec, ptr addrspace(3) %sb.j, align 16
  %gb.half = getelementptr i8, ptr addrspace(1) %gb.j, i32 128
  %sb.half = getelementptr i8, ptr addrspace(3) %sb.j, i32 16384
  %b.vec.half = load <4 x i32>, ptr addrspace(1) %gb.half, align 16
  store <4 x i32> %b.vec.half, ptr addrspace(3) %sb.half, align 16
  %gb.j.next = getelementptr i8, ptr addrspace(1) %gb.j, i64 %b.rows16
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, 8
  br i1 %j.more, label %copy.b, label %filled

  ; Ordinary stores become visible to tcgen05, which reads shared memory by the
  ; asynchronous proxy; and the metadata are stored.
filled:
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.tcgen05.wait.st()
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %elect, label %issued

elect:
  %elected = call i32 asm sideeffect "{\0A\09.reg .pred leads;\0A\09elect.sync _|leads, 0xffffffff;\0A\09selp.b32 $0, 1, 0, leads;\0A\09}", "=r"() convergent
  %is.elected = icmp ne i32 %elected, 0
  br i1 %is.elected, label %issue, label %issued

issue:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %b.start = getelementptr i8, ptr addrspace(3) %stage, i32 16384
  %a.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %stage, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %b.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %b.start, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %a.1 = add i64 %a.0, 2
  %a.2 = add i64 %a.0, 4
  %a.3 = add i64 %a.0, 6
  ; 64 of K are 64 bytes of B; from 128 on they are in B's second half, 16 KiB further.
  %b.1 = add i64 %b.0, 4
  %b.2 = add i64 %b.0, 1024
  %b.3 = add i64 %b.0, 1028
  %meta.0 = getelementptr i8, ptr addrspace(6) %d, i32 %meta.column
  %meta.1 = getelementptr i8, ptr addrspace(6) %meta.0, i32 4
  %meta.2 = getelementptr i8, ptr addrspace(6) %meta.0, i32 8
  %meta.3 = getelementptr i8, ptr addrspace(6) %meta.0, i32 12
  %is.later = icmp ne i32 %t, 0
  ; The last three: kind (2 f8f6f4), cta_group, collector (0 discard).
  call void @llvm.nvvm.tcgen05.mma.sp.shared(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      ptr addrspace(6) %meta.0, i32 2, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.sp.shared(
      ptr addrspace(6) %d, i64 %a.1, i64 %b.1, i32 %idesc, i1 true,
      ptr addrspace(6) %meta.1, i32 2, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.sp.shared(
      ptr addrspace(6) %d, i64 %a.2, i64 %b.2, i32 %idesc, i1 true,
      ptr addrspace(6) %meta.2, i32 2, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.sp.shared(
      ptr addrspace(6) %d, i64 %a.3, i64 %b.3, i32 %idesc, i1 true,
      ptr addrspace(6) %meta.3, i32 2, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(
      ptr addrspace(3) %stage.done)
  br label %issued

  ; The warp is together again for what is .aligned.
issued:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %ga.next = getelementptr i8, ptr addrspace(1) %ga, i64 128
  %gb.next = getelementptr i8, ptr addrspace(1) %gb, i64 256
  %ge.next = getelementptr i8, ptr addrspace(1) %ge, i64 32
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %tiles
  br i1 %t.more, label %fill, label %drain

;===-- The result ---------------------------------------------------------===;

  ; A commit tracks all that its thread has issued before: the last one is enough.
drain:
  %last = sub i32 %tiles, 1
  %last.s = and i32 %last, 1
  %last.round = lshr i32 %last, 1
  %last.parity = and i32 %last.round, 1
  %last.done = getelementptr i64, ptr addrspace(3) %done, i32 %last.s
  call void asm sideeffect "{\0A\09.reg .pred done;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A\09@!done bra wait;\0A\09}", "l,r,~{memory}"(ptr addrspace(3) %last.done, i32 %last.parity)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()

  ; A warp reaches the 32 lanes from 32 * (warp % 4) on; the lane is bits 31:16
  ; of an address of tensor memory, the column bits 15:0.
  %warp.lanes = shl i32 %warp, 21
  %d.warp = getelementptr i8, ptr addrspace(6) %d, i32 %warp.lanes

  ; Thread = row, 32 columns a load.
  %c.row0 = shl i32 %warp, 5
  %c.row1 = add i32 %c.row0, %lane
  %c.row = add i32 %block.row, %c.row1
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %block.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.start = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  br label %store

store:
  %c = phi i32 [ 0, %drain ], [ %c.next, %store ]
  %d.c = getelementptr i8, ptr addrspace(6) %d.warp, i32 %c
  %sums = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(
      ptr addrspace(6) %d.c, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %c.c = getelementptr float, ptr addrspace(1) %c.start, i32 %c
  store <32 x i32> %sums, ptr addrspace(1) %c.c, align 16
  %c.next = add i32 %c, 32
  %c.more = icmp ult i32 %c.next, 128
  br i1 %c.more, label %store, label %release

release:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %deallocate, label %exit

deallocate:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 256)
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32,
                                                i32, i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32, i32, i32, i32, i32, i32, i32, i32,
                                                  i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared(
    ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6), <2 x i32>, i1)
declare void @llvm.nvvm.tcgen05.wait.st()
declare <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @blackwell_tcgen05_sparse_fp8, !"kernel", i32 1}
!1 = !{ptr @blackwell_tcgen05_sparse_fp8, !"reqntidx", i32 128}
