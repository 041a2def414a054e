;===-- tcgen05.ll - usual mistakes with tcgen05 ---------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel that is right, and the same kernel with one mistake each.
;
;===----------------------------------------------------------------------===;

; DEFINE: %{llc} = %llc -mcpu=sm_100a -mattr=+ptx86 -o /dev/null
; DEFINE: %{prefix} =
; DEFINE: %{check} = FileCheck %s --check-prefix=%{prefix} --implicit-check-not=error: --implicit-check-not=warning:

; RUN: split-file %s %t
; RUN: %{llc} %t/gemm.ll 2>&1 | count 0
; RUN: %{llc} -O0 %t/gemm.ll 2>&1 | count 0

; The instruction descriptor is checked against its multiplication, however it was made.
; REDEFINE: %{prefix} = M
; RUN: sed 's/encode.f16(i32 128, i32 64/encode.f16(i32 256, i32 64/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; M: error: {{.*}}in function gemm {{.*}}: operand 3 of llvm.nvvm.tcgen05.mma.shared: 0x10100490 is not an instruction descriptor for tcgen05.mma.cta_group::1.kind::f16: the dimension M of kind::f16 must be 64 or 128, not 256

; REDEFINE: %{prefix} = KIND
; RUN: sed 's/i1 false, i32 0, i32 1, i32 0/i1 false, i32 3, i32 1, i32 0/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; KIND: error: {{.*}}in function gemm {{.*}}: operand 3 of llvm.nvvm.tcgen05.mma.shared: 0x8100490 is not an instruction descriptor for tcgen05.mma.cta_group::1.kind::i8: the type of D of kind::i8 must be 2 (s32), not 1

; So are matrix descriptors, as far as their bits are known: here bit 46 is not set.
; REDEFINE: %{prefix} = MATRIX
; RUN: sed 's/%%a = call.*/%%bits = ptrtoint ptr addrspace(3) @tile to i32\n  %%low = zext i32 %%bits to i64\n  %%a = lshr i64 %%low, 4/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; MATRIX: error: {{.*}}in function gemm {{.*}}: operand 1 of llvm.nvvm.tcgen05.mma.shared: the fixed constant of a tcgen05 matrix descriptor must be 1

; Nobody waits for the multiplication.
; REDEFINE: %{prefix} = COMMIT
; RUN: sed '/call .*commit/d' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; RUN: sed '/call .*commit/d; /br label %%wait/s/wait/read/; /^wait:/,/br i1/d; /call .*fence/d' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; COMMIT: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.mma.shared is not followed by a tcgen05.commit of its thread; without one, no thread can wait for it, and its result must not be read, nor its tensor memory deallocated (PTX ISA, tcgen05.commit); expected a llvm.nvvm.tcgen05.commit.* to an mbarrier, and a wait for that mbarrier [-nvptx-tensor-memory-completion]

; REDEFINE: %{prefix} = WAIT
; RUN: sed 's/%%complete = call.*/%%complete = icmp eq i32 0, 0/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; RUN: sed 's/try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @done/try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @other/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; WAIT: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.commit.shared.cg1 arrives at an mbarrier that no thread of kernel gemm waits for; before that the results of what it commits must not be read, nor their tensor memory deallocated (PTX ISA, tcgen05.commit); expected a loop of llvm.nvvm.mbarrier.try.wait.* on that mbarrier, and llvm.nvvm.tcgen05.fence.after.thread.sync after it [-nvptx-tensor-memory-completion]

; The wait comes too late.
; REDEFINE: %{prefix} = LATE
; RUN: sed '/br label %%wait/s/wait/read/; /^read:/,/br label/s/%%freed/%%wait/; s/label %%read, label %%wait/label %%freed, label %%wait/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; LATE: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x64 reads what llvm.nvvm.tcgen05.mma.shared in block 'issue' writes, and nothing between them can make a thread wait (PTX ISA, tcgen05.commit)

