;===-- hopper_wgmma_gemm.ll - Warp-specialized GEMM on wgmma --------------===;
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
; CTA tile 128 x 256, K tile 64, three warpgroups. The first one loads; the two
; others multiply 64 rows each, by wgmma.m64n256k16 with both matrices in shared
; memory: four a K tile, one commit group. wait_group 1 leaves the group of this
; K tile in flight over the back edge, so that the tensor cores go on while the
; next tile is waited for; it retires that of the tile before, whose stage goes
; back to the producer.
;
; Shared memory: four stages of 48 KiB, A's 128 rows of 128 bytes and then B's
; 256, in the layout of the 128-byte swizzle: of a row's eight vectors of 16
; bytes, v is where v ^ (row % 8) would be. Eight rows are 1024 bytes, the
; matrix descriptors' stride. With K-major matrices and a swizzle the leading
; dimension's offset is not used. 16 of K are 32 bytes, so a descriptor moves
; along K by adding 2 (16-byte units).
;
; Each stage has two mbarriers:
;   full    128 arrivals, one of each producer thread once its copies of the
;           stage are there. fence.proxy.async before it makes them visible to
;           wgmma, which reads by the asynchronous proxy.
;   empty   8 arrivals, one of each consumer warp.
; Phase n of `full` is over when the stage is full for the nth time. Who waits
; says which phase by its parity; on a new barrier parity 1 is over.
;
; The producer copies by cp.async, a group a K tile, and leaves two in flight:
; trip t sends for tile t and announces tile t - 2.
;
; Accumulator d[4j..4j+3] of a thread, with lane g = lane >> 2 and t = lane & 3
; in warp w of its warpgroup:
;   d[4j..4j+1]   row 16w + g,      columns 8j + 2t, 8j + 2t + 1
;   d[4j+2..4j+3] row 16w + g + 8,  the same columns
; It is one vector all along, 128 registers that are never moved. What it is
; before the first wgmma does not matter: that one has a false scale-d.
;
; 65,536 registers are 168 for each of 384 threads. setmaxnreg gives the
; producer's to the consumers: 128 * 40 + 256 * 232 = 64,512 = 384 * 168.
;
; Launch:  grid (N / 256, M / 128), block 384 threads, 196,672 bytes of dynamic
;          shared memory (cuFuncSetAttribute allows as much).
; Needs:   M % 128 == 0, N % 256 == 0, K % 64 == 0, K >= 64, A, B 16-byte, C
;          8-byte aligned.
;
; DEMO: target=sm_90a ptx=80
; DEMO-EXPECT: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
; DEMO-EXPECT: wgmma.wait_group.sync.aligned
; DEMO-EXPECT: setmaxnreg.inc.sync.aligned.u32
; DEMO-EXPECT: cp.async.cg.shared.global
; DEMO-EXPECT: fence.proxy.async
; DEMO-RUN: --grid 1,1 --block 384 --shared 196672
; DEMO-RUN+: --arg C=f32[128x256] --arg A=f16[128x1280]:normal --arg B=f16[256x1280]:normal
; DEMO-RUN+: --arg u32:128 --arg u32:256 --arg u32:1280
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Four stages of 49,152 bytes, then `full` of the four stages, then `empty`.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @hopper_wgmma_gemm(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B, i32 %M, i32 %N, i32 %K) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block.x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %warpgroup = lshr i32 %tid, 7
  %thread = and i32 %tid, 127
  %block.row = shl i32 %block.y, 7
  %block.col = shl i32 %block.x, 8
  %K64 = zext i32 %K to i64
  %N64 = zext i32 %N to i64
  %tiles = lshr i32 %K, 6
  %full = getelementptr i8, ptr addrspace(3) @smem, i32 196608
  %empty = getelementptr i8, ptr addrspace(3) @smem, i32 196640
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %ready

init:
  %init.s = phi i32 [ 0, %entry ], [ %init.s.next, %init ]
  %init.full = getelementptr i64, ptr addrspace(3) %full, i32 %init.s
  %init.empty = getelementptr i64, ptr addrspace(3) %empty, i32 %init.s
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %init.full, i32 128)
  call void @llvm.nvvm.mbarrier.init.shared(
      ptr addrspace(3) %init.empty, i32 8)
  %init.s.next = add i32 %init.s, 1
  %init.more = icmp ult i32 %init.s.next, 4
  br i1 %init.more, label %init, label %ready

