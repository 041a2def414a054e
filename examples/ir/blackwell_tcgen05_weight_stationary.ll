;===-- blackwell_tcgen05_weight_stationary.ll - A GEMM on tcgen05.mma.ws --===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16,
; column-major, that is B^T stored as N rows of K).
;
; One CTA, tiles of 128 x 128, by tcgen05.mma.ws.kind::f16 of 32 x 128 x 16: four
; tiles of 32 rows share each 16 x 128 of B, which stays in a collector buffer: the
; first one fills it, two use it, the last one uses it for the last time. Each of the
; four 16 of a K tile has a buffer of its own, b0 to b3.
;
; Tensor memory, 128 columns: with M = 32 columns 32w to 32w + 31 of D are in lanes
; 32w to 32w + 31 (PTX ISA 9.0, Data Path Layout Organization, layout G), so a tile of
; 32 x 128 has 32 columns of tensor memory; tile m begins at column 32m.
;
; Allocation, stages, swizzle and waits as in blackwell_tcgen05_walkthrough.ll.
;
; Launch:  grid (N / 128, M / 128), block 128 threads, 65,556 bytes of dynamic shared
;          memory (cuFuncSetAttribute allows as much).
; Needs:   M % 128 == 0, N % 128 == 0, K % 64 == 0, K >= 64, A, B, C 16-byte aligned.
;
; DEMO: target=sm_100a ptx=86
; DEMO: target=sm_103a ptx=88
; DEMO-EXPECT: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::fill
; DEMO-EXPECT: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b3::lastuse
; DEMO-RUN: --grid 1,1 --block 128 --shared 65556
; DEMO-RUN+: --arg C=f32[128x128] --arg A=f16[128x256]:normal --arg B=f16[128x256]:normal
; DEMO-RUN+: --arg u32:128 --arg u32:128 --arg u32:256
; DEMO-RUN+: --expect C=A@B.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 32,768 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @blackwell_tcgen05_weight_stationary(
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

  ; A whole warp does both. Nothing more is allocated, so other CTAs may.
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(
      ptr addrspace(3) %handle, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
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

  ; M, N, selector, sparse, type of D (1 f32), of A and B (0 f16), negated A, B,
  ; transposed A, B, maximum shift.
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(
      i32 32, i32 128, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0,
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
  %i = phi i32 [ 0, %fill ], [ 0, %wait ], [ %i.next, %copy ]
  %ga.i = phi ptr addrspace(1) [ %ga, %fill ], [ %ga, %wait ], [ %ga.i.next, %copy ]
  %gb.i = phi ptr addrspace(1) [ %gb, %fill ], [ %gb, %wait ], [ %gb.i.next, %copy ]
  %s.i = shl i32 %i, 11
  %sa.i = getelementptr i8, ptr addrspace(3) %sa, i32 %s.i
  %sb.i = getelementptr i8, ptr addrspace(3) %sa.i, i32 16384
  %a.vec = load <4 x i32>, ptr addrspace(1) %ga.i, align 16
  %b.vec = load <4 x i32>, ptr addrspace(1) %gb.i, align 16
  store <4 x i32> %a.vec, ptr addrspace(3) %sa.i, align 16
  store <4 x i32> %b.vec, ptr addrspace(3) %sb.i, align 16
  %ga.i.next = getelementptr i8, ptr addrspace(1) %ga.i, i64 %rows16
  %gb.i.next = getelementptr i8, ptr addrspace(1) %gb.i, i64 %rows16
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 8
  br i1 %i.more, label %copy, label %filled

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
  %b.start = getelementptr i8, ptr addrspace(3) %stage, i32 16384
  %a.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %stage, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %b.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %b.start, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %is.later = icmp ne i32 %t, 0
  %d.1 = getelementptr i8, ptr addrspace(6) %d, i32 32
  %d.2 = getelementptr i8, ptr addrspace(6) %d, i32 64
  %d.3 = getelementptr i8, ptr addrspace(6) %d, i32 96

  ; The last three: kind (0 f16), collector buffer of B, its usage (2 fill, 3 use,
  ; 1 lastuse).
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 0, i32 2)
  %a.0.1 = add i64 %a.0, 256
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.1, i64 %a.0.1, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 0, i32 3)
  %a.0.2 = add i64 %a.0, 512
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.2, i64 %a.0.2, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 0, i32 3)
  %a.0.3 = add i64 %a.0, 768
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.3, i64 %a.0.3, i64 %b.0, i32 %idesc, i1 %is.later,
      i32 0, i32 0, i32 1)
  %b.1 = add i64 %b.0, 2
  %a.1.0 = add i64 %a.0, 2
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d, i64 %a.1.0, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 2)
  %a.1.1 = add i64 %a.0, 258
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.1, i64 %a.1.1, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 3)
  %a.1.2 = add i64 %a.0, 514
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.2, i64 %a.1.2, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 3)
  %a.1.3 = add i64 %a.0, 770
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.3, i64 %a.1.3, i64 %b.1, i32 %idesc, i1 true,
      i32 0, i32 1, i32 1)
  %b.2 = add i64 %b.0, 4
  %a.2.0 = add i64 %a.0, 4
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d, i64 %a.2.0, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 2, i32 2)
  %a.2.1 = add i64 %a.0, 260
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.1, i64 %a.2.1, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 2, i32 3)
  %a.2.2 = add i64 %a.0, 516
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.2, i64 %a.2.2, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 2, i32 3)
  %a.2.3 = add i64 %a.0, 772
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.3, i64 %a.2.3, i64 %b.2, i32 %idesc, i1 true,
      i32 0, i32 2, i32 1)
  %b.3 = add i64 %b.0, 6
  %a.3.0 = add i64 %a.0, 6
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d, i64 %a.3.0, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 3, i32 2)
  %a.3.1 = add i64 %a.0, 262
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.1, i64 %a.3.1, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 3, i32 3)
  %a.3.2 = add i64 %a.0, 518
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.2, i64 %a.3.2, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 3, i32 3)
  %a.3.3 = add i64 %a.0, 774
  call void @llvm.nvvm.tcgen05.mma.ws.shared(
      ptr addrspace(6) %d.3, i64 %a.3.3, i64 %b.3, i32 %idesc, i1 true,
      i32 0, i32 3, i32 1)
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

  ; Lane = row of a tile, warp = which 32 of the 128 columns.
  %c.row = add i32 %block.row, %lane
  %c.col0 = shl i32 %warp, 5
  %c.col = add i32 %block.col, %c.col0
  %c.row64 = zext i32 %c.row to i64
  %c.col64 = zext i32 %c.col to i64
  %c.off.row = mul i64 %c.row64, %N64
  %c.off = add i64 %c.off.row, %c.col64
  %c.start = getelementptr float, ptr addrspace(1) %C, i64 %c.off
  %c.32rows = shl i64 %N64, 5
  br label %store

store:
  %m = phi i32 [ 0, %drain ], [ %m.next, %store ]
  %c.m = phi ptr addrspace(1) [ %c.start, %drain ], [ %c.m.next, %store ]
  %m.column = shl i32 %m, 5
  %d.m = getelementptr i8, ptr addrspace(6) %d.warp, i32 %m.column
  %sums = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(
      ptr addrspace(6) %d.m, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <32 x i32> %sums, ptr addrspace(1) %c.m, align 16
  %c.m.next = getelementptr float, ptr addrspace(1) %c.m, i64 %c.32rows
  %m.next = add i32 %m, 1
  %m.more = icmp ult i32 %m.next, 4
  br i1 %m.more, label %store, label %release

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
declare void @llvm.nvvm.tcgen05.mma.ws.shared(ptr addrspace(6), i64, i64, i32, i1, i32,
                                               i32, i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @blackwell_tcgen05_weight_stationary, !"kernel", i32 1}
!1 = !{ptr @blackwell_tcgen05_weight_stationary, !"reqntidx", i32 128}
