;===-- blackwell_tcgen05_nvf4_block_scale.ll - NVFP4 GEMM on tcgen05.mma --===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
; C[M x N] (f32, row-major) = A[M x K] (e2m1, row-major) * B[K x N] (e2m1,
; column-major, that is B^T stored as N rows of K), two elements a byte, the first one
; in the low half; each 16 of K of a row of A and of a column of B scaled:
; SA[M x K/16] and SB[N x K/16] (ue4m3, row-major).
;
; One CTA, tiles of 128 x 128, by tcgen05.mma.kind::mxf4nvf4.block_scale.block16 of
; 128 x 128 x 64, four for a K tile of 256.
;
; Scale factors are in tensor memory (PTX ISA 9.0, Block Scaling): row r has its word
; in lane r % 32 of column r / 32, and again 32, 64 and 96 lanes further.
; tcgen05.cp.32x128b.warpx4 makes the four copies; in shared memory the word is at
; 16 * (r % 32) + 4 * (r / 32) of a block of 512 bytes.
; A multiplication takes the four bytes of a word (.block16, that is scale_vec::4X);
; the data IDs are 0. A K tile has four blocks for A and four for B.
;
; Tensor memory: columns 0-127 are D, with row = lane (layout D); 16 columns of scale
; factors of A and 16 of B at 128 for stage 0, at 160 for stage 1.
;
; Allocation, stages, swizzle and waits as in blackwell_tcgen05_walkthrough.ll.
;
; Launch:  grid (N / 128, M / 128), block 128 threads, 73,748 bytes of dynamic shared
;          memory (cuFuncSetAttribute allows as much).
; Needs:   M % 128 == 0, N % 128 == 0, K % 256 == 0, K >= 256, all 16-byte aligned.
;
; DEMO: target=sm_100a ptx=88
; DEMO: target=sm_103a ptx=88
; DEMO-EXPECT: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
; DEMO-EXPECT: tcgen05.cp.cta_group::1.32x128b.warpx4
; DEMO-RUN: --grid 1,1 --block 128 --shared 73748
; DEMO-RUN+: --arg C=f32[128x128] --arg A=e2m1[128x1024]:normal --arg B=e2m1[128x1024]:normal
; DEMO-RUN+: --arg SA=ue4m3[128x64]:integers,1,4 --arg SB=ue4m3[128x64]:integers,1,4
; DEMO-RUN+: --arg u32:128 --arg u32:128 --arg u32:1024
; DEMO-RUN+: --expect C=A*SA@B.T*SB.T
;
;===----------------------------------------------------------------------===;

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64-p6:32:32"
target triple = "nvptx64-nvidia-cuda"

; Two stages of 36,864 bytes, their mbarriers, and what tcgen05.alloc writes.
@smem = external addrspace(3) global [0 x i8], align 1024

define void @blackwell_tcgen05_nvf4_block_scale(
    ptr addrspace(1) noalias align 16 %C,
    ptr addrspace(1) noalias readonly align 16 %A,
    ptr addrspace(1) noalias readonly align 16 %B,
    ptr addrspace(1) noalias readonly align 16 %SA,
    ptr addrspace(1) noalias readonly align 16 %SB,
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
  %done = getelementptr i8, ptr addrspace(3) @smem, i32 73728
  %handle = getelementptr i8, ptr addrspace(3) @smem, i32 73744
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
  %done.1 = getelementptr i8, ptr addrspace(3) @smem, i32 73736
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %done.1, i32 1)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  br label %ready