ready:
  call void @llvm.nvvm.barrier0()
  %is.producer = icmp eq i32 %warpgroup, 0
  br i1 %is.producer, label %producer, label %consumer

;===-- The producer ------------------------------------------------------===;

  ; A thread copies vector `thread % 8` of the rows thread / 8, + 16, + 32 ...:
  ; 8 rows of A and 16 of B. All have the same row % 8, and with it the same
  ; place within a row of the stage.
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  %v.row = lshr i32 %thread, 3
  %v.vec = and i32 %thread, 7
  %v.row8 = and i32 %v.row, 7
  %v.place = xor i32 %v.vec, %v.row8
  %s.row = shl i32 %v.row, 7
  %s.vec = shl i32 %v.place, 4
  %s.off = or disjoint i32 %s.row, %s.vec
  %v.col = shl i32 %v.vec, 3
  %v.col64 = zext i32 %v.col to i64
  %ga.row = add i32 %block.row, %v.row
  %gb.row = add i32 %block.col, %v.row
  %ga.row64 = zext i32 %ga.row to i64
  %gb.row64 = zext i32 %gb.row to i64
  %ga.off.row = mul i64 %ga.row64, %K64
  %gb.off.row = mul i64 %gb.row64, %K64
  %ga.off = add i64 %ga.off.row, %v.col64
  %gb.off = add i64 %gb.off.row, %v.col64
  %ga.start = getelementptr half, ptr addrspace(1) %A, i64 %ga.off
  %gb.start = getelementptr half, ptr addrspace(1) %B, i64 %gb.off
  %rows16 = shl i64 %K64, 4
  %trips = add i32 %tiles, 2
  br label %send

  ; Tile p.t goes to stage p.t % 4 once that is empty: for the first four, from
  ; the start.
send:
  %p.t = phi i32 [ 0, %producer ], [ %p.t.next, %sent ]
  %ga = phi ptr addrspace(1) [ %ga.start, %producer ], [ %ga.next, %sent ]
  %gb = phi ptr addrspace(1) [ %gb.start, %producer ], [ %gb.next, %sent ]
  %p.has.tile = icmp ult i32 %p.t, %tiles
  br i1 %p.has.tile, label %wait.empty, label %announce

wait.empty:
  %p.slot = and i32 %p.t, 3
  %p.empty = getelementptr i64, ptr addrspace(3) %empty, i32 %p.slot
  %p.round = lshr i32 %p.t, 2
  %p.round.odd = and i32 %p.round, 1
  %p.parity = xor i32 %p.round.odd, 1
  call void asm sideeffect "{\0A\09.reg .pred done;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A\09@!done bra wait;\0A\09}", "l,r,~{memory}"(ptr addrspace(3) %p.empty, i32 %p.parity)
  %p.stage.off = mul i32 %p.slot, 49152
  %p.stage = getelementptr i8, ptr addrspace(3) @smem, i32 %p.stage.off
  %sa.start = getelementptr i8, ptr addrspace(3) %p.stage, i32 %s.off
  br label %copy

  ; 16 rows of A, and 32 of B.
copy:
  %i = phi i32 [ 0, %wait.empty ], [ %i.next, %copy ]
  %ga.i = phi ptr addrspace(1) [ %ga, %wait.empty ], [ %ga.i.next, %copy ]
  %gb.i = phi ptr addrspace(1) [ %gb, %wait.empty ], [ %gb.i.next, %copy ]
  %sa.i.off = shl i32 %i, 11
  %sa.i = getelementptr i8, ptr addrspace(3) %sa.start, i32 %sa.i.off
  %sb.i.off = add i32 %sa.i.off, %sa.i.off
  %sb.i.start = getelementptr i8, ptr addrspace(3) %sa.start, i32 %sb.i.off
  %sb.i = getelementptr i8, ptr addrspace(3) %sb.i.start, i32 16384
  %sb.i.more = getelementptr i8, ptr addrspace(3) %sb.i.start, i32 18432
  %gb.i.more = getelementptr half, ptr addrspace(1) %gb.i, i64 %rows16
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %sa.i, ptr addrspace(1) %ga.i)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %sb.i, ptr addrspace(1) %gb.i)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(
      ptr addrspace(3) %sb.i.more, ptr addrspace(1) %gb.i.more)
  %ga.i.next = getelementptr half, ptr addrspace(1) %ga.i, i64 %rows16
  %gb.i.next = getelementptr half, ptr addrspace(1) %gb.i.more, i64 %rows16
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 8
  br i1 %i.more, label %copy, label %announce, !llvm.loop !3

  ; In the last two trips the group is empty.
