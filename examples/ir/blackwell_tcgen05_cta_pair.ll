;===-- blackwell_tcgen05_cta_pair.ll - A GEMM on tcgen05.mma of two CTAs --===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16,
; column-major, that is B^T stored as N rows of K).
;
; A cluster of two CTAs, tiles of 256 x 256, by tcgen05.mma.cta_group::2.kind::f16 of
; 256 x 256 x 16. Each CTA brings its 128 rows of A and 128 of the 256 rows of B^T to
; its own shared memory, and has its 128 rows of D in its own tensor memory, 256
; columns with row = lane (PTX ISA 9.0, Data Path Layout Organization, layout A).
;
; CTAs whose ranks differ in the last bit are a pair. Both allocate, give up the
; permit and deallocate, each by one warp; one thread of the CTA with the even rank
; issues. Its matrix descriptors hold for both: the stages are at the same addresses.
; tcgen05.commit with a multicast mask of 3 arrives at the mbarriers of both, at the
; same offset. So a barrier of the cluster stands where one CTA has a barrier of its
; own, and none of the two exits while the other one may reach into it.
;
; Allocation, stages, swizzle and waits otherwise as in
; blackwell_tcgen05_walkthrough.ll.
;
; Launch:  grid (2 * M / 256, N / 256), cluster (2, 1, 1), block 128 threads, 65,556
;          bytes of dynamic shared memory (cuFuncSetAttribute allows as much).
; Needs:   M % 256 == 0, N % 256 == 0, K % 64 == 0, K >= 64, A, B, C 16-byte aligned.
;
; DEMO: target=sm_100a ptx=86
; DEMO: target=sm_103a ptx=88
; DEMO-EXPECT: tcgen05.mma.cta_group::2.kind::f16
; DEMO-EXPECT: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64
; DEMO-EXPECT: barrier.cluster.arrive.aligned
; DEMO-RUN: --grid 2,1 --block 128 --cluster 2 --shared 65556
; DEMO-RUN+: --arg C=f32[256x256] --arg A=f16[256x256]:normal --arg B=f16[256x256]:normal
; DEMO-RUN+: --arg u32:256 --arg u32:256 --arg u32:256
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 32,768 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @blackwell_tcgen05_cta_pair(
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
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %pair = lshr i32 %block.x, 1
  %pair.row = shl i32 %pair, 8
  %rank.rows = shl i32 %rank, 7
  %block.row = add i32 %pair.row, %rank.rows
  %block.col = shl i32 %block.y, 8
  %b.row = add i32 %block.col, %rank.rows
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 6
  %done = getelementptr i8, ptr addrspace(3) @smem, i32 65536
  %handle = getelementptr i8, ptr addrspace(3) @smem, i32 65552
  %is.warp0 = icmp eq i32 %warp, 0
  ; The other CTA has begun.
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  br i1 %is.warp0, label %allocate, label %ready

  ; A whole warp does both. Nothing more is allocated, so other CTAs may.
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg2(
      ptr addrspace(3) %handle, i32 256)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %ready

init:
  %done.1 = getelementptr i8, ptr addrspace(3) @smem, i32 65544
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done.1, i32 1)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  br label %ready

ready:
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  %d = load ptr addrspace(6), ptr addrspace(3) %handle, align 4
  %is.leader = icmp eq i32 %rank, 0
  %issues = and i1 %is.warp0, %is.leader

  ; M, N, selector, sparse, type of D (1 f32), of A and B (0 f16), negated A, B,
  ; transposed A, B, maximum shift.
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(
      i32 256, i32 256, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0,
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
  %gb.row = add i32 %b.row, %v.row
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
  %stage.off = mul i32 %s, 32768
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
  %i.more = icmp ult i32 %i.next, 8
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
  ; asynchronous proxy; then all warps of both CTAs have to be there.
filled:
  call void asm sideeffect "fence.proxy.async.shared::cluster;", "~{memory}"()
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  br i1 %issues, label %elect, label %issued

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
  %b.1 = add i64 %b.0, 2
  %a.2 = add i64 %a.0, 4
  %b.2 = add i64 %b.0, 4
  %a.3 = add i64 %a.0, 6
  %b.3 = add i64 %b.0, 6
  %is.later = icmp ne i32 %t, 0
  ; The last three: kind (0 f16), cta_group, collector (0 discard).
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.1, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.2, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(
      ptr addrspace(6) %d, i64 %a.3, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(
      ptr addrspace(3) %stage.done, i16 3)
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
  %c.more = icmp ult i32 %c.next, 256
  br i1 %c.more, label %store, label %release

release:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  br i1 %is.warp0, label %deallocate, label %exit

deallocate:
  call void @llvm.nvvm.tcgen05.dealloc.cg2(ptr addrspace(6) %d, i32 256)
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare void @llvm.nvvm.barrier.cluster.arrive.aligned()
declare void @llvm.nvvm.barrier.cluster.wait.aligned()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32,
                                                i32, i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
declare void @llvm.nvvm.tcgen05.dealloc.cg2(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32,
                                               i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32,
                                            i32)
declare void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3), i16)
declare <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @blackwell_tcgen05_cta_pair, !"kernel", i32 1}
!1 = !{ptr @blackwell_tcgen05_cta_pair, !"reqntidx", i32 128}
!2 = !{ptr @blackwell_tcgen05_cta_pair, !"maxclusterrank", i32 2}
