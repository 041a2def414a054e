;===-- blackwell_tcgen05_walkthrough.ll - A GEMM on tcgen05.mma -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (bf16, row-major) * B[K x N] (bf16,
; column-major, that is B^T stored as N rows of K).
;
; The kernel of the seeds' walkthrough of tcgen05.mma, as PTX has it: one CTA, tiles
; of 64 x 128, by tcgen05.mma.cta_group::1.kind::f16 of 64 x 128 x 16 with
; .collector::a::fill. docs/tcgen05.md follows it from IR to PTX. (What fills the
; collector is read by nobody here: each multiplication has another A.)
;
; Tensor memory, 512 columns of 128 lanes of 32 bits per CTA: D has 128 columns. With
; M = 64 it is in lanes 0-15, 32-47, 64-79 and 96-111, 16 rows for each of the four
; warps (PTX ISA 9.0, Data Path Layout Organization, layout F), of which
; tcgen05.ld.16x256b reads 16 lanes: the fragment is that of wgmma.
;
; Protocol (PTX ISA 9.0, tcgen05.alloc; Tensor Memory consistency model):
;   warp 0    allocates 128 columns, which writes their address to shared memory, and
;             gives up the permit, since it allocates no more
;   all       read the address behind a barrier
;   a trip    all copy a K tile of 64 into one of two stages, fence.proxy.async,
;             barrier; one thread issues four multiplications and a commit, which
;             arrives at the stage's mbarrier when they are through
;   end       all wait for the last commit, tcgen05.fence::after_thread_sync,
;             tcgen05.ld, tcgen05.wait::ld, store, tcgen05.fence::before_thread_sync,
;             barrier; warp 0 deallocates
; The first multiplication has enable-input-d false: D is not set to zero before.
;
; A stage: A's 64 rows of 128 bytes and then B's 128, in the layout of the 128-byte
; swizzle: of a row's eight vectors of 16 bytes, v is where v ^ (row % 8) would be.
; Eight rows are 1024 bytes, the matrix descriptors' stride. 16 of K are 32 bytes, so
; a descriptor moves along K by adding 2 (16-byte units).
;
; Launch:  grid (N / 128, M / 64), block 128 threads, 49,172 bytes of dynamic shared
;          memory (cuFuncSetAttribute allows as much).
; Needs:   M % 64 == 0, N % 128 == 0, K % 64 == 0, K >= 64, A, B 16-byte, C 8-byte
;          aligned.
;
; DEMO: target=sm_100a ptx=86
; DEMO: target=sm_103a ptx=88
; DEMO-EXPECT: tcgen05.mma.cta_group::1.kind::f16.collector::a::fill
; DEMO-EXPECT: tcgen05.ld.sync.aligned.16x256b.x4.b32
; DEMO-EXPECT: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
; DEMO-RUN: --grid 1,1 --block 128 --shared 49172
; DEMO-RUN+: --arg C=f32[64x128] --arg A=bf16[64x256]:normal --arg B=bf16[128x256]:normal
; DEMO-RUN+: --arg u32:64 --arg u32:128 --arg u32:256
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 24,576 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @blackwell_tcgen05_walkthrough(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %warp = lshr i32 %tid, 5
  %lane = and i32 %tid, 31
  %block.row = shl i32 %block.y, 6
  %block.col = shl i32 %block.x, 7
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 6
  %done = getelementptr i8, ptr addrspace(3) @smem, i32 49152
  %handle = getelementptr i8, ptr addrspace(3) @smem, i32 49168
  %is.warp0 = icmp eq i32 %warp, 0
  br i1 %is.warp0, label %allocate, label %ready

  ; A whole warp does both. Nothing more is allocated, so other CTAs may.
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(
      ptr addrspace(3) %handle, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %ready

init:
  %done.1 = getelementptr i8, ptr addrspace(3) @smem, i32 49160
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done.1, i32 1)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  br label %ready

ready:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) %handle, align 4

  ; M, N, selector, sparse, type of D (1 f32), of A and B (1 bf16), negated A, B,
  ; transposed A, B, maximum shift.
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(
      i32 64, i32 128, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0,
      i32 0, i32 0, i32 0)

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
  %row.bytes = shl i64 %K64, 1
  %ga.off.row = mul i64 %ga.row64, %row.bytes
  %gb.off.row = mul i64 %gb.row64, %row.bytes
  %ga.off = add i64 %ga.off.row, %v.bytes64
  %gb.off = add i64 %gb.off.row, %v.bytes64
  %ga.start = getelementptr i8, ptr addrspace(1) %A, i64 %ga.off
  %gb.start = getelementptr i8, ptr addrspace(1) %B, i64 %gb.off
  %rows16 = shl i64 %row.bytes, 4
  br label %fill