announce:
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 2)
  %p.landed = sub i32 %p.t, 2
  %p.has.landed = icmp uge i32 %p.t, 2
  br i1 %p.has.landed, label %arrive, label %sent

arrive:
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  %p.landed.slot = and i32 %p.landed, 3
  %p.full = getelementptr i64, ptr addrspace(3) %full, i32 %p.landed.slot
  %p.token = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) %p.full)
  br label %sent

sent:
  %ga.next = getelementptr half, ptr addrspace(1) %ga, i64 64
  %gb.next = getelementptr half, ptr addrspace(1) %gb, i64 64
  %p.t.next = add i32 %p.t, 1
  %p.more = icmp ult i32 %p.t.next, %trips
  br i1 %p.more, label %send, label %exit

;===-- The consumers -----------------------------------------------------===;

consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  %half = sub i32 %warpgroup, 1
  %a.off = shl i32 %half, 13
  %lane = and i32 %tid, 31
  %is.lane0 = icmp eq i32 %lane, 0
  br label %multiply

multiply:
  %t = phi i32 [ 0, %consumer ], [ %t.next, %next ]
  %d = phi <128 x float> [ poison, %consumer ], [ %d.3, %next ]
  %slot = and i32 %t, 3
  %round = lshr i32 %t, 2
  %parity = and i32 %round, 1
  %c.full = getelementptr i64, ptr addrspace(3) %full, i32 %slot
  call void asm sideeffect "{\0A\09.reg .pred done;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A\09@!done bra wait;\0A\09}", "l,r,~{memory}"(ptr addrspace(3) %c.full, i32 %parity)

  ; Matrix descriptors: LBO, SBO, base offset, swizzle (1: 128 bytes).
  %stage.off = mul i32 %slot, 49152
  %stage = getelementptr i8, ptr addrspace(3) @smem, i32 %stage.off
  %a.start = getelementptr i8, ptr addrspace(3) %stage, i32 %a.off
  %b.start = getelementptr i8, ptr addrspace(3) %stage, i32 16384
  %a.0 = call i64 @llvm.nvvm.wgmma.smem_desc.encode(
      ptr addrspace(3) %a.start, i32 16, i32 1024, i32 0, i32 1)
  %b.0 = call i64 @llvm.nvvm.wgmma.smem_desc.encode(
      ptr addrspace(3) %b.start, i32 16, i32 1024, i32 0, i32 1)
  %a.1 = add i64 %a.0, 2
  %b.1 = add i64 %b.0, 2
  %a.2 = add i64 %a.0, 4
  %b.2 = add i64 %b.0, 4
  %a.3 = add i64 %a.0, 6
  %b.3 = add i64 %b.0, 6

  ; d = A * B + d, or A * B where scale-d is false; scale-a, scale-b 1, neither
  ; matrix transposed.
  %is.later = icmp ne i32 %t, 0
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d.0 = call <128 x float>
      @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(
          <128 x float> %d, i64 %a.0, i64 %b.0, i1 %is.later,
          i32 1, i32 1, i32 0, i32 0)
  %d.1 = call <128 x float>
      @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(
          <128 x float> %d.0, i64 %a.1, i64 %b.1, i1 true,
          i32 1, i32 1, i32 0, i32 0)
  %d.2 = call <128 x float>
      @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(
          <128 x float> %d.1, i64 %a.2, i64 %b.2, i1 true,
          i32 1, i32 1, i32 0, i32 0)
  %d.3 = call <128 x float>
      @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(
          <128 x float> %d.2, i64 %a.3, i64 %b.3, i1 true,
          i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()

  ; The group before this one is through: its stage can be filled anew.
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 1)
  %releases = and i1 %is.later, %is.lane0
  br i1 %releases, label %release, label %next