; Tensor memory is freed at once; the wait comes after it. The loads are gone.
; REDEFINE: %{prefix} = FREED
; RUN: sed '/br label %%wait/s/wait/freed/; /^freed:/,/br i1/{/barrier0/d}; s/label %%read, label %%wait/label %%over, label %%wait/; s/^end:/end:\n  br label %%wait\nover:/; /^read:/,/br label/d' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; FREED: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 frees what llvm.nvvm.tcgen05.mma.shared in block 'issue' writes, and nothing between them can make a thread wait (PTX ISA, tcgen05.commit)

; Tensor memory is too small: for D, for what is loaded, with the lanes of a warp added.
; REDEFINE: %{prefix} = COLUMNS
; RUN: sed 's/@slot, i32 64/@slot, i32 32/; s/%%d, i32 64/%%d, i32 32/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; COLUMNS: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.mma.shared touches columns 0 to 63 of 32 columns that llvm.nvvm.tcgen05.alloc.shared.cg1 in block 'allocate' allocates; the columns of an allocation are numbered from 0 (PTX ISA, Tensor Memory Allocation); expected an alloc of 64 columns [-nvptx-tensor-memory-columns]
; COLUMNS: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x64 touches columns 0 to 63 of 32 columns
; REDEFINE: %{prefix} = LOAD
; RUN: sed 's/b\.x64/b.x128/g; s/<64 x i32>/<128 x i32>/g' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; LOAD: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.ld.32x32b.x128 touches columns 0 to 127 of 64 columns that llvm.nvvm.tcgen05.alloc.shared.cg1 in block 'allocate' allocates; {{.*}}; expected an alloc of 128 columns

; All threads issue the multiplication, and the commit.
; REDEFINE: %{prefix} = EVERYONE
; RUN: sed 's/%%first = icmp.*/%%first = icmp eq i32 %%n, 0/' %t/gemm.ll | not %{llc} 2>&1 | %{check}
; EVERYONE: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.mma.shared is issued by every thread that executes it, here by all threads of a warp: no condition selects one, and llvm.nvvm.tcgen05.alloc.shared.cg1 in block 'allocate' needs a whole warp; one thread issues it (PTX ISA, tcgen05.mma); expected a condition that is true of one thread: the predicate of elect.sync in one warp, tid.x == 0 [-nvptx-tensor-memory-threads]
; EVERYONE: error: {{.*}}in function gemm {{.*}}: llvm.nvvm.tcgen05.commit.shared.cg1 is issued by every thread

;--- gemm.ll
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [24576 x i8] undef, align 1024
@slot = internal addrspace(3) global i32 undef
@done = internal addrspace(3) global i64 undef
@other = internal addrspace(3) global i64 undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.wait.ld()

define ptx_kernel void @gemm(ptr addrspace(1) %c, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %first = icmp eq i32 %tid, 0
  %is.warp0 = icmp eq i32 %warp, 0
  br i1 %is.warp0, label %allocate, label %allocated

allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br i1 %first, label %init, label %allocated

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @done, i32 1)
  br label %allocated

allocated:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) @slot
  %idesc = call i32 @llvm.nvvm.tcgen05.idesc.encode.f16(i32 128, i32 64, i32 0, i32 0, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0)
  %a = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) @tile, i32 16, i32 1024, i32 0, i32 0, i32 2)
  %b = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16384), i32 16, i32 1024, i32 0, i32 0, i32 2)
  br i1 %first, label %issue, label %issued

issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %idesc, i1 false, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @done)
  br label %issued

issued:
  br label %wait

wait:
  %complete = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @done, i32 0)
  br i1 %complete, label %read, label %wait

read:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %lanes = shl i32 %warp, 21
  %lane = getelementptr i8, ptr addrspace(6) %d, i32 %lanes
  %v = call <64 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x64(ptr addrspace(6) %lane, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %row = getelementptr <64 x i32>, ptr addrspace(1) %c, i32 %tid
  store <64 x i32> %v, ptr addrspace(1) %row
  br label %freed

freed:
  call void @llvm.nvvm.barrier0()
  br i1 %is.warp0, label %free, label %end

free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 64)
  br label %end

end:
  ret void
}