;===-- The main loop ------------------------------------------------------===;

fill:
  %t = phi i32 [ 0, %ready ], [ %t.next, %issued ]
  %ga = phi ptr addrspace(1) [ %ga.start, %ready ], [ %ga.next, %issued ]
  %gb = phi ptr addrspace(1) [ %gb.start, %ready ], [ %gb.next, %issued ]
  %s = and i32 %t, 1
  %stage.off = mul i32 %s, 24576
  %stage = getelementptr i8, ptr addrspace(3) @smem, i32 %stage.off
  %sa = getelementptr i8, ptr addrspace(3) %stage, i32 %s.off
  %sb = getelementptr i8, ptr addrspace(3) %sa, i32 8192
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
  br label %copy.a

copy.a:
  %i = phi i32 [ 0, %copy ], [ %i.next, %copy.a ]
  %ga.i = phi ptr addrspace(1) [ %ga, %copy ], [ %ga.i.next, %copy.a ]
  %sa.i.off = shl i32 %i, 11
  %sa.i = getelementptr i8, ptr addrspace(3) %sa, i32 %sa.i.off
  %a.vec = load <4 x i32>, ptr addrspace(1) %ga.i, align 16
  store <4 x i32> %a.vec, ptr addrspace(3) %sa.i, align 16
  %ga.i.next = getelementptr i8, ptr addrspace(1) %ga.i, i64 %rows16
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 4
  br i1 %i.more, label %copy.a, label %copy.b

copy.b:
  %j = phi i32 [ 0, %copy.a ], [ %j.next, %copy.b ]
  %gb.j = phi ptr addrspace(1) [ %gb, %copy.a ], [ %gb.j.next, %copy.b ]
  %sb.j.off = shl i32 %j, 11
  %sb.j = getelementptr i8, ptr addrspace(3) %sb, i32 %sb.j.off
  %b.vec = load <4 x i32>, ptr addrspace(1) %gb.j, align 16
  store <4 x i32> %b.vec, ptr addrspace(3) %sb.j, align 16
  %gb.j.next = getelementptr i8, ptr addrspace(1) %gb.j, i64 %rows16
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, 8
  br i1 %j.more, label %copy.b, label %filled

  ; Ordinary stores become visible to tcgen05, which reads shared memory by the
  ; asynchronous proxy; then all warps have to be there.
filled:
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %elect, label %issued

elect:
  %elected = call i32 asm sideeffect "{\0A\09.reg .pred leads;\0A\09elect.sync _|leads, 0xffffffff;\0A\09selp.b32 $0, 1, 0, leads;\0A\09}", "=r"() convergent
  %is.elected = icmp ne i32 %elected, 0
  br i1 %is.elected, label %issue, label %issued

issue:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  ; Matrix descriptors: leading and stride byte offset, base offset, mode of the
  ; leading dimension, swizzle (2: 128 bytes).
  %b.start = getelementptr i8, ptr addrspace(3) %stage, i32 8192
  %a.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %stage, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %b.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %b.start, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %a.1 = add i64 %a.0, 2
  %b.1 = add i64 %b.0, 2
  %a.2 = add i64 %a.0, 4
  %b.2 = add i64 %b.0, 4
  %a.3 = add i64 %a.0, 6
  %b.3 = add i64 %b.0, 6
  %is.later = icmp ne i32 %t, 0
  ; The last three: kind (0 f16), cta_group, collector (2 fill).
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 1, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.1, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.2, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 1, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.3, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 1, i32 2)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(
      ptr addrspace(3) %stage.done)
  br label %issued

  ; The warp is together again for what is .aligned.