release:
  %before = sub i32 %t, 1
  %before.slot = and i32 %before, 3
  %c.empty = getelementptr i64, ptr addrspace(3) %empty, i32 %before.slot
  %c.token = call i64 @llvm.nvvm.mbarrier.arrive.shared(
      ptr addrspace(3) %c.empty)
  br label %next

next:
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %tiles
  br i1 %t.more, label %multiply, label %store

  ; The last group; code that reads the sums reads what the wait returns.
store:
  %sum = call <128 x float>
      @llvm.nvvm.wgmma.wait_group.sync.aligned.v128f32(
          i64 0, <128 x float> %d.3)
  %warp.row = lshr i32 %thread, 5
  %warp.row16 = shl i32 %warp.row, 4
  %half.row = shl i32 %half, 6
  %lane.row = lshr i32 %lane, 2
  %lane.quad = and i32 %lane, 3
  %lane.col = shl i32 %lane.quad, 1
  %c.row0 = add i32 %block.row, %half.row
  %c.row1 = add i32 %c.row0, %warp.row16
  %c.row = add i32 %c.row1, %lane.row
  %c.col = add i32 %block.col, %lane.col
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %c.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.upper = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %c.8rows = shl i64 %N64, 3
  %c.lower = getelementptr float, ptr addrspace(1) %c.upper, i64 %c.8rows
  %d.upper.0 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 0, i32 1>
  store <2 x float> %d.upper.0, ptr addrspace(1) %c.upper, align 8
  %d.lower.0 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 2, i32 3>
  store <2 x float> %d.lower.0, ptr addrspace(1) %c.lower, align 8
  %p.upper.1 = getelementptr float, ptr addrspace(1) %c.upper, i64 8
  %d.upper.1 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 4, i32 5>
  store <2 x float> %d.upper.1, ptr addrspace(1) %p.upper.1, align 8
  %p.lower.1 = getelementptr float, ptr addrspace(1) %c.lower, i64 8
  %d.lower.1 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 6, i32 7>
  store <2 x float> %d.lower.1, ptr addrspace(1) %p.lower.1, align 8
  %p.upper.2 = getelementptr float, ptr addrspace(1) %c.upper, i64 16
  %d.upper.2 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 8, i32 9>
  store <2 x float> %d.upper.2, ptr addrspace(1) %p.upper.2, align 8
  %p.lower.2 = getelementptr float, ptr addrspace(1) %c.lower, i64 16
  %d.lower.2 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 10, i32 11>
  store <2 x float> %d.lower.2, ptr addrspace(1) %p.lower.2, align 8
  %p.upper.3 = getelementptr float, ptr addrspace(1) %c.upper, i64 24
  %d.upper.3 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 12, i32 13>
  store <2 x float> %d.upper.3, ptr addrspace(1) %p.upper.3, align 8
  %p.lower.3 = getelementptr float, ptr addrspace(1) %c.lower, i64 24
  %d.lower.3 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 14, i32 15>
  store <2 x float> %d.lower.3, ptr addrspace(1) %p.lower.3, align 8
  %p.upper.4 = getelementptr float, ptr addrspace(1) %c.upper, i64 32
  %d.upper.4 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 16, i32 17>
  store <2 x float> %d.upper.4, ptr addrspace(1) %p.upper.4, align 8
  %p.lower.4 = getelementptr float, ptr addrspace(1) %c.lower, i64 32
  %d.lower.4 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 18, i32 19>
  store <2 x float> %d.lower.4, ptr addrspace(1) %p.lower.4, align 8
  %p.upper.5 = getelementptr float, ptr addrspace(1) %c.upper, i64 40
  %d.upper.5 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 20, i32 21>
  store <2 x float> %d.upper.5, ptr addrspace(1) %p.upper.5, align 8
  %p.lower.5 = getelementptr float, ptr addrspace(1) %c.lower, i64 40
  %d.lower.5 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 22, i32 23>
  store <2 x float> %d.lower.5, ptr addrspace(1) %p.lower.5, align 8
  %p.upper.6 = getelementptr float, ptr addrspace(1) %c.upper, i64 48
  %d.upper.6 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 24, i32 25>
  store <2 x float> %d.upper.6, ptr addrspace(1) %p.upper.6, align 8
  %p.lower.6 = getelementptr float, ptr addrspace(1) %c.lower, i64 48
  %d.lower.6 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 26, i32 27>
  store <2 x float> %d.lower.6, ptr addrspace(1) %p.lower.6, align 8
  %p.upper.7 = getelementptr float, ptr addrspace(1) %c.upper, i64 56
  %d.upper.7 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 28, i32 29>
  store <2 x float> %d.upper.7, ptr addrspace(1) %p.upper.7, align 8
  %p.lower.7 = getelementptr float, ptr addrspace(1) %c.lower, i64 56
  %d.lower.7 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 30, i32 31>
  store <2 x float> %d.lower.7, ptr addrspace(1) %p.lower.7, align 8
  %p.upper.8 = getelementptr float, ptr addrspace(1) %c.upper, i64 64
  %d.upper.8 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 32, i32 33>
  store <2 x float> %d.upper.8, ptr addrspace(1) %p.upper.8, align 8
  %p.lower.8 = getelementptr float, ptr addrspace(1) %c.lower, i64 64
  %d.lower.8 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 34, i32 35>
  store <2 x float> %d.lower.8, ptr addrspace(1) %p.lower.8, align 8
  %p.upper.9 = getelementptr float, ptr addrspace(1) %c.upper, i64 72
  %d.upper.9 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 36, i32 37>
  store <2 x float> %d.upper.9, ptr addrspace(1) %p.upper.9, align 8
  %p.lower.9 = getelementptr float, ptr addrspace(1) %c.lower, i64 72
  %d.lower.9 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 38, i32 39>
  store <2 x float> %d.lower.9, ptr addrspace(1) %p.lower.9, align 8
  %p.upper.10 = getelementptr float, ptr addrspace(1) %c.upper, i64 80
  %d.upper.10 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 40, i32 41>
  store <2 x float> %d.upper.10, ptr addrspace(1) %p.upper.10, align 8
  %p.lower.10 = getelementptr float, ptr addrspace(1) %c.lower, i64 80
  %d.lower.10 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 42, i32 43>
  store <2 x float> %d.lower.10, ptr addrspace(1) %p.lower.10, align 8
  %p.upper.11 = getelementptr float, ptr addrspace(1) %c.upper, i64 88
  %d.upper.11 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 44, i32 45>
  store <2 x float> %d.upper.11, ptr addrspace(1) %p.upper.11, align 8
  %p.lower.11 = getelementptr float, ptr addrspace(1) %c.lower, i64 88
  %d.lower.11 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 46, i32 47>
  store <2 x float> %d.lower.11, ptr addrspace(1) %p.lower.11, align 8
  %p.upper.12 = getelementptr float, ptr addrspace(1) %c.upper, i64 96
  %d.upper.12 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 48, i32 49>
  store <2 x float> %d.upper.12, ptr addrspace(1) %p.upper.12, align 8
  %p.lower.12 = getelementptr float, ptr addrspace(1) %c.lower, i64 96
  %d.lower.12 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 50, i32 51>
  store <2 x float> %d.lower.12, ptr addrspace(1) %p.lower.12, align 8
  %p.upper.13 = getelementptr float, ptr addrspace(1) %c.upper, i64 104
  %d.upper.13 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 52, i32 53>
  store <2 x float> %d.upper.13, ptr addrspace(1) %p.upper.13, align 8
  %p.lower.13 = getelementptr float, ptr addrspace(1) %c.lower, i64 104
  %d.lower.13 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 54, i32 55>
  store <2 x float> %d.lower.13, ptr addrspace(1) %p.lower.13, align 8
  %p.upper.14 = getelementptr float, ptr addrspace(1) %c.upper, i64 112
  %d.upper.14 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 56, i32 57>
  store <2 x float> %d.upper.14, ptr addrspace(1) %p.upper.14, align 8
  %p.lower.14 = getelementptr float, ptr addrspace(1) %c.lower, i64 112
  %d.lower.14 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 58, i32 59>
  store <2 x float> %d.lower.14, ptr addrspace(1) %p.lower.14, align 8
  %p.upper.15 = getelementptr float, ptr addrspace(1) %c.upper, i64 120
  %d.upper.15 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 60, i32 61>
  store <2 x float> %d.upper.15, ptr addrspace(1) %p.upper.15, align 8
  %p.lower.15 = getelementptr float, ptr addrspace(1) %c.lower, i64 120
  %d.lower.15 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 62, i32 63>
  store <2 x float> %d.lower.15, ptr addrspace(1) %p.lower.15, align 8
  %p.upper.16 = getelementptr float, ptr addrspace(1) %c.upper, i64 128
  %d.upper.16 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 64, i32 65>
  store <2 x float> %d.upper.16, ptr addrspace(1) %p.upper.16, align 8
  %p.lower.16 = getelementptr float, ptr addrspace(1) %c.lower, i64 128
  %d.lower.16 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 66, i32 67>
  store <2 x float> %d.lower.16, ptr addrspace(1) %p.lower.16, align 8
  %p.upper.17 = getelementptr float, ptr addrspace(1) %c.upper, i64 136
  %d.upper.17 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 68, i32 69>
  store <2 x float> %d.upper.17, ptr addrspace(1) %p.upper.17, align 8
  %p.lower.17 = getelementptr float, ptr addrspace(1) %c.lower, i64 136
  %d.lower.17 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 70, i32 71>
  store <2 x float> %d.lower.17, ptr addrspace(1) %p.lower.17, align 8
  %p.upper.18 = getelementptr float, ptr addrspace(1) %c.upper, i64 144
  %d.upper.18 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 72, i32 73>
  store <2 x float> %d.upper.18, ptr addrspace(1) %p.upper.18, align 8
  %p.lower.18 = getelementptr float, ptr addrspace(1) %c.lower, i64 144
  %d.lower.18 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 74, i32 75>
  store <2 x float> %d.lower.18, ptr addrspace(1) %p.lower.18, align 8
  %p.upper.19 = getelementptr float, ptr addrspace(1) %c.upper, i64 152
  %d.upper.19 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 76, i32 77>
  store <2 x float> %d.upper.19, ptr addrspace(1) %p.upper.19, align 8
  %p.lower.19 = getelementptr float, ptr addrspace(1) %c.lower, i64 152
  %d.lower.19 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 78, i32 79>
  store <2 x float> %d.lower.19, ptr addrspace(1) %p.lower.19, align 8
  %p.upper.20 = getelementptr float, ptr addrspace(1) %c.upper, i64 160
  %d.upper.20 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 80, i32 81>
  store <2 x float> %d.upper.20, ptr addrspace(1) %p.upper.20, align 8
  %p.lower.20 = getelementptr float, ptr addrspace(1) %c.lower, i64 160
  %d.lower.20 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 82, i32 83>
  store <2 x float> %d.lower.20, ptr addrspace(1) %p.lower.20, align 8
  %p.upper.21 = getelementptr float, ptr addrspace(1) %c.upper, i64 168
  %d.upper.21 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 84, i32 85>
  store <2 x float> %d.upper.21, ptr addrspace(1) %p.upper.21, align 8
  %p.lower.21 = getelementptr float, ptr addrspace(1) %c.lower, i64 168
  %d.lower.21 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 86, i32 87>
  store <2 x float> %d.lower.21, ptr addrspace(1) %p.lower.21, align 8
  %p.upper.22 = getelementptr float, ptr addrspace(1) %c.upper, i64 176
  %d.upper.22 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 88, i32 89>
  store <2 x float> %d.upper.22, ptr addrspace(1) %p.upper.22, align 8
  %p.lower.22 = getelementptr float, ptr addrspace(1) %c.lower, i64 176
  %d.lower.22 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 90, i32 91>
  store <2 x float> %d.lower.22, ptr addrspace(1) %p.lower.22, align 8
  %p.upper.23 = getelementptr float, ptr addrspace(1) %c.upper, i64 184
  %d.upper.23 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 92, i32 93>
  store <2 x float> %d.upper.23, ptr addrspace(1) %p.upper.23, align 8
  %p.lower.23 = getelementptr float, ptr addrspace(1) %c.lower, i64 184
  %d.lower.23 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 94, i32 95>
  store <2 x float> %d.lower.23, ptr addrspace(1) %p.lower.23, align 8
  %p.upper.24 = getelementptr float, ptr addrspace(1) %c.upper, i64 192
  %d.upper.24 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 96, i32 97>
  store <2 x float> %d.upper.24, ptr addrspace(1) %p.upper.24, align 8
  %p.lower.24 = getelementptr float, ptr addrspace(1) %c.lower, i64 192
  %d.lower.24 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 98, i32 99>
  store <2 x float> %d.lower.24, ptr addrspace(1) %p.lower.24, align 8
  %p.upper.25 = getelementptr float, ptr addrspace(1) %c.upper, i64 200
  %d.upper.25 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 100, i32 101>
  store <2 x float> %d.upper.25, ptr addrspace(1) %p.upper.25, align 8
  %p.lower.25 = getelementptr float, ptr addrspace(1) %c.lower, i64 200
  %d.lower.25 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 102, i32 103>
  store <2 x float> %d.lower.25, ptr addrspace(1) %p.lower.25, align 8
  %p.upper.26 = getelementptr float, ptr addrspace(1) %c.upper, i64 208
  %d.upper.26 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 104, i32 105>
  store <2 x float> %d.upper.26, ptr addrspace(1) %p.upper.26, align 8
  %p.lower.26 = getelementptr float, ptr addrspace(1) %c.lower, i64 208
  %d.lower.26 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 106, i32 107>
  store <2 x float> %d.lower.26, ptr addrspace(1) %p.lower.26, align 8
  %p.upper.27 = getelementptr float, ptr addrspace(1) %c.upper, i64 216
  %d.upper.27 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 108, i32 109>
  store <2 x float> %d.upper.27, ptr addrspace(1) %p.upper.27, align 8
  %p.lower.27 = getelementptr float, ptr addrspace(1) %c.lower, i64 216
  %d.lower.27 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 110, i32 111>
  store <2 x float> %d.lower.27, ptr addrspace(1) %p.lower.27, align 8
  %p.upper.28 = getelementptr float, ptr addrspace(1) %c.upper, i64 224
  %d.upper.28 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 112, i32 113>
  store <2 x float> %d.upper.28, ptr addrspace(1) %p.upper.28, align 8
  %p.lower.28 = getelementptr float, ptr addrspace(1) %c.lower, i64 224
  %d.lower.28 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 114, i32 115>
  store <2 x float> %d.lower.28, ptr addrspace(1) %p.lower.28, align 8
  %p.upper.29 = getelementptr float, ptr addrspace(1) %c.upper, i64 232
  %d.upper.29 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 116, i32 117>
  store <2 x float> %d.upper.29, ptr addrspace(1) %p.upper.29, align 8
  %p.lower.29 = getelementptr float, ptr addrspace(1) %c.lower, i64 232
  %d.lower.29 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 118, i32 119>
  store <2 x float> %d.lower.29, ptr addrspace(1) %p.lower.29, align 8
  %p.upper.30 = getelementptr float, ptr addrspace(1) %c.upper, i64 240
  %d.upper.30 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 120, i32 121>
  store <2 x float> %d.upper.30, ptr addrspace(1) %p.upper.30, align 8
  %p.lower.30 = getelementptr float, ptr addrspace(1) %c.lower, i64 240
  %d.lower.30 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 122, i32 123>
  store <2 x float> %d.lower.30, ptr addrspace(1) %p.lower.30, align 8
  %p.upper.31 = getelementptr float, ptr addrspace(1) %c.upper, i64 248
  %d.upper.31 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 124, i32 125>
  store <2 x float> %d.upper.31, ptr addrspace(1) %p.upper.31, align 8
  %p.lower.31 = getelementptr float, ptr addrspace(1) %c.lower, i64 248
  %d.lower.31 = shufflevector <128 x float> %sum, <128 x float> poison,
      <2 x i32> <i32 126, i32 127>
  store <2 x float> %d.lower.31, ptr addrspace(1) %p.lower.31, align 8
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3),
                                                     ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32,
                                              i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <128 x float>
    @llvm.nvvm.wgmma.wait_group.sync.aligned.v128f32(i64, <128 x float>)
declare <128 x float>
    @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64(
        <128 x float>, i64, i64, i1, i32, i32, i32, i32)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @hopper_wgmma_gemm, !"kernel", i32 1}
!1 = !{ptr @hopper_wgmma_gemm, !"maxntidx", i32 384}
!2 = !{ptr @hopper_wgmma_gemm, !"minctasm", i32 1}
; Unrolled, the copies need more registers than the producer has.
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.disable"}
