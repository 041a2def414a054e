;===-- rubin_tcgen05_collector_b.ll - A GEMM that keeps B in the tensor core ===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (bf16, row-major) * B[K x N] (bf16,
; column-major, that is B^T stored as N rows of K).
;
; blackwell_tcgen05_walkthrough.ll with what Rubin added (PTX ISA 9.4): one CTA, tiles
; of 128 x 128, by two multiplications of 64 x 128 x 16 with the same B. The first
; fills the collector of B, .collector::b::fill, and the second is the last to use it,
; .collector::b::lastuse, so that B is read from shared memory once.
;
; Tensor memory: the CTA allocates 288 columns, which .exclusive allows (multiples of 32,
; and no other CTA allocates any): D of the upper rows in columns 0 to 127, that of the
; lower rows in columns 128 to 255. The layout of each is that of the walkthrough.
;
; The protocol is that of the walkthrough, but for the permit: an exclusive allocation
; is the only one.
;
; A stage: A's 128 rows of 128 bytes and then B's 128, in the layout of the 128-byte
; swizzle. 64 rows are 8192 bytes, 512 in a matrix descriptor.
;
; Launch:  grid (N / 128, M / 128), block 128 threads, 65,556 bytes of dynamic shared
;          memory (cuFuncSetAttribute allows as much).
; Needs:   M % 128 == 0, N % 128 == 0, K % 64 == 0, K >= 64, A, B 16-byte, C 8-byte
;          aligned.
;
; DEMO: target=sm_107a ptx=94
; DEMO: target=sm_107f ptx=94
; DEMO-EXPECT: tcgen05.alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32
; DEMO-EXPECT: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard.collector::b::fill
; DEMO-EXPECT: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard.collector::b::lastuse
; DEMO-EXPECT: tcgen05.dealloc.exclusive.cta_group::1.sync.aligned.b32
; DEMO-RUN: --grid 2,2 --block 128 --shared 65556
; DEMO-RUN+: --arg C=f32[256x256] --arg A=bf16[256x256]:normal --arg B=bf16[256x256]:normal
; DEMO-RUN+: --arg u32:256 --arg u32:256 --arg u32:256
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 32,768 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @rubin_tcgen05_collector_b(
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
  %block.row = shl i32 %block.y, 7
  %block.col = shl i32 %block.x, 7
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 6
  %done = getelementptr i8, ptr addrspace(3) @smem, i32 65536
  %handle = getelementptr i8, ptr addrspace(3) @smem, i32 65552
  %is.warp0 = icmp eq i32 %warp, 0
  br i1 %is.warp0, label %allocate, label %ready

  ; A whole warp does it; the last argument says .exclusive.
allocate:
  call void @llvm.nvvm.tcgen05.alloc.cg1.p3(
      ptr addrspace(3) %handle, i32 288, i1 true)
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %ready

init:
  %done.1 = getelementptr i8, ptr addrspace(3) @smem, i32 65544
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done.1, i32 1)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  br label %ready

ready:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) %handle, align 4
  %d.below = getelementptr i8, ptr addrspace(6) %d, i32 128

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
  ; The last four: kind (0 f16), cta_group, collector of A (0 discard), collector of B
  ; (2 fill, 1 lastuse).
  %below.0 = add i64 %a.0, 512
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 1, i32 0, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d.below, i64 %below.0, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 1, i32 0, i32 1)
  %below.1 = add i64 %a.1, 512
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d, i64 %a.1, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d.below, i64 %below.1, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 1)
  %below.2 = add i64 %a.2, 512
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d, i64 %a.2, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d.below, i64 %below.2, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 1)
  %below.3 = add i64 %a.3, 512
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d, i64 %a.3, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 2)
  call void @llvm.nvvm.tcgen05.mma.shared.full(
      ptr addrspace(6) %d.below, i64 %below.3, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 1, i32 0, i32 1)
  call void @llvm.nvvm.tcgen05.commit.cg1.p3(
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
  %c.64rows = shl i64 %N64, 6
  %c.lower = getelementptr float, ptr addrspace(1) %c.upper, i64 %c.8rows
  br label %store

  ; Columns from 128 on are those of the rows 64 further down.
store:
  %column = phi i32 [ 0, %drain ], [ %column.next, %store ]
  %d.c = getelementptr i8, ptr addrspace(6) %d.warp, i32 %column
  %c = and i32 %column, 127
  %half = lshr i32 %column, 7
  %half64 = zext i32 %half to i64
  %half.rows = mul i64 %half64, %c.64rows
  %half.upper = getelementptr float, ptr addrspace(1) %c.upper, i64 %half.rows
  %half.lower = getelementptr float, ptr addrspace(1) %c.lower, i64 %half.rows
  %sums = call <16 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x4(
      ptr addrspace(6) %d.c, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %upper.0 = getelementptr float, ptr addrspace(1) %half.upper, i32 %c
  %lower.0 = getelementptr float, ptr addrspace(1) %half.lower, i32 %c
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
  %column.next = add i32 %column, 32
  %column.more = icmp ult i32 %column.next, 256
  br i1 %column.more, label %store, label %release

release:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %deallocate, label %exit

deallocate:
  call void @llvm.nvvm.tcgen05.dealloc.cg1.full(ptr addrspace(6) %d, i32 288, i1 true)
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
declare void @llvm.nvvm.tcgen05.alloc.cg1.p3(ptr addrspace(3), i32, i1)
declare void @llvm.nvvm.tcgen05.dealloc.cg1.full(ptr addrspace(6), i32, i1)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32,
                                               i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.full(ptr addrspace(6), i64, i64, i32, i1, i32, i32,
                                            i32, i32)
declare void @llvm.nvvm.tcgen05.commit.cg1.p3(ptr addrspace(3))
declare <16 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x4(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @rubin_tcgen05_collector_b, !"kernel", i32 1}
!1 = !{ptr @rubin_tcgen05_collector_b, !"reqntidx", i32 128}
