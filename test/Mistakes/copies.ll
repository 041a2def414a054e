; Bulk copies and the asynchronous proxy: what is wrong is named, in calls and in inline PTX, and nothing is said of
; the functions that begin with "right".
;
; RUN: %llc -mcpu=sm_100a -mattr=+ptx87 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global { [64 x i32], [64 x i32] } poison, align 128
@ring = internal addrspace(3) global [4 x [64 x i32]] poison, align 128
@full = internal addrspace(3) global [4 x i64] poison

; A store, and a copy that reads it; the fence may stand anywhere between them.
; CHECK: warning: in function unfenced {{.*}}: llvm.nvvm.cp.async.bulk.shared.cta.to.global reads shared memory that is written in block 'entry' through the generic proxy, and no fence.proxy.async is between them; {{.*}}expected fence.proxy.async.shared::cta in the threads that write, before the barrier [-nvptx-async-proxy]
define ptx_kernel void @unfenced(ptr addrspace(1) %p, i32 %v) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %thread
  store i32 %v, ptr addrspace(3) %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %copy, label %done
copy:
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %p, ptr addrspace(3) @tile, i32 256, i64 0, i1 false)
  br label %done
done:
  ret void
}

; CHECK: warning: in function unfenced_assembly {{.*}}: llvm.nvvm.cp.async.bulk.shared.cta.to.global reads shared memory that is written
define ptx_kernel void @unfenced_assembly(ptr addrspace(1) %p, i32 %v, i32 %stage) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [64 x i32], ptr addrspace(3) @ring, i32 %stage
  %at = getelementptr i32, ptr addrspace(3) %slot, i32 %thread
  store i32 %v, ptr addrspace(3) %at
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %copy, label %done
copy:
  %address = ptrtoint ptr addrspace(3) %slot to i32
  call void asm sideeffect "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;", "l,r,r,~{memory}"(ptr addrspace(1) %p, i32 %address, i32 256)
  br label %done
done:
  ret void
}

; Fenced; of another part of a variable; of another stage; overwritten by what may be a fence.
define ptx_kernel void @right_fences(ptr addrspace(1) %p, i32 %v, i32 %stage, i32 %other) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %part = getelementptr i8, ptr addrspace(3) @tile, i32 256
  %at = getelementptr i32, ptr addrspace(3) %part, i32 %thread
  store i32 %v, ptr addrspace(3) %at
  %written = getelementptr [64 x i32], ptr addrspace(3) @ring, i32 %other
  %to = getelementptr i32, ptr addrspace(3) %written, i32 %thread
  store i32 %v, ptr addrspace(3) %to
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %copy, label %fenced
copy:
  %slot = getelementptr [64 x i32], ptr addrspace(3) @ring, i32 %stage
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %p, ptr addrspace(3) @tile, i32 256, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %p, ptr addrspace(3) %slot, i32 256, i64 0, i1 false)
  br label %fenced
fenced:
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  br i1 %first, label %last, label %done
last:
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %p, ptr addrspace(3) %part, i32 256, i64 0, i1 false)
  br label %done
done:
  ret void
}

; CHECK: warning: in function bytes {{.*}}: llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta expects 1024 bytes, and the copies to this mbarrier write 512; its phase ends when both are the same (PTX ISA, mbarrier, tx-count); expected 512 bytes [-nvptx-transaction-bytes]
define ptx_kernel void @bytes(ptr addrspace(1) %p, i32 %stage) {
  %m = getelementptr i64, ptr addrspace(3) @full, i32 %stage
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) %m, i32 1024)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) %m, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  call void asm sideeffect "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [$0], [$1], 256, [$2];", "r,l,r,~{memory}"(ptr addrspace(3) @ring, ptr addrspace(1) %p, ptr addrspace(3) %m)
  ret void
}

; The sum is right; somebody else copies; a tensor map says how much.
define ptx_kernel void @right_bytes(ptr addrspace(1) %p, ptr %map) {
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @full, i32 512)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @ring, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  ret void
}
define ptx_kernel void @right_divided(ptr addrspace(1) %p, i1 %is_first) {
  br i1 %is_first, label %first, label %second
first:
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @full, i32 512)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  ret void
second:
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @ring, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  ret void
}
define ptx_kernel void @right_tensor(ptr addrspace(1) %p, ptr %map) {
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @full, i32 512)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  call void asm sideeffect "cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [$0], [$1, {$3}], [$2];", "r,l,r,r,~{memory}"(ptr addrspace(3) @ring, ptr %map, ptr addrspace(3) @full, i32 0)
  ret void
}

; CHECK: warning: in function everyone {{.*}}: llvm.nvvm.cp.async.bulk.global.to.shared.cta is issued by every thread that executes it, here by all threads, all with the same operands; each of them copies everything, and the mbarrier counts all of it (PTX ISA, cp.async.bulk); expected a condition that is true of one thread: tid.x == 0, or the predicate of elect.sync in one warp [-nvptx-repeated-copies]
define ptx_kernel void @everyone(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  ret void
}

; CHECK: warning: in function elected {{.*}} is issued by every thread that executes it, here by one thread of each of 4 warps
define ptx_kernel void @elected(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  %elected = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %is = extractvalue { i32, i1 } %elected, 1
  br i1 %is, label %copy, label %done
copy:
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  br label %done
done:
  ret void
}

; Each thread copies a part; one warp elects; nobody knows how many threads there are.
define ptx_kernel void @right_threads(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %source = getelementptr [4 x i32], ptr addrspace(1) %p, i32 %thread
  %at = getelementptr [4 x i32], ptr addrspace(3) @ring, i32 %thread
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %at, ptr addrspace(3) @full, ptr addrspace(1) %source, i32 16, i64 0, i1 false)
  %warp = icmp ult i32 %thread, 32
  br i1 %warp, label %elect, label %done
elect:
  %elected = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %is = extractvalue { i32, i1 } %elected, 1
  br i1 %is, label %copy, label %done
copy:
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  br label %done
done:
  ret void
}
define ptx_kernel void @right_stores(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %p, ptr addrspace(3) @tile, i32 256, i64 0, i1 false)
  ret void
}
define ptx_kernel void @right_anyone(ptr addrspace(1) %p) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @full, ptr addrspace(1) %p, i32 256, i64 0, i1 false)
  ret void
}