issued:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %ga.next = getelementptr i8, ptr addrspace(1) %ga, i64 128
  %gb.next = getelementptr i8, ptr addrspace(1) %gb, i64 128
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

  ; d[4j..4j+1] of a thread: row g of the warp's 16, columns 8j + 2t, 8j + 2t + 1,
  ; with g = lane / 4 and t = lane % 4; d[4j+2..4j+3]: row g + 8.
  %warp.row = shl i32 %warp, 4
  %lane.row = lshr i32 %lane, 2
  %lane.quad = and i32 %lane, 3
  %lane.col = shl i32 %lane.quad, 1
  %c.row0 = add i32 %block.row, %warp.row
  %c.row = add i32 %c.row0, %lane.row
  %c.col = add i32 %block.col, %lane.col
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %c.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.upper = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %c.8rows = shl i64 %N64, 3
  %c.lower = getelementptr float, ptr addrspace(1) %c.upper, i64 %c.8rows
  br label %store

store:
  %c = phi i32 [ 0, %drain ], [ %c.next, %store ]
  %d.c = getelementptr i8, ptr addrspace(6) %d.warp, i32 %c
  %sums = call <16 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x4(
      ptr addrspace(6) %d.c, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %upper.0 = getelementptr float, ptr addrspace(1) %c.upper, i32 %c
  %lower.0 = getelementptr float, ptr addrspace(1) %c.lower, i32 %c
  %d.upper.0 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 0, i32 1>
  store <2 x i32> %d.upper.0, ptr addrspace(1) %upper.0, align 8
  %d.lower.0 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 2, i32 3>
  store <2 x i32> %d.lower.0, ptr addrspace(1) %lower.0, align 8
  %upper.1 = getelementptr float, ptr addrspace(1) %upper.0, i32 8
  %d.upper.1 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 4, i32 5>
  store <2 x i32> %d.upper.1, ptr addrspace(1) %upper.1, align 8
  %lower.1 = getelementptr float, ptr addrspace(1) %lower.0, i32 8
  %d.lower.1 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 6, i32 7>
  store <2 x i32> %d.lower.1, ptr addrspace(1) %lower.1, align 8
  %upper.2 = getelementptr float, ptr addrspace(1) %upper.0, i32 16
  %d.upper.2 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 8, i32 9>
  store <2 x i32> %d.upper.2, ptr addrspace(1) %upper.2, align 8
  %lower.2 = getelementptr float, ptr addrspace(1) %lower.0, i32 16
  %d.lower.2 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 10, i32 11>
  store <2 x i32> %d.lower.2, ptr addrspace(1) %lower.2, align 8
  %upper.3 = getelementptr float, ptr addrspace(1) %upper.0, i32 24
  %d.upper.3 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 12, i32 13>
  store <2 x i32> %d.upper.3, ptr addrspace(1) %upper.3, align 8
  %lower.3 = getelementptr float, ptr addrspace(1) %lower.0, i32 24
  %d.lower.3 = shufflevector <16 x i32> %sums, <16 x i32> poison,
      <2 x i32> <i32 14, i32 15>
  store <2 x i32> %d.lower.3, ptr addrspace(1) %lower.3, align 8
  %c.next = add i32 %c, 32
  %c.more = icmp ult i32 %c.next, 128
  br i1 %c.more, label %store, label %release

release:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %deallocate, label %exit

deallocate:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 128)
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
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32,
                                               i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32,
                                            i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare <16 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x4(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @blackwell_tcgen05_walkthrough, !"kernel", i32 1}
!1 = !{ptr @blackwell_tcgen05_walkthrough, !"reqntidx", i32 128}