ready:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) %handle, align 4

  ; M, N, sparse, scale factor ID of B, negated A, B, type of scales (0 ue4m3), scale
  ; factor ID of A, K (0: 64).
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(
      i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)

  ; Scale factors: those of row `tid` of A's tile and of B's.
  %sf.row = shl i32 %lane, 4
  %sf.word = shl i32 %warp, 2
  %sf.off = or disjoint i32 %sf.row, %sf.word
  %gsfa.row = add i32 %block.row, %tid
  %gsfb.row = add i32 %block.col, %tid
  %gsfa.row64 = zext i32 %gsfa.row to i64
  %gsfb.row64 = zext i32 %gsfb.row to i64
  %sf.row.bytes = lshr i64 %K64, 4
  %gsfa.off = mul i64 %gsfa.row64, %sf.row.bytes
  %gsfb.off = mul i64 %gsfb.row64, %sf.row.bytes
  %gsfa.start = getelementptr i8, ptr addrspace(1) %SA, i64 %gsfa.off
  %gsfb.start = getelementptr i8, ptr addrspace(1) %SB, i64 %gsfb.off

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
  %row.bytes = lshr i64 %K64, 1
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
  %gsfa = phi ptr addrspace(1) [ %gsfa.start, %ready ], [ %gsfa.next, %issued ]
  %gsfb = phi ptr addrspace(1) [ %gsfb.start, %ready ], [ %gsfb.next, %issued ]
  %s = and i32 %t, 1
  %stage.off = mul i32 %s, 36864
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
  ; The scale factors of row `tid`: word b is row tid % 32, word tid / 32 of block b.
  %scales = getelementptr i8, ptr addrspace(3) %stage, i32 32768
  %sfa.place = getelementptr i8, ptr addrspace(3) %scales, i32 %sf.off
  %sfb.place = getelementptr i8, ptr addrspace(3) %sfa.place, i32 2048
  %sfa = load <4 x i32>, ptr addrspace(1) %gsfa, align 16
  %sfb = load <4 x i32>, ptr addrspace(1) %gsfb, align 16
  %sfa.0 = extractelement <4 x i32> %sfa, i32 0
  store i32 %sfa.0, ptr addrspace(3) %sfa.place, align 4
  %sfa.place.1 = getelementptr i8, ptr addrspace(3) %sfa.place, i32 512
  %sfa.1 = extractelement <4 x i32> %sfa, i32 1
  store i32 %sfa.1, ptr addrspace(3) %sfa.place.1, align 4
  %sfa.place.2 = getelementptr i8, ptr addrspace(3) %sfa.place, i32 1024
  %sfa.2 = extractelement <4 x i32> %sfa, i32 2
  store i32 %sfa.2, ptr addrspace(3) %sfa.place.2, align 4
  %sfa.place.3 = getelementptr i8, ptr addrspace(3) %sfa.place, i32 1536
  %sfa.3 = extractelement <4 x i32> %sfa, i32 3
  store i32 %sfa.3, ptr addrspace(3) %sfa.place.3, align 4
  %sfb.0 = extractelement <4 x i32> %sfb, i32 0
  store i32 %sfb.0, ptr addrspace(3) %sfb.place, align 4
  %sfb.place.1 = getelementptr i8, ptr addrspace(3) %sfb.place, i32 512
  %sfb.1 = extractelement <4 x i32> %sfb, i32 1
  store i32 %sfb.1, ptr addrspace(3) %sfb.place.1, align 4
  %sfb.place.2 = getelementptr i8, ptr addrspace(3) %sfb.place, i32 1024
  %sfb.2 = extractelement <4 x i32> %sfb, i32 2
  store i32 %sfb.2, ptr addrspace(3) %sfb.place.2, align 4
  %sfb.place.3 = getelementptr i8, ptr addrspace(3) %sfb.place, i32 1536
  %sfb.3 = extractelement <4 x i32> %sfb, i32 3
  store i32 %sfb.3, ptr addrspace(3) %sfb.place.3, align 4
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
  %b.start = getelementptr i8, ptr addrspace(3) %stage, i32 16384
  %sfa.start = getelementptr i8, ptr addrspace(3) %stage, i32 32768
  %sfb.start = getelementptr i8, ptr addrspace(3) %stage, i32 34816
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

  ; The scale factors, to columns of this stage: multiplications of the same thread
  ; come after the copies before them (PTX ISA 9.0, Pipelined tcgen05
  ; Instructions). Eight rows of 16 bytes are the stride; no swizzle.
  %sfa.desc.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %sfa.start, i32 16, i32 128, i32 0, i32 0, i32 0)
  %sfb.desc.0 = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(
      ptr addrspace(3) %sfb.start, i32 16, i32 128, i32 0, i32 0, i32 0)
  %stage.column = mul i32 %s, 32
  %sfa.column = add i32 %stage.column, 128
  %tsfa.0 = getelementptr i8, ptr addrspace(6) %d, i32 %sfa.column
  %tsfb.0 = getelementptr i8, ptr addrspace(6) %tsfa.0, i32 16
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfa.0, i64 %sfa.desc.0)
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfb.0, i64 %sfb.desc.0)
  %sfa.desc.1 = add i64 %sfa.desc.0, 32
  %tsfa.1 = getelementptr i8, ptr addrspace(6) %tsfa.0, i32 4
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfa.1, i64 %sfa.desc.1)
  %sfb.desc.1 = add i64 %sfb.desc.0, 32
  %tsfb.1 = getelementptr i8, ptr addrspace(6) %tsfb.0, i32 4
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfb.1, i64 %sfb.desc.1)
  %sfa.desc.2 = add i64 %sfa.desc.0, 64
  %tsfa.2 = getelementptr i8, ptr addrspace(6) %tsfa.0, i32 8
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfa.2, i64 %sfa.desc.2)
  %sfb.desc.2 = add i64 %sfb.desc.0, 64
  %tsfb.2 = getelementptr i8, ptr addrspace(6) %tsfb.0, i32 8
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfb.2, i64 %sfb.desc.2)
  %sfa.desc.3 = add i64 %sfa.desc.0, 96
  %tsfa.3 = getelementptr i8, ptr addrspace(6) %tsfa.0, i32 12
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfa.3, i64 %sfa.desc.3)
  %sfb.desc.3 = add i64 %sfb.desc.0, 96
  %tsfb.3 = getelementptr i8, ptr addrspace(6) %tsfb.0, i32 12
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(
      ptr addrspace(6) %tsfb.3, i64 %sfb.desc.3)

  %is.later = icmp ne i32 %t, 0
  ; The last two: cta_group, collector (0 discard).
  call void @llvm.nvvm.tcgen05.mma.shared.mxf4nvf4.block_scale.block16(
      ptr addrspace(6) %d, i64 %a.0, i64 %b.0, i32 %idesc, i1 %is.later,
      ptr addrspace(6) %tsfa.0, ptr addrspace(6) %tsfb.0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared.mxf4nvf4.block_scale.block16(
      ptr addrspace(6) %d, i64 %a.1, i64 %b.1, i32 %idesc, i1 true,
      ptr addrspace(6) %tsfa.1, ptr addrspace(6) %tsfb.1, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared.mxf4nvf4.block_scale.block16(
      ptr addrspace(6) %d, i64 %a.2, i64 %b.2, i32 %idesc, i1 true,
      ptr addrspace(6) %tsfa.2, ptr addrspace(6) %tsfb.2, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared.mxf4nvf4.block_scale.block16(
      ptr addrspace(6) %d, i64 %a.3, i64 %b.3, i32 %idesc, i1 true,
      ptr addrspace(6) %tsfa.3, ptr addrspace(6) %tsfb.3, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(
      ptr addrspace(3) %stage.done)
  br label %issued

  ; The warp is together again for what is .aligned.
issued:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %ga.next = getelementptr i8, ptr addrspace(1) %ga, i64 128
  %gb.next = getelementptr i8, ptr addrspace(1) %gb, i64 128
  %gsfa.next = getelementptr i8, ptr addrspace(1) %gsfa, i64 16
  %gsfb.next = getelementptr i8, ptr addrspace(1) %gsfb, i64 16
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
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32,
                                                    i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared.mxf4nvf4.block_scale.block16(
    ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.wait.ld()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @blackwell_tcgen05_nvf4_block_scale, !"kernel", i32 1}
!1 = !{ptr @blackwell_tcgen05_nvf4_block_scale, !"reqntidx", i32 128}
